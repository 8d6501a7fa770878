"""Clauses F14, F15 and F17 for single pieces: which zone a piece belongs to, and whose points they are."""

from dataclasses import replace

import pytest
from free_table import BOARD, OWNED, PLAYERS, box, disc, lay, points, ruling, score, table

from rules.players import Player

HALF = (300.0, 150.0)
"""Half in the five, half in the ten."""


def worth(at, board=BOARD, **options):
    """Return what Ann gets for one piece there."""
    return points(lay(("Ann-1", *at)), board, **options)[0]


# A disc of radius 12.5 at a distance d within a straight line has acos(d/r)/π − (d/r)·√(1 − (d/r)²)/π beyond it:
# at 4 mm 29.98 %.


@pytest.mark.parametrize(
    ("cover", "at", "gives"),
    [
        ("majority", (250, 150), 5),
        ("majority", (296, 150), 5),  # 70 % there, 30 % in the ten
        ("majority", (304, 150), 10),
        ("majority", HALF, 0),
        ("majority", (396, 150), 10),
        ("majority", (404, 150), 0),  # 30 % in the ten, 70 % outside
        ("majority", (400, 150), 0),
        ("largest", (296, 150), 5),
        ("largest", HALF, 0),
        ("largest", (404, 150), 10),
        ("largest", (412.4, 150), 10),
        ("largest", (412.5, 150), 0),  # a tangent is none
        ("any", (288, 150), 10),
        ("any", (287.5, 150), 5),
        ("any", HALF, 10),
        ("any", (412.4, 150), 10),
        ("any", (412.5, 150), 0),
        ("centre", (299.9, 150), 5),
        ("centre", HALF, 10),  # on the line: of both, and the ten is more
        ("centre", (400, 150), 10),
        ("centre", (400.1, 150), 0),
    ],
)
def test_f14_a_piece_belongs_to_a_zone_by_the_option(cover, at, gives):
    assert worth(at, cover=cover) == gives


def test_f14_the_referee_says_what_decides():
    edge = lay(("Ann-1", 296, 150))
    assert (
        ruling(edge, "F14") == "F14: Ann-1 lies 70.02 % in five and 29.98 % in ten, so it belongs to five: 5 for Ann."
    )
    assert ruling(edge, "F14", cover="any") == "F14: Ann-1 lies across ten and five, so it belongs to ten: 10 for Ann."
    assert ruling(edge, "F14", cover="centre") == "F14: Ann-1 has its middle in five: 5 for Ann."
    out = lay(("Ann-1", 404, 150))
    assert (
        ruling(out, "F14") == "F14: Ann-1 lies 70.02 % outside and 29.98 % in ten: most of it is in no zone: nothing."
    )
    half = lay(("Ann-1", *HALF))
    assert ruling(half, "F14").endswith("the largest parts are equal, so it belongs to no zone: nothing.")
    assert ruling(half, "F14", cover="centre").startswith(
        "F14: Ann-1 has its middle on the line between five and ten, so"
    )
    assert (
        ruling(lay(("Ann-1", 50, 50)), "F14", cover="centre") == "F14: Ann-1 has its middle outside all zones: nothing."
    )


def test_f14_most_of_three_parts_is_not_half():
    # two strips of 10 mm beside each other, under a disc of 25 mm
    strips = (box("a", "score", 240, 250, 0, 300, 1), box("b", "score", 250, 260, 0, 300, 2))
    board = table(zones=strips)
    # 2 mm right of the line: the part in b is larger, less than half, and more than what lies outside
    assert worth((252, 150), board) == 2
    assert worth((254, 150), board) == 2
    # at 262 the outside has 58 %
    assert worth((262, 150), board) == 0
    assert worth((262, 150), board, cover="largest") == 2


def test_f14_an_upper_zone_hides_what_lies_under_it():
    rings = table(zones=(disc("1", "score", 350, 150, 100, 1), disc("10", "score", 350, 150, 20, 10)))
    assert worth((350, 150), rings) == 10
    assert worth((383, 150), rings) == 1
    # a flick zone over the ten: what is seen there is no score zone
    hidden = table(box("start", "flick", 300, 400, 0, 300))
    for cover in ("majority", "largest", "any", "centre"):
        assert worth((350, 150), hidden, cover=cover) == 0


