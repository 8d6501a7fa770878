"""The length of a substep: time scales, and landing where a gap closes."""

from __future__ import annotations

import math

import numpy as np

from sim.kernels.gaps import pair_gap, wall_gap
from sim.kernels.jit import inner, kept_apart
from sim.kernels.limits import (
    DT_CALM,
    DT_CONTACT,
    DT_MAX,
    DT_STOP,
    DT_TIPPING,
    HAND_WAY,
    LAND,
    LAND_ELLIPSE,
    SLOW,
    TOUCH,
    TOUCH_ELLIPSE,
)
from sim.kernels.motion import closing_speed, coefficients, drifts, in_slot, is_round, load_on_table, predict
from sim.kernels.tables import FREE, HELD, NOW, PHASE, STUCK, TIPPING, TURN_RATE, State, Table
from sim.values import Floats


@inner
def hand_velocity(table: Table, state: State) -> tuple[float, float, float]:
    """Velocity and speed of the hand in the substep to come, m/s; 0 where there is none, or it is at its path's end."""
    path = table.hand_path
    for k in range(path.shape[0] - 1):
        if path[k + 1, 0] > state.clock[NOW]:
            dt = path[k + 1, 0] - path[k, 0]
            vx, vy = (path[k + 1, 1] - path[k, 1]) / dt, (path[k + 1, 2] - path[k, 2]) / dt
            return vx, vy, math.sqrt(vx * vx + vy * vy)
    return 0.0, 0.0, 0.0


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
    hx, hy, hand = hand_velocity(table, state)
    if hand > 0.0:
        dt = min(dt, HAND_WAY / hand)
    for i in range(n):
        if state.tilt[i, PHASE] == TIPPING:
            dt = min(dt, DT_TIPPING)
            rate = max(rate, abs(state.tilt[i, TURN_RATE]))
        if mode[i] == STUCK:
            continue
        vx, vy, w = body[i, 3], body[i, 4], body[i, 5]
        speed = math.sqrt(vx * vx + vy * vy)
        fastest = max(fastest, speed)
        if table.slot[4] > 0.0 and speed > 0.0 and in_slot(table.slot, body[i, 0], body[i, 1], 10.0 * HAND_WAY):
            dt = min(dt, HAND_WAY / speed)  # the slot's friction ends at its mouth
        if mode[i] == FREE:
            # come to the instant of rest in ever shorter substeps
            brake = (
                coefficients(table, state, i)[1]
                * load_on_table(table.mass[i] * table.gravity, state.force[i, 2])
                * inverse_mass[i]
            )
            if brake > 0.0:
                dt = min(dt, max(DT_STOP, 0.5 * (speed + abs(w) * table.friction_radius[i]) / brake))
        if mode[i] == HELD:
            # an ellipse rocks on the sides of its polygon: long substeps would feed that
            calm = speed <= 100.0 * SLOW and is_round(semi_axes, i)
            dt = min(dt, DT_CALM if calm else DT_CONTACT)
        mx, my, mz = moment[i, 0], moment[i, 1], moment[i, 2]
        size = math.sqrt(mx * mx + my * my + mz * mz)
        tilted = mx != 0.0 or my != 0.0
        if tilted or not is_round(semi_axes, i):
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
                if table.hand_path.shape[0] > 0 and k == magnets.shape[0] - 1:
                    dx, dy = state.hand[0] - body[i, 0], state.hand[1] - body[i, 1]
                    ux, uy = hx - vx, hy - vy
                ox, oy, oz = magnets[k, 3], magnets[k, 4], magnets[k, 5]
                mobility = inverse_mass[i]
                turning = 1.0 / inertia[i] if tilted else 0.0
            product = size * math.sqrt(ox * ox + oy * oy + oz * oz)
            if table.magnet_class[i] != 0 or table.magnet_class[j] != 0:
                product *= 2.0  # finite magnets near by pull harder than points
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
def least_gap(table: Table, state: State, place: Floats) -> float:
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
            both_round = is_round(semi_axes, i) and is_round(semi_axes, j)
            if pair_gap(semi_axes, body, i, j)[0] <= (TOUCH if both_round else TOUCH_ELLIPSE):
                continue
            gap = pair_gap(semi_axes, place, i, j)[0] - (LAND if both_round else LAND_ELLIPSE)
            least = min(least, gap)
        if mode[i] == STUCK:
            continue
        for k in range(walls.shape[0]):
            if wall_gap(semi_axes, walls, body, i, k)[0] <= (TOUCH if is_round(semi_axes, i) else TOUCH_ELLIPSE):
                continue
            least = min(
                least,
                wall_gap(semi_axes, walls, place, i, k)[0] - (LAND if is_round(semi_axes, i) else LAND_ELLIPSE),
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
    predict(body, drift, dt, place)
    value = least_gap(table, state, place)
    if value >= 0.0:
        return dt
    early, late = 0.0, dt
    for i in range(n):
        for c in range(3):
            place[i, c] = body[i, c]
    at_early = least_gap(table, state, place)
    at_late = value
    if at_early <= 0.0:
        return min(dt, 1e-9)
    last = 0
    for _ in range(60):
        guess = early + (late - early) * at_early / (at_early - at_late)
        drifts(table, state, guess)
        predict(body, drift, guess, place)
        value = least_gap(table, state, place)
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
            both_round = is_round(semi_axes, i) and is_round(semi_axes, j)
            gap, nx, ny = pair_gap(semi_axes, body, i, j)
            if gap <= (TOUCH if both_round else TOUCH_ELLIPSE):
                speed = closing_speed(semi_axes, body, i, j, nx, ny)
                if speed > 1e-4:
                    longest = max(longest, (max(gap, 0.0) + LAND) / speed)
        if mode[i] == STUCK:
            continue
        for k in range(walls.shape[0]):
            gap, nx, ny = wall_gap(semi_axes, walls, body, i, k)
            if gap <= (TOUCH if is_round(semi_axes, i) else TOUCH_ELLIPSE):
                speed = closing_speed(semi_axes, body, i, -1, nx, ny)
                if speed > 1e-4:
                    longest = max(longest, (max(gap, 0.0) + LAND) / speed)
    return max(1e-10, min(longest, dt))
