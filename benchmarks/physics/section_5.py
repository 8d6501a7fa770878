"""Section 5: a puck scatters off a fixed equal magnet."""

from __future__ import annotations

import math
from functools import cache, partial

import numpy as np

import sim
from benchmarks.physics.cases import Case
from benchmarks.physics.setups import UP, fixed, let_go, lying, puck, script, table

QUADRATURE = "quadrature of the orbit"
START = 0.3


@cache
def _shot(offset: float) -> sim.Shot:
    """Play the shot at 0.5 m/s; the script is the middle one."""
    if offset == 0.005:
        return script("05_scattering.toml")
    board = table(magnets=(fixed(0, 0, UP),))
    return let_go(board, lying([(-START, offset)], [puck()]), {"a": (0.5, 0)}, until=1.5, record_every=1e-4)


def _closest(offset: float) -> float:
    return float(np.hypot(*_shot(offset).trajectory.positions[:, 0].T).min())


def _angle(offset: float) -> float:
    """Angle to the direction it came in, when it is as far away as at the start."""
    path = _shot(offset).trajectory
    away = np.hypot(*path.positions[:, 0].T)
    nearest = int(away.argmin())
    row = nearest + int(np.nonzero(away[nearest:] >= START)[0][0])
    vx, vy = path.velocities[row, 0]
    return abs(math.atan2(vy, vx))


case = partial(Case, "5 scattering")

CASES = tuple(
    one
    for offset, closest, angle in (
        (0.0, 0.0233921419, math.pi),
        (0.005, 0.0237483598, 2.548675103),
        (0.010, 0.0248154661, 1.993452436),
    )
    for one in (
        case(
            f"{1000 * offset:g} mm off centre: closest", closest, "m", QUADRATURE, partial(_closest, offset), 1e-5, True
        ),
        case(f"{1000 * offset:g} mm off centre: angle", angle, "rad", QUADRATURE, partial(_angle, offset), 1e-4, True),
    )
)
