"""How far a piece can tip before something stands in its way."""

from __future__ import annotations

import math

from sim.kernels.jit import inner, kept_apart
from sim.kernels.pose import rim
from sim.kernels.tables import State, Table


@inner
def most_tilt(table: Table, state: State, i: int, nx: float, ny: float) -> float:
    """Largest angle to which piece i can tip toward (nx, ny); π where nothing stands in the way.

    Up to a right angle its upper edge goes out by h·sin θ; beyond, it lies down over a length of its full width. What
    is met is a wall, of any height, or another piece, as high as it is.
    """
    kept_apart()
    body = state.body
    reach = rim(table.semi_axes, i, body[i, 2], nx, ny)
    wide = rim(table.semi_axes, i, body[i, 2], -ny, nx)
    thick = 2.0 * table.height[i]
    x, y = body[i, 0] + reach * nx, body[i, 1] + reach * ny
    most = math.pi
    for j in range(body.shape[0]):
        if j == i:
            continue
        dx, dy = body[j, 0] - x, body[j, 1] - y
        along = dx * nx + dy * ny
        aside = max(0.0, abs(dx * ny - dy * nx) - wide)
        radius = rim(table.semi_axes, j, body[j, 2], nx, ny)
        if along <= 0.0 or aside >= radius:
            continue
        free = along - math.sqrt(radius * radius - aside * aside)
        most = min(most, _against(free, 2.0 * table.height[j], thick, reach))
    for k in range(table.walls.shape[0]):
        free = _to_wall(table, k, x, y, nx, ny, wide)
        if free < 1e300:
            most = min(most, _against(free, 1e300, thick, reach))
    return most


@inner
def _against(free: float, tall: float, thick: float, reach: float) -> float:
    """Largest tilt with an obstacle of height `tall` at a distance `free` from the edge."""
    free = max(free, 0.0)
    if free < thick:
        return math.asin(free / thick)
    room = free - thick
    if room >= 2.0 * reach:
        return math.pi
    # the far end meets its side, or the face comes to lie on its upper edge
    angle = math.acos(room / (2.0 * reach))
    if 2.0 * reach * math.sin(angle) > tall:
        angle = math.atan2(tall, room)
    return math.pi - angle


@inner
def _to_wall(table: Table, k: int, x: float, y: float, nx: float, ny: float, wide: float) -> float:
    """Distance from an edge of half length `wide` at (x, y) to wall k, along (nx, ny); 1e300 where it passes by."""
    kept_apart()
    best = 1e300
    half = table.walls[k, 4]
    ax, ay = table.walls[k, 0] - x, table.walls[k, 1] - y
    bx, by = table.walls[k, 2] - x, table.walls[k, 3] - y
    # along the tipping and aside from it
    au, av = ax * nx + ay * ny, ay * nx - ax * ny
    bu, bv = bx * nx + by * ny, by * nx - bx * ny
    if abs(av) <= wide and au > -half:
        best = min(best, au - half)
    if abs(bv) <= wide and bu > -half:
        best = min(best, bu - half)
    if av != bv:
        slope = math.sqrt((bu - au) ** 2 + (bv - av) ** 2) / abs(bv - av)
        for side in range(3):
            v = (side - 1) * wide
            share = (v - av) / (bv - av)
            if 0.0 <= share <= 1.0:
                u = au + share * (bu - au)
                if u > -half:
                    best = min(best, u - half * slope)
    return best
