"""The cord: it keeps its length, moves no more than it must, and lets no stone through."""

from __future__ import annotations

import math
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from sim.cord import CordKind, crossing, length, nearest, pull, resample

KIND = CordKind()
HALF = KIND.thickness / 2.0
NO_STONES = (np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2)), np.zeros(0))


def ring(around=1.0, count=250):
    turn = np.arange(count) * 2.0 * math.pi / count
    radius = around / (2.0 * count * math.sin(math.pi / count))
    return radius * np.column_stack([np.cos(turn), np.sin(turn)])


def discs(centres, radius=0.01, grip=0.03):
    n = len(centres)
    return np.array(centres, dtype=float), np.zeros(n), np.full((n, 2), radius), np.full(n, grip)


def between(a, b, step=1e-3):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    count = max(1, math.ceil(np.linalg.norm(b - a) / step - 1e-9))
    return [a + (b - a) * k / count for k in range(1, count + 1)]


def stretch(nodes, rest):
    return np.abs(np.linalg.norm(np.roll(nodes, -1, axis=0) - nodes, axis=1) * len(nodes) / rest - 1.0).max()


def depth(nodes, stones):
    """Deepest overlap of the cord with stones, from points along it and the rims' tangents in all directions."""
    centres, angles, axes, _ = stones
    share = np.linspace(0.0, 1.0, 9)[:, None, None]
    points = (nodes * (1.0 - share) + np.roll(nodes, -1, axis=0) * share).reshape(-1, 2)
    around = np.linspace(0.0, 2.0 * math.pi, 1441)
    n = np.column_stack([np.cos(around), np.sin(around)])
    deepest = 0.0
    for centre, angle, half_axes in zip(centres, angles, axes, strict=True):
        c, s = math.cos(angle), math.sin(angle)
        reach = np.linalg.norm(n @ np.array([[c, -s], [s, c]]) * half_axes, axis=1)
        close = points[np.linalg.norm(points - centre, axis=1) < half_axes.max() + 2.0 * HALF]
        if len(close):
            deepest = max(deepest, HALF - ((close - centre) @ n.T - reach).max(axis=1).min())
    return deepest


def inside(nodes, point):
    """Return how often the closed line winds around a point."""
    d = nodes - point
    e = np.roll(d, -1, axis=0)
    turns = np.arctan2(d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0], (d * e).sum(axis=1))
    return round(turns.sum() / (2.0 * math.pi))


def drawn(nodes, held, path, stones=NO_STONES, rest=None, kind=KIND, walls=None):
    """Draw the cord along a path, until it would cross itself; returns the steps, and where the stones are."""
    rest = length(nodes) if rest is None else rest
    centres, angles, axes, grips = stones
    centres, steps = centres.copy(), []
    for place in path:
        step = pull(kind, nodes, rest, held, place, centres, angles, axes, grips, walls)
        if step.crossed:
            break
        nodes, centres = step.nodes, centres + step.pushes
        steps.append(step)
    return steps, (centres, angles, axes, grips)


def scattered(seed, round_stones):
    rng = np.random.default_rng(seed)
    centres = []
    while len(centres) < 24:
        p = rng.uniform(-0.22, 0.22, 2)
        clear = abs(np.hypot(*p) - 0.159) > 0.018
        if clear and all(np.linalg.norm(p - q) > 0.028 for q in centres):
            centres.append(p)
    axes = rng.uniform(0.006, 0.013, (24, 2))
    if round_stones:
        axes[:, 1] = axes[:, 0]
    return np.array(centres), rng.uniform(-3.0, 3.0, 24), axes, rng.uniform(0.01, 0.06, 24)


def test_a_square_is_resampled_at_equal_distances_and_keeps_its_perimeter():
    corners = np.array([[0.0, 0.0], [0.2, 0.0], [0.2, 0.2], [0.0, 0.2]])
    nodes = resample(corners)
    assert len(nodes) == 200
    assert stretch(nodes, length(nodes)) < 1e-3
    assert length(nodes) == pytest.approx(0.8, rel=5e-3)
    away = np.maximum(corners.min(axis=0) - nodes, nodes - corners.max(axis=0)).max()
    assert away < 1e-3


