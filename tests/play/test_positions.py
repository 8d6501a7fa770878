import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from play.positions import read_positions
from sim.errors import InputError

HEAD = """
game = "kalide"
round = 3
before = {Yellow = 18}
[options]
tie = "sudden_death"
[[players]]
name = "Yellow"
colour = "yellow"
[[players]]
name = "Red"
colour = "red"
"""

PIECES = """
[[pieces]]
owner = "Red"
at_mm = [300, 150]
[[pieces]]
owner = "Yellow"
at_mm = [330, 150]
angle_deg = 90
face = "down"
[[pieces]]
owner = "Red"
at_mm = [-20, 10]
status = "dead"
[[pieces]]
id = "lost"
owner = "Red"
at_mm = [300, 150]
status = "removed"
"""


def written(tmp_path: Path, text: str, name: str = "p.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_ids_left_out_count_for_each_owner(tmp_path: Path) -> None:
    layout = read_positions(written(tmp_path, HEAD + PIECES)).layout
    assert layout.ids == ("Red-1", "Yellow-1", "Red-2", "lost")


def test_place_angle_face_and_status_are_kept(tmp_path: Path) -> None:
    layout = read_positions(written(tmp_path, HEAD + PIECES)).layout
    np.testing.assert_allclose(layout.positions[1], [0.33, 0.15])
    np.testing.assert_allclose(layout.angles[1], np.pi / 2)
    assert layout.faces == ("up", "down", "up", "up")
    assert layout.statuses == ("live", "live", "dead", "removed")


def test_totals_before_are_0_for_a_side_not_named(tmp_path: Path) -> None:
    positions = read_positions(written(tmp_path, HEAD + PIECES))
    assert positions.before == {"Yellow": 18, "Red": 0}
    assert (positions.number, positions.options) == (3, {"tie": "sudden_death"})


def test_nothing_said_about_the_match_is_kept_as_such(tmp_path: Path) -> None:
    text = HEAD.replace("round = 3\n", "").replace("before = {Yellow = 18}\n", "")
    positions = read_positions(written(tmp_path, text + PIECES))
    assert (positions.number, positions.before) == (None, {})


def test_positions_measured_by_hand_may_overlap_by_less_than_a_millimetre(tmp_path: Path) -> None:
    assert len(read_positions(written(tmp_path, HEAD + PIECES.replace("[330, 150]", "[329.5, 150]"))).layout) == 4


def result(**changes: Any) -> dict[str, Any]:
    def piece(piece_id: str, x: float, **more: Any) -> dict[str, Any]:
        owner = piece_id.split("-")[0]
        return {"id": piece_id, "owner": owner, "at_mm": [x, 150.0], "angle_deg": 0.0, "face": "up"} | more

    first = {
        "number": 1,
        "by": "Yellow",
        "action": "flick",
        "pieces": [piece("Yellow-1", 200, status="live")],
    }
    last = [piece("Yellow-1", 250, status="live"), piece("Red-1", 910, status="dead", face="down")]
    return {
        "magpuck": "0.1.0",
        "game": "kalide",
        "board": "kalide",
        "seed": 1,
        "rounds": [
            {"number": 0, "shots": [first], "rulings": [], "points": {}},
            {"number": 1, "shots": [first], "rulings": [], "points": {"Yellow": 50, "Red": 100}},
            {"number": 2, "shots": [first], "rulings": [], "points": {"Yellow": 200, "Red": 0}},
            {"number": 3, "shots": [first, {"number": 2, "pieces": last}], "rulings": [], "points": None},
        ],
        "totals": {"Yellow": 250, "Red": 100},
        "winner": None,
        "outcome": "unfinished",
    } | changes


def written_result(tmp_path: Path, **changes: Any) -> Path:
    return written(tmp_path, json.dumps(result(**changes)), "result.json")


def test_result_gives_the_last_shot_s_positions_with_their_statuses(tmp_path: Path) -> None:
    layout = read_positions(written_result(tmp_path)).layout
    assert layout.ids == ("Yellow-1", "Red-1")
    np.testing.assert_allclose(layout.positions[:, 0], [0.25, 0.91])
    assert layout.statuses == ("live", "dead")
    assert layout.faces == ("up", "down")


def test_result_gives_the_totals_before_its_last_round(tmp_path: Path) -> None:
    positions = read_positions(written_result(tmp_path))
    assert (positions.number, positions.before) == (3, {"Yellow": 250, "Red": 100})


def test_sides_of_a_result_named_as_colours_play_them(tmp_path: Path) -> None:
    assert [p.colour for p in read_positions(written_result(tmp_path)).players] == ["yellow", "red"]


def test_players_and_options_of_a_result_are_used_where_it_has_them(tmp_path: Path) -> None:
    players = [
        {"name": "Ann", "team": "Yellow", "colour": "red"},
        {"name": "Ben", "team": "Red", "colour": "yellow"},
    ]
    path = written_result(tmp_path, players=players, options={"tie": "sudden_death"})
    positions = read_positions(path)
    assert [(p.name, p.colour) for p in positions.players] == [("Ann", "red"), ("Ben", "yellow")]
    assert positions.options == {"tie": "sudden_death"}


def test_result_of_a_bare_table_has_nothing_to_score(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="game: must be given: a bare table has nothing to score"):
        read_positions(written(tmp_path, '{"magpuck": "0.1.0", "pieces": []}', "result.json"))


def test_result_without_a_shot_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="rounds: must hold at least one shot"):
        read_positions(written_result(tmp_path, rounds=[]))


def test_result_cut_short_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"result.json: must be JSON: .*line 1 column"):
        read_positions(written(tmp_path, '{"game": ', "result.json"))
