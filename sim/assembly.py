"""The arrays of the step loop, gathered from a board and a layout."""

from __future__ import annotations

import math

import numpy as np

from sim.board import Board
from sim.friction import limit_curve
from sim.kernels import tables as t
from sim.layout import Layout
from sim.pieces import faced
from sim.settings import Settings
from sim.values import Floats

RECORD_ROWS = 4096  # recorded instants between two visits of Python


def make_table(board: Board, layout: Layout, indices: list[int], accuracy: float) -> t.Table:
    """Gather what the kernels need of a board and some pieces of a layout."""
    pieces = [layout.pieces[k] for k in indices]
    kinds = [piece.kind for piece in pieces]
    n = len(pieces)
    surface = board.surface
    magnets = [(*m.position, *m.moment) for m in board.magnets]
    walls = [(*w.start, *w.end, w.thickness / 2.0) for w in board.walls]
    outline = np.zeros((0, 2)) if surface.outline is None else np.array(surface.outline)
    return t.Table(
        mass=np.array([kind.mass for kind in kinds]),
        inverse_mass=np.array([0.0 if p.pinned else 1.0 / p.kind.mass for p in pieces]),
        inertia=np.array([kind.inertia for kind in kinds]),
        friction_radius=np.array([kind.friction_radius for kind in kinds]),
        semi_axes=np.array([kind.semi_axes for kind in kinds]).reshape(n, 2),
        height=np.array([kind.height / 2.0 for kind in kinds]),
        moment=np.array([faced(layout.pieces[k].kind.moment, layout.faces[k]) for k in indices]).reshape(n, 3),
        magnets=np.array(magnets, dtype=np.float64).reshape(-1, 6),
        walls=np.array(walls, dtype=np.float64).reshape(-1, 5),
        outline=outline,
        friction=np.array(
            [
                [surface.friction.static, surface.friction.kinetic],
                [board.beyond.static, board.beyond.kinetic],
            ]
        ),
        curve=np.array(limit_curve()),
        gravity=float(board.gravity),
        accuracy=float(accuracy),
        drops=surface.edge == "drop",
    )


def make_state(table: t.Table, body: Floats, settings: Settings, until: float) -> t.State:
    """Return a fresh state for bodies (n, 6). Pieces without motion start at rest."""
    n, w = len(body), len(table.walls)
    mode = np.where((body[:, 3:] == 0.0).all(axis=1), t.STUCK, t.FREE).astype(np.int64)
    clock = np.zeros(t.CLOCKS)
    clock[t.UNTIL] = until
    clock[t.LIMIT] = settings.limit if settings.until is None else math.inf
    clock[t.RECORD_EVERY] = settings.record_every
    return t.State(
        body=body.copy(),
        force=np.zeros((n, 4)),
        mode=mode,
        reaction=np.zeros((n, 3)),
        calm=np.zeros(n, np.int64),
        beyond=np.zeros(n, np.int64),
        armed=np.zeros((n, n + w), np.int64),
        apart=np.zeros((n, n + w), np.int64),
        touched=np.full((n, n + w), -1.0),
        parted=np.full((n, n), -1.0),
        clock=clock,
        books=np.zeros(t.BOOKS),
        counts=np.zeros(t.COUNTS, np.int64),
        drift=np.zeros((n, 3)),
        after=np.zeros((n, 4)),
        caps=np.zeros((n, 2)),
        before=body.copy(),
        usage=np.zeros((n, 2)),
        contact=np.zeros((n, 3)),
        events=np.zeros((2 * n * (n + 4) + 256, 4)),
        records=np.zeros((RECORD_ROWS, 1 + 6 * n)),
    )
