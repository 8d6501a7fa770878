"""Section 1: force and torque between two dipoles, and what holds for any pair."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from benchmarks.physics.cases import Case
from benchmarks.physics.setups import ALONG, MASS, UP, script
from sim.dipoles import energy, forces_torques
from sim.values import Floats, Vector3

YUNG = "Yung, Landecker, Villani 1998"
DIGITS = 5e-10  # what is known has ten digits
EXACT = 1e-12

Pair = tuple[Vector3, Vector3, Vector3]
GENERAL: Pair = ((0.3, -0.2, 0.1), (-0.15, 0.25, 0.35), (0.021, -0.034, 0.017))
SLANTED: Pair = (UP, UP, (0.02, 0.0, 0.03))


@cache
def _pair(pair: Pair) -> tuple[Floats, Floats]:
    first, second, apart = pair
    return forces_torques([(0.0, 0.0, 0.0), apart], [first, second])


def _force(pair: Pair, axis: int) -> float:
    """Force on the second dipole."""
    return float(_pair(pair)[0][1, axis])


def _torque(pair: Pair, which: int, axis: int) -> float:
    return float(_pair(pair)[1][which, axis])


def _pushed() -> float:
    """Force on the second puck of the script, from the speed that it has after a tenth of a millisecond."""
    shot = script("01_dipole_pair.toml")
    return float(MASS * shot.velocities[1, 0] / shot.duration)


def _random_pairs(n: int = 200) -> list[Pair]:
    rng = np.random.default_rng(1)
    found = []
    for _ in range(n):
        direction = rng.normal(size=3)
        apart = direction / np.linalg.norm(direction) * rng.uniform(0.01, 0.1)
        found.append((tuple(rng.normal(0, 0.4, 3)), tuple(rng.normal(0, 0.4, 3)), tuple(apart)))
    return found


def _opposite() -> float:
    """Greatest |F1 + F2| of many pairs, as a share of |F2|."""
    forces = [_pair(pair)[0] for pair in _random_pairs()]
    return float(max(np.linalg.norm(f.sum(axis=0)) / np.linalg.norm(f[1]) for f in forces))


def _balanced() -> float:
    """Greatest |τ1 + τ2 + r × F2| of many pairs, as a share of the largest of its terms."""
    worst = 0.0
    for pair in _random_pairs():
        (_, force), (first, second) = _pair(pair)
        lever = np.cross(pair[2], force)
        terms = [np.linalg.norm(term) for term in (first, second, lever)]
        worst = max(worst, float(np.linalg.norm(first + second + lever) / max(terms)))
    return worst


def _slope(pair: Pair, axis: int) -> float:
    """Slope of the energy as the second dipole is moved, by a central difference of twelfth order."""
    first, second, apart = pair
    step = 0.02 * float(np.linalg.norm(apart))
    weights = (6 / 7, -15 / 56, 5 / 63, -1 / 56, 1 / 385, -1 / 5544)
    total = 0.0
    for k, weight in enumerate(weights, 1):
        shift = np.eye(3)[axis] * k * step
        ahead, behind = (energy([(0, 0, 0), apart + side * shift], [first, second]) for side in (1, -1))
        total += weight * (ahead - behind)
    return total / step


def _gradient() -> float:
    """Greatest |F2 + ∇U| of many pairs, as a share of |F2|."""
    worst = 0.0
    for pair in _random_pairs(50):
        force = _pair(pair)[0][1]
        slope = np.array([_slope(pair, axis) for axis in range(3)])
        worst = max(worst, float(np.linalg.norm(force + slope) / np.linalg.norm(force)))
    return worst


case = partial(Case, "1 dipole pair")

CASES = (
    *(
        case(f"general pair, force on 2 along {'xyz'[k]}", known, "N", YUNG, partial(_force, GENERAL, k), DIGITS)
        for k, known in enumerate((-9.582093222e-4, -1.406123319e-3, 1.435588148e-2))
    ),
    *(
        case(
            f"general pair, torque on {n + 1} about {'xyz'[k]}",
            known,
            "N·m",
            YUNG,
            partial(_torque, GENERAL, n, k),
            DIGITS,
        )
        for n, row in enumerate(
            ((1.159874693e-4, 1.797200492e-4, 1.147769063e-5), (3.482084046e-4, 1.380430203e-4, 5.063001603e-5))
        )
        for k, known in enumerate(row)
    ),
    case("upright at two heights, force along x", -0.03878104239, "N", YUNG, partial(_force, SLANTED, 0), DIGITS),
    case("upright at two heights, force along y", 0.0, "N", YUNG, partial(_force, SLANTED, 1), EXACT, True),
    case("upright at two heights, force along z", -0.01090716817, "N", YUNG, partial(_force, SLANTED, 2), DIGITS),
    case("upright at two heights, torque on 1", 4.726439542e-4, "N·m", YUNG, partial(_torque, SLANTED, 0, 1), DIGITS),
    case("upright at two heights, torque on 2", 4.726439542e-4, "N·m", YUNG, partial(_torque, SLANTED, 1, 1), DIGITS),
    *(
        case(
            f"{1000 * r:g} mm apart, {how}", sign * known, "N", YUNG, partial(_force, (m, m, (r, 0.0, 0.0)), 0), digits
        )
        for how, m, sign in (("side by side", UP, 1), ("head to tail", ALONG, -2))
        for r, known, digits in ((0.025, 0.12288, EXACT), (0.03, 0.05925925926, DIGITS), (0.05, 0.00768, EXACT))
    ),
    case("30 mm apart, as two pucks feel it in 0.1 ms", 0.05925925926, "N", YUNG, _pushed, 1e-4),
    case("any pair: |F1 + F2| / |F2|", 0.0, "", "Newton's third law", _opposite, EXACT, True),
    case("any pair: |τ1 + τ2 + r × F2| / largest term", 0.0, "", "angular momentum", _balanced, EXACT, True),
    case("any pair: |F2 + ∇U| / |F2|", 0.0, "", "energy", _gradient, EXACT, True),
)
