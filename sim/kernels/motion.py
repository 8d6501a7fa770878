"""Pushes, friction and drift of single pieces, shared by the halves of a substep."""

from __future__ import annotations

import math

from sim.kernels.jit import inner, kept_apart
from sim.kernels.slide import limit_load, slide
from sim.kernels.tables import FREE, STUCK, State, Table
from sim.kernels.trig import sine_cosine
from sim.values import Floats


@inner
def is_round(semi_axes: Floats, i: int) -> bool:
    """Whether piece i is a disc."""
    return semi_axes[i, 0] == semi_axes[i, 1]


@inner
def in_slot(slot: Floats, x: float, y: float, margin: float) -> bool:
    """Whether a point is in the yoke's slot, or at most `margin` before its mouth."""
    dx, dy = x - slot[0], y - slot[1]
    along = dx * slot[2] + dy * slot[3]
    return -slot[4] <= along <= margin and abs(dy * slot[2] - dx * slot[3]) <= slot[5]


@inner
def coefficients(table: Table, state: State, i: int) -> tuple[float, float]:
    """Static and kinetic coefficient under piece i: those of the surface, beyond it, or in the yoke's slot."""
    k = state.beyond[i]
    if table.slot[4] > 0.0 and in_slot(table.slot, state.body[i, 0], state.body[i, 1], 0.0):
        k = 2
    return table.friction[k, 0], table.friction[k, 1]


@inner
def move_hand(table: Table, state: State, now: float) -> None:
    """Set where the hand is at a time: along its path knot by knot, then at its end."""
    path = table.hand_path
    if path.shape[0] == 0:
        return
    last = path.shape[0] - 1
    k = 0
    while k < last - 1 and path[k + 1, 0] < now:
        k += 1
    share = 1.0
    if last > 0 and path[last, 0] > now:
        share = max(0.0, (now - path[k, 0]) / (path[k + 1, 0] - path[k, 0]))
    elif last > 0:
        k = last - 1
    end = min(k + 1, last)
    state.hand[0] = path[k, 1] + share * (path[end, 1] - path[k, 1])
    state.hand[1] = path[k, 2] + share * (path[end, 2] - path[k, 2])


@inner
def curve_of(table: Table, i: int) -> Floats:
    """The friction curve of piece i's contact with the table, (c, 2)."""
    return table.curves[table.contact_of[i]]


@inner
def load_on_table(weight: float, lift: float) -> float:
    """Load on the table, N: weight less the vertical magnetic force, never below 0."""
    return max(0.0, weight - lift)


@inner
def turning_reach(semi_axes: Floats, body: Floats, i: int, nx: float, ny: float) -> float:
    """Speed at which an ellipse's reach along n grows by its turning: ω·dh/dθ, h² = (a·cosψ)² + (b·sinψ)²."""
    a, b = semi_axes[i, 0], semi_axes[i, 1]
    if a == b or body[i, 5] == 0.0:
        return 0.0
    s, c = sine_cosine(body[i, 2])
    along = c * nx + s * ny
    across = c * ny - s * nx
    reach = math.sqrt(a * a * along * along + b * b * across * across)
    return body[i, 5] * (a * a - b * b) * along * across / reach


@inner
def closing_speed(semi_axes: Floats, body: Floats, i: int, j: int, nx: float, ny: float) -> float:
    """Approach speed of pieces i and j along the normal from i to j; j < 0: of i toward a wall."""
    kept_apart()
    vx, vy = body[i, 3], body[i, 4]
    turning = turning_reach(semi_axes, body, i, nx, ny)
    if j >= 0:
        vx -= body[j, 3]
        vy -= body[j, 4]
        turning += turning_reach(semi_axes, body, j, nx, ny)
    return vx * nx + vy * ny + turning


@inner
def kick(table: Table, state: State, force: Floats, i: int, dt: float, v: Floats) -> float:
    """Push a free piece for `dt`, with friction; `v` is its velocity and spin, in place. Return friction's energy."""
    kept_apart()
    inverse_mass = table.inverse_mass
    inertia = table.inertia
    static, kinetic = coefficients(table, state, i)
    n = load_on_table(table.mass[i] * table.gravity, force[i, 2])
    vx, vy, w, loss = slide(
        curve_of(table, i),
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
        static, _ = coefficients(table, state, i)
        n = load_on_table(table.mass[i] * table.gravity, force[i, 2])
        fx = (force[i, 0] + reaction[i, 0]) * (1.0 if inverse_mass[i] > 0.0 else 0.0)
        fy = (force[i, 1] + reaction[i, 1]) * (1.0 if inverse_mass[i] > 0.0 else 0.0)
        torque = abs(force[i, 3] + reaction[i, 2]) / table.friction_radius[i]
        # the reactions of a group are known to a part in a million: without friction that must not wake it
        known = 1e-6 * (abs(reaction[i, 0]) + abs(reaction[i, 1]))
        if limit_load(curve_of(table, i), math.sqrt(fx * fx + fy * fy), torque) > static * n + known:
            mode[i] = FREE


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
            loss += kick(table, state, state.force, i, 0.5 * dt, v)
    return loss


@inner
def predict(body: Floats, drift: Floats, dt: float, place: Floats) -> None:
    """Write where bodies will be after a drift of `dt` into `place` (n, 3)."""
    for i in range(place.shape[0]):
        for c in range(3):
            place[i, c] = body[i, c] + dt * drift[i, c]