def test_f14_of_equal_values_the_larger_part_decides():
    twins = table(zones=(box("a", "score", 200, 300, 0, 300, 7, "red"), box("b", "score", 300, 400, 0, 300, 7, "blue")))
    assert points(lay(("Ann-1", 299, 150)), twins, cover="any") == (7, 0)
    assert points(lay(("Ann-1", 301, 150)), twins, cover="any") == (0, 7)
    for cover in ("any", "centre"):
        assert points(lay(("Ann-1", 300, 150)), twins, cover=cover) == (0, 0)
    # where it makes no difference which of the two it is, it counts
    same = table(zones=(box("a", "score", 200, 300, 0, 300, 7), box("b", "score", 300, 400, 0, 300, 7)))
    for cover in ("any", "centre"):
        assert points(lay(("Ann-1", 300, 150)), same, cover=cover) == (7, 0)
        assert points(lay(("Ann-1", 300, 150)), same, cover=cover, owner="control") == (0, 0)


# -- dead zones

DEAD = table(box("mud", "dead", 400, 450, 0, 300))


@pytest.mark.parametrize(
    ("dead_zone", "cover", "at", "gives"),
    [
        ("touch", "majority", (388, 150), 0),
        ("touch", "majority", (387.5, 150), 10),
        ("touch", "any", (396, 150), 0),
        ("touch", "centre", (396, 150), 0),
        ("belongs", "majority", (396, 150), 10),
        ("belongs", "majority", (404, 150), 0),
        ("belongs", "majority", (400, 150), 0),
        ("belongs", "largest", (396, 150), 10),
        ("belongs", "largest", (404, 150), 0),
        ("belongs", "any", (404, 150), 10),
        ("belongs", "any", (425, 150), 0),
        ("belongs", "centre", (399, 150), 10),
        ("belongs", "centre", (401, 150), 0),
        ("belongs", "centre", (400, 150), 10),
        ("ignore", "majority", (396, 150), 10),
        ("ignore", "majority", (404, 150), 0),
        ("ignore", "largest", (404, 150), 10),
        ("ignore", "any", (404, 150), 10),
        ("ignore", "any", (425, 150), 0),
    ],
)
def test_f15_a_dead_zone_takes_a_pieces_points_as_the_option_says(dead_zone, cover, at, gives):
    assert worth(at, DEAD, dead_zone=dead_zone, cover=cover) == gives


def test_f15_the_referee_says_so():
    layout = lay(("Ann-1", 404, 150))
    assert ruling(layout, "F15", DEAD) == "F15: Ann-1 overlaps mud, a dead zone, and counts nothing."
    assert ruling(layout, "F15", DEAD, dead_zone="belongs") == (
        "F15: Ann-1 lies 70.02 % in mud and 29.98 % in ten, so it belongs to mud, a dead zone, and counts nothing."
    )
    assert ruling(layout, "F14", DEAD, dead_zone="ignore").startswith(
        "F14: Ann-1 lies 70.02 % outside and 29.98 % in ten"
    )


# -- whose points they are


@pytest.mark.parametrize(
    ("owner", "at", "gives"),
    [
        ("zone", (250, 150), (20, 0)),
        ("zone", (350, 150), (0, 20)),
        ("zone", (580, 150), (5, 0)),
        ("piece", (250, 150), (20, 0)),
        ("piece", (350, 150), (20, 0)),
        ("piece", (580, 150), (5, 0)),
        ("control", (350, 150), (20, 0)),
    ],
)
def test_f17_the_option_says_whose_points_they_are(owner, at, gives):
    assert points(lay(("Ann-1", *at)), table(zones=OWNED), owner=owner) == gives


def test_f17_the_referee_says_that_the_zone_decides():
    board = table(zones=OWNED)
    assert ruling(lay(("Ann-1", 250, 150)), "F17", board) == "F17: Ann-1 lies in red-20: 20 for Ann."
    assert ruling(lay(("Ann-1", 350, 150)), "F17", board) == (
        "F17: Ann-1 lies in blue-20: 20 for Bob (the zone decides, not whose piece it is)."
    )
    # one without an owner gives its points to the side of the piece
    assert ruling(lay(("Ann-1", 580, 150)), "F14", board) == "F14: Ann-1 lies in open-5: 5 for Ann."


def test_f17_a_piece_that_nobody_owns_gives_nothing():
    layout = lay(("Ann-1", 350, 150))
    layout = replace(layout, pieces=(replace(layout.pieces[0], owner=None),))
    assert ruling(layout, "F17") == "F17: Ann-1 lies in ten, but Ann-1 belongs to nobody: nothing."
    assert points(layout) == points(layout, owner="piece") == (0, 0)


def test_f17_a_teams_points_are_the_teams():
    team = (Player("Ann", "red", "Sharks"), Player("Cid", None, "Sharks"), Player("Bob", "blue"))
    layout = lay(("Sharks-1", 350, 150), ("Bob-1", 250, 150))
    assert score(layout, table(zones=OWNED), team).points == {"Sharks": 20, "Bob": 20}
    assert score(layout, players=team).points == {"Sharks": 10, "Bob": 5}
    assert PLAYERS[0].side == "Ann"
