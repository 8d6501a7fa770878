"""The step loop in its two forms: compiled, calling the engine by address, and through :mod:`pymunk.batch`.

Both do the same things in the same order with the same functions, and give the same bits. The second is for where the
engine's functions can't be reached by address; it runs Python code once a substep.
"""

from __future__ import annotations

import numpy as np
import pymunk.batch as batch
from pymunk._chipmunk_cffi import ffi, lib

from sim.kernels.bundles import bundle_state, bundle_table
from sim.kernels.loop import fill_writer, outcome, play, record, take_arbiters, take_reader
from sim.kernels.planar import planar_energy
from sim.kernels.substep import absorb, begin, prepare
from sim.kernels.tables import (
    BUDGET,
    DT,
    END_MAGNETIC,
    HELD,
    IMPACT,
    PAUSED,
    RUNNING,
    SCALE,
    STARTED,
    STATUS,
    State,
    Table,
)
from sim.world import ARBITER_FIELDS, READ_FIELDS, WRITE_FIELDS, World, connect, forget_contacts


def step_compiled(table: Table, state: State, world: World) -> None:
    """Run until the loop must end, in one compiled call; ``state.counts[STATUS]`` says why."""
    if world.native is None:
        world.native = connect(world)
    play(table, state, world.native)


def step_batch(table: Table, state: State, world: World) -> None:
    """Run until the loop must end, through the batch module; ``state.counts[STATUS]`` says why."""
    n = len(world.bodies)
    space = world.space
    # the kernels take the structures; Python reads the tuples that share their memory
    tables, states = bundle_table(table), bundle_state(state)
    ids = np.array([body.id for body in world.bodies], np.uint64)
    outgoing = np.zeros(8 * (n + 1))  # the static body's row stays zero
    writer, reader, arbiters = batch.Buffer(), batch.Buffer(), batch.Buffer()
    if state.counts[STARTED] == 0:
        begin(tables, states)
        state.counts[STARTED] = 1
    budget = int(state.counts[BUDGET])
    record(states)
    status = outcome(states)
    while status == RUNNING:
        if budget == 0:
            status = PAUSED
            break
        budget -= 1
        prepare(tables, states)
        for i in range(n):
            held = state.mode[i] == HELD
            for k, joint in enumerate(world.joints[i]):
                raw = joint._constraint
                inside = lib.cpConstraintGetSpace(raw) != ffi.NULL
                if held and not inside:
                    lib.cpSpaceAddConstraint(space._space, raw)
                elif inside and not held:
                    lib.cpSpaceRemoveConstraint(space._space, raw)
                if held:
                    joint.max_force = state.caps[i, k] * (SCALE if k == 0 else SCALE * SCALE)
        fill_writer(tables, states, outgoing)
        writer.set_float_buf(outgoing)
        batch.set_space_bodies(space, WRITE_FIELDS, writer)
        dt = float(state.clock[DT])
        lib.cpSpaceSetCurrentTimeStep(space._space, dt)
        lib.cpSpaceStep(space._space, dt)
        reader.clear()
        batch.get_space_bodies(space, READ_FIELDS, reader)
        take_reader(state.body, np.frombuffer(reader.float_buf(), np.float64))
        if (state.mode == HELD).any() or state.counts[IMPACT] == 1:
            arbiters.clear()
            batch.get_space_arbiters(space, ARBITER_FIELDS, arbiters)
            ints = np.frombuffer(arbiters.int_buf(), np.uint64)
            take_arbiters(
                state.body,
                state.contact,
                len(ints) // 3,
                np.frombuffer(arbiters.float_buf(), np.float64),
                ints,
                ids,
            )
        if state.counts[IMPACT] == 1:
            for body in world.bodies:
                forget_contacts(space, body)
        absorb(tables, states)
        record(states)
        status = outcome(states)
    state.counts[STATUS] = status
    state.books[END_MAGNETIC] = planar_energy(table.moment, table.height, table.magnets, state.body)
