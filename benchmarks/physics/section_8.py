"""Section 8: load, tipping and lifting off."""

from __future__ import annotations

from functools import partial

import sim
from benchmarks.physics.cases import Case, threshold
from benchmarks.physics.setups import ALONG, HEIGHT, MOMENT, UP, let_go, lying, puck, rough

RIM = "balance of torque about the rim, lift included"
PAIR = "Yung, Landecker, Villani (1998)"
MIDDLE = HEIGHT / 2
FAR = 3.0
"""Distance of the two magnets whose field is even over a puck, m."""


def _goes(board: sim.Board, layout: sim.Layout, *kinds: str) -> bool:
    return any(event.kind in kinds for event in let_go(board, layout).events)


def _even_field() -> float:
    def tips(strength: float) -> bool:
        moment = 0.5 * strength * FAR**3 / 2e-7
        ends = tuple(sim.FixedMagnet(f"m{x}", (x, 0.0, MIDDLE), (moment, 0.0, 0.0)) for x in (-FAR, FAR))
        return _goes(rough(ends), lying([(0.0, 0.0)], [puck()]), "tipped", "flipped")

    return threshold(tips, 4e-3, 2e-3, 1e-7)


def _beside(kind: str, near: float, far: float) -> float:
    def goes(distance: float) -> bool:
        beside = sim.FixedMagnet("m", (0.0, 0.0, MIDDLE), ALONG)
        events = let_go(rough((beside,)), lying([(distance, 0.0)], [puck()])).events
        # what tips may come to be lifted later: lifting from rest is meant here
        return any(event.kind == kind and (kind != "lifted" or event.time == 0.0) for event in events)

    return threshold(goes, near, far, 1e-7)


def _above() -> float:
    def lifts(height: float) -> bool:
        above = sim.FixedMagnet("m", (0.0, 0.0, MIDDLE + height), UP)
        return _goes(rough((above,)), lying([(0.0, 0.0)], [puck()]), "lifted")

    return threshold(lifts, 0.030, 0.033, 1e-8)


case = partial(Case, "8 tipping and lifting")

CASES = (
    case("an even in-plane field that tips the puck", 3.065625e-3, "T", RIM, _even_field, 1e-3),
    case("distance of a magnet that tips it", 0.0343018810, "m", RIM, partial(_beside, "tipped", 0.034, 0.036), 1e-4),
    case(
        "distance of a magnet that lifts it",
        0.0264480135,
        "m",
        PAIR,
        partial(_beside, "lifted", 0.026, 0.027),
        1e-4,
    ),
    case("height of a magnet above that lifts it", 0.0314521658, "m", f"6e-7·m²/h⁴ = Mg, m = {MOMENT}", _above, 1e-5),
)
