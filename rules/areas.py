"""How a piece's area is shared among zones: exact integrals over arcs and segments, no sampling.

The piece is mapped to the unit disc at the origin; a polygon stays a polygon under that map and a circle
becomes an ellipse (a circle again, where the piece is a disc). The disc is then cut into vertical slabs
at every corner, extreme point and crossing of the boundaries inside it. Within a slab no two boundaries
cross, so the area between neighbours is the integral of the upper one less that of the lower one, in
closed form, and belongs to the zone that lies on top at any inner point. This serves any zones over one
another, and is good to 1e-9 of the piece's area for circles up to a thousand times as wide as the piece.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sim.board import Zone
from sim.pieces import PieceKind
from sim.values import Floats

LEAST_SHARE = 1e-9
"""Overlap is more than this share of the piece's area: a tangent is none."""
UPRIGHT = 1e-13
"""A side that goes no farther across, in radii of the piece, is upright: it bounds no slab."""


@dataclass(frozen=True)
class _Segment:
    """A straight boundary y = y0 + slope·(x − x0) over [left, right]."""

    left: float
    right: float
    x0: float
    y0: float
    slope: float

    def height(self, x: float) -> float:
        return self.y0 + self.slope * (x - self.x0)

    def integral(self, a: float, b: float) -> float:
        return (b - a) * self.height(0.5 * (a + b))


@dataclass(frozen=True)
class _Ellipse:
    """The ellipse centre + M·(cos t, sin t), as y = cy + k(x − cx) ± h·√(1 − ((x − cx)/w)²)."""

    cx: float
    cy: float
    m: tuple[float, float, float, float]

    @property
    def half_width(self) -> float:
        return math.hypot(self.m[0], self.m[1])

    @property
    def shear(self) -> float:
        return (self.m[0] * self.m[2] + self.m[1] * self.m[3]) / self.half_width**2

    @property
    def half_height(self) -> float:
        return abs(self.m[0] * self.m[3] - self.m[1] * self.m[2]) / self.half_width

    def contains(self, x: float, y: float) -> bool:
        a, b, c, d = self.m
        u, v = d * (x - self.cx) - b * (y - self.cy), a * (y - self.cy) - c * (x - self.cx)
        return math.hypot(u, v) < abs(a * d - b * c)


@dataclass(frozen=True)
class _Arc:
    """The upper (+1) or lower (−1) half of an ellipse."""

    of: _Ellipse
    sign: float

    @property
    def left(self) -> float:
        return self.of.cx - self.of.half_width

    @property
    def right(self) -> float:
        return self.of.cx + self.of.half_width

    def height(self, x: float) -> float:
        e = self.of
        u = max(-1.0, min(1.0, (x - e.cx) / e.half_width))
        return e.cy + e.shear * (x - e.cx) + self.sign * e.half_height * math.sqrt((1.0 - u) * (1.0 + u))

    def integral(self, a: float, b: float) -> float:
        e = self.of
        straight = (b - a) * (e.cy + e.shear * (0.5 * (a + b) - e.cx))
        bow = _half_disc((b - e.cx) / e.half_width) - _half_disc((a - e.cx) / e.half_width)
        return straight + self.sign * e.half_height * e.half_width * bow


def _half_disc(u: float) -> float:
    """∫√(1 − u²)du from 0 to u."""
    u = max(-1.0, min(1.0, u))
    return 0.5 * (u * math.sqrt((1.0 - u) * (1.0 + u)) + math.asin(u))


_UNIT = _Ellipse(0.0, 0.0, (1.0, 0.0, 0.0, 1.0))
_Curve = _Segment | _Arc
_Shape = _Ellipse | Floats


def _segments(polygon: Floats) -> list[_Segment]:
    """Return the sides that reach the unit square, upright ones (which bound no slab) left out."""
    found = []
    for (x0, y0), (x1, y1) in zip(polygon.tolist(), np.roll(polygon, -1, axis=0).tolist(), strict=True):
        if abs(x1 - x0) < UPRIGHT or max(x0, x1) <= -1.0 or min(x0, x1) >= 1.0:
            continue
        if max(y0, y1) <= -1.0 or min(y0, y1) >= 1.0:
            continue
        found.append(_Segment(min(x0, x1), max(x0, x1), x0, y0, (y1 - y0) / (x1 - x0)))
    return found


