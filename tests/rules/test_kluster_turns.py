"""Clauses S5 to S7, S13, S14 and S17: what may be done in a turn, and what it takes to end it."""

from dataclasses import replace

import numpy as np
import pytest
from kluster_table import BOARD, CORD, RULES, begun, done, drawing, end, held, hovering, people, placing, refused, said

from rules.ruleset import EndTurn
from sim.actions import Flick, Launch, Release, Remove, Settle
from sim.pieces import Piece


def test_s5_nobody_acts_out_of_turn():
    state = begun()
    assert refused(state, placing(state, (200, 200), by="Bob")) == "S5"
    assert refused(state, drawing(state, by="Bob")) == "S5"
    assert refused(state, hovering(state, by="Bob")) == "S5"
    assert refused(state, EndTurn("Bob")) == "S5"
    assert refused(state, placing(state, (200, 200), by="Cid")) == "S5"
    assert RULES.legal(state, EndTurn("Bob")).why == (
        "it is Ann's turn, not Bob's, and Ann has not laid a stone in it yet."
    )


def test_s5_nobody_acts_before_the_game_is_opened():
    state = RULES.start(BOARD, people("Ann"), layout=begun().layout)
    assert refused(state, Settle()) == "S5"


def test_s6_a_turn_without_a_stone_is_none():
    state = begun()
    assert refused(state, EndTurn("Ann")) == "S6"
    state, _ = done(state, hovering(state))
    state, _ = done(state, drawing(state))
    assert refused(state, EndTurn("Ann")) == "S6"


def test_s6_two_stones_are_one_too_many():
    state = begun()
    state, _ = done(state, placing(state, (200, 200)))
    assert refused(state, placing(state, (300, 300))) == "S6"
    assert RULES.now_legal(state) == "to end Ann's turn, or to move the cord or the stone in Ann's hand first"
    state = end(state)
    assert held(state) == {"Ann": 5, "Bob": 6}
    assert state.to_play == "Bob"


@pytest.mark.parametrize("kind", ["flick", "launch"])
def test_s6_a_stone_is_laid_and_not_flicked(kind):
    state = begun()
    piece = RULES.next_piece(state, "Ann")
    action = Flick(piece, (0.2, 0.2), 1.0, 0.0, by="Ann")
    if kind == "launch":
        action = Launch(piece, (0.2, 0.2), 0.0, 0.02, by="Ann")
    assert refused(state, action) == "S6"


def test_s6_only_a_stone_in_hand_is_laid():
    state = begun(("Ann-1", 200, 200))
    assert refused(state, placing(state, (300, 300), size="L")) == "S1"
    assert RULES.legal(state, placing(state, (300, 300), size="L")).why == (
        "Ann has no stone of size L in hand, but 6 S."
    )
    action = placing(state, (300, 300))
    assert action.piece.id == "Ann-2"
    assert refused(state, replace(action, piece=replace(action.piece, id="Ann-1"))) == "S1"
    assert refused(state, replace(action, piece=replace(action.piece, owner="Bob"))) == "S1"
    assert refused(state, replace(action, piece=Piece("Ann-2", BOARD.pieces["M"], "Ann"))) == "S1"


@pytest.mark.parametrize("at", [(100, 250), (50, 250), (108.9, 250), (300, 392.6), (600, 600)])
def test_s7_a_stone_across_the_cord_or_outside_it_is_not_laid(at):
    state = begun(("Bob-1", 300, 250))
    state, rulings = done(state, placing(state, at))
    assert said(rulings) == [("S7", ())]
    assert "it goes back to the hand, and the turn is over." in rulings[0].why
    assert held(state) == {"Ann": 6, "Bob": 6}
    assert state.to_play == "Bob"
    assert state.layout.ids == ("Bob-1",)
    assert RULES.next_piece(state, "Ann").id == "Ann-1"


@pytest.mark.parametrize(("at", "angle"), [((109, 250), 0.0), ((107.5, 250), 90.0), ((300, 392.5), 0.0)])
def test_s7_touching_the_cord_from_within_is_fine(at, angle):
    state = begun()
    state, rulings = done(state, placing(state, at, angle=angle))
    assert (rulings, held(state), state.to_play) == ((), {"Ann": 5, "Bob": 6}, "Ann")


def test_s7_an_ellipse_counts_as_it_is_turned():
    # 8 mm from the cord: inside with its short side to it (7.5 mm), across it with its long one (9 mm)
    state = begun()
    assert RULES.void(state, placing(state, (108, 250), angle=90.0)) is None
    assert RULES.void(state, placing(state, (108, 250), angle=0.0)) is not None
    # at 45 degrees it reaches sqrt((9² + 7.5²)/2) = 8.284 mm
    assert RULES.void(state, placing(state, (108.29, 250), angle=45.0)) is None
    assert RULES.void(state, placing(state, (108.27, 250), angle=45.0)) is not None


@pytest.mark.parametrize("rests_at", [(95, 250), (104, 250), (120, 250)])
def test_s7_as_an_option_a_stone_across_the_cord_is_let_go_and_picked_up(rests_at):
    # even where the cord has pushed it in
    state = begun(options={"outside_placement": "pick_up"})
    action = placing(state, (104, 250))
    state, rulings = done(state, action, moved={"Ann-1": rests_at}, settle=False)
    assert said(rulings) == [("S7", ("Ann-1",))]
    assert rulings[0].why == (
        "Ann-1 was not laid wholly inside the cord, so Ann picks it up: 5 + 1 = 6 in hand, and the turn is over."
    )
    assert held(state) == {"Ann": 6, "Bob": 6}
    assert state.to_play == "Bob"
    assert state.layout.statuses == ("hand",)
    assert RULES.next_piece(state, "Ann").id == "Ann-2"


