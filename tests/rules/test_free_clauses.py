"""Every clause has a sentence and a test that names it; so has every option a clause, and each of its values a test."""

import ast
import re
from pathlib import Path

import pytest
from free_table import RULES

CLAUSES = [f"F{n}" for n in range(1, 22)]
FILES = sorted(path for path in Path(__file__).parent.glob("test_free_*.py") if path != Path(__file__))


def names_of_tests():
    """Return the names of all tests beside this file."""
    trees = [ast.parse(path.read_text()) for path in FILES]
    return [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_the_clauses_are_f1_to_f21():
    assert list(RULES.clauses()) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_text_of_its_own(clause):
    assert re.fullmatch(r"[A-Z].+\.", RULES.clauses()[clause])


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_test_that_names_it(clause):
    assert [name for name in names_of_tests() if name.startswith(f"test_{clause.lower()}_")]


def test_readings_belong_to_clauses():
    assert set(RULES.readings()) < set(CLAUSES)


def test_the_options_have_their_names_values_and_clauses():
    assert [(option.name, option.values, option.clause) for option in RULES.options] == [
        ("cover", ("majority", "largest", "any", "centre"), "F14"),
        ("cluster", ("each", "multiply", "best", "remove"), "F16"),
        ("owner", ("zone", "piece", "control"), "F17"),
        ("dead_zone", ("touch", "belongs", "ignore"), "F15"),
        ("off_board", ("remove", "dead"), "F9"),
        ("flipped", ("live", "remove"), "F10"),
        ("magnet", ("remove", "live"), "F11"),
        ("face", ("up", "drawn"), "F8"),
        ("action", ("flick", "launch", "place", "any"), "F6"),
        ("pieces", ("4",), "F5"),
        ("goal", ("most", "first_to", "exactly"), "F20"),
        ("rounds", ("3",), "F19"),
        ("target", ("21",), "F20"),
        ("tie", ("draw", "sudden_death"), "F21"),
        ("starter", ("alternate", "loser", "winner", "same"), "F3"),
    ]
    assert [option.name for option in RULES.options if option.whole] == ["pieces", "rounds", "target"]


@pytest.mark.parametrize("option", RULES.options, ids=lambda option: option.name)
def test_a_clause_tells_of_its_option(option):
    assert f"`{option.name}`" in RULES.clauses()[option.clause]


@pytest.mark.parametrize(
    "value", [value for option in RULES.options if not option.whole for value in option.values[1:]]
)
def test_a_value_is_named_by_a_test(value):
    assert any(f'"{value}"' in path.read_text() for path in FILES)
