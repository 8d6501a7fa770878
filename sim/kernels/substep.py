"""One substep in two halves: what to do before the engine steps, and what to make of it after.

Free pieces move by kick, drift, kick (velocity Verlet): half a kick and half the friction at the present place, a drift
that the engine performs, and the other half at the predicted place, which is where the engine takes them. So position
and velocity belong to the same instant, and dt may change from substep to substep. Pieces in contact get no first
half: the engine gives them the whole force at the predicted place, together with contacts and the friction joints.
Both step loops, the compiled one and the one through the batch module, call these functions and nothing else.
"""

from __future__ import annotations

import math

import numpy as np

from sim.kernels.edge import inside_outline, watch_edge
from sim.kernels.gaps import pair_gap, wall_gap
from sim.kernels.jit import inner, kept_apart
from sim.kernels.limits import ARMED, STICKING, TOUCH, TOUCH_ELLIPSE
from sim.kernels.motion import coefficients, curve_of, drifts, is_round, kick, load_on_table, move_hand, predict, wake
from sim.kernels.planar import magnetic
from sim.kernels.rest import settle
from sim.kernels.slide import force_left, on_curve, torque_left
from sim.kernels.tables import (
    CONTACT_LOSS,
    DT,
    FREE,
    FRICTION_LOSS,
    HELD,
    IMPACT,
    NOW,
    START_MAGNETIC,
    STUCK,
    SUBSTEPS,
    UNTIL,
    State,
    Table,
)
from sim.kernels.timestep import choose_dt, impact_dt, land
from sim.kernels.tipping import tip_first, tip_second, watch_tipping
from sim.kernels.touching import sort_contacts


@inner
def prepare(table: Table, state: State) -> None:
    """Decide the substep: its length, the drift velocities, the forces at its end, the caps of the friction joints."""
    kept_apart()
    body = state.body
    clock = state.clock
    drift = state.drift
    after = state.after
    caps = state.caps
    usage = state.usage
    gravity = table.gravity
    n = body.shape[0]
    wake(table, state)
    impact = sort_contacts(table, state)
    dt = min(choose_dt(table, state), clock[UNTIL] - clock[NOW])
    if impact:
        dt = impact_dt(table, state, dt)
    else:
        dt = land(table, state, dt)
    state.counts[IMPACT] = 1 if impact else 0
    clock[DT] = dt
    state.books[FRICTION_LOSS] += drifts(table, state, dt)
    place = np.empty((n, 3))
    predict(body, drift, dt, place)
    tip_first(table, state, dt)
    move_hand(table, state, clock[NOW] + dt)
    magnetic(table, state, place, after)
    for i in range(n):
        for c in range(6):
            state.before[i, c] = body[i, c]
        for c in range(3):
            state.contact[i, c] = 0.0
        if state.mode[i] != HELD:
            continue
        static, kinetic = coefficients(table, state, i)
        load = load_on_table(table.mass[i] * gravity, after[i, 2])
        radius = table.friction_radius[i]
        curve = curve_of(table, i)
        vx, vy = drift[i, 0], drift[i, 1]
        v = math.sqrt(vx * vx + vy * vy)
        q = abs(drift[i, 2]) * radius
        slow = 0.5 * kinetic * gravity * dt
        if v <= slow and q <= slow:
            # each joint may use what the other left of the static limit in the last substep
            hold = static * load
            if hold > 0.0:
                caps[i, 0] = hold * force_left(curve, min(usage[i, 1] / (hold * radius), curve[curve.shape[0] - 1, 1]))
                caps[i, 1] = hold * radius * torque_left(curve, min(usage[i, 0] / hold, 1.0))
            else:
                caps[i, 0] = caps[i, 1] = 0.0
        else:
            f, t = on_curve(curve, v, q)
            caps[i, 0] = kinetic * load * f
            caps[i, 1] = kinetic * load * radius * t


