"""Tables and pieces of the cases: the standard puck P25, short ways to set a table, and the example scripts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

import play
import sim
from sim.values import Floats, Vector2, Vector3

EXAMPLES = Path(__file__).parents[2] / "examples" / "physics"

RADIUS, HEIGHT, MASS, MOMENT = 0.0125, 0.008, 0.010, 0.4
STATIC, KINETIC, GRAVITY = 0.25, 0.20, 9.81
UP, DOWN, ALONG, BLANK = (0.0, 0.0, MOMENT), (0.0, 0.0, -MOMENT), (MOMENT, 0.0, 0.0), (0.0, 0.0, 0.0)


def puck(moment: Vector3 = UP, restitution: float = 0.0, friction: float = 0.0) -> sim.PieceKind:
    """P25: Ø25 × 8 mm, 10 g, 0.4 A·m² upright unless said."""
    return sim.PieceKind("P25", "disc", (RADIUS, RADIUS), HEIGHT, MASS, moment, restitution, friction)


def fixed(x: float, y: float, moment: Vector3) -> sim.FixedMagnet:
    """Make a fixed magnet at the height of the pucks' own."""
    return sim.FixedMagnet("fixed", (x, y, HEIGHT / 2), moment)


def table(
    static: float = 0.0,
    kinetic: float = 0.0,
    walls: tuple[sim.Wall, ...] = (),
    magnets: tuple[sim.FixedMagnet, ...] = (),
) -> sim.Board:
    """Make an endless table, frictionless unless said."""
    friction = sim.Friction(static, kinetic)
    return sim.Board("bare", sim.Surface(None, "open", friction), friction, walls=walls, magnets=magnets)


def rough(magnets: tuple[sim.FixedMagnet, ...] = ()) -> sim.Board:
    """Make an endless table with the notes' friction."""
    return table(STATIC, KINETIC, magnets=magnets)


def lying(
    places: list[Vector2],
    kinds: list[sim.PieceKind],
    angles: list[float] | None = None,
    pinned: tuple[int, ...] = (),
) -> sim.Layout:
    """Lay pieces a, b, c … at places in m."""
    pieces = tuple(sim.Piece(chr(97 + k), kind, None, k in pinned) for k, kind in enumerate(kinds))
    return sim.Layout(pieces, np.array(places), np.array(angles or [0.0] * len(kinds)))


def let_go(
    board: sim.Board,
    layout: sim.Layout,
    velocities: dict[str, Vector2] | None = None,
    spins: dict[str, float] | None = None,
    until: float | None = None,
    record_every: float = 1e-3,
) -> sim.Shot:
    """Let all pieces go at once with given velocities and spins."""
    settings = sim.Settings(until=until, record_every=record_every)
    return sim.simulate(board, layout, sim.Release(velocities or {}, spins or {}), settings=settings)


@cache
def script(name: str) -> sim.Shot:
    """Run an example script, once a process."""
    return play.run(EXAMPLES / name).shots[0].shot


def first_contact(shot: sim.Shot) -> float:
    """Time of the first contact, s; ValueError if there is none."""
    for event in shot.events:
        if event.kind == "contact":
            return event.time
    raise ValueError("nothing touched")


def touches(shot: sim.Shot) -> bool:
    """Whether anything touched."""
    return any(event.kind == "contact" for event in shot.events)


def farthest_moved(before: sim.Layout, after: sim.Layout) -> float:
    """Greatest distance that a piece moved, m."""
    return float(np.hypot(*(after.positions - before.positions).T).max())


def distance(shot: sim.Shot, i: int = 0, j: int = 1) -> Floats:
    """Distance between two pieces at the recorded instants, m."""
    places = shot.trajectory.positions
    return np.asarray(np.hypot(*(places[:, j] - places[:, i]).T))


def falling_zeros(times: Floats, values: Floats) -> Floats:
    """Times at which recorded values pass from above zero to below, between the rows by a straight line."""
    rows = np.nonzero((values[:-1] > 0.0) & (values[1:] <= 0.0))[0]
    share = values[rows] / (values[rows] - values[rows + 1])
    return np.asarray(times[rows] + share * (times[rows + 1] - times[rows]))
