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

from sim.kernels.gaps import pair_gap, wall_gap
from sim.kernels.jit import kept_apart, kernel
from sim.kernels.planar import planar_forces
from sim.kernels.slide import force_left, limit_load, on_curve, slide, torque_left
from sim.kernels.tables import (
    CONTACT,
    CONTACT_LOSS,
    DT,
    EVENTS,
    FELL,
    FREE,
    FRICTION_LOSS,
    HELD,
    IMPACT,
    LEFT_BOARD,
    NOW,
    SUBSTEPS,
    STUCK,
    UNTIL,
    Ints,
    State,
    Table,
)
from sim.values import Floats

DT_MAX = 4e-3  # s; nothing near
DT_CONTACT = 2.5e-4  # s; with pieces held in contact (measured: see the physics notes)
DT_CALM = 1e-3  # s; with all held pieces slow
DT_STOP = 2e-4  # s; the instant of rest is known to this
LAND = 2e-8  # m; a substep ends this far before the gap closes
TOUCH = 2e-6  # m; at most this gap is touching
LAND_ELLIPSE = 1.2e-5  # m; ellipses meet as polygons that reach this far out
TOUCH_ELLIPSE = 3e-5  # m
ARMED = 1e-4  # m; a touch after more than this gap is a new contact
STICKING = 5e-4  # m; bonds hold up to this gap
SLOP = 1e-5  # m; overlap that the engine leaves alone
SLOW = 2e-6  # m/s; a held piece below it may be at rest
CALM = 6  # substeps in a row below it


@kernel
def _round(semi_axes: Floats, i: int) -> bool:
    return semi_axes[i, 0] == semi_axes[i, 1]


@kernel
def _coefficients(friction: Floats, beyond: Ints, i: int) -> tuple[float, float]:
    """Static and kinetic coefficient under piece i."""
    k = beyond[i]
    return friction[k, 0], friction[k, 1]


@kernel
def _load(weight: float, lift: float) -> float:
    """Load on the table, N: weight less the vertical magnetic force, never below 0."""
    return max(0.0, weight - lift)


@kernel
def _kick(table: Table, state: State, force: Floats, i: int, dt: float, v: Floats) -> float:
    """Push and friction on a free piece for `dt`; `v` is its velocity and spin, in place. Return the friction's energy."""
    kept_apart()
    static, kinetic = _coefficients(table.friction, state.beyond, i)
    n = _load(table.mass[i] * table.gravity, force[i, 2])
    vx, vy, w, loss = slide(
        table.curve,
        v[0],
        v[1],
        v[2],
        force[i, 0] * table.inverse_mass[i],
        force[i, 1] * table.inverse_mass[i],
        force[i, 3] / table.inertia[i],
        table.inverse_mass[i],
        table.inertia[i],
        table.friction_radius[i],
        kinetic * n,
        static * n,
        dt,
    )
    v[0], v[1], v[2] = vx, vy, w
    return loss


@kernel
def _closing(body: Floats, i: int, j: int, nx: float, ny: float) -> float:
    """Approach speed of pieces i and j along the normal from i to j; j < 0: of i toward a wall."""
    vx, vy = body[i, 3], body[i, 4]
    if j >= 0:
        vx -= body[j, 3]
        vy -= body[j, 4]
    return vx * nx + vy * ny


@kernel
def _note_touch(state: State, i: int, slot: int, gap: float, touch: float) -> None:
    """Keep the book of touches between piece i and `slot` (a piece, or n + a wall)."""
    kept_apart()
    now = state.clock[NOW]
    if gap <= touch:
        if state.apart[i, slot] == 1:
            state.touched[i, slot] = now
            state.apart[i, slot] = 0
        if state.armed[i, slot] == 1:
            state.armed[i, slot] = 0
            k = state.counts[EVENTS]
            state.events[k, 0] = now
            state.events[k, 1] = CONTACT
            state.events[k, 2] = i
            state.events[k, 3] = slot
            state.counts[EVENTS] = k + 1
    elif gap > 5.0 * touch:
        state.apart[i, slot] = 1
        if gap > ARMED:
            state.armed[i, slot] = 1
        n = state.body.shape[0]
        if slot < n:
            if gap > STICKING:
                if state.parted[i, slot] == -1.0:
                    state.parted[i, slot] = now
            else:
                state.parted[i, slot] = -1.0


