"""Forces between finite magnets against an independent oracle: magpylib's exact field of one cylinder, integrated over
the magnetic charge on the faces of the other."""

from functools import cache

import magpylib
import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from table_cases import table

import sim
from sim.quadrature import axial_moment, ladder, upright_series
from sim.running import SimulationError
from sim.values import MU0

REMANENCE = 1.30
UP, ALONG, ACROSS, TILTED, SKEW = (0, 0, 1), (1, 0, 0), (0, 1, 0), (1, 0, 1), (-1, 2, 1)


def turned_to(axis) -> Rotation:
    axis = np.array(axis) / np.linalg.norm(axis)
    return Rotation.align_vectors([axis], [[0, 0, 1]])[0]


@cache
def exact(size1, size2, place, axis1, axis2, nodes: int = 32, around: int = 72):
    """Force on cylinder 2 at `place` and torque about its middle, N and N·m; sizes are diameter and height."""
    source = magpylib.magnet.Cylinder(polarization=(0, 0, REMANENCE), dimension=size1, orientation=turned_to(axis1))
    x, w = np.polynomial.legendre.leggauss(nodes)
    rho = np.sqrt((x + 1) / 2) * size2[0] / 2
    angle = 2 * np.pi * (np.arange(around) + 0.5) / around
    force, torque = np.zeros(3), np.zeros(3)
    for face in (1, -1):
        flat = np.stack([np.outer(rho, np.cos(angle)), np.outer(rho, np.sin(angle))], -1).reshape(-1, 2)
        points = turned_to(axis2).apply(np.column_stack([flat, np.full(len(flat), face * size2[1] / 2)]))
        charge = np.repeat(w / 2, around) / around * np.pi * size2[0] ** 2 / 4 * face * REMANENCE / MU0
        field = source.getB(points + np.array(place))
        force += charge @ field
        torque += charge @ np.cross(points, field)
    return force, torque


def ours(size1, size2, place, axis1, axis2):
    """The same through a layout: one piece and one fixed magnet, so that they may lie at different heights."""
    kinds = []
    for size, axis in ((size1, axis1), (size2, axis2)):
        magnet = sim.Magnet(remanence=REMANENCE, diameter=size[0], height=size[1], axis=axis)
        kinds.append((magnet.vector, magnet.cylinder))
    fixed = sim.FixedMagnet("m", (0.0, 0.0, 0.1), *kinds[0][:1], cylinder=kinds[0][1])
    kind = sim.PieceKind("p", "disc", (0.0125, 0.0125), 2 * (0.1 + place[2]), 0.01, kinds[1][0], cylinder=kinds[1][1])
    layout = sim.Layout().with_piece(sim.Piece("a", kind), place[:2])
    found = sim.forces(table(magnets=(fixed,)), layout)
    return found.force[0], found.torque[0]


FLAT, SHORT, LONG, EVEN = (0.020, 0.003), (0.010, 0.005), (0.006, 0.015), (0.012, 0.012)
CASES = [
    (SHORT, SHORT, (0.025, 0, 0), UP, UP),
    (FLAT, FLAT, (0.025, 0, 0), UP, UP),
    (FLAT, SHORT, (0.025, 0, 0), UP, UP),
    (EVEN, EVEN, (0.025, 0, 0), UP, (0, 0, -1)),
    (FLAT, FLAT, (0.0212, 0, 0), UP, UP),
    (SHORT, SHORT, (0, 0, 0.015), UP, (0, 0, -1)),
    (SHORT, SHORT, (0, 0, 0.009), UP, UP),
    (FLAT, FLAT, (0, 0, 0.015), UP, UP),
    (FLAT, SHORT, (0.004, 0.002, 0.010), UP, UP),
    (LONG, FLAT, (0.015, 0, 0.012), UP, UP),
    (SHORT, SHORT, (0.025, 0, 0), ALONG, UP),
    (SHORT, SHORT, (0.025, 0, 0), ALONG, ALONG),
    (SHORT, SHORT, (0.025, 0, 0), ACROSS, ACROSS),
    (LONG, LONG, (0.025, 0, 0), ALONG, ALONG),
    (LONG, LONG, (0.012, 0, 0), ACROSS, ACROSS),
    (FLAT, FLAT, (0.028, 0.003, 0), TILTED, UP),
    (EVEN, SHORT, (0.020, 0.01, 0.004), TILTED, SKEW),
    (LONG, SHORT, (0.018, -0.01, 0.006), SKEW, TILTED),
]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("farther", [1.0, 1.3, 2.0, 4.0, 9.0])
def test_force_and_torque_are_within_one_percent_of_the_cylinders(case, farther: float) -> None:
    size1, size2, place, axis1, axis2 = case
    place = tuple(farther * p for p in place)
    force, torque = exact(size1, size2, place, axis1, axis2)
    f, t = ours(*case[:2], place, axis1, axis2)
    # where a force vanishes by symmetry the pair's scale stands in for it
    m1, m2 = (REMANENCE / MU0 * np.pi / 4 * d * d * h for d, h in (size1, size2))
    r = np.linalg.norm(place)
    scale = 1e-7 * m1 * m2 / r**4
    assert np.linalg.norm(f - force) < 0.01 * max(np.linalg.norm(force), 0.1 * scale)
    assert np.linalg.norm(t - torque) < 0.01 * max(np.linalg.norm(torque), 0.1 * scale * r)


