"""Sine and cosine whose bits do not depend on the C library, for turning moments with their pieces."""

from __future__ import annotations

import math

from sim.kernels.jit import inner, kept_apart

_TWO_OVER_PI = 0.6366197723675814
# π/2 in three parts of 33 bits (Cody and Waite 1980): the reduction is exact for any angle a piece may reach
_HALF_PI_1 = 1.57079632673412561417e00
_HALF_PI_2 = 6.07710050630396597660e-11
_HALF_PI_3 = 2.02226624879595063154e-21


@inner
def sine_cosine(angle: float) -> tuple[float, float]:
    """Sine and cosine by reduction to ±π/4 and Taylor polynomials in nested form; error below 2e-16."""
    kept_apart()
    turns = math.floor(angle * _TWO_OVER_PI + 0.5)
    r = ((angle - turns * _HALF_PI_1) - turns * _HALF_PI_2) - turns * _HALF_PI_3
    z = r * r
    s = r - r * z * (
        1.0 / 6.0
        - z
        * (
            1.0 / 120.0
            - z
            * (
                1.0 / 5040.0
                - z * (1.0 / 362880.0 - z * (1.0 / 39916800.0 - z * (1.0 / 6227020800.0 - z / 1307674368000.0)))
            )
        )
    )
    c = 1.0 - z * (
        0.5
        - z
        * (
            1.0 / 24.0
            - z
            * (
                1.0 / 720.0
                - z
                * (
                    1.0 / 40320.0
                    - z * (1.0 / 3628800.0 - z * (1.0 / 479001600.0 - z * (1.0 / 87178291200.0 - z / 20922789888000.0)))
                )
            )
        )
    )
    quadrant = int(turns) & 3
    if quadrant == 0:
        return s, c
    if quadrant == 1:
        return c, -s
    if quadrant == 2:
        return -s, -c
    return -c, s
