"""Ellipses in contact: they roll into each other, come to rest touching, and balance their energy."""

import numpy as np
import pytest
from table_cases import let_go, table

import sim
from sim.gaps import gap


def stone(long_mm: float, short_mm: float, height_mm: float, mass_g: float, moment: float) -> sim.PieceKind:
    axes = (long_mm / 2000, short_mm / 2000)
    return sim.PieceKind("stone", "ellipse", axes, height_mm / 1000, mass_g / 1000, (0, 0, moment), 0.3, 0.3)


def three(speed: float) -> sim.Shot:
    wall = sim.Wall("rail", (-0.1, -0.05), (0.3, -0.05), 0.01, 0.5, 0.2)
    kinds = [stone(25, 20, 10, 12.8, 0.79), stone(22, 18, 9, 9.1, -0.56), stone(18, 15, 8, 5.5, 0.34)]
    pieces = tuple(sim.Piece(name, kind) for name, kind in zip("abc", kinds, strict=True))
    places = np.array([[0, 0], [0.08, 0.005], [0.13, -0.02]])
    layout = sim.Layout(pieces, places, np.radians([30.0, 0.0, 70.0]))
    return let_go(table(0.3, 0.3, walls=(wall,)), layout, {"a": (speed, -0.3)}, {"a": 20.0})


@pytest.mark.parametrize("speed", [1.0, 1.5, 2.2, 3.0])
def test_stones_come_to_rest_touching_and_their_energy_balances(speed: float) -> None:
    shot = three(speed)
    assert shot.at_rest
    e = shot.energies
    assert abs(e.imbalance) < 0.02 * (e.friction_loss + e.contact_loss)
    snapped = [event.pieces for event in shot.events if event.kind == "snapped"]
    assert snapped
    for one, other in snapped:
        i, j = shot.layout.index(one), shot.layout.index(other)
        p, q = shot.layout.pieces, shot.layout.positions
        assert abs(gap(p[i].kind, q[i], shot.layout.angles[i], p[j].kind, q[j], shot.layout.angles[j])) < 5e-5


def test_a_spinning_ellipse_is_felt_by_a_wall_before_its_centre_moves() -> None:
    wall = sim.Wall("rail", (-0.1, -0.0125), (0.1, -0.0125), 0.002, 0.5, 0.0)
    kind = stone(24, 14, 8, 8, 0.0)
    layout = sim.Layout((sim.Piece("a", kind),), np.array([[0.0, 0.0]]), np.array([0.0]))
    shot = let_go(table(walls=(wall,)), layout, spins={"a": 30.0}, until=0.1)
    assert [event.kind for event in shot.events] == ["contact"]
    assert shot.velocities[0, 1] > 0.01
    assert shot.energies.end_kinetic < shot.energies.start_kinetic
    assert abs(shot.energies.imbalance) < 0.02 * shot.energies.start_kinetic


def snapped(places: list[tuple[float, float]], angles: list[float]) -> sim.Shot:
    """Stones lying down with their moments along x, let go together."""
    kind = sim.PieceKind("stone", "ellipse", (0.0125, 0.010), 0.010, 0.0128, (0.5, 0.0, 0.0), 0.3, 0.3)
    pieces = tuple(sim.Piece(f"s{k}", kind) for k in range(len(places)))
    shot = sim.simulate(table(0.3, 0.3), sim.Layout(pieces, np.array(places), np.radians(angles)), sim.Settle())
    assert shot.at_rest
    return shot


def touching(layout: sim.Layout) -> int:
    count = 0
    for i in range(len(layout)):
        for j in range(i):
            p, q, a = layout.pieces, layout.positions, layout.angles
            between = gap(p[i].kind, q[i], a[i], p[j].kind, q[j], a[j])
            assert between > -3e-5
            count += between < 5e-5
    return count


def test_two_stones_turn_into_each_other_and_rest_touching() -> None:
    shot = snapped([(0.0, 0.0), (0.034, 0.006)], [25.0, -40.0])
    assert touching(shot.layout) == 1
    # head to tail along the line between them
    line = np.arctan2(*(shot.layout.positions[1] - shot.layout.positions[0])[::-1])
    turned = np.abs(np.sin(shot.layout.angles - line))
    assert turned.max() < np.abs(np.sin(np.radians([25.0, -40.0]) - 0.17)).max()


def test_a_chain_and_a_ring_of_stones_hold() -> None:
    chain = snapped([(0.0265 * k, 0.001 * (-1) ** k) for k in range(5)], [3.0, -4.0, 2.0, 5.0, -3.0])
    assert touching(chain.layout) == 4
    around = np.radians(60.0 * np.arange(6))
    ring = snapped([(0.0255 * np.cos(a), 0.0255 * np.sin(a)) for a in around], list(np.degrees(around) + 90.0))
    assert touching(ring.layout) == 6
    for shot in (chain, ring):
        again = sim.simulate(table(0.3, 0.3), shot.layout, sim.Settle(), settings=sim.Settings(until=1.0))
        assert np.abs(again.layout.positions - shot.layout.positions).max() < 2e-6
