"""Clauses L19 to L27: what a puck or a cluster counts, and which boards can't be scored."""

import pytest
from kalide_table import PLAYERS, ZONES, circle, lay, mat, strip

from rules.ruling import RulesError
from sim.sticking import bonds


def only(rules, board, layout):
    """Return the one scoring ruling of a layout, as (clause, points, player)."""
    (ruling,) = rules.score(board, layout, PLAYERS).rulings
    return ruling.clause, ruling.points, ruling.player


@pytest.mark.parametrize(
    ("at", "face", "points"),
    [((200, 40), "up", 50), ((250, 150), "up", 200), ((250, 150), "down", 200), ((265, 150), "edge", 200)],
)
def test_L19_a_single_puck_counts_its_space(rules, board, at, face, points):
    assert only(rules, board, lay(("Yellow-1", *at, face))) == ("L19", points, "Yellow")


def test_L19_a_hidden_space_counts_nothing(rules, board):
    # wholly within the circle, which lies over the 50
    assert only(rules, board, lay(("Yellow-1", 274.9, 150)))[:2] == ("L19", 200)


def test_L20_a_cluster_counts_the_value_for_each_puck(rules, board):
    layout = lay(("Yellow-1", 200, 40), ("Yellow-2", 230, 40, "down"), ("Red-1", 260, 40))
    assert only(rules, board, layout) == ("L20", 150, "Yellow")


def test_L21_a_chain_is_one_cluster(rules, board):
    layout = lay(("Yellow-1", 200, 40), ("Yellow-2", 230, 40, "down"), ("Yellow-3", 260, 40))
    assert rules.score(board, layout, PLAYERS).clusters == (("Yellow-1", "Yellow-2", "Yellow-3"),)


def test_L21_pucks_that_touch_and_repel_are_no_cluster(rules, board, points):
    layout = lay(("Yellow-1", 250, 180), ("Yellow-2", 250, 210))
    assert rules.score(board, layout, PLAYERS).clusters == ()
    assert points(layout) == (250, 0)


def test_L21_a_puck_on_edge_sticks_to_nothing(points):
    assert points(lay(("Yellow-1", 250, 180), ("Yellow-2", 250, 210, "edge"))) == (250, 0)


@pytest.mark.parametrize(("gap", "stick"), [(0.0, True), (0.49, True), (0.51, False)])
def test_L21_sticking_ends_at_half_a_millimetre(rules, board, gap, stick):
    layout = lay(("Yellow-1", 250, 40), ("Yellow-2", 280 + gap, 40, "down"))
    assert bool(rules.score(board, layout, PLAYERS).clusters) is stick
    assert bool(bonds(board, layout)) is stick


def test_L22_a_single_across_two_spaces_counts_the_greater(rules, board):
    assert only(rules, board, lay(("Yellow-1", 276, 150))) == ("L22", 200, "Yellow")


def test_L23_a_cluster_across_two_spaces_counts_the_greater(rules, board):
    layout = lay(("Yellow-1", 250, 150), ("Red-2", 250, 120, "down"), ("Yellow-3", 250, 90))
    assert only(rules, board, layout) == ("L23", 600, "Yellow")


def test_L23_one_in_the_200_and_one_in_the_50_are_400(rules, board):
    layout = lay(("Yellow-1", 250, 174), ("Red-2", 250, 204, "down"))
    (ruling,) = rules.score(board, layout, PLAYERS).rulings
    assert ruling.points == 400
    assert str(ruling).startswith("L23: Red-2 and Yellow-1 stick together across the 200 and the 50")


def beside_the_dead_zone():
    """A mat on which the 50s reach up to the Dead Zone."""
    zones = [z for z in ZONES if z.value != 50]
    fifty = [
        strip("yellow-50", "score", 150, 400, owner="yellow", value=50),
        strip("red-50", "score", 500, 750, owner="red", value=50),
    ]
    return mat([*fifty, *zones])


@pytest.mark.parametrize(
    ("x", "points"), [(450, 0), (414, 0), (386, 0), (385.1, 0), (385, 50), (384, 50), (515, 50), (514.9, 0)]
)
def test_L24_a_single_in_or_across_the_dead_zone_counts_nothing(rules, x, points):
    clause, got, _ = only(rules, beside_the_dead_zone(), lay(("Yellow-1", x, 40)))
    assert (clause, got) == ("L19" if points else "L24", points)


def test_L25_a_cluster_across_the_dead_zone_counts_nothing(rules):
    layout = lay(("Yellow-1", 330, 40), ("Yellow-2", 360, 40, "down"), ("Yellow-3", 390, 40))
    assert only(rules, beside_the_dead_zone(), layout) == ("L25", 0, "Yellow")


@pytest.mark.parametrize(
    ("x", "clause", "points"),
    [(364, "L19", 50), (364.99, "L19", 50), (365, "L26", 0), (375, "L26", 0)],
)
def test_L26_any_overlap_counts_and_a_tangent_is_none(rules, board, x, clause, points):
    assert only(rules, board, lay(("Yellow-1", x, 40)))[:2] == (clause, points)


def test_L26_a_chain_with_one_puck_in_a_space_counts_for_all(rules, board):
    layout = lay(("Yellow-1", 340, 40), ("Yellow-2", 370, 40, "down"), ("Yellow-3", 370, 70))
    assert only(rules, board, layout) == ("L26", 150, "Yellow")


def test_L26_a_cluster_on_unmarked_mat_counts_nothing(rules, board):
    layout = lay(("Yellow-1", 375, 40), ("Yellow-2", 375, 70, "down"))
    assert only(rules, board, layout) == ("L26", 0, "Yellow")


TOUCHING = [
    (
        strip("yellow-50", "score", 150, 450, owner="yellow", value=50),
        strip("red-50", "score", 450, 750, owner="red", value=50),
    ),
    (
        strip("yellow-50", "score", 150, 500, owner="yellow", value=50),
        strip("red-50", "score", 400, 750, owner="red", value=50),
    ),
    (circle("yellow-200", 400, 150, 50, owner="yellow"), circle("red-200", 500, 150, 50, owner="red")),
]


@pytest.mark.parametrize("sections", TOUCHING)
def test_L27_sections_that_touch_are_rejected(rules, sections):
    flicks = [zone for zone in ZONES if zone.kind == "flick"]
    board = mat([*flicks, *sections])
    with pytest.raises(RulesError, match=r"^L27: "):
        rules.start(board, PLAYERS)
    with pytest.raises(RulesError, match=r"^L27: "):
        rules.score(board, lay(), PLAYERS)


def test_L27_a_dead_zone_laid_over_the_seam_keeps_them_apart(rules):
    flicks = [zone for zone in ZONES if zone.kind == "flick"]
    board = mat([*flicks, *TOUCHING[0], strip("dead-zone", "dead", 440, 460)])
    assert rules.start(board, PLAYERS).board is board
