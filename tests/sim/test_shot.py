"""Shots that are joined, shots in which nothing moves, and a cord that is drawn as it was laid: from its corners."""

import numpy as np
import pytest

import sim
from sim.cord import is_even, length, resample
from sim.shot import joined, still

KIND = sim.PieceKind("k", "disc", (0.0125, 0.0125), 0.008, 0.01, (0.0, 0.0, 0.3), 0.5, 0.2)
FRICTION = sim.Friction(0.25, 0.2)
TABLE = sim.Board("table", sim.Surface(None, "open", FRICTION), FRICTION)


def test_two_shots_joined_are_one() -> None:
    layout = sim.Layout().with_piece(sim.Piece("a", KIND), (0.0, 0.0)).with_piece(sim.Piece("b", KIND), (0.06, 0.0))
    first = sim.simulate(TABLE, layout, sim.Flick(sim.Piece("c", KIND), (-0.2, 0.0), 0.9, 0.0))
    second = sim.simulate(TABLE, first.layout, sim.Remove("a"))
    both = joined(first, second)
    assert both.duration == first.duration + second.duration
    assert both.layout is second.layout
    assert both.start is first.start
    assert both.action is first.action
    assert (np.diff(both.trajectory.times) > 0.0).all()
    assert both.trajectory.times[-1] == pytest.approx(both.duration)
    assert [event.kind for event in both.events].count("at_rest") == 1
    assert both.events[-1].time == both.duration
    losses = both.energies.friction_loss + both.energies.contact_loss
    assert abs(both.energies.imbalance) < 0.02 * losses


def test_shots_of_other_pieces_are_not_joined() -> None:
    one = still(sim.Layout().with_piece(sim.Piece("a", KIND), (0.0, 0.0)), sim.Settle())
    two = still(sim.Layout().with_piece(sim.Piece("b", KIND), (0.0, 0.0)), sim.Settle())
    with pytest.raises(ValueError, match="can't be joined"):
        joined(one, two)


def test_in_a_still_shot_nothing_moves() -> None:
    layout = sim.Layout().with_piece(sim.Piece("a", KIND), (0.1, 0.2), 0.3)
    shot = still(layout, sim.Settle("Ann"))
    assert shot.trajectory.positions.tolist() == [[[0.1, 0.2]]]
    assert shot.at_rest
    assert shot.layout is shot.start is layout


SQUARE = np.array([[0.0, 0.0], [0.25, 0.0], [0.25, 0.25], [0.0, 0.25]])


def test_corners_are_no_even_nodes_and_a_moved_cord_is() -> None:
    assert not is_even(SQUARE)
    assert is_even(resample(SQUARE))
    layout = sim.Layout(cord=SQUARE)
    moved = sim.simulate(TABLE, layout, sim.MoveCord(((0.25, 0.125), (0.27, 0.125)), 0.1))
    cord = moved.layout.cord
    assert cord is not None
    assert is_even(cord)
    assert length(cord) == pytest.approx(1.0, rel=0.01)
    assert cord[:, 0].max() == pytest.approx(0.27, abs=1e-3)


def test_a_cord_that_nobody_moves_stays_as_it_was_laid() -> None:
    shot = sim.simulate(TABLE, sim.Layout(cord=SQUARE), sim.Place(sim.Piece("a", KIND), (0.1, 0.1)))
    assert shot.layout.cord is not None
    assert np.array_equal(shot.layout.cord, SQUARE)
