"""Clauses G13 to G17: pucks that have to be taken off, and a table that settles without them."""

from dataclasses import replace

import pytest
from kineti_go_table import (
    BOARD,
    LYING,
    PUCK,
    RULES,
    SHIPPED,
    cited,
    event,
    launch,
    lay,
    opened,
    play,
    play_round,
    points,
    said,
    score,
    settled,
    table,
)

from sim.actions import Settle
from sim.board import FixedMagnet
from sim.shot import still

PULLING = table(magnets=(FixedMagnet("m", (0.30, 0.075, 0.004), (0.0, 0.0, -0.225), 0.005),))


def clauses(layout, board=BOARD):
    """Return the clauses by which pucks have to go, by puck."""
    found = {}
    for ruling in score(layout, board).rulings:
        if ruling.clause in ("G13", "G14", "G15", "G16"):
            found.setdefault(ruling.pieces, []).append(ruling.clause)
    return {pieces[0]: names for pieces, names in found.items()}


# -- off the playfield


@pytest.mark.parametrize(
    ("at", "out"),
    [((641, 75), True), ((640, 75), False), ((639, 75), False), ((350, -1), True), ((350, 301), True), ((-1, 9), True)],
)
@pytest.mark.parametrize("edge", ["drop", "open"])
def test_g13_a_puck_is_out_once_its_centre_passes_the_edge(at, out, edge):
    layout = lay(("Gold-1", *at))
    judged = score(layout, table(edge=edge))
    assert [r.clause for r in judged.rulings if r.clause == "G13"] == ["G13"] * out
    assert judged.removed == ("Gold-1",) * out


def test_g13_a_puck_that_hangs_over_the_edge_still_counts():
    assert points(lay(("Gold-1", 350, 0))) == (0, 0)  # half of it is in no zone
    assert points(lay(("Gold-1", 350, 1))) == (3, 0)


def test_g13_a_puck_that_fell_is_out_for_the_round_and_back_in_the_next():
    state, rulings = play(opened(), "Gold", (645, 75), off=["Gold-1"], events=[event("left_board", "Gold-1")])
    assert said(rulings) == [("G13", ("Gold-1",), 0)]
    assert (state.layout.statuses, state.unsettled, state.to_play) == (("removed",), False, "Black")
    state, _ = play_round(state)
    assert state.points == {"Gold": 0, "Black": 0}
    state, _ = RULES.open_round(state)
    assert [RULES.next_piece(state, side).id for side in ("Gold", "Black")] == ["Gold-1", "Black-1"]
    assert len(state.layout) == 0


def test_g13_on_an_open_table_what_lies_beyond_is_taken_off():
    state, rulings = play(opened(table(edge="open")), "Gold", (660, 75), settle=False)
    assert said(rulings) == [("G13", ("Gold-1",), 0)]
    assert (state.layout.statuses, state.unsettled) == (("removed",), True)


def test_g13_a_puck_that_passed_the_edge_and_came_back_is_out():
    state, rulings = play(opened(table(edge="open")), "Gold", (350, 75), events=[event("left_board", "Gold-1")])
    assert said(rulings) == [("G13", ("Gold-1",), 0)]
    assert state.layout.statuses == ("removed",)


# -- upside down, or on edge


@pytest.mark.parametrize("face", ["down", "edge"])
def test_g14_a_puck_upside_down_or_on_edge_is_taken_off(face):
    judged = score(lay(("Gold-1", 350, 75, face), ("Black-1", 450, 75)))
    assert judged.points == {"Gold": 0, "Black": 2}
    assert judged.removed == ("Gold-1",)
    assert said(judged.rulings)[1] == ("G14", ("Gold-1",), 0)


def test_g14_one_that_is_taken_off_makes_no_majority():
    assert points(lay(("Gold-1", 320, 40), ("Gold-2", 380, 40, "down"), ("Black-1", 350, 110))) == (0, 0)


def test_g14_a_puck_launched_upside_down_goes_when_it_rests():
    state, rulings = play(opened(), "Gold", (350, 75), face="down")
    assert said(rulings) == [("G14", ("Gold-1",), 0)]
    assert rulings[0].why == "Gold-1 lies upside down and is taken off."
    assert state.layout.statuses == ("removed",)


def test_g14_a_puck_that_turned_over_twice_lies_as_it_should():
    twice = [event("flipped", "Gold-1"), event("flipped", "Gold-1")]
    state, rulings = play(opened(), "Gold", (350, 75), events=twice)
    assert (rulings, state.layout.statuses) == ((), ("live",))


# -- stuck to a magnet


def test_g15_a_puck_that_sticks_to_a_magnet_of_the_board_is_taken_off():
    layout = lay(("Gold-1", 315, 75), ("Black-1", 380, 75))
    judged = score(layout, PULLING)
    assert judged.points == {"Gold": 0, "Black": 3}  # the zone scores for the rest
    assert said(judged.rulings)[1] == ("G15", ("Gold-1",), 0)
    assert judged.removed == ("Gold-1",)
    assert points(layout) == (0, 0)  # without the magnet both are in the 3


