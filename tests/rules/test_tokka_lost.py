"""Clauses T3, T7, T8 and T20: stones that leave the board."""

from dataclasses import replace

import pytest
from tokka_table import BOARD, RULES, STONE, begun, cited, lay, play, play_round, points, push, score, settle, shot_of

from rules.tokka.course import direction, end_near
from sim.actions import Settle

OPEN = replace(BOARD, surface=replace(BOARD.surface, edge="open"))


def test_t3_a_table_edge_at_the_far_end_changes_no_result():
    results = []
    for board, how in ((BOARD, {"dropped": ["Black-1"]}), (OPEN, {"left": ["Black-1"]})):
        state, rulings = play(begun(board=board), (830, 100), **how)
        state, _ = play_round(state, {"White-1": (700, 50), "Black-2": (600, 100)})
        results.append((rulings, state.points, state.layout.statuses))
    assert results[0] == results[1]
    assert results[0][1] == {"Black": 0, "White": 3}


def test_t3_a_lost_stone_is_taken_off_when_all_rests():
    state, rulings = play(begun(board=OPEN), (830, 100), left=["Black-1"])
    assert state.layout.statuses == ("removed",)
    assert (state.unsettled, state.to_play, [r.clause for r in rulings]) == (False, "White", ["T7"])


def test_t3_a_stone_that_left_and_came_back_is_lost_as_it_would_be_at_a_table_edge():
    state, rulings = play(begun(board=OPEN), (780, 100), left=["Black-1"])
    assert (state.layout.statuses, rulings[0].clause) == (("removed",), "T3")
    assert points(state.layout) == (0, 0)


def test_t3_a_lifted_stone_is_lost():
    state = begun()
    action = push(state, "Black")
    start = state.layout.with_piece(action.piece, action.position)
    state, rulings = RULES.after(state, shot_of(action, start, start.with_statuses({"Black-1": "hand"})))
    assert (state.layout.statuses, [r.clause for r in rulings]) == (("removed",), ["T3"])


def test_t7_a_stone_off_the_far_end_is_lost_for_the_round_and_back_in_the_next():
    state, rulings = play(begun(), (801, 100), dropped=["Black-1"])
    assert [(r.clause, r.player, r.pieces) for r in rulings] == [("T7", "Black", ("Black-1",))]
    assert str(rulings[0]) == "T7: Black-1 went off over the far end and is lost for this round."
    state, _ = play_round(state)
    assert state.points == {"Black": 0, "White": 0}
    state, _ = RULES.open_round(state)
    assert len(state.layout) == 0
    state, _ = play_round(state)
    assert [piece.owner for piece in state.layout.pieces].count("Black") == 4


def test_t7_a_stone_is_told_to_be_lost_once():
    state, _ = play(begun(), (801, 100), dropped=["Black-1"])
    state, rulings = play(state, (300, 100))
    assert rulings == ()


@pytest.mark.parametrize(("x", "off"), [(799.9, False), (800, False), (800.1, True), (900, True)])
def test_t7_it_is_the_centre_that_counts(x, off):
    judged = score(lay(("Black-1", x, 100)))
    assert judged.removed == (("Black-1",) if off else ())
    assert bool(cited(judged.rulings, "T7")) is off
    assert judged.points["Black"] == (0 if off else 3)


@pytest.mark.parametrize("status", ["removed", "hand", "dead"])
def test_t7_a_stone_off_the_table_neither_counts_nor_blocks(status):
    layout = lay(("Black-1", 500, 100), ("White-1", 720, 100, status))
    judged = score(layout)
    assert judged.points == {"Black": 2, "White": 0}
    assert all("White-1" not in ruling.pieces for ruling in judged.rulings)


def test_t8_knocking_a_stone_on_is_legal_and_counts():
    state, _ = play(begun(), (500, 100))
    state, rulings = play(state, (470, 160), moved={"Black-1": (700, 100)})
    assert rulings == ()
    state, _ = play_round(state)
    assert state.points == {"Black": 3, "White": 0}


@pytest.mark.parametrize(("at", "where"), [((803, 100), "far end"), ((500, 203), "side")])
def test_t8_knocking_a_stone_off_is_legal_and_it_is_lost(at, where):
    state, _ = play(begun(), (700, 100))
    state, rulings = play(state, (680, 100), moved={"Black-1": at}, dropped=["Black-1"])
    assert [(r.clause, r.player, r.pieces) for r in rulings] == [("T8", "Black", ("Black-1",))]
    assert f"over the {where} by White-1" in rulings[0].why
    state, _ = play_round(state)
    assert state.points == {"Black": 0, "White": 3}


@pytest.mark.parametrize("at", [(400, -2), (400, 203), (60, 201), (-3, 100)])
def test_t20_a_stone_that_leaves_over_a_side_is_lost(at):
    state, rulings = play(begun(), at, dropped=["Black-1"])
    assert (state.layout.statuses, [r.clause for r in rulings]) == (("removed",), ["T20"])
    judged = score(lay(("Black-1", *at)))
    assert (judged.removed, judged.points["Black"]) == (("Black-1",), 0)
    assert [r.pieces for r in cited(judged.rulings, "T20")] == [("Black-1",)]


@pytest.mark.parametrize(
    ("at", "where"),
    [((0.83, 0.1), "far end"), ((0.83, 0.23), "far end"), ((0.5, 0.22), "side"), ((-0.03, 0.1), "near end")],
)
def test_t20_the_nearest_part_of_the_outline_tells_where_a_stone_went(at, where):
    assert end_near(BOARD, direction(BOARD), *at) == where


# -- stones with magnets, on boards of one's own

MAGNETIC = replace(OPEN, pieces={"puck": replace(STONE, moment=(0.0, 0.0, 0.3))})


def test_a_table_from_which_a_magnet_was_taken_settles_before_play_goes_on():
    state, rulings = play(begun(board=MAGNETIC), (830, 100))
    assert (state.unsettled, state.to_play, state.layout.statuses) == (True, "Black", ("removed",))
    assert [r.clause for r in rulings] == ["T7"]
    assert RULES.legal(state, push(state, "White")).clause == "T3"
    assert RULES.legal(state, Settle()) is None
    assert RULES.now_legal(state) == "to let the table settle"
    state, rulings = settle(state)
    assert (state.unsettled, state.to_play, rulings) == (False, "White", ())


def test_a_round_is_scored_only_when_the_table_has_settled():
    state = begun(board=MAGNETIC)
    for _ in range(7):
        state, _ = play(state, (60, 20))
    state, rulings = play(state, (830, 100))
    assert (state.unsettled, state.points, [r.clause for r in rulings]) == (True, None, ["T7"])
    state, rulings = settle(state)
    assert (state.round_over, state.points) == (True, {"Black": 0, "White": 0})
    assert cited(rulings, "T16")


def test_settling_without_need_changes_no_turn():
    state, _ = play(begun(), (300, 100))
    settled, rulings = settle(state)
    assert (settled.to_play, settled.flicked, rulings) == ("White", state.flicked, ())