def test_s7_as_an_option_what_joins_it_is_picked_up_as_well():
    state = begun(("Bob-1", 120, 250), options={"outside_placement": "pick_up"})
    state, rulings = done(state, placing(state, (100, 250), face="down"), moved={"Bob-1": (118.2, 250)})
    assert held(state) == {"Ann": 7, "Bob": 6}
    assert said(rulings) == [("S8", ("Ann-1", "Bob-1"))]


def test_s7_a_stone_is_laid_flat_and_somewhere():
    state = begun()
    action = placing(state, (300, 300))
    assert refused(state, replace(action, face="edge")) == "S7"
    assert refused(state, replace(action, position=(np.nan, 0.3))) == "S7"
    assert refused(state, replace(action, angle=np.inf)) == "S7"


def test_s13_a_stone_that_lies_is_not_touched():
    state = begun(("Bob-1", 200, 200))
    assert refused(state, Remove("Bob-1", "Ann")) == "S13"
    assert RULES.legal(state, Remove("Bob-1", "Ann")).why == "Bob-1 lies, and may not be touched."
    assert RULES.legal(state, Remove("Bob-9", "Ann")).why.startswith("no Bob-9 lies there")
    assert refused(state, Release({"Bob-1": (0.1, 0.0)}, by="Ann")) == "S13"
    assert refused(state, placing(state, (210, 200))) == "S13"
    assert RULES.legal(state, placing(state, (218, 200))) is None
    assert RULES.legal(state, placing(state, (217.9, 200))).pieces == ("Ann-1", "Bob-1")


def test_s13_the_stone_in_the_hand_passes_above_those_that_lie():
    state = begun(("Bob-1", 200, 200, "up", "L"))
    # an L is 10 mm high, and the stone S in the hand reaches 4 mm below its middle
    assert refused(state, hovering(state, height=14.0)) == "S13"
    assert RULES.legal(state, hovering(state, height=14.0)).legal == (
        "to carry it with its middle more than 14 mm above the table"
    )
    assert RULES.legal(state, hovering(state, height=14.1)) is None
    assert refused(begun(), hovering(begun(), height=4.0)) == "S16"
    assert RULES.legal(begun(), hovering(begun(), height=4.1)) is None


@pytest.mark.parametrize("wrong", [{"path": ()}, {"path": ((np.nan, 0.0),)}, {"speed": 0.0}, {"speed": np.inf}])
def test_s14_a_move_takes_a_path_and_a_speed(wrong):
    state = begun()
    assert refused(state, replace(drawing(state), **wrong)) == "S14"
    assert refused(state, replace(hovering(state), **wrong)) == "S16"


def test_s14_the_cord_may_be_moved_before_a_stone_is_laid():
    state = begun()
    cord = CORD * [[1.02, 1.0]]
    state, rulings = done(state, drawing(state), cord=cord)
    assert (rulings, state.to_play, state.laid) == ((), "Ann", False)
    assert np.array_equal(state.layout.cord, cord)
    # what is inside now follows the cord: x = 510 mm is its right side
    state, rulings = done(state, placing(state, (500, 250)))
    assert rulings == ()


TEETH = [[x + dx, y] for x in range(0, 10, 2) for dx, y in ((0, 0), (0, 20), (1, 20), (1, 0))] + [[10, -50], [0, -50]]
"""A comb of 1 mm: nodes 4 mm apart can't follow it."""

STRANDS = [[21, -25], [70, 21], [90, -25], [141, -9], [181, -3.5], [239, 28.6], [289, 78]]
STRANDS += [[289, -22], [239, 28], [181, -4.2], [141, -9.3], [90, -26], [70, 20.5], [21, -26]]
"""A zigzag of two strands less than 1 mm apart: nodes at even distances cut its corners, and the strands cross."""


@pytest.mark.parametrize("corners", [TEETH, STRANDS])
def test_s14_a_cord_that_no_hand_could_draw_is_refused(corners):
    state = begun(cord=np.array(corners) / 1e3)
    assert refused(state, drawing(state)) == "S14"
    assert RULES.legal(state, drawing(state)).why.startswith("this cord can't be drawn along: ")


def test_s17_the_cord_may_also_be_moved_after_a_stone_was_laid():
    state = begun(("Bob-1", 300, 200, "down"))
    state, _ = done(state, placing(state, (200, 200)))
    assert RULES.legal(state, drawing(state)) is None
    assert RULES.legal(state, hovering(state)) is None
    assert refused(end(state), drawing(state, by="Ann")) == "S5"
    state, rulings = done(state, drawing(state), moved={"Bob-1": (218.2, 200)})
    assert said(rulings) == [("S15", ("Ann-1", "Bob-1"))]
    assert held(state) == {"Ann": 7, "Bob": 6}
    assert state.to_play == "Bob"


def test_a_turn_that_the_rules_have_ended_may_be_ended_in_words_as_well():
    state = begun()
    state, _ = done(state, placing(state, (100, 250)))
    assert state.to_play == "Bob"
    state = end(state, "Ann")
    assert state.to_play == "Bob"
    assert refused(state, EndTurn("Ann")) == "S5"  # once
    assert refused(state, EndTurn("Bob")) == "S6"
    state, _ = done(begun(), placing(begun(), (100, 250)))
    state, _ = done(state, placing(state, (200, 200)))
    assert refused(state, EndTurn("Ann")) == "S5"  # Bob has acted


def test_someone_alone_does_not_get_out_of_laying_a_stone_by_it():
    state = begun(players=people("Ann"))
    state, _ = done(state, placing(state, (100, 250)))
    state = end(state)
    assert refused(state, EndTurn("Ann")) == "S6"
