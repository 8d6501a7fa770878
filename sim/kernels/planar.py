"""Forces on pieces whose motion is planar, from each other and from fixed magnets.

Point dipoles with 3D moments at fixed heights: Yung, Landecker, Villani, Magn. Electr. Sep. 9, 39 (1998).
Only what the step loop needs is formed: the force and the vertical torque.
"""

from __future__ import annotations

import math

import numpy as np

from sim.kernels.jit import inner, kept_apart
from sim.kernels.trig import sine_cosine
from sim.values import Floats

_C = 1e-7  # μ0/4π, T·m/A


@inner
def turned_moments(moment: Floats, place: Floats) -> Floats:
    """Return the moments (n, 3) in the table's frame for places (n, ≥3) of x, y, angle."""
    kept_apart()
    n = place.shape[0]
    out = np.empty((n, 3))
    for i in range(n):
        mx = moment[i, 0]
        my = moment[i, 1]
        if mx == 0.0 and my == 0.0:
            out[i, 0] = 0.0
            out[i, 1] = 0.0
        else:
            s, c = sine_cosine(place[i, 2])
            out[i, 0] = c * mx - s * my
            out[i, 1] = s * mx + c * my
        out[i, 2] = moment[i, 2]
    return out


@inner
def planar_forces(moment: Floats, height: Floats, magnets: Floats, place: Floats, out: Floats) -> None:
    """Write Fx, Fy, Fz (N) and the vertical torque (N·m) of every piece into `out` (n, 4)."""
    kept_apart()
    n = place.shape[0]
    m = turned_moments(moment, place)
    for i in range(n):
        for c in range(4):
            out[i, c] = 0.0
    for i in range(n):
        ax, ay, az = m[i, 0], m[i, 1], m[i, 2]
        if ax == 0.0 and ay == 0.0 and az == 0.0:
            continue
        for j in range(i + 1, n):
            bx, by, bz = m[j, 0], m[j, 1], m[j, 2]
            dx = place[j, 0] - place[i, 0]
            dy = place[j, 1] - place[i, 1]
            dz = height[j] - height[i]
            r2 = dx * dx + dy * dy + dz * dz
            inverse = 1.0 / r2
            c3 = _C * inverse * inverse * math.sqrt(r2)
            ar = ax * dx + ay * dy + az * dz
            br = bx * dx + by * dy + bz * dz
            ab = ax * bx + ay * by + az * bz
            k = 3.0 * c3 * inverse
            g = ab - 5.0 * ar * br * inverse
            fx = k * (ar * bx + br * ax + g * dx)
            fy = k * (ar * by + br * ay + g * dy)
            fz = k * (ar * bz + br * az + g * dz)
            out[j, 0] += fx
            out[j, 1] += fy
            out[j, 2] += fz
            out[i, 0] -= fx
            out[i, 1] -= fy
            out[i, 2] -= fz
            q = 3.0 * ar * inverse
            out[j, 3] += c3 * (bx * (q * dy - ay) - by * (q * dx - ax))
            q = 3.0 * br * inverse
            out[i, 3] += c3 * (ax * (q * dy - by) - ay * (q * dx - bx))
        for j in range(magnets.shape[0]):
            bx, by, bz = magnets[j, 3], magnets[j, 4], magnets[j, 5]
            dx = place[i, 0] - magnets[j, 0]
            dy = place[i, 1] - magnets[j, 1]
            dz = height[i] - magnets[j, 2]
            r2 = dx * dx + dy * dy + dz * dz
            inverse = 1.0 / r2
            c3 = _C * inverse * inverse * math.sqrt(r2)
            ar = ax * dx + ay * dy + az * dz
            br = bx * dx + by * dy + bz * dz
            ab = ax * bx + ay * by + az * bz
            k = 3.0 * c3 * inverse
            g = ab - 5.0 * ar * br * inverse
            out[i, 0] += k * (ar * bx + br * ax + g * dx)
            out[i, 1] += k * (ar * by + br * ay + g * dy)
            out[i, 2] += k * (ar * bz + br * az + g * dz)
            q = 3.0 * br * inverse
            out[i, 3] += c3 * (ax * (q * dy - by) - ay * (q * dx - bx))


@inner
def planar_energy(moment: Floats, height: Floats, magnets: Floats, place: Floats) -> float:
    """Magnetic energy of the pieces in each other's field and in that of the fixed magnets, J."""
    n = place.shape[0]
    f = magnets.shape[0]
    m = turned_moments(moment, place)
    total = 0.0
    for i in range(n):
        for j in range(i + 1, n + f):
            if j < n:
                dx = place[j, 0] - place[i, 0]
                dy = place[j, 1] - place[i, 1]
                dz = height[j] - height[i]
                bx, by, bz = m[j, 0], m[j, 1], m[j, 2]
            else:
                dx = magnets[j - n, 0] - place[i, 0]
                dy = magnets[j - n, 1] - place[i, 1]
                dz = magnets[j - n, 2] - height[i]
                bx, by, bz = magnets[j - n, 3], magnets[j - n, 4], magnets[j - n, 5]
            r2 = dx * dx + dy * dy + dz * dz
            ar = m[i, 0] * dx + m[i, 1] * dy + m[i, 2] * dz
            br = bx * dx + by * dy + bz * dz
            ab = m[i, 0] * bx + m[i, 1] * by + m[i, 2] * bz
            total += _C * (ab - 3.0 * ar * br / r2) / (r2 * math.sqrt(r2))
    return total