@kernel
def wake(table: Table, state: State) -> None:
    """Let go every piece at rest that the static limit no longer holds."""
    kept_apart()
    for i in range(state.body.shape[0]):
        if state.mode[i] != STUCK:
            continue
        static, _ = _coefficients(table.friction, state.beyond, i)
        n = _load(table.mass[i] * table.gravity, state.force[i, 2])
        fx = (state.force[i, 0] + state.reaction[i, 0]) * (1.0 if table.inverse_mass[i] > 0.0 else 0.0)
        fy = (state.force[i, 1] + state.reaction[i, 1]) * (1.0 if table.inverse_mass[i] > 0.0 else 0.0)
        torque = abs(state.force[i, 3] + state.reaction[i, 2]) / table.friction_radius[i]
        # the reactions of a group are known to a part in a million: without friction that must not wake it
        known = 1e-6 * (abs(state.reaction[i, 0]) + abs(state.reaction[i, 1]))
        if limit_load(table.curve, math.sqrt(fx * fx + fy * fy), torque) > static * n + known:
            state.mode[i] = FREE


@kernel
def sort_contacts(table: Table, state: State) -> bool:
    """Find what touches, decide who is held, and return whether an impact is due now.

    A pair that touches and neither closes nor parts faster than its attraction could mend within two substeps is
    held; a pair that touches and closes faster is an impact.
    """
    kept_apart()
    n = state.body.shape[0]
    held = np.zeros(n, np.int64)
    impact = False
    for i in range(n):
        for j in range(i + 1, n):
            if state.mode[i] == STUCK and state.mode[j] == STUCK:
                continue
            both_round = _round(table.semi_axes, i) and _round(table.semi_axes, j)
            touch = TOUCH if both_round else TOUCH_ELLIPSE
            gap, nx, ny = pair_gap(table.semi_axes, state.body, i, j)
            _note_touch(state, i, j, gap, touch)
            if gap > touch:
                continue
            speed = _closing(state.body, i, j, nx, ny)
            pull = (
                (state.force[i, 0] * table.inverse_mass[i] - state.force[j, 0] * table.inverse_mass[j]) * nx
                + (state.force[i, 1] * table.inverse_mass[i] - state.force[j, 1] * table.inverse_mass[j]) * ny
            )
            slow = 1e-4 + 2.0 * DT_CONTACT * abs(pull)
            if abs(speed) <= slow:
                held[i] = 1
                held[j] = 1
            elif speed > 0.0:
                impact = True
                if state.mode[i] == STUCK:
                    state.mode[i] = FREE
                if state.mode[j] == STUCK:
                    state.mode[j] = FREE
        if state.mode[i] == STUCK:
            continue
        touch = TOUCH if _round(table.semi_axes, i) else TOUCH_ELLIPSE
        for k in range(table.walls.shape[0]):
            gap, nx, ny = wall_gap(table.semi_axes, table.walls, state.body, i, k)
            _note_touch(state, i, n + k, gap, touch)
            if gap > touch:
                continue
            speed = _closing(state.body, i, -1, nx, ny)
            pull = (state.force[i, 0] * nx + state.force[i, 1] * ny) * table.inverse_mass[i]
            if abs(speed) <= 1e-4 + 2.0 * DT_CONTACT * abs(pull):
                held[i] = 1
            elif speed > 0.0:
                impact = True
    for i in range(n):
        if held[i] == 1:
            if state.mode[i] != HELD:
                state.calm[i] = 0
                state.usage[i, 0] = state.usage[i, 1] = 0.0
            state.mode[i] = HELD
        elif state.mode[i] == HELD:
            state.mode[i] = FREE
    return impact


