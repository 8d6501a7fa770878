"""Clauses S8 to S12, S15, S16, S19 and S22: which stones are picked up, by whom, and what that makes."""

from dataclasses import replace

import pytest
from kluster_table import CLOSE, RULES, begun, done, drawing, end, held, hovering, placing, refused, said

from rules.ruleset import EndTurn
from sim.actions import Settle

PAIR = (("Ann-1", 200, 200, "up"), ("Bob-1", 300, 200, "down"))
"""Two stones far apart that stick once they are close."""
JOIN = {"Bob-1": (200 + CLOSE, 200)}


def test_s8_a_stone_that_joins_two_is_picked_up_with_them():
    state = begun(("Ann-1", 200, 200), ("Bob-1", 300, 200))
    action = placing(state, (250, 200), face="down")
    state, rulings = done(state, action, moved={"Ann-1": (250 - CLOSE, 200), "Bob-1": (250 + CLOSE, 200)})
    assert held(state) == {"Ann": 8, "Bob": 6}  # 6 - 1 + 3
    assert said(rulings) == [("S8", ("Ann-1", "Ann-2", "Bob-1"))]
    assert rulings[0].player == "Ann"
    assert rulings[0].why == (
        "Ann-2, just laid, joins Ann-1 and Bob-1, so Ann picks all 3 up: 5 + 3 = 8 in hand, and the turn is over."
    )
    assert state.to_play == "Bob"
    assert state.layout.on_table == ()
    assert set(state.layout.statuses) == {"hand"}


def test_s8_repelling_stones_that_touch_do_not_join():
    state = begun(("Ann-1", 200, 200), ("Bob-1", 300, 200))
    state, rulings = done(state, placing(state, (218, 200)))
    assert rulings == ()
    assert held(state) == {"Ann": 5, "Bob": 6}
    assert state.to_play == "Ann"


@pytest.mark.parametrize(("gap", "joins"), [(0.0, True), (0.49, True), (0.51, False), (3.0, False)])
def test_s8_stones_join_at_half_a_millimetre(gap, joins):
    state = begun(("Bob-1", 200, 200))
    _, rulings = done(state, placing(state, (218 + gap, 200), face="down"))
    assert said(rulings) == ([("S8", ("Ann-1", "Bob-1"))] if joins else [])


def test_s9_a_stone_pushed_out_is_picked_up():
    state = begun(("Bob-1", 480, 250))
    state, rulings = done(state, placing(state, (440, 250)), moved={"Bob-1": (515, 250)})
    assert held(state) == {"Ann": 6, "Bob": 6}  # 6 - 1 + 1
    assert said(rulings) == [("S9", ("Bob-1",))]
    assert rulings[0].why == (
        "Bob-1 is not wholly inside the cord, so Ann picks it up: 5 + 1 = 6 in hand, and the turn is over."
    )
    assert [state.layout.pieces[k].id for k in state.layout.on_table] == ["Ann-1"]


@pytest.mark.parametrize(("x", "out"), [(490.99, False), (491.0, False), (491.01, True), (500, True), (560, True)])
def test_s9_partly_out_is_out_and_touching_the_cord_is_in(x, out):
    # the cord runs along x = 500, and a stone S reaches 9 mm to its side
    state = begun(("Bob-1", 480, 250))
    _, rulings = done(state, hovering(state), moved={"Bob-1": (x, 250)})
    assert said(rulings) == ([("S9", ("Bob-1",))] if out else [])


def test_s9_a_stone_that_fell_off_the_table_is_picked_up():
    state = begun(("Bob-1", 480, 250))
    state, rulings = done(state, placing(state, (440, 250)), off={"Bob-1": "removed"})
    assert said(rulings) == [("S9", ("Bob-1",))]
    assert rulings[0].why.startswith("Bob-1 has left the table, so Ann picks it up")
    assert held(state) == {"Ann": 6, "Bob": 6}
    assert state.layout.statuses == ("hand", "live")


def test_s10_a_far_pair_that_joins_is_picked_up_and_the_stone_laid_stays():
    state = begun(*PAIR)
    state, rulings = done(state, placing(state, (400, 300)), moved=JOIN)
    assert held(state) == {"Ann": 7, "Bob": 6}  # 6 - 1 + 2
    assert said(rulings) == [("S10", ("Ann-1", "Bob-1"))]
    assert "Ann-1 and Bob-1 join, untouched" in rulings[0].why
    assert "5 + 2 = 7 in hand" in rulings[0].why
    assert [state.layout.pieces[k].id for k in state.layout.on_table] == ["Ann-2"]


def test_s11_the_stone_in_the_hand_makes_two_join_and_none_is_laid():
    state = begun(*PAIR)
    state, rulings = done(state, hovering(state, (300, 200), (250, 200)), moved=JOIN)
    assert held(state) == {"Ann": 8, "Bob": 6}  # 6 + 2
    assert said(rulings) == [("S11", ("Ann-1", "Bob-1"))]
    assert "6 + 2 = 8 in hand, and the turn is over" in rulings[0].why
    assert state.to_play == "Bob"
    assert refused(state, placing(state, (400, 300), by="Ann")) == "S5"


