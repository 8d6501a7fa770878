"""Clauses T2, T9 to T16 and T21: what a stone is worth, who leads, and what is blocked."""

from dataclasses import replace

import numpy as np
import pytest
from tokka_table import (
    BOARD,
    RULES,
    STONE,
    UNIT,
    begun,
    fronts,
    lay,
    play_round,
    points,
    rail,
    score,
    scored,
    strip,
    table,
    won_by,
    worth,
)

from sim.layout import Layout

# -- fields


@pytest.mark.parametrize(
    ("units", "value"), [(1.5, 0), (4, 1), (7, 1), (10, 1), (12, 2), (13.5, 2), (15, 2), (17, 3), (19, 3)]
)
def test_t2_a_stone_clear_of_all_rails_counts_its_field(units, value):
    assert worth(units * UNIT) == value


def test_t2_the_smallest_field_is_worth_most():
    lengths = {zone.value: float(zone.polygon[:, 0].max() - zone.polygon[:, 0].min()) for zone in BOARD.zones}
    assert lengths[1] > lengths[2] > lengths[3]


# -- who scores


def test_t9_only_the_side_nearest_the_far_end_scores():
    judged = score(lay(("Black-1", 720, 50), ("White-1", 700, 100), ("White-2", 700, 150)))
    assert judged.points == {"Black": 3, "White": 0}
    (leading,) = [r for r in judged.rulings if r.clause == "T9"]
    assert (leading.player, leading.pieces, leading.points) == ("Black", ("Black-1",), 0)
    assert "20.0 mm ahead of White-1" in leading.why


def test_t9_without_an_opposing_stone_all_count():
    assert points(lay(("White-1", 720, 50), ("White-2", 540, 50), ("White-3", 280, 50))) == (0, 6)


def test_t9_of_an_empty_board_nobody_scores():
    judged = score(lay())
    assert (judged.points, [r.clause for r in judged.rulings]) == ({"Black": 0, "White": 0}, ["T9"])


def test_t10_all_stones_ahead_of_the_first_opposing_one_count():
    layout = fronts(("Black-1", 19), ("White-1", 15), ("Black-2", 13), ("White-2", 8))
    assert points(layout) == (3, 0)
    assert scored(layout) == [("T10", ("Black-1",), 3)]


def test_t11_with_the_opposing_stone_farther_back_the_next_one_counts_too():
    layout = fronts(("Black-1", 19), ("White-1", 7), ("Black-2", 13), ("White-2", 8))
    assert points(layout) == (5, 0)
    assert scored(layout) == [("T10", ("Black-1",), 3), ("T10", ("Black-2",), 2)]


def test_t12_opposing_stones_and_own_ones_behind_the_first_of_them_count_nothing():
    layout = fronts(("Black-1", 19), ("White-1", 15), ("Black-2", 13), ("White-2", 8))
    blocked = [(r.pieces, r.points) for r in score(layout).rulings if r.clause == "T12"]
    assert blocked == [(("Black-2",), 0), (("White-1",), 0), (("White-2",), 0)]


# -- under the rails


@pytest.mark.parametrize(("units", "value"), [(3, 0), (11, 1), (16, 2), (20, 3)])
@pytest.mark.parametrize("aside", [-22.4, -5, 0, 5, 22.4])
def test_t13_under_a_cross_rail_the_lower_field_counts(units, value, aside):
    if units * UNIT + aside > 800:
        aside = 0
    judged = score(lay(("Black-1", units * UNIT + aside, 100)))
    assert judged.points["Black"] == value
    assert [r.clause for r in judged.rulings] == ["T9", "T14" if units == 20 and aside > -20 else "T13"]


@pytest.mark.parametrize(
    ("x", "value"),
    [(425 - 7.5, 1), (455 + 7.49, 1), (455 + 7.5, 2), (462.4999, 1), (462.5001, 2), (142.5, 1), (142.49, 0)],
)
def test_t13_any_overlap_counts_and_a_tangent_is_none(x, value):
    assert worth(x) == value


def test_t13_an_ellipse_counts_by_its_true_outline():
    kind = replace(STONE, shape="ellipse", semi_axes=(0.020, 0.010))
    flat = lay(("Black-1", 458, 100), kind=kind)
    assert points(flat) == (1, 0)
    upright = Layout(flat.pieces, flat.positions, np.array([np.pi / 2]))
    assert points(upright) == (2, 0)


def test_t13_under_two_rails_the_lower_counts():
    zones = [strip("launch", "launch", 0, 100), strip("a", "score", 100, 200, value=1)]
    zones += [strip("b", "score", 200, 220, value=2), strip("c", "score", 220, 400, value=3)]
    board = table(zones, [rail("low", 200), rail("high", 220)], 400)
    judged = score(lay(("Black-1", 210, 100)), board)
    assert judged.points["Black"] == 1
    assert "low and high" in judged.rulings[1].why


def test_t13_across_two_fields_without_a_rail_the_lower_counts():
    zones = [strip("launch", "launch", 0, 100), strip("a", "score", 100, 200, value=1)]
    board = table([*zones, strip("b", "score", 200, 400, value=2)], [], 400)
    assert [worth(x, board) for x in (100, 150, 190, 200, 214.9, 215.1)] == [0, 1, 1, 1, 1, 2]


