import math
from pathlib import Path

import numpy as np
import pytest

from play.script import BareTable, FlickLine, RemoveLine, Script, read_script
from rules.players import Player
from sim.boardfile import load_board

GAME = """
game = "kalide"
seed = 7
[options]
starter = "flick_off_winner"
[[players]]
name = "Yellow"
colour = "yellow"
[[players]]
name = "Red"
colour = "red"
team = "Sharks"
pucks = 8
[[start.pieces]]
owner = "Yellow"
at_mm = [300, 150]
[[rounds]]
starter = "Red"
[[rounds.shots]]
by = "Red"
action = "flick"
from_mm = [50, 150]
speed_m_s = 1.6
heading_deg = 90
[[rounds.shots]]
by = "Yellow"
action = "remove"
piece = "Sharks-1"
[[rounds.shots]]
by = "Yellow"
action = "flick"
from_mm = [850, 150]
speed_m_s = 2
heading_deg = 180
spin_rad_s = -3
angle_deg = 45
face = "down"
"""

BARE = """
seed = 3
[table]
size_mm = [1000, 500]
friction_static = 0.25
friction_kinetic = 0.20
[contact]
restitution = 0.4
friction = 0.1
[[walls]]
from_mm = [0, 0]
to_mm = [1000, 0]
thickness_mm = 4
[[magnets]]
name = "m"
at_mm = [500, 250]
height_mm = 10
moment_A_m2 = [0, 0, 1]
[[pieces]]
id = "a"
shape = "disc"
diameter_mm = 25
height_mm = 8
mass_g = 10
moment_A_m2 = [0, 0, 0.4]
face = "down"
at_mm = [100, 100]
angle_deg = 90
velocity_m_s = [0.5, 0]
[[pieces]]
id = "b"
shape = "disc"
diameter_mm = 25
height_mm = 8
mass_g = 10
restitution = 0.9
at_mm = [125, 100]
spin_rad_s = 60
pinned = true
[run]
until_s = 2.0
record_every_ms = 0.5
"""


def written(tmp_path: Path, text: str, name: str = "s.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def script(tmp_path: Path) -> Script:
    read = read_script(written(tmp_path, GAME))
    assert isinstance(read, Script)
    return read


@pytest.fixture
def bare(tmp_path: Path) -> BareTable:
    read = read_script(written(tmp_path, BARE))
    assert isinstance(read, BareTable)
    return read


def test_head_of_a_script_is_read(script: Script) -> None:
    assert (script.game, script.seed, script.format) == ("kalide", 7, "single")
    assert script.options == {"starter": "flick_off_winner"}


def test_players_are_read_with_team_and_handicap(script: Script) -> None:
    assert script.players == (Player("Yellow", "yellow"), Player("Red", "red", "Sharks", 8))


def test_board_left_out_is_the_game_s_own(script: Script) -> None:
    assert script.board_name == "kalide"
    assert script.board.name == load_board("kalide").name


def test_board_path_counts_from_the_script_s_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    shipped = Path(load_board.__code__.co_filename).parent / "boards" / "kalide.toml"
    written(folder, shipped.read_text(encoding="utf-8").replace('"kalide"', '"mine"', 1), "mine.toml")
    path = written(folder, GAME.replace("seed = 7", 'board = "mine.toml"'))
    monkeypatch.chdir(tmp_path)
    read = read_script(path)
    assert isinstance(read, Script)
    assert (read.board.name, read.board_name) == ("mine", "mine.toml")


def test_seed_left_out_is_none(tmp_path: Path) -> None:
    read = read_script(written(tmp_path, GAME.replace("seed = 7", "")))
    assert read.seed is None


def test_start_pieces_are_named_after_their_owner(script: Script) -> None:
    assert script.start.ids == ("Yellow-1",)
    np.testing.assert_allclose(script.start.positions, [[0.3, 0.15]])


def test_round_keeps_its_starter_and_the_order_of_actions(script: Script) -> None:
    (line,) = script.rounds
    assert (line.where, line.starter, line.flick_off) == ("rounds[0]", "Red", False)
    assert [shot.where for shot in line.shots] == [f"rounds[0].shots[{k}]" for k in range(3)]


def test_flick_is_turned_to_si_with_defaults(script: Script) -> None:
    assert script.rounds[0].shots[0] == FlickLine(
        "rounds[0].shots[0]", "Red", (0.05, 0.15), 1.6, math.pi / 2, 0.0, 0.0, None
    )


def test_flick_keeps_spin_angle_and_face(script: Script) -> None:
    shot = script.rounds[0].shots[2]
    assert isinstance(shot, FlickLine)
    assert (shot.spin, shot.angle, shot.face) == (-3.0, pytest.approx(math.pi / 4), "down")


def test_remove_names_the_piece(script: Script) -> None:
    assert script.rounds[0].shots[1] == RemoveLine("rounds[0].shots[1]", "Yellow", "Sharks-1")


def test_bare_table_has_surface_walls_and_magnets_but_no_zones(bare: BareTable) -> None:
    np.testing.assert_allclose(bare.board.surface.outline, [[0, 0], [1, 0], [1, 0.5], [0, 0.5]])
    assert bare.board.surface.edge == "drop"
    assert (bare.board.surface.friction.static, bare.board.gravity) == (0.25, 9.81)
    assert len(bare.board.walls) == len(bare.board.magnets) == 1
    assert bare.board.zones == ()


def test_bare_pieces_take_contact_unless_they_have_their_own(bare: BareTable) -> None:
    a, b = (piece.kind for piece in bare.layout.pieces)
    assert (a.restitution, a.friction) == (0.4, 0.1)
    assert (b.restitution, b.friction) == (0.9, 0.1)


def test_bare_pieces_keep_place_face_and_pin(bare: BareTable) -> None:
    np.testing.assert_allclose(bare.layout.positions, [[0.1, 0.1], [0.125, 0.1]])
    np.testing.assert_allclose(bare.layout.angles, [math.pi / 2, 0.0])
    assert bare.layout.faces == ("down", "up")
    assert [piece.pinned for piece in bare.layout.pieces] == [False, True]


def test_release_holds_only_what_moves(bare: BareTable) -> None:
    assert bare.release.velocities == {"a": (0.5, 0.0)}
    assert bare.release.spins == {"b": 60.0}


def test_run_times_are_in_seconds(bare: BareTable) -> None:
    assert (bare.until, bare.record_every, bare.seed) == (2.0, 0.0005, 3)


def test_bare_table_of_pieces_alone_is_endless_and_without_friction(tmp_path: Path) -> None:
    text = '[[pieces]]\nid = "a"\nshape = "disc"\ndiameter_mm = 25\nheight_mm = 8\nmass_g = 10\nat_mm = [0, 0]\n'
    read = read_script(written(tmp_path, text))
    assert isinstance(read, BareTable)
    surface = read.board.surface
    assert (surface.outline, surface.friction.static, surface.friction.kinetic) == (None, 0.0, 0.0)
    assert (read.until, read.record_every) == (None, 0.001)


def test_static_friction_left_out_is_as_the_kinetic_one(tmp_path: Path) -> None:
    read = read_script(written(tmp_path, BARE.replace("friction_static = 0.25\n", "")))
    assert read.board.surface.friction.static == 0.2


def test_pieces_that_touch_may_press_in_by_a_hair(tmp_path: Path) -> None:
    read = read_script(written(tmp_path, BARE.replace("[125, 100]", "[124.98, 100]")))
    assert isinstance(read, BareTable)
    assert len(read.layout) == 2
