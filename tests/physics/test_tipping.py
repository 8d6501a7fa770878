"""Out of the plane: load, tipping, turning over, standing, lifting off."""

import math

import numpy as np
import pytest
from table_cases import MASS, MOMENT, RADIUS, let_go, lying, puck, table
from test_random_tables import thrown_together

import sim
from sim.kernels import tables
from sim.tipped import after_tipping

WEIGHT = MASS * 9.81
HEIGHT = 0.004
FAR = 3.0  # m; where a magnet gives a field that is even over a puck


def kinds(shot: sim.Shot) -> list[str]:
    return [event.kind for event in shot.events if event.kind in ("tipped", "flipped", "lifted")]


def settled(board: sim.Board, layout: sim.Layout) -> sim.Shot:
    shot = sim.simulate(board, layout, sim.Settle())
    assert shot.at_rest
    return shot


def even_field(strength: float, static: float = 0.25) -> sim.Board:
    """A board in an in-plane field of about `strength` (T): two magnets far away on the x axis, head to tail."""
    moment = 0.5 * strength * FAR**3 / 2e-7
    magnets = tuple(sim.FixedMagnet(f"m{x}", (x, 0.0, HEIGHT), (moment, 0.0, 0.0)) for x in (-FAR, FAR))
    return table(static, 0.8 * static, magnets=magnets)


@pytest.mark.parametrize(("share", "tips"), [(0.999, False), (1.001, True)])
def test_an_even_field_tips_a_puck_from_the_known_strength(share: float, tips: bool) -> None:
    layout = lying([(0.0, 0.0)], [puck()])
    board = even_field(3.065625e-3 * share)
    # the field at the puck is what it was meant to be
    assert sim.forces(board, layout).torque[0, 1] == pytest.approx(share * WEIGHT * RADIUS, rel=1e-6)
    shot = settled(board, layout)
    assert kinds(shot) == (["tipped"] if tips else [])
    assert shot.layout.faces == (("edge",) if tips else ("up",))


def test_a_puck_that_stands_has_its_moment_along_the_field_and_its_middle_where_it_tipped_to() -> None:
    shot = settled(even_field(4e-3), lying([(0.0, 0.0)], [puck()]))
    assert shot.layout.moments()[0] == pytest.approx((MOMENT, 0.0, 0.0), abs=1e-9)
    assert shot.layout.positions[0] == pytest.approx((RADIUS + HEIGHT, 0.0), abs=1e-9)
    assert shot.layout.centres()[0, 2] == pytest.approx(RADIUS)
    # on edge it weighs the same, and stays
    assert kinds(settled(even_field(4e-3), shot.layout)) == []


def test_the_threshold_counts_the_load_that_lift_takes_away() -> None:
    def tips(distance: float) -> bool:
        layout = lying([(0.0, 0.0), (distance, 0.0)], [puck((MOMENT, 0.0, 0.0)), puck()], pinned=(0,))
        return bool(kinds(settled(table(5.0, 5.0), layout)))

    assert tips(0.0343018810 - 1e-5)
    assert not tips(0.0343018810 + 1e-5)
    assert not tips(0.0360)


@pytest.mark.parametrize(("height", "lifts"), [(0.0314521658 - 1e-6, True), (0.0314521658 + 1e-6, False)])
def test_a_magnet_above_lifts_a_puck_from_the_known_height(height: float, lifts: bool) -> None:
    above = sim.FixedMagnet("above", (0.0, 0.0, HEIGHT + height), (0.0, 0.0, MOMENT))
    shot = settled(table(0.25, 0.2, magnets=(above,)), lying([(0.0, 0.0)], [puck()]))
    assert kinds(shot) == (["lifted"] if lifts else [])
    assert shot.layout.statuses == (("removed",) if lifts else ("live",))
    if lifts:
        assert next(event for event in shot.events if event.kind == "lifted").other == "above"


def test_a_puck_that_is_turned_over_on_its_way_lies_face_down_and_its_energy_balances() -> None:
    board, layout, release = thrown_together(16)
    shot = sim.simulate(board, layout, release)
    assert [event.pieces for event in shot.events if event.kind == "flipped"] == [("p4",)]
    assert shot.layout.faces == ("up", "up", "up", "up", "down", "up")
    assert abs(shot.energies.imbalance) < 1e-3 * (shot.energies.friction_loss + shot.energies.contact_loss)


