"""Friction of a disc that slides and spins: the curve {F(ε), T(ε)}, ε = v/(Rω).

Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90, 248302 (2003), for a uniformly pressed disc; the ring by
the same integral over its rim. Force μN·F, torque μNR·T.

Their closed forms are differences of nearly equal terms at both ends (T at ε = 50 has lost seven digits).
They are written here with s = min(ε, 1/ε) and the part of 1 − E/K beyond m/2, which the arithmetic-geometric
mean gives as a sum of positive terms: then no term cancels and one expression serves the whole range. Square
roots alone are used, so that the table has the same bits with any C library, and nothing has to be imported
for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from sim.values import Floats

_HALVINGS = 12  # steps of the mean; nine settle the last bit, for a modulus within 1e-16 of 1 too


def elliptic_integrals(m: ArrayLike) -> tuple[Floats, Floats]:
    """Complete elliptic integrals K and E.

    Parameters
    ----------
    m : parameter (the modulus squared), 0 ≤ m < 1, any shape

    Returns
    -------
    K, E : arrays of that shape

    Notes
    -----
    Abramowitz and Stegun 17.6: K = π/(2·AGM(1, √(1−m))), E = K·(1 − Σ 2^{n−1} c_n²).
    """
    m = np.asarray(m, dtype=np.float64)
    k, rest = _mean(m, np.sqrt(1.0 - m))
    return k, k * (1.0 - 0.5 * m - rest * m * m)


def disc_friction(ratio: ArrayLike) -> tuple[Floats, Floats]:
    """Friction force and torque of a uniformly pressed disc, in units of μN and μNR.

    Parameters
    ----------
    ratio : ε = v/(Rω), from 0 (spinning alone) to infinity (sliding alone), any shape

    Returns
    -------
    F, T : arrays of that shape
        F(0) = 0, T(0) = 2/3; F(∞) = 1, T(∞) = 0. Relative error below 1e-13.

    Raises
    ------
    ValueError
        A ratio that is negative or NaN.

    Notes
    -----
    Farkas, Bartels, Unger, Wolf (2003). With m = s² and E = K(1 − m/2 − P m²):
    F = 4K/(3π)·[3/2 − m/2 − P m (1 + m)], times s where ε < 1;
    T = 4K/(9π)·[3 − 3m + m² − (4 − 2m) P m²] where ε ≤ 1, and 4Ks/(9π)·[1 + 2P − 4P m] beyond.

    Examples
    --------
    >>> force, torque = disc_friction(3.0)
    >>> round(float(force), 6), round(float(torque), 6)
    (0.985911, 0.08413)
    """
    e, s = _ratio(ratio)
    m = s * s
    # at ε = 1, K is infinite and its factor 0: their product is put in below
    k, p = _mean(m, np.sqrt((1.0 - s) * (1.0 + s)))
    spinning = e < 1.0
    force = 4.0 * k / (3.0 * np.pi) * (1.5 - 0.5 * m - p * m * (1.0 + m))
    force = np.where(spinning, force * s, force)
    slow = 4.0 * k / (9.0 * np.pi) * (3.0 - 3.0 * m + m * m - (4.0 - 2.0 * m) * p * m * m)
    fast = 4.0 * k * s / (9.0 * np.pi) * (1.0 + 2.0 * p - 4.0 * p * m)
    torque = np.where(spinning, slow, fast)
    even = s == 1.0
    return _result(force, even, 8.0 / (3.0 * np.pi)), _result(torque, even, 8.0 / (9.0 * np.pi))


def ring_friction(ratio: ArrayLike) -> tuple[Floats, Floats]:
    """Friction force and torque of a ring, all pressure on its rim, in units of μN and μNR.

    Parameters, errors and accuracy as :func:`disc_friction`; T(0) = 1, and T(ε) = F(1/ε) throughout.

    Notes
    -----
    The friction of one element of the rim, integrated over the rim. With m = 4s/(1+s)² and E = K(1 − m/2 − P m²)
    the larger of F and T is K/π·[2/(1+s) − 16 P s²/(1+s)³], and the smaller K s/π·[2/(1+s) − 16 P/(1+s)³].
    """
    e, s = _ratio(ratio)
    t = 1.0 + s
    k, p = _mean(4.0 * s / (t * t), (1.0 - s) / t)
    larger = k / np.pi * (2.0 / t - 16.0 * p * s * s / (t * t * t))
    smaller = k * s / np.pi * (2.0 / t - 16.0 * p / (t * t * t))
    spinning, even = e < 1.0, s == 1.0
    force = _result(np.where(spinning, smaller, larger), even, 2.0 / np.pi)
    return force, _result(np.where(spinning, larger, smaller), even, 2.0 / np.pi)


@lru_cache(maxsize=8)
def limit_curve(n: int = 4097) -> Floats:
    """Table of the disc's friction from sliding alone to spinning alone.

    The motion reads kinetic friction off it, and rest the static limit: the same curve bounds both.

    Parameters
    ----------
    n : number of rows, at least 2

    Returns
    -------
    (n, 2) array, read-only
        F and T at u = R|ω|/(v + R|ω|), equally spaced from 0 (F = 1, T = 0) to 1 (F = 0, T = 2/3).
    """
    return _curve(disc_friction, n)


@lru_cache(maxsize=8)
def ring_curve(n: int = 4097) -> Floats:
    """Table of a ring's friction, as :func:`limit_curve`; it ends at F = 0, T = 1."""
    return _curve(ring_friction, n)


def _curve(law: Callable[[ArrayLike], tuple[Floats, Floats]], n: int) -> Floats:
    if n < 2:
        raise ValueError(f"n must be at least 2, got {n!r}")
    u = np.arange(n) / (n - 1)
    ratio = np.full(n, np.inf)
    np.divide(1.0 - u, u, out=ratio, where=u > 0.0)
    table = np.stack(law(ratio), axis=1)
    table.flags.writeable = False
    return table


def _mean(m: Floats, complement: Floats) -> tuple[Floats, Floats]:
    """K of the parameter `m`, and P in E = K(1 − m/2 − P m²), from the complementary modulus √(1−m).

    Abramowitz and Stegun 17.6.4: 1 − E/K = Σ 2^{n−1} c_n², c_0² = m. With c_{n+1} = c_n²/(4 a_{n+1}) instead
    of (a_n − b_n)/2 nothing cancels, and d_n = c_n/m stays finite as m goes to 0. Where m = 1, b = 0 and the
    values stand for nothing.
    """
    a, b = np.ones_like(m), complement
    d = np.zeros_like(m)
    p, weight = np.zeros_like(m), 1.0
    for step in range(_HALVINGS):
        a, b = 0.5 * (a + b), np.sqrt(a * b)
        d = 1.0 / (4.0 * a) if step == 0 else m * d * d / (4.0 * a)
        p = p + weight * d * d
        weight *= 2.0
    return np.pi / (2.0 * a), p


def _ratio(ratio: ArrayLike) -> tuple[Floats, Floats]:
    """Return ε and s = min(ε, 1/ε) as float arrays."""
    e = np.asarray(ratio, dtype=np.float64)
    bad = ~(e >= 0.0)
    if bad.any():
        raise ValueError(f"ratio must be v/(R·omega), from 0 to infinity, got {float(e[bad][0])!r}")
    s = np.array(e)
    np.divide(1.0, e, out=s, where=e > 1.0)
    return e, s


def _result(values: Floats, even: Floats, limit: float) -> Floats:
    """Put in the value at ε = 1, and make a scalar of a scalar."""
    return np.asarray(np.where(even, limit, values))[()]
