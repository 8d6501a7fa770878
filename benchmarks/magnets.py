"""What finite magnets cost: time of one evaluation of all forces on 12 pucks, against point dipoles.

python -m benchmarks.magnets
"""

from __future__ import annotations

import time

import numpy as np

import sim
from sim.assembly import make_state, make_table
from sim.kernels import entries, tables
from sim.quadrature import ladder

PUCKS = 12
FLOPS = 62  # of one pair of dipoles in sim.kernels.finite: force, field at both, torques, energy


def evaluation(
    spacing: float, heights: tuple[float, float], cylinder: tuple[float, float], lying: bool = False
) -> float:
    """Least time of one evaluation for pucks on a grid of `spacing` (m), two heights in turn, s."""
    board = sim.load_board("kalide")
    layout = sim.Layout()
    moment = (0.4, 0.0, 0.0) if lying else (0.0, 0.0, 0.4)
    for k in range(PUCKS):
        kind = sim.PieceKind("p", "disc", (0.0125, 0.0125), heights[k % 2], 0.01, moment, cylinder=cylinder)
        layout = layout.with_piece(sim.Piece(f"p{k}", kind), (spacing * (k % 4), spacing * (k // 4)))
    table = make_table(board, layout, list(range(PUCKS)), 1.0)
    body = np.column_stack([layout.positions, layout.angles, np.zeros((PUCKS, 3))])
    bundles = entries.bundle(table, make_state(table, body, np.zeros((PUCKS, tables.TILTS)), sim.Settings(), 0.0))
    entries.magnetic_energy(*bundles)
    best = np.inf
    for _ in range(30):
        start = time.perf_counter()
        for _ in range(50):
            entries.magnetic_energy(*bundles)
        best = min(best, (time.perf_counter() - start) / 50)
    return float(best)


def main() -> None:
    """Print a table of times as ratios to that of point dipoles."""
    short = (0.005, 0.005)
    point = evaluation(0.05, (0.008, 0.008), (0.0, 0.0))
    print(f"12 pucks, 66 pairs, one evaluation of all forces with points: {1e6 * point:.1f} µs")
    for name, spacing, heights, cylinder, lying in (
        ("Ø10 × 5 mm, upright (series)", 0.026, (0.008, 0.008), short, False),
        ("Ø10 × 5 mm, upright, 2 mm out of level (series)", 0.026, (0.008, 0.012), short, False),
        ("Ø20 × 3 mm, upright (series)", 0.026, (0.008, 0.008), (0.010, 0.003), False),
        ("Ø6 × 12 mm, lying, far apart", 0.120, (0.008, 0.008), (0.003, 0.012), True),
        ("Ø6 × 12 mm, lying, touching", 0.0251, (0.008, 0.008), (0.003, 0.012), True),
    ):
        print(f"{name}: {evaluation(spacing, heights, cylinder, lying) / point:.1f} times")
    print("\ndipoles that stand for a Ø10 × 5 mm magnet, by least clearance in mm, and flops of a pair of them:")
    for rule in ladder(*short):
        count = len(rule.points)
        least = f"{1e3 * rule.least_gap:.1f}" if np.isfinite(rule.least_gap) else "closer"
        print(f"  {least:>6}  {count:4d}  {count * count * FLOPS}")


if __name__ == "__main__":
    main()