@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("azimuth", [0.0, 0.4, 2.5, -1.2])
def test_a_half_turn_and_a_quarter_turn_take_the_moment_where_the_piece_takes_it(face: str, azimuth: float) -> None:
    kind = puck((0.05, 0.02, MOMENT))
    way = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    axis = np.array([-way[1], way[0], 0.0])
    before = sim.Layout((sim.Piece("a", kind),), np.zeros((1, 2)), np.array([0.7]), (face,)).moments()[0]
    for angle, phase in ((math.pi, tables.OVERTURNED), (math.pi / 2, tables.STANDING), (1.1, tables.STANDING)):
        tilt = np.zeros(tables.TILTS)
        tilt[[tables.TILT, tables.TOWARD_X, tables.TOWARD_Y, tables.PHASE]] = angle, way[0], way[1], phase
        tilt[tables.GONE] = 0.01
        body, now, turned = after_tipping(kind, face, np.array([0.0, 0.0, 0.7, 0.0, 0.0, 0.0]), tilt)
        after = sim.Layout((sim.Piece("a", now),), body[None, :2], body[2:3], (turned,)).moments()[0]
        along = axis * (axis @ before)
        known = along + math.cos(angle) * (before - along) + math.sin(angle) * np.cross(axis, before)
        assert after == pytest.approx(known, abs=1e-12)
        assert body[:2] == pytest.approx(0.01 * way[:2])


def test_a_piece_comes_to_stand_against_another() -> None:
    layout = lying([(0.0, 0.0), (0.030, 0.0)], [puck((MOMENT, 0.0, 0.0)), puck()], pinned=(0,))
    shot = settled(table(0.25, 0.2), layout)
    assert shot.layout.faces == ("up", "edge")
    # flat against its rim, half a thickness away
    assert shot.layout.positions[1, 0] == pytest.approx(RADIUS + HEIGHT, abs=5e-5)
    assert abs(shot.energies.imbalance) < 0.01 * (shot.energies.friction_loss + shot.energies.contact_loss)


def test_a_wall_that_stands_close_keeps_a_piece_lying_and_one_farther_away_catches_it() -> None:
    def against(gap: float) -> sim.Shot:
        wall = sim.Wall("w", (RADIUS + gap + 0.001, -0.1), (RADIUS + gap + 0.001, 0.1), 0.002)
        return settled(
            sim.Board(
                "b",
                sim.Surface(None, "open", sim.Friction(2.0, 2.0)),
                sim.Friction(2.0, 2.0),
                walls=(wall,),
                magnets=even_field(4e-3).magnets,
            ),
            lying([(0.0, 0.0)], [puck()]),
        )

    assert against(1e-4).layout.faces == ("up",)
    leaning = against(0.006)
    assert leaning.layout.faces == ("edge",)
    # its upper edge leans on the wall: sin θ = 6/8
    angle = math.asin(0.75)
    gone = RADIUS - RADIUS * math.cos(angle) + HEIGHT * math.sin(angle)
    assert leaning.layout.positions[0, 0] == pytest.approx(gone, abs=1e-6)


def test_load_and_so_friction_follow_the_vertical_force() -> None:
    above = sim.FixedMagnet("above", (0.0, 0.0, 0.060), (0.0, 0.0, MOMENT))
    board = table(0.25, 0.2, magnets=(above,))
    layout = lying([(0.0, 0.0)], [puck()])
    lift = sim.forces(board, layout).force[0, 2]
    assert lift == pytest.approx(6e-7 * MOMENT**2 / 0.056**4, rel=1e-9)
    shot = let_go(board, layout, {"a": (1e-4, 0.0)}, until=1e-5)
    assert (1e-4 - shot.velocities[0, 0]) / 1e-5 == pytest.approx(0.2 * (9.81 - lift / MASS), rel=1e-3)


def test_sliding_over_a_weak_magnet_turns_nothing_over() -> None:
    below = sim.FixedMagnet("below", (0.0, 0.0, -0.03), (0.0, 0.0, 0.4))
    shot = let_go(table(0.2, 0.15, magnets=(below,)), lying([(-0.1, 0.0)], [puck()]), {"a": (0.8, 0.0)})
    assert shot.layout.faces == ("up",)
    assert kinds(shot) == []
