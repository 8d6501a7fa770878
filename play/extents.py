"""What part of a table a picture shows, and what its words keep clear of. Lengths in mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from play import marks
from sim.board import Board
from sim.values import Floats

Extent: TypeAlias = tuple[float, float, float, float]
"""Lower left and upper right corner of what is seen, mm: x0, y0, x1, y1."""

FLATTEST, TALLEST = 0.24, 0.75
_LEAST_RADII = 16.0  # that a picture is wide: a few pieces close together need no magnifying glass
_PATH = 3.0  # mm; half the width of a path that words keep clear of
_MARGIN = 0.03  # of the longer side of what is seen
_REACH = 0.35  # of the board's longer side: what flew farther off is not worth shrinking the board for


def ways(paths: Sequence[Floats], yoke: marks.YokeMark | None) -> Floats:
    """Return discs (n, 3) mm along paths and around the yoke, which words keep clear of."""
    discs = [np.column_stack([path[::2], np.full(len(path[::2]), _PATH)]) for path in paths]
    return np.vstack([np.zeros((0, 3)), *discs, *([] if yoke is None else [yoke.discs])])


def extent_of(
    board: Board, pieces: Sequence[marks.PieceMark], paths: Sequence[Floats], cord: Floats | None = None
) -> Extent:
    """Find what is to be seen, with a margin; neither very flat nor very tall.

    On a table without zones that goes on beyond its outline, a cord (k, 2) bounds the game, and the picture as well.
    """
    reach = max((max(mark.semi_axes) for mark in pieces), default=0.0)
    points = [np.array([(m.x, m.y) for m in pieces if m.status != "removed"]).reshape(-1, 2), *paths]
    points = [p + d for p in points for d in (-reach, reach)]
    points += [1000.0 * np.array([wall.start, wall.end]) for wall in board.walls]
    points += [1000.0 * np.array([magnet.position[:2]]) for magnet in board.magnets]
    outline = board.surface.outline
    if cord is not None:
        points.append(cord)
        if not board.zones and board.surface.edge == "open":
            outline = None
    if outline is not None:
        points.append(1000.0 * outline)
    every = np.vstack(points)
    if not len(every):
        every = np.array([(-100.0, -50.0), (100.0, 50.0)])
    low, high = every.min(axis=0), every.max(axis=0)
    if outline is not None:
        least, most = 1000.0 * outline.min(axis=0), 1000.0 * outline.max(axis=0)
        far = _REACH * float((most - least).max())
        low, high = np.maximum(low, least - far), np.minimum(high, most + far)
    low, high = low - _MARGIN * (high - low).max(), high + _MARGIN * (high - low).max()
    wide, tall = np.maximum(high - low, (_LEAST_RADII * reach, 0.0))
    size = np.array([max(wide, tall / TALLEST), max(tall, FLATTEST * wide)])
    grow = 0.5 * (size - (high - low))
    low, high = low - grow, high + grow
    return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
