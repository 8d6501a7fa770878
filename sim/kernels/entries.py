"""The parts of the step loop as functions that Python can call, for the loop through the batch module.

The parts themselves are compiled for kernels only (see :func:`sim.kernels.jit.inner`).
"""

from __future__ import annotations

from typing import Any

from sim.kernels import bundles, loop, substep
from sim.kernels.jit import kernel
from sim.kernels.planar import magnetic
from sim.kernels.tables import State, Table
from sim.kernels.tipping import tipping_books
from sim.values import Floats


@kernel
def bundle(table: Table, state: State) -> tuple[Table, State]:
    """Return the structures over the arrays of a Table and a State."""
    return bundles.bundle_table(table), bundles.bundle_state(state)


@kernel
def begin(table: Table, state: State) -> None:
    """See :func:`sim.kernels.substep.begin`."""
    substep.begin(table, state)


@kernel
def prepare(table: Table, state: State, outgoing: Floats) -> int:
    """Prepare a substep and write what the engine shall be given."""
    substep.prepare(table, state)
    loop.fill_writer(table, state, outgoing)
    return 0


@kernel
def take(state: State, bodies: Floats, count: int, floats: Floats, ints: Any, ids: Any) -> None:
    """Take bodies and the impulses of `count` contacts from the engine."""
    loop.take_reader(state.body, bodies)
    loop.take_arbiters(state.body, state.contact, count, floats, ints, ids)


@kernel
def absorb(table: Table, state: State) -> int:
    """Absorb a substep, record it, and say whether the loop must end."""
    substep.absorb(table, state)
    loop.record(table, state)
    return loop.outcome(table, state)


@kernel
def catch_up(table: Table, state: State) -> int:
    """Record what the buffer had no room for, and say whether the loop must end."""
    loop.record(table, state)
    return loop.outcome(table, state)


@kernel
def forces(table: Table, state: State) -> float:
    """Write the magnetic forces of things as they stand into the state; return the energy, J."""
    return magnetic(bundles.bundle_table(table), bundles.bundle_state(state), state.body, state.force)


@kernel
def magnetic_energy(table: Table, state: State) -> float:
    """Magnetic energy as things stand, J; what tips is booked, too."""
    tipping_books(table, state)
    return magnetic(table, state, state.body, state.after)
