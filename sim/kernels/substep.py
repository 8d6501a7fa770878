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
from sim.kernels.jit import inner, kept_apart
from sim.kernels.planar import planar_energy, planar_forces
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
    START_MAGNETIC,
    STUCK,
    SUBSTEPS,
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


@inner
def _round(semi_axes: Floats, i: int) -> bool:
    return semi_axes[i, 0] == semi_axes[i, 1]


@inner
def _coefficients(friction: Floats, beyond: Ints, i: int) -> tuple[float, float]:
    """Static and kinetic coefficient under piece i."""
    k = beyond[i]
    return friction[k, 0], friction[k, 1]


@inner
def _load(weight: float, lift: float) -> float:
    """Load on the table, N: weight less the vertical magnetic force, never below 0."""
    return max(0.0, weight - lift)


@inner
def _kick(table: Table, state: State, force: Floats, i: int, dt: float, v: Floats) -> float:
    """Push and friction on a free piece for `dt`; `v` is its velocity and spin, in place. Return the friction's energy."""
    kept_apart()
    inverse_mass = table.inverse_mass
    inertia = table.inertia
    static, kinetic = _coefficients(table.friction, state.beyond, i)
    n = _load(table.mass[i] * table.gravity, force[i, 2])
    vx, vy, w, loss = slide(
        table.curve,
        v[0],
        v[1],
        v[2],
        force[i, 0] * inverse_mass[i],
        force[i, 1] * inverse_mass[i],
        force[i, 3] / inertia[i],
        inverse_mass[i],
        inertia[i],
        table.friction_radius[i],
        kinetic * n,
        static * n,
        dt,
    )
    v[0], v[1], v[2] = vx, vy, w
    return loss


@inner
def _closing(body: Floats, i: int, j: int, nx: float, ny: float) -> float:
    """Approach speed of pieces i and j along the normal from i to j; j < 0: of i toward a wall."""
    vx, vy = body[i, 3], body[i, 4]
    if j >= 0:
        vx -= body[j, 3]
        vy -= body[j, 4]
    return vx * nx + vy * ny


@inner
def _note_touch(state: State, i: int, slot: int, gap: float, touch: float) -> None:
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
def wake(table: Table, state: State) -> None:
    """Let go every piece at rest that the static limit no longer holds."""
    kept_apart()
    mode = state.mode
    force = state.force
    reaction = state.reaction
    inverse_mass = table.inverse_mass
    for i in range(state.body.shape[0]):
        if mode[i] != STUCK:
            continue
        static, _ = _coefficients(table.friction, state.beyond, i)
        n = _load(table.mass[i] * table.gravity, force[i, 2])
        fx = (force[i, 0] + reaction[i, 0]) * (1.0 if inverse_mass[i] > 0.0 else 0.0)
        fy = (force[i, 1] + reaction[i, 1]) * (1.0 if inverse_mass[i] > 0.0 else 0.0)
        torque = abs(force[i, 3] + reaction[i, 2]) / table.friction_radius[i]
        # the reactions of a group are known to a part in a million: without friction that must not wake it
        known = 1e-6 * (abs(reaction[i, 0]) + abs(reaction[i, 1]))
        if limit_load(table.curve, math.sqrt(fx * fx + fy * fy), torque) > static * n + known:
            mode[i] = FREE