@inner
def absorb(table: Table, state: State) -> None:
    """Take the bodies as the engine left them: second half kicks, energy books, rest, the outline, the clock.

    ``body`` holds the engine's result and ``contact`` the impulses of its contacts.
    """
    kept_apart()
    body = state.body
    contact = state.contact
    clock = state.clock
    counts = state.counts
    mode = state.mode
    before = state.before
    drift = state.drift
    books = state.books
    after = state.after
    usage = state.usage
    inverse_mass = table.inverse_mass
    n = body.shape[0]
    dt = clock[DT]
    impact = counts[IMPACT] == 1
    for i in range(n):
        if mode[i] == STUCK:
            jx, jy, jw = contact[i, 0], contact[i, 1], contact[i, 2]
            if impact and (jx != 0.0 or jy != 0.0 or jw != 0.0):
                mode[i] = FREE  # struck
            else:
                for c in range(6):
                    body[i, c] = before[i, c]
                continue
        if inverse_mass[i] == 0.0:
            body[i, 0], body[i, 1] = before[i, 0], before[i, 1]
            body[i, 3], body[i, 4] = 0.0, 0.0
        mass = table.mass[i] if inverse_mass[i] > 0.0 else 0.0
        jx, jy, jw = contact[i, 0], contact[i, 1], contact[i, 2]
        ux = 0.5 * (body[i, 3] + drift[i, 0])
        uy = 0.5 * (body[i, 4] + drift[i, 1])
        uw = 0.5 * (body[i, 5] + drift[i, 2])
        books[CONTACT_LOSS] -= jx * ux + jy * uy + jw * uw
        if mode[i] == HELD:
            # the joints' own impulses: what contacts and the magnetic force do not account for
            fx = mass * (body[i, 3] - drift[i, 0]) - dt * after[i, 0] - jx
            fy = mass * (body[i, 4] - drift[i, 1]) - dt * after[i, 1] - jy
            fw = table.inertia[i] * (body[i, 5] - drift[i, 2]) - dt * after[i, 3] - jw
            if mass == 0.0:
                fx = fy = 0.0
            books[FRICTION_LOSS] -= fx * ux + fy * uy + fw * uw
            usage[i, 0] = math.sqrt(fx * fx + fy * fy) / dt
            usage[i, 1] = abs(fw) / dt
            # positions that the engine mended without velocity: the magnetic work of it is the contacts' doing
            sx = body[i, 0] - before[i, 0] - dt * drift[i, 0]
            sy = body[i, 1] - before[i, 1] - dt * drift[i, 1]
            books[CONTACT_LOSS] += after[i, 0] * sx + after[i, 1] * sy
        else:
            books[FRICTION_LOSS] += kick(table, state, after, i, 0.5 * dt, body[i, 3:6])
        watch_edge(table, state, i, dt)
    for i in range(n):
        for c in range(6):
            state.force[i, c] = after[i, c]
    tip_second(table, state)
    clock[NOW] += dt
    counts[SUBSTEPS] += 1
    settle(table, state, dt)
    watch_tipping(table, state)


@inner
def begin(table: Table, state: State) -> None:
    """Set the books as the pieces lie: forces, gaps, who is past the outline, who holds still.

    Pieces that touch at rest are looked at together at first: what their contacts exert is not known yet.
    """
    kept_apart()
    body, mode, armed, apart, parted = state.body, state.mode, state.armed, state.apart, state.parted
    n = body.shape[0]
    move_hand(table, state, state.clock[NOW])
    state.books[START_MAGNETIC] = magnetic(table, state, body, state.force)
    wake(table, state)
    for i in range(n):
        if table.outline.shape[0] > 0 and not inside_outline(table.outline, body[i, 0], body[i, 1]):
            state.beyond[i] = 1
        for j in range(i + 1, n + table.walls.shape[0]):
            if j < n:
                gap = pair_gap(table.semi_axes, body, i, j)[0]
                both_round = is_round(table.semi_axes, i) and is_round(table.semi_axes, j)
                parted[i, j] = 0.0 if gap > STICKING else -1.0
            else:
                gap = wall_gap(table.semi_axes, table.walls, body, i, j - n)[0]
                both_round = is_round(table.semi_axes, i)
            touch = TOUCH if both_round else TOUCH_ELLIPSE
            armed[i, j] = 1 if gap > ARMED else 0
            apart[i, j] = 1 if gap > 5.0 * touch else 0
            if gap <= touch:
                if mode[i] == STUCK:
                    mode[i] = HELD
                if j < n and mode[j] == STUCK:
                    mode[j] = HELD
    watch_tipping(table, state)
