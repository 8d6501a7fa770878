"""Section 9: finite magnets, of remanence 1.30 T."""

from __future__ import annotations

from functools import partial

import sim
from benchmarks.physics.cases import Case
from benchmarks.physics.setups import MASS, script, table

CYLINDERS = "cylinders, integrated over their faces"
SHORT, FLAT = (0.010, 0.005), (0.020, 0.003)


def _pair(size: tuple[float, float], place: tuple[float, float, float], turned: float = 1.0) -> sim.Forces:
    """Forces on a piece at `place` from a fixed magnet of the same size (diameter and height), m."""
    magnet = sim.Magnet(remanence=1.30, diameter=size[0], height=size[1])
    x, y, z = place
    base = 0.1  # the lower one's height, so that the upper one may be anywhere
    fixed = sim.FixedMagnet("m", (0.0, 0.0, base), magnet.vector, cylinder=magnet.cylinder)
    moment = (0.0, 0.0, turned * magnet.moment)
    kind = sim.PieceKind("p", "disc", (0.0125, 0.0125), 2.0 * (base + z), MASS, moment, cylinder=magnet.cylinder)
    return sim.forces(table(magnets=(fixed,)), sim.Layout().with_piece(sim.Piece("a", kind), (x, y)))


def _beside(size: tuple[float, float]) -> float:
    return float(_pair(size, (0.025, 0.0, 0.0)).force[0, 0])


def _above() -> float:
    return float(_pair(SHORT, (0.0, 0.0, 0.015)).force[0, 2])


def _first_move() -> float:
    shot = script("09_finite_magnets.toml")
    return float(shot.velocities[1, 0])


case = partial(Case, "9 finite magnets")

CASES = (
    case("Ø10 × 5 mm beside each other at 25 mm", 0.1402628129, "N", CYLINDERS, partial(_beside, SHORT), 1e-2),
    case("Ø20 × 3 mm beside each other at 25 mm", 1.678981910, "N", CYLINDERS, partial(_beside, FLAT), 1e-2),
    case("Ø10 × 5 mm over each other, 10 mm between", -1.382604670, "N", CYLINDERS, _above, 1e-2),
    case("speed of 10 g after 0.1 ms of the first", 1.402628e-3, "m/s", CYLINDERS, _first_move, 1e-2),
)
