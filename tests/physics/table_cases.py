"""The standard puck of the validation cases and short ways to set a table."""

from __future__ import annotations

import numpy as np

import sim
from sim.values import Vector2, Vector3

MOMENT = 0.4
RADIUS = 0.0125
MASS = 0.010
STATIC, KINETIC = 0.25, 0.20
K = 1e-7 * MOMENT**2


def puck(
    moment: Vector3 = (0.0, 0.0, MOMENT),
    restitution: float = 0.0,
    friction: float = 0.0,
    radius: float = RADIUS,
) -> sim.PieceKind:
    """P25: Ø25 × 8 mm, 10 g."""
    return sim.PieceKind("P25", "disc", (radius, radius), 0.008, MASS, moment, restitution, friction)


def table(
    static: float = 0.0,
    kinetic: float = 0.0,
    walls: tuple[sim.Wall, ...] = (),
    magnets: tuple[sim.FixedMagnet, ...] = (),
) -> sim.Board:
    """An endless table, frictionless unless said."""
    friction = sim.Friction(static, kinetic)
    return sim.Board("bare", sim.Surface(None, "open", friction), friction, walls=walls, magnets=magnets)


def lying(
    places: list[Vector2],
    kinds: list[sim.PieceKind],
    angles: list[float] | None = None,
    pinned: tuple[int, ...] = (),
) -> sim.Layout:
    """Pieces a, b, c … at places in m."""
    pieces = tuple(sim.Piece(chr(97 + k), kind, None, k in pinned) for k, kind in enumerate(kinds))
    return sim.Layout(pieces, np.array(places), np.array(angles or [0.0] * len(kinds)))


def let_go(
    board: sim.Board,
    layout: sim.Layout,
    velocities: dict[str, Vector2] | None = None,
    spins: dict[str, float] | None = None,
    **settings: float,
) -> sim.Shot:
    """Release all pieces with given velocities."""
    action = sim.Release(velocities or {}, spins or {})
    return sim.simulate(board, layout, action, settings=sim.Settings(**settings))  # type: ignore[arg-type]