SEVEN = (
    ("Ann-1", 200, 200, "up"),
    ("Bob-1", 300, 200, "down"),
    ("Ann-2", 200, 300, "up"),
    ("Bob-2", 300, 300, "down"),
    ("Ann-3", 400, 300, "up"),
    ("Bob-3", 400, 150, "up"),
)


def test_s12_a_pair_a_triple_and_one_out_are_picked_up_together():
    state = begun(*SEVEN)
    moved = {**JOIN, "Bob-2": (200 + CLOSE, 300), "Ann-3": (200 + 2 * CLOSE, 300), "Bob-3": (400, 95)}
    state, rulings = done(state, hovering(state), moved=moved)
    assert held(state) == {"Ann": 12, "Bob": 6}  # + 6
    assert said(rulings) == [
        ("S11", ("Ann-1", "Bob-1")),
        ("S11", ("Ann-2", "Ann-3", "Bob-2")),
        ("S9", ("Bob-3",)),
        ("S12", ("Ann-1", "Ann-2", "Ann-3", "Bob-1", "Bob-2", "Bob-3")),
    ]
    assert rulings[-1].why == (
        "all has come to rest, and Ann picks up everything at once, 6 stones: 6 + 6 = 12 in hand, and the turn is over."
    )


def test_s12_a_stone_that_joins_outside_the_cord_is_counted_once():
    state = begun(*PAIR)
    state, rulings = done(state, hovering(state), moved={"Ann-1": (95, 200), "Bob-1": (95 + CLOSE, 200)})
    assert held(state)["Ann"] == 8
    assert said(rulings) == [("S11", ("Ann-1", "Bob-1"))]


def test_s12_the_table_settles_before_play_goes_on():
    state = begun(*PAIR, ("Bob-2", 400, 300))
    state, _ = done(state, hovering(state), moved=JOIN, settle=False)
    assert state.unsettled
    assert state.to_play == "Bob"
    assert refused(state, placing(state, (300, 350))) == "S12"
    assert refused(state, EndTurn("Bob")) == "S12"
    assert RULES.now_legal(state) == "to let the table settle"
    state, rulings = done(state, Settle("Ann"))
    assert (state.unsettled, rulings, state.to_play) == (False, (), "Bob")


def test_s12_what_joins_while_the_table_settles_is_picked_up_as_well():
    state = begun(*SEVEN)
    state, _ = done(state, hovering(state), moved=JOIN, settle=False)
    state, rulings = done(state, Settle("Ann"), moved={"Bob-2": (200 + CLOSE, 300)})
    assert held(state) == {"Ann": 10, "Bob": 6}
    assert said(rulings) == [("S22", ("Ann-2", "Bob-2"))]
    assert "so Ann, whose turn it was, picks both up: 8 + 2 = 10 in hand." in rulings[0].why
    assert state.to_play == "Bob"


def test_s15_a_move_of_the_cord_that_makes_stones_join():
    state = begun(*PAIR)
    state, rulings = done(state, drawing(state), moved=JOIN)
    assert said(rulings) == [("S15", ("Ann-1", "Bob-1"))]
    assert "join as the cord is moved" in rulings[0].why
    assert held(state) == {"Ann": 8, "Bob": 6}
    assert state.to_play == "Bob"


def test_s15_a_move_of_the_cord_that_leaves_one_outside():
    state = begun(*PAIR)
    cord = state.layout.cord.copy()
    cord[1:3, 0] = 0.305  # the right side, which ran along x = 500 mm
    state, rulings = done(state, drawing(state), cord=cord)
    assert said(rulings) == [("S15", ("Bob-1",))]
    assert rulings[0].why.startswith("Bob-1 is not wholly inside the cord as the cord is moved, so Ann picks it up")
    assert held(state) == {"Ann": 7, "Bob": 6}


def test_s16_a_stone_that_jumps_to_the_hand_is_picked_up():
    state = begun(*PAIR)
    state, rulings = done(state, hovering(state), off={"Bob-1": "hand"})
    assert held(state) == {"Ann": 7, "Bob": 6}
    assert said(rulings) == [("S16", ("Bob-1",))]
    assert rulings[0].why == (
        "Bob-1 jumps up to the stone in the hand, so Ann picks it up: 6 + 1 = 7 in hand, and the turn is over."
    )
    assert state.to_play == "Bob"


def test_s16_a_stone_may_be_moved_from_the_hand_without_harm():
    state = begun(*PAIR)
    state, rulings = done(state, hovering(state), moved={"Bob-1": (320, 220)})
    assert (rulings, held(state), state.to_play) == ((), {"Ann": 6, "Bob": 6}, "Ann")
    state, _ = done(state, placing(state, (400, 300)))
    state, rulings = done(state, hovering(state), moved=JOIN)
    assert said(rulings) == [("S16", ("Ann-1", "Bob-1"))]
    assert held(state) == {"Ann": 7, "Bob": 6}


