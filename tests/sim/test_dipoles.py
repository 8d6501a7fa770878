"""Sums over many dipoles against an extended-precision oracle, threads, and every message of bad input."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from sim.dipoles import Packed, energy, field, forces_torques

ONE = ([(0.0, 0.0, 0.0)], [(0.0, 0.0, 0.4)])


def cloud(n, seed):
    """Return n dipoles in a box, no two nearer than 5 mm."""
    rng = np.random.default_rng(seed)
    places: list[np.ndarray] = []
    while len(places) < n:
        p = rng.uniform(-0.05, 0.05, 3)
        if all(np.linalg.norm(p - q) > 5e-3 for q in places):
            places.append(p)
    return np.array(places), rng.normal(0.0, 0.3, (n, 3))


def exact_vector(values):
    return [mpmath.mpf(float(v)) for v in values]


def dot(a, b):
    return mpmath.fsum(x * y for x, y in zip(a, b, strict=True))


def exact_energy(places, moments, mu0_4pi):
    total = mpmath.mpf(0)
    for i in range(len(places)):
        for j in range(i):
            r = [a - b for a, b in zip(places[i], places[j], strict=True)]
            d2 = dot(r, r)
            mr = dot(moments[i], r) * dot(moments[j], r)
            total += (dot(moments[i], moments[j]) - 3 * mr / d2) / d2 ** mpmath.mpf("1.5")
    return mu0_4pi * total


def exact_field(point, places, moments, mu0_4pi, skip=-1):
    b = [mpmath.mpf(0)] * 3
    for j, (place, m) in enumerate(zip(places, moments, strict=True)):
        if j != skip:
            r = [a - c for a, c in zip(point, place, strict=True)]
            d2 = dot(r, r)
            b = [s + (3 * dot(m, r) * x / d2 - y) / d2 ** mpmath.mpf("1.5") for s, x, y in zip(b, r, m, strict=True)]
    return [mu0_4pi * s for s in b]


def exact_force(i, places, moments, mu0_4pi):
    """Force on dipole i by the closed formula for each source."""
    total, m2 = [mpmath.mpf(0)] * 3, moments[i]
    for j, m1 in enumerate(moments):
        if j != i:
            r = [a - b for a, b in zip(places[i], places[j], strict=True)]
            d = mpmath.sqrt(dot(r, r))
            n = [x / d for x in r]
            a, b, c = dot(m1, n), dot(m2, n), dot(m1, m2)
            for k in range(3):
                total[k] += 3 * mu0_4pi / d**4 * (a * m2[k] + b * m1[k] + c * n[k] - 5 * a * b * n[k])
    return total


@pytest.fixture
def digits40():
    with mpmath.workdps(40):
        yield mpmath.mpf("1e-7")


def error(got, want):
    want = np.array([float(w) for w in want])
    return np.linalg.norm(np.asarray(got) - want) / np.linalg.norm(want)


@pytest.mark.parametrize(("n", "seed"), [(2, 1), (3, 2), (12, 3), (40, 4)])
def test_forces_torques_and_energy_of_a_cloud_agree_with_an_extended_precision_sum(n, seed, digits40):
    positions, moments = cloud(n, seed)
    p, m = [exact_vector(v) for v in positions], [exact_vector(v) for v in moments]
    forces, torques = forces_torques(positions, moments)
    for i in range(n):
        b = exact_field(p[i], p, m, digits40, skip=i)
        u = m[i]
        torque = [u[1] * b[2] - u[2] * b[1], u[2] * b[0] - u[0] * b[2], u[0] * b[1] - u[1] * b[0]]
        assert error(forces[i], exact_force(i, p, m, digits40)) < 1e-12
        assert error(torques[i], torque) < 1e-12
    assert energy(positions, moments) == pytest.approx(float(exact_energy(p, m, digits40)), rel=1e-12)


def test_the_field_of_a_cloud_agrees_with_an_extended_precision_sum(digits40):
    positions, moments = cloud(20, 5)
    p, m = [exact_vector(v) for v in positions], [exact_vector(v) for v in moments]
    points = np.random.default_rng(6).uniform(0.06, 0.1, (7, 3))
    for point, b in zip(points, field(points, positions, moments), strict=True):
        assert error(b, exact_field(exact_vector(point), p, m, digits40)) < 1e-12


def test_a_force_is_minus_the_gradient_of_the_energy(digits40):
    positions, moments = cloud(5, 7)
    m = [exact_vector(v) for v in moments]
    forces, _ = forces_torques(positions, moments)
    step = mpmath.mpf("1e-13")
    for i in range(5):
        gradient = []
        for axis in range(3):
            sides = []
            for sign in (1, -1):
                p = [exact_vector(v) for v in positions]
                p[i][axis] += sign * step
                sides.append(exact_energy(p, m, digits40))
            gradient.append((sides[0] - sides[1]) / (2 * step))
        assert error(-forces[i], gradient) < 1e-12


def test_a_cloud_feels_no_force_and_no_torque_from_itself():
    positions, moments = cloud(30, 8)
    forces, torques = forces_torques(positions, moments)
    np.testing.assert_allclose(forces.sum(axis=0), 0.0, atol=1e-13 * np.abs(forces).sum())
    total = (torques + np.cross(positions, forces)).sum(axis=0)
    np.testing.assert_allclose(total, 0.0, atol=1e-13 * np.abs(torques).sum())


@pytest.mark.parametrize("threads", [2, 3, 7, 64])
def test_threads_change_no_bit(threads):
    positions, moments = cloud(50, 9)
    alone = forces_torques(positions, moments)
    shared = forces_torques(positions, moments, threads=threads)
    assert [a.tobytes() for a in shared] == [a.tobytes() for a in alone]


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize("n", [129, 333])
def test_threads_change_no_bit_of_a_sum_in_parts(n, threads):
    positions, moments = rough_cloud(n, "general")
    alone = forces_torques(positions, moments, method="direct")
    shared = forces_torques(positions, moments, method="direct", threads=threads)
    assert [a.tobytes() for a in shared] == [a.tobytes() for a in alone]


def rough_cloud(n, kind):
    """Return n dipoles 2 cm apart, shaken by up to 5 mm, of one of the kinds that have a sum of their own."""
    rng = np.random.default_rng(n)
    side = int(np.ceil(n**0.5))
    places = 0.02 * np.array([(k % side, k // side, 0.0) for k in range(n)]) + rng.uniform(-5e-3, 5e-3, (n, 3))
    moments = rng.normal(0.0, 0.3, (n, 3))
    if kind != "general":
        places[:, 2] = 0.01
    if kind == "upright":
        moments[:, :2] = 0.0
    return places, moments


def plain_sum(places, moments):
    """Forces, torques, and how large the terms of each were together, by a loop over ordered pairs."""
    n = len(places)
    forces, torques, sizes = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 2))
    for i in range(n):
        for j in range(n):
            if i != j:
                r = places[i] - places[j]
                d = np.sqrt(r @ r)
                e, a, b = r / d, moments[j], moments[i]
                force = 3e-7 / d**4 * ((a @ e) * b + (b @ e) * a + (a @ b) * e - 5 * (a @ e) * (b @ e) * e)
                torque = 1e-7 / d**3 * np.cross(b, 3 * (a @ e) * e - a)
                forces[i] += force
                torques[i] += torque
                sizes[i] += np.linalg.norm(force), np.linalg.norm(torque)
    return forces, torques, sizes


@pytest.mark.parametrize("kind", ["upright", "coplanar", "general"])
@pytest.mark.parametrize("n", [2, 3, 7, 12, 13, 24, 63, 64, 65, 128, 129, 150])
def test_every_kind_of_sum_agrees_with_a_plain_loop(n, kind):
    places, moments = rough_cloud(n, kind)
    forces, torques = forces_torques(places, moments, method="direct")
    known_forces, known_torques, sizes = plain_sum(places, moments)
    assert np.all(np.linalg.norm(forces - known_forces, axis=1) <= 1e-13 * sizes[:, 0])
    assert np.all(np.linalg.norm(torques - known_torques, axis=1) <= 1e-13 * sizes[:, 1])
    np.testing.assert_allclose(forces.sum(axis=0), 0.0, atol=1e-14 * sizes[:, 0].sum())


@pytest.mark.parametrize("kind", ["upright", "coplanar", "general"])
@pytest.mark.parametrize("n", [1, 12, 65, 128])
def test_packed_dipoles_have_the_bits_of_the_public_call(n, kind):
    places, moments = rough_cloud(n, kind)
    dipoles = Packed(places, moments)
    assert dipoles() == 0
    forces, torques = forces_torques(places, moments)
    assert dipoles.result.T.tobytes() == np.hstack([forces, torques]).tobytes()


def test_packed_dipoles_say_how_many_pairs_coincide():
    places, moments = rough_cloud(5, "general")
    dipoles = Packed(places, moments)
    dipoles.state[:3, 3] = dipoles.state[:3, 1]
    assert dipoles() == 1


@pytest.mark.parametrize("n", [0, 129])
def test_too_many_dipoles_to_pack_or_none_are_refused(n):
    with pytest.raises(ValueError, match=f"between 1 and 128 dipoles can be packed, got {n}"):
        Packed(*rough_cloud(n, "general") if n else ([], []))


def test_coincident_dipoles_of_a_sum_in_parts_are_named():
    places, moments = rough_cloud(200, "coplanar")
    places[150] = places[30]
    with pytest.raises(ValueError, match=r"positions\[30\] and positions\[150\] coincide"):
        forces_torques(places, moments, method="direct", threads=2)


def test_auto_is_the_direct_sum():
    positions, moments = cloud(10, 10)
    auto, direct = (forces_torques(positions, moments, method=name) for name in ("auto", "direct"))
    assert auto[0].tobytes() == direct[0].tobytes()


@pytest.mark.parametrize("nothing", [[], np.zeros((0, 3))])
def test_no_dipole_has_no_force_no_field_and_no_energy(nothing):
    forces, torques = forces_torques(nothing, nothing, threads=4)
    assert forces.shape == torques.shape == (0, 3)
    assert energy(nothing, nothing) == 0.0
    np.testing.assert_array_equal(field([(1.0, 2.0, 3.0)], nothing, nothing), np.zeros((1, 3)))


def test_one_dipole_feels_nothing():
    forces, torques = forces_torques(*ONE, threads=4)
    np.testing.assert_array_equal(forces, np.zeros((1, 3)))
    np.testing.assert_array_equal(torques, np.zeros((1, 3)))
    assert energy(*ONE) == 0.0


def test_the_field_at_no_point_is_an_empty_array():
    assert field([], *ONE).shape == (0, 3)


def test_the_arguments_are_left_as_they_were():
    positions, moments = cloud(4, 11)
    before = positions.tobytes(), moments.tobytes()
    forces_torques(positions, moments)
    assert (positions.tobytes(), moments.tobytes()) == before


def test_read_only_and_transposed_arrays_give_the_same_bits():
    positions, moments = cloud(4, 12)
    want = forces_torques(positions, moments)[0].tobytes()
    positions.flags.writeable = False
    assert forces_torques(positions, np.asfortranarray(moments))[0].tobytes() == want


TWO = [(0.0, 0.0, 0.0), (0.03, 0.0, 0.0)]
UP = [(0.0, 0.0, 0.4)] * 2


@pytest.mark.parametrize("call", [forces_torques, energy])
@pytest.mark.parametrize(
    ("positions", "moments", "message"),
    [
        (TWO[0], UP, r"positions must have shape \(n, 3\), got \(3,\)"),
        ([(0.0, 1.0)], UP, r"positions must have shape \(n, 3\), got \(1, 2\)"),
        (TWO, np.zeros((2, 2, 3)), r"moments must have shape \(n, 3\), got \(2, 2, 3\)"),
        (np.zeros((0, 2)), [], r"positions must have shape \(n, 3\), got \(0, 2\)"),
        (TWO, UP[:1], "positions and moments must be as many, got 2 and 1"),
        ([TWO[0], (0.0, np.nan, 0.0)], UP, r"positions\[1\] must be finite, got \[0.0, nan, 0.0\]"),
        (TWO, [(np.inf, 0.0, 0.0), UP[1]], r"moments\[0\] must be finite, got \[inf, 0.0, 0.0\]"),
        ([(0.0, 0.0), (1.0, 2.0, 3.0)], UP, r"positions must be real numbers of shape \(n, 3\)"),
        ([("a", "b", "c")] * 2, UP, r"positions must be real numbers of shape \(n, 3\)"),
        (TWO, np.array(UP) * 1j, r"moments must be real numbers of shape \(n, 3\)"),
        (None, UP, r"positions must have shape \(n, 3\), got \(\)"),
        ([*TWO, TWO[1]], [*UP, UP[0]], r"positions\[1\] and positions\[2\] coincide at \[0.03, 0.0, 0.0\]"),
        ([TWO[0], (1e-31, 0.0, 0.0)], UP, r"positions\[0\] and positions\[1\] coincide"),
        ([(1e200, 0.0, 0.0), *TWO, TWO[0]], UP * 2, r"positions\[1\] and positions\[3\] coincide"),
        (TWO, [(0.0, 0.0, 1e200)] * 2, "beyond the range of a float"),
    ],
)
def test_bad_dipoles_are_refused_with_the_argument_and_the_index(call, positions, moments, message):
    with pytest.raises(ValueError, match=message):
        call(positions, moments)


def test_a_distance_whose_square_leaves_the_range_of_a_float_is_refused():
    with pytest.raises(ValueError, match=r"the force on positions\[0\] is beyond the range of a float"):
        forces_torques([TWO[0], (1e200, 0.0, 0.0)], UP)


@pytest.mark.parametrize("threads", [2, 3])
def test_coincident_dipoles_are_named_with_threads_too(threads):
    positions, moments = cloud(30, 13)
    positions[23] = positions[17]
    with pytest.raises(ValueError, match=r"positions\[17\] and positions\[23\] coincide"):
        forces_torques(positions, moments, threads=threads)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "fast"}, "method 'fast' is unknown; use 'auto', 'direct' or 'tree'"),
        ({"rtol": 0.0}, "rtol must be above 0, got 0.0"),
        ({"rtol": np.nan}, "rtol must be above 0, got nan"),
        ({"threads": 0}, "threads must be at least 1, got 0"),
        ({"threads": 1.5}, "threads must be a whole number, got 1.5"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        forces_torques(TWO, UP, **options)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([(1.0, 1.0, 1.0), TWO[1]], r"points\[1\] lies on the dipole positions\[1\] at \[0.03, 0.0, 0.0\]"),
        ((1.0, 1.0, 1.0), r"points must have shape \(n, 3\), got \(3,\)"),
        ([(1.0, np.nan, 1.0)], r"points\[0\] must be finite"),
        ([(1e200, 0.0, 0.0)], r"the field at points\[0\] is beyond the range of a float"),
    ],
)
def test_bad_points_are_refused_with_their_index(points, message):
    with pytest.raises(ValueError, match=message):
        field(points, TWO, UP)
