"""Section 6: a compass beside a fixed magnet, and two side by side."""

from __future__ import annotations

import math
from functools import cache, partial

import numpy as np

import sim
from benchmarks.physics.cases import Case
from benchmarks.physics.setups import ALONG, falling_zeros, fixed, let_go, lying, puck, script, table
from sim.values import Vector2

SMALL = 1e-3  # rad: the period of a swing of so little differs from that of none by 6e-8
APART = 0.06
PENDULUM = "pendulum"
AGREE = 1e-4


def _period(shot: sim.Shot, rest: float = 0.0) -> float:
    """Period from the times at which the first piece swings back through its angle of rest, s."""
    path = shot.trajectory
    return float(np.diff(falling_zeros(path.times, path.angles[:, 0] - rest)).mean())


@cache
def _beside(fixed_at: Vector2, rest: float) -> float:
    """Period of small swings about `rest` beside a fixed magnet that lies along x."""
    board = table(magnets=(fixed(*fixed_at, ALONG),))
    needle = lying([(0, 0)], [puck(ALONG)], [rest + SMALL], pinned=(0,))
    return _period(let_go(board, needle, until=2.0, record_every=1e-4), rest)


def _wide() -> float:
    return _period(script("06_compass.toml"))


def _both() -> float:
    needles = lying([(0, 0), (APART, 0)], [puck(ALONG)] * 2, [SMALL] * 2, pinned=(0, 1))
    return 2.0 * math.pi / _period(let_go(table(), needles, until=2.0, record_every=1e-4))


case = partial(Case, "6 compass")
ON_AXIS = partial(_beside, (APART, 0.0), 0.0)
AT_EQUATOR = partial(_beside, (0.0, APART), math.pi)

CASES = (
    case("on the axis: angular frequency", 13.77060745, "rad/s", PENDULUM, lambda: 2.0 * math.pi / ON_AXIS(), AGREE),
    case("on the axis: period", 0.4562751010, "s", PENDULUM, ON_AXIS, AGREE),
    case("on the axis, from 60°: period", 0.4896662288, "s", "pendulum, elliptic integral", _wide, AGREE),
    case(
        "at the equator: angular frequency", 9.737289911, "rad/s", PENDULUM, lambda: 2.0 * math.pi / AT_EQUATOR(), AGREE
    ),
    case("both free to turn: angular frequency", 16.86548085, "rad/s", "normal modes", _both, AGREE),
)
