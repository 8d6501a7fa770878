"""What sticks to what, and which pieces make a cluster."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sim.board import Board, FixedMagnet, Friction, Surface
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.sticking import Bond, bonds, clusters, natural_key

PUCK = PieceKind("puck", "disc", (0.015, 0.015), height=0.008, mass=0.008, moment=(0.0, 0.0, 0.4))
COMPASS = PieceKind("compass", "disc", (0.015, 0.015), height=0.008, mass=0.008, moment=(0.4, 0.0, 0.0))
TALL = PieceKind("tall", "disc", (0.015, 0.015), height=0.2, mass=0.008, moment=(0.0, 0.0, 0.4))
STONE = PieceKind("stone", "ellipse", (0.02, 0.01), height=0.008, mass=0.008, moment=(0.0, 0.0, 0.4))
QUARTER = 1.5707963267948966


def board(*magnets):
    surface = Surface(outline=None, edge="drop", friction=Friction(0.3, 0.2))
    return Board(name="bare", surface=surface, beyond=Friction(0.3, 0.2), magnets=magnets)


def layout(*pieces):
    """Lay pieces of (id, x_mm, y_mm, face), or with a dict of more."""
    out = Layout()
    for name, x, y, face, *more in pieces:
        keys = dict(more[0]) if more else {}
        piece = Piece(name, keys.pop("kind", PUCK))
        out = out.with_piece(piece, (x / 1000.0, y / 1000.0), face=face, **keys)
    return out


def stuck(table, *pieces):
    return [(*bond.pieces, bond.magnet) if bond.magnet else bond.pieces for bond in bonds(table, layout(*pieces))]


def test_a_bond_tells_pieces_gap_and_force():
    (bond,) = bonds(board(), layout(("b", 130.2, 50, "down"), ("a", 100, 50, "up")))
    assert bond == Bond(("a", "b"), None, pytest.approx(0.0002, abs=1e-12), bond.force)
    # side by side: 3μ0·m²/(4πr⁴)
    assert bond.force == pytest.approx(-3e-7 * 0.16 / 0.0302**4, rel=1e-12)


@pytest.mark.parametrize(
    ("faces", "sticks"), [("up down", True), ("down up", True), ("up up", False), ("down down", False)]
)
def test_touching_pucks_stick_when_their_faces_differ(faces, sticks):
    first, second = faces.split()
    assert bool(stuck(board(), ("a", 0, 0, first), ("b", 30, 0, second))) is sticks


@pytest.mark.parametrize("start", [0.0, 0.1, 100.3, 333.3, 812.7])
@pytest.mark.parametrize(("gap_mm", "sticks"), [(-0.1, True), (0.0, True), (0.5, True), (0.501, False), (2.0, False)])
def test_pieces_stick_up_to_a_gap_of_half_a_millimetre(start, gap_mm, sticks):
    pieces = ("a", start, 20.1, "up"), ("b", start + 30.0 + gap_mm, 20.1, "down")
    assert bool(stuck(board(), *pieces)) is sticks


@pytest.mark.parametrize(
    ("angle1", "angle2", "sticks"),
    [
        (0.0, 0.0, True),  # head to tail
        (0.0, 2.0 * QUARTER, False),  # head to head
        (QUARTER, -QUARTER, True),  # side by side, opposite
        (QUARTER, QUARTER, False),  # side by side, alike
        (0.0, QUARTER, False),  # at right angles: no radial force but rounding
        (QUARTER, 0.0, False),
        (0.3, 0.3 - QUARTER, True),  # at right angles, too, but off the line of centres
        (0.3, 0.3 + QUARTER, False),
    ],
)
def test_moments_in_the_plane_stick_by_their_angles(angle1, angle2, sticks):
    first = ("a", 0, 0, "up", {"kind": COMPASS, "angle": angle1})
    second = ("b", 30, 0, "up", {"kind": COMPASS, "angle": angle2})
    assert bool(stuck(board(), first, second)) is sticks


def test_an_upright_and_a_lying_moment_at_one_height_do_not_stick():
    assert stuck(board(), ("a", 0, 0, "up"), ("b", 30, 0, "up", {"kind": COMPASS, "angle": 0.7})) == []


def test_the_force_counts_along_the_line_of_centres_in_space():
    # alike side by side repel, but from high above it is head to tail that counts
    assert stuck(board(), ("a", 0, 0, "up"), ("b", 30, 0, "up", {"kind": TALL})) == [("a", "b")]


def test_a_piece_without_a_magnet_sticks_to_nothing():
    blank = PieceKind("blank", "disc", (0.015, 0.015), height=0.008, mass=0.008)
    assert stuck(board(), ("a", 0, 0, "up"), ("b", 30, 0, "down", {"kind": blank})) == []


@pytest.mark.parametrize(("status", "sticks"), [("live", True), ("dead", True), ("removed", False), ("hand", False)])
def test_only_pieces_on_the_table_stick(status, sticks):
    assert bool(stuck(board(), ("a", 0, 0, "up"), ("b", 30, 0, "down", {"status": status}))) is sticks


def test_a_piece_on_edge_sticks_to_nothing():
    magnet = FixedMagnet("m", (0.06, 0.0, 0.004), (0.4, 0.0, 0.0), radius=0.02)
    first = ("a", 0, 0, "up", {"kind": COMPASS})
    assert stuck(board(magnet), first, ("b", 30, 0, "up", {"kind": COMPASS})) == [("a", "b"), ("b", "m")]
    assert stuck(board(magnet), first, ("b", 30, 0, "edge", {"kind": COMPASS})) == []


@pytest.mark.parametrize(
    ("angle", "apart_mm", "sticks"),
    [(0.0, 40.4, True), (0.0, 40.6, False), (QUARTER, 30.4, True), (QUARTER, 30.6, False)],
)
def test_ellipses_stick_by_the_gap_between_their_rims(angle, apart_mm, sticks):
    first = ("a", 0, 0, "up", {"kind": STONE})
    second = ("b", apart_mm, 0, "down", {"kind": STONE, "angle": angle})
    assert bool(stuck(board(), first, second)) is sticks


def test_pieces_in_one_place_do_not_stick():
    assert stuck(board(), ("a", 0, 0, "up"), ("b", 0, 0, "down")) == []


def test_bonds_come_in_natural_order():
    row = [(f"Red-{k}", 30 * k, 0, "up" if k % 2 else "down") for k in (10, 2, 9, 11, 1, 3)]
    assert stuck(board(), *row) == [
        ("Red-1", "Red-2"),
        ("Red-2", "Red-3"),
        ("Red-9", "Red-10"),
        ("Red-10", "Red-11"),
    ]


@pytest.mark.parametrize(
    ("ids", "ordered"),
    [
        (["b-10", "b-9", "a-2"], ["a-2", "b-9", "b-10"]),
        (["x2y10", "x2y9", "x10"], ["x2y9", "x2y10", "x10"]),
        (["a", "a-1", ""], ["", "a", "a-1"]),
        (["a²", "²", "a1"], ["a1", "a²", "²"]),
        (["1b", "a", "01b"], ["a", "01b", "1b"]),
    ],
)
def test_natural_order_reads_numbers_as_numbers(ids, ordered):
    assert sorted(ids, key=natural_key) == ordered


# -- fixed magnets ---------------------------------------------------------------------------------

BELOW = FixedMagnet("post", (0.1, 0.05, -0.004), (0.0, 0.0, 0.5), radius=0.01)


@pytest.mark.parametrize(("face", "sticks"), [("up", True), ("down", False)])
def test_a_piece_over_a_magnet_sticks_when_it_attracts(face, sticks):
    assert bool(stuck(board(BELOW), ("a", 100, 50, face))) is sticks


def test_a_bond_with_a_magnet_tells_its_name_and_the_overlap():
    (bond,) = bonds(board(BELOW), layout(("a", 100, 70, "down")))
    assert (bond.pieces, bond.magnet) == (("a",), "post")
    assert bond.gap == pytest.approx(-0.005, abs=1e-12)
    assert bond.force < 0.0


@pytest.mark.parametrize(
    ("x_mm", "sticks"),
    [(124.0, True), (124.9, True), (124.9999, True), (125.0, False), (124.99999, False), (126.0, False)],
)
def test_a_piece_must_overlap_the_footprint_by_more_than_a_tangent(x_mm, sticks):
    # beside a magnet at about its own height, the opposite face attracts
    assert bool(stuck(board(BELOW), ("a", x_mm, 50, "down"))) is sticks


def test_a_magnet_without_a_footprint_holds_nothing():
    point = FixedMagnet("point", (0.1, 0.05, -0.004), (0.0, 0.0, 0.5))
    assert stuck(board(point), ("a", 100, 50, "up")) == []


def test_a_turned_ellipse_overlaps_a_footprint_with_its_long_side():
    magnet = FixedMagnet("m", (0.0, 0.0, 0.004), (0.0, 0.0, 0.5), radius=0.005)
    assert stuck(board(magnet), ("a", 22, 0, "down", {"kind": STONE})) == [("a", "m")]
    assert stuck(board(magnet), ("a", 22, 0, "down", {"kind": STONE, "angle": QUARTER})) == []


def test_a_magnet_in_the_very_centre_of_a_piece_does_not_hold_it():
    inside = FixedMagnet("m", (0.1, 0.05, 0.004), (0.0, 0.0, 0.5), radius=0.01)
    assert stuck(board(inside), ("a", 100, 50, "up")) == []


def test_bonds_with_magnets_are_ordered_by_piece_then_magnet():
    ten, nine = (FixedMagnet(name, (0.1, 0.05, -0.004), (0.0, 0.0, 0.5), radius=0.01) for name in ("m10", "m9"))
    assert stuck(board(ten, nine), ("b", 100, 50, "up"), ("a", 100, 50.1, "up")) == [
        ("a", "m9"),
        ("a", "m10"),
        ("b", "m9"),
        ("b", "m10"),
    ]


# -- clusters --------------------------------------------------------------------------------------


def test_a_cluster_reaches_through_others():
    row = ("c", 60, 0, "up"), ("a", 0, 0, "up"), ("b", 30, 0, "down")
    assert clusters(board(), layout(*row)) == (("a", "b", "c"),)


def test_touching_but_repelling_pieces_are_no_cluster():
    assert clusters(board(), layout(("a", 0, 0, "up"), ("b", 30, 0, "up"))) == ()


def test_clusters_apart_are_listed_in_natural_order():
    pairs = (
        ("r-10", 0, 0, "up"),
        ("r-11", 30, 0, "down"),
        ("r-9", 200, 0, "up"),
        ("r-2", 230, 0, "down"),
        ("x", 400, 0, "up"),
    )
    assert clusters(board(), layout(*pairs)) == (("r-2", "r-9"), ("r-10", "r-11"))


def test_a_ring_of_four_is_one_cluster():
    ring = ("a", 0, 0, "up"), ("b", 30, 0, "down"), ("c", 30, 30, "up"), ("d", 0, 30, "down")
    assert clusters(board(), layout(*ring)) == (("a", "b", "c", "d"),)


def test_clusters_that_meet_late_become_one():
    row = (
        ("a", 0, 0, "up"),
        ("d", 90, 0, "down"),
        ("c", 60, 0, "up"),
        ("b", 30, 0, "down"),
        ("e", 120, 0, "up"),
    )
    assert clusters(board(), layout(*row)) == (("a", "b", "c", "d", "e"),)


def test_a_fixed_magnet_makes_no_cluster():
    magnet = FixedMagnet("m", (0.05, 0.0, 0.0), (0.0, 0.0, 2.0), radius=0.04)
    table, two = board(magnet), layout(("a", 34, 0, "down"), ("b", 66, 0, "down"))
    assert [bond.magnet for bond in bonds(table, two)] == ["m", "m"]
    assert clusters(table, two) == ()


def test_an_empty_table_has_no_bonds_and_no_clusters():
    assert bonds(board(BELOW), Layout()) == ()
    assert clusters(board(BELOW), Layout()) == ()


def test_asking_for_bonds_loads_no_compiler():
    code = "import sys, sim.sticking; print(sorted({'numba', 'scipy', 'pymunk', 'matplotlib'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