@inner
def sort_contacts(table: Table, state: State) -> bool:
    """Find what touches, decide who is held, and return whether an impact is due now.

    A pair that touches and neither closes nor parts faster than its attraction could mend within two substeps is
    held; a pair that touches and closes faster is an impact.
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
            both_round = _round(semi_axes, i) and _round(semi_axes, j)
            touch = TOUCH if both_round else TOUCH_ELLIPSE
            gap, nx, ny = pair_gap(semi_axes, body, i, j)
            _note_touch(state, i, j, gap, touch)
            if gap > touch:
                continue
            speed = _closing(body, i, j, nx, ny)
            pull = (force[i, 0] * inverse_mass[i] - force[j, 0] * inverse_mass[j]) * nx + (
                force[i, 1] * inverse_mass[i] - force[j, 1] * inverse_mass[j]
            ) * ny
            slow = 1e-4 + 2.0 * DT_CONTACT * abs(pull)
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
        touch = TOUCH if _round(semi_axes, i) else TOUCH_ELLIPSE
        for k in range(walls.shape[0]):
            gap, nx, ny = wall_gap(semi_axes, walls, body, i, k)
            _note_touch(state, i, n + k, gap, touch)
            if gap > touch:
                continue
            speed = _closing(body, i, -1, nx, ny)
            pull = (force[i, 0] * nx + force[i, 1] * ny) * inverse_mass[i]
            if abs(speed) <= 1e-4 + 2.0 * DT_CONTACT * abs(pull):
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


@inner
def choose_dt(table: Table, state: State) -> float:
    """Largest substep that every moving piece's own time scales allow, s."""
    kept_apart()
    body = state.body
    mode = state.mode
    semi_axes = table.semi_axes
    inverse_mass = table.inverse_mass
    moment = table.moment
    magnets = table.magnets
    height = table.height
    inertia = table.inertia
    n = body.shape[0]
    rate = 0.0
    fastest = 0.0
    dt = DT_MAX
    smallest = 1e300
    for i in range(n):
        smallest = min(smallest, semi_axes[i, 0], semi_axes[i, 1])
    for i in range(n):
        if mode[i] == STUCK:
            continue
        vx, vy, w = body[i, 3], body[i, 4], body[i, 5]
        speed = math.sqrt(vx * vx + vy * vy)
        fastest = max(fastest, speed)
        if mode[i] == FREE:
            # come to the instant of rest in ever shorter substeps
            brake = (
                _coefficients(table.friction, state.beyond, i)[1]
                * _load(table.mass[i] * table.gravity, state.force[i, 2])
                * inverse_mass[i]
            )
            if brake > 0.0:
                dt = min(dt, max(DT_STOP, 0.5 * (speed + abs(w) * table.friction_radius[i]) / brake))
        if mode[i] == HELD:
            dt = min(dt, DT_CONTACT if speed > 100.0 * SLOW else DT_CALM)
        mx, my, mz = moment[i, 0], moment[i, 1], moment[i, 2]
        size = math.sqrt(mx * mx + my * my + mz * mz)
        tilted = mx != 0.0 or my != 0.0
        if tilted or not _round(semi_axes, i):
            rate = max(rate, abs(w))
        for j in range(n + magnets.shape[0]):
            if j == i or (j < n and j < i and mode[j] != STUCK):
                continue
            if j < n:
                dx = body[j, 0] - body[i, 0]
                dy = body[j, 1] - body[i, 1]
                dz = height[j] - height[i]
                ux, uy = body[j, 3] - vx, body[j, 4] - vy
                ox, oy, oz = moment[j, 0], moment[j, 1], moment[j, 2]
                mobility = inverse_mass[i] + (inverse_mass[j] if mode[j] != STUCK else 0.0)
                turning = 1.0 / inertia[i] if tilted else 0.0
                if ox != 0.0 or oy != 0.0:
                    turning = max(turning, 1.0 / inertia[j])
            else:
                k = j - n
                dx = magnets[k, 0] - body[i, 0]
                dy = magnets[k, 1] - body[i, 1]
                dz = magnets[k, 2] - height[i]
                ux, uy = -vx, -vy
                ox, oy, oz = magnets[k, 3], magnets[k, 4], magnets[k, 5]
                mobility = inverse_mass[i]
                turning = 1.0 / inertia[i] if tilted else 0.0
            product = size * math.sqrt(ox * ox + oy * oy + oz * oz)
            if product == 0.0:
                continue
            r2 = dx * dx + dy * dy + dz * dz
            r = math.sqrt(r2)
            rate = max(rate, math.sqrt(ux * ux + uy * uy) / r)
            if mode[i] == FREE:
                # bounds of the pair's force (6e-7 m1 m2/r⁴) and torque (2e-7 m1 m2/r³)
                rate = max(rate, math.sqrt(6e-7 * product * mobility / r) / r2)
                rate = max(rate, math.sqrt(2e-7 * product * turning / r) / r)
    if rate > 0.0:
        dt = min(dt, table.accuracy / rate)
    if fastest > 0.0:
        # no piece may pass another or a wall unseen
        dt = min(dt, 0.4 * smallest / fastest)
    return dt


@inner
def drifts(table: Table, state: State, dt: float) -> float:
    """Set the velocities of a drift of length `dt`; return the friction's energy of the first half kick."""
    kept_apart()
    body = state.body
    mode = state.mode
    loss = 0.0
    for i in range(body.shape[0]):
        v = state.drift[i]
        if mode[i] == STUCK:
            v[0] = v[1] = v[2] = 0.0
            continue
        v[0], v[1], v[2] = body[i, 3], body[i, 4], body[i, 5]
        if mode[i] == FREE:
            loss += _kick(table, state, state.force, i, 0.5 * dt, v)
    return loss


@inner
def _predict(body: Floats, drift: Floats, dt: float, place: Floats) -> None:
    for i in range(place.shape[0]):
        for c in range(3):
            place[i, c] = body[i, c] + dt * drift[i, c]


