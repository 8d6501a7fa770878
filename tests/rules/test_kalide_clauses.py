"""Every clause has a sentence, and a test that names it: in test_kalide_turns, _formats, _dead or _scoring."""

import ast
import re
from pathlib import Path

import pytest

CLAUSES = [f"L{n}" for n in range(1, 33)]


def names_of_tests():
    """Return the names of all tests beside this file."""
    trees = [ast.parse(path.read_text()) for path in sorted(Path(__file__).parent.glob("test_kalide_*.py"))]
    return [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_the_clauses_are_L1_to_L32(rules):
    assert list(rules.clauses()) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_sentence_of_its_own(rules, clause):
    assert re.fullmatch(r"[A-Z].+\.", rules.clauses()[clause])


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_test_that_names_it(clause):
    assert [name for name in names_of_tests() if name.startswith(f"test_{clause}_")]
