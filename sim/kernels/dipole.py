"""Point dipoles in space: field and energy by direct sum, strict IEEE.

With d = r/|r| from source to target and c = μ0/4π, all after Yung, Landecker and Villani, Magnetic and
Electrical Separation 9, 39 (1998). Nothing is validated here but what only the loop sees: dipoles too near to one
another, which end it and are named by their index. Forces are those of :mod:`sim.kernels.pairs`.
"""

from __future__ import annotations

import math

from sim.kernels.jit import kernel
from sim.kernels.pairs import NEAREST_SQUARED
from sim.values import Floats

_C = 1e-7  # μ0/4π, T·m/A


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
            # as between pairs, so that a torque is the cross product of moment and field to the bit
            inverse = 1.0 / r2
            r3 = (inverse * inverse) * math.sqrt(r2)
            q = r3 * (3.0 * inverse) * (m[j, 0] * dx + m[j, 1] * dy + m[j, 2] * dz)
            bx += q * dx - r3 * m[j, 0]
            by += q * dy - r3 * m[j, 1]
            bz += q * dz - r3 * m[j, 2]
        out[i, 0], out[i, 1], out[i, 2] = _C * bx, _C * by, _C * bz
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
