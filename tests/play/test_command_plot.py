"""``magpuck plot`` and ``boards --png``: every kind, light and dark, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import play
from play.cli import main

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    record = play.run(EXAMPLES / "kalide_round.toml")
    path = tmp_path_factory.mktemp("run")
    (path / "result.json").write_text(record.to_text(path / "result.json"))
    (path / "trajectory.npz").write_bytes(record.npz())
    return path


def command(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)])
    out = capsys.readouterr()
    return ended.value.code, out.out, out.err


@pytest.mark.parametrize("kind", ["trajectories", "final", "field", "energy", "speed"])
def test_every_kind_is_written_and_named_on_a_pipe(directory, tmp_path, capsys, kind):
    target = tmp_path / "a.png"
    shot = () if kind == "final" else ("--shot", 6)
    assert command(capsys, "plot", directory, "--kind", kind, *shot, "--png", target) == (0, f"{target}\n", "")
    assert Image.open(target).width == 1600


def test_quiet_says_nothing_and_dark_is_dark(directory, tmp_path, capsys):
    target = tmp_path / "a.png"
    assert command(capsys, "plot", directory, "--kind", "final", "--png", target, "--quiet", "--dark") == (0, "", "")
    assert np.asarray(Image.open(target).convert("L")).mean() < 90
    code, _, _ = command(capsys, "boards", "kineti-go", "--png", tmp_path / "b.png", "--dark")
    assert code == 0
    assert np.asarray(Image.open(tmp_path / "b.png").convert("L")).mean() < 90


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--kind", "heat"), "--kind must be trajectories, final, field, energy or speed, got 'heat'"),
        (("--kind", "field", "--face", "left"), "--face must be up or down, got 'left'"),
        (("--kind", "energy", "--piece", "puck"), "--piece, --face and --height-mm are of --kind field"),
        (("--kind", "final", "--shot", 1), "leave out --round and --shot"),
        (("--kind", "speed", "--shot", 40), "no shot 40 in round 1"),
        (("--kind", "energy", "--round", 2), "no shot in a round 2"),
        (("--round", 2), "no shot in a round 2"),
        (("--shot", 40), "no shot 40"),
        (("--kind", "field", "--piece", "queen"), "no kind or piece 'queen'; there is puck, Red-1"),
        (("--kind", "field", "--height-mm", "nan"), "--height-mm must be below a kilometre"),
    ],
)
def test_what_can_not_be_is_said_in_a_line_and_nothing_is_written(
    directory, tmp_path, capsys, monkeypatch, options, said
):
    monkeypatch.chdir(tmp_path)
    code, out, err = command(capsys, "plot", directory, *options)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_the_force_map_is_of_the_piece_that_is_named(directory, tmp_path, capsys):
    for name, piece in (("a.png", "Yellow-1"), ("b.png", "puck")):
        code, _, _ = command(
            capsys, "plot", directory, "--kind", "field", "--piece", piece, "--height-mm", 5, "--png", tmp_path / name
        )
        assert code == 0
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()