@kernel
def choose_dt(table: Table, state: State) -> float:
    """Largest substep that every moving piece's own time scales allow, s."""
    kept_apart()
    n = state.body.shape[0]
    rate = 0.0
    fastest = 0.0
    dt = DT_MAX
    smallest = 1e300
    for i in range(n):
        smallest = min(smallest, table.semi_axes[i, 0], table.semi_axes[i, 1])
    for i in range(n):
        if state.mode[i] == STUCK:
            continue
        vx, vy, w = state.body[i, 3], state.body[i, 4], state.body[i, 5]
        speed = math.sqrt(vx * vx + vy * vy)
        fastest = max(fastest, speed)
        if state.mode[i] == FREE:
            # come to the instant of rest in ever shorter substeps
            brake = _coefficients(table.friction, state.beyond, i)[1] * _load(table.mass[i] * table.gravity, state.force[i, 2]) * table.inverse_mass[i]
            if brake > 0.0:
                dt = min(dt, max(DT_STOP, 0.5 * (speed + abs(w) * table.friction_radius[i]) / brake))
        if state.mode[i] == HELD:
            dt = min(dt, DT_CONTACT if speed > 100.0 * SLOW else DT_CALM)
        mx, my, mz = table.moment[i, 0], table.moment[i, 1], table.moment[i, 2]
        size = math.sqrt(mx * mx + my * my + mz * mz)
        tilted = mx != 0.0 or my != 0.0
        if tilted or not _round(table.semi_axes, i):
            rate = max(rate, abs(w))
        for j in range(n + table.magnets.shape[0]):
            if j == i or (j < n and j < i and state.mode[j] != STUCK):
                continue
            if j < n:
                dx = state.body[j, 0] - state.body[i, 0]
                dy = state.body[j, 1] - state.body[i, 1]
                dz = table.height[j] - table.height[i]
                ux, uy = state.body[j, 3] - vx, state.body[j, 4] - vy
                ox, oy, oz = table.moment[j, 0], table.moment[j, 1], table.moment[j, 2]
                mobility = table.inverse_mass[i] + (table.inverse_mass[j] if state.mode[j] != STUCK else 0.0)
                turning = 1.0 / table.inertia[i] if tilted else 0.0
                if ox != 0.0 or oy != 0.0:
                    turning = max(turning, 1.0 / table.inertia[j])
            else:
                k = j - n
                dx = table.magnets[k, 0] - state.body[i, 0]
                dy = table.magnets[k, 1] - state.body[i, 1]
                dz = table.magnets[k, 2] - table.height[i]
                ux, uy = -vx, -vy
                ox, oy, oz = table.magnets[k, 3], table.magnets[k, 4], table.magnets[k, 5]
                mobility = table.inverse_mass[i]
                turning = 1.0 / table.inertia[i] if tilted else 0.0
            product = size * math.sqrt(ox * ox + oy * oy + oz * oz)
            if product == 0.0:
                continue
            r2 = dx * dx + dy * dy + dz * dz
            r = math.sqrt(r2)
            rate = max(rate, math.sqrt(ux * ux + uy * uy) / r)
            if state.mode[i] == FREE:
                # bounds of the pair's force (6e-7 m1 m2/r⁴) and torque (2e-7 m1 m2/r³)
                rate = max(rate, math.sqrt(6e-7 * product * mobility / r) / r2)
                rate = max(rate, math.sqrt(2e-7 * product * turning / r) / r)
    if rate > 0.0:
        dt = min(dt, table.accuracy / rate)
    if fastest > 0.0:
        # no piece may pass another or a wall unseen
        dt = min(dt, 0.4 * smallest / fastest)
    return dt


@kernel
def drifts(table: Table, state: State, dt: float) -> float:
    """Set the velocities of a drift of length `dt`; return the friction's energy of the first half kick."""
    kept_apart()
    loss = 0.0
    for i in range(state.body.shape[0]):
        v = state.drift[i]
        if state.mode[i] == STUCK:
            v[0] = v[1] = v[2] = 0.0
            continue
        v[0], v[1], v[2] = state.body[i, 3], state.body[i, 4], state.body[i, 5]
        if state.mode[i] == FREE:
            loss += _kick(table, state, state.force, i, 0.5 * dt, v)
    return loss


@kernel
def _predict(body: Floats, drift: Floats, dt: float, place: Floats) -> None:
    for i in range(place.shape[0]):
        for c in range(3):
            place[i, c] = body[i, c] + dt * drift[i, c]


@kernel
def _least_gap(table: Table, state: State, place: Floats) -> float:
    """Least gap, less where it shall land, over all that is still apart and may meet."""
    kept_apart()
    n = place.shape[0]
    least = 1e300
    for i in range(n):
        for j in range(i + 1, n):
            if state.mode[i] == STUCK and state.mode[j] == STUCK:
                continue
            # judged where the substep begins, so that the same pairs count for every length of it
            dx = state.body[j, 0] - state.body[i, 0]
            dy = state.body[j, 1] - state.body[i, 1]
            reach = max(table.semi_axes[i, 0], table.semi_axes[i, 1]) + max(table.semi_axes[j, 0], table.semi_axes[j, 1])
            if dx * dx + dy * dy > 9.0 * reach * reach:
                continue
            both_round = _round(table.semi_axes, i) and _round(table.semi_axes, j)
            if pair_gap(table.semi_axes, state.body, i, j)[0] <= (TOUCH if both_round else TOUCH_ELLIPSE):
                continue
            gap = pair_gap(table.semi_axes, place, i, j)[0] - (LAND if both_round else LAND_ELLIPSE)
            least = min(least, gap)
        if state.mode[i] == STUCK:
            continue
        for k in range(table.walls.shape[0]):
            if wall_gap(table.semi_axes, table.walls, state.body, i, k)[0] <= (TOUCH if _round(table.semi_axes, i) else TOUCH_ELLIPSE):
                continue
            least = min(least, wall_gap(table.semi_axes, table.walls, place, i, k)[0] - (LAND if _round(table.semi_axes, i) else LAND_ELLIPSE))
    return least


