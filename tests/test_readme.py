"""The README's code and commands run, and it speaks of files that are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from play.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"`magpuck ([^`]+)`", README)


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", README, re.S))
def test_the_python_code_runs(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {})
    assert "snapped" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    directory = tmp_path / "DIR"
    with pytest.raises(SystemExit) as end:
        main(["run", str(ROOT / "examples/two_pucks.toml"), "--out", str(directory), "--quiet", "--no-plots"])
    assert end.value.code == 0
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    words = [str(ROOT / "examples/positions.toml") if word == "FILE…" else word for word in shlex.split(command)]
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 0


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)h][^)]*)\)", README))
def test_the_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_the_printed_result_is_what_the_demo_prints(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", str(ROOT / "examples/kalide_round.toml")])
    printed = " ".join(capsys.readouterr().out.split())
    shown = re.findall(r"```text\n(.*?)```", README, re.S)[0]
    for part in shown.split("…\n"):
        for line in part.splitlines() if part.startswith("L") else [part]:
            assert " ".join(line.split()) in printed