@pytest.mark.parametrize("seed", range(6))
def test_any_star_is_resampled_at_equal_distances(seed):
    rng = np.random.default_rng(seed)
    turn = np.sort(rng.uniform(0.0, 2.0 * math.pi, 9))
    star = rng.uniform(0.08, 0.2, 9)[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    nodes = resample(star)
    assert stretch(nodes, length(nodes)) < 1e-3
    assert length(nodes) == pytest.approx(length(star), rel=5e-3)


def test_a_short_cord_has_twelve_nodes():
    assert len(resample([[0.0, 0.0], [0.01, 0.0], [0.0, 0.01]])) == 12


@pytest.mark.parametrize(
    "points", [[[0, 0], [1, 0]], [[0, 0], [0, 0], [0, 0]], [[0, 0], [1, math.nan], [1, 1]], [1, 2]]
)
def test_points_that_are_no_polygon_are_refused(points):
    with pytest.raises(ValueError, match=r"cord|points"):
        resample(points)


@pytest.mark.parametrize(
    ("points", "pair"),
    [
        ([[0, 0], [1, 0], [1, 1], [0, 1]], None),
        ([[0, 0], [1, 1], [1, 0], [0, 1]], (0, 2)),
        ([[0, 0], [4, 0], [4, 2], [2, 0], [0, 2]], (0, 2)),  # a corner touches a side
        ([[0, 0], [4, 0], [4, 1], [3, 0], [1, 0], [0, 1]], (0, 2)),  # a side lies on a side
        ([[0, 0], [4, 0], [4, 2], [2, 0.1], [0, 2]], None),
    ],
)
def test_the_first_crossing_is_found(points, pair):
    assert crossing(points) == pair


def test_the_hand_takes_hold_of_the_nearest_node():
    assert nearest([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [0.9, 0.3]) == 1


def test_a_ring_drawn_outward_keeps_its_length_and_its_far_side_moves_only_when_it_must():
    nodes = ring()
    steps, _ = drawn(nodes, 0, between(nodes[0], nodes[0] + [0.2, 0.0]))
    assert len(steps) == 200
    assert max(stretch(step.nodes, 1.0) for step in steps) < 2e-3
    far = [np.linalg.norm(step.nodes[125] - nodes[125]) for step in steps]
    assert far[9] == 0.0
    assert far[59] < 2e-4
    assert far[-1] > 0.03


def test_a_slack_cord_drawn_a_little_moves_only_near_the_hand():
    nodes = ring()
    steps, _ = drawn(nodes, 0, between(nodes[0], nodes[0] - [0.01, 0.0]))
    moved = np.linalg.norm(steps[-1].nodes - nodes, axis=1)
    assert moved[0] == pytest.approx(0.01)
    assert (moved[60:191] == 0.0).all()


def test_a_cord_drawn_around_and_back_never_stretches():
    nodes = ring()
    corners = nodes[0] + np.array([[0.0, 0.0], [0.08, 0.03], [0.03, 0.08], [-0.05, 0.03], [0.0, 0.0]])
    path = [place for a, b in pairwise(corners) for place in between(a, b)]
    steps, _ = drawn(nodes, 0, path, rest=1.0)
    assert len(steps) == len(path)
    assert max(stretch(step.nodes, 1.0) for step in steps) < 2e-3
    assert max(abs(length(step.nodes) - 1.0) for step in steps) < 1e-3
    assert not any(step.held_back for step in steps)


def test_the_hand_goes_where_it_is_led():
    nodes = ring()
    target = nodes[7] + [3e-4, -6e-4]
    assert pull(KIND, nodes, 1.0, 7, target, *NO_STONES).nodes[7] == pytest.approx(target, abs=1e-15)


def test_a_long_way_in_one_call_is_gone_in_steps():
    nodes = ring()
    step = pull(KIND, nodes, 1.0, 0, nodes[0] - [0.02, 0.0], *discs([[0.145, 0.0]], radius=0.008))
    assert step.nodes[0] == pytest.approx(nodes[0] - [0.02, 0.0])
    assert stretch(step.nodes, 1.0) < 2e-3
    assert step.pushes[0, 0] == pytest.approx(0.139155 - HALF - 0.008 - 0.145, abs=1e-4)


def test_nothing_moves_for_a_target_that_is_the_hands_place():
    nodes = ring()
    step = pull(KIND, nodes, 1.0, 3, nodes[3], *discs([[0.1, 0.0]]))
    assert (step.nodes == nodes).all()
    assert (step.pushes == 0.0).all()
    assert not step.crossed
    assert not step.held_back


def test_a_stone_that_came_to_lie_on_the_cord_is_parted_from_it():
    nodes = ring()
    stones = discs([[-0.1595, 0.0]], radius=0.01)
    stones[0][0, 0] = nodes[125, 0] + HALF + 0.01 - 5e-4
    step = pull(KIND, nodes, 1.0, 0, nodes[0], *stones)
    assert depth(step.nodes, (stones[0] + step.pushes, *stones[1:])) < 1e-5


def test_a_stone_in_the_way_is_pushed_ahead():
    nodes = ring()
    stones = discs([[0.1, 0.0]])
    steps, after = drawn(nodes, 0, between(nodes[0], [0.0, 0.0]), stones)
    assert after[0][0, 0] == pytest.approx(-0.01 - HALF, abs=3e-4)
    assert abs(after[0][0, 1]) < 1e-3
    assert depth(steps[-1].nodes, after) < 1e-5


def test_a_slack_cord_yields_to_a_heavy_stone_and_pushes_a_light_one():
    nodes = ring()
    moved = []
    for grip in (0.001, 10.0):
        stones = discs([[0.125, 0.05]], grip=grip)
        _, after = drawn(nodes, 0, between(nodes[0], [0.06, 0.0]), stones)
        moved.append(np.linalg.norm(after[0] - stones[0]))
    assert moved[0] > 5e-3
    assert moved[1] < 1e-4


def test_a_taut_cord_pushes_even_a_heavy_stone():
    nodes = ring()
    stones = discs([[0.0, 0.0]], grip=10.0)
    steps, after = drawn(nodes, 0, between(nodes[0], [0.6, 0.0], step=2e-3), stones)
    assert after[0][0, 0] > 0.1
    assert depth(steps[-1].nodes, after) < 1e-5
    assert stretch(steps[-1].nodes, 1.0) < 2e-3
    assert inside(steps[-1].nodes, after[0][0]) == 1


@pytest.mark.parametrize("round_stones", [True, False], ids=["discs", "ellipses"])
@pytest.mark.parametrize("seed", range(4))
def test_no_stone_is_let_through_on_random_paths(seed, round_stones):
    stones = scattered(seed, round_stones)
    rng = np.random.default_rng(100 + seed)
    nodes = ring()
    corners = [nodes[0], *rng.uniform(-0.12, 0.12, (2, 2)), *rng.uniform(-0.3, 0.3, (1, 2))]
    path = [place for a, b in pairwise(corners) for place in between(a, b)]
    wound = [inside(nodes, c) for c in stones[0]]
    steps, after = drawn(nodes, 0, path, stones, rest=1.0)
    assert len(steps) > 60
    assert not any(step.held_back for step in steps)
    assert max(stretch(step.nodes, 1.0) for step in steps) < 2e-3
    centres = stones[0].copy()
    for k, step in enumerate(steps):
        centres = centres + step.pushes
        if k % 10 == 0 or k == len(steps) - 1:
            assert depth(step.nodes, (centres, *stones[1:])) < 1e-5
    assert np.abs(after[0] - stones[0]).max() > 1e-3
    assert [inside(steps[-1].nodes, c) for c in after[0]] == wound


def test_a_pinned_stone_holds_the_hand_back():
    nodes = ring()
    stones = discs([[0.0, 0.0]], grip=math.inf)
    steps, after = drawn(nodes, 0, between(nodes[0], [0.6, 0.0], step=2e-3), stones)
    assert (after[0] == stones[0]).all()
    assert steps[0].held_back is False
    assert steps[-1].held_back is True
    # the loop is drawn out straight around the stone: two strands, and half around it
    reach = math.hypot(*steps[-1].nodes[0])
    assert 0.45 < reach < 0.5
    assert stretch(steps[-1].nodes, 1.0) < 2e-3
    assert depth(steps[-1].nodes, after) < 1e-5


def test_a_hand_at_a_pinned_stone_goes_no_further():
    nodes = ring()
    stones = discs([[0.1, 0.0]], grip=math.inf)
    steps, _ = drawn(nodes, 0, between(nodes[0], [0.09, 0.0]), stones)
    assert steps[-1].held_back
    assert steps[-1].nodes[0, 0] > 0.1
    assert depth(steps[-1].nodes, stones) < 1e-5


def test_a_wall_stops_the_cord():
    nodes = ring()
    walls = np.array([[0.1, -0.1, 0.1, 0.1, 0.002]])
    steps, _ = drawn(nodes, 0, between(nodes[0], [0.08, 0.0]), walls=walls)
    assert steps[-1].held_back
    assert steps[-1].nodes[:, 0][np.abs(steps[-1].nodes[:, 1]) < 0.09].max() > 0.1
    assert steps[-1].nodes[0, 0] == pytest.approx(0.103, abs=5e-4)


def test_a_step_that_makes_the_cord_cross_itself_is_refused():
    nodes = ring()
    steps, _ = drawn(nodes, 0, between(nodes[0], [-0.3, 0.0]))
    assert len(steps) < 459
    last = steps[-1].nodes
    assert crossing(last) is None
    refused = pull(KIND, last, 1.0, 0, last[0] - [1e-3, 0.0], *NO_STONES)
    assert refused.crossed
    assert (refused.nodes == last).all()
    assert (refused.pushes == 0.0).all()


def test_a_mirrored_step_is_the_mirror_of_the_step():
    nodes = ring()
    stones = scattered(3, round_stones=False)
    steps, after = drawn(nodes, 0, between(nodes[0], [0.05, 0.03]), stones, rest=1.0)
    flip = np.array([1.0, -1.0])
    mirrored = (stones[0] * flip, -stones[1], stones[2], stones[3])
    others, images = drawn(nodes * flip, 0, between(nodes[0], [0.05, -0.03]), mirrored, rest=1.0)
    assert len(steps) == len(others)
    assert others[-1].nodes * flip == pytest.approx(steps[-1].nodes, abs=1e-9)
    assert images[0] * flip == pytest.approx(after[0], abs=1e-9)


@pytest.mark.parametrize("angle", [0.3, math.pi / 2.0, 2.5])
def test_a_turned_table_gives_the_turned_step(angle):
    nodes = ring()
    centres, angles, axes, grips = discs([[0.13, 0.0], [0.13, 0.04], [-0.1, 0.02]])
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, s], [-s, c]])
    apart = []
    for place in between(nodes[0], [0.1, 0.01]):
        step = pull(KIND, nodes, 1.0, 0, place, centres, angles, axes, grips)
        other = pull(KIND, nodes @ turn, 1.0, 0, place @ turn, centres @ turn, angles + angle, axes, grips)
        difference = max(np.abs(step.nodes @ turn - other.nodes).max(), np.abs(step.pushes @ turn - other.pushes).max())
        apart.append(difference)
        nodes, centres = step.nodes, centres + step.pushes
    assert max(apart) < 1e-9