@kernel
def land(table: Table, state: State, dt: float) -> float:
    """Shorten `dt` so that the first gap to close within it has just not closed: regula falsi (Illinois)."""
    kept_apart()
    n = state.body.shape[0]
    place = np.empty((n, 3))
    drifts(table, state, dt)
    _predict(state.body, state.drift, dt, place)
    value = _least_gap(table, state, place)
    if value >= 0.0:
        return dt
    early, late = 0.0, dt
    for i in range(n):
        for c in range(3):
            place[i, c] = state.body[i, c]
    at_early = _least_gap(table, state, place)
    at_late = value
    if at_early <= 0.0:
        return min(dt, 1e-9)
    last = 0
    for _ in range(60):
        guess = early + (late - early) * at_early / (at_early - at_late)
        drifts(table, state, guess)
        _predict(state.body, state.drift, guess, place)
        value = _least_gap(table, state, place)
        if abs(value) <= 0.5 * LAND:
            return guess
        if value > 0.0:
            early, at_early = guess, value
            if last == 1:
                at_late *= 0.5
            last = 1
        else:
            late, at_late = guess, value
            if last == -1:
                at_early *= 0.5
            last = -1
        if late - early < 1e-13:
            break
    return early if early > 0.0 else late


@kernel
def impact_dt(table: Table, state: State, dt: float) -> float:
    """Length of a substep that lets every closing touch overlap by a hair, so that the engine sees it, and no more."""
    kept_apart()
    n = state.body.shape[0]
    longest = 0.0
    for i in range(n):
        for j in range(i + 1, n):
            if state.mode[i] == STUCK and state.mode[j] == STUCK:
                continue
            both_round = _round(table.semi_axes, i) and _round(table.semi_axes, j)
            gap, nx, ny = pair_gap(table.semi_axes, state.body, i, j)
            if gap <= (TOUCH if both_round else TOUCH_ELLIPSE):
                speed = _closing(state.body, i, j, nx, ny)
                if speed > 1e-4:
                    longest = max(longest, (max(gap, 0.0) + LAND) / speed)
        if state.mode[i] == STUCK:
            continue
        for k in range(table.walls.shape[0]):
            gap, nx, ny = wall_gap(table.semi_axes, table.walls, state.body, i, k)
            if gap <= (TOUCH if _round(table.semi_axes, i) else TOUCH_ELLIPSE):
                speed = _closing(state.body, i, -1, nx, ny)
                if speed > 1e-4:
                    longest = max(longest, (max(gap, 0.0) + LAND) / speed)
    return max(1e-10, min(longest, dt))


@kernel
def prepare(table: Table, state: State) -> None:
    """Decide the substep: its length, the drift velocities, the forces at its end, the caps of the friction joints."""
    kept_apart()
    n = state.body.shape[0]
    wake(table, state)
    impact = sort_contacts(table, state)
    dt = min(choose_dt(table, state), state.clock[UNTIL] - state.clock[NOW])
    if impact:
        dt = impact_dt(table, state, dt)
    else:
        dt = land(table, state, dt)
    state.counts[IMPACT] = 1 if impact else 0
    state.clock[DT] = dt
    state.books[FRICTION_LOSS] += drifts(table, state, dt)
    place = np.empty((n, 3))
    _predict(state.body, state.drift, dt, place)
    planar_forces(table.moment, table.height, table.magnets, place, state.after)
    for i in range(n):
        for c in range(6):
            state.before[i, c] = state.body[i, c]
        for c in range(3):
            state.contact[i, c] = 0.0
        if state.mode[i] != HELD:
            continue
        static, kinetic = _coefficients(table.friction, state.beyond, i)
        load = _load(table.mass[i] * table.gravity, state.after[i, 2])
        radius = table.friction_radius[i]
        vx, vy = state.drift[i, 0], state.drift[i, 1]
        v = math.sqrt(vx * vx + vy * vy)
        q = abs(state.drift[i, 2]) * radius
        slow = 0.5 * kinetic * table.gravity * dt
        if v <= slow and q <= slow:
            # each joint may use what the other left of the static limit in the last substep
            hold = static * load
            if hold > 0.0:
                state.caps[i, 0] = hold * force_left(table.curve, min(state.usage[i, 1] / (hold * radius), 2.0 / 3.0))
                state.caps[i, 1] = hold * radius * torque_left(table.curve, min(state.usage[i, 0] / hold, 1.0))
            else:
                state.caps[i, 0] = state.caps[i, 1] = 0.0
        else:
            f, t = on_curve(table.curve, v, q)
            state.caps[i, 0] = kinetic * load * f
            state.caps[i, 1] = kinetic * load * radius * t


