"""What touches what: contacts told from impacts, and the book of touches that events are made of."""

from __future__ import annotations

import numpy as np

from sim.kernels.gaps import pair_gap, wall_gap
from sim.kernels.jit import inner, kept_apart
from sim.kernels.limits import ARMED, DT_CONTACT, HELD_SPEED, STICKING, TOUCH, TOUCH_ELLIPSE
from sim.kernels.motion import closing_speed, is_round
from sim.kernels.tables import CONTACT, EVENTS, FREE, HELD, NOW, STUCK, State, Table


@inner
def note_touch(state: State, i: int, slot: int, gap: float, touch: float) -> None:
    """Keep the book of touches between piece i and `slot` (a piece, or n + a wall)."""
    kept_apart()
    apart = state.apart
    armed = state.armed
    counts = state.counts
    events = state.events
    parted = state.parted
    now = state.clock[NOW]
    if gap <= touch:
        if apart[i, slot] == 1:
            state.touched[i, slot] = now
            apart[i, slot] = 0
        if armed[i, slot] == 1:
            armed[i, slot] = 0
            k = counts[EVENTS]
            events[k, 0] = now
            events[k, 1] = CONTACT
            events[k, 2] = i
            events[k, 3] = slot
            counts[EVENTS] = k + 1
    elif gap > 5.0 * touch:
        apart[i, slot] = 1
        if gap > ARMED:
            armed[i, slot] = 1
        n = state.body.shape[0]
        if slot < n:
            if gap > STICKING:
                if parted[i, slot] == -1.0:
                    parted[i, slot] = now
            else:
                parted[i, slot] = -1.0


@inner
def sort_contacts(table: Table, state: State) -> bool:
    """Find what touches, decide who is held, and return whether an impact is due now.

    A pair that touches and neither closes nor parts faster than its attraction could mend within two substeps is
    held, if that is slow enough not to press one into the other; a pair that closes faster is an impact.
    """
    kept_apart()
    body = state.body
    mode = state.mode
    force = state.force
    usage = state.usage
    semi_axes = table.semi_axes
    inverse_mass = table.inverse_mass
    walls = table.walls
    n = body.shape[0]
    held = np.zeros(n, np.int64)
    impact = False
    for i in range(n):
        for j in range(i + 1, n):
            if mode[i] == STUCK and mode[j] == STUCK:
                continue
            both_round = is_round(semi_axes, i) and is_round(semi_axes, j)
            touch = TOUCH if both_round else TOUCH_ELLIPSE
            gap, nx, ny = pair_gap(semi_axes, body, i, j)
            note_touch(state, i, j, gap, touch)
            if gap > touch:
                continue
            speed = closing_speed(semi_axes, body, i, j, nx, ny)
            pull = (force[i, 0] * inverse_mass[i] - force[j, 0] * inverse_mass[j]) * nx + (
                force[i, 1] * inverse_mass[i] - force[j, 1] * inverse_mass[j]
            ) * ny
            slow = 1e-4 + min(2.0 * DT_CONTACT * abs(pull), HELD_SPEED)
            if abs(speed) <= slow:
                held[i] = 1
                held[j] = 1
            elif speed > 0.0:
                impact = True
                if mode[i] == STUCK:
                    mode[i] = FREE
                if mode[j] == STUCK:
                    mode[j] = FREE
        if mode[i] == STUCK:
            continue
        touch = TOUCH if is_round(semi_axes, i) else TOUCH_ELLIPSE
        for k in range(walls.shape[0]):
            gap, nx, ny = wall_gap(semi_axes, walls, body, i, k)
            note_touch(state, i, n + k, gap, touch)
            if gap > touch:
                continue
            speed = closing_speed(semi_axes, body, i, -1, nx, ny)
            pull = (force[i, 0] * nx + force[i, 1] * ny) * inverse_mass[i]
            if abs(speed) <= 1e-4 + min(2.0 * DT_CONTACT * abs(pull), HELD_SPEED):
                held[i] = 1
            elif speed > 0.0:
                impact = True
    for i in range(n):
        if held[i] == 1:
            if mode[i] != HELD:
                state.calm[i] = 0
                usage[i, 0] = usage[i, 1] = 0.0
            mode[i] = HELD
        elif mode[i] == HELD:
            mode[i] = FREE
    return impact
