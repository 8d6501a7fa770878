"""The arrays of the step loop, gathered from a board and a layout."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from sim.board import Board, Wall
from sim.friction import limit_curve, ring_curve
from sim.kernels import tables as t
from sim.layout import Layout
from sim.pieces import faced
from sim.quadrature import KNOTS, REACH, TERMS, ladder, level_knots, upright_series
from sim.settings import Settings
from sim.values import Floats, Vector3

RECORD_ROWS = 4096  # recorded instants between two visits of Python
CONTACTS = ("disc", "ring")
POST = 1e-6  # m; half length and radius of what stands for a magnet among the pieces


@dataclass(frozen=True, eq=False)
class Hand:
    """A magnet that is moved by hand above the table.

    Attributes
    ----------
    path : (h, 3), s and m: time, x, y; strictly rising times
    height : m, of its middle above the surface
    moment : A·m²
    cylinder : radius and height of the magnet, m; zeros for a point
    """

    path: Floats
    height: float
    moment: Vector3
    cylinder: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Slot:
    """A slot in which another friction holds: its mouth and the direction out of it, m; length and width, m."""

    mouth: tuple[float, float]
    heading: float
    length: float
    width: float
    static: float
    kinetic: float


def obstacles(board: Board, layout: Layout, indices: list[int]) -> tuple[Wall, ...]:
    """Return the walls that pieces can meet: the board's, and a thin post at every magnet that stands among the pieces.

    A magnet whose middle is no higher than a piece is in its way; without a post a piece could fall into the point.
    """
    tallest = max((2.0 * layout.pieces[k].kind.centre_height(layout.faces[k]) for k in indices), default=0.0)
    posts = []
    for magnet in board.magnets:
        x, y, z = magnet.position
        if 0.0 < z < tallest:
            posts.append(Wall(magnet.name, (x - POST, y), (x + POST, y), 2.0 * POST, 0.0, 0.3))
    return (*board.walls, *posts)


def make_table(
    board: Board,
    layout: Layout,
    indices: list[int],
    accuracy: float,
    hand: Hand | None = None,
    slot: Slot | None = None,
) -> t.Table:
    """Gather what the kernels need of a board and some pieces of a layout."""
    pieces = [layout.pieces[k] for k in indices]
    faces = [layout.faces[k] for k in indices]
    kinds = [piece.kind for piece in pieces]
    n = len(pieces)
    surface = board.surface
    magnets = [(*m.position, *m.moment) for m in board.magnets]
    cylinders = [k.cylinder for k in kinds] + [m.cylinder for m in board.magnets]
    path = np.zeros((0, 3))
    if hand is not None:
        path = np.array(hand.path, dtype=np.float64)
        magnets.append((path[0, 1], path[0, 2], hand.height, *hand.moment))
        cylinders.append(hand.cylinder)
    walls = [(*w.start, *w.end, w.thickness / 2.0) for w in obstacles(board, layout, indices)]
    outline = np.zeros((0, 2)) if surface.outline is None else np.array(surface.outline)
    friction = [
        [surface.friction.static, surface.friction.kinetic],
        [board.beyond.static, board.beyond.kinetic],
        [0.0, 0.0] if slot is None else [slot.static, slot.kinetic],
    ]
    return t.Table(
        mass=np.array([kind.mass for kind in kinds]),
        inverse_mass=np.array([0.0 if p.pinned else 1.0 / p.kind.mass for p in pieces]),
        inertia=np.array([kind.inertia for kind in kinds]),
        friction_radius=np.array([kind.friction_radius for kind in kinds]),
        semi_axes=np.array(
            [kind.footprint(face) for kind, face in zip(kinds, faces, strict=True)], dtype=np.float64
        ).reshape(n, 2),
        height=np.array([kind.centre_height(face) for kind, face in zip(kinds, faces, strict=True)]),
        moment=np.array([faced(kind.moment, face) for kind, face in zip(kinds, faces, strict=True)]).reshape(n, 3),
        magnets=np.array(magnets, dtype=np.float64).reshape(-1, 6),
        **_classes(tuple(cylinders), tuple(min(k.semi_axes) for k in kinds)),
        # a piece that stands on edge stays as it is
        tip_inertia=np.array(
            [0.0 if face == "edge" else kind.tip_inertia for kind, face in zip(kinds, faces, strict=True)]
        ),
        hand_path=path,
        slot=np.zeros(6)
        if slot is None
        else np.array([*slot.mouth, math.cos(slot.heading), math.sin(slot.heading), slot.length, slot.width / 2.0]),
        walls=np.array(walls, dtype=np.float64).reshape(-1, 5),
        outline=outline,
        friction=np.array(friction),
        curves=np.stack([limit_curve(), ring_curve()]),
        contact_of=np.array([CONTACTS.index(kind.contact) for kind in kinds], dtype=np.int64),
        gravity=float(board.gravity),
        accuracy=float(accuracy),
        drops=surface.edge == "drop",
    )


@lru_cache(maxsize=64)
def _classes(cylinders: tuple[tuple[float, float], ...], rims: tuple[float, ...]) -> dict[str, Any]:
    """Sort magnets by size; gather the rules of each size and the series of each pair. Kernels only read them.

    `rims` are how near pieces let anything come, m; what is fixed has none.
    """
    sizes = [(0.0, 0.0), *sorted({c for c in cylinders if c != (0.0, 0.0)})]
    first: list[tuple[int, int]] = []
    spans: list[tuple[int, int]] = []
    gaps: list[float] = []
    points: list[list[float]] = []
    for size in sizes:
        rules = ladder(*size)
        first.append((len(spans), len(rules)))
        for rule in rules:
            spans.append((len(points), len(rule.points)))
            gaps.append(rule.least_gap)
            points += rule.points.tolist()
    count = len(sizes)
    series, start = np.zeros((count * count, 3, TERMS)), np.zeros(count * count)
    level, level_from = np.zeros((count * count, KNOTS, 2)), np.full(count * count, -1.0)
    least = [min((rim for rim, c in zip(rims, cylinders, strict=False) if c == size), default=0.0) for size in sizes]
    moving = [size in cylinders[: len(rims)] for size in sizes]
    for a, one in enumerate(sizes):
        for b, two in enumerate(sizes):
            series[a * count + b] = upright_series(*one, *two)
            outer = math.hypot(one[0], 0.5 * one[1]) + math.hypot(two[0], 0.5 * two[1])
            start[a * count + b] = (outer / REACH) ** 2
            if a and b and moving[a] and moving[b] and least[a] + least[b] < outer / REACH:
                level[a * count + b] = level_knots(*one, *two)
                level_from[a * count + b] = one[0] + two[0]
    return {
        "magnet_class": np.array([sizes.index(c) for c in cylinders], dtype=np.int64),
        "class_sizes": np.array(sizes),
        "class_rules": np.array(first, dtype=np.int64),
        "rule_gaps": np.array(gaps),
        "rule_spans": np.array(spans, dtype=np.int64),
        "points": np.array(points),
        "series": series,
        "series_from": start,
        "level": level,
        "level_from": level_from,
    }


def make_state(table: t.Table, body: Floats, tilt: Floats, settings: Settings, until: float) -> t.State:
    """Return a fresh state for bodies (n, 6) and tilts (n, TILTS). Pieces without motion start at rest."""
    n, w = len(body), len(table.walls)
    mode = np.where((body[:, 3:] == 0.0).all(axis=1), t.STUCK, t.FREE).astype(np.int64)
    clock = np.zeros(t.CLOCKS)
    clock[t.UNTIL] = until
    clock[t.LIMIT] = settings.limit if settings.until is None else math.inf
    clock[t.RECORD_EVERY] = settings.record_every
    return t.State(
        body=body.copy(),
        force=np.zeros((n, 6)),
        tilt=tilt.copy(),
        hand=np.zeros(2),
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
        after=np.zeros((n, 6)),
        caps=np.zeros((n, 2)),
        before=body.copy(),
        usage=np.zeros((n, 2)),
        contact=np.zeros((n, 3)),
        events=np.zeros((2 * n * (n + 4) + 256, 4)),
        records=np.zeros((RECORD_ROWS, 1 + 6 * n)),
    )
