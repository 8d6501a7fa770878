"""Rest, found by physics: friction has ended the motion, and every limit holds."""

from __future__ import annotations

import math

import numpy as np

from sim.kernels.gaps import pair_gap
from sim.kernels.jit import inner, kept_apart
from sim.kernels.limits import CALM, SLOP, SLOW, SLOW_ELLIPSE, TOUCH_ELLIPSE
from sim.kernels.motion import coefficients, curve_of, is_round, load_on_table
from sim.kernels.slide import limit_load
from sim.kernels.tables import FREE, HELD, IMPACT, PHASE, STUCK, TIPPING, State, Table


@inner
def all_stuck(state: State) -> bool:
    """Whether every piece is at rest, and none tips."""
    for i in range(state.mode.shape[0]):
        if state.mode[i] != STUCK or state.tilt[i, PHASE] == TIPPING:
            return False
    return True


@inner
def settle(table: Table, state: State, dt: float) -> None:
    """Stop free pieces that friction has ended, and groups of held pieces that are at rest together."""
    kept_apart()
    body = state.body
    mode = state.mode
    force = state.force
    reaction = state.reaction
    contact = state.contact
    friction_radius = table.friction_radius
    semi_axes = table.semi_axes
    n = body.shape[0]
    waiting = False
    for i in range(n):
        if mode[i] == FREE:
            if body[i, 3] == 0.0 and body[i, 4] == 0.0 and body[i, 5] == 0.0:
                static, _ = coefficients(table, state, i)
                load = load_on_table(table.mass[i] * table.gravity, force[i, 2])
                push = math.sqrt(force[i, 0] ** 2 + force[i, 1] ** 2)
                if table.inverse_mass[i] == 0.0:
                    push = 0.0
                torque = abs(force[i, 3]) / friction_radius[i]
                if limit_load(curve_of(table, i), push, torque) <= static * load:
                    mode[i] = STUCK
                    reaction[i, 0] = reaction[i, 1] = reaction[i, 2] = 0.0
        elif mode[i] == HELD:
            v = math.sqrt(body[i, 3] ** 2 + body[i, 4] ** 2) + abs(body[i, 5]) * friction_radius[i]
            if v <= (SLOW if is_round(semi_axes, i) else SLOW_ELLIPSE):
                state.calm[i] += 1
            else:
                state.calm[i] = 0
            waiting = waiting or state.calm[i] >= CALM
    if not waiting or state.counts[IMPACT] == 1:
        return
    # a group comes to rest as one: label the held pieces by what they touch, spread unrest through each group
    calm = np.empty(n, np.int64)
    for i in range(n):
        calm[i] = 1 if mode[i] != HELD or state.calm[i] >= CALM else 0
    changed = True
    while changed:
        changed = False
        for i in range(n):
            if mode[i] != HELD:
                continue
            for j in range(i + 1, n):
                if mode[j] != HELD:
                    continue
                gap = pair_gap(semi_axes, body, i, j)[0]
                if gap > TOUCH_ELLIPSE:
                    continue
                if gap < -2.0 * SLOP - TOUCH_ELLIPSE * (
                    0.0 if is_round(semi_axes, i) and is_round(semi_axes, j) else 1.0
                ):
                    if calm[i] == 1 or calm[j] == 1:
                        changed = True
                    calm[i] = calm[j] = 0
                if calm[i] != calm[j]:
                    calm[i] = calm[j] = 0
                    changed = True
    for i in range(n):
        if mode[i] == HELD and calm[i] == 1:
            mode[i] = STUCK
            body[i, 3] = body[i, 4] = body[i, 5] = 0.0
            for c in range(2):
                reaction[i, c] = contact[i, c] / dt
            reaction[i, 2] = contact[i, 2] / dt
            _balance(table, state, i)


@inner
def _balance(table: Table, state: State, i: int) -> None:
    """Keep what is left to friction within the static limit: the piece has been seen at rest, so it holds.

    The contacts' impulses of one substep are known less well than that.
    """
    kept_apart()
    force, reaction = state.force, state.reaction
    static, _ = coefficients(table, state, i)
    hold = 0.99 * static * load_on_table(table.mass[i] * table.gravity, force[i, 2])
    fx, fy = force[i, 0] + reaction[i, 0], force[i, 1] + reaction[i, 1]
    torque = force[i, 3] + reaction[i, 2]
    load = limit_load(curve_of(table, i), math.sqrt(fx * fx + fy * fy), abs(torque) / table.friction_radius[i])
    if load > hold:
        share = hold / load
        reaction[i, 0] = share * fx - force[i, 0]
        reaction[i, 1] = share * fy - force[i, 1]
        reaction[i, 2] = share * torque - force[i, 3]
