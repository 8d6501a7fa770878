"""The gap between two pieces seen from above, exact for discs and to 1e-9 m for ellipses at any angle.

For convex shapes the gap is the largest, over directions n, of n·(c2 − c1) − h1(n) − h2(−n), with h the
support function; for an ellipse h(n) = √((a n·x)² + (b n·y)²) in closed form. Where the shapes overlap, the
same number is minus the least shift that parts them.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from sim.pieces import PieceKind
from sim.values import Floats, Vector2

_COARSE = 512  # directions in a half circle among which the tops are told apart
_FINE = 17
_FINEST = 1e-6  # of a radian or so: the gap is flat at its top, so this leaves an error of its square


def gap(
    kind1: PieceKind,
    position1: ArrayLike,
    angle1: float,
    kind2: PieceKind,
    position2: ArrayLike,
    angle2: float,
) -> float:
    """Gap between two pieces, m; where they overlap, minus the depth of the overlap.

    Parameters
    ----------
    kind1, kind2 : PieceKind
        Their shape and half axes are read.
    position1, position2 : (2,) m
    angle1, angle2 : rad
    """
    return gap_and_normal(kind1, position1, angle1, kind2, position2, angle2)[0]


def gap_and_normal(
    kind1: PieceKind,
    position1: ArrayLike,
    angle1: float,
    kind2: PieceKind,
    position2: ArrayLike,
    angle2: float,
) -> tuple[float, Vector2]:
    """Gap as :func:`gap`, and the unit direction it is measured in, from the first piece to the second."""
    r = np.asarray(position2, dtype=np.float64) - np.asarray(position1, dtype=np.float64)
    distance = math.sqrt(r[0] * r[0] + r[1] * r[1])
    forward = r / distance if distance > 0.0 else np.array([1.0, 0.0])
    if _round(kind1) and _round(kind2):
        return distance - kind1.radius - kind2.radius, (float(forward[0]), float(forward[1]))

    def along(t: Floats) -> Floats:
        # directions within a quarter turn of the line of centres, by the half-angle's tangent: no sine is
        # needed. The shapes are symmetric about their centres, so the others only give the same with a
        # smaller n·r.
        cosine, sine = (1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)
        sideways = np.array([-forward[1], forward[0]])
        return np.asarray(cosine[..., None] * forward + sine[..., None] * sideways)

    def separation(t: Floats) -> Floats:
        n = along(t)
        return np.asarray(n @ r - support(kind1, angle1, n) - support(kind2, angle2, n))

    # shapes that overlap may have more than one top: each is followed
    t = np.linspace(-1.0, 1.0, _COARSE + 1)
    values = separation(t)
    padded = np.concatenate([[-np.inf], values, [-np.inf]])
    tops = t[(values >= padded[:-2]) & (values >= padded[2:])]
    width = t[1] - t[0]
    while width > _FINEST:
        around = tops[:, None] + np.linspace(-width, width, _FINE)
        tops = around[np.arange(len(tops)), np.argmax(separation(around), axis=1)]
        width *= 2.0 / (_FINE - 1)
    values = separation(tops)
    best = int(np.argmax(values))
    n = along(tops[best : best + 1])[0]
    return float(values[best]), (float(n[0]), float(n[1]))


def support(kind: PieceKind, angle: float, directions: Floats) -> Floats:
    """How far a piece at `angle` reaches from its centre along unit `directions` (…, 2), m."""
    a, b = kind.semi_axes
    c, s = math.cos(angle), math.sin(angle)
    u = a * (c * directions[..., 0] + s * directions[..., 1])
    v = b * (c * directions[..., 1] - s * directions[..., 0])
    return np.sqrt(u * u + v * v)


def overlap_area(
    kind1: PieceKind,
    position1: ArrayLike,
    angle1: float,
    kind2: PieceKind,
    position2: ArrayLike,
    angle2: float,
) -> float:
    """Area in which two pieces overlap, m²: 0 where they don't, and never more than the smaller.

    Good for telling a tangent from an overlap: for a shallow one of depth g the lens between two parabolas of
    the rims' curvatures, 4/3·g·√(2g/(κ1 + κ2)); an estimate where it is deep.
    """
    depth, n = gap_and_normal(kind1, position1, angle1, kind2, position2, angle2)
    smaller = min(kind1.contact_area, kind2.contact_area)
    if depth >= 0.0 or smaller == 0.0:
        return 0.0
    curvature = _curvature(kind1, angle1, n) + _curvature(kind2, angle2, n)
    return min(4.0 / 3.0 * -depth * math.sqrt(2.0 * -depth / curvature), smaller)


def _round(kind: PieceKind) -> bool:
    return kind.semi_axes[0] == kind.semi_axes[1]


def _curvature(kind: PieceKind, angle: float, n: Vector2) -> float:
    """Curvature of the rim where its normal is n, 1/m: h³/(a²b²)."""
    a, b = kind.semi_axes
    return float(support(kind, angle, np.array(n))) ** 3 / (a * a * b * b)
