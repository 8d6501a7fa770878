"""Energies of small clusters of dipoles in a plane, in units of μ0·m²/(4πd³)."""

from __future__ import annotations

import math

import pytest

from sim.dipoles import energy

SPACING = 0.025
MOMENT = 0.4
UNIT = 1e-7 * MOMENT**2 / SPACING**3


def chain(n):
    """Return n dipoles in a line, head to tail."""
    return [(k * SPACING, 0.0, 0.0) for k in range(n)], [(MOMENT, 0.0, 0.0)] * n


def ring(n):
    """Return n dipoles on a circle, neighbours touching, each along the tangent."""
    radius = SPACING / (2.0 * math.sin(math.pi / n))
    turns = [2.0 * math.pi * k / n for k in range(n)]
    places = [(radius * math.cos(a), radius * math.sin(a), 0.0) for a in turns]
    return places, [(-MOMENT * math.sin(a), MOMENT * math.cos(a), 0.0) for a in turns]


@pytest.mark.parametrize(
    ("cluster", "n", "units"),
    [
        (chain, 2, -2.0),
        (chain, 3, -4.25),
        (chain, 4, -6.574074074),
        (ring, 3, -3.75),
        (ring, 4, -6.707106781),
        (ring, 6, -12.31837567),
    ],
)
def test_a_cluster_has_the_known_energy(cluster, n, units):
    assert energy(*cluster(n)) / UNIT == pytest.approx(units, rel=1e-9)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 8])
def test_the_ring_beats_the_chain_from_four_on(n):
    assert (energy(*ring(n)) < energy(*chain(n))) == (n >= 4)
