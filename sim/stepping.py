"""The step loop in its two forms: compiled, calling the engine by address, and through :mod:`pymunk.batch`.

Both do the same things in the same order with the same functions, and give the same bits. The second is for where
the engine's functions can't be reached by address; it runs Python code once a substep.
"""

from __future__ import annotations

import numpy as np
import pymunk.batch as batch
from pymunk._chipmunk_cffi import ffi, lib

from sim.kernels.loop import play
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
    from sim.kernels import entries

    n = len(world.bodies)
    space = world.space
    # the kernels take structures; Python reads the tuples that share their memory
    tables, states = entries.bundle(table, state)
    ids = np.array([body.id for body in world.bodies], np.uint64)
    outgoing = np.zeros(8 * (n + 1))  # the static body's row stays zero
    no_floats, no_ints = np.zeros(0), np.zeros(0, np.uint64)
    writer, reader, arbiters = batch.Buffer(), batch.Buffer(), batch.Buffer()
    if state.counts[STARTED] == 0:
        entries.begin(tables, states)
        state.counts[STARTED] = 1
    budget = int(state.counts[BUDGET])
    status = entries.catch_up(tables, states)
    while status == RUNNING:
        if budget == 0:
            status = PAUSED
            break
        budget -= 1
        entries.prepare(tables, states, outgoing)
        _set_joints(state, world)
        writer.set_float_buf(outgoing)
        batch.set_space_bodies(space, WRITE_FIELDS, writer)
        dt = float(state.clock[DT])
        lib.cpSpaceSetCurrentTimeStep(space._space, dt)
        lib.cpSpaceStep(space._space, dt)
        reader.clear()
        batch.get_space_bodies(space, READ_FIELDS, reader)
        floats, ints = no_floats, no_ints
        if (state.mode == HELD).any() or state.counts[IMPACT] == 1:
            arbiters.clear()
            batch.get_space_arbiters(space, ARBITER_FIELDS, arbiters)
            ints = np.frombuffer(arbiters.int_buf(), np.uint64).copy()
            floats = np.frombuffer(arbiters.float_buf(), np.float64).copy()
        bodies = np.frombuffer(reader.float_buf(), np.float64).copy()
        entries.take(states, bodies, len(ints) // 3, floats, ints, ids)
        if state.counts[IMPACT] == 1:
            for body in world.bodies:
                forget_contacts(space, body)
        status = entries.absorb(tables, states)
    state.counts[STATUS] = status
    state.books[END_MAGNETIC] = entries.magnetic_energy(tables, states)


def _set_joints(state: State, world: World) -> None:
    """Put the friction joints of held pieces into the Space, take those of others out, and set their limits."""
    for i, pair in enumerate(world.joints):
        held = state.mode[i] == HELD
        for k, joint in enumerate(pair):
            raw = joint._constraint
            inside = lib.cpConstraintGetSpace(raw) != ffi.NULL
            if held and not inside:
                lib.cpSpaceAddConstraint(world.space._space, raw)
            elif inside and not held:
                lib.cpSpaceRemoveConstraint(world.space._space, raw)
            if held:
                joint.max_force = state.caps[i, k] * (SCALE if k == 0 else SCALE * SCALE)
