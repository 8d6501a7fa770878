"""A knockout from a script: every game to its end, winners go on, and a result that says which game was whose."""

import json
from pathlib import Path

import pytest

import play
from rules.knockout import first_draw, goes_on, stage
from sim.errors import InputError

NAMES = ("Ann", "Bob", "Cid", "Dee")
SEED = 3
HEAD = f'game = "kalide"\nformat = "knockout"\nseed = {SEED}\n'
GOOD = "from_mm = [850, 150]\nspeed_m_s = 1.66\nheading_deg = 180"
WEAK = "from_mm = [50, 150]\nspeed_m_s = 0.2\nheading_deg = 0"


def round_of(first: str, second: str, *, good: bool = True) -> str:
    """Return a round of one flick each: the first, yellow, into a space, the second nowhere."""
    lines = ["[[rounds]]", f'starter = "{first}"']
    for by, flick in ((first, GOOD if good else WEAK.replace("50", "850", 1)), (second, WEAK)):
        lines += ["[[rounds.shots]]", f'by = "{by}"', 'action = "flick"', flick, 'face = "up"']
    return "\n".join(lines) + "\n"


def games() -> list[tuple[str, str]]:
    """Return who meets whom where the first named always wins."""
    left, number, found = first_draw(NAMES, SEED), 0, []
    while len(left) > 1:
        number += 1
        drawn = stage(left, number, SEED)
        found += list(drawn.games)
        left = goes_on(drawn, tuple(first for first, _ in drawn.games))
    return found


def written(tmp_path: Path, rounds: str) -> Path:
    players = "".join(f'[[players]]\nname = "{name}"\npucks = 1\n' for name in NAMES)
    path = tmp_path / "cup.toml"
    path.write_text(HEAD + players + rounds, encoding="utf-8")
    return path


def test_four_players_play_three_games_and_the_final_is_won(tmp_path: Path) -> None:
    path = written(tmp_path, "".join(round_of(a, b) for a, b in games() for _ in range(3)))
    record = play.run(path)
    assert record.outcome == "won"
    assert record.winner == games()[-1][0]
    assert [game.sides for game in record.games] == games()
    assert [game.rounds for game in record.games] == [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    assert all(game.winner == game.sides[0] for game in record.games)
    assert [one.number for one in record.rounds] == [1, 2, 3] * 3
    stages = [ruling.why for one in record.rounds for ruling in one.opening if ruling.clause == "L29"]
    assert len(stages) == 2
    assert stages[1].startswith("the final: ")
    values = record.to_json()
    assert json.loads(record.to_text()) == values
    assert [game["winner"] for game in values["games"]] == [first for first, _ in games()]
    assert "g3_r3_s02_t_s" in record.arrays()


def test_a_drawn_game_goes_to_sudden_death(tmp_path: Path) -> None:
    a, b = games()[0]
    text = "".join(round_of(a, b, good=False) for _ in range(3)) + round_of(a, b)
    record = play.run(written(tmp_path, text))
    assert record.outcome == "unfinished"
    assert [one.number for one in record.rounds] == [1, 2, 3, 4]
    assert record.games[0].winner == a
    assert record.to_json()["legal"] == "to open the next round"


def test_a_round_after_the_final_stops_the_run(tmp_path: Path) -> None:
    rounds = "".join(round_of(a, b) for a, b in games() for _ in range(3))
    record = play.run(written(tmp_path, rounds + round_of(*games()[-1])))
    assert record.outcome == "stopped"
    assert record.stopped is not None
    assert record.stopped.clause == "L28"
    assert len(record.rounds) == 9


def test_one_side_alone_is_no_knockout(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(HEAD + '[[players]]\nname = "Ann"\n' + round_of("Ann", "Ann"), encoding="utf-8")
    with pytest.raises(InputError, match="two sides or more"):
        play.run(path)
