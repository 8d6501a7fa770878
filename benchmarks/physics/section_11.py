"""Section 11: a stone held in the hand drags a puck."""

from __future__ import annotations

from functools import partial

import sim
from benchmarks.physics.cases import Case, threshold
from benchmarks.physics.setups import HEIGHT, puck, rough

BALANCE = "balance of force with μs(Mg − Fz)"


def _after(height: float, path: tuple[tuple[float, float], ...], away: float) -> sim.Layout:
    """Layout after the hand's stone went along `path`, its middle `height` above that of a puck at x = `away`."""
    hand = sim.Hover(sim.Piece("hand", puck()), path, HEIGHT / 2 + height, 0.1)
    layout = sim.Layout().with_piece(sim.Piece("a", puck()), (away, 0.0))
    return sim.simulate(rough(), layout, hand).layout


def _outermost(height: float) -> float:
    def drags(away: float) -> bool:
        return float(_after(height, ((0.0, 0.0),), away).positions[0, 0]) < away - 1e-4

    return threshold(drags, 0.024, 0.027, 1e-7)


def _highest() -> float:
    def drags(height: float) -> bool:
        return abs(float(_after(height, ((-0.1, 0.0), (0.1, 0.0)), 0.0).positions[0, 0])) > 0.0

    return threshold(drags, 0.037, 0.041, 1e-5)


def _lifts() -> float:
    def lifts(height: float) -> bool:
        return _after(height, ((0.0, 0.0),), 0.0).statuses == ("hand",)

    return threshold(lifts, 0.030, 0.033, 1e-8)


case = partial(Case, "11 a held stone")

CASES = (
    case("outermost puck dragged from 20 mm above", 0.0253339237, "m", BALANCE, partial(_outermost, 0.020), 1e-4),
    case("outermost puck dragged from 30 mm above", 0.0253930285, "m", BALANCE, partial(_outermost, 0.030), 1e-4),
    case("greatest height that drags", 0.0390504937, "m", BALANCE, _highest, 1e-3),
    case("greatest height that lifts to the hand", 0.0314521658, "m", "balance with the weight", _lifts, 1e-5),
)
