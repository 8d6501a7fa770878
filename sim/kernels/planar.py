"""Forces on pieces that lie on the table or tip on it, from each other and from fixed magnets.

Point dipoles: Yung, Landecker, Villani, Magn. Electr. Sep. 9, 39 (1998). Finite magnets are sets of them, or a series
where both are upright (:mod:`sim.quadrature`). Forces act at the magnets' middles, which are the centres of
mass; torques are about them.
"""

from __future__ import annotations

import math

import numpy as np

from sim.kernels.finite import finite_pair, upright_pair
from sim.kernels.jit import inner, kept_apart
from sim.kernels.pose import poses
from sim.kernels.tables import TILT, TOWARD_X, TOWARD_Y, State, Table
from sim.kernels.trig import sine_cosine
from sim.values import Floats

_C = 1e-7  # μ0/4π, T·m/A


@inner
def magnetic(table: Table, state: State, place: Floats, out: Floats) -> float:
    """Write each piece's Fx, Fy, Fz (N), torques about z, x, y (N·m) into `out` (n, 6); return the energy, J.

    `place` (n, 3) are x, y, angle; what tips, and where the hand is, stands in the state.
    """
    kept_apart()
    n = place.shape[0]
    f = table.magnets.shape[0]
    pose = np.empty((n + f, 6))
    poses(table, state, place, pose)
    pair = np.empty(10)
    for i in range(n):
        for c in range(6):
            out[i, c] = 0.0
    energy = 0.0
    for i in range(n):
        ax, ay, az = pose[i, 3], pose[i, 4], pose[i, 5]
        if ax == 0.0 and ay == 0.0 and az == 0.0:
            continue
        for j in range(i + 1, n + f):
            bx, by, bz = pose[j, 3], pose[j, 4], pose[j, 5]
            if bx == 0.0 and by == 0.0 and bz == 0.0:
                continue
            dx = pose[j, 0] - pose[i, 0]
            dy = pose[j, 1] - pose[i, 1]
            dz = pose[j, 2] - pose[i, 2]
            if table.magnet_class[i] != 0 or table.magnet_class[j] != 0:
                upright = ax == 0.0 and ay == 0.0 and bx == 0.0 and by == 0.0
                if not (upright and upright_pair(table, i, j, az * bz, dx, dy, dz, pair)):
                    finite_pair(table, pose, i, j, pair)
                    # nothing turns a magnet about its own axis; what the sets leave of that is their error
                    if ax == 0.0 and ay == 0.0:
                        pair[5] = 0.0
                    if bx == 0.0 and by == 0.0:
                        pair[8] = 0.0
            else:
                r2 = dx * dx + dy * dy + dz * dz
                inverse = 1.0 / r2
                c3 = _C * inverse * inverse * math.sqrt(r2)
                ar = ax * dx + ay * dy + az * dz
                br = bx * dx + by * dy + bz * dz
                ab = ax * bx + ay * by + az * bz
                k = 3.0 * c3 * inverse
                g = ab - 5.0 * ar * br * inverse
                pair[0] = k * (ar * bx + br * ax + g * dx)
                pair[1] = k * (ar * by + br * ay + g * dy)
                pair[2] = k * (ar * bz + br * az + g * dz)
                q = 3.0 * br * inverse
                ux, uy, uz = q * dx - bx, q * dy - by, q * dz - bz
                pair[3] = c3 * (ay * uz - az * uy)
                pair[4] = c3 * (az * ux - ax * uz)
                pair[5] = c3 * (ax * uy - ay * ux)
                q = 3.0 * ar * inverse
                ux, uy, uz = q * dx - ax, q * dy - ay, q * dz - az
                pair[6] = c3 * (by * uz - bz * uy)
                pair[7] = c3 * (bz * ux - bx * uz)
                pair[8] = c3 * (bx * uy - by * ux)
                pair[9] = c3 * (ab - 3.0 * ar * br * inverse)
            energy += pair[9]
            out[i, 0] -= pair[0]
            out[i, 1] -= pair[1]
            out[i, 2] -= pair[2]
            out[i, 3] += pair[5]
            out[i, 4] += pair[3]
            out[i, 5] += pair[4]
            if j < n:
                out[j, 0] += pair[0]
                out[j, 1] += pair[1]
                out[j, 2] += pair[2]
                out[j, 3] += pair[8]
                out[j, 4] += pair[6]
                out[j, 5] += pair[7]
    for i in range(n):
        if state.tilt[i, TILT] != 0.0:
            # a piece that tips spins about its own, tilted axis
            sine, cosine = sine_cosine(state.tilt[i, TILT])
            along = out[i, 4] * state.tilt[i, TOWARD_X] + out[i, 5] * state.tilt[i, TOWARD_Y]
            out[i, 3] = cosine * out[i, 3] + sine * along
    return energy
