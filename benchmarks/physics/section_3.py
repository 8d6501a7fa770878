"""Section 3: two repelling pucks head on."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

import sim
from benchmarks.physics.cases import Case, threshold
from benchmarks.physics.setups import (
    UP,
    distance,
    falling_zeros,
    first_contact,
    let_go,
    lying,
    puck,
    rough,
    script,
    table,
    touches,
)

ENERGY = "energy and momentum"
QUADRATURE = "quadrature of the energy"
SCRIPT = "03_head_on.toml"
APART = 0.2
FREE = 1e-5  # m and m/s, without contact
TOUCH = 1e-4  # m/s: a gap of 2 µm counts as touching, which 8e-5 m/s less will close to
BLOW = 3e-3


@cache
def _head_on(speed: float, restitution: float = 0.0, until: float = 0.7, every: float = 1e-3) -> sim.Shot:
    kind = puck(UP, restitution)
    return let_go(table(), lying([(0, 0), (APART, 0)], [kind, kind]), {"a": (speed, 0)}, None, until, every)


def _closest() -> float:
    return float(distance(script(SCRIPT)).min())


def _time_of_closest() -> float:
    path = script(SCRIPT).trajectory
    return float(falling_zeros(path.times, path.velocities[:, 0, 0] - path.velocities[:, 1, 0])[0])


def _speed(which: int) -> float:
    return float(script(SCRIPT).velocities[which, 0])


def _place() -> float:
    return float(script(SCRIPT).layout.positions[0, 0])


def _speed_to_touch() -> float:
    return threshold(lambda speed: touches(_head_on(speed)), 0.7, 0.6, 1e-6)


def _closing_speed() -> float:
    """Closing speed 0.1 µs before the blow."""
    just_before = first_contact(_head_on(2.0)) - 1e-7
    speeds = _head_on(2.0, until=just_before).velocities[:, 0]
    return float(speeds[0] - speeds[1])


def _exit_speed(restitution: float) -> float:
    """Speed at which they part, once they are as far apart as at the start."""
    shot = _head_on(2.0, restitution, 0.4, 1e-4)
    speeds = shot.trajectory.velocities[:, 1, 0] - shot.trajectory.velocities[:, 0, 0]
    row = np.nonzero((distance(shot) >= APART) & (speeds > 0.0))[0][0]
    return float(speeds[row])


@cache
def _at_rest(speed: float, apart: float) -> sim.Shot:
    return let_go(rough(), lying([(0, 0), (apart, 0)], [puck(), puck()]), {"a": (speed, 0)})


def _end(which: int, speed: float, apart: float) -> float:
    return float(_at_rest(speed, apart).layout.positions[which, 0])


case = partial(Case, "3 two pucks head on")

CASES = (
    case("0.5 m/s: closest", 0.02944088182, "m", ENERGY, _closest, FREE, True),
    case("0.5 m/s: time of closest", 0.3736943527, "s", QUADRATURE, _time_of_closest, 2e-5, True),
    case("0.5 m/s: speed of 1 when 200 mm apart again", 0.0, "m/s", ENERGY, partial(_speed, 0), FREE, True),
    case("0.5 m/s: speed of 2 then", 0.5, "m/s", ENERGY, partial(_speed, 1), FREE, True),
    case("0.5 m/s: place of 1 then", 0.1868471763, "m", QUADRATURE, _place, FREE, True),
    case("speed needed to touch", 0.6393746945, "m/s", ENERGY, _speed_to_touch, TOUCH, True),
    case("2 m/s: closing speed at contact", 1.895046174, "m/s", ENERGY, _closing_speed, BLOW),
    case("2 m/s: exit speed, e = 1", 2.0, "m/s", ENERGY, partial(_exit_speed, 1.0), BLOW),
    case("2 m/s: exit speed, e = 0.6", 1.304466174, "m/s", ENERGY, partial(_exit_speed, 0.6), BLOW),
    *(
        case(
            f"{speed:g} m/s, {1000 * apart:g} mm, friction: end of {k + 1}",
            known,
            "m",
            "quadrature of the motion",
            partial(_end, k, speed, apart),
            1e-4,
            True,
        )
        for speed, apart, ends in ((0.8, 0.2, (0.1545276354, 0.2)), (0.7, 0.1, (0.0715558455, 0.1443764065)))
        for k, known in enumerate(ends)
    ),
)
