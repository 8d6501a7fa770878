"""Section 4: attracting pucks snap together from a known distance, and stay."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial

import sim
from benchmarks.physics.cases import Case, threshold
from benchmarks.physics.setups import (
    ALONG,
    DOWN,
    RADIUS,
    UP,
    farthest_moved,
    first_contact,
    let_go,
    lying,
    puck,
    rough,
)
from sim.values import Vector3

BALANCE = "force and static friction"
WORK = "energy with friction"
QUADRATURE = "quadrature of the motion"


@dataclass(frozen=True)
class Way:
    """How the moments of a pair lie, and what is known of it."""

    name: str
    first: Vector3
    second: Vector3
    reach: float
    time: float
    speed: float


WAYS = (
    Way("unlike faces", UP, DOWN, 0.03740313935, 0.1043637531, 0.4349062203),
    Way("head to tail", ALONG, ALONG, 0.04448007944, 0.1219420906, 0.7210471767),
)


def _apart(way: Way, distance: float) -> sim.Layout:
    return lying([(0, 0), (distance, 0)], [puck(way.first), puck(way.second)])


def _snaps(way: Way, distance: float) -> bool:
    layout = _apart(way, distance)
    return farthest_moved(layout, let_go(rough(), layout).layout) > 0.0


def _reach(way: Way) -> float:
    return threshold(partial(_snaps, way), 0.9 * way.reach, 1.1 * way.reach, 1e-5 * way.reach)


@cache
def _snap(way: Way, until: float | None = None) -> sim.Shot:
    return let_go(rough(), _apart(way, 0.99 * way.reach), until=until)


def _time(way: Way) -> float:
    return first_contact(_snap(way))


def _speed(way: Way) -> float:
    """Closing speed 0.1 µs before contact."""
    speeds = _snap(way, _time(way) - 1e-7).velocities[:, 0]
    return float(speeds[0] - speeds[1])


def _distance(way: Way) -> float:
    x = _snap(way).layout.positions[:, 0]
    return float(x[1] - x[0])


def _shift(way: Way) -> float:
    """How far the centre of mass went."""
    shot = _snap(way)
    return float((shot.layout.positions - shot.start.positions).mean(axis=0)[0])


def _creep(way: Way) -> float:
    """How far they move in another two seconds."""
    rest = _snap(way).layout
    return farthest_moved(rest, let_go(rough(), rest, until=2.0).layout)


case = partial(Case, "4 snap and hold")

CASES = tuple(
    one
    for way in WAYS
    for one in (
        case(f"{way.name}: reach", way.reach, "m", BALANCE, partial(_reach, way), 1e-3),
        case(f"{way.name}, from 0.99 of it: contact", way.time, "s", QUADRATURE, partial(_time, way), 1e-4, True),
        case(f"{way.name}: closing speed", way.speed, "m/s", WORK, partial(_speed, way), 3e-3),
        case(f"{way.name}: distance at rest", 2 * RADIUS, "m", "geometry", partial(_distance, way), 2e-6, True),
        case(f"{way.name}: shift of the centre of mass", 0.0, "m", "momentum", partial(_shift, way), 1e-6, True),
        case(f"{way.name}: creep in 2 s", 0.0, "m", "static friction", partial(_creep, way), 2e-6, True),
    )
)
