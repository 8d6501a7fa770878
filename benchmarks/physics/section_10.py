"""Section 10: impacts against a wall and of two discs, e = 0.7, μ = 0.3."""

from __future__ import annotations

from functools import partial

from benchmarks.physics.cases import Case
from benchmarks.physics.setups import script

RIGID = "rigid body with Coulomb friction"
BLOW = 3e-3


def _velocity(piece: str, axis: int) -> float:
    shot = script("10_impacts.toml")
    return float(shot.velocities[shot.layout.index(piece), axis])


def _spin(piece: str) -> float:
    shot = script("10_impacts.toml")
    return float(shot.spins[shot.layout.index(piece)])


case = partial(Case, "10 impacts")

CASES = (
    *(
        one
        for piece, vx, vy, spin in (
            ("slips", 0.847, 0.21, -24.48),
            ("sticks", 0.2, 0.56, -16.0),
        )
        for one in (
            case(f"wall, a disc that {piece}: along it", vx, "m/s", RIGID, partial(_velocity, piece, 0), BLOW),
            case(f"wall, a disc that {piece}: away", vy, "m/s", RIGID, partial(_velocity, piece, 1), BLOW),
            case(f"wall, a disc that {piece}: spin", spin, "rad/s", RIGID, partial(_spin, piece), BLOW),
        )
    ),
    case("disc on disc at 30°: struck, along x", 0.6791666667, "m/s", RIGID, partial(_velocity, "struck", 0), BLOW),
    case("disc on disc at 30°: struck, along y", 0.2958920130, "m/s", RIGID, partial(_velocity, "struck", 1), BLOW),
    case("disc on disc at 30°: spin of the first", 13.33333333, "rad/s", RIGID, partial(_spin, "first"), BLOW),
    case("disc on disc at 30°: spin of the struck", 13.33333333, "rad/s", RIGID, partial(_spin, "struck"), BLOW),
)
