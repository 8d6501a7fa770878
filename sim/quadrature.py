"""Finite magnets as sets of point dipoles, and as series: what stands for a cylinder at which distance.

A cylinder magnetised along its own axis is a uniform density of parallel dipoles. Near by, Gauss's rules put dipoles on
rings in layers; far away, a few dipoles on the axis with signed weights have the same multipole moments. The force
between two upright cylinders is a series of Legendre polynomials, as cheap as two dipoles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from sim.values import Floats, frozen

KNOTS = 49
"""Knots of the energy of two upright magnets at one height, between touch and where the series holds."""

TERMS = 48
"""Largest number of terms of the series of two upright magnets."""

REACH = 0.86
"""Share of their distance that the outer radii of two magnets may make up for the series to be used."""


@dataclass(frozen=True, eq=False)
class Rule:
    """Dipoles that stand for a magnet at a clearance of at least `least_gap` (m) from the other one.

    Attributes
    ----------
    points : (p, 4)
        Along the radius that faces the other magnet, across it, along the axis (m), and share of the moment.
    """

    least_gap: float
    points: Floats


@cache
def ladder(radius: float, height: float) -> tuple[Rule, ...]:
    """Return the rules of a cylinder, the cheapest and farthest first; the last one serves at any distance.

    Each keeps the force within 0.3 % of the exact one at its least gap, and closer beyond
    (``tests/physics/test_finite_magnets.py``). A point dipole (both sizes 0) has one rule.
    """
    if radius == 0.0 and height == 0.0:
        return (Rule(-math.inf, frozen([[0.0, 0.0, 0.0, 1.0]])),)
    size = math.hypot(radius, 0.5 * height)
    rules = [Rule(9.0 * size, _on_axis(radius, height, 1)), Rule(4.0 * size, _on_axis(radius, height, 2))]
    last = (0, 0, 0)
    for gap in _GAPS:
        counts = (_layers(gap * size / height), *_rings(gap * size / radius))
        if counts == last:
            # the same dipoles serve further down
            rules[-1] = Rule(gap * size, rules[-1].points)
        else:
            rules.append(Rule(gap * size, _in_layers(radius, height, *counts)))
        last = counts
    rules[-1] = Rule(-math.inf, rules[-1].points)
    return tuple(rules)


_GAPS = (3.0, 2.0, 1.5, 1.0, 0.75, 0.5, 0.35, 0.25)  # least gaps in units of the magnet's outer radius


def _layers(share: float) -> int:
    """Number of layers for a gap of `share` heights."""
    for least, count in ((2.5, 2), (0.7, 3), (0.45, 4), (0.3, 5)):
        if share >= least:
            return count
    return 6


def _rings(share: float) -> tuple[int, int]:
    """Number of rings, and of dipoles on each, for a gap of `share` radii."""
    for least, rings, count in ((2.5, 2, 6), (1.4, 2, 8), (0.95, 2, 10), (0.7, 3, 12), (0.45, 4, 18), (0.3, 5, 24)):
        if share >= least:
            return rings, count
    return 6, 30


def _in_layers(radius: float, height: float, layers: int, rings: int, around: int) -> Floats:
    """Gauss's rule along the axis and in the square of the radius, even steps around."""
    z, wz = np.polynomial.legendre.leggauss(layers)
    s, ws = np.polynomial.legendre.leggauss(rings)
    out = []
    for layer in range(layers):
        for ring in range(rings):
            rho = radius * math.sqrt(0.5 * (1.0 + s[ring]))
            for k in range(around):
                angle = 2.0 * math.pi * k / around
                weight = 0.25 * wz[layer] * ws[ring] / around
                out.append(
                    [rho * math.cos(angle), rho * math.sin(angle), 0.5 * height * z[layer], weight],
                )
    return frozen(out)


def _on_axis(radius: float, height: float, pairs: int) -> Floats:
    """Return dipoles at the centre and along the axis, with the cylinder's multipole moments of order 2 to 2·pairs."""
    reach = math.hypot(radius, 0.5 * height)
    places = reach * np.arange(1, pairs + 1) / pairs * 0.6
    orders = 2 * np.arange(1, pairs + 1)
    wanted = [axial_moment(radius, height, int(order)) for order in orders]
    weights = np.linalg.solve(2.0 * places[None, :] ** orders[:, None], wanted)
    out = [[0.0, 0.0, 0.0, 1.0 - 2.0 * float(weights.sum())]]
    for place, weight in zip(places, weights, strict=True):
        out += [[0.0, 0.0, place, weight], [0.0, 0.0, -place, weight]]
    return frozen(out)


