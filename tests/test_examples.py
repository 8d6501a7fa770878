"""Every example runs, and shows what it is there to show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import play
from play.check import check

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(scope="module")
def kalide_round() -> play.Record:
    return play.run(EXAMPLES / "kalide_round.toml")


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.name)
def test_every_file_is_valid(file: Path) -> None:
    assert check(file)


def test_the_round_has_twelve_flicks_and_is_scored(kalide_round: play.Record) -> None:
    assert len(kalide_round.shots) == 12
    assert kalide_round.outcome == "unfinished"
    assert kalide_round.rounds[0].points == kalide_round.totals


def test_in_the_round_a_cluster_scores(kalide_round: play.Record) -> None:
    scoring = kalide_round.shots[-1].rulings
    assert any(ruling.clause in ("L20", "L23") and ruling.points > 0 for ruling in scoring)


def test_in_the_round_a_puck_overshoots_and_is_dead(kalide_round: play.Record) -> None:
    assert any(ruling.clause == "L9" for shot in kalide_round.shots[:-1] for ruling in shot.rulings)


def test_in_the_round_a_puck_is_knocked_away(kalide_round: play.Record) -> None:
    assert any(ruling.clause == "L17" for shot in kalide_round.shots[:-1] for ruling in shot.rulings)


def test_the_rulings_of_the_round_add_up_to_its_points(kalide_round: play.Record) -> None:
    given: dict[str, int] = {}
    for ruling in kalide_round.shots[-1].rulings:
        if ruling.points and ruling.player is not None:
            given[ruling.player] = given.get(ruling.player, 0) + ruling.points
    assert given == kalide_round.totals


def test_the_match_has_three_rounds_and_an_end() -> None:
    record = play.run(EXAMPLES / "kalide_match.toml")
    assert [one.number for one in record.rounds] == [1, 2, 3]
    assert record.outcome in ("won", "draw")
    totals = dict.fromkeys(record.totals, 0)
    for one in record.rounds:
        for side, points in (one.points or {}).items():
            totals[side] += points
    assert totals == record.totals


def test_the_two_pucks_never_touch() -> None:
    shot = play.run(EXAMPLES / "two_pucks.toml").shots[0].shot
    assert [event.kind for event in shot.events] == ["at_rest"]
    # physics notes, section 3
    assert shot.layout.positions[:, 0] == pytest.approx([0.0715558455, 0.1443764065], abs=1e-4)


def test_the_positions_decide_the_match() -> None:
    from play.score import judge

    _, score = judge(EXAMPLES / "positions.toml")
    assert score.points == {"Yellow": 400, "Red": 700}
    assert score.winner == "Red"


def test_the_field_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "field.png"
    subprocess.run([sys.executable, EXAMPLES / "plot_field.py", file], check=True)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_the_yokes_speed_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "yoke.png"
    subprocess.run([sys.executable, EXAMPLES / "plot_yoke.py", file], check=True)
    assert file.read_bytes().startswith(b"\x89PNG")


def test_the_finder_writes_a_script_that_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "found.toml"
    subprocess.run([sys.executable, EXAMPLES / "find_kalide_round.py", file], check=True, capture_output=True)
    assert file.read_bytes() == (EXAMPLES / "kalide_round.toml").read_bytes()


def test_a_result_on_a_board_of_ones_own_can_be_judged_again(tmp_path: Path) -> None:
    from play.cli import main
    from play.score import judge

    (tmp_path / "boards").mkdir()
    board = (EXAMPLES.parent / "sim/boards/kalide.toml").read_text(encoding="utf-8")
    (tmp_path / "boards/mine.toml").write_text(board, encoding="utf-8")
    script = (EXAMPLES / "kalide_round.toml").read_text(encoding="utf-8")
    (tmp_path / "round.toml").write_text(
        script.replace('board = "kalide"', 'board = "boards/mine.toml"'), encoding="utf-8"
    )
    with pytest.raises(SystemExit) as end:
        main(["run", str(tmp_path / "round.toml"), "--out", str(tmp_path / "deep/out"), "--quiet", "--no-plots"])
    assert end.value.code == 0
    _, score = judge(tmp_path / "deep/out/result.json")
    assert score.points == play.run(EXAMPLES / "kalide_round.toml").totals


@pytest.mark.parametrize(
    ("game", "winner", "clause"),
    [
        ("kineti_go", "Black", "G16"),
        ("kalide", "Yellow", "L20"),
        ("tokka", "White", "T8"),
        ("kluster", "Ann", "S15"),
        ("free", "Ann", "F16"),
    ],
)
def test_a_match_of_each_game_is_played_to_its_end_and_shows_something(game: str, winner: str, clause: str) -> None:
    record = play.run(EXAMPLES / f"{game}_match.toml")
    assert (record.outcome, record.winner) == ("won", winner)
    cited = {ruling.clause for one in record.rounds for shot in one.shots for ruling in shot.rulings}
    assert clause in cited
