"""Draw the field of four pucks on the table plane: ``python examples/plot_field.py field.png``."""

from __future__ import annotations

import sys

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import sim


def main(file: str) -> None:
    """Compute |B| and field lines in the plane of the magnets, 5 mm above the table, and save a picture."""
    moment = sim.Magnet(grade="N42", diameter=0.010, height=0.005).moment
    positions = [(0.00, 0.00, 0.0), (0.06, 0.01, 0.0), (0.02, 0.05, 0.0), (0.08, 0.06, 0.0)]
    moments = [(moment, 0, 0), (0, moment, 0), (-moment, 0, 0), (0, 0, moment)]

    x, y = np.meshgrid(np.linspace(-0.04, 0.12, 240), np.linspace(-0.04, 0.10, 210))
    points = np.stack([x.ravel(), y.ravel(), np.full(x.size, 0.005)], axis=1)
    b = sim.dipoles.field(points, positions, moments).reshape(*x.shape, 3)

    figure = Figure(figsize=(9, 8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    image = axes.pcolormesh(1000 * x, 1000 * y, np.log10(np.linalg.norm(b, axis=2)), cmap="viridis", rasterized=True)
    axes.streamplot(1000 * x, 1000 * y, b[..., 0], b[..., 1], color="white", linewidth=0.7, density=1.6, arrowsize=0.8)
    axes.set(xlabel="x, mm", ylabel="y, mm", title="Field 5 mm above four magnets, three lying and one upright")
    axes.set_aspect("equal")
    figure.colorbar(image, label="log10 of |B| in T", shrink=0.8)
    figure.savefig(file)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "field.png")
