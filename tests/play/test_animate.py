"""Moving pictures: what each frame shows, what the files hold, and that they are whole or not there at all."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import play
from play import moving
from play.animate import AFTER, AT_END, film, trail
from play.cli import main
from play.frames import HEAD, SIDE, Painter
from play.moving import ffmpeg, gif, mp4
from play.style import DARK, LIGHT, OWNERS

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture(scope="module")
def record():
    return play.run(EXAMPLES / "kalide_round.toml")


@pytest.fixture(scope="module")
def directory(record, tmp_path_factory):
    path = tmp_path_factory.mktemp("run")
    (path / "result.json").write_text(record.to_text(path / "result.json"))
    (path / "trajectory.npz").write_bytes(record.npz())
    return path


def command(capsys, *arguments):
    with pytest.raises(SystemExit) as ended:
        main([*map(str, arguments)])
    out = capsys.readouterr()
    return ended.value.code, out.out, out.err


# -- what is shown


def test_a_shot_has_a_frame_for_every_step_of_film_and_its_end_is_held(record):
    shot = record.shots[5].shot
    one = film(record, shot=6, fps=20, slow=4.0)
    (take,) = one.takes
    moving_frames = int(np.ceil(shot.duration * 4.0 * 20)) + 1
    assert take.moving == moving_frames
    assert one.frames == moving_frames + round(AT_END * 20)
    assert take.times[1] == pytest.approx(1.0 / 80.0)
    assert take.times[take.moving - 1 :] == pytest.approx(shot.duration)


def test_a_frame_shows_the_pieces_where_they_were_then(record):
    shot = record.shots[5].shot
    (take,) = film(record, shot=6, fps=50, slow=2.0).takes
    row = int(np.searchsorted(shot.trajectory.times, 0.1))
    assert shot.trajectory.times[row] == pytest.approx(0.1)
    assert take.times[10] == pytest.approx(0.1)
    assert take.positions[10] == pytest.approx(shot.trajectory.positions[row], abs=1e-9)
    assert take.positions[-1] == pytest.approx(shot.layout.positions)


def test_a_round_is_all_its_shots_one_after_the_other(record):
    whole = film(record, fps=10)
    assert [take.title for take in whole.takes] == [film(record, fps=10, shot=k).takes[0].title for k in range(1, 13)]
    assert len(whole.takes[0].times) - whole.takes[0].moving == round(AFTER * 10)
    assert len({take.scene.extent for take in whole.takes}) == 1


def test_the_end_of_a_shot_says_what_the_rules_made_of_it(record):
    take = film(record, shot=6).takes[0]
    assert take.said[0] == "Yellow-1 and Yellow-2 part; Yellow-2 leaves the board and is dead."
    assert take.said[1].startswith("L17: Yellow-2 was driven off the mat")
    k = take.layout(0).index("Yellow-2")
    assert take.layout(take.moving - 1).statuses[k] == "live"
    assert take.layout(take.moving).statuses[k] == "dead"


def test_the_scores_close_the_round_and_no_shot_before_its_last(record):
    assert [text for _, text in film(record).scores] == ["Yellow 550", "Red 800"]
    assert film(record, shot=6).scores == ()


def test_a_trail_reaches_back_in_time_and_not_before_the_start(record):
    (take,) = film(record, shot=1, fps=50).takes
    assert trail(take, 0, 0) == pytest.approx(np.tile(take.positions[0, 0], (10, 1)))
    way = trail(take, 10, 0)
    assert way[0] == pytest.approx(take.positions[6, 0], abs=1e-4)  # 0.08 s before, which is 4 frames
    assert np.all(np.diff(way[:, 0]) < 0.0)  # from right to left


@pytest.mark.parametrize(
    ("options", "said"),
    [({"fps": 0}, "fps must be"), ({"slow": 0.0}, "slow must be"), ({"slow": 1e6}, "more than 20000")],
)
def test_a_film_that_can_not_be_is_refused(record, options, said):
    with pytest.raises(ValueError, match=said):
        film(record, **options)


# -- how it is drawn


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_piece_is_drawn_in_its_owners_colour_where_it_is(record, theme):
    one = film(record, shot=1, fps=10)
    painter = Painter(one, theme)
    images = list(painter.frames())
    for frame in (0, 3, -1):
        x, y = 1000.0 * one.takes[0].positions[frame, 0]
        column, row = painter._at(float(x) - 11.0, float(y))  # beside the number
        got = images[frame].getpixel((round(column), round(row)))
        wanted = tuple(int(OWNERS["yellow"][k : k + 2], 16) for k in (1, 3, 5))
        assert got == pytest.approx(wanted, abs=3)
    assert images[0].getpixel((2, 2)) == tuple(int(theme.paper[k : k + 2], 16) for k in (1, 3, 5))


def test_frames_are_of_one_even_size_and_differ_only_where_something_moves(record):
    one = film(record, shot=1, fps=10)
    painter = Painter(one)
    images = list(painter.frames())
    assert {image.size for image in images} == {painter.size}
    assert all(side % 2 == 0 for side in painter.size)
    first, second = (np.asarray(image).astype(int) for image in images[:2])
    changed = np.argwhere(np.abs(first - second).sum(axis=2) > 0)
    # the clock, and the band of the table in which the puck goes
    on_table = changed[changed[:, 0] >= HEAD]
    ys = [painter._at(0.0, 1000.0 * float(y))[1] for y in one.takes[0].positions[:, 0, 1]]
    assert on_table[:, 0].min() > min(ys) - 30 and on_table[:, 0].max() < max(ys) + 30
    assert changed[:, 1].min() >= SIDE


# -- the files


def test_a_gif_lasts_as_long_as_the_film_and_plays_again_and_again(record):
    one = film(record, shot=1, fps=30, slow=2.0)
    content = gif(one)
    image = Image.open(io.BytesIO(content))
    durations = []
    for k in range(image.n_frames):
        image.seek(k)
        durations.append(image.info["duration"])
    assert sum(durations) == pytest.approx(1000.0 * one.frames / 30, abs=10)
    assert image.info["loop"] == 0
    assert gif(one) == content


def test_a_gif_shows_what_the_frames_show(record):
    one = film(record, shot=6, fps=10)
    wanted = list(Painter(one).frames())
    image = Image.open(io.BytesIO(gif(one)))
    for k in (0, 3):
        image.seek(k)
        apart = np.abs(np.asarray(image.convert("RGB")).astype(int) - np.asarray(wanted[k]).astype(int))
        assert np.quantile(apart, 0.99) <= 12


@pytest.mark.skipif(ffmpeg() is None, reason="needs the extra video")
def test_an_mp4_has_every_frame(record):
    one = film(record, shot=1, fps=10)
    steps = []
    content = mp4(one, ffmpeg(), step=lambda: steps.append(1))
    assert content[4:12] == b"ftypisom"
    assert len(steps) == one.frames


def test_a_coder_that_fails_says_why(record):
    with pytest.raises(RuntimeError, match="ffmpeg"):
        mp4(film(record, shot=1, fps=1), sys.executable)


# -- the command


def test_the_command_writes_a_gif_and_says_where(directory, tmp_path, capsys):
    target = tmp_path / "a.gif"
    code, out, err = command(capsys, "animate", directory, "--shot", 1, "--fps", 5, "--gif", target)
    assert (code, out, err) == (0, f"{target}\n", "")  # on a pipe nothing but the result
    assert Image.open(target).n_frames > 3
    code, out, err = command(capsys, "animate", directory, "--shot", 1, "--fps", 5, "--gif", target)
    assert code == 2 and "--force" in err
    code, out, err = command(
        capsys, "animate", directory, "--shot", 1, "--fps", 5, "--gif", target, "--force", "--quiet", "--dark"
    )
    assert (code, out, err) == (0, "", "")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--round", 7), "no shot in a round 7"),
        (("--shot", 99), "no shot 99 in round 1"),
        (("--slow", 0), "slow must be above 0"),
        (("--gif", "a.gif", "--mp4", "a.mp4"), "exclude each other"),
        (("--gif", "nowhere/a.gif"), "must lie in a directory that exists"),
    ],
)
def test_what_can_not_be_is_said_and_nothing_is_written(directory, tmp_path, capsys, monkeypatch, options, said):
    monkeypatch.chdir(tmp_path)
    code, _, err = command(capsys, "animate", directory, *options)
    assert code == 2
    assert said in err and "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_without_ffmpeg_one_is_told_what_to_install(directory, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(moving, "ffmpeg", lambda: None)
    code, _, err = command(capsys, "animate", directory, "--mp4", tmp_path / "a.mp4")
    assert code == 2
    assert "magpuck[video]" in err
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_others_is_not_replaced(directory, tmp_path, capsys):
    target = tmp_path / "a.gif"
    target.write_text("mine")
    code, _, err = command(capsys, "animate", directory, "--gif", target, "--force")
    assert code == 2 and "--force replaces no others" in err
    assert target.read_text() == "mine"


@pytest.mark.parametrize("option", ["--gif", "--mp4"])
def test_an_interrupt_leaves_nothing_behind(directory, tmp_path, option):
    if option == "--mp4" and ffmpeg() is None:
        pytest.skip("needs the extra video")
    # the fifth frame interrupts as a key would
    code = (
        "import os, signal, sys\n"
        "from play import frames\n"
        "from play.cli import main\n"
        "whole = frames.Painter.frames\n"
        "def cut(self):\n"
        "    for k, image in enumerate(whole(self)):\n"
        "        if k == 5:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "        yield image\n"
        "frames.Painter.frames = cut\n"
        "main(sys.argv[1:])\n"
    )
    target = tmp_path / f"a.{option[2:]}"
    room = tmp_path / "room"
    room.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", code, "animate", str(directory), option, str(target)],
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": str(room)},
    )
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["room"]
    assert list(room.iterdir()) == []
