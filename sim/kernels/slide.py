"""Coulomb friction of a disc that slides and spins on the table, one piece at a time.

Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90, 248302 (2003): friction force μN·F(ε) and torque μNR·T(ε) with
ε = v/(Rω). The curve {F, T} is tabulated against u = Rω/(v + Rω), which needs no function of the C library.
The same curve, scaled by the static coefficient, bounds the force and torque that hold a piece at rest.
"""

from __future__ import annotations

import math

from sim.kernels.jit import inner, kept_apart
from sim.values import Floats


@inner
def on_curve(curve: Floats, sliding: float, spinning: float) -> tuple[float, float]:
    """F and T for a sliding speed v and a rim speed R|ω|, both at least 0 and not both 0."""
    kept_apart()
    n = curve.shape[0] - 1
    x = spinning / (sliding + spinning) * n
    if not x < n:  # nor is what is not a number
        return curve[n, 0], curve[n, 1]
    k = int(x)
    u = x - k
    return curve[k, 0] + u * (curve[k + 1, 0] - curve[k, 0]), curve[k, 1] + u * (curve[k + 1, 1] - curve[k, 1])


@inner
def limit_load(curve: Floats, force: float, torque: float) -> float:
    """Smallest λ for which (force, torque) lies within λ times the limit curve; torque is given over the radius.

    A piece at rest stays so while λ ≤ μs·N. The curve is convex and is met once by a ray from the origin.
    """
    kept_apart()
    if force == 0.0 and torque == 0.0:
        return 0.0
    low = 0
    high = curve.shape[0] - 1
    while high - low > 1:
        middle = (low + high) // 2
        if torque * curve[middle, 0] - force * curve[middle, 1] > 0.0:
            low = middle
        else:
            high = middle
    a = torque * curve[low, 0] - force * curve[low, 1]
    b = torque * curve[high, 0] - force * curve[high, 1]
    u = a / (a - b) if a != b else 0.0
    f = curve[low, 0] + u * (curve[high, 0] - curve[low, 0])
    t = curve[low, 1] + u * (curve[high, 1] - curve[low, 1])
    return math.sqrt((force * force + torque * torque) / (f * f + t * t))


@inner
def force_left(curve: Floats, torque: float) -> float:
    """F on the limit curve where T is `torque` (0 to ⅔): the force that is left beside a torque in use."""
    return _other(curve, torque, 1)


@inner
def torque_left(curve: Floats, force: float) -> float:
    """T on the limit curve where F is `force` (0 to 1): the torque that is left beside a force in use."""
    return _other(curve, force, 0)


@inner
def _other(curve: Floats, value: float, column: int) -> float:
    low = 0
    high = curve.shape[0] - 1
    # F falls and T rises along the table
    while high - low > 1:
        middle = (low + high) // 2
        above = curve[middle, column] > value
        if above == (column == 0):
            low = middle
        else:
            high = middle
    a = curve[low, column] - value
    b = curve[high, column] - value
    u = a / (a - b) if a != b else 0.0
    u = min(max(u, 0.0), 1.0)
    return curve[low, 1 - column] + u * (curve[high, 1 - column] - curve[low, 1 - column])


@inner
def slide(
    curve: Floats,
    vx: float,
    vy: float,
    spin: float,
    ax: float,
    ay: float,
    alpha: float,
    inverse_mass: float,
    inertia: float,
    radius: float,
    kinetic: float,
    static: float,
    dt: float,
) -> tuple[float, float, float, float]:
    """Velocity after `dt` under a constant push and table friction, and the energy that friction took.

    Parameters
    ----------
    ax, ay, alpha : acceleration of the push (m/s², rad/s²)
    kinetic, static : μk·N and μs·N, N

    Returns
    -------
    vx, vy, spin, loss : m/s, m/s, rad/s, J (per unit of nothing: the loss is that of this piece)
    """
    kept_apart()
    kept_apart()
    if kinetic == 0.0 and static == 0.0:
        return vx + ax * dt, vy + ay * dt, spin + alpha * dt, 0.0
    if inverse_mass == 0.0:  # pinned: only the spin is free, and its friction torque is ⅔μNR
        w = spin + alpha * dt
        brake = kinetic * radius * curve[curve.shape[0] - 1, 1] / inertia * dt
        hold = static * radius * curve[curve.shape[0] - 1, 1] / inertia * dt
        if (spin == 0.0 and abs(alpha) * dt <= hold) or abs(w) <= brake:
            w = 0.0
        else:
            w = w - math.copysign(brake, w)
        return 0.0, 0.0, w, -inertia * (w - spin - alpha * dt) * 0.5 * (w + spin)
    mass = 1.0 / inverse_mass
    still = vx == 0.0 and vy == 0.0 and spin == 0.0
    if still:
        push = math.sqrt(ax * ax + ay * ay) * mass
        if limit_load(curve, push, abs(alpha) * inertia / radius) <= static:
            return 0.0, 0.0, 0.0, 0.0
    # the friction that is needed to end all motion within dt: if it can be had, the piece comes to rest
    needed = math.sqrt((vx + ax * dt) ** 2 + (vy + ay * dt) ** 2) * mass
    turning = abs(spin + alpha * dt) * inertia / radius
    if limit_load(curve, needed, turning) <= kinetic * dt:
        loss = (
            mass * ((vx + ax * dt) * 0.5 * vx + (vy + ay * dt) * 0.5 * vy) + inertia * (spin + alpha * dt) * 0.5 * spin
        )
        return 0.0, 0.0, 0.0, loss
    speed = math.sqrt(vx * vx + vy * vy) + abs(spin) * radius
    drop = kinetic * inverse_mass * dt
    parts = 1
    if spin != 0.0 or alpha != 0.0:
        # the ratio of sliding to spinning changes: keep each part's loss of speed to a tenth
        while parts < 16 and drop > 0.1 * speed * parts:
            parts *= 2
    h = dt / parts
    loss = 0.0
    for _ in range(parts):
        x0, y0, w0 = vx, vy, spin
        mx, my, mw = x0, y0, w0
        if still:
            mx, my, mw = ax * h, ay * h, alpha * h
            still = False
        for half in range(2):
            v = math.sqrt(mx * mx + my * my)
            q = abs(mw) * radius
            bx = by = bw = 0.0
            if v > 0.0 or q > 0.0:
                f, t = on_curve(curve, v, q)
                if v > 0.0:
                    bx = -kinetic * f * mx / v
                    by = -kinetic * f * my / v
                bw = -math.copysign(kinetic * radius * t, mw) if q > 0.0 else 0.0
            step = 0.5 * h if half == 0 else h
            mx = x0 + step * (ax + bx * inverse_mass)
            my = y0 + step * (ay + by * inverse_mass)
            mw = w0 + step * (alpha + bw / inertia)
        vx, vy, spin = mx, my, mw
        # the work of friction's own impulse, exact for a constant force: J·(v0 + v1)/2
        loss -= mass * ((vx - x0 - ax * h) * 0.5 * (vx + x0) + (vy - y0 - ay * h) * 0.5 * (vy + y0))
        loss -= inertia * (spin - w0 - alpha * h) * 0.5 * (spin + w0)
    return vx, vy, spin, loss