def test_the_same_step_gives_the_same_bits():
    nodes = ring()
    stones = scattered(1, round_stones=False)
    runs = [drawn(nodes, 0, between(nodes[0], [0.06, 0.0]), stones, rest=1.0) for _ in range(2)]
    assert runs[0][0][-1].nodes.tobytes() == runs[1][0][-1].nodes.tobytes()
    assert runs[0][1][0].tobytes() == runs[1][1][0].tobytes()


def curvature(nodes):
    a = nodes - np.roll(nodes, 1, axis=0)
    b = np.roll(a, -1, axis=0)
    turn = np.arctan2(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], (a * b).sum(axis=1))
    return turn / np.linalg.norm(a, axis=1)


def test_a_bend_wider_than_the_least_radius_stays_and_a_tighter_one_opens():
    # two half circles joined by straight strands: bends tighter than friction holds open, wider ones stay
    tightest = {}
    for share in (0.4, 3.0):
        radius = share * KIND.least_radius
        turn = np.linspace(-math.pi / 2.0, math.pi / 2.0, 60)
        bend = radius * np.column_stack([np.cos(turn), np.sin(turn)])
        nodes = resample(np.vstack([bend + np.array([0.12, 0.0]), -bend - np.array([0.12, 0.0])]), 3e-3)
        held = nearest(nodes, [0.0, radius])
        there, back = nodes[held] + [0.0, 2e-4], nodes[held]
        steps, _ = drawn(nodes, held, [there, back] * 30)
        far = np.abs(nodes[:, 0]) > 0.1
        tightest[share] = 1.0 / (np.abs(curvature(steps[-1].nodes))[far].max() * KIND.least_radius)
        assert np.abs(steps[-1].nodes - nodes)[far].max() == pytest.approx(0.0, abs=5e-4) or share < 1.0
    assert 0.55 < tightest[0.4] < 1.0
    assert tightest[3.0] == pytest.approx(3.0, rel=0.1)


