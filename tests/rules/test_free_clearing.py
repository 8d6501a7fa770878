"""Clauses F9 to F12: what is taken off once the table rests, or dead where it lies."""

from dataclasses import replace

import numpy as np
import pytest
from free_table import (
    ANCHOR,
    BOARD,
    RULES,
    cited,
    event,
    flick,
    lay,
    opened,
    points,
    rest,
    ruling,
    score,
    settle,
    table,
)

MAGNET = table(magnets=(ANCHOR,))


def statuses(state):
    return dict(zip(state.layout.ids, state.layout.statuses, strict=True))


# -- past the edge


def test_f9_a_piece_past_the_edge_is_taken_off_and_the_table_settles():
    state, rulings = rest(opened(), flick(opened(), "Ann"), (705, 150))
    assert cited(rulings, "F9") == [
        "F9: Ann-1 lies with its middle past the edge of the board and is taken off for the round."
    ]
    assert (statuses(state), state.unsettled) == ({"Ann-1": "removed"}, True)
    assert RULES.legal(state, flick(state, "Bob")).clause == "F12"
    state, rulings = settle(state)
    assert (state.unsettled, rulings, state.to_play) == (False, (), "Bob")


def test_f9_on_the_edge_is_on_the_board():
    state, rulings = rest(opened(), flick(opened(), "Ann"), (700, 150))
    assert (rulings, statuses(state)) == ((), {"Ann-1": "live"})


def test_f9_a_piece_that_came_back_over_the_edge_is_off_all_the_same():
    state, rulings = rest(opened(), flick(opened(), "Ann"), (500, 150), events=(event("left_board", "Ann-1"),))
    assert cited(rulings, "F9")[0].startswith("F9: Ann-1 passed the edge of the board with its middle and is taken off")
    assert statuses(state) == {"Ann-1": "removed"}


def test_f9_a_dead_piece_stays_where_it_fell_and_counts_nothing_even_drawn_back():
    state, rulings = rest(opened(off_board="dead", pieces="1"), flick(opened(), "Ann"), (705, 150))
    assert cited(rulings, "F9") == [
        "F9: Ann-1 lies with its middle past the edge of the board: it stays there, dead for the round."
    ]
    assert (statuses(state), state.unsettled) == ({"Ann-1": "dead"}, False)
    state, rulings = rest(state, flick(state, "Bob"), (350, 150), moved={"Ann-1": (500, 150)})
    assert state.points == {"Ann": 0, "Bob": 10}
    assert cited(rulings, "F9") == ["F9: Ann-1 is dead and counts nothing."]
    assert RULES.open_round(state)[0].layout.ids == ()


def test_f9_what_fell_off_is_gone_whatever_the_option_says():
    for how in ("remove", "dead"):
        state, rulings = rest(opened(off_board=how), flick(opened(), "Ann"), (705, 150), off=("Ann-1",))
        assert cited(rulings, "F9") == ["F9: Ann-1 fell off the board and is gone for the round."]
        assert (statuses(state), state.unsettled) == ({"Ann-1": "removed"}, False)
        state, rulings = rest(state, flick(state, "Bob"), (350, 150))
        assert rulings == ()


def test_f9_the_referee_sees_the_edge_in_positions_and_judges_no_dead_piece():
    layout = lay(("Ann-1", 705, 150), ("Ann-2", 350, 150, "up", "dead"), ("Bob-1", 350, 200))
    judged = score(layout)
    assert (judged.points, judged.removed) == ({"Ann": 0, "Bob": 10}, ("Ann-1",))
    judged = score(layout, off_board="dead")
    assert (judged.points, judged.removed) == ({"Ann": 0, "Bob": 10}, ())
    assert len(cited(judged.rulings, "F9")) == 2
    removed = lay(("Ann-1", 350, 150, "up", "removed"))
    assert (score(removed).rulings, score(removed).removed) == ((), ("Ann-1",))


def test_f9_a_piece_past_the_edge_at_the_start_is_dead():
    layout = lay(("Ann-1", 705, 150), ("Ann-2", 350, 150))
    state = opened(layout=layout, off_board="dead")
    assert statuses(state) == {"Ann-1": "dead", "Ann-2": "live"}
    assert RULES.next_piece(state, "Ann").id == "Ann-3"


# -- faces


@pytest.mark.parametrize(
    ("face", "flipped", "gives"),
    [
        ("up", "live", 10),
        ("down", "live", 10),
        ("edge", "live", 10),
        ("up", "remove", 10),
        ("down", "remove", 0),
        ("edge", "remove", 0),
    ],
)
def test_f10_a_piece_upside_down_counts_or_is_taken_off(face, flipped, gives):
    assert points(lay(("Ann-1", 350, 150, face)), flipped=flipped) == (gives, 0)


