"""Forces between finite magnets: sets of dipoles, many near by and few far away, or a series for upright ones.

What stands for a magnet at which clearance is decided in :mod:`sim.quadrature`.
"""

from __future__ import annotations

import math

import numpy as np

from sim.kernels.jit import inner, kept_apart
from sim.kernels.tables import Table
from sim.values import Floats

_C = 1e-7  # μ0/4π, T·m/A
_NEAREST = 0.06
"""Gap, in outer radii of the smaller magnet, below which the force of two sets of dipoles no longer grows.

Between bare magnets that touch, single dipoles would all but meet, and pull without bound."""


@inner
def _level_pair(table: Table, row: int, product: float, dx: float, dy: float, dz: float, out: Floats) -> bool:
    """Two upright magnets at one height, nearer than the series goes: cubics between known energies and forces."""
    contact = table.level_from[row]
    if dz != 0.0 or contact < 0.0:
        return False
    r = math.sqrt(dx * dx + dy * dy)
    room = math.sqrt(table.series_from[row]) - contact
    gap = max(r - contact, 1e-9 * room)
    u = min(math.sqrt(gap / room), 1.0)
    step = 1.0 / (table.level.shape[1] - 1)
    k = min(int(u / step), table.level.shape[1] - 2)
    t = u / step - k
    p, q = table.level[row, k, 0], table.level[row, k + 1, 0]
    dp, dq = table.level[row, k, 1] * step, table.level[row, k + 1, 1] * step
    c2, c3 = 3.0 * (q - p) - 2.0 * dp - dq, 2.0 * (p - q) + dp + dq
    slope = (dp + t * (2.0 * c2 + 3.0 * t * c3)) / step / (2.0 * u * room)  # dU/dc
    for c in range(10):
        out[c] = 0.0
    out[0] = -_C * product * slope * dx / r
    out[1] = -_C * product * slope * dy / r
    # pressed into each other, the force stays what it was
    out[9] = _C * product * (p + t * (dp + t * (c2 + t * c3)) + slope * min(r - contact - gap, 0.0))
    return True


@inner
def upright_pair(table: Table, i: int, j: int, product: float, dx: float, dy: float, dz: float, out: Floats) -> bool:
    """Two upright magnets, by :func:`sim.quadrature.upright_series` or `level_knots`. False where neither holds.

    Force on j, torques on i and on j about their middles, energy: `out` (10,).
    """
    kept_apart()
    row = table.magnet_class[i] * table.class_sizes.shape[0] + table.magnet_class[j]
    r2 = dx * dx + dy * dy + dz * dz
    if r2 < table.series_from[row]:
        return _level_pair(table, row, product, dx, dy, dz, out)
    inverse = 1.0 / math.sqrt(r2)
    across = math.sqrt(dx * dx + dy * dy)
    c = dz * inverse
    s = across * inverse
    before, now = 1.0, c  # P of orders L − 2 and L − 1
    slope_before, slope = 0.0, 1.0  # and their derivatives
    power = inverse * inverse * inverse  # 1/r^(L+1)
    energy = radial = up = tip_i = tip_j = 0.0
    small = 0
    for k in range(table.series.shape[2]):
        order = 2 * k + 2
        after = ((2 * order - 1) * c * now - (order - 1) * before) / order
        slope_after = slope_before + (2 * order - 1) * now
        beyond = ((2 * order + 1) * c * after - order * now) / (order + 1)
        slope_beyond = slope + (2 * order + 1) * after
        a = table.series[row, 0, k] * power
        energy -= a * after
        radial -= a * s * slope_beyond
        up -= a * (order + 1) * beyond
        tip_i += table.series[row, 1, k] * power * s * slope_after
        tip_j += table.series[row, 2, k] * power * s * slope_after
        # |P'| grows as L²: two terms below the bound in a row, since one may vanish
        if (order + 1) * (order + 2) * abs(a) < 2e-8 * inverse * inverse * inverse:
            small += 1
            if small == 2:
                break
        else:
            small = 0
        before, now = after, beyond
        slope_before, slope = slope_after, slope_beyond
        power *= inverse * inverse
    c3 = _C * product
    nx = ny = 0.0
    if across > 0.0:
        nx, ny = dx / across, dy / across
    out[0] = c3 * radial * inverse * nx
    out[1] = c3 * radial * inverse * ny
    out[2] = c3 * up * inverse
    out[3] = -c3 * tip_i * ny
    out[4] = c3 * tip_i * nx
    out[5] = 0.0
    out[6] = -c3 * tip_j * ny
    out[7] = c3 * tip_j * nx
    out[8] = 0.0
    out[9] = c3 * energy
    return True


