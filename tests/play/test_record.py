"""What a run leaves behind, byte for byte: JSON text and the arrays' file."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import play
from sim.shot import Event

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(scope="module")
def bare() -> play.Record:
    return play.run(EXAMPLES / "two_pucks.toml")


def with_shot(record: play.Record, **changes: object) -> play.Record:
    """Return a bare table's record with parts of its shot replaced."""
    one = record.shots[0]
    shot = replace(one.shot, **changes)  # type: ignore[arg-type]
    return replace(record, rounds=(replace(record.rounds[0], shots=(replace(one, shot=shot),)),))


def test_the_arrays_file_carries_no_date_of_its_writing(bare: play.Record) -> None:
    members = zipfile.ZipFile(io.BytesIO(bare.npz())).infolist()
    assert {member.date_time for member in members} == {(1980, 1, 1, 0, 0, 0)}


def test_the_arrays_load_without_pickles(bare: play.Record) -> None:
    arrays = np.load(io.BytesIO(bare.npz()), allow_pickle=False)
    assert arrays["ids"].tolist() == ["a", "b"]
    assert arrays["t_s"][-1] == bare.shots[0].shot.duration


def test_playing_again_gives_the_same_text_and_arrays(bare: play.Record) -> None:
    again = play.run(EXAMPLES / "two_pucks.toml")
    assert again.to_text() == bare.to_text()
    assert again.npz() == bare.npz()


def test_a_number_that_json_does_not_know_is_refused(bare: play.Record) -> None:
    with pytest.raises(ValueError, match="JSON"):
        with_shot(bare, duration=float("nan")).to_text()


def test_floats_are_written_in_full(bare: play.Record) -> None:
    x = json.loads(bare.to_text())["pieces"][0]["at_mm"][0]
    assert x == float(bare.shots[0].shot.layout.positions[0, 0]) * 1000.0


def test_the_pieces_of_an_event_are_sorted_naturally(bare: play.Record) -> None:
    record = with_shot(bare, events=(Event(0.1, "snapped", ("Red-10", "Red-9", "Red-1")),))
    assert record.to_json()["events"] == [{"t_s": 0.1, "kind": "snapped", "pieces": ["Red-1", "Red-9", "Red-10"]}]


def test_an_event_with_a_wall_names_it(bare: play.Record) -> None:
    record = with_shot(bare, events=(Event(0.1, "contact", ("a",), "band"),))
    assert record.to_json()["events"][0]["with"] == "band"


@pytest.mark.parametrize("seed", [0, 5])
def test_a_seed_given_to_run_beats_the_scripts(seed: int) -> None:
    assert play.run(EXAMPLES / "kalide_round.toml", seed=seed).to_json()["seed"] == seed


def test_a_board_of_ones_own_is_named_from_where_the_result_lies(tmp_path: Path) -> None:
    source = EXAMPLES.parent / "sim" / "boards" / "kalide.toml"
    (tmp_path / "mat.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    script = tmp_path / "script.toml"
    text = (EXAMPLES / "kalide_round.toml").read_text(encoding="utf-8")
    script.write_text(text.replace('board = "kalide"', 'board = "mat.toml"'), encoding="utf-8")
    record = play.run(script)
    assert json.loads(record.to_text())["board"] == "mat.toml"
    assert json.loads(record.to_text(tmp_path / "deep" / "result.json"))["board"] == "../mat.toml"