def axial_moment(radius: float, height: float, order: int) -> float:
    """Mean of r^l P_l(cos θ) over a cylinder, mˡ: its multipole moment of order l + 1 over its dipole moment.

    Jackson, Classical Electrodynamics, 3rd ed., §4.1. The integrand is a polynomial in z and in the square of the
    radius, for which Gauss's rule of enough nodes is exact.
    """
    nodes, weights = np.polynomial.legendre.leggauss(order // 2 + 1)
    z = 0.5 * height * nodes[:, None]
    squares = radius**2 * 0.5 * (1.0 + nodes[None, :])
    r = np.sqrt(z**2 + squares)
    cosine = np.divide(z, r, out=np.zeros_like(r), where=r > 0.0)
    polynomial = np.polynomial.legendre.legval(cosine, [0.0] * order + [1.0])
    return float((0.25 * weights[:, None] * weights[None, :] * r**order * polynomial).sum())


@cache
def upright_series(radius: float, height: float, other_radius: float, other_height: float) -> Floats:
    """Return coefficients of the energy and torques of two upright cylinders, (3, terms), m^(2k).

    With r from the first to the second, c = z/r, s = ρ/r and L = 2k + 2:
    U = −μ0·m1·m2/4π · Σ a_k P_L(c)/r^(L+1), and the torque that tips magnet i toward the direction of ρ is
    μ0·m1·m2/4π · Σ b_ik s P'_L(c)/r^(L+1). Rows are a, b_1, b_2; the first terms are those of dipoles: 2, 1, 1.

    Both magnets are axial multipoles of odd orders (Jackson §4.1): charges on their axes with the moments
    l·m·⟨r^(l−1)P_(l−1)⟩, l = 1, 3, …; each is a derivative of order l along its axis, ∂^L(1/r)/∂z^L =
    L! P_L(c)/r^(L+1) for even L, and turning a magnet turns one of its derivatives. It converges where r is above the
    sum of the outer radii.
    """
    one = [axial_moment(radius, height, 2 * k) for k in range(TERMS)]
    two = [axial_moment(other_radius, other_height, 2 * k) for k in range(TERMS)]
    out = np.zeros((3, TERMS))
    for k in range(TERMS):
        order = 2 * k + 2
        for i in range(k + 1):
            j = k - i
            # (L − 1)!/((l − 1)!(l' − 1)!) with l = 2i + 1, l' = 2j + 1, L = l + l'
            share = one[i] * two[j] * (math.comb(2 * k, 2 * i) * (2 * k + 1))
            out[0, k] += order * share
            out[1, k] += (2 * i + 1) * share
            out[2, k] += (2 * j + 1) * share
    return frozen(out)


@cache
def level_knots(radius: float, height: float, other_radius: float, other_height: float) -> Floats:
    """Return the energy of two upright cylinders at one height, near by, over μ0·m1·m2/4π: (KNOTS, 2).

    Columns are U (m⁻³) and dU/du, at even steps of u = √(c/C) from 0 to 1: c is the gap between the cylinders and C
    the one at which :func:`upright_series` takes over. Each face is a disc of magnetic charge; two such discs have the
    energy ∫ J0(kd)·2J1(ka)/ka·2J1(kb)/kb·exp(−k|z|) dk (Jackson, Classical Electrodynamics, 3rd ed., §3.13).
    """
    from scipy.special import j0, j1

    contact = radius + other_radius
    outer = math.hypot(radius, 0.5 * height) + math.hypot(other_radius, 0.5 * other_height)
    u = np.linspace(0.0, 1.0, KNOTS)
    room = outer / REACH - contact
    distances = contact + room * u**2
    nodes, weights = np.polynomial.legendre.leggauss(20)
    width = 4.0 * math.pi / (distances[-1] + contact)  # two of the fastest waves
    panels = math.ceil(3000.0 / min(radius, other_radius) / width)
    energy, force = np.zeros(KNOTS), np.zeros(KNOTS)
    for first in range(0, panels, 512):
        starts = width * np.arange(first, min(first + 512, panels))[:, None]
        k = (starts + 0.5 * width * (nodes + 1.0)).ravel()
        share = np.tile(0.5 * width * weights, len(starts))
        faces = np.exp(-0.5 * k * abs(height - other_height)) - np.exp(-0.5 * k * (height + other_height))
        share *= 8.0 * j1(k * radius) * j1(k * other_radius) / (k * k * radius * other_radius) * faces
        for i, d in enumerate(distances):
            energy[i] += share @ j0(k * d)
            force[i] += (share * k) @ j1(k * d)
    scale = 1.0 / (height * other_height)
    return frozen(np.column_stack([scale * energy, -scale * force * 2.0 * room * u]))