@pytest.mark.parametrize("x", [778, 785, 786, 793, 799, 800])
def test_t14_under_the_last_rail_even_overhanging_the_end_it_is_3(x):
    judged = score(lay(("Black-1", x, 100)))
    assert judged.points["Black"] == 3
    assert judged.rulings[1].clause == ("T14" if x > 785 else "T13")


# -- stones worth nothing


def test_t15_a_stone_worth_nothing_stays_and_still_blocks():
    # White's front edge is at 155 mm, under the first rail; Black's, in field 1, 0.2 mm farther
    judged = score(lay(("Black-1", 720, 50), ("White-1", 142.4, 100), ("Black-2", 142.6, 150)))
    assert judged.points == {"Black": 3, "White": 0}
    assert [(r.clause, r.pieces) for r in judged.rulings if r.pieces == ("Black-2",)] == [("T15", ("Black-2",))]
    assert points(lay(("Black-1", 720, 50), ("Black-2", 142.6, 150))) == (4, 0)


@pytest.mark.parametrize("x", [60, 100, 120])
def test_t15_a_leading_stone_worth_nothing_leaves_the_round_without_points(x):
    judged = score(lay(("Black-1", x, 50), ("White-1", x - 30, 100)))
    assert judged.points == {"Black": 0, "White": 0}
    assert [r.player for r in judged.rulings if r.clause == "T9"] == ["Black"]
    assert {r.clause for r in judged.rulings} <= {"T9", "T13", "T15"}


def test_t15_a_stone_that_stays_in_the_launch_zone_is_still_there_at_the_end():
    state, _ = play_round(begun())
    assert state.layout.statuses == ("live",) * 8


# -- equally far


@pytest.mark.parametrize(
    ("apart", "black"), [(0.0, 0), (0.3, 0), (0.5, 0), (0.5 + 1e-7, 0), (0.501, 3), (2.0, 3), (-0.5, 0), (-0.3, 0)]
)
def test_t16_within_half_a_millimetre_nobody_scores(apart, black):
    judged = score(lay(("Black-1", 700 + apart, 50), ("White-1", 700, 100)))
    assert judged.points == {"Black": black, "White": 0}
    tied = [(r.pieces, r.player) for r in judged.rulings if r.clause == "T16"]
    assert tied == ([] if black else [(("Black-1", "White-1"), None)])


@pytest.mark.parametrize(("x", "expected"), [(704.4, (0, 3)), (704.6, (0, 0)), (705.4, (0, 0)), (705.6, (3, 0))])
def test_t16_by_the_front_edge_and_not_the_centre(x, expected):
    # the white one's front edge is at 715 mm, and the black one's 10 mm beyond its centre
    small = lay(("Black-1", 0, 0), kind=replace(STONE, semi_axes=(0.010, 0.010))).pieces[0]
    assert points(lay(("White-1", 700, 100)).with_piece(small, (x / 1e3, 0.05))) == expected


def test_t16_only_stones_strictly_ahead_count_for_the_next_ones_too():
    judged = score(lay(("Black-1", 720, 50), ("Black-2", 700.4, 100), ("White-1", 700, 150)))
    assert judged.points == {"Black": 3, "White": 0}
    assert [r.clause for r in judged.rulings if r.pieces == ("Black-2",)] == ["T12"]


def test_t16_stones_behind_a_level_pair_count_nothing():
    layout = lay(("Black-1", 720, 50), ("White-1", 720, 100), ("Black-2", 700, 150), ("White-2", 540, 150))
    assert points(layout) == (0, 0)


# -- the original game


@pytest.mark.parametrize(
    ("x", "value", "clause"), [(720, 3, "T10"), (785, 3, "T13"), (785.1, 4, "T21"), (799, 4, "T21"), (800, 4, "T21")]
)
def test_t21_a_hanger_over_the_far_edge_is_worth_4(x, value, clause):
    judged = score(lay(("Black-1", x, 100)), options={"variant": "original"})
    assert (judged.points["Black"], judged.rulings[1].clause) == (value, clause)


def test_t21_over_a_side_is_no_hanger():
    assert worth(700, y=5, options={"variant": "original"}) == 3
    assert worth(10, y=100, options={"variant": "original"}) == 0


@pytest.mark.parametrize(("before", "winner"), [(9, None), (11, None), (12, "Black"), (14, "Black")])
def test_t21_the_original_game_goes_to_15(before, winner):
    judged = score(lay(("Black-1", 720, 100)), before={"Black": before}, options={"variant": "original"})
    assert (judged.totals["Black"], judged.winner) == (before + 3, winner)


def test_t21_12_points_do_not_win_the_original_match():
    state, _ = won_by("Black", begun(options={"variant": "original"}))
    assert (state.totals["Black"], state.match_over) == (12, False)
    state, _ = RULES.open_round(state)
    state, rulings = won_by("Black", state, threes=1)
    assert (state.winner, state.totals["Black"], rulings[-1].clause) == ("Black", 15, "T21")
