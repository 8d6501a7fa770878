"""Physics notes, section 10 and the contract for contacts."""

import math

import numpy as np
import pytest
from table_cases import KINETIC, STATIC, let_go, lying, puck, table

import sim

BLANK = (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("before", "after", "spin"), [((1, -0.3), (0.847, 0.21), -24.48), ((0.3, -0.8), (0.2, 0.56), -16.0)]
)
def test_a_disc_hits_a_wall(before: tuple[float, float], after: tuple[float, float], spin: float) -> None:
    wall = sim.Wall("w", (-1, -0.051), (1, -0.051), 0.002, 0.7, 0.3)
    # what the piece itself is made of does not matter against a wall
    shot = let_go(table(walls=(wall,)), lying([(0, 0)], [puck(BLANK, 0.2, 0.9)]), {"a": before}, until=0.3)
    assert shot.velocities[0] == pytest.approx(after, rel=3e-3)
    assert shot.spins[0] == pytest.approx(spin, rel=3e-3)
    assert shot.energies.contact_loss == pytest.approx(
        shot.energies.start_kinetic - shot.energies.end_kinetic, rel=1e-3
    )


def test_a_disc_hits_a_disc_off_centre() -> None:
    kind = puck(BLANK, 0.7, 0.3)
    cut = 0.025 * math.sin(math.radians(30))
    shot = let_go(table(), lying([(0, 0), (0.1, cut)], [kind, kind]), {"a": (1, 0)}, until=0.3)
    assert shot.velocities[1] == pytest.approx((0.6791666667, 0.2958920130), rel=3e-3)
    assert shot.spins == pytest.approx([13.33333333, 13.33333333], rel=3e-3)
    assert shot.velocities.sum(axis=0) == pytest.approx((1, 0), abs=1e-9)


def test_unlike_pieces_meet_with_the_geometric_mean_of_their_restitutions() -> None:
    kinds = [puck(BLANK, 0.9), puck(BLANK, 0.4)]
    shot = let_go(table(), lying([(0, 0), (0.1, 0)], kinds), {"a": (1, 0)}, until=0.3)
    assert shot.velocities[1, 0] - shot.velocities[0, 0] == pytest.approx(math.sqrt(0.9 * 0.4), rel=3e-3)


@pytest.mark.parametrize("speed", [0.5, 5.0, 30.0])
def test_an_impact_does_not_depend_on_where_a_step_happened_to_fall(speed: float) -> None:
    kind = puck(BLANK, 0.7, 0.3)
    ends = []
    for shift in (0.0, 1.7e-4, 3.1e-4):
        layout = lying([(0, 0), (0.1 + shift, 0.009)], [kind, kind])
        ends.append(let_go(table(), layout, {"a": (speed, 0)}, until=0.3 / speed).velocities / speed)
    assert np.ptp(np.array(ends), axis=0).max() < 1e-4


@pytest.mark.parametrize("speed", [3.0, 30.0])
@pytest.mark.parametrize("thickness", [1e-4, 2e-3])
def test_nothing_passes_a_wall(speed: float, thickness: float) -> None:
    wall = sim.Wall("w", (0.3, -1), (0.3, 1), thickness, 0.5, 0.1)
    shot = let_go(table(STATIC, KINETIC, walls=(wall,)), lying([(0, 0)], [puck(BLANK)]), {"a": (speed, 0)})
    assert shot.trajectory.positions[:, 0, 0].max() <= 0.3 - 0.0125 - thickness / 2 + 1e-6
    assert shot.layout.positions[0, 0] < 0.2875


@pytest.mark.parametrize(("n", "restitution"), [(12, 0.8), (12, 0.0), (24, 0.3)])
def test_a_cluster_that_snaps_together_comes_to_rest_and_holds(n: int, restitution: float) -> None:
    rng = np.random.default_rng(n)
    side = math.ceil(math.sqrt(n))
    pitch = 0.0262
    places = [
        (k % side * pitch + float(rng.normal(0, 1e-4)), k // side * pitch + float(rng.normal(0, 1e-4)))
        for k in range(n)
    ]
    kinds = [puck((0, 0, 0.4 if (k % side + k // side) % 2 else -0.4), restitution, 0.2) for k in range(n)]
    board = table(STATIC, KINETIC)
    shot = let_go(board, lying(places, kinds))
    assert shot.at_rest
    assert shot.duration < 3.0
    p = shot.layout.positions
    gaps = np.hypot(*(p[:, None] - p[None]).transpose(2, 0, 1)) - 0.025 + np.eye(n)
    assert gaps.min() > -3e-5
    lost = shot.energies.friction_loss + shot.energies.contact_loss
    assert abs(shot.energies.imbalance) < 0.02 * lost
    again = let_go(board, shot.layout, until=1.0)
    assert np.abs(again.layout.positions - p).max() < 2e-6


def test_a_shot_into_a_cluster_balances_its_energy() -> None:
    places = [(0.0, 0.0), (0.025, 0.0), (0.05, 0.0)]
    kinds = [puck((0, 0, m), 0.6, 0.2) for m in (0.4, -0.4, 0.4)]
    board = table(STATIC, KINETIC)
    rest = let_go(board, lying(places, kinds)).layout
    shot = sim.simulate(board, rest, sim.Flick(sim.Piece("z", puck(restitution=0.6)), (-0.3, 0.01), 2.0, 0.0))
    assert shot.at_rest
    assert abs(shot.energies.imbalance) < 0.02 * shot.energies.start_kinetic


def test_a_pinned_piece_turns_but_does_not_move() -> None:
    kind = puck(BLANK, 0.8, 0.3)
    shot = let_go(table(), lying([(0, 0), (0.1, 0.01)], [kind, kind], pinned=(1,)), {"a": (1, 0)}, until=0.3)
    assert shot.layout.positions[1].tolist() == [0.1, 0.01]
    assert shot.spins[1] != 0.0