@pytest.mark.parametrize(
    ("size", "place", "known"),
    [
        (SHORT, (0.025, 0, 0), 0.1402628129),
        (FLAT, (0.025, 0, 0), 1.678981910),
    ],
)
def test_level_upright_magnets_are_known_to_a_part_in_a_million(size, place, known: float) -> None:
    assert ours(size, size, place, UP, UP)[0][0] == pytest.approx(known, rel=1e-6)


BARE = [((0.025, 0.008), (0.025, 0.008)), (FLAT, FLAT), (LONG, LONG)]


@pytest.mark.parametrize("sizes", BARE)
@pytest.mark.parametrize("gap", [0.0, 5e-6, 1e-4, 1e-3])
def test_magnets_that_fill_their_pieces_pull_as_cylinders_do_down_to_touch(sizes, gap: float) -> None:
    radii = [0.5 * size[0] for size in sizes]
    place = (sum(radii) + gap, 0, 0)
    kinds = []
    for size, radius in zip(sizes, radii, strict=True):
        magnet = sim.Magnet(remanence=REMANENCE, diameter=size[0], height=size[1])
        kinds.append(
            sim.PieceKind("k", "disc", (radius, radius), size[1], 0.01, magnet.vector, cylinder=magnet.cylinder)
        )
    layout = sim.Layout().with_piece(sim.Piece("a", kinds[0]), (0, 0)).with_piece(sim.Piece("b", kinds[1]), place[:2])
    force, _ = exact(*sizes, place, UP, UP, 64, 720)
    # at touch itself to 0.2 %, since a sliver of the integral is cut off there
    assert sim.forces(table(), layout).force[1] == pytest.approx(force, rel=2e-3 if gap == 0.0 else 1e-4, abs=1e-9)


@pytest.mark.parametrize("axis", [UP, ALONG])
@pytest.mark.parametrize("gap", [1e-4, 1e-3])
def test_bare_magnets_that_snap_together_come_to_rest(axis, gap: float) -> None:
    magnet = sim.Magnet(grade="N52", diameter=0.025, height=0.008, axis=axis)
    radius = magnet.cylinder[0]
    kinds = [
        sim.PieceKind("k", "disc", (radius, radius), 0.025, 0.03, moment, cylinder=magnet.cylinder)
        for moment in (magnet.vector, tuple(-m if axis == UP else m for m in magnet.vector))
    ]
    layout = sim.Layout((sim.Piece("a", kinds[0]), sim.Piece("b", kinds[1])), [[0, 0], [2 * radius + gap, 0]], [0, 0])
    shot = sim.simulate(table(), layout, sim.Settle(), settings=sim.Settings(limit=5.0))
    assert shot.at_rest
    assert sim.bonds(table(), shot.layout)
    end = shot.layout.positions
    assert abs(np.hypot(*(end[1] - end[0])) - 2 * radius) < 3e-5
    assert abs(shot.energies.imbalance) < 0.02 * (shot.energies.friction_loss + shot.energies.contact_loss)


def test_coaxial_magnets_are_known_to_a_percent() -> None:
    assert ours(SHORT, SHORT, (0, 0, 0.015), UP, UP)[0][2] == pytest.approx(-1.382604670, rel=0.01)


def test_the_first_coefficient_of_the_series_is_that_of_the_notes() -> None:
    a = 0.005
    series = upright_series(a, a, a, a)
    assert series[:, 0] == pytest.approx((2.0, 1.0, 1.0))
    # level: P'_3(0) = −3/2, P'_5(0) = 15/8, and F = 3k/r⁴·(1 + c₁(a/r)² + …)
    assert -series[0, 1] * 15 / 8 / 3 / a**2 == pytest.approx(2.5, rel=1e-12)


def test_dipoles_on_the_axis_have_the_cylinders_moments() -> None:
    rule = ladder(0.01, 0.003)[1]
    for order in (2, 4):
        assert (rule.points[:, 3] * rule.points[:, 2] ** order).sum() == pytest.approx(axial_moment(0.01, 0.003, order))
    assert rule.points[:, 3].sum() == pytest.approx(1.0)


