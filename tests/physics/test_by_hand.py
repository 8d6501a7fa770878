"""The yoke, the stone in the hand, and the cord, as actions."""

import dataclasses
import math

import numpy as np
import pytest
from table_cases import MASS, MOMENT, puck, table

import sim
from sim.cord import length, resample
from sim.gaps import gap

YOKE = sim.Yoke(0.08, 0.026, sim.Friction(0.15, 0.12), (sim.FixedMagnet("y", (-0.07, 0.0, 0.004), (0.0, 0.0, 2.0)),))


def with_yoke(friction: float = 0.0) -> sim.Board:
    even = sim.Friction(friction, friction)
    return sim.Board("bare", sim.Surface(None, "open", even), even, yoke=YOKE)


def launched(draw: float, heading: float = 0.0, face: str = "up", friction: float = 0.0, until: float | None = 1.5):
    action = sim.Launch(sim.Piece("a", puck()), (0.0, 0.0), heading, draw, face=face)
    return sim.simulate(with_yoke(friction), sim.Layout(), action, settings=sim.Settings(until=until))


@pytest.mark.parametrize("draw", [0.025, 0.03, 0.04, 0.05])
def test_the_exit_speed_is_that_of_the_fields_energy_less_the_slots_friction(draw: float) -> None:
    shot = launched(draw)
    away = shot.layout.positions[0, 0] + 0.07
    field = 1e-7 * MOMENT * 2.0 * (1 / (0.07 - draw) ** 3 - 1 / away**3)
    speed = math.sqrt(2 * (field - 0.12 * MASS * 9.81 * draw) / MASS)
    assert shot.velocities[0, 0] == pytest.approx(speed, rel=0.01)
    assert shot.energies.friction_loss == pytest.approx(0.12 * MASS * 9.81 * draw, rel=0.01)


def test_the_yoke_points_anywhere() -> None:
    straight, turned = launched(0.04), launched(0.04, 2.3)
    assert turned.velocities[0] == pytest.approx(
        straight.velocities[0, 0] * np.array([math.cos(2.3), math.sin(2.3)]), abs=1e-4
    )


def test_a_puck_drawn_in_too_little_stays() -> None:
    assert launched(0.005, until=None).layout.positions[0] == pytest.approx((-0.005, 0.0), abs=1e-9)


def test_a_board_without_a_yoke_says_so() -> None:
    with pytest.raises(ValueError, match="no yoke"):
        sim.simulate(table(), sim.Layout(), sim.Launch(sim.Piece("a", puck()), (0, 0), 0.0, 0.02))


def hovered(height: float, away: float, moment: float = MOMENT) -> sim.Shot:
    held = sim.Piece("hand", puck((0.0, 0.0, moment)))
    layout = sim.Layout().with_piece(sim.Piece("a", puck()), (away, 0.0))
    return sim.simulate(table(0.25, 0.2), layout, sim.Hover(held, ((0.0, 0.0),), 0.004 + height, 0.1))


@pytest.mark.parametrize(("height", "outermost"), [(0.020, 0.0253339237), (0.030, 0.0253930285)])
def test_a_held_stone_drags_from_the_known_distance(height: float, outermost: float) -> None:
    assert hovered(height, outermost + 2e-5).layout.positions[0, 0] == outermost + 2e-5
    assert hovered(height, outermost - 2e-5).layout.positions[0, 0] < outermost - 1e-4


def test_too_high_a_hand_drags_nothing_wherever_it_is() -> None:
    layout = sim.Layout().with_piece(sim.Piece("a", puck()), (0.0, 0.0))

    def sweep(height: float) -> float:
        held = sim.Piece("hand", puck())
        action = sim.Hover(held, ((-0.1, 0.0), (0.1, 0.0)), 0.004 + height, 0.1)
        return abs(float(sim.simulate(table(0.25, 0.2), layout, action).layout.positions[0, 0]))

    assert sweep(0.0390504937 + 5e-5) == 0.0
    assert sweep(0.0390504937 - 5e-5) > 1e-6


def test_a_low_hand_lifts_the_puck_and_a_turned_one_pushes_it_away() -> None:
    shot = hovered(0.031, 0.0)
    assert shot.layout.statuses == ("hand",)
    assert [event.other for event in shot.events if event.kind == "lifted"] == ["hand"]
    pushed = hovered(0.030, 0.008, -MOMENT)
    assert pushed.layout.statuses == ("live",)
    assert pushed.layout.positions[0, 0] > 0.010


