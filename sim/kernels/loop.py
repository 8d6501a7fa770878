"""The compiled step loop: prepare, step the engine, absorb, record, until something needs Python.

Python code runs once a call, not once a substep: calls return when all rests, time is up, a buffer is full, a piece
fell off the table, a number is not finite, or after a budget of substeps, so that an interrupt is heard.
"""

from __future__ import annotations

import math

import numpy as np

from sim.kernels.bundles import bundle_native, bundle_state, bundle_table
from sim.kernels.jit import inner, kept_apart, kernel
from sim.kernels.limits import RUNAWAY
from sim.kernels.native import call_pointer_double, call_three_pointers, call_two_pointers
from sim.kernels.planar import magnetic
from sim.kernels.pose import over_edge, rim
from sim.kernels.rest import all_stuck
from sim.kernels.substep import absorb, begin, prepare
from sim.kernels.tables import (
    AT_REST,
    BUDGET,
    BUFFER_FULL,
    DT,
    END_MAGNETIC,
    EVENTS,
    FELL,
    HELD,
    IMPACT,
    LIMIT,
    NEXT_RECORD,
    NOT_FINITE,
    NOW,
    PAUSED,
    PIECE_FELL,
    PIECE_TURNED,
    RECORD_EVERY,
    RECORDS,
    RUNNING,
    SCALE,
    STARTED,
    STATUS,
    TILT,
    TIME_UP,
    TOWARD_X,
    TOWARD_Y,
    TURNED,
    UNTIL,
    Native,
    State,
    Table,
)
from sim.kernels.tipping import tipping_books
from sim.values import Floats


@inner
def fill_writer(table: Table, state: State, buffer: np.ndarray) -> None:
    """Positions, velocities and pushes for the engine, in its units: x, y, vx, vy, spin, fx, fy, torque a body."""
    for i in range(state.body.shape[0]):
        k = 8 * i
        buffer[k] = state.body[i, 0] * SCALE
        buffer[k + 1] = state.body[i, 1] * SCALE
        buffer[k + 2] = state.drift[i, 0] * SCALE
        buffer[k + 3] = state.drift[i, 1] * SCALE
        buffer[k + 4] = state.drift[i, 2]
        buffer[k + 5] = buffer[k + 6] = buffer[k + 7] = 0.0
        if state.mode[i] == HELD:
            if table.inverse_mass[i] > 0.0:
                buffer[k + 5] = state.after[i, 0] * SCALE
                buffer[k + 6] = state.after[i, 1] * SCALE
            buffer[k + 7] = state.after[i, 3] * (SCALE * SCALE)


@inner
def take_reader(body: Floats, buffer: np.ndarray) -> None:
    """Bodies as the engine left them: x, y, angle, vx, vy, spin a body."""
    for i in range(body.shape[0]):
        k = 6 * i
        body[i, 0] = buffer[k] / SCALE
        body[i, 1] = buffer[k + 1] / SCALE
        body[i, 2] = buffer[k + 2]
        body[i, 3] = buffer[k + 3] / SCALE
        body[i, 4] = buffer[k + 4] / SCALE
        body[i, 5] = buffer[k + 5]


@inner
def _index(ids: np.ndarray, one: np.uint64) -> int:
    """Index of a body's id; n for a body that is no piece (the one that walls belong to)."""
    for i in range(ids.shape[0]):
        if ids[i] == one:
            return i
    return ids.shape[0]


