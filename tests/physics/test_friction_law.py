"""Friction of a disc and a ring that slide and spin, against known numbers and an oracle."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import dblquad
from scipy.optimize import brentq
from scipy.special import ellipe, ellipk

import sim
from sim.friction import disc_friction, elliptic_integrals, limit_curve, ring_friction

LAWS = [disc_friction, ring_friction]
RATIOS = np.concatenate([np.logspace(-8, 8, 321), 1.0 + np.array([-1e-6, -1e-12, 1e-12, 1e-6])])


@pytest.mark.parametrize(
    ("ratio", "force", "torque"),
    [(0.3, 0.2965859192, 0.6224358261), (1.0, 0.8488263632, 0.2829421211), (3.0, 0.9859111660, 0.0841302349)],
)
def test_the_disc_has_the_known_force_and_torque(ratio, force, torque):
    f, t = disc_friction(ratio)
    assert f == pytest.approx(force, rel=0.0, abs=6e-11)
    assert t == pytest.approx(torque, rel=0.0, abs=6e-11)


def test_a_disc_comes_to_rest_at_the_universal_ratio():
    # dv/dt = −μgF and R·dω/dt = −μgT·MR²/I = −2μgT, so v/(Rω) stands still where F/ε = 2T
    def drift(ratio):
        f, t = disc_friction(ratio)
        return float(f - 2.0 * ratio * t)

    assert brentq(drift, 0.1, 2.0, xtol=1e-13) == pytest.approx(0.6530017892, abs=6e-11)


def test_every_ratio_is_driven_to_the_universal_one():
    slow, fast = np.linspace(0.01, 0.65, 50), np.linspace(0.66, 20.0, 50)
    f, t = disc_friction(slow)
    assert (f < 2.0 * slow * t).all()
    f, t = disc_friction(fast)
    assert (f > 2.0 * fast * t).all()


@pytest.mark.parametrize("ratio", [0.2, 0.9, 1.1, 4.0])
def test_the_disc_agrees_with_the_integral_over_its_face(ratio):
    # each element at (r, φ) is dragged against its velocity (ε − r sin φ, r cos φ), unit pressure, R = ω = 1
    def force(r, phi):
        vx, vy = ratio - r * np.sin(phi), r * np.cos(phi)
        return r * vx / np.hypot(vx, vy) / np.pi

    def torque(r, phi):
        vx, vy = ratio - r * np.sin(phi), r * np.cos(phi)
        return r * (r * np.cos(phi) * vy - r * np.sin(phi) * vx) / np.hypot(vx, vy) / np.pi

    f, t = disc_friction(ratio)
    # symmetric in φ → π − φ; split where the element that stands still is
    for element, want in ((force, f), (torque, t)):
        half, _ = dblquad(element, -np.pi / 2, np.pi / 2, 0.0, 1.0, epsabs=1e-7)
        assert 2.0 * half == pytest.approx(want, abs=2e-6)


def published_disc(e):
    m = np.where(e <= 1.0, e * e, 1.0 / (e * e))
    K, E, q = ellipk(m), ellipe(m), e * e
    slow_f = 4 / (3 * np.pi * e) * ((q + 1) * E + (q - 1) * K)
    fast_f = 4 / (3 * np.pi) * ((q + 1) * E - (q - 1) * K)
    slow_t = 4 / (9 * np.pi) * ((4 - 2 * q) * E + (q - 1) * K)
    fast_t = 4 * e / (9 * np.pi) * ((4 - 2 * q) * E + (2 * q - 5 + 3 / q) * K)
    return np.where(e <= 1.0, slow_f, fast_f), np.where(e <= 1.0, slow_t, fast_t)


def published_ring(e):
    m = 4 * e / (1 + e) ** 2
    A, B = 4 * ellipk(m) / (1 + e), 4 * (1 + e) * ellipe(m)
    return ((e * e - 1) * A + B) / (4 * np.pi * e), ((1 - e * e) * A + B) / (4 * np.pi)


@pytest.mark.parametrize(("law", "published"), [(disc_friction, published_disc), (ring_friction, published_ring)])
def test_the_law_agrees_with_the_published_form_where_that_keeps_its_digits(law, published):
    e = np.concatenate([np.linspace(0.05, 0.999, 200), np.linspace(1.001, 8.0, 200)])
    for got, want in zip(law(e), published(e), strict=True):
        np.testing.assert_allclose(got, want, rtol=2e-12)


def test_the_law_keeps_its_digits_over_the_whole_range():
    import mpmath

    with mpmath.workdps(60):
        for e, f, t in zip(RATIOS, *disc_friction(RATIOS), strict=True):
            x = mpmath.mpf(float(e))
            q = x * x
            if x < 1:
                K, E = mpmath.ellipk(q), mpmath.ellipe(q)
                force = 4 / (3 * mpmath.pi * x) * ((q + 1) * E + (q - 1) * K)
                torque = 4 / (9 * mpmath.pi) * ((4 - 2 * q) * E + (q - 1) * K)
            elif x > 1:
                K, E = mpmath.ellipk(1 / q), mpmath.ellipe(1 / q)
                force = 4 / (3 * mpmath.pi) * ((q + 1) * E - (q - 1) * K)
                torque = 4 * x / (9 * mpmath.pi) * ((4 - 2 * q) * E + (2 * q - 5 + 3 / q) * K)
            else:
                force, torque = 8 / (3 * mpmath.pi), 8 / (9 * mpmath.pi)
            assert f == pytest.approx(float(force), rel=1e-13)
            assert t == pytest.approx(float(torque), rel=1e-13)


def test_the_ring_keeps_its_digits_over_the_whole_range():
    import mpmath

    with mpmath.workdps(60):
        for e, f, t in zip(RATIOS, *ring_friction(RATIOS), strict=True):
            x = mpmath.mpf(float(e))
            if x != 1:
                m = 4 * x / (1 + x) ** 2
                A, B = 4 * mpmath.ellipk(m) / (1 + x), 4 * (1 + x) * mpmath.ellipe(m)
                assert f == pytest.approx(float(((x * x - 1) * A + B) / (4 * mpmath.pi * x)), rel=1e-13)
                assert t == pytest.approx(float(((1 - x * x) * A + B) / (4 * mpmath.pi)), rel=1e-13)


@pytest.mark.parametrize(
    ("law", "spinning"),
    [(disc_friction, 2.0 / 3.0), (ring_friction, 1.0)],
)
def test_the_ends_are_spinning_alone_and_sliding_alone(law, spinning):
    f, t = law([0.0, np.inf])
    np.testing.assert_allclose(f, [0.0, 1.0], rtol=1e-15)
    np.testing.assert_allclose(t, [spinning, 0.0], rtol=1e-15)


@pytest.mark.parametrize("law", LAWS)
def test_the_force_grows_and_the_torque_falls_with_the_ratio(law):
    f, t = law(np.logspace(-3, 3, 2001))
    assert (np.diff(f) > 0.0).all()
    assert (np.diff(t) < 0.0).all()


@pytest.mark.parametrize("law", LAWS)
def test_the_law_has_no_step_at_ratio_one(law):
    around = 1.0 + np.array([-1e-15, 0.0, 1e-15])
    for values in law(around):
        np.testing.assert_allclose(values, values[1], rtol=1e-13)


def test_force_and_torque_of_a_ring_change_places_when_the_ratio_is_inverted():
    f, _ = ring_friction(RATIOS)
    _, t = ring_friction(1.0 / RATIOS)
    np.testing.assert_allclose(f, t, rtol=1e-13)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("tiny", [5e-324, 1e-200, 1e-160])
def test_extreme_ratios_neither_overflow_nor_vanish(law, tiny):
    f, t = law([tiny, 1.0 / max(tiny, 1e-300)])
    assert 0.0 <= f[0] <= tiny
    assert f[1] == pytest.approx(1.0)
    assert t[0] == pytest.approx(law(0.0)[1])


@pytest.mark.parametrize("law", LAWS)
def test_a_scalar_gives_scalars_and_an_array_its_own_shape(law):
    f, t = law(0.5)
    assert np.ndim(f) == np.ndim(t) == 0
    assert [v.shape for v in law(np.ones((2, 3)))] == [(2, 3), (2, 3)]
    assert [v.shape for v in law([])] == [(0,), (0,)]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("bad", [-0.1, np.nan, [1.0, -np.inf]])
def test_a_ratio_that_cannot_be_is_refused(law, bad):
    with pytest.raises(ValueError, match=r"ratio must be v/\(R·omega\), from 0 to infinity, got (-|nan)"):
        law(bad)


def test_the_elliptic_integrals_agree_with_an_independent_library():
    m = np.concatenate([[0.0], np.logspace(-12, -0.01, 60), 1.0 - np.logspace(-12, -1, 60)])
    k, e = elliptic_integrals(m)
    np.testing.assert_allclose(k, ellipk(m), rtol=2e-15)
    np.testing.assert_allclose(e, ellipe(m), rtol=1e-14)


def test_the_limit_curve_runs_from_sliding_to_spinning():
    curve = limit_curve()
    assert curve.shape == (4097, 2)
    np.testing.assert_array_equal(curve[0], (1.0, 0.0))
    np.testing.assert_allclose(curve[-1], (0.0, 2.0 / 3.0), rtol=1e-15)


def test_a_row_of_the_limit_curve_is_the_law_at_its_ratio():
    curve = limit_curve(101)
    u = 0.25
    np.testing.assert_allclose(curve[25], disc_friction((1.0 - u) / u), rtol=1e-14)


def test_the_limit_curve_is_read_only_and_built_once():
    assert limit_curve() is limit_curve()
    assert not limit_curve().flags.writeable


def test_the_limit_curve_bulges_outward():
    # the limit set of a contact is convex: along it, the direction of dF, dT only turns one way
    step = np.diff(limit_curve(513), axis=0)
    turn = step[:-1, 0] * step[1:, 1] - step[:-1, 1] * step[1:, 0]
    assert (turn > 0.0).all()


def test_a_limit_curve_of_one_row_is_refused():
    with pytest.raises(ValueError, match="n must be at least 2, got 1"):
        limit_curve(1)


def exact_ellipse(a: float, b: float, ux: float, uy: float) -> np.ndarray:
    """Force and torque of a uniformly pressed ellipse that spins at 1 rad/s, in units of μN and μN·m: by quadrature."""
    x, w = np.polynomial.legendre.leggauss(200)
    angle = 2 * np.pi * (np.arange(800) + 0.5) / 800
    px, py = (axis * np.outer(np.sqrt((x + 1) / 2), f(angle)) for axis, f in ((a, np.cos), (b, np.sin)))
    vx, vy = ux - py, uy + px
    weight = np.outer(w / 2, np.full(800, 1 / 800)) / np.hypot(vx, vy)
    return np.array([(weight * vx).sum(), (weight * vy).sum(), (weight * (px * vy - py * vx)).sum()])


@pytest.mark.parametrize(
    ("aspect", "worst"), [(1.0, (2e-5, 2e-5, 2e-5)), (1.25, (0.030, 0.037, 0.028)), (1.5, (0.056, 0.065, 0.050))]
)
def test_the_ellipses_equivalent_is_as_good_as_the_docs_say(aspect: float, worst: tuple[float, float, float]) -> None:
    radius = sim.PieceKind("e", "ellipse", (aspect, 1.0), 1.0, 1.0).friction_radius
    found = np.zeros(3)
    for ratio in (0.1, 0.3, 0.653, 1.0, 1.6, 3.0, 8.0):
        for way in (0.0, 0.5, 1.0, np.pi / 2):
            c, s = np.cos(way), np.sin(way)
            fx, fy, torque = exact_ellipse(aspect, 1.0, ratio * radius * c, ratio * radius * s)
            force, turning = disc_friction(ratio)
            error = [fx * c + fy * s - force, fy * c - fx * s, torque / radius - turning]
            found = np.maximum(found, np.abs(error))
    assert (found <= np.array(worst) + 5e-4).all()
    assert aspect == 1.0 or (found > 0.8 * np.array(worst)).all()