def _inside(polygon: Floats, x: float, y: float) -> bool:
    """Whether a point is inside a simple polygon: an odd number of sides above it."""
    x0, y0 = polygon[:, 0], polygon[:, 1]
    x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
    spans = (x0 <= x) != (x1 <= x)
    width = np.where(spans, x1 - x0, 1.0)
    return bool(np.count_nonzero(spans & (y0 + (y1 - y0) * (x - x0) / width > y)) % 2)


def _contains(shape: _Shape, x: float, y: float) -> bool:
    return shape.contains(x, y) if isinstance(shape, _Ellipse) else _inside(shape, x, y)


def _line_crossings(segment: _Segment, ellipse: _Ellipse) -> list[float]:
    """Find the x at which a line crosses an ellipse."""
    a, b, c, d = ellipse.m
    det = a * d - b * c
    # M⁻¹ maps the ellipse to the unit circle; the line becomes p + s·q with s = x − cx
    at = segment.height(ellipse.cx) - ellipse.cy
    p = np.array([-b * at, a * at]) / det
    q = np.array([d - b * segment.slope, a * segment.slope - c]) / det
    along = float(q @ q)
    middle = -float(p @ q) / along
    # by the cross product: a difference of squares would lose digits near a tangent
    room = along - float(p[0] * q[1] - p[1] * q[0]) ** 2
    if room < 0.0:
        return []
    reach = math.sqrt(room) / along
    return [ellipse.cx + middle - reach, ellipse.cx + middle + reach]


def _ellipse_crossings(first: _Ellipse, second: _Ellipse) -> list[float]:
    """Find the x at which two ellipses cross, from the roots z = exp(it) of a quartic on the first.

    Two circles leave a quadratic: coefficients that are rounding only are dropped. A root a little off the
    unit circle is kept, since one cut too many does no harm.
    """
    a, b, c, d = second.m
    inverse = np.array([[d, -b], [-c, a]]) / (a * d - b * c)
    p = inverse @ np.array([first.cx - second.cx, first.cy - second.cy])
    q = inverse @ np.array(first.m).reshape(2, 2)
    # |p + q₁cos t + q₂sin t|² = 1
    square, cross = 0.25 * (q[:, 0] @ q[:, 0] - q[:, 1] @ q[:, 1]), 0.5 * (q[:, 0] @ q[:, 1])
    constant = p @ p - 1.0 + 0.5 * float((q * q).sum())
    double, single = complex(square, -cross), complex(p @ q[:, 0], -(p @ q[:, 1]))
    terms = np.array([double, single, constant, single.conjugate(), double.conjugate()])
    terms[np.abs(terms) < 1e-14 * np.abs(terms).max()] = 0.0
    roots = np.roots(terms)
    on = roots[np.abs(np.abs(roots) - 1.0) < 1e-5]
    return [first.cx + first.m[0] * z.real + first.m[1] * z.imag for z in on / np.abs(on)]


def _segment_crossings(first: _Segment, second: _Segment) -> list[float]:
    """Find the x at which two lines cross."""
    turn = first.slope - second.slope
    if turn == 0.0:
        return []
    return [second.x0 + (second.y0 - first.height(second.x0)) / turn]


def _cuts(curves: Sequence[_Curve]) -> list[float]:
    """Find every x in [−1, 1] at which a boundary begins, ends or crosses another."""
    xs = [-1.0, 1.0]
    for k, curve in enumerate(curves):
        xs += [curve.left, curve.right]
        for other in curves[k + 1 :]:
            if isinstance(curve, _Segment) and isinstance(other, _Segment):
                xs += _segment_crossings(curve, other)
            elif isinstance(curve, _Segment) and isinstance(other, _Arc):
                xs += _line_crossings(curve, other.of)
            elif isinstance(curve, _Arc) and isinstance(other, _Segment):
                xs += _line_crossings(other, curve.of)
            elif isinstance(curve, _Arc) and isinstance(other, _Arc) and curve.sign == other.sign == 1.0:
                xs += _ellipse_crossings(curve.of, other.of)
    return sorted({x for x in xs if -1.0 <= x <= 1.0})


