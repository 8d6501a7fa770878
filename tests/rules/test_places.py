import numpy as np
import pytest
from kalide_table import ZONES, mat

from rules.places import on_surface, polygon_distance, zone_distance, zones_at
from sim.board import Board, Friction, Surface, Zone

NOTCHED = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 2.0], [0.0, 4.0]])


@pytest.mark.parametrize(
    ("point", "distance"),
    [
        ((1.0, 0.5), -0.5),
        ((2.0, 1.0), -1.0),
        ((2.0, 2.0), 0.0),
        ((2.0, 3.0), 0.5**0.5),
        ((-1.0, 0.0), 1.0),
        ((7.0, 8.0), 5.0),
        ((4.0, 2.0), 0.0),
    ],
)
def test_a_distance_from_a_polygon_is_negative_inside(point, distance):
    assert polygon_distance(NOTCHED, *point) == pytest.approx(distance, abs=1e-12)


def test_a_distance_from_a_circle_is_negative_inside():
    zone = Zone("circle", "score", circle=(1.0, 1.0, 0.5))
    assert zone_distance(zone, 1.0, 1.0) == -0.5
    assert zone_distance(zone, 2.0, 1.0) == 0.5


@pytest.mark.parametrize(("x", "on"), [(0.0, True), (0.9, True), (-1e-6, False), (0.900001, False)])
def test_the_edge_belongs_to_the_surface(x, on):
    assert on_surface(mat(), x, 0.15) is on


def test_an_endless_table_has_no_edge():
    table = Board("endless", Surface(None, "open", Friction()), Friction())
    assert on_surface(table, 1e6, -1e6)


@pytest.mark.parametrize(
    ("x", "names"),
    [
        (0.25, ["yellow-200"]),
        (0.31, ["yellow-50"]),
        (0.375, []),
        (0.15, ["yellow-50", "red-flick"]),
        (0.29, ["yellow-200", "yellow-50"]),
    ],
)
def test_the_zone_on_top_shows_and_a_line_belongs_to_both_sides(x, names):
    assert [zone.name for zone in zones_at(ZONES, x, 0.15)] == names