def test_f10_it_is_taken_off_after_the_shot():
    state, rulings = rest(opened(flipped="remove"), flick(opened(), "Ann"), (350, 150), turned={"Ann-1": "down"})
    assert cited(rulings, "F10") == ["F10: Ann-1 rests upside down and is taken off."]
    assert statuses(state) == {"Ann-1": "removed"}
    state, _ = settle(state)
    _, rulings = rest(state, flick(state, "Bob"), (350, 150), turned={"Bob-1": "edge"})
    assert cited(rulings, "F10") == ["F10: Bob-1 stands on its edge and is taken off."]


def test_f10_a_piece_on_its_edge_shows_its_side():
    # 25 mm wide and 8 mm high: on its edge it reaches 4 mm from its middle in place of 12.5
    shift = np.array([0.0, 0.156])
    low = table(zones=[replace(BOARD.zones[0], polygon=BOARD.zones[0].polygon + shift)])
    assert points(lay(("Ann-1", 250, 150, "up")), low, cover="any") == (5, 0)
    assert points(lay(("Ann-1", 250, 150, "edge")), low, cover="any") == (0, 0)
    assert points(lay(("Ann-1", 250, 152.5, "edge")), low, cover="any") == (5, 0)


# -- fixed magnets


def test_f11_a_piece_that_sticks_to_a_magnet_is_taken_off_or_stays():
    held = lay(("Ann-1", 350, 150))
    assert ruling(held, "F11", MAGNET) == "F11: Ann-1 sticks to the magnet anchor and is taken off."
    assert points(held, MAGNET) == (0, 0)
    assert points(held, MAGNET, magnet="live") == (10, 0)
    # upside down it is repelled, and beside the footprint it is only near
    assert points(lay(("Ann-1", 350, 150, "down")), MAGNET) == (10, 0)
    assert points(lay(("Ann-1", 350, 172.5)), MAGNET) == (10, 0)


def test_f11_a_lifted_piece_is_gone():
    state, rulings = rest(
        opened(MAGNET, magnet="live"),
        flick(opened(), "Ann"),
        (350, 150),
        off=("Ann-1",),
        events=(event("lifted", "Ann-1", other="anchor"),),
    )
    assert cited(rulings, "F11") == ["F11: Ann-1 was lifted by the magnet anchor and is gone for the round."]
    assert (statuses(state), state.unsettled) == ({"Ann-1": "removed"}, False)


# -- together, and again


def test_f12_all_that_has_to_go_goes_together_by_every_clause():
    layout = lay(("Ann-1", 350, 150), ("Bob-1", 375, 150, "down"))
    judged = score(layout, MAGNET, flipped="remove", cluster="remove")
    assert [(one.clause, one.pieces) for one in judged.rulings] == [
        ("F11", ("Ann-1",)),
        ("F16", ("Ann-1",)),
        ("F10", ("Bob-1",)),
        ("F16", ("Bob-1",)),
    ]
    assert judged.removed == ("Ann-1", "Bob-1")


def test_f12_the_table_settles_until_nothing_has_to_go():
    state = opened(cluster="remove")
    state, _ = rest(state, flick(state, "Ann"), (350, 150))
    state, _ = rest(state, flick(state, "Bob"), (500, 100))
    state, rulings = rest(state, flick(state, "Ann", face="down"), (500, 125))
    assert cited(rulings, "F16") == [
        "F16: Ann-2 sticks together with Bob-1 and is taken off.",
        "F16: Bob-1 sticks together with Ann-2 and is taken off.",
    ]
    # what settles may have to go, too
    state, rulings = settle(state, moved={"Ann-1": (705, 150)})
    assert cited(rulings, "F9") and state.unsettled
    state, rulings = settle(state)
    assert (rulings, state.unsettled, state.to_play) == ((), False, "Bob")


def test_f12_the_round_is_scored_once_the_table_has_settled():
    state = opened(pieces="1")
    state, _ = rest(state, flick(state, "Ann"), (350, 150))
    state, _ = rest(state, flick(state, "Bob"), (705, 150))
    assert (state.round_over, state.points) == (False, None)
    assert RULES.now_legal(state) == "to let the table settle"
    state, _ = settle(state, moved={"Ann-1": (500, 150)})
    assert (state.round_over, state.points) == (True, {"Ann": 20, "Bob": 0})