@inner
def _least_gap(table: Table, state: State, place: Floats) -> float:
    """Least gap, less where it shall land, over all that is still apart and may meet."""
    kept_apart()
    mode = state.mode
    body = state.body
    semi_axes = table.semi_axes
    walls = table.walls
    n = place.shape[0]
    least = 1e300
    for i in range(n):
        for j in range(i + 1, n):
            if mode[i] == STUCK and mode[j] == STUCK:
                continue
            # judged where the substep begins, so that the same pairs count for every length of it
            dx = body[j, 0] - body[i, 0]
            dy = body[j, 1] - body[i, 1]
            reach = max(semi_axes[i, 0], semi_axes[i, 1]) + max(semi_axes[j, 0], semi_axes[j, 1])
            if dx * dx + dy * dy > 9.0 * reach * reach:
                continue
            both_round = _round(semi_axes, i) and _round(semi_axes, j)
            if pair_gap(semi_axes, body, i, j)[0] <= (TOUCH if both_round else TOUCH_ELLIPSE):
                continue
            gap = pair_gap(semi_axes, place, i, j)[0] - (LAND if both_round else LAND_ELLIPSE)
            least = min(least, gap)
        if mode[i] == STUCK:
            continue
        for k in range(walls.shape[0]):
            if wall_gap(semi_axes, walls, body, i, k)[0] <= (
                TOUCH if _round(semi_axes, i) else TOUCH_ELLIPSE
            ):
                continue
            least = min(
                least,
                wall_gap(semi_axes, walls, place, i, k)[0] - (LAND if _round(semi_axes, i) else LAND_ELLIPSE),
            )
    return least


@inner
def land(table: Table, state: State, dt: float) -> float:
    """Shorten `dt` so that the first gap to close within it has just not closed: regula falsi (Illinois)."""
    kept_apart()
    body = state.body
    drift = state.drift
    n = body.shape[0]
    place = np.empty((n, 3))
    drifts(table, state, dt)
    _predict(body, drift, dt, place)
    value = _least_gap(table, state, place)
    if value >= 0.0:
        return dt
    early, late = 0.0, dt
    for i in range(n):
        for c in range(3):
            place[i, c] = body[i, c]
    at_early = _least_gap(table, state, place)
    at_late = value
    if at_early <= 0.0:
        return min(dt, 1e-9)
    last = 0
    for _ in range(60):
        guess = early + (late - early) * at_early / (at_early - at_late)
        drifts(table, state, guess)
        _predict(body, drift, guess, place)
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


@inner
def impact_dt(table: Table, state: State, dt: float) -> float:
    """Length of a substep that lets every closing touch overlap by a hair, so that the engine sees it, and no more."""
    kept_apart()
    body = state.body
    mode = state.mode
    semi_axes = table.semi_axes
    walls = table.walls
    n = body.shape[0]
    longest = 0.0
    for i in range(n):
        for j in range(i + 1, n):
            if mode[i] == STUCK and mode[j] == STUCK:
                continue
            both_round = _round(semi_axes, i) and _round(semi_axes, j)
            gap, nx, ny = pair_gap(semi_axes, body, i, j)
            if gap <= (TOUCH if both_round else TOUCH_ELLIPSE):
                speed = _closing(body, i, j, nx, ny)
                if speed > 1e-4:
                    longest = max(longest, (max(gap, 0.0) + LAND) / speed)
        if mode[i] == STUCK:
            continue
        for k in range(walls.shape[0]):
            gap, nx, ny = wall_gap(semi_axes, walls, body, i, k)
            if gap <= (TOUCH if _round(semi_axes, i) else TOUCH_ELLIPSE):
                speed = _closing(body, i, -1, nx, ny)
                if speed > 1e-4:
                    longest = max(longest, (max(gap, 0.0) + LAND) / speed)
    return max(1e-10, min(longest, dt))


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
    curve = table.curve
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
    _predict(body, drift, dt, place)
    planar_forces(table.moment, table.height, table.magnets, place, after)
    for i in range(n):
        for c in range(6):
            state.before[i, c] = body[i, c]
        for c in range(3):
            state.contact[i, c] = 0.0
        if state.mode[i] != HELD:
            continue
        static, kinetic = _coefficients(table.friction, state.beyond, i)
        load = _load(table.mass[i] * gravity, after[i, 2])
        radius = table.friction_radius[i]
        vx, vy = drift[i, 0], drift[i, 1]
        v = math.sqrt(vx * vx + vy * vy)
        q = abs(drift[i, 2]) * radius
        slow = 0.5 * kinetic * gravity * dt
        if v <= slow and q <= slow:
            # each joint may use what the other left of the static limit in the last substep
            hold = static * load
            if hold > 0.0:
                caps[i, 0] = hold * force_left(curve, min(usage[i, 1] / (hold * radius), 2.0 / 3.0))
                caps[i, 1] = hold * radius * torque_left(curve, min(usage[i, 0] / hold, 1.0))
            else:
                caps[i, 0] = caps[i, 1] = 0.0
        else:
            f, t = on_curve(curve, v, q)
            caps[i, 0] = kinetic * load * f
            caps[i, 1] = kinetic * load * radius * t


