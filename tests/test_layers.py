"""Imports go one way: play -> rules -> sim, and the rules never step a simulation."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("sim", "rules", "play")
ALLOWED = {"sim": {"sim"}, "rules": {"rules", "sim"}, "play": {"play", "rules", "sim"}}
ASKED = {"actions", "board", "cord", "gaps", "layout", "pieces", "shot", "sticking", "values"}
"""The modules of sim that rules may use: values, and pure questions about them."""

HEAVY = {"numba", "scipy", "shapely", "matplotlib", "pydantic", "rich", "typer", "pymunk"}


def files(package):
    return sorted((ROOT / package).rglob("*.py"))


def imports(tree):
    """Every module a file imports, names imported from a package included: ``from sim import world`` too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def at_import_time(tree):
    """Yield the modules imported by the file's own statements, not inside functions or for typing only."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_itself_and_those_below(package):
    found = files(package)
    assert found
    for path in found:
        used = {name.split(".")[0] for name in imports(ast.parse(path.read_text()))} & set(PACKAGES)
        assert used <= ALLOWED[package], path


def test_the_rules_ask_for_values_only_and_run_no_simulation():
    for path in files("rules"):
        used = {name.split(".")[1] for name in imports(ast.parse(path.read_text())) if name.startswith("sim.")}
        assert used <= ASKED, path


def test_the_values_that_rules_use_run_no_simulation_either():
    # a question that drew the step loop in would hide it behind an innocent name
    stepping = {"simulate", "simulation", "world", "loop", "stepping", "substep", "native"}
    for name in sorted(ASKED):
        tree = ast.parse((ROOT / "sim" / f"{name}.py").read_text())
        used = {part for module in at_import_time(tree) for part in module.split(".")}
        assert not used & stepping, name


def test_the_rules_load_nothing_heavy_before_they_need_it():
    for path in files("rules"):
        used = {name.split(".")[0] for name in at_import_time(ast.parse(path.read_text()))}
        assert not used & HEAVY, path
