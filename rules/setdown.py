"""Whether a piece can be set down somewhere: finite numbers, and a free place."""

from __future__ import annotations

import math

from sim.gaps import gap
from sim.layout import Layout
from sim.pieces import PieceKind
from sim.values import Vector2, frozen

OVERLAP = 1e-9
"""Two pieces overlap when they share more than this, m; nearer to touching, rounding decides."""


def blocked_by(layout: Layout, kind: PieceKind, at: Vector2, angle: float = 0.0) -> str | None:
    """Return the id of the first piece on the table in which one set down at `at` (m) would lie, or None."""
    here = frozen(at)
    for k in layout.on_table:
        other = layout.pieces[k]
        if gap(kind, here, angle, other.kind, layout.positions[k], float(layout.angles[k])) < -OVERLAP:
            return other.id
    return None


def finite(*numbers: float) -> bool:
    """Whether all numbers are finite."""
    return all(math.isfinite(number) for number in numbers)


def in_mm(at: Vector2) -> str:
    """Return a place in words, in mm."""
    return f"({1e3 * at[0]:g}, {1e3 * at[1]:g}) mm"