@inner
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


@inner
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


@inner
def _watch_edge(table: Table, state: State, i: int, dt: float) -> None:
    """Note when a centre passes the outline, either way."""
    kept_apart()
    body = state.body
    beyond = state.beyond
    before = state.before
    counts = state.counts
    events = state.events
    outline = table.outline
    if outline.shape[0] == 0:
        return
    inside = _inside(outline, body[i, 0], body[i, 1])
    if inside:
        beyond[i] = 0
        return
    if beyond[i] == 0:
        share = _crossing(outline, before[i, 0], before[i, 1], body[i, 0], body[i, 1])
        k = counts[EVENTS]
        events[k, 0] = state.clock[NOW] + share * dt
        events[k, 1] = LEFT_BOARD
        events[k, 2] = i
        events[k, 3] = -1
        counts[EVENTS] = k + 1
        if table.drops:
            counts[FELL] += 1
    beyond[i] = 1


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
            books[FRICTION_LOSS] += _kick(table, state, after, i, 0.5 * dt, body[i, 3:6])
        _watch_edge(table, state, i, dt)
    for i in range(n):
        for c in range(4):
            state.force[i, c] = after[i, c]
    clock[NOW] += dt
    counts[SUBSTEPS] += 1
    _settle(table, state, dt)


@inner
def _settle(table: Table, state: State, dt: float) -> None:
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
                static, _ = _coefficients(table.friction, state.beyond, i)
                load = _load(table.mass[i] * table.gravity, force[i, 2])
                push = math.sqrt(force[i, 0] ** 2 + force[i, 1] ** 2)
                if table.inverse_mass[i] == 0.0:
                    push = 0.0
                torque = abs(force[i, 3]) / friction_radius[i]
                if limit_load(table.curve, push, torque) <= static * load:
                    mode[i] = STUCK
                    reaction[i, 0] = reaction[i, 1] = reaction[i, 2] = 0.0
        elif mode[i] == HELD:
            v = math.sqrt(body[i, 3] ** 2 + body[i, 4] ** 2) + abs(body[i, 5]) * friction_radius[i]
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
                    0.0 if _round(semi_axes, i) and _round(semi_axes, j) else 1.0
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
            reaction[i, 0] = contact[i, 0] / dt
            reaction[i, 1] = contact[i, 1] / dt
            reaction[i, 2] = contact[i, 2] / dt


@inner
def all_stuck(mode: Ints) -> bool:
    """Whether every piece is at rest."""
    for i in range(mode.shape[0]):
        if mode[i] != STUCK:
            return False
    return True


@inner
def begin(table: Table, state: State) -> None:
    """Set the books as the pieces lie: forces, gaps, who is past the outline, who holds still.

    Pieces that touch at rest are looked at together at first: what their contacts exert is not known yet.
    """
    kept_apart()
    body, mode, armed, apart, parted = state.body, state.mode, state.armed, state.apart, state.parted
    n = body.shape[0]
    planar_forces(table.moment, table.height, table.magnets, body, state.force)
    state.books[START_MAGNETIC] = planar_energy(table.moment, table.height, table.magnets, body)
    wake(table, state)
    for i in range(n):
        if table.outline.shape[0] > 0 and not _inside(table.outline, body[i, 0], body[i, 1]):
            state.beyond[i] = 1
        for j in range(i + 1, n + table.walls.shape[0]):
            if j < n:
                gap = pair_gap(table.semi_axes, body, i, j)[0]
                both_round = _round(table.semi_axes, i) and _round(table.semi_axes, j)
                parted[i, j] = 0.0 if gap > STICKING else -1.0
            else:
                gap = wall_gap(table.semi_axes, table.walls, body, i, j - n)[0]
                both_round = _round(table.semi_axes, i)
            touch = TOUCH if both_round else TOUCH_ELLIPSE
            armed[i, j] = 1 if gap > ARMED else 0
            apart[i, j] = 1 if gap > 5.0 * touch else 0
            if gap <= touch:
                if mode[i] == STUCK:
                    mode[i] = HELD
                if j < n and mode[j] == STUCK:
                    mode[j] = HELD
