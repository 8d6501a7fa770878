"""Point dipoles in space: field, force and torque by direct sum, strict IEEE, one target at a time.

B = μ0/4π [3(m·n)n − m]/r³; forces by Yung, Landecker, Villani, Magn. Electr. Sep. 9, 39 (1998), eq. 7:
F = 3μ0/(4πr⁴) [(m1·n)m2 + (m2·n)m1 + (m1·m2)n − 5(m1·n)(m2·n)n], and τ = m2 × B1.
Every target adds up its sources in their order, so that a split of the targets over threads keeps the bits.
"""

from __future__ import annotations

import math

import numba

from sim.kernels.jit import kernel
from sim.values import Floats

_C = 1e-7  # μ0/4π, T·m/A


@numba.njit(cache=True, error_model="numpy", fastmath=False, nogil=True)  # type: ignore[untyped-decorator]
def forces_torques_of(first: int, last: int, p: Floats, m: Floats, force: Floats, torque: Floats) -> int:
    """Write force and torque of targets `first` to `last`; return the first that coincides with another, or -1."""
    n = p.shape[0]
    for i in range(first, last):
        ux, uy, uz = m[i, 0], m[i, 1], m[i, 2]
        fx = fy = fz = bx = by = bz = 0.0
        for j in range(n):
            if j == i:
                continue
            dx, dy, dz = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            if r2 == 0.0:
                return i
            ax, ay, az = m[j, 0], m[j, 1], m[j, 2]
            inverse = 1.0 / r2
            c3 = _C * inverse * inverse * math.sqrt(r2)
            ar = ax * dx + ay * dy + az * dz
            ur = ux * dx + uy * dy + uz * dz
            au = ax * ux + ay * uy + az * uz
            k = 3.0 * c3 * inverse
            g = au - 5.0 * ar * ur * inverse
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
    """Write B (T) at points (k, 3); return the first point that lies on a dipole, or -1."""
    for i in range(points.shape[0]):
        bx = by = bz = 0.0
        for j in range(p.shape[0]):
            dx, dy, dz = points[i, 0] - p[j, 0], points[i, 1] - p[j, 1], points[i, 2] - p[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            if r2 == 0.0:
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
def energy_of(p: Floats, m: Floats) -> float:
    """Sum over pairs of μ0/4π [m1·m2 − 3(m1·n)(m2·n)]/r³, J; NaN where two coincide."""
    total = 0.0
    for i in range(p.shape[0]):
        part = 0.0
        for j in range(i):
            dx, dy, dz = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            ar = m[i, 0] * dx + m[i, 1] * dy + m[i, 2] * dz
            br = m[j, 0] * dx + m[j, 1] * dy + m[j, 2] * dz
            ab = m[i, 0] * m[j, 0] + m[i, 1] * m[j, 1] + m[i, 2] * m[j, 2]
            part += (ab - 3.0 * ar * br / r2) / (r2 * math.sqrt(r2))
        total += part
    return _C * total
