"""Every clause has a sentence, and a test that names it: in test_tokka_turns, _match, _lost, _scoring or _boards."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tokka_table import BOARD, PLAYERS, RULES

from rules.ruling import RulesError
from rules.tokka.setup import chosen

CLAUSES = [f"T{n}" for n in range(1, 22)]


def names_of_tests():
    """Return the names of all tests beside this file."""
    trees = [ast.parse(path.read_text()) for path in sorted(Path(__file__).parent.glob("test_tokka_*.py"))]
    return [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_the_clauses_are_t1_to_t21():
    assert list(RULES.clauses()) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_sentence_of_its_own(clause):
    assert re.fullmatch(r"[A-Z].+\.", RULES.clauses()[clause])


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_test_that_names_it(clause):
    assert [name for name in names_of_tests() if name.startswith(f"test_{clause.lower()}_")]


@pytest.mark.parametrize("clause", ["T3", "T13", "T15", "T16", "T20", "T21"])
def test_a_reading_without_an_option_is_told(clause):
    assert RULES.readings()[clause]
    assert RULES.clauses()[clause] != RULES.readings()[clause]


def test_the_options_have_their_names_values_and_clauses():
    assert [(option.name, option.values, option.clause) for option in RULES.options] == [
        ("variant", ("tokka", "original"), "T21"),
        ("scoreless", ("other_begins", "same_begins"), "T18"),
    ]


def test_a_boards_options_hold_unless_others_are_given():
    board = replace(BOARD, options={"variant": "original"})
    assert RULES.start(board, PLAYERS).options == {"variant": "original", "scoreless": "other_begins"}
    assert chosen(board, {"variant": "tokka"})["variant"] == "tokka"


@pytest.mark.parametrize(("options", "clause"), [({"variant": "pub"}, "T21"), ({"scoreless": "both"}, "T18")])
def test_a_value_that_an_option_does_not_have_is_refused(options, clause):
    with pytest.raises(RulesError, match=f"^{clause}: "):
        chosen(BOARD, options)