@pytest.mark.parametrize("axis", [UP, ALONG, SKEW])
def test_the_force_does_not_jump_where_another_set_of_dipoles_takes_over(axis) -> None:
    distances = np.geomspace(0.012, 0.3, 400)
    size = [ours(SHORT, EVEN, (0.6 * d, 0.0, 0.8 * d), UP, axis)[0] * d**4 for d in distances]
    jumps = np.linalg.norm(np.diff(size, axis=0), axis=1) / np.linalg.norm(size[1:], axis=1)
    smooth = np.median(np.lib.stride_tricks.sliding_window_view(np.pad(jumps, 3, mode="edge"), 7), axis=1)
    assert (jumps - smooth).max() < 0.01


def test_a_magnet_feels_nothing_of_a_turn_about_its_own_axis_and_actions_are_equal() -> None:
    magnet = sim.Magnet(grade="N42", diameter=0.01, height=0.004, axis=(0, 0, 1))
    other = sim.Magnet(grade="N42", diameter=0.008, height=0.009, axis=(1, 2, 0))
    kinds = [
        sim.PieceKind("k", "disc", (0.0125, 0.0125), h, 0.01, m.vector, cylinder=m.cylinder)
        for m, h in ((magnet, 0.006), (other, 0.010))
    ]
    found = []
    for angle in (0.0, 0.4, 2.0):
        layout = sim.Layout().with_piece(sim.Piece("a", kinds[0]), (0, 0), angle)
        found.append(sim.forces(table(), layout.with_piece(sim.Piece("b", kinds[1]), (0.02, 0.016))))
    assert np.ptp([f.force for f in found], axis=0).max() < 1e-15
    assert found[0].torque[0, 2] == 0.0
    assert np.abs(found[0].force.sum(axis=0)).max() < 1e-15
    arm = np.array([0.02, 0.016, 0.002])
    total = found[0].torque.sum(axis=0) + np.cross(arm, found[0].force[1])
    assert np.abs(total[:2]).max() < 1e-15
    assert abs(total[2]) < 1e-4 * np.abs(found[0].torque).max()


def test_two_finite_magnets_keep_their_energy_over_a_frictionless_bounce() -> None:
    magnet = sim.Magnet(grade="N42", diameter=0.012, height=0.004)
    for height in (0.008, 0.012):  # level, and not
        kinds = [
            sim.PieceKind("k", "disc", (0.0125, 0.0125), h, 0.01, magnet.vector, cylinder=magnet.cylinder)
            for h in (0.008, height)
        ]
        layout = sim.Layout(
            (sim.Piece("a", kinds[0]), sim.Piece("b", kinds[1])), np.array([[0, 0], [0.15, 0.004]]), np.zeros(2)
        )
        shot = sim.simulate(table(), layout, sim.Release({"a": (0.5, 0.0)}), settings=sim.Settings(until=1.0))
        start = shot.energies.start_kinetic + shot.energies.start_magnetic
        assert abs(shot.energies.imbalance) < 2e-4 * start


@pytest.mark.parametrize("moment", [0.4, 1.0, 4.0])
@pytest.mark.parametrize("gap", [2e-5, 9e-5, 3e-4])
def test_a_strong_pull_over_a_short_way_presses_nothing_in(moment: float, gap: float) -> None:
    kinds = [sim.PieceKind("k", "disc", (0.0125, 0.0125), 0.008, 0.01, (0, 0, m)) for m in (moment, -moment)]
    layout = sim.Layout((sim.Piece("a", kinds[0]), sim.Piece("b", kinds[1])), [[0, 0], [0.025 + gap, 0]], [0, 0])
    shot = sim.simulate(table(), layout, sim.Settle())
    assert np.hypot(*(shot.layout.positions[1] - shot.layout.positions[0])) > 0.025 - 2e-6
    assert shot.duration < 0.1
    assert abs(shot.energies.imbalance) < 0.01 * (shot.energies.friction_loss + shot.energies.contact_loss)


def test_a_motion_that_would_take_hours_is_refused_in_words() -> None:
    kinds = [sim.PieceKind("k", "disc", (0.0125, 0.0125), 0.008, 0.01, m) for m in ((1000.0, 0, 0), (0, 0, 1000.0))]
    layout = sim.Layout((sim.Piece("a", kinds[0]), sim.Piece("b", kinds[1])), [[0, 0], [0.03, 0]], [0, 0])
    with pytest.raises(SimulationError, match="too fast to be followed for 3600 s"):
        sim.simulate(table(), layout, sim.Settle(), settings=sim.Settings(until=3600.0))
