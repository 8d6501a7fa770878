"""Physics notes, sections 5 and 6: scattering off a fixed dipole, and a compass beside one."""

import math

import numpy as np
import pytest
from table_cases import MASS, MOMENT, let_go, lying, puck, table

import sim


@pytest.mark.parametrize(
    ("offset", "closest", "angle"),
    [(0.0, 0.0233921419, math.pi), (0.005, 0.0237483598, 2.548675103), (0.010, 0.0248154661, 1.993452436)],
)
def test_scattering_off_a_fixed_dipole(offset: float, closest: float, angle: float) -> None:
    magnet = sim.FixedMagnet("m", (0, 0, 0.004), (0, 0, MOMENT))
    small = puck(radius=0.001)
    shot = let_go(
        table(magnets=(magnet,)),
        lying([(-0.3, offset)], [small]),
        {"a": (0.5, 0)},
        until=1.5,
        record_every=1e-4,
    )
    path = shot.trajectory.positions[:, 0]
    distance = np.hypot(*path.T)
    nearest = int(distance.argmin())
    assert distance[nearest] == pytest.approx(closest, abs=1e-5)
    out = nearest + int(np.nonzero(distance[nearest:] >= 0.3)[0][0])
    vx, vy = shot.trajectory.velocities[out, 0]
    assert abs(math.atan2(vy, vx)) == pytest.approx(angle, abs=1e-4)


def _period(fixed_at: tuple[float, float], moment_angle: float, released_from: float) -> float:
    """Period of a pinned in-plane dipole beside a fixed one that lies along x, from its zero crossings."""
    magnet = sim.FixedMagnet("m", (*fixed_at, 0.004), (MOMENT, 0, 0))
    needle = puck((MOMENT, 0, 0))
    layout = lying([(0, 0)], [needle], [moment_angle + released_from], pinned=(0,))
    shot = let_go(table(magnets=(magnet,)), layout, until=2.0, record_every=1e-4)
    angle = shot.trajectory.angles[:, 0] - moment_angle
    rows = np.nonzero((angle[:-1] > 0) & (angle[1:] <= 0))[0]
    crossing = shot.trajectory.times[rows] + 1e-4 * angle[rows] / (angle[rows] - angle[rows + 1])
    return float(np.diff(crossing).mean())


def test_small_swings_of_a_compass_on_the_axis() -> None:
    assert 2 * math.pi / _period((0.06, 0), 0.0, 1e-3) == pytest.approx(13.77060745, rel=1e-4)


def test_a_compass_released_from_sixty_degrees() -> None:
    assert _period((0.06, 0), 0.0, math.pi / 3) == pytest.approx(0.4896662288, rel=1e-4)


def test_small_swings_of_a_compass_at_the_equator() -> None:
    assert 2 * math.pi / _period((0, 0.06), math.pi, 1e-3) == pytest.approx(9.737289911, rel=1e-4)


def test_two_compasses_both_free_to_turn() -> None:
    needle = puck((MOMENT, 0, 0))
    layout = lying([(0, 0), (0.06, 0)], [needle, needle], [1e-3, 1e-3], pinned=(0, 1))
    shot = let_go(table(), layout, until=2.0, record_every=1e-4)
    angle = shot.trajectory.angles[:, 0]
    # in step the two turn against a field of three halves: ω = √3·√(μ0m²/4πr³I)
    rows = np.nonzero((angle[:-1] > 0) & (angle[1:] <= 0))[0]
    crossing = shot.trajectory.times[rows] + 1e-4 * angle[rows] / (angle[rows] - angle[rows + 1])
    assert 2 * math.pi / np.diff(crossing).mean() == pytest.approx(16.86548085, rel=1e-4)


def test_momentum_and_energy_of_a_long_run_without_friction() -> None:
    rng = np.random.default_rng(5)
    places = [(float(x), float(y)) for x, y in rng.uniform(0, 0.4, (6, 2)) + np.arange(6)[:, None] * [0.4, 0]]
    kinds = [puck() for _ in range(6)]
    velocities = {chr(97 + k): (float(v[0]), float(v[1])) for k, v in enumerate(rng.normal(0, 0.3, (6, 2)))}
    shot = let_go(table(), lying(places, kinds), velocities, until=3.0)
    start = sum(np.array(v) for v in velocities.values()) * MASS
    assert (shot.velocities * MASS).sum(axis=0) == pytest.approx(start, abs=1e-12)
    assert abs(shot.energies.imbalance) < 1e-4 * shot.energies.start_kinetic
