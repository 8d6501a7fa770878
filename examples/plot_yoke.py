"""Plot how fast a puck leaves the yoke against how far it was drawn in, beside the field's energy less slot friction.

python examples/plot_yoke.py yoke_speed.png
"""

import math
import sys

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import sim

MOMENT, MASS, YOKE_MOMENT, BACK = 0.4, 0.010, 2.0, 0.070
SLOT = sim.Friction(0.15, 0.12)


def exit_speed(draw: float) -> float:
    """Speed far from the yoke on a table without friction, m/s."""
    puck = sim.PieceKind("puck", "disc", (0.0125, 0.0125), 0.008, MASS, (0.0, 0.0, MOMENT))
    magnet = sim.FixedMagnet("back", (-BACK, 0.0, 0.004), (0.0, 0.0, YOKE_MOMENT))
    smooth = sim.Friction(0.0, 0.0)
    board = sim.Board("ice", sim.Surface(None, "open", smooth), smooth, yoke=sim.Yoke(0.080, 0.026, SLOT, (magnet,)))
    launch = sim.Launch(sim.Piece("a", puck), (0.0, 0.0), 0.0, draw)
    shot = sim.simulate(board, sim.Layout(), launch, settings=sim.Settings(until=4.0))
    return float(np.hypot(*shot.velocities[0]))


def from_energy(draw: float) -> float:
    """Speed that the field's energy leaves after the slot's friction, m/s; 0 where static friction holds the puck."""
    push = 3e-7 * MOMENT * YOKE_MOMENT / (BACK - draw) ** 4
    if push <= SLOT.static * MASS * 9.81:
        return 0.0
    field = 1e-7 * MOMENT * YOKE_MOMENT / (BACK - draw) ** 3
    return math.sqrt(max(0.0, 2.0 * (field - SLOT.kinetic * MASS * 9.81 * draw) / MASS))


def main(path: str) -> None:
    """Draw the figure into a file."""
    figure = Figure(figsize=(6.4, 3.8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    fine = np.linspace(0.0, 0.052, 300)
    axes.plot(1e3 * fine, [from_energy(draw) for draw in fine], color="0.6", label="energy of the field less friction")
    draws = np.linspace(0.002, 0.052, 26)
    axes.plot(1e3 * draws, [exit_speed(draw) for draw in draws], "o", ms=4, label="simulated")
    axes.set_xlabel("drawn in by, mm")
    axes.set_ylabel("speed, m/s")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "yoke_speed.png")
