"""Every clause has a sentence, and a test that names it: in _turns, _launches, _zones, _irregular or _match."""

import ast
import re
from pathlib import Path

import pytest
from kineti_go_table import RULES

CLAUSES = [f"G{n}" for n in range(1, 23)]


def names_of_tests():
    """Return the names of all tests beside this file."""
    trees = [ast.parse(path.read_text()) for path in sorted(Path(__file__).parent.glob("test_kineti_go_*.py"))]
    return [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_the_clauses_are_G1_to_G22():
    assert list(RULES.clauses()) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_sentence_of_its_own(clause):
    assert re.fullmatch(r"[A-Z].+\.", RULES.clauses()[clause])


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_test_that_names_it(clause):
    assert [name for name in names_of_tests() if name.startswith(f"test_{clause.lower()}_")]


def test_readings_and_options_stand_under_clauses_that_exist():
    assert set(RULES.readings()) <= set(CLAUSES)
    assert {option.clause for option in RULES.options} == {"G7", "G21"}
    assert all(text and not text.endswith(".") for text in RULES.readings().values())
