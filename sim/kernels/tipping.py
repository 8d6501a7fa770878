"""Pieces that leave the flat: tipping over an edge, turning over, standing, lifting off.

A piece tips about its rim when the centre of pressure would leave the contact: |τ + z·(−f)| > R·(Mg − Fz), f the
table's friction on it, z the height of its centre. At rest f = −F, which is |τy + z·Fx|/(Mg − Fz) > R. From there on it
has one degree of freedom more, the angle about that edge, with the magnetic force and torque of every place on the
way; on its side it passes from one edge to the other (Housner, Bull. Seismol. Soc. Am. 53, 403 (1963)). A landing
takes all of the motion. Sliding goes on meanwhile.
"""

from __future__ import annotations

import math

from sim.kernels.jit import inner, kept_apart
from sim.kernels.limits import LEAN, LEAN_SLACK, STANDING_STILL, SWING
from sim.kernels.motion import coefficients, curve_of
from sim.kernels.pose import over_edge, rim
from sim.kernels.room import most_tilt
from sim.kernels.slide import on_curve
from sim.kernels.tables import (
    CONTACT_LOSS,
    DT,
    FREE,
    GONE,
    IMPACT,
    LEANING,
    LIFTED,
    LIFTER,
    LYING,
    MOTION,
    OVERTURNED,
    PHASE,
    RISEN,
    STANDING,
    TILT,
    TILTS,
    TIPPING,
    TOWARD_X,
    TOWARD_Y,
    TURN_RATE,
    TURNED,
    State,
    Table,
)
from sim.values import Floats

_UPRIGHT = 0.5 * math.pi


@inner
def lifting_magnet(table: Table, state: State, i: int, least: float) -> int:
    """Index of the fixed magnet at a height of `least` or more that pulls piece i hardest; −1 for none."""
    kept_apart()
    best = -1
    most = 0.0
    f = table.magnets.shape[0]
    for k in range(f):
        x, y = table.magnets[k, 0], table.magnets[k, 1]
        if table.hand_path.shape[0] > 0 and k == f - 1:
            x, y = state.hand[0], state.hand[1]
        dx, dy = state.body[i, 0] - x, state.body[i, 1] - y
        dz = table.height[i] - table.magnets[k, 2]
        if table.magnets[k, 2] < least:
            continue
        bx, by, bz = table.magnets[k, 3], table.magnets[k, 4], table.magnets[k, 5]
        # the field's gradient pulls whatever has turned along it: the bound of an aligned piece tells who is strongest
        pull = math.sqrt(bx * bx + by * by + bz * bz) / (dx * dx + dy * dy + dz * dz) ** 2
        if pull > most:
            most = pull
            best = k
    return best


@inner
def edge_torque(table: Table, state: State, force: Floats, i: int, upper: bool) -> float:
    """Torque about the edge that a piece tips over, gravity included, N·m; positive: on and over."""
    tilt = state.tilt
    nx, ny = tilt[i, TOWARD_X], tilt[i, TOWARD_Y]
    reach = rim(table.semi_axes, i, state.body[i, 2], nx, ny)
    _, _, along, up = over_edge(reach, table.height[i], tilt[i, TILT], upper)
    own = nx * force[i, 5] - ny * force[i, 4]
    weight = table.mass[i] * table.gravity
    return own + (force[i, 0] * nx + force[i, 1] * ny) * along + (force[i, 2] - weight) * up


@inner
def edge_inertia(table: Table, state: State, i: int) -> float:
    """Moment of inertia about the edge, kg·m²."""
    reach = rim(table.semi_axes, i, state.body[i, 2], state.tilt[i, TOWARD_X], state.tilt[i, TOWARD_Y])
    return table.tip_inertia[i] + table.mass[i] * (reach * reach + table.height[i] * table.height[i])


