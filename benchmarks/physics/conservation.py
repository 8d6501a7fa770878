"""What every run has to keep: momentum, energy and its book, and rest up to the static limit."""

from __future__ import annotations

import math
from functools import cache, partial

import numpy as np

import sim
from benchmarks.physics.cases import Case, threshold
from benchmarks.physics.setups import (
    DOWN,
    GRAVITY,
    MASS,
    RADIUS,
    UP,
    farthest_moved,
    fixed,
    let_go,
    lying,
    puck,
    rough,
    table,
)
from sim.dipoles import forces_torques
from sim.values import Floats, Vector2

BOOK = 0.02  # of what was lost
STILL = 2e-6  # m
STATIC_FRICTION = "static friction"


@cache
def _six() -> tuple[sim.Shot, Floats]:
    """Six repelling pucks that cross without friction for five seconds, and their momentum at the start."""
    rng = np.random.default_rng(5)
    places: list[Vector2] = [(0.1 * math.cos(k * math.pi / 3), 0.1 * math.sin(k * math.pi / 3)) for k in range(6)]
    velocities: dict[str, Vector2] = {}
    for k, (x, y) in enumerate(places):
        # all towards the middle, none quite at it
        jitter = rng.normal(0, 0.05, 2)
        velocities[chr(97 + k)] = (float(-3.0 * x + jitter[0]), float(-3.0 * y + jitter[1]))
    shot = let_go(table(), lying(places, [puck() for _ in places]), velocities, until=5.0)
    return shot, MASS * np.sum(list(velocities.values()), axis=0)


def _momentum() -> float:
    """Change of the momentum, as a share of the sum of its parts at the start."""
    shot, start = _six()
    parts = MASS * float(np.hypot(*shot.trajectory.velocities[0].T).sum())
    return float(np.linalg.norm(MASS * shot.velocities.sum(axis=0) - start)) / parts


def _energy() -> float:
    """Change of the energy, as a share of the energy at the start."""
    book = _six()[0].energies
    start = book.start_kinetic + book.start_magnetic
    return (book.end_kinetic + book.end_magnetic - start) / start


def _unaccounted(shot: sim.Shot) -> float:
    """What the book of energy does not account for, as a share of what was lost."""
    book = shot.energies
    return book.imbalance / (book.friction_loss + book.contact_loss)


@cache
def _twelve() -> sim.Shot:
    """Twelve pucks of alternating faces, a little apart and askew: they snap to a cluster."""
    rng = np.random.default_rng(12)
    pitch = 0.0262
    places = [(k % 4 * pitch, k // 4 * pitch) for k in range(12)]
    askew: list[Vector2] = [(x + float(rng.normal(0, 1e-4)), y + float(rng.normal(0, 1e-4))) for x, y in places]
    kinds = [puck(UP if (k % 4 + k // 4) % 2 else DOWN, 0.3, 0.2) for k in range(12)]
    return let_go(rough(), lying(askew, kinds))


def _creep() -> float:
    rest = _twelve().layout
    return farthest_moved(rest, let_go(rough(), rest, until=1.0).layout)


def _overlap() -> float:
    """Deepest overlap of two pucks of the cluster, m."""
    places = _twelve().layout.positions
    i, j = np.triu_indices(len(places), 1)
    return max(0.0, 2.0 * RADIUS - float(np.hypot(*(places[i] - places[j]).T).min()))


def _into_the_cluster() -> float:
    """Balance of a shot that flies into the cluster at 2 m/s."""
    flick = sim.Flick(sim.Piece("z", puck(UP, 0.6, 0.2)), (-0.3, 0.03), 2.0, 0.0)
    return _unaccounted(sim.simulate(rough(), _twelve().layout, flick))


def _pushed(share: float, n: int) -> float:
    """How far a puck moves that a fixed magnet repels with `share` of the static limit, m.

    With n = 2 another has snapped to it from behind, and the two are pushed as one. The coefficient of static friction
    is chosen so that the force of the project's own dipoles is that share.
    """
    first = 0.035
    places: list[Vector2] = [(first + 2.0 * RADIUS * k, 0.0) for k in range(n)]
    layout = let_go(rough(), lying(places, [puck(moment) for moment in (UP, DOWN)[:n]])).layout
    magnet = fixed(0.0, 0.0, UP)
    centres, moments = np.vstack([magnet.position, layout.centres()]), np.vstack([magnet.moment, layout.moments()])
    force = -float(forces_torques(centres, moments)[0][0, 0])
    static = force / (share * n * MASS * GRAVITY)
    shot = let_go(table(static, 0.8 * static, magnets=(magnet,)), layout, until=1.0)
    return farthest_moved(layout, shot.layout)


def _limit(n: int) -> float:
    """Find the share of the static limit at which the pushed puck, or pair, begins to slide."""
    return threshold(lambda share: _pushed(share, n) > STILL, 1.1, 0.9, 1e-4)


case = partial(Case, "conservation and rest")

CASES = (
    case("6 repelling, 5 s: change of momentum", 0.0, "", "momentum", _momentum, 1e-10, True),
    case("6 repelling, 5 s: change of energy", 0.0, "", "energy", _energy, 1e-4, True),
    case(
        "12 snap together: unaccounted share of losses", 0.0, "", "energy", lambda: _unaccounted(_twelve()), BOOK, True
    ),
    case("shot into the 12: unaccounted share of losses", 0.0, "", "energy", _into_the_cluster, BOOK, True),
    case("12 at rest: creep in 1 s", 0.0, "m", STATIC_FRICTION, _creep, STILL, True),
    case("12 at rest: deepest overlap", 0.0, "m", "geometry", _overlap, 3e-5, True),
    case(
        "pushed at 0.99 of the static limit: motion", 0.0, "m", STATIC_FRICTION, partial(_pushed, 0.99, 1), STILL, True
    ),
    case("share of the static limit that moves a puck", 1.0, "", STATIC_FRICTION, partial(_limit, 1), 0.01),
    case("a touching pair pushed at 0.99: motion", 0.0, "m", STATIC_FRICTION, partial(_pushed, 0.99, 2), STILL, True),
    case("share that moves a touching pair", 1.0, "", STATIC_FRICTION, partial(_limit, 2), 0.02),
)