@inner
def _stand_in(table: Table, magnet: int, pose: Floats, clearance: float, fx: float, fy: float, fz: float) -> Floats:
    """Offsets (m) and shares (p, 4) of the dipoles that stand for a magnet; its rings begin toward (fx, fy, fz).

    So the set depends on the two magnets' axes and places alone: a magnet that spins about its own axis feels nothing.
    """
    kept_apart()
    ux, uy, uz = pose[magnet, 3], pose[magnet, 4], pose[magnet, 5]
    size = 1.0 / math.sqrt(ux * ux + uy * uy + uz * uz)
    ux, uy, uz = ux * size, uy * size, uz * size
    along = fx * ux + fy * uy + fz * uz
    ex, ey, ez = fx - along * ux, fy - along * uy, fz - along * uz
    length = math.sqrt(ex * ex + ey * ey + ez * ez)
    if length < 1e-9:
        # on one axis: any direction will do, but always the same
        if abs(ux) < 0.9:
            ex, ey, ez = 1.0 - ux * ux, -ux * uy, -ux * uz
        else:
            ex, ey, ez = -uy * ux, 1.0 - uy * uy, -uy * uz
        length = math.sqrt(ex * ex + ey * ey + ez * ez)
    ex, ey, ez = ex / length, ey / length, ez / length
    gx, gy, gz = uy * ez - uz * ey, uz * ex - ux * ez, ux * ey - uy * ex
    kind = table.magnet_class[magnet]
    rule = table.class_rules[kind, 0]
    last = rule + table.class_rules[kind, 1] - 1
    while rule < last and table.rule_gaps[rule] > clearance:
        rule += 1
    start, count = table.rule_spans[rule, 0], table.rule_spans[rule, 1]
    out = np.empty((count, 4))
    for p in range(count):
        a, b, c = table.points[start + p, 0], table.points[start + p, 1], table.points[start + p, 2]
        out[p, 0] = a * ex + b * gx + c * ux
        out[p, 1] = a * ey + b * gy + c * uy
        out[p, 2] = a * ez + b * gz + c * uz
        out[p, 3] = table.points[start + p, 3]
    return out


@inner
def _support(sizes: Floats, kind: int, cosine: float) -> float:
    """How far a cylinder reaches from its middle along a direction at an angle to its axis, m."""
    sine = math.sqrt(max(0.0, 1.0 - cosine * cosine))
    return sizes[kind, 0] * sine + 0.5 * sizes[kind, 1] * abs(cosine)


@inner
def _outer(table: Table, magnet: int) -> float:
    """Radius of the sphere around a magnet, m; of points 0."""
    kind = table.magnet_class[magnet]
    radius, half = table.class_sizes[kind, 0], 0.5 * table.class_sizes[kind, 1]
    return math.sqrt(radius * radius + half * half)


@inner
def _apart_along(
    table: Table, pose: Floats, i: int, j: int, nx: float, ny: float, nz: float, rx: float, ry: float, rz: float
) -> float:
    """Gap of two magnets as seen along a unit vector, m: their distance is no less."""
    out = abs(rx * nx + ry * ny + rz * nz)
    for magnet in (i, j):
        ux, uy, uz = pose[magnet, 3], pose[magnet, 4], pose[magnet, 5]
        cosine = (ux * nx + uy * ny + uz * nz) / math.sqrt(ux * ux + uy * uy + uz * uz)
        out -= _support(table.class_sizes, table.magnet_class[magnet], cosine)
    return out


