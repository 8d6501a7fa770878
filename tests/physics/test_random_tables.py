"""Tables thrown together: all comes to rest, apart, on its side of the walls, and the energy is accounted for."""

from __future__ import annotations

import numpy as np
import pytest

import sim
from sim.gaps import gap


def thrown_together(seed: int) -> tuple[sim.Board, sim.Layout, sim.Release]:
    """Discs and ellipses of all kinds, walls for odd seeds, magnets below the table."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 10))
    kinetic, static = sorted(rng.uniform(0.1, 0.4, 2))
    friction = sim.Friction(float(static), float(kinetic))
    corners = [(-0.2, -0.2), (0.2, -0.2), (0.2, 0.2), (-0.2, 0.2)]
    walls = tuple(
        sim.Wall(
            f"w{k}", corners[k], corners[(k + 1) % 4], 0.004, float(rng.uniform(0, 0.9)), float(rng.uniform(0, 0.4))
        )
        for k in range(4 if seed % 2 else 0)
    )
    magnets = tuple(
        sim.FixedMagnet(
            f"m{k}", (*map(float, rng.uniform(-0.15, 0.15, 2)), -0.004), (0, 0, float(rng.choice([-0.3, 0.3])))
        )
        for k in range(int(rng.integers(0, 3)))
    )
    kinds = []
    for _ in range(n):
        a = float(rng.uniform(0.009, 0.015))
        b = a * float(rng.uniform(0.7, 1)) if rng.random() < 0.3 else a
        upright = (0.0, 0.0, float(rng.uniform(-0.5, 0.5)))
        moment = (0.3, 0.0, 0.0) if rng.random() < 0.15 else upright
        mass, restitution, rub = (
            float(rng.uniform(0.004, 0.015)),
            float(rng.uniform(0, 0.9)),
            float(rng.uniform(0, 0.5)),
        )
        kinds.append(sim.PieceKind("k", "disc" if a == b else "ellipse", (a, b), 0.008, mass, moment, restitution, rub))
    grid = [(x * 0.05 - 0.12, y * 0.05 - 0.12) for x in range(6) for y in range(6)]
    rng.shuffle(grid)
    places = np.array(grid[:n]) + rng.normal(0, 0.002, (n, 2))
    pieces = tuple(sim.Piece(f"p{k}", kind) for k, kind in enumerate(kinds))
    layout = sim.Layout(pieces, places, rng.uniform(0, 6, n))
    velocities = {f"p{k}": (float(v[0]), float(v[1])) for k, v in enumerate(rng.normal(0, 1.5, (n, 2)))}
    board = sim.Board("thrown", sim.Surface(None, "open", friction), friction, walls=walls, magnets=magnets)
    return board, layout, sim.Release(velocities, {"p0": 30.0})


@pytest.mark.parametrize("seed", range(24))
def test_a_random_table_comes_to_rest_in_order(seed: int) -> None:
    board, layout, release = thrown_together(seed)
    shot = sim.simulate(board, layout, release)
    assert shot.at_rest
    end = shot.layout
    for i, one in enumerate(end.pieces):
        for j in range(i):
            apart = gap(one.kind, end.positions[i], end.angles[i], end.pieces[j].kind, end.positions[j], end.angles[j])
            assert apart > -3e-5
    if board.walls:
        assert np.abs(end.positions).max() < 0.2
    lost = shot.energies.friction_loss + shot.energies.contact_loss
    assert abs(shot.energies.imbalance) < 0.02 * lost
