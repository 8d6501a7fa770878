"""The tree keeps the error it is asked for, in clouds of every kind, and changes no bit with threads."""

from __future__ import annotations

import numpy as np
import pytest

from sim.dipoles import forces_torques

N = 3000


def clouds():
    rng = np.random.default_rng(5)
    anyhow = rng.normal(size=(N, 3))
    up = np.tile((0.0, 0.0, 1.0), (N, 1))
    box = rng.uniform(size=(N, 3))
    knots = rng.normal(size=(12, 3))[rng.integers(12, size=N)] + 0.02 * rng.normal(size=(N, 3))
    side = np.arange(15.0)
    lattice = np.stack(np.meshgrid(side, side, side), axis=-1).reshape(-1, 3)[:N]
    return {
        "random": (box, anyhow),
        "aligned": (box, up),
        "clustered": (knots, anyhow),
        "thin": (box * (1.0, 1.0, 0.01), anyhow),
        "flat": (box * (1.0, 1.0, 0.0), anyhow),
        "flat and aligned": (box * (1.0, 1.0, 0.0), up),
        "flat and clustered": (knots * (1.0, 1.0, 0.0), anyhow),
        "nearly a lattice": (lattice + rng.uniform(-0.2, 0.2, (N, 3)), up),
    }


CLOUDS = clouds()


def error(ours, known):
    """Root mean square error, relative to the median of what is known, or to its root mean square, if that is less."""
    squares = (known**2).sum(axis=1)
    size = np.sqrt(min(np.median(squares), np.mean(squares)))
    off = np.sqrt(((ours - known) ** 2).sum(axis=1).mean())
    return off / size if size else off


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("name", CLOUDS)
def test_the_tree_keeps_the_error_asked_for(name, rtol):
    known = forces_torques(*CLOUDS[name], method="direct")
    ours = forces_torques(*CLOUDS[name], method="tree", rtol=rtol)
    for a, b in zip(ours, known, strict=True):
        assert error(a, b) <= rtol


def test_the_tree_is_no_direct_sum_in_disguise():
    ours = forces_torques(*CLOUDS["flat"], method="tree", rtol=1e-4)[0]
    known = forces_torques(*CLOUDS["flat"], method="direct")[0]
    assert error(ours, known) > 1e-12


def test_where_forces_all_but_cancel_the_error_is_kept_too():
    side = np.arange(50.0)
    places = np.stack([*np.meshgrid(side, side), np.zeros((50, 50))], axis=-1).reshape(-1, 3)
    moments = np.tile((0.0, 0.0, 1.0), (2500, 1))
    known = forces_torques(places, moments, method="direct")[0]
    assert error(forces_torques(places, moments, method="tree", rtol=1e-5)[0], known) <= 1e-5


def test_threads_change_no_bit_of_the_tree():
    alone = forces_torques(*CLOUDS["clustered"], method="tree")
    shared = forces_torques(*CLOUDS["clustered"], method="tree", threads=2)
    assert [a.tobytes() for a in shared] == [a.tobytes() for a in alone]


def test_an_error_no_tree_can_keep_takes_the_direct_sum():
    tree = forces_torques(*CLOUDS["random"], method="tree", rtol=1e-13)
    direct = forces_torques(*CLOUDS["random"], method="direct")
    assert [a.tobytes() for a in tree] == [a.tobytes() for a in direct]


@pytest.mark.parametrize("name", ["random", "flat", "flat and aligned"])
def test_coincident_dipoles_in_a_tree_are_named(name):
    places, moments = CLOUDS[name][0].copy(), CLOUDS[name][1]
    places[2100] = places[17]
    with pytest.raises(ValueError, match=r"positions\[17\] and positions\[2100\] coincide"):
        forces_torques(places, moments, method="tree")


def test_many_dipoles_in_one_place_are_named_and_end():
    places = np.zeros((1000, 3))
    with pytest.raises(ValueError, match=r"positions\[0\] and positions\[1\] coincide"):
        forces_torques(places, CLOUDS["random"][1][:1000], method="tree")
