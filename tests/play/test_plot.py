import json
import subprocess
import sys

import numpy as np
import pytest
from matplotlib.figure import Figure

from play.figures import Caption, final_scene, shot_scenes
from play.match import run
from play.plot import caption_columns, draw_board, draw_final, draw_trajectories, png
from play.record import Record
from play.replot import load_run
from sim.boardfile import load_board
from sim.errors import InputError
from sim.layout import Layout

SIGNATURE = b"\x89PNG\r\n\x1a\n"

SCRIPT = """
game = "kalide"
[[players]]
name = "Ann"
colour = "yellow"
[[players]]
name = "Bob"
colour = "red"
[[rounds]]
starter = "Ann"
[[rounds.shots]]
by = "Ann"
action = "flick"
from_mm = [850, 150]
speed_m_s = 1.6
heading_deg = 180
face = "up"
[[rounds.shots]]
by = "Bob"
action = "flick"
from_mm = [50, 150]
speed_m_s = 1.9
heading_deg = 0
face = "down"
"""

TABLE = """
[[pieces]]
id = "a"
shape = "disc"
diameter_mm = 25
height_mm = 8
mass_g = 10
at_mm = [0, 0]
velocity_m_s = [0.5, 0.1]
"""


def played(directory, text):
    script = directory / "cup.toml"
    script.write_text(text)
    return run(script)


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    return played(tmp_path_factory.mktemp("script"), SCRIPT)


@pytest.fixture
def written(record, tmp_path):
    (tmp_path / "result.json").write_text(record.to_text())
    (tmp_path / "trajectory.npz").write_bytes(record.npz())
    return tmp_path


def test_a_board_is_drawn_into_a_file(tmp_path):
    draw_board(load_board("kalide"), tmp_path / "board.png")
    assert (tmp_path / "board.png").read_bytes().startswith(SIGNATURE)


def test_the_same_run_gives_the_same_bytes_without_date_or_versions(record):
    first, second = png(draw_final(record)), png(draw_final(record))
    assert first == second
    assert b"matplotlib" not in first.lower()


def test_a_round_has_one_panel_for_each_shot(record):
    assert len(draw_trajectories(record).axes) == 2


def test_a_single_shot_fills_the_picture(tmp_path):
    assert len(draw_trajectories(played(tmp_path, TABLE)).axes) == 1


def test_a_run_without_a_shot_shows_the_table():
    empty = Record("cup", "kalide", load_board("kalide"), "kalide", 0, Layout())
    assert len(draw_trajectories(empty).axes) == 1


def test_a_picture_is_drawn_on_axes_that_are_given(record):
    figure = Figure()
    axes = figure.add_subplot()
    assert draw_final(record, ax=axes) is figure
    assert axes.get_xlim() == pytest.approx(final_scene(record).extent[::2])


def test_drawing_needs_no_pyplot():
    code = "import sys, play.plot; print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_few_rulings_stand_in_one_column_and_many_in_two():
    assert caption_columns(Caption()) == ()
    assert len(caption_columns(Caption(("L9: a",) * 4))) == 1
    columns = caption_columns(Caption(tuple(f"L9: {k}" for k in range(9)), 3))
    assert [len(column) for column in columns] == [5, 5]
    assert columns[1][-1] == "and 3 more"


def test_a_long_ruling_is_wrapped_and_not_split_between_columns():
    columns = caption_columns(Caption(("L20: " + "word " * 40,) * 5))
    assert len(columns) == 2
    assert all(column[0].startswith("L20") for column in columns)


# -- from files alone


def test_a_final_picture_from_files_shows_what_the_runs_own_showed(record, written):
    ours, theirs = final_scene(record), final_scene(load_run(written, trajectories=False))
    assert theirs.caption == ours.caption
    assert theirs.scores == ours.scores
    assert theirs.key == ours.key
    seen = [sorted((p.id, p.colour, p.face, p.status) for p in scene.pieces) for scene in (ours, theirs)]
    assert seen[0] == seen[1]
    assert theirs.extent == pytest.approx(ours.extent)


def test_paths_from_files_are_those_of_the_run(record, written):
    ours, theirs = shot_scenes(record), shot_scenes(load_run(written / "result.json", trajectories=True))
    assert [scene.title for scene in theirs] == [scene.title for scene in ours]
    for one, other in zip(ours, theirs, strict=True):
        assert {p.id: p.flicked for p in other.paths} == {p.id: p.flicked for p in one.paths}
        assert sorted(ghost.id for ghost in other.ghosts) == sorted(ghost.id for ghost in one.ghosts)
        assert len(other.contacts) == len(one.contacts)


def test_sides_called_by_their_colour_keep_it_in_a_result_without_players(written):
    text = (written / "result.json").read_text().replace("Ann", "Yellow").replace("Bob", "Red")
    result = json.loads(text)
    del result["players"]
    (written / "result.json").write_text(json.dumps(result))
    assert load_run(written, trajectories=False).owners == {"Yellow": "yellow", "Red": "red"}


def test_a_bare_table_is_drawn_from_files(tmp_path):
    record = played(tmp_path, TABLE)
    (tmp_path / "result.json").write_text(record.to_text())
    (tmp_path / "trajectory.npz").write_bytes(record.npz())
    (scene,) = shot_scenes(load_run(tmp_path, trajectories=True))
    (path,) = scene.paths
    assert path.points[0] == pytest.approx((0.0, 0.0))
    assert path.points[-1] == pytest.approx(1000.0 * record.shots[0].layout.positions[0])


def test_a_result_of_a_stopped_run_keeps_the_ruling(record, written):
    result = json.loads((written / "result.json").read_text())
    result["stopped"] = {"clause": "L4", "why": "it starts elsewhere", "legal": "your own Flick Zone"}
    (written / "result.json").write_text(json.dumps(result))
    assert str(load_run(written, trajectories=False).stopped) == "L4: it starts elsewhere"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("result.json", None, "must be a run's result"),
        ("result.json", "{", "must be JSON"),
        ("result.json", "[]", "this is not a run's result"),
        ("result.json", '{"magpuck": "0", "rounds": []}', "board"),
        ("result.json", '{"magpuck": "0", "rounds": 3, "board": "kalide"}', "as a run writes it"),
        ("trajectory.npz", None, "must be the trajectories of a run"),
        ("trajectory.npz", "no archive", "must be the trajectories of a run"),
    ],
)
def test_files_that_are_no_run_are_refused_in_one_line(written, name, content, said):
    if content is None:
        (written / name).unlink()
    else:
        (written / name).write_text(content)
    with pytest.raises(InputError, match=said) as caught:
        load_run(written, trajectories=True)
    assert "\n" not in str(caught.value)


def test_trajectories_of_another_run_are_refused(written):
    np.savez(written / "trajectory.npz", t_s=np.zeros(1))
    with pytest.raises(InputError, match="r1_s01_t_s"):
        load_run(written, trajectories=True)
