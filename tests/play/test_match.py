"""Playing scripts: records, and their JSON with the keys that the interface names."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

import play
from play.recordjson import degrees

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(scope="module")
def record() -> play.Record:
    return play.run(EXAMPLES / "kalide_round.toml")


def without_faces(tmp_path: Path, shots: int) -> Path:
    """Write the example's first shots, with the faces left to the draw."""
    head, *parts = (EXAMPLES / "kalide_round.toml").read_text(encoding="utf-8").split("[[rounds.shots]]")
    lines = "[[rounds.shots]]".join([head, *parts[:shots]]).split("\n")
    file = tmp_path / f"first{shots}.toml"
    file.write_text("\n".join(line for line in lines if not line.startswith("face")), encoding="utf-8")
    return file


def test_the_json_of_a_game_has_the_keys_of_the_interface(record: play.Record) -> None:
    result = record.to_json()
    assert {"magpuck", "game", "board", "seed", "rounds", "totals", "winner", "outcome"} <= set(result)
    one = result["rounds"][0]
    assert set(one) == {"number", "shots", "rulings", "points"}
    shot = one["shots"][0]
    assert set(shot) == {"number", "by", "action", "duration_s", "events", "pieces"}
    assert set(shot["pieces"][0]) == {"id", "owner", "at_mm", "angle_deg", "face", "status"}
    assert set(one["rulings"][0]) == {"clause", "player", "pieces", "points", "why"}
    assert {"t_s", "kind", "pieces"} <= set(shot["events"][0])


def test_the_json_of_a_bare_table_has_the_keys_of_the_interface() -> None:
    result = play.run(EXAMPLES / "two_pucks.toml").to_json()
    assert set(result) == {"magpuck", "seed", "duration_s", "at_rest", "pieces", "events", "energy_J"}
    assert set(result["pieces"][0]) == {"id", "at_mm", "angle_deg", "velocity_m_s", "spin_rad_s", "face", "status"}
    assert set(result["energy_J"]) == {"start", "end", "friction_loss", "contact_loss", "raised", "carried_off"}
    assert set(result["energy_J"]["end"]) == {"kinetic", "magnetic"}


def test_pieces_are_sorted_naturally_and_angles_lie_in_a_turn(record: play.Record) -> None:
    pieces = record.to_json()["rounds"][0]["shots"][-1]["pieces"]
    assert [piece["id"] for piece in pieces] == [f"{side}-{k}" for side in ("Red", "Yellow") for k in range(1, 7)]
    assert all(-180 < piece["angle_deg"] <= 180 for piece in pieces)


def test_the_trajectory_of_a_bare_table_has_the_arrays_of_the_interface() -> None:
    arrays = np.load(io.BytesIO(play.run(EXAMPLES / "two_pucks.toml").npz()))
    k = len(arrays["t_s"])
    assert {name: arrays[name].shape for name in arrays.files} == {
        "t_s": (k,),
        "ids": (2,),
        "xy_m": (k, 2, 2),
        "angle_rad": (k, 2),
        "velocity_m_s": (k, 2, 2),
        "spin_rad_s": (k, 2),
    }


def test_the_trajectories_of_a_game_are_named_by_round_and_shot(record: play.Record) -> None:
    arrays = np.load(io.BytesIO(record.npz()))
    assert arrays["shots"].tolist() == [f"r1_s{k:02d}_" for k in range(1, 13)]
    assert arrays["r1_s07_xy_m"].shape[1:] == (7, 2)


def test_a_seed_changes_the_drawn_faces(tmp_path: Path) -> None:
    file = without_faces(tmp_path, 6)
    faces = [[shot.layout.faces[-1] for shot in play.run(file, seed=seed).shots] for seed in range(4)]
    assert len({tuple(row) for row in faces}) > 1
    assert faces[1] == [shot.layout.faces[-1] for shot in play.run(file).shots]  # the script's own seed is 1


def test_one_more_shot_changes_no_other_face(tmp_path: Path) -> None:
    few = play.run(without_faces(tmp_path, 4)).shots[-1].layout
    more = play.run(without_faces(tmp_path, 8)).shots[-1].layout
    assert more.faces[:4] == few.faces


def test_a_round_that_is_not_over_has_no_points(tmp_path: Path) -> None:
    result = play.run(without_faces(tmp_path, 5)).to_json()
    assert result["rounds"][0]["points"] is None
    assert result["outcome"] == "unfinished"
    assert result["totals"] == {"Yellow": 0, "Red": 0}


def test_a_dead_puck_in_the_own_flick_zone_may_be_taken_off(tmp_path: Path) -> None:
    # Red's flick overshoots into the yellow Flick Zone; Yellow takes it away before flicking
    text = (EXAMPLES / "kalide_round.toml").read_text(encoding="utf-8").split("[[rounds]]")[0]
    text += """
[[rounds]]
starter = "Red"
[[rounds.shots]]
by = "Red"
action = "flick"
from_mm = [50, 150]
speed_m_s = 1.82
heading_deg = 0
[[rounds.shots]]
by = "Yellow"
action = "remove"
piece = "Red-1"
[[rounds.shots]]
by = "Yellow"
action = "flick"
from_mm = [850, 150]
speed_m_s = 1.6
heading_deg = 180
"""
    file = tmp_path / "remove.toml"
    file.write_text(text, encoding="utf-8")
    record = play.run(file)
    assert record.stopped is None
    assert record.shots[0].layout.statuses == ("dead",)
    assert record.shots[-1].layout.statuses == ("removed", "live")
    assert json.loads(record.to_text())["rounds"][0]["shots"][1]["action"] == "remove"


@pytest.mark.parametrize(("angle", "shown"), [(0, 0), (np.pi, 180), (-np.pi, 180), (3 * np.pi / 2, -90), (7.0, 41.07)])
def test_angles_are_shown_in_one_turn(angle: float, shown: float) -> None:
    assert degrees(angle) == pytest.approx(shown, abs=5e-3)
