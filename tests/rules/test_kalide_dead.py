"""Clauses L9 to L18: pucks that leave, overshoot, are knocked about or taken off."""

import numpy as np
import pytest
from kalide_table import PLAYERS, cited, lay, play, play_round, take_off

from sim.actions import Remove
from sim.dipoles import forces_torques


@pytest.mark.parametrize("at", [(-1, 150), (901, 150), (250, -1), (650, 301)])
def test_L9_a_centre_past_the_outline_is_dead(rules, board, at):
    score = rules.score(board, lay(("Yellow-1", *at)), PLAYERS)
    assert [(r.clause, r.points) for r in score.rulings] == [("L9", 0)]


@pytest.mark.parametrize("at", [(250, 1), (200, 299), (200, 0)])
def test_L9_a_puck_that_only_hangs_over_the_edge_is_not(points, at):
    assert points(lay(("Yellow-1", *at))) == (50, 0)


def test_L9_a_puck_at_rest_in_the_opposing_flick_zone_has_overshot(rules, points, board):
    layout = lay(("Yellow-1", 149, 150))
    assert points(layout) == (0, 0)
    assert rules.score(board, layout, PLAYERS).rulings[0].clause == "L9"
    assert points(layout, options={"flick_zone_overshoot": "live"}) == (50, 0)


def test_L9_the_own_flick_zone_is_no_overshoot(points):
    assert points(lay(("Red-1", 149, 150))) == (50, 0)


def test_L9_a_puck_is_dead_from_the_moment_its_centre_passes_the_outline(rules, match):
    state, rulings = play(rules, match, "Yellow", (250, 150), left=["Yellow-1"])
    assert state.layout.statuses == ("dead",)
    assert [(r.clause, r.pieces) for r in rulings] == [("L9", ("Yellow-1",))]


def test_L9_an_overshot_puck_is_marked_dead_after_the_shot(rules, match):
    state, rulings = play(rules, match, "Yellow", (100, 150))
    assert (state.layout.statuses, rulings[0].clause) == (("dead",), "L9")


def test_L10_a_dead_puck_stays_where_it_fell_and_still_pulls(rules, match):
    state, _ = play(rules, match, "Yellow", (250, -5))
    state, _ = play(rules, state, "Red", (250, 40), face="down")
    layout = state.layout
    assert layout.statuses[0] == "dead"
    assert 0 in layout.on_table
    np.testing.assert_allclose(layout.positions[0], (0.250, -0.005))
    force, _ = forces_torques(layout.centres(), layout.moments())
    assert abs(force[1, 1]) > 1e-3


def test_L11_dead_pucks_are_cleared_when_the_round_ends(rules, match):
    state, _ = play_round(rules, match, {"Yellow-1": (250, -20)})
    assert state.layout.statuses[0] == "dead"
    state, rulings = rules.open_round(state)
    assert len(state.layout) == 0
    assert cited(rulings, "L11")[0].pieces == ("Yellow-1",)


def test_L11_option_dead_pucks_stay_until_the_match_ends(rules, board):
    state = rules.start(board, PLAYERS, options={"dead_pucks": "keep"})
    state, _ = rules.open_round(state, starter="Yellow")
    state, _ = play_round(rules, state, {"Yellow-1": (250, -20)})
    state, rulings = rules.open_round(state)
    assert (state.layout.ids, state.layout.statuses) == (("Yellow-1",), ("dead",))
    assert cited(rulings, "L11")
    assert rules.next_piece(state, "Yellow").id == "Yellow-2"


def test_L12_a_dead_puck_in_the_own_flick_zone_may_be_taken_off_before_flicking(rules, match):
    state, _ = play(rules, match, "Yellow", (100, 150))
    state, rulings = take_off(rules, state, "Red", "Yellow-1")
    assert state.layout.statuses == ("removed",)
    assert (state.to_play, rulings[0].clause) == ("Red", "L12")


@pytest.mark.parametrize(
    ("layout", "name", "by"),
    [
        (lay(("Yellow-1", 250, -20, "up", "dead")), "Yellow-1", "Red"),  # dead elsewhere
        (lay(("Yellow-1", 100, 150, "up", "dead")), "Yellow-1", "Yellow"),  # by its owner
        (lay(("Red-1", 100, 150, "up", "dead")), "Red-1", "Red"),  # one's own, in one's own zone
        (lay(("Red-1", 100, 150)), "Red-1", "Red"),  # not dead
        (lay(("Yellow-1", 250, 150)), "Yellow-1", "Red"),
        (lay(("Yellow-1", 100, 150, "up", "removed")), "Yellow-1", "Red"),  # no longer there
        (lay(), "Yellow-9", "Red"),
    ],
)
def test_L12_any_other_removal_is_refused(rules, board, layout, name, by):
    state, _ = rules.open_round(rules.start(board, PLAYERS, layout=layout), starter=by)
    assert rules.legal(state, Remove(name, by)).clause == "L12"


