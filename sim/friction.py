"""Friction of a disc that slides and spins: the curve {F(ε), T(ε)}, ε = v/(Rω).

Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90, 248302 (2003), for a uniformly pressed disc; the ring by the same
integral over its rim. Force μN·F, torque μNR·T. The elliptic integrals are formed by the arithmetic-geometric mean
with square roots alone, so that the table has the same bits with any C library; it also imports nothing.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from sim.values import Floats


def elliptic_integrals(m: ArrayLike) -> tuple[Floats, Floats]:
    """Complete elliptic integrals K(m) and E(m), parameter 0 ≤ m < 1, by the arithmetic-geometric mean.

    Abramowitz and Stegun 17.6: K = π/(2·AGM(1, √(1−m))), E = K·(1 − Σ 2^{n−1} c_n²).
    """
    m = np.asarray(m, dtype=np.float64)
    a = np.ones_like(m)
    b = np.sqrt(1.0 - m)
    total = 0.5 * m
    power = 0.5
    for _ in range(12):
        c = 0.5 * (a - b)
        a, b = 0.5 * (a + b), np.sqrt(a * b)
        power *= 2.0
        total = total + power * c * c
    k = np.pi / (2.0 * a)
    return k, k * (1.0 - total)


def disc_friction(ratio: ArrayLike) -> tuple[Floats, Floats]:
    """Friction force and torque of a uniformly pressed disc, in units of μN and μNR.

    Parameters
    ----------
    ratio : ε = v/(Rω), 0 to infinity, any shape

    Returns
    -------
    F, T : arrays of that shape; F(0) = 0, T(0) = 2/3; F(∞) = 1, T(∞) = 0. Relative error below 1e-9.
    """
    e = np.atleast_1d(np.asarray(ratio, dtype=np.float64))
    if np.isnan(e).any() or (e < 0.0).any():
        raise ValueError("ratio must be v/(R·omega), from 0 to infinity")
    f, t = np.empty_like(e), np.empty_like(e)
    # where the closed form is a difference of nearly equal terms, its series is exact to 1e-10
    low, high, one = e < 0.02, e > 50.0, np.abs(e - 1.0) < 1e-12
    x = e[low]
    f[low] = x * (1.0 - x * x / 8.0 - x**4 / 64.0)
    t[low] = 2.0 / 3.0 - x * x / 2.0 + 3.0 * x**4 / 32.0
    i = np.zeros_like(e[high])
    np.divide(1.0, e[high], out=i, where=np.isfinite(e[high]))
    f[high] = 1.0 - i * i / 8.0 - i**4 / 64.0
    t[high] = i / 4.0 + i**3 / 48.0 + 3.0 * i**5 / 512.0
    f[one], t[one] = 8.0 / (3.0 * np.pi), 8.0 / (9.0 * np.pi)
    slow = ~low & ~one & (e < 1.0)
    x = e[slow]
    m = x * x
    k, el = elliptic_integrals(m)
    f[slow] = 4.0 / (3.0 * np.pi * x) * ((m + 1.0) * el + (m - 1.0) * k)
    t[slow] = 4.0 / (9.0 * np.pi) * ((4.0 - 2.0 * m) * el + (m - 1.0) * k)
    fast = ~high & ~one & (e > 1.0)
    x = e[fast]
    m = x * x
    k, el = elliptic_integrals(1.0 / m)
    f[fast] = 4.0 / (3.0 * np.pi) * ((m + 1.0) * el - (m - 1.0) * k)
    t[fast] = 4.0 * x / (9.0 * np.pi) * ((4.0 - 2.0 * m) * el + (2.0 * m - 5.0 + 3.0 / m) * k)
    shape = np.shape(ratio)
    return f.reshape(shape), t.reshape(shape)


def ring_friction(ratio: ArrayLike) -> tuple[Floats, Floats]:
    """Friction force and torque of a ring (all pressure on the rim), in units of μN and μNR, as :func:`disc_friction`."""
    e = np.atleast_1d(np.asarray(ratio, dtype=np.float64))
    if np.isnan(e).any() or (e < 0.0).any():
        raise ValueError("ratio must be v/(R·omega), from 0 to infinity")
    f, t = np.empty_like(e), np.empty_like(e)
    low, high, one = e < 1e-4, e > 1e4, np.abs(e - 1.0) < 1e-12
    f[low], t[low] = e[low] / 2.0, 1.0 - e[low] ** 2 / 4.0
    i = np.zeros_like(e[high])
    np.divide(1.0, e[high], out=i, where=np.isfinite(e[high]))
    f[high], t[high] = 1.0 - i * i / 4.0, i / 2.0
    f[one] = t[one] = 2.0 / np.pi
    rest = ~low & ~high & ~one
    x = e[rest]
    k, el = elliptic_integrals(4.0 * x / (1.0 + x) ** 2)
    a, b = 4.0 * k / (1.0 + x), 4.0 * (1.0 + x) * el
    f[rest] = ((x * x - 1.0) * a + b) / (4.0 * np.pi * x)
    t[rest] = ((1.0 - x * x) * a + b) / (4.0 * np.pi)
    shape = np.shape(ratio)
    return f.reshape(shape), t.reshape(shape)


@cache
def limit_curve(rows: int = 4097) -> Floats:
    """Table (rows, 2) of F and T of the disc at u = R|ω|/(v + R|ω|), equally spaced from 0 (sliding) to 1 (spinning).

    Read-only. The motion reads kinetic friction off it, and rest the static limit: the same curve bounds both.
    """
    u = np.linspace(0.0, 1.0, rows)
    ratio = np.full(rows, np.inf)
    np.divide(1.0 - u, u, out=ratio, where=u > 0.0)
    table = np.stack(disc_friction(ratio), axis=1)
    table.flags.writeable = False
    return table
