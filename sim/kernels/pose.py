"""Where the magnets are in space: those of pieces that lie or tip over an edge, of the table, and of the hand."""

from __future__ import annotations

import math

from sim.kernels.jit import inner, kept_apart
from sim.kernels.tables import TILT, TOWARD_X, TOWARD_Y, State, Table
from sim.kernels.trig import sine_cosine
from sim.values import Floats


@inner
def rim(semi_axes: Floats, i: int, angle: float, nx: float, ny: float) -> float:
    """How far piece i reaches along a direction, m."""
    a, b = semi_axes[i, 0], semi_axes[i, 1]
    if a == b:
        return a
    s, c = sine_cosine(angle)
    along = c * nx + s * ny
    across = c * ny - s * nx
    return math.sqrt(a * a * along * along + b * b * across * across)


@inner
def over_edge(reach: float, height: float, tilt: float, upper: bool) -> tuple[float, float, float, float]:
    """How far a piece's centre has gone and how high it is at a tilt, m, and the derivatives of both, m/rad.

    A block that tips about its lower edge up to a right angle, there stands on its side, and tips about its upper edge
    from there: Housner, Bull. Seismol. Soc. Am. 53, 403 (1963). `height` is that of the centre while it lies;
    `upper` says which edge it is.
    """
    s, c = sine_cosine(tilt)
    if not upper:
        gone = reach - reach * c + height * s
        up = reach * s + height * c
        return gone, up, reach * s + height * c, reach * c - height * s
    # the mirror image, from where it will lie
    gone = 2.0 * (reach + height) - (reach + reach * c + height * s)
    up = reach * s - height * c
    return gone, up, reach * s - height * c, reach * c + height * s


@inner
def poses(table: Table, state: State, place: Floats, pose: Floats) -> None:
    """Write place and moment in space of every piece and fixed magnet into `pose` (n + f, 6)."""
    kept_apart()
    n = place.shape[0]
    moment = table.moment
    tilt = state.tilt
    for i in range(n):
        mx = moment[i, 0]
        my = moment[i, 1]
        mz = moment[i, 2]
        if mx != 0.0 or my != 0.0:
            s, c = sine_cosine(place[i, 2])
            mx, my = c * mx - s * my, s * mx + c * my
        x, y, z = place[i, 0], place[i, 1], table.height[i]
        if tilt[i, TILT] != 0.0:
            nx, ny = tilt[i, TOWARD_X], tilt[i, TOWARD_Y]
            gone, z, _, _ = over_edge(
                rim(table.semi_axes, i, place[i, 2], nx, ny), z, tilt[i, TILT], tilt[i, TILT] > 0.5 * math.pi
            )
            x += gone * nx
            y += gone * ny
            # turned so that the face's normal goes over to n
            s, c = sine_cosine(tilt[i, TILT])
            along = mx * nx + my * ny
            across = my * nx - mx * ny
            along, mz = c * along + s * mz, c * mz - s * along
            mx = along * nx - across * ny
            my = along * ny + across * nx
        pose[i, 0] = x
        pose[i, 1] = y
        pose[i, 2] = z
        pose[i, 3] = mx
        pose[i, 4] = my
        pose[i, 5] = mz
    for k in range(table.magnets.shape[0]):
        for c in range(6):
            pose[n + k, c] = table.magnets[k, c]
    if table.hand_path.shape[0] > 0:
        # the hand's stone is the last of the fixed magnets
        k = n + table.magnets.shape[0] - 1
        pose[k, 0] = state.hand[0]
        pose[k, 1] = state.hand[1]
