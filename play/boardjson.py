"""A board as plain values, in the units of its file."""

from __future__ import annotations

from typing import Any

from sim.board import Board
from sim.values import Floats


def _mm(points: Floats) -> list[list[float]]:
    return [[1000.0 * float(v) for v in point] for point in points]


def board_json(board: Board) -> dict[str, Any]:
    """Return what a board is made of: outline, friction, pieces, zones, walls, magnets and rails."""
    surface = board.surface
    return {
        "name": board.name,
        "game": board.game,
        "surface": {
            "outline_mm": None if surface.outline is None else _mm(surface.outline),
            "edge": surface.edge,
            "friction_static": surface.friction.static,
            "friction_kinetic": surface.friction.kinetic,
        },
        "beyond": {"friction_static": board.beyond.static, "friction_kinetic": board.beyond.kinetic},
        "pieces": {
            name: {
                "shape": kind.shape,
                "axes_mm": [2000.0 * v for v in kind.semi_axes],
                "height_mm": 1000.0 * kind.height,
                "mass_g": 1000.0 * kind.mass,
                "moment_A_m2": list(kind.moment),
                "restitution": kind.restitution,
                "friction": kind.friction,
            }
            for name, kind in board.pieces.items()
        },
        "zones": [
            {
                "name": zone.name,
                "kind": zone.kind,
                "owner": zone.owner,
                "value": zone.value,
                "polygon_mm": None if zone.polygon is None else _mm(zone.polygon),
                "circle_mm": None if zone.circle is None else [1000.0 * v for v in zone.circle],
            }
            for zone in board.zones
        ],
        "walls": [
            {
                "name": wall.name,
                "from_mm": [1000.0 * v for v in wall.start],
                "to_mm": [1000.0 * v for v in wall.end],
                "thickness_mm": 1000.0 * wall.thickness,
                "restitution": wall.restitution,
                "friction": wall.friction,
            }
            for wall in board.walls
        ],
        "magnets": [
            {
                "name": magnet.name,
                "at_mm": [1000.0 * v for v in magnet.position[:2]],
                "height_mm": 1000.0 * magnet.position[2],
                "moment_A_m2": list(magnet.moment),
                "radius_mm": 1000.0 * magnet.radius,
            }
            for magnet in board.magnets
        ],
        "rails": [
            {
                "name": rail.name,
                "from_mm": [1000.0 * v for v in rail.start],
                "to_mm": [1000.0 * v for v in rail.end],
                "width_mm": 1000.0 * rail.width,
            }
            for rail in board.rails
        ],
    }
