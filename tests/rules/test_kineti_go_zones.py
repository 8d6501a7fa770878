"""Clauses G6 to G12 and G22: which zone a puck belongs to, and who scores it."""

import math
from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np
import pytest
from kineti_go_table import AREA, BOARD, PUCK, RADIUS, SHIPPED, SPOTS, box, lay, points, said, score, spots, table

from rules.areas import overlap_share
from rules.kineti_go.scoring import zone_points
from sim.board import Zone

LOWER = {"half_and_half": "lower"}


def bisect(share_at, share, low, high):
    """Return the number at which a rising or falling share has a value."""
    rising = share_at(high) > share_at(low)
    for _ in range(60):
        middle = 0.5 * (low + high)
        if (share_at(middle) < share) == rising:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def beyond(distance):
    """Return the share of a disc beyond a line at a distance from its middle, in radii."""
    return (math.acos(distance) - distance * math.sqrt(1.0 - distance**2)) / math.pi


def at_share(share):
    """Return how far before a line, mm, a puck's middle is when so much of it lies beyond."""
    return RADIUS * bisect(beyond, share, -1.0, 1.0)


def belongs(x, y, board=BOARD, **how):
    """Return what a lone gold puck counts."""
    return points(lay(("Gold-1", x, y)), board, **how)[0]


# -- one puck


@pytest.mark.parametrize(("zone", "worth"), [("3a", 3), ("2a", 2), ("1a", 1), ("3b", 3), ("2b", 2), ("1b", 1)])
@pytest.mark.parametrize("side", ["Gold", "Black"])
def test_g6_a_zone_is_worth_its_number(zone, worth, side):
    judged = score(lay((f"{side}-1", *SPOTS[zone])))
    assert said(judged.rulings) == [("G6", (f"{side}-1",), worth)]
    assert judged.rulings[0].why == f"{side}-1 is alone in {zone}: {worth} for {side}."


def test_g6_the_number_is_the_boards():
    board = table([*AREA, box("seven", "score", 300, 400, 0, 150, 7)])
    assert points(lay(("Black-1", 350, 75)), board) == (0, 7)


@pytest.mark.parametrize(("beyond_3", "worth"), [(0.40, 3), (0.49, 3), (0.51, 2), (0.60, 2)])
def test_g7_a_partial_puck_belongs_to_the_zone_with_most_of_its_area(beyond_3, worth):
    layout = lay(("Gold-1", 400 - at_share(beyond_3), 75))
    judged = score(layout)
    assert judged.points["Gold"] == worth
    assert said(judged.rulings)[0] == ("G7", ("Gold-1",), 0)


def test_g7_the_ruling_tells_the_parts():
    ruling = score(lay(("Gold-1", 400 - at_share(0.4), 75))).rulings[0]
    why = "Gold-1 lies 60 % in 3a and 40 % in 2a: the largest part decides, so it belongs to 3a."
    assert ruling.why == why


@pytest.mark.parametrize(
    ("shift", "worth", "lower"),
    [
        (0.0, 0, 2),  # exactly half and half
        (1e-8, 0, 2),  # a billionth of the area is still half
        (-1e-8, 0, 2),
        (1e-6, 2, 2),
        (-1e-6, 3, 3),
    ],
)
def test_g7_exactly_half_belongs_to_no_zone_or_by_option_to_the_lower(shift, worth, lower):
    assert belongs(400 + shift, 75) == worth
    assert belongs(400 + shift, 75, options=LOWER) == lower
    assert belongs(400 + shift, 75, board=table(options=LOWER)) == lower


def cut(left, upper):
    """Return three boxes around (350, 75): the left one, and of the rest the upper and the lower one."""
    x = bisect(lambda x: overlap_share(box("", "score", 300, x, 0, 150), PUCK, np.array([0.35, 0.075])), left, 338, 362)
    y = bisect(lambda y: overlap_share(box("", "score", x, 400, y, 150), PUCK, np.array([0.35, 0.075])), upper, 62, 88)
    return (300, x, 0, 150), (x, 400, y, 150), (x, 400, 0, y)