def test_a_drawn_cord_has_no_zigzag():
    nodes = ring()
    steps, _ = drawn(nodes, 0, between(nodes[0], [0.02, 0.02]) + between([0.02, 0.02], [0.05, -0.05]), rest=1.0)
    bends = np.delete(curvature(steps[-1].nodes), [248, 249, 0, 1, 2])
    strong = np.abs(bends) > 5.0
    flips = (np.sign(bends[1:]) != np.sign(bends[:-1])) & strong[1:] & strong[:-1]
    assert flips.sum() == 0


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"held": 250}, "held"),
        ({"rest_length": 1.1}, "apart"),
        ({"target": [0.0]}, "target"),
        ({"angles": np.zeros(2)}, "angles"),
        ({"semi_axes": np.zeros((1, 2))}, "semi_axes"),
        ({"grips": np.array([-1.0])}, "grips"),
        ({"centres": np.array([[math.nan, 0.0]])}, "centres"),
        ({"nodes": ring(count=11)}, "points"),
    ],
)
def test_a_step_that_can_not_be_is_refused_by_name(change, what):
    centres, angles, axes, grips = discs([[0.0, 0.0]])
    given = {
        "nodes": ring(),
        "rest_length": 1.0,
        "held": 0,
        "target": [0.16, 0.0],
        "centres": centres,
        "angles": angles,
        "semi_axes": axes,
        "grips": grips,
    }
    with pytest.raises(ValueError, match=what):
        pull(KIND, **(given | change))


def test_importing_the_cord_does_not_import_numba():
    code = "import sys, sim.cord; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