@inner
def finite_pair(table: Table, pose: Floats, i: int, j: int, out: Floats) -> None:
    """Force on j, torques on i and on j about their middles, and energy of two magnets, into `out` (10,)."""
    kept_apart()
    ax, ay, az = pose[i, 3], pose[i, 4], pose[i, 5]
    bx, by, bz = pose[j, 3], pose[j, 4], pose[j, 5]
    rx, ry, rz = pose[j, 0] - pose[i, 0], pose[j, 1] - pose[i, 1], pose[j, 2] - pose[i, 2]
    r = math.sqrt(rx * rx + ry * ry + rz * rz)
    nx, ny, nz = rx / r, ry / r, rz / r
    a = math.sqrt(ax * ax + ay * ay + az * az)
    b = math.sqrt(bx * bx + by * by + bz * bz)
    clearance = (
        r
        - _support(table.class_sizes, table.magnet_class[i], (ax * nx + ay * ny + az * nz) / a)
        - _support(table.class_sizes, table.magnet_class[j], (bx * nx + by * ny + bz * nz) / b)
    )
    nearest = _NEAREST * min(_outer(table, i), _outer(table, j))
    missing = 0.0
    if clearance < nearest:
        apart = max(_apart_along(table, pose, i, j, ax / a, ay / a, az / a, rx, ry, rz), clearance)
        apart = max(_apart_along(table, pose, i, j, bx / b, by / b, bz / b, rx, ry, rz), apart)
        missing = max(nearest - apart, 0.0)
        rx, ry, rz = rx + missing * nx, ry + missing * ny, rz + missing * nz
    one = _stand_in(table, i, pose, clearance, nx, ny, nz)
    two = _stand_in(table, j, pose, clearance, -nx, -ny, -nz)
    ab = ax * bx + ay * by + az * bz
    for c in range(10):
        out[c] = 0.0
    for p in range(one.shape[0]):
        ox, oy, oz = rx - one[p, 0], ry - one[p, 1], rz - one[p, 2]
        sx = sy = sz = 0.0  # force from this dipole
        ix = iy = iz = 0.0  # field at it
        for q in range(two.shape[0]):
            dx, dy, dz = ox + two[q, 0], oy + two[q, 1], oz + two[q, 2]
            inverse = 1.0 / (dx * dx + dy * dy + dz * dz)
            c3 = two[q, 3] * inverse * math.sqrt(inverse)
            ar = ax * dx + ay * dy + az * dz
            br = bx * dx + by * dy + bz * dz
            k = 3.0 * c3 * inverse
            g = ab - 5.0 * ar * br * inverse
            fx = k * (ar * bx + br * ax + g * dx)
            fy = k * (ar * by + br * ay + g * dy)
            fz = k * (ar * bz + br * az + g * dz)
            sx += fx
            sy += fy
            sz += fz
            h = 3.0 * br * inverse
            ix += c3 * (h * dx - bx)
            iy += c3 * (h * dy - by)
            iz += c3 * (h * dz - bz)
            h = 3.0 * ar * inverse
            ux, uy, uz = c3 * (h * dx - ax), c3 * (h * dy - ay), c3 * (h * dz - az)
            w = one[p, 3]
            out[6] += w * (by * uz - bz * uy + two[q, 1] * fz - two[q, 2] * fy)
            out[7] += w * (bz * ux - bx * uz + two[q, 2] * fx - two[q, 0] * fz)
            out[8] += w * (bx * uy - by * ux + two[q, 0] * fy - two[q, 1] * fx)
            out[9] += w * c3 * (ab - 3.0 * ar * br * inverse)
        w = one[p, 3]
        out[0] += w * sx
        out[1] += w * sy
        out[2] += w * sz
        out[3] += w * (ay * iz - az * iy - one[p, 1] * sz + one[p, 2] * sy)
        out[4] += w * (az * ix - ax * iz - one[p, 2] * sx + one[p, 0] * sz)
        out[5] += w * (ax * iy - ay * ix - one[p, 0] * sy + one[p, 1] * sx)
    out[9] += missing * (out[0] * nx + out[1] * ny + out[2] * nz)
    for c in range(10):
        out[c] *= _C
