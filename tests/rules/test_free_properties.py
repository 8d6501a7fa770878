"""What holds for any layout: order, mirror image, pieces worth nothing; and an independent referee by shapely."""

from dataclasses import replace

import numpy as np
import pytest
from free_table import PLAYERS, PUCK, RULES, box, disc, score, table
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from sim.gaps import gap
from sim.layout import Layout
from sim.pieces import Piece

ZONES = (
    box("red-5", "score", 150, 330, 20, 280, 5, "red"),
    box("blue-5", "score", 330, 510, 20, 280, 5, "blue"),
    disc("open-9", "score", 330, 150, 70, 9),
    disc("red-20", "score", 330, 150, 30, 20, "red"),
    box("mud", "dead", 400, 440, 60, 130),
    box("path", "lane", 200, 240, 150, 290),
)
BOARD = table(zones=ZONES)
OPTIONS = {
    option.name: option.values
    for option in RULES.options
    if option.name in ("cover", "cluster", "owner", "dead_zone", "off_board", "flipped")
}
MIRRORED = replace(
    BOARD,
    zones=tuple(
        replace(zone, circle=(zone.circle[0], 0.3 - zone.circle[1], zone.circle[2]))
        if zone.circle is not None
        else replace(zone, polygon=zone.polygon * [1.0, -1.0] + [0.0, 0.3])
        for zone in ZONES
    ),
)

spots = st.tuples(
    st.floats(100, 720), st.floats(-10, 310), st.sampled_from(["up", "down"]), st.sampled_from(["Ann", "Bob"])
)
options = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()})


@st.composite
def layouts(draw):
    """Return up to ten pieces, some of them set against an earlier one, none in another."""
    layout, count = Layout(), {"Ann": 0, "Bob": 0}
    for x, y, face, side in draw(st.lists(spots, max_size=10)):
        at = np.array([x, y]) / 1e3
        if len(layout) and draw(st.booleans()):
            turn = draw(st.floats(0, 6.28))
            at = layout.positions[-1] + 0.02502 * np.array([np.cos(turn), np.sin(turn)])
        if any(gap(PUCK, at, 0.0, PUCK, other, 0.0) < 1e-6 for other in layout.positions):
            continue
        count[side] += 1
        layout = layout.with_piece(Piece(f"{side}-{count[side]}", PUCK, side), tuple(at), 0.0, face)
    return layout


@settings(max_examples=60)
@given(layouts(), options, st.randoms(use_true_random=False))
def test_the_order_of_the_pieces_does_not_matter(layout, chosen, random):
    order = list(range(len(layout)))
    random.shuffle(order)
    first, second = score(layout, BOARD, **chosen), score(layout.only(order), BOARD, **chosen)
    assert first == second


@settings(max_examples=60)
@given(layouts(), options)
def test_a_mirror_image_gives_the_same_points(layout, chosen):
    image = replace(layout, positions=layout.positions * [1.0, -1.0] + [0.0, 0.3])
    assert score(image, MIRRORED, **chosen).points == score(layout, BOARD, **chosen).points


@settings(max_examples=60)
@given(layouts(), options)
def test_a_piece_worth_nothing_and_linked_to_nothing_changes_nothing(layout, chosen):
    before = score(layout, BOARD, **chosen)
    linked = {name for group in before.clusters for name in group}
    # under control a piece that gives no points may keep another side from them
    idle = {
        name
        for ruling in before.rulings
        if ruling.points == 0 and ruling.clause in ("F9", "F10", "F14", "F15")
        for name in ruling.pieces
        if name not in linked
    }
    assert score(layout.without(idle), BOARD, **chosen).points == before.points


def by_shapely(layout):
    """Return the points by owner: majority, each for itself, always to the piece's side; dead zones where touched."""
    shapes = [
        Point(zone.circle[:2]).buffer(zone.circle[2], quad_segs=720) if zone.circle else Polygon(zone.polygon)
        for zone in ZONES
    ]
    seen = []
    for k, shape in enumerate(shapes):
        for upper in shapes[k + 1 :]:
            shape = shape.difference(upper)
        seen.append(shape)
    points, doubtful = {"Ann": 0, "Bob": 0}, False
    for piece, (x, y) in zip(layout.pieces, layout.positions.tolist(), strict=True):
        if not (0.0 <= x <= 0.7 and 0.0 <= y <= 0.3):
            continue
        body = Point(x, y).buffer(PUCK.radius, quad_segs=720)
        parts = [body.intersection(shape).area / body.area for shape in seen]
        dead = max(part for part, zone in zip(parts, ZONES, strict=True) if zone.kind == "dead")
        scored = [(part, zone.value) for part, zone in zip(parts, ZONES, strict=True) if zone.kind == "score"]
        scored.append((1.0 - sum(part for part, _ in scored), 0))
        (most, value), (second, _) = sorted(scored, reverse=True)[:2]
        # the polygons of 2880 corners are good to 1e-5
        doubtful |= most - second < 1e-4 or 0.0 < dead < 1e-4
        points[piece.owner] += 0 if dead > 0.0 else value
    return points, doubtful


# in seed 17 a piece touches the mud with 1.5e-5 of its area, which the polygons here can't tell
@pytest.mark.parametrize("seed", [seed for seed in range(40) if seed != 17])
def test_a_referee_of_its_own_gives_the_same_points(seed):
    random = np.random.default_rng(seed)
    layout = Layout()
    for k in range(12):
        at = random.uniform([0.1, -0.01], [0.72, 0.31])
        if all(gap(PUCK, at, 0.0, PUCK, other, 0.0) > 0.0 for other in layout.positions):
            side = PLAYERS[k % 2].side
            layout = layout.with_piece(Piece(f"{side}-{k}", PUCK, side), tuple(at), 0.0, ("up", "down")[k % 3 % 2])
    expected, doubtful = by_shapely(layout)
    assert not doubtful
    assert score(layout, BOARD, owner="piece").points == expected
    assert not doubtful or seed not in range(5)
