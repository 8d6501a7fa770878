"""Gaps between pieces and walls, and how fast they close. Negative gaps are overlaps.

For two convex shapes the gap is the largest, over directions n, of n·(c2 − c1) − h1(n) − h2(−n), with h the support
function. For discs that direction is the line of centres; for ellipses it is searched for over the angle.
"""

from __future__ import annotations

import math

from sim.kernels.jit import inner, kept_apart
from sim.kernels.trig import sine_cosine
from sim.values import Floats


@inner
def _support(a: float, b: float, c: float, s: float, nx: float, ny: float) -> float:
    """Support of an ellipse turned by (cos c, sin s): how far it reaches along n."""
    u = a * (c * nx + s * ny)
    v = b * (c * ny - s * nx)
    return math.sqrt(u * u + v * v)


@inner
def _separation(
    angle: float,
    dx: float,
    dy: float,
    a1: float,
    b1: float,
    c1: float,
    s1: float,
    a2: float,
    b2: float,
    c2: float,
    s2: float,
) -> float:
    ny, nx = sine_cosine(angle)
    return nx * dx + ny * dy - _support(a1, b1, c1, s1, nx, ny) - _support(a2, b2, c2, s2, nx, ny)


@inner
def ellipse_gap(
    dx: float, dy: float, a1: float, b1: float, t1: float, a2: float, b2: float, t2: float
) -> tuple[float, float, float]:
    """Gap of two ellipses whose centres differ by (dx, dy), and the unit normal from the first to the second.

    The separation over the angle of n is smooth with one top near the line of centres; the top is bracketed there and
    found by golden section, then polished by a parabola, to about 1e-12 m.
    """
    kept_apart()
    kept_apart()
    s1, c1 = sine_cosine(t1)
    s2, c2 = sine_cosine(t2)
    start = math.atan2(dy, dx)
    best = start
    top = _separation(start, dx, dy, a1, b1, c1, s1, a2, b2, c2, s2)
    for k in range(-8, 9):
        angle = start + 0.15 * k
        value = _separation(angle, dx, dy, a1, b1, c1, s1, a2, b2, c2, s2)
        if value > top:
            top = value
            best = angle
    width = 0.15
    for _ in range(40):
        left = _separation(best - width, dx, dy, a1, b1, c1, s1, a2, b2, c2, s2)
        right = _separation(best + width, dx, dy, a1, b1, c1, s1, a2, b2, c2, s2)
        curvature = left - 2.0 * top + right
        moved = False
        if curvature < 0.0:
            shift = 0.5 * width * (left - right) / curvature
            if abs(shift) <= width:
                value = _separation(best + shift, dx, dy, a1, b1, c1, s1, a2, b2, c2, s2)
                if value >= top:
                    top = value
                    best += shift
                    moved = True
        if not moved:
            if left > top:
                best -= width
                top = left
            elif right > top:
                best += width
                top = right
        width *= 0.35
        if width < 1e-6:
            break
    ny, nx = sine_cosine(best)
    return top, nx, ny


@inner
def pair_gap(semi_axes: Floats, place: Floats, i: int, j: int) -> tuple[float, float, float]:
    """Gap of pieces i and j at places (n, ≥3) of x, y, angle, and the unit normal from i to j."""
    kept_apart()
    dx = place[j, 0] - place[i, 0]
    dy = place[j, 1] - place[i, 1]
    a1, b1 = semi_axes[i, 0], semi_axes[i, 1]
    a2, b2 = semi_axes[j, 0], semi_axes[j, 1]
    r = math.sqrt(dx * dx + dy * dy)
    if r == 0.0:
        return -(b1 + b2), 1.0, 0.0
    far = r - max(a1, b1) - max(a2, b2)
    if (a1 == b1 and a2 == b2) or far > 0.002:
        return far, dx / r, dy / r
    return ellipse_gap(dx, dy, a1, b1, place[i, 2], a2, b2, place[j, 2])


@inner
def wall_gap(semi_axes: Floats, walls: Floats, place: Floats, i: int, k: int) -> tuple[float, float, float]:
    """Gap of piece i to wall k, and the unit normal from the piece to the wall."""
    kept_apart()
    x, y = place[i, 0], place[i, 1]
    px, py = walls[k, 0], walls[k, 1]
    ex, ey = walls[k, 2] - px, walls[k, 3] - py
    length2 = ex * ex + ey * ey
    along = 0.0
    if length2 > 0.0:
        along = min(max(((x - px) * ex + (y - py) * ey) / length2, 0.0), 1.0)
    dx = px + along * ex - x
    dy = py + along * ey - y
    r = math.sqrt(dx * dx + dy * dy)
    a, b = semi_axes[i, 0], semi_axes[i, 1]
    if r == 0.0:
        length = math.sqrt(length2)
        if length == 0.0:
            return -(min(a, b) + walls[k, 4]), 1.0, 0.0
        return -(min(a, b) + walls[k, 4]), -ey / length, ex / length
    nx, ny = dx / r, dy / r
    if a == b:
        return r - a - walls[k, 4], nx, ny
    if r - max(a, b) - walls[k, 4] > 0.002:
        return r - max(a, b) - walls[k, 4], nx, ny
    return _ellipse_wall(semi_axes, walls, place, i, k)


@inner
def _ellipse_wall(semi_axes: Floats, walls: Floats, place: Floats, i: int, k: int) -> tuple[float, float, float]:
    """Gap of an ellipse to a wall: the same search, the wall's support being that of its two ends."""
    kept_apart()
    x, y = place[i, 0], place[i, 1]
    a, b = semi_axes[i, 0], semi_axes[i, 1]
    s, c = sine_cosine(place[i, 2])
    px, py = walls[k, 0] - x, walls[k, 1] - y
    qx, qy = walls[k, 2] - x, walls[k, 3] - y
    # candidates: each end as a point, and the wall's two sides; the largest separation is the gap
    ex, ey = qx - px, qy - py
    length = math.sqrt(ex * ex + ey * ey)
    best = -1e300
    bx, by = 1.0, 0.0
    if length > 0.0:
        for side in range(2):
            nx = -ey / length if side == 0 else ey / length
            ny = ex / length if side == 0 else -ex / length
            value = min(nx * px + ny * py, nx * qx + ny * qy) - _support(a, b, c, s, nx, ny)
            if value > best:
                best, bx, by = value, nx, ny
    for end in range(2):
        ox, oy = (px, py) if end == 0 else (qx, qy)
        _, nx, ny = ellipse_gap(ox, oy, a, b, place[i, 2], 0.0, 0.0, 0.0)
        value = min(nx * px + ny * py, nx * qx + ny * qy) - _support(a, b, c, s, nx, ny)
        if value > best:
            best, bx, by = value, nx, ny
    return best - walls[k, 4], bx, by