@pytest.mark.parametrize("x", [283, 317])
def test_g15_only_over_its_footprint(x):
    assert clauses(lay(("Gold-1", x, 75)), PULLING) == {"Gold-1": ["G15"]}
    assert clauses(lay(("Gold-1", x + (1 if x > 300 else -1), 75)), PULLING) == {}


def test_g15_a_magnet_that_repels_holds_nothing():
    repels = replace(PULLING, magnets=(replace(PULLING.magnets[0], moment=(0.0, 0.0, 0.225)),))
    assert clauses(lay(("Gold-1", 315, 75)), repels) == {}


@pytest.mark.parametrize("at", [(587.5, 152.5), (330, 22.5), (330, 282.5), (575.1, 38.6), (575.1, 266.4)])
def test_g15_the_magnets_of_the_board_hold_a_puck_upside_down_and_no_other(at):
    assert clauses(lay(("Gold-1", *at)), SHIPPED) == {}
    assert clauses(lay(("Gold-1", *at, "down")), SHIPPED) == {"Gold-1": ["G14", "G15"]}


def test_g15_a_puck_that_a_magnet_lifted_is_out():
    lifted = [event("lifted", "Gold-1", other="m")]
    state, rulings = play(opened(PULLING), "Gold", (300, 75), off=["Gold-1"], events=lifted)
    assert said(rulings) == [("G15", ("Gold-1",), 0)]
    assert (state.layout.statuses, state.unsettled) == (("removed",), False)


def test_g15_what_sticks_to_one_magnet_does_not_stick_to_each_other_by_that():
    assert clauses(lay(("Gold-1", 300, 59), ("Gold-2", 300, 91)), PULLING) == {"Gold-1": ["G15"], "Gold-2": ["G15"]}


# -- stuck to each other


def test_g16_two_that_stick_are_both_taken_off_whoever_owns_them():
    layout = lay(("Gold-1", 320, 40), ("Black-1", 345, 40), kind=LYING)
    layout = layout.with_piece(lay(("Black-2", 0, 0)).pieces[0], (0.350, 0.110))
    judged = score(layout)
    assert judged.points == {"Gold": 0, "Black": 3}
    assert judged.removed == ("Black-1", "Gold-1")
    assert judged.clusters == (("Black-1", "Gold-1"),)
    assert [r.why for r in cited(judged.rulings, "G16")] == [
        "Black-1 sticks to Gold-1 and is taken off.",
        "Gold-1 sticks to Black-1 and is taken off.",
    ]


def test_g16_of_three_in_a_chain_all_three_go():
    layout = lay(("Gold-1", 320, 40), ("Black-1", 345, 40), ("Gold-2", 370, 40), kind=LYING)
    assert clauses(layout) == {"Black-1": ["G16"], "Gold-1": ["G16"], "Gold-2": ["G16"]}
    judged = score(layout)
    assert cited(judged.rulings, "G16")[0].why == "Black-1 sticks to Gold-1 and Gold-2 and is taken off."


@pytest.mark.parametrize(("gap", "stick"), [(0.0, True), (0.49, True), (0.51, False)])
def test_g16_sticking_ends_at_half_a_millimetre(gap, stick):
    layout = lay(("Gold-1", 320, 40), ("Gold-2", 345 + gap, 40), kind=LYING)
    assert bool(clauses(layout)) is stick
    assert points(layout) == ((0, 0) if stick else (3, 0))


def test_g16_pucks_that_touch_and_repel_stay():
    assert points(lay(("Gold-1", 320, 40), ("Gold-2", 345, 40))) == (3, 0)


def test_g16_a_touch_in_passing_is_nothing():
    state, _ = play(opened(), "Gold", (350, 75))
    state, rulings = play(state, "Black", (450, 75), events=[event("contact", "Black-1", "Gold-1")])
    assert (rulings, state.layout.statuses) == ((), ("live", "live"))


# -- earlier ones, all at once, and the table settles


def test_g17_a_puck_shot_earlier_goes_too():
    state, _ = play(opened(), "Gold", (350, 75))
    state, rulings = play(state, "Black", (450, 75), turned={"Gold-1": "down"}, events=[event("flipped", "Gold-1")])
    assert said(rulings) == [("G14", ("Gold-1",), 0)]
    assert rulings[0].why == "Gold-1 lies upside down and is taken off (G17: though it was shot earlier)."
    assert state.layout.statuses == ("removed", "live")
    assert state.to_play == "Gold"


def test_g17_all_are_judged_on_one_layout_each_by_every_clause_that_applies():
    # one upside down takes along the one that sticks to it, though it goes itself
    layout = lay(("Gold-1", 320, 40, "down"), ("Black-1", 345, 40), ("Black-2", 380, 110))
    judged = score(layout)
    assert said(judged.rulings) == [
        ("G16", ("Black-1",), 0),
        ("G6", ("Black-2",), 3),
        ("G14", ("Gold-1",), 0),
        ("G16", ("Gold-1",), 0),
    ]
    assert judged.removed == ("Black-1", "Gold-1")