@inner
def take_arbiters(
    body: Floats,
    contact: Floats,
    count: int,
    floats: np.ndarray,
    ints: np.ndarray,
    ids: np.ndarray,
) -> None:
    """Add up the contacts' impulses on each piece, in the order of the pairs, whatever order the engine kept them in.

    A row has the bodies' ids and the count of points, and the total impulse on the first body and up to two pairs
    of points (10 floats; the points stand between).
    """
    kept_apart()
    n = body.shape[0]
    order = np.empty(count, np.int64)
    for k in range(count):
        a = _index(ids, ints[3 * k])
        b = _index(ids, ints[3 * k + 1])
        order[k] = min(a, b) * (n + 1) + max(a, b)
    # walls share one id: their contacts are told apart by the place of the contact
    rank = np.empty(count, np.int64)
    for p in range(count):
        q = p
        while q > 0:
            one = rank[q - 1]
            before = order[one] < order[p] or (
                order[one] == order[p]
                and (
                    floats[10 * one + 2] < floats[10 * p + 2]
                    or (floats[10 * one + 2] == floats[10 * p + 2] and floats[10 * one + 3] <= floats[10 * p + 3])
                )
            )
            if before:
                break
            rank[q] = one
            q -= 1
        rank[q] = p
    for r in range(count):
        k = rank[r]
        points = np.int64(ints[3 * k + 2])
        if points == 0:
            continue
        jx = floats[10 * k] / SCALE
        jy = floats[10 * k + 1] / SCALE
        for side in range(2):
            raw = _index(ids, ints[3 * k + side])
            if raw == n:
                continue
            px = floats[10 * k + 2 + 2 * side]
            py = floats[10 * k + 3 + 2 * side]
            if points == 2:
                px = 0.5 * (px + floats[10 * k + 6 + 2 * side])
                py = 0.5 * (py + floats[10 * k + 7 + 2 * side])
            px = px / SCALE - body[raw, 0]
            py = py / SCALE - body[raw, 1]
            sign = 1.0 if side == 0 else -1.0
            contact[raw, 0] += sign * jx
            contact[raw, 1] += sign * jy
            contact[raw, 2] += sign * (px * jy - py * jx)


@inner
def record(table: Table, state: State) -> None:
    """Write the records that fall into the last substep: cubics through positions and velocities of its two ends."""
    kept_apart()
    n = state.body.shape[0]
    now = state.clock[NOW]
    dt = state.clock[DT]
    while state.clock[NEXT_RECORD] <= now and state.counts[RECORDS] < state.records.shape[0]:
        t = state.clock[NEXT_RECORD]
        row = state.records[state.counts[RECORDS]]
        row[0] = t
        u = min(max((t - (now - dt)) / dt, 0.0), 1.0)
        h00 = (1.0 + 2.0 * u) * (1.0 - u) * (1.0 - u)
        h10 = u * (1.0 - u) * (1.0 - u)
        h01 = u * u * (3.0 - 2.0 * u)
        h11 = u * u * (u - 1.0)
        for i in range(n):
            for c in range(3):
                row[1 + 6 * i + c] = (
                    h00 * state.before[i, c]
                    + h10 * dt * state.before[i, 3 + c]
                    + h01 * state.body[i, c]
                    + h11 * dt * state.body[i, 3 + c]
                )
                row[4 + 6 * i + c] = (1.0 - u) * state.before[i, 3 + c] + u * state.body[i, 3 + c]
            if state.tilt[i, TILT] != 0.0:
                # the centre of what tips has gone ahead of the place where it lay
                nx, ny = state.tilt[i, TOWARD_X], state.tilt[i, TOWARD_Y]
                reach = rim(table.semi_axes, i, state.body[i, 2], nx, ny)
                tilt = state.tilt[i, TILT]
                gone = over_edge(reach, table.height[i], tilt, tilt > 0.5 * math.pi)[0]
                row[1 + 6 * i] += gone * nx
                row[2 + 6 * i] += gone * ny
        state.counts[RECORDS] += 1
        # counted, not added up, so that the instants do not drift
        k = math.floor(t / state.clock[RECORD_EVERY] + 0.5) + 1.0
        state.clock[NEXT_RECORD] = k * state.clock[RECORD_EVERY]


@inner
def hand_rests(table: Table) -> float:
    """When the hand has come to the end of its path, s."""
    if table.hand_path.shape[0] == 0:
        return 0.0
    return table.hand_path[table.hand_path.shape[0] - 1, 0]


