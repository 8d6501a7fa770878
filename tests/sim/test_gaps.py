"""Gaps between discs and turned ellipses, against shapes placed so that the gap is known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from sim.gaps import gap, gap_and_normal, overlap_area
from sim.pieces import PieceKind

lengths = st.floats(0.005, 0.03)
thin = st.floats(0.001, 0.03)
angles = st.floats(-7.0, 7.0)


def disc(radius):
    return PieceKind("disc", "disc", (radius, radius), height=0.008, mass=0.01)


def ellipse(a, b):
    return PieceKind("stone", "ellipse", (a, b), height=0.008, mass=0.01)


def reach(kind, angle, direction):
    """Return the point of a rim farthest along the direction of an angle, from the centre."""
    a, b = kind.semi_axes
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    n = turn.T @ np.array([math.cos(direction), math.sin(direction)])
    return turn @ (np.array([a * a * n[0], b * b * n[1]]) / math.hypot(a * n[0], b * n[1]))


def placed(kind1, angle1, kind2, angle2, direction, distance):
    """Return the centre of a second shape whose rim faces that of the first, at a distance along a direction.

    The tangents at the two points are parallel, so the strip between them holds neither shape.
    """
    n = np.array([math.cos(direction), math.sin(direction)])
    return reach(kind1, angle1, direction) + distance * n - reach(kind2, angle2, direction + math.pi)


@pytest.mark.parametrize(
    ("place", "distance"),
    [((0.03, 0.0), 0.005), ((0.015, 0.02), 0.0), ((0.0, -0.01), -0.015), ((0.0, 0.0), -0.025)],
)
def test_the_gap_of_discs_is_the_distance_less_the_radii(place, distance):
    assert gap(disc(0.0125), (0.0, 0.0), 0.0, disc(0.0125), place, 1.0) == pytest.approx(distance, abs=1e-17)


@given(lengths, lengths, lengths, lengths, angles, angles, angles, st.floats(0.0, 0.05))
def test_ellipses_apart_have_the_gap_they_were_placed_at(a1, b1, a2, b2, angle1, angle2, direction, distance):
    first, second = ellipse(a1, b1), ellipse(a2, b2)
    at = placed(first, angle1, second, angle2, direction, distance)
    assert gap(first, (0.0, 0.0), angle1, second, at, angle2) == pytest.approx(distance, abs=1e-9)


@given(lengths, lengths, lengths, angles, angles, st.floats(0.0, 0.05))
def test_a_disc_and_an_ellipse_have_the_gap_they_were_placed_at(a, b, radius, angle, direction, distance):
    at = placed(ellipse(a, b), angle, disc(radius), 0.0, direction, distance)
    assert gap(ellipse(a, b), (0.0, 0.0), angle, disc(radius), at, 0.0) == pytest.approx(distance, abs=1e-9)


@given(lengths, lengths, lengths, lengths, angles, angles, angles, st.floats(-0.03, 0.03))
def test_the_gap_is_the_same_seen_from_either_piece(a1, b1, a2, b2, angle1, angle2, direction, distance):
    first, second = ellipse(a1, b1), ellipse(a2, b2)
    at = placed(first, angle1, second, angle2, direction, distance)
    forward = gap(first, (0.0, 0.0), angle1, second, at, angle2)
    assert gap(second, at, angle2, first, (0.0, 0.0), angle1) == pytest.approx(forward, abs=1e-9)


@given(thin, thin, thin, thin, angles, angles, st.floats(0.0, 0.02), st.floats(0.0, 0.02))
@example(0.0206, 0.005, 0.018, 0.00064, 2.416, 1.3257, 0.0018, 0.0003)  # two tops, one of them narrow
@example(0.0283, 0.0004, 0.0292, 0.0019, 2.357, 0.6857, 0.0177, 0.0039)
def test_no_direction_parts_overlapping_ellipses_more_than_the_gap_says(a1, b1, a2, b2, angle1, angle2, x, y):
    first, second = ellipse(a1, b1), ellipse(a2, b2)
    every = np.linspace(0.0, 2.0 * math.pi, 5761)
    n = np.stack([np.cos(every), np.sin(every)], axis=1)
    parting = n @ (x, y)
    for kind, angle in ((first, angle1), (second, angle2)):
        a, b = kind.semi_axes
        parting -= np.hypot(a * np.cos(every - angle), b * np.sin(every - angle))
    found = gap(first, (0.0, 0.0), angle1, second, (x, y), angle2)
    assert parting.max() <= found + 1e-12
    assert found <= parting.max() + 1e-6


@given(lengths, lengths, lengths, lengths, angles, angles, angles, st.floats(-0.01, 0.03))
def test_shifting_by_the_gap_along_its_normal_makes_the_pieces_touch(
    a1, b1, a2, b2, angle1, angle2, direction, distance
):
    first, second = ellipse(a1, b1), ellipse(a2, b2)
    at = placed(first, angle1, second, angle2, direction, distance)
    between, normal = gap_and_normal(first, (0.0, 0.0), angle1, second, at, angle2)
    touching = at - between * np.array(normal)
    assert gap(first, (0.0, 0.0), angle1, second, touching, angle2) == pytest.approx(0.0, abs=2e-9)


@pytest.mark.parametrize(("angle", "depth"), [(0.0, 0.02), (math.pi, 0.02), (math.pi / 2.0, 0.03)])
def test_concentric_ellipses_part_along_their_short_axes(angle, depth):
    stone = ellipse(0.02, 0.01)
    assert gap(stone, (0.3, 0.1), 0.0, stone, (0.3, 0.1), angle) == pytest.approx(-depth, abs=1e-9)


@pytest.mark.parametrize(("ratio"), [1.0, 3.0, 20.0])
def test_thin_ellipses_end_to_end_and_side_by_side_have_the_plain_gap(ratio):
    stone = ellipse(0.02, 0.02 / ratio)
    ends = gap(stone, (0.0, 0.0), 0.0, stone, (0.041, 0.0), 0.0)
    sides = gap(stone, (0.0, 0.0), 0.0, stone, (0.0, 0.04 / ratio + 0.001), 0.0)
    assert (ends, sides) == (pytest.approx(0.001, abs=1e-9), pytest.approx(0.001, abs=1e-9))


@pytest.mark.parametrize("depth", [1e-9, 1e-7, 1e-5, 1e-4])
def test_the_area_of_a_shallow_overlap_of_discs_is_that_of_the_lens(depth):
    r1, r2 = 0.015, 0.01
    distance = r1 + r2 - depth
    # the lens lies between two chords' segments, r²(θ − sin θ cos θ); sin² of the half angles by Heron
    area16 = (r1 + r2 + distance) * (r1 + r2 - distance) * (distance + r1 - r2) * (distance - r1 + r2)
    half_chord = math.sqrt(area16) / (2.0 * distance)
    lens = sum(r * r * segment(math.asin(half_chord / r)) for r in (r1, r2))
    area = overlap_area(disc(r1), (0.0, 0.0), 0.0, disc(r2), (distance, 0.0), 0.0)
    assert area == pytest.approx(lens, rel=1e-2)


def segment(angle):
    # θ − sin θ cos θ = (2θ − sin 2θ)/2, by its series where the difference would cancel
    x = 2.0 * angle
    return x - math.sin(x) if x > 1.0 else (x**3 / 12.0) * (1.0 - x * x / 20.0)


@given(lengths, lengths, angles, angles)
def test_an_ellipse_overlaps_itself_by_no_more_than_its_area(a, b, angle, other):
    assume(abs(a - b) > 1e-6)
    stone = ellipse(a, b)
    area = overlap_area(stone, (0.0, 0.0), angle, stone, (0.0, 0.0), other)
    assert 0.0 < area <= stone.contact_area


def test_pieces_apart_overlap_nowhere():
    assert overlap_area(disc(0.01), (0.0, 0.0), 0.0, disc(0.01), (0.03, 0.0), 0.0) == 0.0


def test_a_point_overlaps_nothing():
    assert overlap_area(disc(0.01), (0.0, 0.0), 0.0, disc(0.0), (0.0, 0.0), 0.0) == 0.0
