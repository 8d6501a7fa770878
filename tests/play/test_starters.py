"""The scripts that ``magpuck new`` prints are scripts: each can be checked, and played."""

from pathlib import Path

import pytest

import play
from play.check import check
from play.starters import starter
from sim.errors import InputError

CASES = [
    ("kineti-go", 2),
    ("kalide", 2),
    ("kalide", 5),
    ("tokka", 2),
    ("tokka", 5),
    ("kluster", 1),
    ("kluster", 2),
    ("kluster", 4),
    ("free", 2),
    ("free", 3),
]


@pytest.mark.parametrize(("game", "players"), CASES)
def test_a_starter_is_a_legal_script(tmp_path: Path, game: str, players: int) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(starter(game, players), encoding="utf-8")
    assert check(path)[0].startswith(f"{path}: a script for {game}, {players} player")


@pytest.mark.parametrize("game", ["kineti-go", "kalide", "tokka", "kluster", "free"])
def test_a_starter_can_be_played(tmp_path: Path, game: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(starter(game, 2), encoding="utf-8")
    record = play.run(path)
    assert record.outcome == "unfinished", record.stopped
    assert record.legal
    assert len(record.shots) == (6 if game == "kluster" else 2)


def test_too_many_players_are_told_how_many_it_takes() -> None:
    with pytest.raises(InputError, match="must be from 2 to 8 for tokka, got 9"):
        starter("tokka", 9)
