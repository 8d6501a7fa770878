"""A shot is a pure function: same bits every time, in both forms of the loop, in any process."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

import sim
from sim.values import Vector2

BOARD = sim.load_board("kalide")
KIND = BOARD.pieces["puck"]


def pucks(*places: Vector2, faces: str = "") -> sim.Layout:
    pieces = tuple(sim.Piece(f"p{k}", KIND) for k in range(len(places)))
    up_or_down = tuple("down" if c == "d" else "up" for c in faces or "u" * len(places))
    return sim.Layout(pieces, np.array(places).reshape(-1, 2), np.zeros(len(places)), up_or_down)  # type: ignore[arg-type]


def flick(layout: sim.Layout, speed: float = 1.8, heading: float = math.pi, **settings: object) -> sim.Shot:
    action = sim.Flick(sim.Piece("new", KIND), (0.85, 0.15), speed, heading)
    return sim.simulate(BOARD, layout, action, settings=sim.Settings(**settings))  # type: ignore[arg-type]


BUSY = pucks((0.30, 0.15), (0.30, 0.185), (0.34, 0.155), (0.60, 0.16), (0.25, 0.10), faces="uduud")


def bits(shot: sim.Shot) -> tuple[bytes, ...]:
    trajectory = shot.trajectory
    events = repr([(e.time, e.kind, e.pieces, e.other) for e in shot.events]).encode()
    arrays = (shot.layout.positions, shot.layout.angles, trajectory.positions, trajectory.velocities, trajectory.spins)
    return (*(array.tobytes() for array in arrays), events, repr(shot.energies).encode())


def test_a_shot_twice_gives_the_same_bits() -> None:
    assert bits(flick(BUSY)) == bits(flick(BUSY))


def test_a_shot_after_other_shots_gives_the_same_bits() -> None:
    first = bits(flick(BUSY))
    flick(pucks((0.5, 0.15)), 3.0)
    assert bits(flick(BUSY)) == first


def test_the_loop_through_the_batch_module_gives_the_same_bits() -> None:
    assert bits(flick(BUSY, loop="batch")) == bits(flick(BUSY, loop="compiled"))


def test_another_process_gives_the_same_bits() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import hashlib, test_simulation as t\n"
        "print(hashlib.sha256(b''.join(t.bits(t.flick(t.BUSY)))).hexdigest())"
    )
    from hashlib import sha256
    from pathlib import Path

    done = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == sha256(b"".join(bits(flick(BUSY)))).hexdigest()


@pytest.mark.parametrize("every", [1e-4, 7e-3, 1.0])
def test_how_often_is_recorded_changes_nothing_in_the_motion(every: float) -> None:
    assert np.array_equal(flick(BUSY, record_every=every).layout.positions, flick(BUSY).layout.positions)


def test_records_stand_at_the_start_at_every_interval_and_at_the_end() -> None:
    shot = flick(pucks(), record_every=0.01)
    times = shot.trajectory.times
    assert times[0] == 0.0
    assert times[-1] == shot.duration
    assert times[1:-1] == pytest.approx(0.01 * np.arange(1, len(times) - 1), abs=1e-12)
    assert shot.trajectory.positions[-1].tolist() == shot.layout.positions.tolist()


def test_until_is_reached_exactly_when_all_rests_before_it() -> None:
    shot = flick(pucks(), until=5.0, record_every=0.5)
    assert shot.duration == 5.0
    assert shot.at_rest
    assert shot.trajectory.times.tolist() == [0.5 * k for k in range(11)]


def test_until_is_reached_exactly_in_full_motion() -> None:
    shot = flick(pucks(), until=0.123)
    assert shot.duration == 0.123
    assert not shot.at_rest
    assert shot.velocities[0, 0] == pytest.approx(-1.8 + 0.22 * 9.81 * 0.123, abs=1e-9)


def test_a_shot_that_never_rests_is_given_up_at_the_limit() -> None:
    smooth = sim.Board("ice", sim.Surface(None, "open", sim.Friction()), sim.Friction())
    layout = pucks((0.0, 0.0))
    shot = sim.simulate(smooth, layout, sim.Release({"p0": (1.0, 0.0)}), settings=sim.Settings(limit=2.0))
    assert [(event.kind, event.time) for event in shot.events] == [("gave_up", 2.0)]
    assert not shot.at_rest


def test_a_puck_that_passes_the_edge_lies_beyond_and_still_pulls() -> None:
    shot = flick(pucks(), 2.4)
    left = [event for event in shot.events if event.kind == "left_board"]
    assert len(left) == 1
    assert shot.layout.positions[0, 0] < 0
    assert shot.layout.statuses[0] == "live"
    row = int(np.searchsorted(shot.trajectory.times, left[0].time))
    assert shot.trajectory.positions[row - 1, 0, 0] > 0 > shot.trajectory.positions[row, 0, 0]
    # it brakes harder on the table than on the mat
    v = shot.trajectory.velocities[:, 0, 0]
    assert (v[row + 10] - v[row + 5]) / 5e-3 == pytest.approx(0.28 * 9.81, rel=1e-3)
    near = sim.Layout(
        shot.layout.pieces, np.array([[-0.005, 0.15]]), shot.layout.angles, shot.layout.faces, ("dead",)
    ).with_piece(sim.Piece("b", KIND), (0.028, 0.15), face="down")
    pulled = sim.simulate(BOARD, near, sim.Settle())
    assert pulled.layout.positions[1, 0] < 0.028


def test_a_piece_that_falls_off_a_table_is_gone_and_the_rest_plays_on() -> None:
    outline = np.array([[0, 0], [0.5, 0], [0.5, 0.3], [0, 0.3]])
    friction = sim.Friction(0.25, 0.2)
    board = sim.Board("table", sim.Surface(outline, "drop", friction), friction)
    layout = pucks((0.45, 0.1), (0.1, 0.25))
    shot = sim.simulate(board, layout, sim.Release({"p0": (1.0, 0.0), "p1": (0.5, 0.0)}))
    assert shot.layout.statuses == ("removed", "live")
    assert shot.layout.positions[0, 0] == pytest.approx(0.5, abs=5e-3)
    assert shot.layout.positions[1, 0] == pytest.approx(0.1 + 0.25 / (2 * 0.2 * 9.81), abs=1e-4)
    assert [event.kind for event in shot.events] == ["left_board", "at_rest"]


def test_a_removed_piece_pulls_no_more() -> None:
    held = pucks((0.30, 0.15), (0.332, 0.15), faces="ud")
    assert flick(held.with_statuses({"p0": "removed"}), 0.1).layout.positions[1].tolist() == [0.332, 0.15]


def test_taking_one_of_a_pair_away_leaves_the_other_at_rest() -> None:
    pair = pucks((0.30, 0.15), (0.33, 0.15), faces="ud")
    shot = sim.simulate(BOARD, pair, sim.Remove("p0"))
    assert shot.layout.statuses == ("removed", "live")
    assert shot.layout.positions[1].tolist() == [0.33, 0.15]
    # what a hand takes away did not part by itself
    assert [event.kind for event in shot.events] == ["at_rest"]


def test_a_snap_is_an_event_at_its_last_touch() -> None:
    shot = sim.simulate(BOARD, pucks((0.30, 0.15), (0.3325, 0.15), faces="ud"), sim.Settle())
    kinds = [event.kind for event in shot.events]
    assert kinds[0] == "contact"
    assert kinds.count("snapped") == 1
    assert kinds[-1] == "at_rest"


def test_importing_sim_loads_neither_graphics_nor_compiler() -> None:
    code = "import sys, sim; print(sorted({'matplotlib', 'numba', 'pymunk', 'scipy', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_nonsense_that_does_not_stay_finite_is_a_clear_error_or_a_finite_result() -> None:
    strong = sim.PieceKind("x", "disc", (0.0125, 0.0125), 0.008, 0.01, (0, 0, 1000.0))
    layout = sim.Layout((sim.Piece("a", strong), sim.Piece("b", strong)), np.array([[0.0, 0], [0.03, 0]]), np.zeros(2))
    try:
        shot = sim.simulate(BOARD, layout, sim.Settle(), settings=sim.Settings(until=0.01))
    except RuntimeError as error:
        assert "finite" in str(error)
    else:
        assert np.isfinite(shot.layout.positions).all()
