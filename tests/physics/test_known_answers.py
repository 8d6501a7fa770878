"""The table of known answers holds, and every section of the physics notes has a script that runs."""

import json
import math
from pathlib import Path

import pytest

import benchmarks.physics.__main__ as command
import play
from benchmarks.physics.cases import Case, measured, threshold
from benchmarks.physics.catalogue import all_cases
from benchmarks.physics.report import BEGIN, END, as_json, markdown, write_between_marks
from benchmarks.physics.setups import EXAMPLES
from play.check import check

CASES = all_cases()
SCRIPTS = sorted(EXAMPLES.glob("*.toml"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.section}: {case.name}")
def test_ours_is_the_known_answer(case: Case) -> None:
    outcome = measured(case)
    assert outcome.passes, f"{outcome.fault or outcome.ours} for {case.known}, error {outcome.error:g}"


def test_no_two_cases_have_the_same_name() -> None:
    names = [(case.section, case.name) for case in CASES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("section", range(1, 12))
def test_every_section_has_a_script(section: int) -> None:
    assert list(EXAMPLES.glob(f"{section:02d}_*.toml"))


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_is_valid_and_runs(file: Path) -> None:
    assert check(file)
    assert play.run(file).shots[0].shot.duration > 0.0


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_says_what_is_known_by_whom_and_how_to_run_it(file: Path) -> None:
    comment = file.read_text(encoding="utf-8").split("\n\n")[0]
    assert all(line.startswith("#") for line in comment.splitlines())
    assert "\n# Known" in comment
    assert "\n# Source: " in comment
    assert comment.endswith(f"#     magpuck run examples/physics/{file.name}")


def made_up(ours: float, known: float = 2.0, absolute: bool = False) -> Case:
    return Case("0 made up", "|a| of b", known, "m", "nobody", lambda: ours, 0.01, absolute)


@pytest.mark.parametrize(
    ("ours", "known", "absolute", "passes"),
    [
        (2.019, 2.0, False, True),
        (2.021, 2.0, False, False),
        (2.009, 2.0, True, True),
        (2.011, 2.0, True, False),
        (-0.009, 0.0, True, True),
        (math.nan, 2.0, True, False),
    ],
)
def test_an_answer_passes_within_its_tolerance(ours: float, known: float, absolute: bool, passes: bool) -> None:
    assert measured(made_up(ours, known, absolute)).passes == passes


def faulty() -> float:
    raise ValueError("no such magnet")


def test_a_case_that_raises_fails_and_is_told() -> None:
    outcome = measured(Case("0 made up", "a", 1.0, "", "nobody", faulty, 0.1))
    assert not outcome.passes
    assert "no such magnet" in markdown([outcome])
    values = as_json([outcome], 0.1)
    assert not values["passed"]
    assert json.loads(json.dumps(values, allow_nan=False))["cases"][0]["ours"] is None


def test_a_threshold_is_found_from_either_side() -> None:
    assert threshold(lambda x: x < 0.3, 0.0, 1.0, 1e-9) == pytest.approx(0.3, abs=1e-9)
    assert threshold(lambda x: x > 0.3, 1.0, 0.0, 1e-9) == pytest.approx(0.3, abs=1e-9)
    with pytest.raises(ValueError, match="must happen at 0 and not at 1"):
        threshold(lambda x: x > 0.3, 0.0, 1.0, 1e-9)


def test_the_table_is_written_between_the_marks_and_nowhere_else(tmp_path: Path) -> None:
    file = tmp_path / "physics.md"
    file.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    write_between_marks(file, markdown([measured(made_up(2.0))]))
    once = file.read_text(encoding="utf-8")
    assert once.startswith(f"before\n{BEGIN}\n")
    assert once.endswith(f"{END}\nafter\n")
    assert "| 0 made up | \\|a\\| of b | 2 m | nobody | 2 | 0 | 1.0e−02 rel. | pass |" in once
    assert "old" not in once
    write_between_marks(file, markdown([measured(made_up(2.0))]))
    assert file.read_text(encoding="utf-8") == once


@pytest.mark.parametrize("content", ["", f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{BEGIN}\n{END}\n"])
def test_a_file_without_the_two_marks_is_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "physics.md"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match="must have the lines"):
        write_between_marks(file, "new")
    assert file.read_text(encoding="utf-8") == content


@pytest.mark.parametrize(("ours", "status"), [(2.0, 0), (3.0, 1)])
def test_the_command_tells_by_its_status_and_writes_only_json(
    ours: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "all_cases", lambda: (made_up(ours),))
    assert command.main(["--json", "-"]) == status
    out, told = capsys.readouterr()
    assert json.loads(out)["cases"][0]["ours"] == ours
    assert "0 made up" in told


def test_the_command_says_where_it_cannot_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "all_cases", lambda: (made_up(2.0),))
    assert command.main(["--write", str(tmp_path / "none.md")]) == 2
    assert "none.md" in capsys.readouterr().err