def test_s16_stones_that_stick_in_the_hand_mean_nothing():
    # what was picked up lies in the hand in a heap, and is judged no more
    state = begun(*PAIR)
    state, _ = done(state, hovering(state), moved=JOIN)
    state, rulings = done(state, placing(state, (400, 300)))
    assert (rulings, held(state)) == ((), {"Ann": 8, "Bob": 5})


def test_s19_a_last_stone_that_joins_another_is_picked_up_and_play_goes_on():
    state = begun(("Bob-1", 200, 200), hands={"Ann": 1})
    state, rulings = done(state, placing(state, (200 + CLOSE, 200), face="down"))
    assert held(state) == {"Ann": 2, "Bob": 6}
    assert said(rulings) == [("S19", ("Ann-1", "Bob-1"))]
    assert rulings[0].why == (
        "Ann-1, Ann's last stone, joins Bob-1, so Ann picks both up: 0 + 2 = 2 in hand, and the turn is over."
    )
    assert (state.match_over, state.to_play) == (False, "Bob")


def test_s19_a_last_stone_that_makes_others_join_does_not_end_the_game_either():
    state = begun(*PAIR, hands={"Ann": 1})
    state, rulings = done(state, placing(state, (400, 300)), moved=JOIN)
    assert held(state) == {"Ann": 2, "Bob": 6}
    assert said(rulings) == [("S10", ("Ann-1", "Bob-1"))]
    assert not state.match_over


def after_anns_turn(*stones):
    """Return a game in which Ann has laid a stone and ended the turn."""
    state = begun(*stones)
    state, _ = done(state, placing(state, (400, 300)))
    return end(state)


def test_s22_a_late_snap_belongs_to_the_player_before():
    state = after_anns_turn(*PAIR)
    state, rulings = done(state, Settle(), moved=JOIN)
    assert held(state) == {"Ann": 7, "Bob": 6}
    assert said(rulings) == [("S22", ("Ann-1", "Bob-1"))]
    assert rulings[0].why == (
        "Ann-1 and Bob-1 join while the table settles, before the next turn, so Ann, whose turn it was, picks both up:"
        " 5 + 2 = 7 in hand."
    )
    assert state.to_play == "Bob"
    state, _ = done(state, placing(state, (300, 300)))
    assert held(state) == {"Ann": 7, "Bob": 5}


def test_s22_a_stone_that_slips_out_late_belongs_there_too():
    state = after_anns_turn(*PAIR)
    state, rulings = done(state, Settle(), moved={"Bob-1": (520, 200)})
    assert said(rulings) == [("S22", ("Bob-1",))]
    assert held(state) == {"Ann": 6, "Bob": 6}


def test_s22_once_the_next_one_has_acted_it_is_theirs():
    state = after_anns_turn(*PAIR)
    state, _ = done(state, hovering(state))
    state, rulings = done(state, Settle(), moved=JOIN)
    assert [ruling.player for ruling in rulings] == ["Bob"]
    assert held(state) == {"Ann": 5, "Bob": 8}
    assert state.to_play == "Ann"


def test_s22_a_placement_that_came_to_nothing_is_an_act_as_well():
    state = after_anns_turn(*PAIR)
    state, rulings = done(state, placing(state, (100, 100)))
    assert said(rulings) == [("S7", ())]
    state, rulings = done(state, Settle(), moved=JOIN)
    assert [ruling.player for ruling in rulings] == ["Bob"]
    assert state.to_play == "Ann"


def test_a_stone_picked_up_gets_a_new_id_when_it_is_laid_again():
    state = begun(("Bob-1", 200, 200))
    state, _ = done(state, placing(state, (200 + CLOSE, 200), face="down"))
    state, _ = done(state, placing(state, (200, 200)))
    assert state.layout.ids == ("Bob-1", "Ann-1", "Bob-2")
    state = end(state)
    state, _ = done(state, placing(state, (300, 300)))
    assert state.layout.ids == ("Bob-1", "Ann-1", "Bob-2", "Ann-2")
    assert state.layout.statuses == ("hand", "hand", "live", "live")


def test_a_size_goes_back_to_the_hand_with_its_stone():
    state = begun(("Ann-1", 200, 200, "up", "L"), ("Bob-1", 300, 200, "down", "M"))
    state, _ = done(state, hovering(state), moved={"Bob-1": (200 + 23.7, 200)})  # 12.5 + 11 + 0.2 mm
    assert state.hands["Ann"] == ("S",) * 6 + ("L", "M")


def test_a_cord_that_would_cross_itself_is_let_go():
    state = begun(*PAIR)
    _, rulings = done(state, drawing(state), events=("cord_crossed",))
    assert said(rulings) == [("S2", ())]
    assert rulings[0].why == "drawn any farther the cord would cross itself, so Ann lets it go there."
    state, rulings = done(state, drawing(state), moved=JOIN, events=("cord_crossed",))
    assert said(rulings) == [("S2", ()), ("S15", ("Ann-1", "Bob-1"))]
    assert replace(state, unsettled=False).to_play == "Bob"
