"""The command line: what it writes, where, and with which exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from play.cli import main

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ROUND = EXAMPLES / "kalide_round.toml"
PUCKS = EXAMPLES / "two_pucks.toml"


def magpuck(*words: object) -> int:
    """Exit status of a call."""
    with pytest.raises(SystemExit) as end:
        main([str(word) for word in words])
    return int(end.value.code or 0)


def script(tmp_path: Path, old: str = "", new: str = "", more: str = "", source: Path = ROUND) -> Path:
    """Write an example with a first occurrence replaced and lines added."""
    text = source.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "script.toml"
    file.write_text(text.replace(old, new, 1) + more, encoding="utf-8")
    return file


SEVENTH = """
[[rounds.shots]]
by = "Yellow"
action = "flick"
from_mm = [850, 150]
speed_m_s = 1.5
heading_deg = 180
"""


def test_json_on_standard_output_stands_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("run", ROUND, "--json", "-") == 0
    streams = capsys.readouterr()
    assert json.loads(streams.out)["game"] == "kalide"
    assert "Points of the round" in streams.err


def test_on_a_pipe_there_is_no_colour(capsys: pytest.CaptureFixture[str]) -> None:
    magpuck("run", ROUND)
    assert "\x1b" not in capsys.readouterr().out


def test_quiet_says_the_outcome_only(capsys: pytest.CaptureFixture[str]) -> None:
    magpuck("run", ROUND, "--quiet")
    lines = capsys.readouterr().out.split("\n")
    assert [line for line in lines if line] == ["Totals: Yellow 550, Red 800; unfinished"]


def test_a_run_writes_its_four_files(tmp_path: Path) -> None:
    assert magpuck("run", ROUND, "--out", tmp_path / "out") == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["final.png", "result.json", "trajectories.png", "trajectory.npz"]


def test_the_same_run_gives_the_same_bytes_in_another_process_and_directory(tmp_path: Path) -> None:
    assert magpuck("run", ROUND, "--out", tmp_path / "one") == 0
    (tmp_path / "elsewhere").mkdir()
    call = [sys.executable, "-m", "play.cli", "run", str(ROUND), "--out", "../two", "--quiet"]
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent)}
    subprocess.run(call, cwd=tmp_path / "elsewhere", env=environment, check=True, capture_output=True)
    for name in ("result.json", "trajectory.npz", "trajectories.png", "final.png"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


ILLEGAL = [
    ("from_mm = [850, 150]", "from_mm = [600, 150]", "", "L4", 0),
    ('by = "Yellow"', 'by = "Red"', "", "L3", 0),
    ("", "", SEVENTH, "L1", 12),
]


@pytest.mark.parametrize(("old", "new", "more", "clause", "played"), ILLEGAL)
def test_an_illegal_action_stops_the_run_with_its_ruling(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, more: str, clause: str, played: int
) -> None:
    file = script(tmp_path, old, new, more)
    out = tmp_path / "out"
    assert magpuck("run", file, "--json", tmp_path / "r.json", "--out", out, "--no-plots") == 2
    result = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert result["outcome"] == "stopped"
    assert result["stopped"]["clause"] == clause
    assert set(result["stopped"]) == {"clause", "why", "legal"}
    assert result["stopped"]["why"]
    assert result["stopped"]["legal"]
    assert len(result["rounds"][0]["shots"]) == played
    assert (out / "result.json").exists()
    printed = capsys.readouterr().out
    assert f"{clause}: " in printed
    assert "Legal would be" in printed


@pytest.mark.parametrize(("old", "new", "more", "clause"), [row[:4] for row in ILLEGAL])
def test_check_sees_illegal_actions_without_playing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, more: str, clause: str
) -> None:
    assert magpuck("check", script(tmp_path, old, new, more)) == 2
    assert clause in capsys.readouterr().err


BAD = [
    ("speed_m_s = ", "speed = ", "rounds[0].shots[0].speed: unknown key; did you mean speed_m_s?"),
    ("speed_m_s = 1", "speed_m_s = nan #", "rounds[0].shots[0].speed_m_s: must be a number above 0, got nan"),
    ('name = "Red"', 'name = "Yellow"', "players"),
    ('colour = "red"', 'colour = "yellow"', "players"),
    ('board = "kalide"', 'board = "nowhere.toml"', "board"),
    ("seed = 1", "seed = [", "must be TOML"),
]


@pytest.mark.parametrize(("old", "new", "message"), BAD)
def test_bad_input_is_one_line_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, message: str
) -> None:
    file = script(tmp_path, old, new)
    assert magpuck("run", file, "--out", tmp_path / "out", "--json", tmp_path / "r.json") == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert streams.err.startswith("magpuck: ")
    assert streams.err.count("\n") == 1
    assert "script.toml" in streams.err
    assert message in streams.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["script.toml"]


def test_two_pieces_in_the_same_place_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("run", script(tmp_path, "at_mm = [100, 0]", "at_mm = [10, 0]", source=PUCKS)) == 2
    assert "b overlaps a" in capsys.readouterr().err


def test_an_unknown_option_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("run", ROUND, "--sed", 1) == 2
    assert capsys.readouterr().err.startswith("magpuck: ")


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    file.write_text("mine", encoding="utf-8")
    assert magpuck("run", PUCKS, "--json", file) == 2
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_directory_that_holds_something_is_kept(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    assert magpuck("run", PUCKS, "--out", tmp_path) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_force_replaces_our_own_files_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "final.png").write_text("old", encoding="utf-8")
    assert magpuck("run", PUCKS, "--out", tmp_path, "--force", "--no-plots") == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["notes.txt", "result.json", "trajectory.npz"]
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("option", ["--json", "--png"])
def test_force_replaces_no_file_that_is_not_of_our_making(tmp_path: Path, option: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("mine", encoding="utf-8")
    assert magpuck("boards", "kalide", option, file, "--force") == 2
    assert file.read_text(encoding="utf-8") == "mine"


def test_force_replaces_the_json_of_an_earlier_run(tmp_path: Path) -> None:
    assert magpuck("run", ROUND, "--json", tmp_path / "r.json") == 0
    assert magpuck("run", PUCKS, "--json", tmp_path / "r.json", "--force") == 0
    assert "energy_J" in json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))


def test_the_file_that_is_read_is_never_written(tmp_path: Path) -> None:
    assert magpuck("run", ROUND, "--json", tmp_path / "r.json") == 0
    before = (tmp_path / "r.json").read_bytes()
    assert magpuck("score", tmp_path / "r.json", "--json", tmp_path / "r.json", "--force") == 2
    assert (tmp_path / "r.json").read_bytes() == before


def test_an_interrupted_run_says_so_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("play.report.Reporter.shot", interrupt)
    assert magpuck("run", ROUND, "--json", tmp_path / "r.json", "--out", tmp_path / "out") == 130
    assert capsys.readouterr().err == "magpuck: interrupted\n"
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_ours_is_one_line_and_status_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no luck")

    monkeypatch.delenv("MAGPUCK_DEBUG", raising=False)
    monkeypatch.setattr("play.report.Reporter.shot", fail)
    assert magpuck("run", ROUND) == 1
    assert capsys.readouterr().err == "magpuck: RuntimeError: no luck\n"


def test_without_a_command_there_is_help_and_no_complaint(capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck() == 2
    streams = capsys.readouterr()
    assert "Usage" in streams.out + streams.err
    assert "magpuck: \n" not in streams.err


def test_a_new_script_is_valid_and_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("new", "kalide") == 0
    file = tmp_path / "mine.toml"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert magpuck("check", file) == 0
    assert magpuck("run", file) == 0


@pytest.mark.parametrize("words", [("new", "chess"), ("new", "kineti-go", "--players", 3)])
def test_no_script_is_made_up_for_what_cannot_be_played(
    words: tuple[object, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert magpuck(*words) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert "kineti-go" in streams.err


@pytest.mark.parametrize("kind", ["trajectories", "final"])
def test_a_run_is_drawn_again_from_its_files(tmp_path: Path, kind: str) -> None:
    assert magpuck("run", ROUND, "--out", tmp_path / "out", "--no-plots") == 0
    assert magpuck("plot", tmp_path / "out", "--kind", kind, "--png", tmp_path / "p.png") == 0
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_boards_are_listed_described_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("boards") == 0
    assert capsys.readouterr().out.split() == ["free", "kalide", "kineti-go", "kluster", "tokka"]
    assert magpuck("boards", "kalide", "--json", "-", "--png", tmp_path / "b.png") == 0
    assert json.loads(capsys.readouterr().out)["surface"]["edge"] == "open"
    assert (tmp_path / "b.png").exists()


@pytest.mark.parametrize("name", ["script", "positions", "board"])
def test_a_schema_is_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("schema", name) == 0
    assert "properties" in capsys.readouterr().out


def test_every_clause_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("rules", "kalide", "--clauses") == 0
    printed = capsys.readouterr().out.split("\n")
    assert [line.split()[0] for line in printed if line.startswith("L")] == [f"L{k}" for k in range(1, 33)]


def test_options_are_listed_with_their_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert magpuck("rules", "kalide") == 0
    printed = capsys.readouterr().out
    for option in ("starter", "tie", "dead_pucks", "flick_zone_overshoot"):
        assert option in printed


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom play.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numba', 'matplotlib', 'pydantic', 'pymunk', 'scipy', 'shapely'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
