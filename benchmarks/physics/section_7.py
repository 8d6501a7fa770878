"""Section 7: energies of clusters of dipoles in a plane, in units of μ0·m²/(4πd³)."""

from __future__ import annotations

import math
from functools import partial

from benchmarks.physics.cases import Case
from benchmarks.physics.setups import farthest_moved, script
from sim.dipoles import energy
from sim.values import Vector3

SUM = "sum over pairs"
DIGITS = 5e-10
SPACING = 0.025
MOMENT = 0.4
UNIT = 1e-7 * MOMENT**2 / SPACING**3

Cluster = tuple[list[Vector3], list[Vector3]]


def chain(n: int) -> Cluster:
    """Return n dipoles in a line, head to tail."""
    return [(k * SPACING, 0.0, 0.0) for k in range(n)], [(MOMENT, 0.0, 0.0)] * n


def ring(n: int) -> Cluster:
    """Return n dipoles on a circle, neighbours touching, each along the tangent."""
    radius = SPACING / (2.0 * math.sin(math.pi / n))
    turns = [2.0 * math.pi * k / n for k in range(n)]
    places = [(radius * math.cos(a), radius * math.sin(a), 0.0) for a in turns]
    return places, [(-MOMENT * math.sin(a), MOMENT * math.cos(a), 0.0) for a in turns]


def _chain(n: int) -> float:
    return energy(*chain(n)) / UNIT


def _ring(n: int) -> float:
    return energy(*ring(n)) / UNIT


def _first_ring() -> float:
    """Smallest number for which the ring lies lower than the chain."""
    return float(next(n for n in range(3, 12) if _ring(n) < _chain(n)))


def _script(field: str) -> float:
    shot = script("07_ring_of_four.toml")
    if field == "energy":
        return shot.energies.start_magnetic / UNIT
    return farthest_moved(shot.start, shot.layout)


case = partial(Case, "7 clusters in the plane")

CASES = (
    case("chain of 2", -2.0, "", SUM, partial(_chain, 2), DIGITS),
    case("chain of 3", -4.25, "", SUM, partial(_chain, 3), DIGITS),
    case("chain of 4", -6.574074074, "", SUM, partial(_chain, 4), DIGITS),
    case("ring of 3", -3.75, "", SUM, partial(_ring, 3), DIGITS),
    case("ring of 4", -6.707106781, "", SUM, partial(_ring, 4), DIGITS),
    case("hexagon of 6", -12.31837567, "", SUM, partial(_ring, 6), DIGITS),
    case("smallest ring that beats the chain", 4.0, "", SUM, _first_ring, 0.0, True),
    case("ring of 4 on the table: energy", -6.707106781, "", SUM, partial(_script, "energy"), 1e-4),
    case("ring of 4 on the table: creep in 2 s", 0.0, "m", "static friction", partial(_script, "creep"), 2e-6, True),
)
