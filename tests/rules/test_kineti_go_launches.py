"""Clause G2: what may be launched from where, and what is no launch."""

from dataclasses import replace

import pytest
from kineti_go_table import (
    PLAYERS,
    RULES,
    SHIPPED,
    YOKE,
    ZONES,
    launch,
    lay,
    opened,
    play,
    score,
    spots,
    table,
    wall,
)

from rules.ruleset import EndTurn
from rules.ruling import RulesError
from sim.actions import Flick, Place, Remove, Settle


def test_g2_a_flick_by_hand_is_rejected():
    state = opened()
    piece = RULES.next_piece(state, "Gold")
    ruling = RULES.legal(state, Flick(piece, (0.08, 0.15), 1.0, 0.0, by="Gold"))
    assert ruling.clause == "G2"
    assert ruling.legal == "a launch by Gold with the yoke's mouth in the shooting area"


def test_g2_nothing_but_a_launch_is_a_turn():
    state = opened()
    piece = RULES.next_piece(state, "Gold")
    others = [Place(piece, (0.08, 0.15), by="Gold"), Remove("Gold-1", "Gold"), Settle("Gold"), EndTurn("Gold")]
    assert [RULES.legal(state, action).clause for action in others] == ["G2"] * 4


def test_g2_one_launch_ends_the_turn():
    state, _ = play(opened(), "Gold", (350, 75))
    assert (state.to_play, state.flicked) == ("Black", {"Gold": 1, "Black": 0})
    assert RULES.void(state, launch(state, "Black")) is None


@pytest.mark.parametrize(
    ("yoke", "legal"),
    [((100, 100), True), ((150, 100), True), ((151, 100), False), ((300, 100), False), ((100, -5), False)],
)
def test_g2_the_mouth_of_the_yoke_stands_in_the_shooting_area(yoke, legal):
    state = opened()
    ruling = RULES.legal(state, launch(state, "Gold", yoke=yoke))
    assert (ruling is None) is legal
    assert legal or "the yoke's mouth in the shooting area" in ruling.legal


@pytest.mark.parametrize(("draw", "legal"), [(0, True), (47.5, True), (47.6, False), (-0.1, False), (1e9, False)])
def test_g2_a_puck_is_drawn_in_no_farther_than_the_slot_goes(draw, legal):
    state = opened()
    ruling = RULES.legal(state, launch(state, "Gold", draw=draw))
    assert (ruling is None) is legal
    assert legal or ruling.legal == "a launch of a puck drawn in by 0 to 47.5 mm"


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
@pytest.mark.parametrize("key", ["heading", "draw", "angle", "yoke"])
def test_g2_numbers_are_finite(key, number):
    state = opened()
    value = (number, 0.1) if key == "yoke" else number
    assert RULES.legal(state, replace(launch(state, "Gold"), **{key: value})).clause == "G2"


def test_g2_any_heading_is_legal_and_a_face_that_lies_flat():
    state = opened()
    for heading in (-7.0, 3.1, 100.0):
        assert RULES.legal(state, launch(state, "Gold", heading=heading)) is None
    assert RULES.legal(state, launch(state, "Gold", face="down")) is None
    assert RULES.legal(state, launch(state, "Gold", face="edge")).clause == "G2"


@pytest.mark.parametrize(("y", "legal"), [(100, False), (125.1, False), (127.4, False), (127.5, True)])
def test_g2_a_puck_under_the_yoke_is_in_its_way(y, legal):
    # the slot's side reaches to 115 mm
    state = opened(layout=lay(("Black-9", 75, y)))
    ruling = RULES.legal(state, launch(state, "Gold", yoke=(90, 100)))
    assert (ruling is None) is legal
    assert legal or ruling.pieces == ("Gold-1", "Black-9")


@pytest.mark.parametrize(
    ("at", "legal"), [((40, 140), False), ((40, 161), False), ((40, 166), True), ((95, 100), False)]
)
def test_g2_so_is_one_under_its_magnets_or_within_its_slot(at, legal):
    state = opened(layout=lay(("Black-9", *at)))
    assert (RULES.legal(state, launch(state, "Gold", yoke=(90, 100))) is None) is legal


def test_g2_a_puck_that_was_taken_off_is_not_in_the_way():
    state = opened(layout=lay(("Black-9", 60, 100, "up", "removed")))
    assert RULES.legal(state, launch(state, "Gold", yoke=(90, 100))) is None


def test_g2_the_yoke_is_turned_with_its_heading():
    # with its mouth at (90, 100) and pointing along y, the yoke lies below its mouth
    state = opened(layout=lay(("Black-9", 60, 100), ("Black-8", 90, 140)))
    assert RULES.legal(state, launch(state, "Gold", yoke=(90, 100), heading=1.5707963)) is None
    state = opened(layout=lay(("Black-9", 90, 50)))
    assert RULES.legal(state, launch(state, "Gold", yoke=(90, 100), heading=1.5707963)).clause == "G2"


def test_g2_the_puck_is_not_drawn_over_the_edge_or_into_a_wall():
    over = launch(opened(), "Gold", yoke=(20, 100))
    assert (
        RULES.legal(opened(), over).why
        == "Gold's puck would be drawn back to (-10, 100) mm, over the edge of the board."
    )
    assert RULES.legal(opened(table(edge="open")), over) is None
    walled = opened(table(walls=(wall("end", (5, 0), (5, 300)),)))
    assert "into the wall end" in RULES.legal(walled, launch(walled, "Gold", yoke=(52, 100))).why
    assert RULES.legal(walled, launch(walled, "Gold", yoke=(52.5, 100))) is None


@pytest.mark.parametrize(
    "board",
    [
        table(yoke=None),
        table(zones=[zone for zone in ZONES if zone.kind != "launch"]),
        table(yoke=replace(YOKE, width=0.0249)),
    ],
)
def test_g2_a_board_without_a_yoke_for_its_pucks_can_be_scored_but_not_played(board):
    assert score(spots(_3a="G"), board).points == {"Gold": 3, "Black": 0}
    with pytest.raises(RulesError, match=r"^G2: "):
        RULES.start(board, PLAYERS)


def test_g2_the_shipped_yoke_keeps_its_magnets_clear_of_pucks():
    state = opened(SHIPPED, layout=lay(("Black-9", 73, 128)))
    assert RULES.legal(state, launch(state, "Gold", yoke=(130, 80))).pieces == ("Gold-1", "Black-9")
