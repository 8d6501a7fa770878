"""What a field picture shows: flux density, forces, and where friction no longer holds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from matplotlib.figure import Figure

import sim
from play.fieldchart import drag_words, draw_drag, draw_field
from play.fieldfigure import chosen_piece, drag_map, field_map, grid
from play.figures import layout_scene
from sim.board import Board, FixedMagnet, Friction, Surface
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.values import frozen

PUCK = PieceKind("puck", "disc", (0.0125, 0.0125), 0.008, 0.010, (0.0, 0.0, 0.4))
FINITE = PieceKind("finite", "disc", (0.0125, 0.0125), 0.008, 0.010, (0.0, 0.0, 0.4), cylinder=(0.005, 0.005))
EXTENT = (-0.15, -0.1, 0.15, 0.1)


def table(static=0.25, **parts):
    friction = Friction(static, 0.9 * static)
    return Board("table", Surface(None, "open", friction), friction, **parts)


def lying(*places, kind=PUCK):
    layout = Layout()
    for k, (x, y, *rest) in enumerate(places):
        layout = layout.with_piece(Piece(f"Red-{k + 1}", kind, "Red"), (x, y), 0.0, *rest)
    return layout


def test_a_grid_has_even_steps_and_reaches_its_ends():
    xs, ys = grid(EXTENT, 31)
    assert (xs[0], xs[-1], ys[0], ys[-1]) == (-0.15, 0.15, -0.1, 0.1)
    assert np.diff(xs) == pytest.approx(0.01)
    assert np.diff(ys) == pytest.approx(0.01)


@pytest.mark.parametrize("height", [0.0, 0.02])
def test_the_field_of_points_is_that_of_the_dipoles(height):
    layout = lying((-0.03, 0.0), (0.05, 0.02, "down"))
    board = table(magnets=(FixedMagnet("m", (0.0, -0.06, -0.003), (0.2, 0.1, 0.5)),))
    shown = field_map(board, layout, EXTENT, height, 31)
    x, y = np.meshgrid(shown.xs, shown.ys)
    points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height)])
    places = np.vstack([layout.centres(), [(0.0, -0.06, -0.003)]])
    moments = np.vstack([layout.moments(), [(0.2, 0.1, 0.5)]])
    expected = sim.dipoles.field(points, places, moments).reshape(shown.field.shape)
    assert shown.field == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_the_field_on_the_axis_of_a_finite_magnet_is_the_closed_form():
    # B = Br/2 [(z + h)/√((z + h)² + r²) − z/√(z² + r²)], z from the nearer face; Br = μ0 m/V
    board, layout = table(), lying((0.0, 0.0), kind=FINITE)
    shown = field_map(board, layout, (-0.01, -0.01, 0.01, 0.01), 0.004 + 0.0025 + 0.006, 3)
    r, h, z = 0.005, 0.005, 0.006
    remanence = 4e-7 * math.pi * 0.4 / (math.pi * r * r * h)
    expected = 0.5 * remanence * ((z + h) / math.hypot(z + h, r) - z / math.hypot(z, r))
    assert shown.field[1, 1, 2] == pytest.approx(expected, rel=2e-3)
    assert np.abs(shown.field[1, 1, :2]).max() < 1e-12


def test_pieces_off_the_table_have_no_field():
    layout = lying((0.0, 0.0)).with_statuses({"Red-1": "removed"})
    assert not field_map(table(), layout, EXTENT, 0.0, 5).field.any()


def test_the_force_map_is_the_force_that_the_simulation_has():
    board, layout = table(), lying((-0.03, 0.0), (0.05, 0.02, "down"), kind=FINITE)
    shown = drag_map(board, layout, FINITE, (0.0, -0.06, 0.02, -0.04), steps=3)
    laid = layout.with_piece(Piece("x", FINITE), (float(shown.xs[1]), float(shown.ys[1])))
    # a test dipole for the one, two cylinders for the other: they differ by (size/distance)²
    assert shown.force[1, 1] == pytest.approx(sim.forces(board, laid).force[-1], rel=2e-2, abs=1e-6)


def test_the_line_of_static_friction_about_one_upright_magnet_is_a_circle_of_the_closed_form():
    # 3μ0 m²/(4π r⁴) = μs M g
    radius = (3e-7 * 0.4**2 / (0.25 * 0.010 * 9.81)) ** 0.25
    assert radius == pytest.approx(0.03741, abs=1e-5)
    shown = drag_map(table(), lying((0.0, 0.0)), PUCK, EXTENT, steps=301)
    x, y = np.meshgrid(shown.xs, shown.ys)
    r = np.hypot(x, y)
    free = np.isfinite(shown.drag)
    assert shown.drag[free] == pytest.approx((radius / r[free]) ** 4, rel=1e-9)
    assert np.array_equal(shown.drag[free] > 1.0, r[free] < radius)
    figure = Figure()
    axes = figure.add_subplot()
    draw_drag(axes, shown, layout_scene(table(), lying((0.0, 0.0))))
    full = next(c for c in axes.collections if list(getattr(c, "levels", ())) == [1.0])
    drawn = np.vstack([path.vertices for path in full.get_paths()])
    assert np.hypot(*drawn.T) == pytest.approx(1000.0 * radius, rel=5e-3)


def test_where_a_piece_lies_there_is_no_room_for_another():
    shown = drag_map(table(), lying((0.0, 0.0)), PUCK, EXTENT, steps=61)
    x, y = np.meshgrid(shown.xs, shown.ys)
    assert np.array_equal(np.isnan(shown.drag), np.hypot(x, y) < 0.025)
    assert shown.taken == ((0.0, 0.0, 0.025),)


def test_a_pull_from_above_lightens_the_piece_and_may_lift_it():
    # right below a magnet of the same direction, 20 mm off: F = 6μ0 m m'/(4π z⁴), straight up
    strong = FixedMagnet("m", (0.0, 0.0, 0.024), (0.0, 0.0, 5.0))
    shown = drag_map(table(magnets=(strong,)), Layout(), PUCK, (-0.01, -0.01, 0.01, 0.01), steps=21)
    assert shown.force[10, 10, 2] == pytest.approx(6e-7 * 0.4 * 5.0 / 0.02**4, rel=1e-9)
    assert shown.force[10, 10, 2] > 0.010 * 9.81
    assert np.isinf(shown.drag[10, 11])


def test_past_an_edge_where_pieces_drop_nothing_holds_and_past_an_open_one_the_other_friction():
    square = frozen([(-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1)], (4, 2))
    parts = (Friction(0.25, 0.2), Friction(0.5, 0.4))
    drops = Board("t", Surface(square, "drop", parts[0]), parts[1])
    opens = Board("t", Surface(square, "open", parts[0]), parts[1])
    fallen = drag_map(drops, lying((0.0, 0.0)), PUCK, EXTENT, steps=31)
    on = drag_map(opens, lying((0.0, 0.0)), PUCK, EXTENT, steps=31)
    outside = np.abs(np.meshgrid(fallen.xs, fallen.ys)[0]) > 0.1001
    assert np.isnan(fallen.drag[outside]).all()
    row = on.drag[10]
    assert row[1] == pytest.approx(3e-7 * 0.4**2 / 0.14**4 / (0.5 * 0.010 * 9.81))
    assert row[6] == pytest.approx(3e-7 * 0.4**2 / 0.09**4 / (0.25 * 0.010 * 9.81))


def test_a_piece_is_chosen_by_its_kind_or_its_id_and_is_then_no_part_of_what_it_feels():
    board = table(pieces={"puck": PUCK, "other": FINITE})
    layout = lying((0.0, 0.0), (0.05, 0.0, "down"))
    assert chosen_piece(board, layout, None)[0] is PUCK
    assert chosen_piece(board, layout, "other")[0] is FINITE
    kind, face, rest, name = chosen_piece(board, layout, "Red-2")
    assert (kind, face, rest.ids, name) == (PUCK, "down", ("Red-1",), "Red-2")
    with pytest.raises(KeyError, match="puck, other, Red-1, Red-2"):
        chosen_piece(board, layout, "Red-9")
    with pytest.raises(KeyError, match="no piece with a magnet"):
        chosen_piece(table(), Layout(), None)


def test_the_field_is_drawn_in_decades_of_a_millitesla_with_a_scale():
    figure = Figure()
    axes = figure.add_subplot()
    layout = lying((0.0, 0.0))
    draw_field(axes, field_map(table(), layout, EXTENT, 0.0, 61), layout_scene(table(), layout))
    low, high = axes.collections[0].get_clim()
    assert high - low == pytest.approx(3.0)
    ticks = [label.get_text() for label in axes.child_axes[0].get_yticklabels()]
    assert "1" in ticks and "0.1" in ticks


def test_a_table_without_magnets_says_so_and_one_without_friction_too():
    axes = Figure().add_subplot()
    draw_field(axes, field_map(table(), Layout(), EXTENT, 0.0, 5), layout_scene(table(), Layout()))
    assert axes.get_title() == "no magnet on the table"
    shown = drag_map(table(static=0.0), lying((0.0, 0.0)), PUCK, EXTENT, steps=21)
    assert "No friction holds it" in drag_words(shown)
    draw_drag(axes, shown, layout_scene(table(), lying((0.0, 0.0))))