@inner
def watch_tipping(table: Table, state: State) -> None:
    """Let go over its edge every piece that the table no longer supports, and note those that lift off."""
    kept_apart()
    if table.gravity == 0.0 or state.counts[IMPACT] == 1:
        return
    force = state.force
    for i in range(state.body.shape[0]):
        tilt = state.tilt
        if table.tip_inertia[i] == 0.0 or table.inverse_mass[i] == 0.0 or OVERTURNED <= tilt[i, PHASE] <= LIFTED:
            continue
        load = table.mass[i] * table.gravity - force[i, 2]
        if load <= 0.0:
            # beside one that lies level with it, too; what tips needs one above its rim
            least = table.height[i] - 1e-9
            if tilt[i, PHASE] == TIPPING:
                least += max(table.semi_axes[i, 0], table.semi_axes[i, 1])
            by = lifting_magnet(table, state, i, least)
            if by >= 0:
                tilt[i, PHASE] = LIFTED
                tilt[i, LIFTER] = by
                state.counts[TURNED] += 1
                continue
        if tilt[i, PHASE] != LYING:
            continue
        fx, fy = _friction(table, state, i, max(load, 0.0))
        wx = force[i, 5] - table.height[i] * fx
        wy = -force[i, 4] - table.height[i] * fy
        size = math.sqrt(wx * wx + wy * wy)
        if size == 0.0:
            continue
        nx, ny = wx / size, wy / size
        if size <= rim(table.semi_axes, i, state.body[i, 2], nx, ny) * load:
            continue
        if most_tilt(table, state, i, nx, ny) < LEAN:
            continue  # what stands there holds it down
        tilt[i, TILT] = tilt[i, TURN_RATE] = 0.0
        tilt[i, TOWARD_X], tilt[i, TOWARD_Y] = nx, ny
        tilt[i, PHASE] = TIPPING


@inner
def _friction(table: Table, state: State, i: int, load: float) -> tuple[float, float]:
    """Force of the table's friction on a piece, N: what balances the magnetic force, or that of sliding.

    Contacts count for nothing: one behind is lost as the piece tips, and one ahead keeps it down (``room``).
    """
    kept_apart()
    vx, vy = state.body[i, 3], state.body[i, 4]
    v = math.sqrt(vx * vx + vy * vy)
    static, kinetic = coefficients(table, state, i)
    if state.mode[i] == FREE and v > 0.0:
        share, _ = on_curve(curve_of(table, i), v, abs(state.body[i, 5]) * table.friction_radius[i])
        return -kinetic * load * share * vx / v, -kinetic * load * share * vy / v
    fx, fy = -state.force[i, 0], -state.force[i, 1]
    size = math.sqrt(fx * fx + fy * fy)
    if state.mode[i] == FREE and size > static * load:
        # about to slide: no more than that holds it back
        fx, fy = fx * static * load / size, fy * static * load / size
    return fx, fy


@inner
def tip_first(table: Table, state: State, dt: float) -> None:
    """First half kick and the turn itself, of every tipping piece."""
    kept_apart()
    for i in range(state.body.shape[0]):
        tilt = state.tilt
        if tilt[i, PHASE] == LEANING and abs(_pull(table, state, state.force, i)) > 2.0 * LEAN_SLACK * _weight(
            table, i
        ):
            tilt[i, PHASE] = TIPPING  # what held it in balance has moved
        if tilt[i, PHASE] != TIPPING:
            continue
        inertia = edge_inertia(table, state, i)
        _kick(table, state, state.force, i, inertia, 0.5 * dt)
        before = tilt[i, TILT]
        tilt[i, TILT] = max(0.0, before + dt * tilt[i, TURN_RATE])
        if (before - _UPRIGHT) * (tilt[i, TILT] - _UPRIGHT) < 0.0:
            # on its side: the other edge takes over
            z = table.height[i]
            kept = max(0.0, 1.0 - 2.0 * table.mass[i] * z * z / inertia)
            state.books[CONTACT_LOSS] += 0.5 * inertia * tilt[i, TURN_RATE] ** 2 * (1.0 - kept * kept)
            tilt[i, TURN_RATE] *= kept
            tilt[i, TILT] = _UPRIGHT


@inner
def _kick(table: Table, state: State, force: Floats, i: int, inertia: float, dt: float) -> None:
    tilt = state.tilt
    rate = tilt[i, TURN_RATE]
    tilt[i, TURN_RATE] -= rate * dt / SWING
    state.books[CONTACT_LOSS] += inertia * rate * rate * dt / SWING
    if tilt[i, TILT] == _UPRIGHT:
        over = edge_torque(table, state, force, i, True)
        back = edge_torque(table, state, force, i, False)
        if tilt[i, TURN_RATE] > 0.0 or (tilt[i, TURN_RATE] == 0.0 and over > 0.0):
            tilt[i, TURN_RATE] += dt * over / inertia
        elif tilt[i, TURN_RATE] < 0.0 or back < 0.0:
            tilt[i, TURN_RATE] += dt * back / inertia
    else:
        torque = edge_torque(table, state, force, i, tilt[i, TILT] > _UPRIGHT)
        tilt[i, TURN_RATE] += dt * torque / inertia