@pytest.mark.parametrize(
    ("kinds", "left", "upper", "worth", "lower"),
    [
        (("3", "2", "1"), 0.40, 0.35, 3, 3),  # 40/35/25: the largest part
        (("2", "3", "1"), 0.40, 0.35, 2, 2),
        (("1", "2", "3"), 0.25, 0.35, 3, 3),  # 25/35/40
        (("3", "2", ""), 0.40, 0.35, 3, 3),  # 25 outside: not the largest part
        (("", "3", "2"), 0.40, 0.35, 0, 0),  # 40 outside: the largest part
        (("3", "", ""), 0.40, 0.35, 0, 0),  # 60 outside, in two pieces
        (("3", "2", "1"), 0.40, 0.40, 0, 2),  # 40/40/20: the two largest are equal
        (("3", "3", "1"), 0.40, 0.40, 0, 0),  # and neither is the lower one
        (("3", "", "1"), 0.40, 0.40, 0, 0),  # a tie with what lies outside
        (("3", "2", "1"), 1 / 3, 1 / 3, 0, 1),
        (("1", "2", "1"), 1 / 3, 1 / 3, 0, 0),
        (("3", "2", ""), 1 / 3, 1 / 3, 0, 0),
    ],
)
def test_g7_of_three_parts_the_largest_decides(kinds, left, upper, worth, lower):
    boxes = zip(kinds, cut(left, upper), strict=True)
    board = table([*AREA, *(box(f"{k}-{i}", "score", *b, int(k)) for i, (k, b) in enumerate(boxes) if k)])
    assert belongs(350, 75, board) == worth
    assert belongs(350, 75, board, options=LOWER) == lower


@pytest.mark.parametrize(
    ("at", "worth", "lower"),
    [
        ((401, 151), 2, 2),  # on four zones, most of it in 2b
        ((399, 149), 3, 3),
        ((400, 150), 0, 0),  # a quarter in each; there are two lowest
        ((400, 151), 0, 2),  # halves of 3b and 2b, less in the two others
        ((399, 150), 0, 0),  # halves of the two 3s
    ],
)
def test_g7_a_puck_on_four_zones(at, worth, lower):
    judged = score(lay(("Gold-1", *at)))
    assert judged.rulings[0].why.count("%") == 4
    assert judged.points["Gold"] == worth
    assert belongs(*at, options=LOWER) == lower


def wedge(half, left=300.0):
    """Return a board with a wedge of the 3 whose tip points to the players, on a 2; `half` is its half angle."""
    rise = 100.0 * math.tan(half)
    corners = np.array([[left, 75.0], [left + 100.0, 75.0 - rise], [left + 100.0, 75.0 + rise]]) / 1000.0
    return table([*AREA, box("2", "score", 250, 450, 0, 150, 2), Zone("3", "score", None, 3, polygon=corners)])


@pytest.mark.parametrize(
    ("half", "x", "worth"),
    [
        (0.2, 310, 2),  # the middle is in the wedge, most of the area isn't
        (0.2, 340, 3),
        (1.2, 300, 2),  # 2 · 1.2/(2π) = 38 %
        (1.5, 300, 2),
        (1.5, 300 + 2, 3),
    ],
)
def test_g7_area_decides_and_not_the_centre(half, x, worth):
    assert belongs(x, 75, wedge(half)) == worth


def test_g7_a_wedge_with_its_tip_in_the_middle_of_a_puck_has_its_angle_for_a_share():
    ruling = score(lay(("Gold-1", 300, 75)), wedge(0.25 * math.pi)).rulings[0]
    assert ruling.why.startswith("Gold-1 lies 75 % in 2 and 25 % in 3")


@pytest.mark.parametrize(
    ("x", "worth", "rulings"),
    [
        (600 - RADIUS, 1, 1),  # touches the line from inside: wholly in the 1
        (600 - RADIUS + 0.01, 1, 2),
        (600 - 0.01, 1, 2),
        (600, 0, 1),  # half outside all zones
        (600 + 0.01, 0, 1),
        (600 + RADIUS, 0, 1),  # touches it from outside
        (600 + 2 * RADIUS, 0, 1),
    ],
)
def test_g7_most_of_it_outside_all_zones_counts_nowhere(x, worth, rulings):
    assert belongs(x, 75) == worth
    assert belongs(x, 75, options=LOWER) == worth
    assert len(score(lay(("Gold-1", x, 75))).rulings) == rulings


def test_g7_a_zone_that_lies_over_another_one_hides_it():
    over = table([*AREA, box("3", "score", 300, 400, 0, 150, 3), box("1", "score", 340, 360, 50, 100, 1)])
    assert belongs(350, 75, over) == 1
    under = table([*AREA, box("1", "score", 340, 360, 50, 100, 1), box("3", "score", 300, 400, 0, 150, 3)])
    assert belongs(350, 75, under) == 3


