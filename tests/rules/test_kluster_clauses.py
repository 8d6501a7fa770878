"""Every clause has a sentence, and a test that names it: in _setup, _turns, _picking, _end, _scoring or _physics."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest
from kluster_table import BOARD, PLAYERS, RULES, lay

from rules.kluster.setup import chosen
from rules.ruling import RulesError

CLAUSES = [f"S{n}" for n in range(1, 24)]


def names_of_tests():
    """Return the names of all tests beside this file."""
    trees = [ast.parse(path.read_text()) for path in sorted(Path(__file__).parent.glob("test_kluster_*.py"))]
    return [node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_the_clauses_are_s1_to_s23():
    assert list(RULES.clauses()) == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_sentence_of_its_own(clause):
    assert re.fullmatch(r"[A-Z].+\.", RULES.clauses()[clause])


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_has_a_test_that_names_it(clause):
    assert [name for name in names_of_tests() if name.startswith(f"test_{clause.lower()}_")]


def test_readings_stand_under_clauses_that_exist_and_differ_from_them():
    assert set(RULES.readings()) <= set(CLAUSES)
    assert all(text and not text.endswith(".") for text in RULES.readings().values())
    assert {"S1", "S2", "S4", "S7", "S9", "S12", "S16", "S17", "S21", "S22"} <= set(RULES.readings())


def test_the_options_have_their_names_values_and_clauses():
    assert [(option.name, option.values, option.clause) for option in RULES.options] == [
        ("outside_placement", ("back_to_hand", "pick_up"), "S7"),
        ("uneven", ("aside", "first_players"), "S1"),
    ]


def test_a_boards_options_hold_unless_others_are_given():
    board = replace(BOARD, options={"uneven": "first_players"})
    assert RULES.start(board, PLAYERS, layout=lay()).options["uneven"] == "first_players"
    assert chosen(board, {"uneven": "aside"})["uneven"] == "aside"


@pytest.mark.parametrize(("options", "clause"), [({"uneven": "x"}, "S1"), ({"outside_placement": "x"}, "S7")])
def test_a_value_that_an_option_does_not_have_is_refused(options, clause):
    with pytest.raises(RulesError, match=f"^{clause}: "):
        chosen(BOARD, options)
