"""Physics notes, section 2: a puck that slides and spins on the table."""

import dataclasses

import pytest
from table_cases import KINETIC, MASS, MOMENT, RADIUS, STATIC, let_go, lying, puck, table

import sim


def test_a_sliding_puck_stops_where_coulomb_says() -> None:
    shot = let_go(table(STATIC, KINETIC), lying([(0, 0)], [puck()]), {"a": (0.5, 0)})
    assert shot.duration == pytest.approx(0.2548419980, abs=5e-4)
    assert shot.layout.positions[0, 0] == pytest.approx(0.0637104995, abs=1e-4)
    assert shot.at_rest


def test_a_spinning_puck_stops_after_the_angle_of_the_book() -> None:
    shot = let_go(table(STATIC, KINETIC), lying([(0, 0)], [puck()]), spins={"a": 60.0})
    assert shot.duration == pytest.approx(0.2866972477, abs=5e-4)
    assert shot.layout.angles[0] == pytest.approx(8.600917431, abs=1e-3)


def test_sliding_and_spinning_end_together() -> None:
    shot = let_go(table(STATIC, KINETIC), lying([(0, 0)], [puck()]), {"a": (0.5, 0)}, {"a": 60.0})
    assert shot.duration == pytest.approx(0.4091214366, abs=5e-4)
    assert shot.layout.positions[0, 0] == pytest.approx(0.1020117281, abs=1e-4)
    assert shot.layout.angles[0] == pytest.approx(12.30205154, abs=2e-3)


def test_sliding_and_spinning_are_coupled_on_the_way() -> None:
    shot = let_go(table(STATIC, KINETIC), lying([(0, 0)], [puck()]), {"a": (0.5, 0)}, {"a": 60.0}, until=0.15)
    assert shot.velocities[0, 0] == pytest.approx(0.3158118615, abs=1e-5)
    assert shot.spins[0] == pytest.approx(38.09357922, abs=1e-3)


RATIO = 0.6530017892


def _ratio_at(share: float, start: float) -> float:
    """v/(Rω) at a share of the time to rest, for a disc that begins with the ratio `start`."""
    board, layout = table(STATIC, KINETIC), lying([(0, 0)], [puck()])
    spins = {"a": 50.0}
    velocities = {"a": (start * 0.0125 * 50.0, 0.0)}
    end = let_go(board, layout, velocities, spins).duration
    late = let_go(board, layout, velocities, spins, until=share * end)
    return float(late.velocities[0, 0] / (0.0125 * late.spins[0]))


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.98])
def test_a_disc_at_the_universal_ratio_keeps_it_until_it_rests(share: float) -> None:
    assert _ratio_at(share, RATIO) == pytest.approx(RATIO, abs=1e-3)


@pytest.mark.parametrize("start", [0.4, 0.6, 0.7, 1.2])
def test_a_disc_at_any_other_ratio_draws_nearer_to_the_universal_one(start: float) -> None:
    ratios = [_ratio_at(share, start) for share in (0.3, 0.6, 0.9)]
    distances = [abs(start - RATIO), *(abs(ratio - RATIO) for ratio in ratios)]
    assert distances == sorted(distances, reverse=True)
    assert distances[-1] < 0.5 * distances[0]


@pytest.mark.parametrize("share", [0.99, 1.02])
def test_a_puck_holds_below_the_static_limit_and_slides_above(share: float) -> None:
    from table_cases import K

    import sim

    # a fixed magnet that repels with share × μs M g
    distance = (3 * K / (share * STATIC * 0.010 * 9.81)) ** 0.25
    magnet = sim.FixedMagnet("m", (0, 0, 0.004), (0, 0, 0.4))
    shot = let_go(table(STATIC, KINETIC, magnets=(magnet,)), lying([(distance, 0)], [puck()]), until=0.5)
    moved = shot.layout.positions[0, 0] - distance
    if share < 1:
        assert moved == 0.0
    else:
        assert moved > 1e-3


def test_losses_to_friction_are_the_energy_that_was_there() -> None:
    shot = let_go(table(STATIC, KINETIC), lying([(0, 0)], [puck()]), {"a": (0.5, 0)}, {"a": 60.0})
    assert shot.energies.friction_loss == pytest.approx(shot.energies.start_kinetic, rel=1e-9)


def ring_puck() -> sim.PieceKind:
    return dataclasses.replace(puck((0.0, 0.0, 0.0)), contact="ring")


def test_a_puck_on_its_rim_spins_down_by_the_rings_torque() -> None:
    shot = let_go(table(STATIC, KINETIC), lying([(0.0, 0.0)], [ring_puck()]), spins={"a": 60.0})
    # I = MR²/2 and the torque μMgR: ω R / (2 μ g)
    stop = 60.0 * RADIUS / (2.0 * KINETIC * 9.81)
    assert shot.duration == pytest.approx(stop, abs=5e-4)
    assert shot.layout.angles[0] == pytest.approx(30.0 * stop, abs=1e-3)


def test_a_puck_on_its_rim_holds_half_as_much_torque_again() -> None:
    def holds(share: float) -> bool:
        # a pinned piece beside a fixed magnet at right angles: pure torque τ = 2e-7·m·M/r³
        kind = dataclasses.replace(puck((MOMENT, 0.0, 0.0)), contact="ring")
        strength = share * STATIC * MASS * 9.81 * RADIUS / (1e-7 * MOMENT) * 0.2**3
        magnet = sim.FixedMagnet("m", (0.0, 0.2, 0.004), (0.0, 0.5 * strength, 0.0))
        shot = let_go(table(STATIC, KINETIC, magnets=(magnet,)), lying([(0.0, 0.0)], [kind], pinned=(0,)), until=0.5)
        return abs(float(shot.layout.angles[0])) < 1e-9

    assert holds(0.99)
    assert not holds(1.02)
