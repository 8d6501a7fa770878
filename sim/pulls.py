"""The magnetic forces of a layout at rest: what the step loop works with, to look at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.board import Board
from sim.layout import Layout
from sim.settings import Settings
from sim.values import Floats, frozen


@dataclass(frozen=True, eq=False)
class Forces:
    """Magnetic forces on the pieces of a layout; those off the table feel none.

    Attributes
    ----------
    force : (n, 3) N
        At the pieces' middles, in the table's frame.
    torque : (n, 3) N·m
        About the middles.
    energy : float, J
        Of the pieces in each other's field and in that of the fixed magnets.
    """

    force: Floats
    torque: Floats
    energy: float


def forces(board: Board, layout: Layout) -> Forces:
    """Return the magnetic forces on every piece, from the other pieces and the board's magnets.

    Finite magnets count as such (:mod:`sim.quadrature`): the force is within 1 % of that between cylinders.

    Examples
    --------
    >>> import sim
    >>> kind = sim.PieceKind("P25", "disc", (0.0125, 0.0125), 0.008, 0.010, (0.0, 0.0, 0.4))
    >>> table = sim.Layout().with_piece(sim.Piece("a", kind), (0.0, 0.0)).with_piece(sim.Piece("b", kind), (0.03, 0.0))
    >>> round(float(sim.forces(sim.load_board("kalide"), table).force[1, 0]), 6)
    0.059259
    """
    from sim.assembly import make_state, make_table
    from sim.kernels import entries, tables

    on = list(layout.on_table)
    table = make_table(board, layout, on, 1.0)
    body = np.column_stack([layout.positions[on], layout.angles[on], np.zeros((len(on), 3))])
    state = make_state(table, body, np.zeros((len(on), tables.TILTS)), Settings(), 0.0)
    energy = entries.forces(table, state)
    force, torque = np.zeros((len(layout), 3)), np.zeros((len(layout), 3))
    force[on] = state.force[:, :3]
    torque[on] = state.force[:, [4, 5, 3]]
    return Forces(frozen(force), frozen(torque), energy)
