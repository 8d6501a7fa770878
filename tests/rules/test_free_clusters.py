"""Clauses F16 and F18: pieces that stick together, and zones that go to whoever has more in them."""

import pytest
from free_table import OWNED, PLAYERS, box, cited, lay, points, ruling, score, table

from rules.players import Player

ACROSS = lay(("Ann-1", 287, 150), ("Ann-2", 312, 150, "down"))
"""Two of Ann's that stick: most of one in the five, most of the other in the ten."""
MIXED = lay(("Ann-1", 287, 150), ("Bob-1", 312, 150, "down"))
"""Ann's in the five sticks to Bob's in the ten."""
OUT = lay(("Ann-1", 413, 150), ("Ann-2", 388, 150, "down"), ("Ann-3", 388, 175))
"""Three in a row: the first outside, the others in the ten."""


@pytest.mark.parametrize(
    ("layout", "cluster", "gives"),
    [
        (ACROSS, "each", (15, 0)),
        (ACROSS, "multiply", (20, 0)),
        (ACROSS, "best", (10, 0)),
        (ACROSS, "remove", (0, 0)),
        (MIXED, "each", (5, 10)),
        (MIXED, "multiply", (10, 10)),
        (MIXED, "best", (0, 10)),
        (MIXED, "remove", (0, 0)),
        (OUT, "each", (20, 0)),
        (OUT, "multiply", (30, 0)),
        (OUT, "best", (10, 0)),
        (OUT, "remove", (0, 0)),
        (lay(("Ann-1", 287, 150), ("Ann-2", 312, 150)), "multiply", (15, 0)),  # both face up: they repel
        (lay(("Ann-1", 50, 150), ("Ann-2", 75, 150, "down")), "multiply", (0, 0)),
        (lay(("Ann-1", 350, 150), ("Bob-1", 375, 150, "down")), "best", (0, 0)),  # both in the ten
        (lay(("Ann-1", 350, 150), ("Ann-2", 375, 150, "down")), "best", (10, 0)),
    ],
)
def test_f16_a_cluster_counts_as_the_option_says(layout, cluster, gives):
    assert points(layout, cluster=cluster) == gives
    assert score(layout, cluster=cluster).clusters == score(layout).clusters


def test_f16_the_referee_says_how():
    assert ruling(ACROSS, "F16", cluster="multiply") == (
        "F16: Ann-1 and Ann-2 stick together across the 10 and the 5, so each counts the 10: 2 × 10 = 20 for Ann."
    )
    assert ruling(ACROSS, "F16", cluster="best") == (
        "F16: Ann-1 and Ann-2 stick together across the 10 and the 5, which counts once: 10 for Ann."
    )
    assert cited(score(MIXED, cluster="multiply").rulings, "F16") == [
        "F16: Ann-1 and Bob-1 stick together across the 10 and the 5, so each counts the 10: 10 for Ann.",
        "F16: Ann-1 and Bob-1 stick together across the 10 and the 5, so each counts the 10: 10 for Bob.",
    ]
    assert ruling(OUT, "F16", cluster="multiply") == (
        "F16: Ann-1, Ann-2 and Ann-3 stick together, Ann-2 and Ann-3 in the 10, so each counts the 10: 3 × 10 = 30 for"
        " Ann."
    )
    assert cited(score(ACROSS, cluster="remove").rulings, "F16") == [
        "F16: Ann-1 sticks together with Ann-2 and is taken off.",
        "F16: Ann-2 sticks together with Ann-1 and is taken off.",
    ]
    assert score(ACROSS, cluster="remove").removed == ("Ann-1", "Ann-2")


@pytest.mark.parametrize(
    ("pieces", "cluster", "gives"),
    [
        # both in blue's 30: all to blue, whose pieces they are is no matter
        ((("Ann-1", 480, 150), ("Bob-1", 505, 150, "down")), "multiply", (0, 60)),
        ((("Ann-1", 480, 150), ("Bob-1", 505, 150, "down")), "best", (0, 30)),
        # one mostly in the 30, the other mostly in the open 5, 10 mm away
        ((("Ann-1", 542, 150), ("Ann-2", 567, 150, "down")), "multiply", (0, 60)),
        # across red's 20 and blue's 20: to different sides
        ((("Ann-1", 287, 150), ("Ann-2", 312, 150, "down")), "multiply", (0, 0)),
        ((("Ann-1", 287, 150), ("Ann-2", 312, 150, "down")), "best", (0, 0)),
        ((("Ann-1", 287, 150), ("Ann-2", 312, 150, "down")), "each", (20, 20)),
    ],
)
def test_f16_the_highest_zone_of_a_cluster_decides_whose_points_they_are(pieces, cluster, gives):
    assert points(lay(*pieces), table(zones=OWNED), cluster=cluster) == gives


