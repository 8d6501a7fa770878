"""Clauses S18, S20, S21 and S23: how a game ends, for several and for one."""

import pytest
from kluster_table import CLOSE, RULES, begun, done, drawing, end, held, hovering, people, placing, refused, said

from rules.ruleset import EndTurn
from rules.ruling import RulesError
from sim.actions import Settle


def test_s18_the_game_ends_when_the_last_stone_lies_and_all_is_at_rest():
    state = begun(("Bob-1", 200, 200), hands={"Ann": 1, "Bob": 3})
    state, rulings = done(state, placing(state, (300, 300)))
    assert (state.match_over, state.round_over, state.winner, state.outcome) == (True, True, "Ann", "won")
    assert said(rulings) == [("S18", ()), ("S20", ())]
    assert (state.points, state.to_play) == ({}, None)
    for action in (placing(state, (250, 250), by="Bob"), drawing(state, by="Bob"), EndTurn("Ann"), Settle()):
        assert refused(state, action) == "S18"
    assert RULES.now_legal(state) == "nothing more, the game is over"
    with pytest.raises(RulesError, match=r"^S18: the game is over"):
        RULES.open_round(state)


def test_s18_a_game_that_is_under_way_is_one_round():
    with pytest.raises(RulesError, match=r"^S18: the game is not over yet"):
        RULES.open_round(begun())


def test_s18_a_last_stone_across_the_cord_does_not_end_the_game():
    state = begun(hands={"Ann": 1})
    state, rulings = done(state, placing(state, (100, 200)))
    assert (state.match_over, said(rulings), held(state)["Ann"]) == (False, [("S7", ())], 1)


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (
            {"Bob": 3, "Cid": 2},
            "Ann has no stone left and wins; Bob has 3 and Cid 2 left, so Bob starts the next game.",
        ),
        (
            {"Bob": 1, "Cid": 4},
            "Ann has no stone left and wins; Bob has 1 and Cid 4 left, so Cid starts the next game.",
        ),
        (
            {"Bob": 2, "Cid": 2},
            "Ann has no stone left and wins; Bob has 2 and Cid 2 left, so the shortest of Bob and Cid starts the next"
            " game.",
        ),
    ],
)
def test_s20_who_has_none_left_wins_and_what_the_others_have_is_told(hands, words):
    state = begun(players=people("Ann", "Bob", "Cid"), hands={"Ann": 1, **hands})
    state, rulings = done(state, placing(state, (300, 300)))
    assert state.winner == "Ann"
    assert held(state) == {"Ann": 0, **hands}
    assert rulings[-1].why == words
    assert rulings[-1].player == "Ann"


def alone(*stones, **how):
    """Return a solo game."""
    return begun(*stones, players=people("Ann"), **how)


PAIRS = tuple(
    stone
    for k in range(4)
    for stone in ((f"Ann-{2 * k + 1}", 200, 130 + 60 * k, "up"), (f"Ann-{2 * k + 2}", 300, 130 + 60 * k, "down"))
)


def joining(k):
    """Return the move that makes the pair k join."""
    return {f"Ann-{2 * k + 2}": (200 + CLOSE, 130 + 60 * k)}


def test_s21_someone_alone_may_pick_up_twice_and_a_third_time_ends_the_game():
    state = alone(*PAIRS)
    assert RULES.open_round(RULES.start(state.board, state.players, layout=state.layout))[1][0].clause == "S21"
    state, rulings = done(state, hovering(state), moved=joining(0))
    assert rulings[-1].why == "that is pick-up 1 of the 2 that are allowed, so Ann plays on."
    assert rulings[-1].clause == "S21"
    assert (state.match_over, state.to_play) == (False, "Ann")
    state, _ = done(state, placing(state, (400, 200)))
    assert RULES.legal(state, placing(state, (400, 300))).clause == "S6"
    state = end(state)
    state, rulings = done(state, drawing(state), moved={"Ann-4": (520, 200)})  # an exit counts as well
    assert said(rulings) == [("S15", ("Ann-4",)), ("S21", ())]
    assert not state.match_over
    state, rulings = done(state, hovering(state), moved=joining(2))
    assert said(rulings) == [("S11", ("Ann-5", "Ann-6")), ("S21", ()), ("S23", ())]
    assert rulings[1].why == ("that is pick-up 3, and only 2 are allowed: the game is over once all has come to rest.")
    assert (state.match_over, state.winner, state.outcome) == (True, None, "draw")
    assert rulings[-1].why == "the game ends with 4 stones inside the cord and 10 in Ann's hand."
    assert refused(state, placing(state, (450, 350), by="Ann")) == "S21"


def test_s21_what_joins_while_the_table_settles_is_the_same_occasion():
    state = alone(*PAIRS, picked_up=1)
    state, _ = done(state, hovering(state), moved=joining(0), settle=False)
    state, rulings = done(state, Settle("Ann"), moved=joining(1))
    assert said(rulings) == [("S22", ("Ann-3", "Ann-4"))]
    assert (state.picked_up, state.match_over) == (2, False)


def test_s21_several_at_once_are_one_occasion():
    state = alone(*PAIRS, picked_up=1)
    state, rulings = done(state, hovering(state), moved={**joining(0), **joining(1), "Ann-5": (520, 200)})
    assert [ruling.clause for ruling in rulings] == ["S11", "S11", "S9", "S12", "S21"]
    assert (state.picked_up, state.match_over) == (2, False)


def test_s21_a_stone_across_the_cord_is_no_occasion():
    state = alone(picked_up=2)
    state, rulings = done(state, placing(state, (100, 100)))
    assert (said(rulings), state.match_over, state.picked_up, state.to_play) == ([("S7", ())], False, 2, "Ann")


def grid(count):
    """Return stones far from one another, Ann-1 and so on."""
    return [(f"Ann-{k + 1}", 150 + 50 * (k % 6), 150 + 50 * (k // 6)) for k in range(count)]


def test_s23_twenty_lie_and_the_twenty_first_makes_a_triple_the_third_time():
    state = alone(*grid(20), hands={"Ann": 4}, picked_up=2)
    action = placing(state, (400, 350), face="down")
    moved = {"Ann-19": (400 - CLOSE, 350), "Ann-20": (400 + CLOSE, 350)}
    state, rulings = done(state, action, moved=moved)
    assert said(rulings) == [("S8", ("Ann-19", "Ann-20", "Ann-21")), ("S21", ()), ("S23", ())]
    assert rulings[-1].why == "the game ends with 18 stones inside the cord and 6 in Ann's hand."
    assert len(state.layout.on_table) == 18
    assert held(state) == {"Ann": 6}
    assert state.match_over


def test_s23_all_twenty_four_are_a_total_victory():
    state = alone(*grid(23), hands={"Ann": 1}, picked_up=2)
    state, rulings = done(state, placing(state, (450, 350)))
    assert said(rulings) == [("S18", ()), ("S23", ())]
    assert rulings[-1].why == "all 24 stones lie inside the cord: a total victory for Ann."
    assert (state.winner, state.outcome) == ("Ann", "won")


def test_s23_a_last_stone_that_joins_the_third_time_is_no_victory():
    state = alone(("Ann-1", 200, 200), hands={"Ann": 1}, picked_up=2)
    state, rulings = done(state, placing(state, (200 + CLOSE, 200), face="down"))
    assert [ruling.clause for ruling in rulings] == ["S19", "S21", "S23"]
    assert (state.match_over, state.winner) == (True, None)
    assert rulings[-1].why == "the game ends with 0 stones inside the cord and 2 in Ann's hand."