@inner
def outcome(table: Table, state: State) -> int:
    """Why the loop must end now, or RUNNING."""
    kept_apart()
    n = state.body.shape[0]
    for i in range(n):
        for c in range(6):
            if not abs(state.body[i, c]) < RUNAWAY:
                return NOT_FINITE
    if state.counts[TURNED] > 0:
        return PIECE_TURNED
    if state.counts[FELL] > 0:
        return PIECE_FELL
    if all_stuck(state) and state.clock[NOW] >= hand_rests(table):
        return AT_REST
    if state.clock[NOW] >= state.clock[UNTIL] or state.clock[NOW] >= state.clock[LIMIT]:
        return TIME_UP
    room = n * (n + 4)
    if state.counts[EVENTS] + room >= state.events.shape[0]:
        return BUFFER_FULL
    if state.clock[NEXT_RECORD] <= state.clock[NOW]:
        return BUFFER_FULL
    return RUNNING


@inner
def run(table: Table, state: State, native: Native) -> None:
    """Step until the loop must end; counts[STATUS] says why."""
    n = state.body.shape[0]
    budget = state.counts[BUDGET]
    record(table, state)  # what the buffer had no room for at the end of the last call
    status = outcome(table, state)
    while status == RUNNING:
        if budget == 0:
            status = PAUSED
            break
        budget -= 1
        prepare(table, state)
        dt = state.clock[DT]
        some_held = False
        for i in range(n):
            wanted = 1 if state.mode[i] == HELD else 0
            if wanted != native.joined[i]:
                for k in range(2):
                    if wanted == 1:
                        call_two_pointers(native.add_constraint, native.space, native.joints[i, k])
                    else:
                        call_two_pointers(native.remove_constraint, native.space, native.joints[i, k])
                native.joined[i] = wanted
            if wanted == 1:
                some_held = True
                call_pointer_double(native.set_max_force, native.joints[i, 0], state.caps[i, 0] * SCALE)
                call_pointer_double(native.set_max_force, native.joints[i, 1], state.caps[i, 1] * (SCALE * SCALE))
        fill_writer(table, state, native.write_buffer)
        native.write_count[0] = 0
        call_three_pointers(native.each_body, native.space, native.set_body, native.writer)
        # the ratio of time steps by which kept impulses are scaled is held at 1, so that limits hold for the sum
        call_pointer_double(native.set_time_step, native.space, dt)
        call_pointer_double(native.step, native.space, dt)
        native.read_count[0] = 0
        call_three_pointers(native.each_body, native.space, native.get_body, native.reader)
        take_reader(state.body, native.read_buffer)
        if some_held or state.counts[IMPACT] == 1:
            native.arbiter_counts[0] = 0
            native.arbiter_int_counts[0] = 0
            call_three_pointers(native.each_arbiter, native.space, native.get_arbiter, native.arbiter_reader)
            count = native.arbiter_int_counts[0] // 3
            take_arbiters(state.body, state.contact, count, native.arbiter_floats, native.arbiter_ints, native.ids)
        if state.counts[IMPACT] == 1:
            # the impulses of an impact are no guess for the next substep
            for i in range(n):
                call_three_pointers(native.filter_arbiters, native.space, native.bodies[i], np.uint64(0))
        absorb(table, state)
        record(table, state)
        status = outcome(table, state)
    state.counts[STATUS] = status


@kernel
def play(table_fields: Table, state_fields: State, native_fields: Native) -> None:
    """Begin where nothing has begun yet, then run. The one compiled function that a shot calls."""
    table = bundle_table(table_fields)
    state = bundle_state(state_fields)
    if state.counts[STARTED] == 0:
        begin(table, state)
        state.counts[STARTED] = 1
    run(table, state, bundle_native(native_fields))
    tipping_books(table, state)
    state.books[END_MAGNETIC] = magnetic(table, state, state.body, state.after)
