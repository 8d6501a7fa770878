"""Physics notes, sections 3 and 4: two pucks head on, and two that snap together."""

import math

import numpy as np
import pytest
from table_cases import KINETIC, MASS, MOMENT, STATIC, K, let_go, lying, puck, table


def test_repelling_pucks_exchange_their_motion_without_touching() -> None:
    layout = lying([(0, 0), (0.2, 0)], [puck(), puck()])
    shot = let_go(table(), layout, {"a": (0.5, 0)}, until=0.7473887053073898)
    assert shot.velocities[:, 0] == pytest.approx([0.0, 0.5], abs=1e-5)
    assert shot.layout.positions[0, 0] == pytest.approx(0.1868471763, abs=1e-5)


def test_repelling_pucks_come_as_near_as_the_energy_lets_them() -> None:
    layout = lying([(0, 0), (0.2, 0)], [puck(), puck()])
    shot = let_go(table(), layout, {"a": (0.5, 0)}, until=0.75, record_every=1e-4)
    gap = np.hypot(*(shot.trajectory.positions[:, 1] - shot.trajectory.positions[:, 0]).T)
    assert gap.min() == pytest.approx(0.02944088182, abs=1e-5)
    assert shot.trajectory.times[gap.argmin()] == pytest.approx(0.3736943527, abs=2e-4)


@pytest.mark.parametrize(("speed", "touches"), [(0.6392, False), (0.6396, True)])
def test_the_speed_needed_to_touch(speed: float, touches: bool) -> None:
    layout = lying([(0, 0), (0.2, 0)], [puck(), puck()])
    shot = let_go(table(), layout, {"a": (speed, 0)}, until=0.7)
    assert any(event.kind == "contact" for event in shot.events) == touches


@pytest.mark.parametrize(("restitution", "exit_speed"), [(1.0, 2.0), (0.6, 1.304466174)])
def test_exit_speed_after_an_impact(restitution: float, exit_speed: float) -> None:
    kind = puck(restitution=restitution)
    shot = let_go(table(), lying([(0, 0), (0.2, 0)], [kind, kind]), {"a": (2, 0)}, until=0.4, record_every=1e-4)
    apart = shot.trajectory.positions[:, 1, 0] - shot.trajectory.positions[:, 0, 0]
    speed = shot.trajectory.velocities[:, 1, 0] - shot.trajectory.velocities[:, 0, 0]
    row = np.nonzero((apart >= 0.2) & (speed > 0))[0][0]
    assert speed[row] == pytest.approx(exit_speed, rel=3e-3)


@pytest.mark.parametrize(
    ("speed", "distance", "places"),
    [(0.8, 0.2, (0.1545276354, 0.2)), (0.7, 0.1, (0.0715558455, 0.1443764065))],
)
def test_head_on_with_friction(speed: float, distance: float, places: tuple[float, float]) -> None:
    layout = lying([(0, 0), (distance, 0)], [puck(), puck()])
    shot = let_go(table(STATIC, KINETIC), layout, {"a": (speed, 0)})
    assert shot.layout.positions[:, 0] == pytest.approx(places, abs=1e-4)


PAIRS = [
    (3, (0, 0, MOMENT), (0, 0, -MOMENT), 0.1043637531, 0.4349062203),
    (6, (MOMENT, 0, 0), (MOMENT, 0, 0), 0.1219420906, 0.7210471767),
]


@pytest.mark.parametrize(("n", "first", "second", "time", "speed"), PAIRS)
def test_attracting_pucks_snap_and_stay(n: int, first, second, time: float, speed: float) -> None:  # type: ignore[no-untyped-def]
    reach = (n * K / (STATIC * MASS * 9.81)) ** 0.25
    layout = lying([(0, 0), (0.99 * reach, 0)], [puck(first), puck(second)])
    shot = let_go(table(STATIC, KINETIC), layout)
    contact = next(event for event in shot.events if event.kind == "contact")
    assert contact.time == pytest.approx(time, abs=1e-4)
    # a blow without restitution takes ½·½M·v² of the closing speed v
    assert math.sqrt(4 * shot.energies.contact_loss / MASS) == pytest.approx(speed, rel=3e-3)
    assert np.ptp(shot.layout.positions[:, 0]) == pytest.approx(0.025, abs=2e-6)
    assert shot.layout.positions[:, 0].mean() == pytest.approx(0.99 * reach / 2, abs=1e-6)
    assert [event.kind for event in shot.events][-1] == "at_rest"


@pytest.mark.parametrize(("n", "first", "second", "time", "speed"), PAIRS)
@pytest.mark.parametrize("share", [0.999, 1.001])
def test_the_reach_of_a_snap_is_bracketed(n: int, first, second, time: float, speed: float, share: float) -> None:  # type: ignore[no-untyped-def]
    reach = (n * K / (STATIC * MASS * 9.81)) ** 0.25
    layout = lying([(0, 0), (share * reach, 0)], [puck(first), puck(second)])
    shot = let_go(table(STATIC, KINETIC), layout)
    moved = not np.array_equal(shot.layout.positions, layout.positions)
    assert moved == (share < 1)


def test_a_snapped_pair_does_not_creep() -> None:
    layout = lying([(0, 0), (0.036, 0)], [puck(), puck((0, 0, -MOMENT))])
    board = table(STATIC, KINETIC)
    rest = let_go(board, layout).layout
    later = let_go(board, rest, until=1.0).layout
    assert np.abs(later.positions - rest.positions).max() < 2e-6


def test_the_energy_balance_of_a_snap_closes() -> None:
    shot = let_go(table(STATIC, KINETIC), lying([(0, 0), (0.036, 0)], [puck(), puck((0, 0, -MOMENT))]))
    lost = shot.energies.friction_loss + shot.energies.contact_loss
    assert abs(shot.energies.imbalance) < 0.02 * lost