def ring(radius: float = 0.15) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    return resample(radius * np.column_stack([np.cos(angle), np.sin(angle)]))


def stones(seed: int, count: int = 8) -> sim.Layout:
    rng = np.random.default_rng(seed)
    layout = sim.Layout(cord=ring())
    while len(layout) < count:
        place = rng.uniform(-0.11, 0.11, 2)
        if np.hypot(*place) > 0.115 or any(np.hypot(*(place - other)) < 0.06 for other in layout.positions):
            continue
        kind = sim.PieceKind("s", "ellipse", (0.0125, 0.010), 0.010, 0.0128, (0.0, 0.0, 0.3), 0.3, 0.3)
        layout = layout.with_piece(sim.Piece(f"s{len(layout)}", kind), tuple(place), rng.uniform(0, 6))
    return layout


@pytest.mark.parametrize("seed", [1, 2])
def test_the_cord_pushes_stones_ahead_and_lets_none_through(seed: int) -> None:
    from shapely.geometry import Point, Polygon

    layout = stones(seed)
    shot = sim.simulate(table(0.3, 0.3), layout, sim.MoveCord(((0.15, 0.0), (0.05, 0.02)), 0.2))
    assert shot.at_rest
    assert length(shot.layout.cord) == pytest.approx(length(layout.cord), rel=0.01)
    assert shot.layout.cord is not None
    inside = Polygon(shot.layout.cord)
    for place in shot.layout.positions:
        assert inside.contains(Point(*place))
        assert inside.exterior.distance(Point(*place)) > 0.010 + 0.001 - 2e-4
    assert np.abs(shot.layout.positions - layout.positions).max() > 0.01
    for i in range(len(layout)):
        for j in range(i):
            p, q, angles = shot.layout.pieces, shot.layout.positions, shot.layout.angles
            assert gap(p[i].kind, q[i], angles[i], p[j].kind, q[j], angles[j]) > -3e-5


def test_a_cord_that_would_cross_itself_is_refused_and_the_event_says_so() -> None:
    layout = sim.Layout(cord=ring(0.10))
    shot = sim.simulate(table(0.3, 0.3), layout, sim.MoveCord(((0.10, 0.0), (-0.25, 0.0)), 0.3))
    assert [event.kind for event in shot.events] == ["cord_crossed", "at_rest"]


def test_moving_a_cord_where_there_is_none_says_so() -> None:
    with pytest.raises(ValueError, match="no cord"):
        sim.simulate(table(), sim.Layout(), sim.MoveCord(((0, 0), (1, 0)), 0.1))


@pytest.mark.parametrize("speed", [0.5, 3.0, 30.0])
def test_nothing_passes_the_cord_however_fast(speed: float) -> None:
    kind = sim.PieceKind("s", "disc", (0.010, 0.010), 0.010, 0.010, (0.0, 0.0, 0.1), 0.3, 0.3)
    flick = sim.Flick(sim.Piece("a", kind), (0.0, 0.0), speed, 0.3)
    shot = sim.simulate(table(0.3, 0.3), sim.Layout(cord=ring()), flick)
    assert shot.at_rest
    assert np.hypot(*shot.trajectory.positions[:, 0].T).max() < 0.15 - 0.010


def test_for_a_puck_upside_down_the_yoke_is_turned_over_and_drives_it_out_as_fast() -> None:
    lopsided = (
        sim.FixedMagnet("a", (-0.07, 0.03, 0.004), (0.0, 0.0, 2.0)),
        sim.FixedMagnet("b", (-0.06, -0.05, 0.004), (0.0, 0.0, 1.0)),
    )
    board = dataclasses.replace(with_yoke(), yoke=dataclasses.replace(YOKE, magnets=lopsided))
    done = []
    for face in ("up", "down"):
        action = sim.Launch(sim.Piece("a", puck()), (0.0, 0.0), 0.0, 0.04, face=face)
        shot = sim.simulate(board, sim.Layout(), action, settings=sim.Settings(until=0.5))
        assert shot.layout.faces == (face,)
        done.append(shot.velocities[0])
    assert done[0][0] > 0.2
    assert abs(done[0][1]) > 1e-3
    # as in a mirror along the slot
    assert done[1] == pytest.approx(done[0] * np.array([1.0, -1.0]), rel=1e-6)


def test_turning_the_yoke_over_twice_changes_nothing() -> None:
    assert YOKE.turned(0.003).turned(0.003) == YOKE