@inner
def tip_second(table: Table, state: State) -> None:
    """Second half kick of every tipping piece, and what ends its tipping: table, obstacle, or standing still."""
    kept_apart()
    dt = state.clock[DT]
    for i in range(state.body.shape[0]):
        tilt = state.tilt
        if tilt[i, PHASE] != TIPPING:
            continue
        inertia = edge_inertia(table, state, i)
        _kick(table, state, state.after, i, inertia, 0.5 * dt)
        motion = 0.5 * inertia * tilt[i, TURN_RATE] ** 2
        limit = most_tilt(table, state, i, tilt[i, TOWARD_X], tilt[i, TOWARD_Y])
        if tilt[i, TILT] <= 0.0:
            if tilt[i, TURN_RATE] <= 0.0:
                state.books[CONTACT_LOSS] += motion
                for c in range(TILTS):
                    tilt[i, c] = 0.0  # lies again
        elif tilt[i, TILT] >= math.pi:
            state.books[CONTACT_LOSS] += motion
            tilt[i, TURN_RATE] = 0.0
            _ends(table, state, i, OVERTURNED)
        elif tilt[i, TILT] >= limit and tilt[i, TURN_RATE] > 0.0:
            state.books[CONTACT_LOSS] += motion
            tilt[i, TILT] = limit
            tilt[i, TURN_RATE] = 0.0
            if edge_torque(table, state, state.after, i, limit > _UPRIGHT) > 0.0:
                _ends(table, state, i, STANDING)
        elif motion < STANDING_STILL * _weight(table, i) and tilt[i, TILT] == _UPRIGHT:
            steady = edge_torque(table, state, state.after, i, False) >= 0.0
            if steady and edge_torque(table, state, state.after, i, True) <= 0.0:
                state.books[CONTACT_LOSS] += motion
                tilt[i, TURN_RATE] = 0.0
                _ends(table, state, i, STANDING)
        elif (
            tilt[i, TURN_RATE] <= 0.0
            and motion < STANDING_STILL * _weight(table, i)
            and abs(_pull(table, state, state.after, i)) < LEAN_SLACK * _weight(table, i)
        ):
            # balanced in the field on its edge, after a swing: the onset of tipping looks alike, but only goes up
            state.books[CONTACT_LOSS] += motion
            tilt[i, TURN_RATE] = 0.0
            if tilt[i, TILT] < LEAN:
                _ends(table, state, i, LEANING)
            else:
                _ends(table, state, i, STANDING)


@inner
def _weight(table: Table, i: int) -> float:
    """Weight times half width, N·m: the scale of the torques that tip a piece."""
    return table.mass[i] * table.gravity * max(table.semi_axes[i, 0], table.semi_axes[i, 1])


@inner
def _pull(table: Table, state: State, force: Floats, i: int) -> float:
    """Torque about the present edge, N·m."""
    return edge_torque(table, state, force, i, state.tilt[i, TILT] > _UPRIGHT)


@inner
def _ends(table: Table, state: State, i: int, phase: int) -> None:
    """Note that piece i has turned over, stands or leans; all but the last is not for the loop."""
    state.tilt[i, PHASE] = phase
    if phase != LEANING:
        state.counts[TURNED] += 1


@inner
def tipping_books(table: Table, state: State) -> None:
    """Write how far and how high the centres of tipping pieces have gone, and the energy of their turn."""
    kept_apart()
    tilt = state.tilt
    for i in range(state.body.shape[0]):
        if tilt[i, PHASE] == LYING:
            continue
        reach = rim(table.semi_axes, i, state.body[i, 2], tilt[i, TOWARD_X], tilt[i, TOWARD_Y])
        gone, up, _, _ = over_edge(reach, table.height[i], tilt[i, TILT], tilt[i, TILT] > _UPRIGHT)
        tilt[i, GONE], tilt[i, RISEN] = gone, up - table.height[i]
        tilt[i, MOTION] = 0.5 * edge_inertia(table, state, i) * tilt[i, TURN_RATE] ** 2