@kernel
def _inside(outline: Floats, x: float, y: float) -> bool:
    """Whether a point lies inside a simple polygon, by crossings."""
    inside = False
    n = outline.shape[0]
    j = n - 1
    for i in range(n):
        yi, yj = outline[i, 1], outline[j, 1]
        if (yi > y) != (yj > y):
            x_cross = outline[i, 0] + (y - yi) * (outline[j, 0] - outline[i, 0]) / (yj - yi)
            if x < x_cross:
                inside = not inside
        j = i
    return inside


@kernel
def _crossing(outline: Floats, x0: float, y0: float, x1: float, y1: float) -> float:
    """Share of the way from (x0, y0), inside, to (x1, y1), outside, at which the outline is passed."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        if _inside(outline, x0 + middle * (x1 - x0), y0 + middle * (y1 - y0)):
            low = middle
        else:
            high = middle
    return high


@kernel
def _watch_edge(table: Table, state: State, i: int, dt: float) -> None:
    """Note when a centre passes the outline, either way."""
    kept_apart()
    if table.outline.shape[0] == 0:
        return
    inside = _inside(table.outline, state.body[i, 0], state.body[i, 1])
    if inside:
        state.beyond[i] = 0
        return
    if state.beyond[i] == 0:
        share = _crossing(
            table.outline, state.before[i, 0], state.before[i, 1], state.body[i, 0], state.body[i, 1]
        )
        k = state.counts[EVENTS]
        state.events[k, 0] = state.clock[NOW] + share * dt
        state.events[k, 1] = LEFT_BOARD
        state.events[k, 2] = i
        state.events[k, 3] = -1
        state.counts[EVENTS] = k + 1
        if table.drops:
            state.counts[FELL] += 1
    state.beyond[i] = 1


@kernel
def absorb(table: Table, state: State) -> None:
    """Take the bodies as the engine left them: second half kicks, energy books, rest, the outline, the clock.

    ``state.body`` holds the engine's result and ``state.contact`` the impulses of its contacts.
    """
    kept_apart()
    n = state.body.shape[0]
    dt = state.clock[DT]
    impact = state.counts[IMPACT] == 1
    for i in range(n):
        if state.mode[i] == STUCK:
            jx, jy, jw = state.contact[i, 0], state.contact[i, 1], state.contact[i, 2]
            if impact and (jx != 0.0 or jy != 0.0 or jw != 0.0):
                state.mode[i] = FREE  # struck
            else:
                for c in range(6):
                    state.body[i, c] = state.before[i, c]
                continue
        if table.inverse_mass[i] == 0.0:
            state.body[i, 0], state.body[i, 1] = state.before[i, 0], state.before[i, 1]
            state.body[i, 3], state.body[i, 4] = 0.0, 0.0
        mass = table.mass[i] if table.inverse_mass[i] > 0.0 else 0.0
        jx, jy, jw = state.contact[i, 0], state.contact[i, 1], state.contact[i, 2]
        ux = 0.5 * (state.body[i, 3] + state.drift[i, 0])
        uy = 0.5 * (state.body[i, 4] + state.drift[i, 1])
        uw = 0.5 * (state.body[i, 5] + state.drift[i, 2])
        state.books[CONTACT_LOSS] -= jx * ux + jy * uy + jw * uw
        if state.mode[i] == HELD:
            # the joints' own impulses: what contacts and the magnetic force do not account for
            fx = mass * (state.body[i, 3] - state.drift[i, 0]) - dt * state.after[i, 0] - jx
            fy = mass * (state.body[i, 4] - state.drift[i, 1]) - dt * state.after[i, 1] - jy
            fw = table.inertia[i] * (state.body[i, 5] - state.drift[i, 2]) - dt * state.after[i, 3] - jw
            if mass == 0.0:
                fx = fy = 0.0
            state.books[FRICTION_LOSS] -= fx * ux + fy * uy + fw * uw
            state.usage[i, 0] = math.sqrt(fx * fx + fy * fy) / dt
            state.usage[i, 1] = abs(fw) / dt
            # positions that the engine mended without velocity: the magnetic work of it is the contacts' doing
            sx = state.body[i, 0] - state.before[i, 0] - dt * state.drift[i, 0]
            sy = state.body[i, 1] - state.before[i, 1] - dt * state.drift[i, 1]
            state.books[CONTACT_LOSS] += state.after[i, 0] * sx + state.after[i, 1] * sy
        else:
            state.books[FRICTION_LOSS] += _kick(table, state, state.after, i, 0.5 * dt, state.body[i, 3:6])
        _watch_edge(table, state, i, dt)
    for i in range(n):
        for c in range(4):
            state.force[i, c] = state.after[i, c]
    state.clock[NOW] += dt
    state.counts[SUBSTEPS] += 1
    _settle(table, state, dt)


@kernel
def _settle(table: Table, state: State, dt: float) -> None:
    """Stop free pieces that friction has ended, and groups of held pieces that are at rest together."""
    kept_apart()
    n = state.body.shape[0]
    waiting = False
    for i in range(n):
        if state.mode[i] == FREE:
            if state.body[i, 3] == 0.0 and state.body[i, 4] == 0.0 and state.body[i, 5] == 0.0:
                static, _ = _coefficients(table.friction, state.beyond, i)
                load = _load(table.mass[i] * table.gravity, state.force[i, 2])
                push = math.sqrt(state.force[i, 0] ** 2 + state.force[i, 1] ** 2)
                if table.inverse_mass[i] == 0.0:
                    push = 0.0
                torque = abs(state.force[i, 3]) / table.friction_radius[i]
                if limit_load(table.curve, push, torque) <= static * load:
                    state.mode[i] = STUCK
                    state.reaction[i, 0] = state.reaction[i, 1] = state.reaction[i, 2] = 0.0
        elif state.mode[i] == HELD:
            v = math.sqrt(state.body[i, 3] ** 2 + state.body[i, 4] ** 2) + abs(state.body[i, 5]) * table.friction_radius[i]
            if v <= SLOW:
                state.calm[i] += 1
            else:
                state.calm[i] = 0
            waiting = waiting or state.calm[i] >= CALM
    if not waiting or state.counts[IMPACT] == 1:
        return
    # a group comes to rest as one: label the held pieces by what they touch, spread unrest through each group
    calm = np.empty(n, np.int64)
    for i in range(n):
        calm[i] = 1 if state.mode[i] != HELD or state.calm[i] >= CALM else 0
    changed = True
    while changed:
        changed = False
        for i in range(n):
            if state.mode[i] != HELD:
                continue
            for j in range(i + 1, n):
                if state.mode[j] != HELD:
                    continue
                gap = pair_gap(table.semi_axes, state.body, i, j)[0]
                if gap > TOUCH_ELLIPSE:
                    continue
                if gap < -2.0 * SLOP - TOUCH_ELLIPSE * (0.0 if _round(table.semi_axes, i) and _round(table.semi_axes, j) else 1.0):
                    if calm[i] == 1 or calm[j] == 1:
                        changed = True
                    calm[i] = calm[j] = 0
                if calm[i] != calm[j]:
                    calm[i] = calm[j] = 0
                    changed = True
    for i in range(n):
        if state.mode[i] == HELD and calm[i] == 1:
            state.mode[i] = STUCK
            state.body[i, 3] = state.body[i, 4] = state.body[i, 5] = 0.0
            state.reaction[i, 0] = state.contact[i, 0] / dt
            state.reaction[i, 1] = state.contact[i, 1] / dt
            state.reaction[i, 2] = state.contact[i, 2] / dt


@kernel
def all_stuck(mode: Ints) -> bool:
    """Whether every piece is at rest."""
    for i in range(mode.shape[0]):
        if mode[i] != STUCK:
            return False
    return True