def test_g7_round_zones_and_oval_pucks_are_measured_as_exactly():
    ring = table([*AREA, Zone("2", "score", None, 2, circle=(0.35, 0.075, 0.025))])
    assert [belongs(350 + x, 75, ring) for x in (0, 22, 24, 30)] == [2, 2, 0, 0]
    oval = replace(PUCK, shape="ellipse", semi_axes=(0.016, 0.010))
    assert [points(lay(("Gold-1", x, 75), kind=oval))[0] for x in (399, 400, 401)] == [3, 0, 2]


# -- the majority


def test_g8_the_majority_of_pucks_scores_a_zone_alone():
    judged = score(spots(_3a="GGB"))
    assert judged.points == {"Gold": 3, "Black": 0}
    assert [(r.clause, r.player, r.points) for r in judged.rulings] == [("G8", "Gold", 3)]
    assert judged.rulings[0].why == "3a holds 2 of Gold's and 1 of Black's, so only Gold scores it: 3 for Gold."


@pytest.mark.parametrize(("letters", "gold", "black"), [("GBB", 0, 3), ("GGGB", 3, 0), ("GGBBB", 0, 3)])
def test_g8_goes_by_the_count_of_pucks(letters, gold, black):
    assert points(spots(_3b=letters)) == (gold, black)


def test_g8_a_partial_puck_counts_whole_in_the_zone_it_belongs_to():
    layout = lay(("Gold-1", 350, 75), ("Black-1", 320, 40), ("Black-2", 400 - at_share(0.45), 40))
    assert points(layout) == (0, 3)


def test_g9_more_pucks_in_a_zone_do_not_multiply_it():
    judged = score(spots(_3a="GGG"))
    assert said(judged.rulings) == [("G9", ("Gold-1", "Gold-2", "Gold-3"), 3)]
    assert judged.rulings[0].why == "Gold-1, Gold-2 and Gold-3 are in 3a, which counts once: 3 for Gold."


def test_g10_two_zones_of_the_same_value_both_count():
    judged = score(spots(_2a="B", _2b="B"))
    assert judged.points == {"Gold": 0, "Black": 4}
    assert said(judged.rulings) == [
        ("G6", ("Black-1",), 2),
        ("G10", ("Black-1", "Black-2"), 0),
        ("G6", ("Black-2",), 2),
    ]
    assert judged.rulings[1].why == "Black holds 2a and 2b, and each counts its 2: 4 together."


def test_g10_one_each_is_one_each():
    assert points(spots(_2a="B", _2b="G")) == (2, 2)


@pytest.mark.parametrize("letters", ["GB", "GGBB", "GBGBGB"])
def test_g11_no_majority_scores_for_nobody(letters):
    judged = score(spots(_3a=letters))
    assert judged.points == {"Gold": 0, "Black": 0}
    assert [(r.clause, r.player) for r in judged.rulings] == [("G11", None)]


def test_g11_empty_zones_give_nothing():
    assert (points(lay()), score(lay()).rulings) == ((0, 0), ())


def test_g12_no_placement_of_three_and_three_pucks_gives_more_than_eight():
    values = {zone: int(name[0]) for zone, name in enumerate(SPOTS)}
    nowhere = len(values)
    best, ways = 0, set()
    for gold in combinations_with_replacement(range(nowhere + 1), 3):
        for black in combinations_with_replacement(range(nowhere + 1), 3):
            counts = {zone: {"Gold": gold.count(zone), "Black": black.count(zone)} for zone in values}
            made = zone_points(values, counts).get("Gold", 0)
            if made > best:
                best, ways = made, set()
            if made == best:
                ways.add(tuple(sorted(values[z] for z in values if counts[z]["Gold"] > counts[z]["Black"])))
    assert (best, ways) == (8, {(2, 3, 3)})


def test_g12_three_three_and_two_are_eight():
    assert points(spots(_3a="G", _3b="G", _2a="G", _1a="BBB")) == (8, 1)
    layout = lay(("Gold-1", 385, 80), ("Gold-2", 385, 225), ("Gold-3", 450, 80))
    assert points(layout, SHIPPED) == (8, 0)


def test_g22_a_puck_in_the_lane_is_worth_nothing():
    judged = score(lay(("Gold-1", 200, 75), ("Black-1", 350, 75)))
    assert judged.points == {"Gold": 0, "Black": 3}
    assert ("G22", ("Gold-1",), 0) in said(judged.rulings)


@pytest.mark.parametrize(("x", "worth", "clause"), [(299, 0, "G7"), (301, 3, "G7"), (300, 0, "G7"), (287, 0, "G22")])
def test_g22_on_the_line_to_the_lane_the_largest_part_decides(x, worth, clause):
    judged = score(lay(("Gold-1", x, 75)))
    assert (judged.points["Gold"], judged.rulings[0].clause) == (worth, clause)