def test_g17_all_four_clauses_on_one_puck():
    edge = replace(PULLING, magnets=(replace(PULLING.magnets[0], position=(0.30, 0.3, 0.004), moment=(0.0, 0.0, 0.2)),))
    layout = lay(("Gold-1", 300, 301, "down"), ("Black-1", 325, 301))
    assert clauses(layout, edge) == {"Gold-1": ["G13", "G14", "G15", "G16"], "Black-1": ["G13", "G16"]}


def test_g17_a_puck_on_edge_is_judged_alone():
    assert clauses(lay(("Gold-1", 320, 40, "edge"), ("Black-1", 340, 40, "down"))) == {
        "Gold-1": ["G14"],
        "Black-1": ["G14"],
    }


def test_g17_the_table_settles_before_anybody_plays():
    state, _ = play(opened(), "Gold", (350, 75), face="down", settle=False)
    assert state.unsettled
    assert RULES.now_legal(state) == "to let the table settle"
    assert RULES.legal(state, launch(state, "Black")).clause == "G17"
    assert RULES.legal(state, Settle("Gold")) is None
    state, rulings = settled(state)
    assert (state.unsettled, rulings, state.to_play) == (False, (), "Black")
    assert RULES.legal(state, launch(state, "Black")) is None
    assert RULES.legal(state, Settle("Gold")).clause == "G2"


def test_g17_what_goes_wrong_while_the_table_settles_is_judged_again():
    state, _ = play(opened(), "Gold", (350, 75))
    state, _ = play(state, "Black", (450, 75), face="down", settle=False)
    state, rulings = settled(state, moved={"Gold-1": (360, 75)}, turned={"Gold-1": "edge"})
    assert said(rulings) == [("G14", ("Gold-1",), 0)]
    assert state.unsettled
    state, rulings = settled(state)
    assert (state.unsettled, rulings, state.layout.statuses) == (False, (), ("removed", "removed"))
    assert state.flicked == {"Gold": 1, "Black": 1}


def test_g17_holds_before_the_round_is_scored():
    state = opened()
    for k, side in enumerate(["Gold", "Black"] * 2 + ["Gold"]):
        state, _ = play(state, side, (200, 30 + 45 * k))
    state, rulings = play(state, "Black", (350, 75), face="down", settle=False)
    assert (state.to_play, state.round_over, state.points) == (None, False, None)
    assert [r.clause for r in rulings] == ["G14"]
    state, rulings = settled(state, moved={"Gold-3": (350, 225)})
    assert (state.round_over, state.points) == (True, {"Gold": 3, "Black": 0})
    assert ("G6", ("Gold-3",), 3) in said(rulings)


def test_g17_what_is_gone_already_needs_no_settling_and_is_told_once():
    state, _ = play(opened(), "Gold", (350, 75))
    knocked = [event("left_board", "Gold-1")]
    state, rulings = play(state, "Black", (350, 75), moved={"Gold-1": (660, 75)}, off=["Gold-1"], events=knocked)
    assert said(rulings) == [("G13", ("Gold-1",), 0)]
    assert not state.unsettled
    state, rulings = play(state, "Gold", (450, 75))
    assert rulings == ()


def test_g17_a_table_that_settles_counts_as_no_launch_whatever_it_is_called():
    state = opened()
    action = launch(state, "Gold", face="down")
    start = state.layout.with_piece(action.piece, action.start, 0.0, "down")
    state, _ = RULES.after(state, still(start, action))
    assert state.unsettled
    state, _ = RULES.after(state, still(state.layout, action))
    assert (state.flicked["Gold"], state.unsettled, state.to_play) == (1, False, "Black")


def test_what_was_taken_off_stays_off_whatever_a_shot_says():
    state, _ = play(opened(), "Gold", (350, 75), face="down")
    action = launch(state, "Black")
    back = state.layout.with_piece(action.piece, (0.45, 0.075)).with_statuses({"Gold-1": "live"})
    state, rulings = RULES.after(state, still(back, action))
    assert (state.layout.statuses, rulings) == (("removed", "live"), ())


def test_pucks_on_the_table_from_the_start_are_judged_after_the_first_shot():
    state = opened(layout=lay(("Black-9", 350, 75, "down")))
    state, rulings = play(state, "Gold", (450, 75))
    assert said(rulings) == [("G14", ("Black-9",), 0)]
    assert state.layout.statuses == ("removed", "live")


def test_the_shipped_pucks_are_those_of_the_tests():
    kind = SHIPPED.pieces["puck"]
    assert (kind.radius, kind.height, kind.mass) == pytest.approx((PUCK.radius, PUCK.height, PUCK.mass))
    assert kind.moment == pytest.approx(PUCK.moment, rel=0.01)