def _mapped(zone: Zone, kind: PieceKind, at: Floats, angle: float) -> _Shape | None:
    """Return the zone in the frame where the piece is the unit disc, or None if it is out of reach."""
    c, s = (1.0, 0.0) if kind.semi_axes[0] == kind.semi_axes[1] else (math.cos(angle), math.sin(angle))
    to_unit = np.array([[c, s], [-s, c]]) / np.array(kind.semi_axes).reshape(2, 1)
    if zone.circle is not None:
        x, y, radius = zone.circle
        if math.hypot(x - at[0], y - at[1]) >= radius + kind.radius:
            return None
        cx, cy = to_unit @ (np.array([x, y]) - at)
        m = to_unit * radius
        return _Ellipse(float(cx), float(cy), (float(m[0, 0]), float(m[0, 1]), float(m[1, 0]), float(m[1, 1])))
    if zone.polygon is None:
        raise ValueError(f"zone {zone.name!r} has neither a polygon nor a circle")
    polygon: Floats = (zone.polygon - at) @ to_unit.T
    if (polygon.min(axis=0) >= 1.0).any() or (polygon.max(axis=0) <= -1.0).any():
        return None
    return polygon


def zone_shares(zones: Sequence[Zone], kind: PieceKind, at: Floats, angle: float = 0.0) -> dict[int, float]:
    """Return which share of a piece's area lies on which zone; a later zone hides those before it.

    Parameters
    ----------
    zones : sequence of Zone
        In the board's order.
    kind : PieceKind
        A disc or an ellipse.
    at : (2,) m
        Centre of the piece.
    angle : float, rad

    Returns
    -------
    dict of index in `zones` to share
        Every zone that the piece overlaps by more than :data:`LEAST_SHARE` of its area, in order. What is
        missing to 1 lies on no zone.
    """
    reached = [(k, shape) for k, zone in enumerate(zones) if (shape := _mapped(zone, kind, at, angle)) is not None]
    if not reached:
        return {}
    curves: list[_Curve] = [_Arc(_UNIT, 1.0), _Arc(_UNIT, -1.0)]
    for _, shape in reached:
        curves += [_Arc(shape, 1.0), _Arc(shape, -1.0)] if isinstance(shape, _Ellipse) else _segments(shape)

    cuts = _cuts(curves)
    # an upright side bounds no slab from above, but begins or ends one
    for _, shape in reached:
        if not isinstance(shape, _Ellipse):
            cuts += [x for x in shape[:, 0].tolist() if -1.0 < x < 1.0]
    cuts = sorted(set(cuts))

    areas = dict.fromkeys((k for k, _ in reached), 0.0)
    for a, b in pairwise(cuts):
        x = 0.5 * (a + b)
        present = sorted((c for c in curves if c.left <= x <= c.right), key=lambda curve: curve.height(x))
        for low, high in pairwise(present):
            y = 0.5 * (low.height(x) + high.height(x))
            if math.hypot(x, y) >= 1.0:
                continue
            top = next((k for k, shape in reversed(reached) if _contains(shape, x, y)), None)
            if top is not None:
                areas[top] += high.integral(a, b) - low.integral(a, b)
    return {k: float(area / math.pi) for k, area in areas.items() if area / math.pi > LEAST_SHARE}


def overlap_share(zone: Zone, kind: PieceKind, at: Floats, angle: float = 0.0) -> float:
    """Return the share of a piece's area that lies on one zone, whatever lies over it; 0.0 for a tangent."""
    return zone_shares((zone,), kind, at, angle).get(0, 0.0)
