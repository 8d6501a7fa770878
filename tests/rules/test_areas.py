"""Shares of a piece's area: closed formulas at 1e-9, shapely's fine polygons at loose tolerance."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import Point, Polygon

from rules.areas import LEAST_SHARE, overlap_share, zone_shares
from sim.board import Zone
from sim.pieces import PieceKind

PUCK = PieceKind("puck", "disc", (0.015, 0.015), 0.007, 0.008)
STONE = PieceKind("stone", "ellipse", (0.0125, 0.008), 0.007, 0.008)


def polygon(*corners):
    """Return a zone from corners in mm."""
    return Zone("polygon", "score", polygon=np.array(corners, dtype=float) / 1000.0)


def disc(x, y, radius):
    """Return a round zone in mm."""
    return Zone("disc", "score", circle=(x / 1000.0, y / 1000.0, radius / 1000.0))


def share(zone, x, y, kind=PUCK, angle=0.0):
    return overlap_share(zone, kind, np.array([x, y]) / 1000.0, angle)


def segment(d):
    """Return the share of a unit disc beyond a chord at signed distance d from its centre."""
    return (math.acos(d) - d * math.sqrt(1.0 - d * d)) / math.pi


def lens(d, r, big):
    """Return the share of a disc of radius r within one of radius `big`, centres d apart, to many digits."""
    with mpmath.workdps(40):
        d, r, big = mpmath.mpf(d), mpmath.mpf(r), mpmath.mpf(big)
        a = r * r * mpmath.acos((d * d + r * r - big * big) / (2 * d * r))
        b = big * big * mpmath.acos((d * d + big * big - r * r) / (2 * d * big))
        root = (-d + r + big) * (d + r - big) * (d - r + big) * (d + r + big)
        return float((a + b - mpmath.sqrt(root) / 2) / (mpmath.pi * r * r))


WIDE = polygon((0, -500), (500, -500), (500, 500), (0, 500))


@pytest.mark.parametrize(
    ("zone", "x", "y", "expected"),
    [
        (WIDE, 100, 0, 1.0),
        (WIDE, 15, 0, 1.0),  # within, touching the side
        (WIDE, 0, 0, 0.5),
        (WIDE, 0, 500, 0.25),  # centred on a corner
        (WIDE, -15, 0, 0.0),  # a tangent
        (WIDE, 0, 515, 0.0),
        (WIDE, -40, 0, 0.0),
        (WIDE, -9, 0, segment(0.6)),
        (WIDE, 9, 0, 1.0 - segment(0.6)),
        (polygon((-3, -50), (3, -50), (3, 50), (-3, 50)), 0, 0, 1.0 - 2.0 * segment(0.2)),
        (polygon((-3, -3), (3, -3), (3, 3), (-3, 3)), 0, 0, 36.0 / (math.pi * 225.0)),
        (polygon((0, 0), (100, 0), (100, 100)), 0, 0, 0.125),  # a wedge of 45 degrees
        (polygon((0, 0), (100, 100), (100, 0)), 0, 0, 0.125),  # the other way round
        (polygon((-50, -50), (50, -50), (50, 50), (0, 0), (-50, 50)), 0, 0, 0.75),  # a notch to the centre
        (disc(0, 0, 40), 0, 0, 1.0),
        (disc(0, 0, 40), 25, 0, 1.0),  # within, touching the circle
        (disc(0, 0, 40), 55, 0, 0.0),  # touching from outside
        (disc(0, 0, 15), 0, 0, 1.0),  # the same circle
        (disc(0, 0, 5), 3, 1, 1.0 / 9.0),
        (disc(0, 0, 40), 40, 0, lens(40, 15, 40)),
        (disc(0, 0, 40), 54.9, 0, lens(54.9, 15, 40)),
        (disc(0, 0, 15), 15, 0, lens(15, 15, 15)),
    ],
)
def test_a_share_agrees_with_its_closed_formula(zone, x, y, expected):
    assert share(zone, x, y) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("turn", np.linspace(0.1, 6.2, 13))
@pytest.mark.parametrize("distance", [0.0, 7.0, 14.99, 15.0])
def test_a_share_does_not_depend_on_which_way_a_side_runs(turn, distance):
    c, s = math.cos(turn), math.sin(turn)
    corners = [(x * c - y * s, x * s + y * c) for x, y in ((distance, -90), (90, -90), (90, 90), (distance, 90))]
    assert share(polygon(*corners), 0, 0) == pytest.approx(segment(distance / 15.0), abs=1e-9)


@pytest.mark.parametrize("far", [0.5, 3.0, 30.0, 900.0])
@pytest.mark.parametrize("turn", [0.0, 0.7, math.pi / 2, 4.0])
def test_a_circle_may_be_much_wider_than_the_piece(far, turn):
    big = 15.0 * far
    d = big + 3.0
    zone = disc(d * math.cos(turn), d * math.sin(turn), big)
    assert share(zone, 0, 0) == pytest.approx(lens(d, 15.0, big), abs=1e-9)


@pytest.mark.parametrize("turn", np.linspace(0.0, 6.0, 11))
def test_touching_from_outside_is_no_overlap_in_any_direction(turn):
    c, s = math.cos(turn), math.sin(turn)
    assert share(disc(250, 150, 40), 250 + 55 * c, 150 + 55 * s) == 0.0


def test_shares_of_zones_that_fill_the_plane_add_up_to_one():
    zones = (WIDE, polygon((0, -500), (-500, -500), (-500, 500), (0, 500)), disc(5, 5, 8), disc(-7, 0, 30))
    shares = zone_shares(zones, PUCK, np.array([0.001, 0.002]))
    assert sum(shares.values()) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        (250, {1: 1.0}),
        (275, {1: 1.0}),
        (290, {0: 1.0 - lens(40, 15, 40), 1: lens(40, 15, 40)}),
        (320, {0: 1.0}),
    ],
)
def test_a_later_zone_hides_what_lies_under_it(x, expected):
    band = polygon((150, 0), (350, 0), (350, 300), (150, 300))
    shares = zone_shares((band, disc(250, 150, 40)), PUCK, np.array([x / 1000.0, 0.150]))
    assert shares == pytest.approx(expected, abs=1e-9)


def test_an_earlier_zone_hides_nothing():
    band = polygon((150, 0), (350, 0), (350, 300), (150, 300))
    assert set(zone_shares((disc(250, 150, 40), band), PUCK, np.array([0.250, 0.150]))) == {1}


def test_a_piece_over_several_spaces_is_shared_among_them():
    spaces = (
        polygon((0, 0), (100, 0), (100, 100), (0, 100)),
        polygon((-100, 0), (0, 0), (0, 100), (-100, 100)),
        polygon((-100, -100), (0, -100), (0, 0), (-100, 0)),
    )
    shares = zone_shares(spaces, PUCK, np.array([0.0, 0.0]))
    assert shares == pytest.approx({0: 0.25, 1: 0.25, 2: 0.25}, abs=1e-9)


@pytest.mark.parametrize("angle", [0.0, 0.4, math.pi / 2, 2.0])
def test_half_an_ellipse_lies_on_either_side_of_a_line_through_its_centre(angle):
    assert share(WIDE, 0, 0, STONE, angle) == pytest.approx(0.5, abs=1e-9)


def test_an_upright_ellipse_is_cut_as_its_disc_is():
    assert share(WIDE, -5, 0, STONE) == pytest.approx(segment(0.4), abs=1e-9)
    assert share(WIDE, -5, 0, STONE, math.pi / 2) == pytest.approx(segment(0.625), abs=1e-9)


def test_a_small_circle_within_an_ellipse_has_its_own_area():
    assert share(disc(2, 1, 4), 0, 0, STONE, 0.3) == pytest.approx(16.0 / 100.0, abs=1e-9)


def test_a_zone_without_a_shape_is_refused():
    with pytest.raises(ValueError, match="neither a polygon nor a circle"):
        share(Zone("nothing", "score"), 0, 0)


place = st.floats(-20.0, 20.0)
circles = st.builds(disc, place, place, st.floats(1.0, 60.0))


@st.composite
def stars(draw):
    """Simple polygons, not all convex: corners in order around a centre."""
    n = draw(st.integers(3, 7))
    radii = draw(st.lists(st.floats(4.0, 50.0), min_size=n, max_size=n))
    x, y = draw(place), draw(place)
    return polygon(
        *((x + r * math.cos(2 * math.pi * k / n), y + r * math.sin(2 * math.pi * k / n)) for k, r in enumerate(radii))
    )


def drawn(zone):
    if zone.circle is not None:
        return Point(zone.circle[:2]).buffer(zone.circle[2], quad_segs=500)
    return Polygon(zone.polygon)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.one_of(circles, stars()), min_size=1, max_size=4),
    st.sampled_from([PUCK, STONE]),
    place,
    place,
    st.floats(0.0, 6.3),
)
def test_shares_agree_with_fine_polygons(zones, kind, x, y, angle):
    at = np.array([x, y]) / 1000.0
    piece = affinity.scale(Point(0.0, 0.0).buffer(1.0, quad_segs=500), *kind.semi_axes, origin=(0, 0))
    piece = affinity.translate(affinity.rotate(piece, angle, origin=(0, 0), use_radians=True), *at)
    shares = zone_shares(zones, kind, at, angle)
    shapes = [drawn(zone) for zone in zones]
    for k, shape in enumerate(shapes):
        for cover in shapes[k + 1 :]:
            shape = shape.difference(cover)
        assert shares.get(k, 0.0) == pytest.approx(shape.intersection(piece).area / piece.area, abs=1e-4)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(circles, stars()), min_size=1, max_size=4), place, place)
def test_shares_lie_between_the_least_one_and_all(zones, x, y):
    shares = zone_shares(zones, PUCK, np.array([x, y]) / 1000.0)
    assert all(LEAST_SHARE < value <= 1.0 + 1e-12 for value in shares.values())
    assert sum(shares.values()) <= 1.0 + 1e-9


def test_a_side_that_is_upright_but_for_rounding_cuts_as_an_upright_one_does():
    half = polygon((0, -50), (50, -50), (50, 50), (0, 50))
    # a turn by next to nothing makes the upright side's slope overflow
    shares = zone_shares((half,), STONE, np.array([0.0, 0.0]), 8.6e-206)
    assert shares == {0: pytest.approx(0.5, abs=1e-12)}