def test_L12_a_removal_out_of_turn_is_refused(rules, match):
    state, _ = play(rules, match, "Yellow", (100, 150))
    state, _ = play(rules, state, "Red", (650, 150))
    assert rules.legal(state, Remove("Yellow-1", "Red")).clause == "L3"


def test_L13_a_dead_puck_links_a_cluster_but_is_not_counted(rules, board):
    layout = lay(("Yellow-1", 200, 40), ("Yellow-2", 230, 40, "down", "dead"), ("Yellow-3", 260, 40))
    score = rules.score(board, layout, PLAYERS)
    assert score.points == {"Yellow": 100, "Red": 0}
    assert [(r.clause, r.pieces, r.points) for r in score.rulings] == [
        ("L20", ("Yellow-1", "Yellow-3"), 100),
        ("L13", ("Yellow-2",), 0),
    ]
    assert score.clusters == (("Yellow-1", "Yellow-2", "Yellow-3"),)


def test_L13_a_dead_puck_drawn_back_on_stays_dead(rules, match):
    state, _ = play(rules, match, "Yellow", (250, -5))
    state, _ = play(rules, state, "Red", (650, 150), moved={"Yellow-1": (250, 150)})
    assert state.layout.statuses == ("dead", "live")


def test_L13_where_a_dead_puck_lies_counts_neither_for_nor_against_the_live_one(points):
    assert points(lay(("Yellow-1", 250, 150, "down", "dead"), ("Yellow-2", 250, 120))) == (200, 0)
    assert points(lay(("Yellow-1", 250, 190, "down", "dead"), ("Yellow-2", 250, 220))) == (50, 0)
    assert points(lay(("Yellow-1", 390, 40, "down", "dead"), ("Yellow-2", 360, 40))) == (50, 0)


def test_L14_a_puck_on_the_200_that_is_knocked_off_later_counts_nothing(rules, match):
    state, _ = play(rules, match, "Yellow", (250, 150))
    state, _ = play(rules, state, "Red", (372, 280), moved={"Yellow-1": (250, -20)}, left=["Yellow-1"])
    state, _ = play_round(rules, state)
    assert state.points == {"Yellow": 0, "Red": 0}


def test_L15_the_section_decides_and_not_the_colour(points):
    layout = lay(("Red-1", 600, 40), ("Red-2", 700, 40), ("Yellow-1", 600, 260))
    assert points(layout) == (0, 150)


def test_L16_a_puck_that_is_pushed_into_a_section_counts(rules, match):
    state, _ = play(rules, match, "Yellow", (450, 150))
    state, rulings = play(rules, state, "Red", (620, 280), moved={"Yellow-1": (650, 150)})
    assert rulings == ()
    state, _ = play_round(rules, state)
    assert state.points == {"Yellow": 0, "Red": 250}


def test_L17_a_puck_that_is_knocked_off_is_dead_and_that_is_legal(rules, match):
    state, _ = play(rules, match, "Yellow", (250, 150))
    state, rulings = play(rules, state, "Red", (250, 100), moved={"Yellow-1": (250, -20)}, left=["Yellow-1"])
    assert state.layout.statuses == ("dead", "live")
    assert [(r.clause, r.pieces) for r in rulings] == [("L17", ("Yellow-1",))]


@pytest.mark.parametrize("status", ["live", "dead"])
def test_L18_a_puck_in_the_dead_zone_may_not_be_taken_off(rules, board, status):
    layout = lay(("Yellow-1", 450, 150, "up", status))
    state, _ = rules.open_round(rules.start(board, PLAYERS, layout=layout), starter="Red")
    assert rules.legal(state, Remove("Yellow-1", "Red")).clause == "L18"


def test_L18_a_puck_in_the_dead_zone_stays_and_still_pulls(rules, match):
    state, _ = play(rules, match, "Yellow", (450, 150))
    state, _ = play(rules, state, "Red", (515, 150), face="down")
    assert state.layout.on_table == (0, 1)
    force, _ = forces_torques(state.layout.centres(), state.layout.moments())
    assert force[1, 0] < -1e-3
