"""Force and torque between two dipoles: the vectors of known cases, and what must hold for any pair."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from sim.dipoles import energy, field, forces_torques

UP = (0.0, 0.0, 0.4)
DOWN = (0.0, 0.0, -0.4)
ALONG = (0.4, 0.0, 0.0)

moments = arrays(np.float64, (2, 3), elements=st.floats(-1.0, 1.0).filter(lambda x: x == 0.0 or abs(x) > 1e-6))
separations = arrays(np.float64, 3, elements=st.floats(-0.1, 0.1)).filter(lambda r: r @ r > 1e-4)
angles = st.floats(-np.pi, np.pi)


def pair(m1, m2, r):
    return forces_torques([(0.0, 0.0, 0.0), r], [m1, m2])


def scales(m, r):
    """Sizes that a force and a torque of the pair may have, to measure errors against."""
    size = 1e-7 * np.linalg.norm(m[0]) * np.linalg.norm(m[1])
    distance = np.linalg.norm(r)
    return 6.0 * size / distance**4, 2.0 * size / distance**3


def test_a_general_pair_gives_the_known_force_and_torques():
    forces, torques = pair((0.3, -0.2, 0.1), (-0.15, 0.25, 0.35), (0.021, -0.034, 0.017))
    np.testing.assert_allclose(forces[1], (-9.582093222e-4, -1.406123319e-3, 1.435588148e-2), rtol=5e-10)
    np.testing.assert_allclose(torques[0], (1.159874693e-4, 1.797200492e-4, 1.147769063e-5), rtol=5e-10)
    np.testing.assert_allclose(torques[1], (3.482084046e-4, 1.380430203e-4, 5.063001603e-5), rtol=5e-10)


def test_two_upright_dipoles_at_different_heights_give_the_known_force_and_torques():
    forces, torques = pair(UP, UP, (0.02, 0.0, 0.03))
    np.testing.assert_allclose(forces[1], (-0.03878104239, 0.0, -0.01090716817), rtol=5e-10, atol=1e-17)
    np.testing.assert_allclose(torques[:, 1], 4.726439542e-4, rtol=5e-10)


@pytest.mark.parametrize(("distance", "force"), [(0.025, 0.12288), (0.03, 0.05925925926), (0.05, 0.00768)])
def test_upright_dipoles_side_by_side_repel_with_the_known_force(distance, force):
    forces, torques = pair(UP, UP, (distance, 0.0, 0.0))
    np.testing.assert_allclose(forces[1], (force, 0.0, 0.0), rtol=1e-10)
    np.testing.assert_array_equal(torques, 0.0)


@pytest.mark.parametrize("distance", [0.025, 0.03, 0.05])
def test_head_to_tail_attracts_twice_as_much_as_side_by_side_repels(distance):
    beside, _ = pair(UP, UP, (distance, 0.0, 0.0))
    in_line, _ = pair(ALONG, ALONG, (distance, 0.0, 0.0))
    assert in_line[1, 0] == pytest.approx(-2.0 * beside[1, 0], rel=1e-14)


def test_opposite_faces_attract_as_much_as_like_faces_repel():
    like, _ = pair(UP, UP, (0.03, 0.0, 0.0))
    unlike, _ = pair(UP, DOWN, (0.03, 0.0, 0.0))
    np.testing.assert_array_equal(unlike, -like)


@given(moments, separations)
def test_the_two_forces_are_opposite_to_the_bit(m, r):
    forces, _ = pair(m[0], m[1], r)
    np.testing.assert_array_equal(forces[0], -forces[1])


@given(moments, separations)
def test_the_torques_and_the_moment_of_the_force_balance(m, r):
    forces, torques = pair(m[0], m[1], r)
    _, scale = scales(m, r)
    np.testing.assert_allclose(torques.sum(axis=0) + np.cross(r, forces[1]), 0.0, atol=1e-14 * scale + 1e-300)


@given(moments, separations)
def test_a_torque_is_the_moment_crossed_with_the_field_of_the_other(m, r):
    _, torques = pair(m[0], m[1], r)
    b = field([r], [(0.0, 0.0, 0.0)], [m[0]])[0]
    np.testing.assert_array_equal(torques[1], np.cross(m[1], b))


@given(moments, separations)
def test_the_energy_is_minus_the_moment_times_the_field_of_the_other(m, r):
    _, scale = scales(m, r)
    b = field([r], [(0.0, 0.0, 0.0)], [m[0]])[0]
    assert energy([(0.0, 0.0, 0.0), r], m) == pytest.approx(-m[1] @ b, rel=0.0, abs=1e-14 * scale + 1e-300)


@settings(max_examples=50)
@given(moments, separations, angles, angles, angles)
def test_turning_the_pair_turns_forces_and_torques_with_it(m, r, yaw, pitch, roll):
    turn = rotation(yaw, pitch, roll)
    forces, torques = pair(m[0], m[1], r)
    turned_forces, turned_torques = pair(turn @ m[0], turn @ m[1], turn @ r)
    force_scale, torque_scale = scales(m, r)
    np.testing.assert_allclose(turned_forces, forces @ turn.T, rtol=0.0, atol=1e-13 * force_scale + 1e-300)
    np.testing.assert_allclose(turned_torques, torques @ turn.T, rtol=0.0, atol=1e-13 * torque_scale + 1e-300)


def rotation(yaw, pitch, roll):
    c1, s1, c2, s2, c3, s3 = (f(a) for a in (yaw, pitch, roll) for f in (np.cos, np.sin))
    about_z = np.array([[c1, -s1, 0], [s1, c1, 0], [0, 0, 1]])
    about_y = np.array([[c2, 0, s2], [0, 1, 0], [-s2, 0, c2]])
    about_x = np.array([[1, 0, 0], [0, c3, -s3], [0, s3, c3]])
    return about_z @ about_y @ about_x
