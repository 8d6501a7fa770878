"""The treecode's accuracy: which degree and opening an error asks for, and the proof on a sample."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.kernels.tree import boxes, carried, grids, leaves, sampled
from sim.threads import shared_out
from sim.values import Floats

_FLAT = (
    (2, 0.7, 48, 5e-4),
    (4, 0.7, 48, 6e-5),
    (5, 0.7, 48, 2e-5),
    (5, 0.6, 48, 3e-6),
    (6, 0.6, 48, 9e-7),
    (7, 0.6, 64, 1.3e-7),
    (8, 0.6, 64, 4e-8),
    (9, 0.6, 64, 1e-8),
    (9, 0.5, 64, 1e-9),
    (11, 0.5, 96, 1e-10),
)
_DEEP = (
    (2, 0.7, 64, 3e-3),
    (3, 0.7, 64, 4e-4),
    (3, 0.6, 64, 1.5e-4),
    (3, 0.5, 64, 3e-5),
    (4, 0.6, 64, 1e-5),
    (4, 0.5, 64, 2e-6),
    (5, 0.5, 96, 3e-7),
    (6, 0.5, 128, 2e-8),
    (7, 0.5, 200, 5e-9),
    (8, 0.5, 250, 1e-10),
)
"""Degree, opening, dipoles in a leaf, and the error measured for a shaken lattice of 12,000, a hard case."""

_MARGIN = 2.0  # for what the error grows with the number of boxes
_SAMPLE = 64
_SHARE = 0.5  # of the error asked for, that the sample may show: it is a sample


def by_tree(p: Floats, m: Floats, kind: tuple[int | None, int | None], rtol: float, workers: int) -> Floats | None:
    """Forces and torques (2, n, 3) of dipoles `p`, `m` (n, 3) within `rtol`, or None if only the direct sum can.

    The error is that of :func:`sim.dipoles.forces_torques`, whose ValueErrors for coincident dipoles are left to the
    direct sum: None, too.
    """
    n = len(p)
    last = None
    for degree, opening, most, error in _FLAT if kind[0] is None else _DEEP:
        if _MARGIN * error > rtol:
            continue
        if most != last:
            order, held, child, shape = boxes(p, most)
            leaf, last = np.flatnonzero(child < 0), most
        points, begin = grids(held, shape, degree, opening)
        source = carried(p, m, order, held, child, shape, points, begin)
        out = np.empty((2, n, 3))
        parts = min(len(leaf), 64)
        edges = [len(leaf) * k // parts for k in range(parts + 1)]

        tree = (leaf, order, held, child, shape, begin, source, opening, out, *kind)

        def some(part: int, edges: list[int] = edges, tree: Any = tree) -> int:
            return leaves(edges[part], edges[part + 1], *tree)

        if max(shared_out(some, parts, workers)) >= 0:
            return None
        if _measured(n, order, source, out, kind) <= _SHARE * rtol:
            return out
    return None


def _measured(n: int, order: Floats, source: Floats, out: Floats, kind: tuple[int | None, int | None]) -> float:
    """Greater of the errors of forces and torques, on dipoles spread evenly over the boxes."""
    targets = np.unique(np.linspace(0, n - 1, _SAMPLE).astype(np.int64))
    exact = np.empty((2, len(targets), 3))
    sampled(targets, n, source, exact, *kind)
    worst = 0.0
    for ours, known in zip(out, exact, strict=True):
        off = np.sqrt(np.mean(np.sum((ours[order[targets]] - known) ** 2, axis=1)))
        squares = np.sum(ours**2, axis=1)
        squares = squares[squares > 0.0]
        if off > 0.0:
            size = np.sqrt(min(np.median(squares), np.mean(squares))) if squares.size else 0.0
            worst = max(worst, float(off / size) if size > 0.0 else np.inf)
    return worst