def test_f16_dead_pieces_and_dead_zones_link_a_cluster_but_are_not_counted():
    row = (("Ann-1", 340, 150), ("Ann-2", 365, 150, "down", "dead"), ("Ann-3", 390, 150))
    assert points(lay(*row), cluster="multiply") == (20, 0)
    mud = table(box("mud", "dead", 360, 370, 0, 150))
    touching = lay(("Ann-1", 340, 150), ("Ann-2", 365, 150, "down"), ("Ann-3", 390, 150))
    assert points(touching, mud, cluster="multiply") == (20, 0)
    assert points(touching, mud, cluster="best") == (10, 0)
    assert cited(score(touching, mud, cluster="multiply").rulings, "F15") == [
        "F15: Ann-2 overlaps mud, a dead zone, and counts nothing."
    ]
    # one that sticks to a dead piece sticks together: it is taken off, the dead one stays
    judged = score(lay(*row[:2]), cluster="remove")
    assert (judged.removed, judged.points["Ann"]) == (("Ann-1",), 0)


# -- control


def in_zone(ten="", five=""):
    """Return single pieces, A for Ann's and B for Bob's, well apart in the ten and in the five."""
    pieces, count = [], {"A": 0, "B": 0}
    for x, letters in ((350, ten), (250, five)):
        for k, letter in enumerate(letters):
            count[letter] += 1
            pieces.append((f"{'Ann' if letter == 'A' else 'Bob'}-{count[letter]}", x, 30 + 60 * k))
    return lay(*pieces)


@pytest.mark.parametrize(
    ("ten", "five", "gives"),
    [
        ("A", "", (10, 0)),
        ("AA", "", (10, 0)),
        ("AB", "", (0, 0)),
        ("AAB", "", (10, 0)),
        ("ABB", "A", (5, 10)),
        ("B", "AAB", (5, 10)),
        ("", "", (0, 0)),
    ],
)
def test_f18_a_zone_goes_once_to_the_side_with_more_pieces_in_it(ten, five, gives):
    assert points(in_zone(ten, five), owner="control") == gives


def test_f18_the_referee_counts_the_pieces():
    assert ruling(in_zone("AAB"), "F18", owner="control") == "F18: ten holds 2 of Ann's and 1 of Bob's: 10 for Ann."
    assert ruling(in_zone("AA"), "F18", owner="control") == "F18: ten holds 2 of Ann's, which counts once: 10 for Ann."
    assert ruling(in_zone("AB"), "F18", owner="control") == (
        "F18: ten holds 1 of Ann's and 1 of Bob's, so nobody has most: nothing."
    )
    three = (*PLAYERS, Player("Cid"))
    layout = lay(("Ann-1", 350, 50), ("Bob-1", 350, 100), ("Cid-1", 350, 150), ("Cid-2", 350, 200))
    assert score(layout, players=three, owner="control").points == {"Ann": 0, "Bob": 0, "Cid": 10}


RIVALS = (("Bob-2", 350, 50), ("Bob-3", 350, 250))
"""Two more of Bob's in the ten."""


@pytest.mark.parametrize(
    ("cluster", "gives"),
    [
        ("each", (5, 10)),  # the five has Ann-1; the ten 1 of Ann's and 2 of Bob's
        ("multiply", (0, 0)),  # both of Ann's stand in the ten, as many as Bob's
        ("best", (0, 10)),  # Ann's two stand in the ten as one
    ],
)
def test_f18_a_cluster_stands_in_its_highest_zone(cluster, gives):
    layout = lay(("Ann-1", 287, 150), ("Ann-2", 312, 150, "down"), *RIVALS)
    assert points(layout, owner="control", cluster=cluster) == gives


def test_f18_a_mixed_cluster_stands_for_each_or_as_one_for_nobody():
    layout = lay(("Ann-1", 337, 150), ("Bob-1", 362, 150, "down"), ("Ann-2", 337, 50))
    assert points(layout, owner="control", cluster="multiply") == (10, 0)  # two to one
    both = score(layout, owner="control", cluster="best")
    assert both.points == {"Ann": 10, "Bob": 0}
    assert cited(both.rulings, "F18") == ["F18: ten holds 1 of Ann's: 10 for Ann."]


def test_f18_where_the_highest_zones_of_a_cluster_are_worth_the_same_pieces_stand_where_they_lie():
    twins = table(zones=(box("a", "score", 200, 300, 0, 300, 7), box("b", "score", 300, 400, 0, 300, 7)))
    layout = lay(("Ann-1", 287, 150), ("Bob-1", 312, 150, "down"))
    assert points(layout, twins, owner="control", cluster="multiply") == (7, 7)
    assert points(layout, twins, owner="control", cluster="best") == (7, 7)
    (said,) = cited(score(layout, twins, owner="control", cluster="multiply").rulings, "F16")
    assert said.endswith("but their highest zones, a and b, are worth the same, so each stands where it lies.")
