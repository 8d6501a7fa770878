"""Point dipoles in space: field, force, torque and energy by direct sum, strict IEEE.

With d = r/|r| from source to target and c = μ0/4π, all after Yung, Landecker and Villani, Magnetic and
Electrical Separation 9, 39 (1998). Every target adds up its sources in the order of their index, so that
however the targets are shared out over threads, the bits stay the same. Nothing is validated here but what
only the loop sees: dipoles too near to one another, which end it and are named by their index.
"""

from __future__ import annotations

import math

from sim.kernels.jit import kernel, shared_kernel
from sim.values import Floats

_C = 1e-7  # μ0/4π, T·m/A

NEAREST_SQUARED = 1e-60
"""Square of the distance below which two dipoles coincide, m²: nearer, 1/r⁵ leaves the range of a double."""


@shared_kernel
def forces_torques_of(first: int, last: int, p: Floats, m: Floats, force: Floats, torque: Floats) -> int:
    """Write force (N) and torque (N·m) of targets `first` to `last` (excluded) of dipoles `p`, `m` (n, 3).

    Yung, Landecker and Villani (1998), the force between two dipoles: F = 3c/r⁴ [(m1·d)m2 + (m2·d)m1 +
    (m1·m2)d − 5(m1·d)(m2·d)d], and τ = m × B. Products that change roles with source and target are formed
    first, so that F1 = −F2 holds to the bit in a pair. Return the first target that coincides with another
    dipole, or −1.
    """
    n = p.shape[0]
    for i in range(first, last):
        ux, uy, uz = m[i, 0], m[i, 1], m[i, 2]
        fx = fy = fz = bx = by = bz = 0.0
        for j in range(n):
            if j == i:
                continue
            dx, dy, dz = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            if r2 < NEAREST_SQUARED:
                return i
            ax, ay, az = m[j, 0], m[j, 1], m[j, 2]
            inverse = 1.0 / r2
            c3 = _C * inverse * inverse * math.sqrt(r2)
            ar = ax * dx + ay * dy + az * dz
            ur = ux * dx + uy * dy + uz * dz
            au = ax * ux + ay * uy + az * uz
            k = 3.0 * c3 * inverse
            g = au - 5.0 * (ar * ur) * inverse
            fx += k * (ar * ux + ur * ax + g * dx)
            fy += k * (ar * uy + ur * ay + g * dy)
            fz += k * (ar * uz + ur * az + g * dz)
            q = 3.0 * ar * inverse
            bx += c3 * (q * dx - ax)
            by += c3 * (q * dy - ay)
            bz += c3 * (q * dz - az)
        force[i, 0], force[i, 1], force[i, 2] = fx, fy, fz
        torque[i, 0] = uy * bz - uz * by
        torque[i, 1] = uz * bx - ux * bz
        torque[i, 2] = ux * by - uy * bx
    return -1


@kernel
def field_at(points: Floats, p: Floats, m: Floats, out: Floats) -> int:
    """Write B = c Σ [3(m·d)d − m]/r³ (T) at `points` (k, 3) into `out`.

    The field that Yung, Landecker and Villani (1998) start from. Return the first point on a dipole, or −1.
    """
    for i in range(points.shape[0]):
        bx = by = bz = 0.0
        for j in range(p.shape[0]):
            dx, dy, dz = points[i, 0] - p[j, 0], points[i, 1] - p[j, 1], points[i, 2] - p[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            if r2 < NEAREST_SQUARED:
                return i
            inverse = 1.0 / r2
            c3 = _C * inverse * inverse * math.sqrt(r2)
            q = 3.0 * (m[j, 0] * dx + m[j, 1] * dy + m[j, 2] * dz) * inverse
            bx += c3 * (q * dx - m[j, 0])
            by += c3 * (q * dy - m[j, 1])
            bz += c3 * (q * dz - m[j, 2])
        out[i, 0], out[i, 1], out[i, 2] = bx, by, bz
    return -1


@kernel
def energy_of(p: Floats, m: Floats) -> tuple[float, int]:
    """Energy of dipoles `p`, `m` (n, 3): the sum over pairs of c [m1·m2 − 3(m1·d)(m2·d)]/r³, J.

    −m2·B1 with the field of Yung, Landecker and Villani (1998). The second value is the first dipole that
    coincides with an earlier one, or −1.
    """
    total = 0.0
    for i in range(p.shape[0]):
        part = 0.0
        for j in range(i):
            dx, dy, dz = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            if r2 < NEAREST_SQUARED:
                return 0.0, i
            ar = m[i, 0] * dx + m[i, 1] * dy + m[i, 2] * dz
            br = m[j, 0] * dx + m[j, 1] * dy + m[j, 2] * dz
            ab = m[i, 0] * m[j, 0] + m[i, 1] * m[j, 1] + m[i, 2] * m[j, 2]
            part += (ab - 3.0 * ar * br / r2) / (r2 * math.sqrt(r2))
        total += part
    return _C * total, -1
