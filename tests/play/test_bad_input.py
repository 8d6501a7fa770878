from pathlib import Path

import pytest

from play.check import check
from play.positions import read_positions
from play.script import read_script
from sim.errors import InputError

GAME = """game = "kalide"
[[players]]
name = "Yellow"
colour = "yellow"
[[players]]
name = "Red"
colour = "red"
[[rounds]]
starter = "Yellow"
[[rounds.shots]]
by = "Yellow"
action = "flick"
from_mm = [850, 150]
speed_m_s = 1.6
heading_deg = 180
"""

BARE = """[table]
size_mm = [1000, 500]
friction_static = 0.25
friction_kinetic = 0.20
[[pieces]]
id = "a"
shape = "disc"
diameter_mm = 25
height_mm = 8
mass_g = 10
at_mm = [100, 100]
[[pieces]]
id = "b"
shape = "ellipse"
axes_mm = [22, 18]
height_mm = 8
mass_g = 10
at_mm = [200, 100]
"""

POSITIONS = """game = "kalide"
[[players]]
name = "Yellow"
[[players]]
name = "Red"
[[pieces]]
owner = "Red"
at_mm = [300, 150]
[[pieces]]
owner = "Yellow"
at_mm = [400, 150]
"""

SHOT = "rounds[0].shots[0]"
HOVER = 'action = "hover"\nheight_mm = 9\nspeed_m_s = 1\n'
ACTIONS = "must be flick, launch, place, hover, move_cord, remove or end_turn"
FLICK = 'action = "flick"\nfrom_mm = [850, 150]\nspeed_m_s = 1.6\nheading_deg = 180'

SCRIPTS = [
    # a wrong key, with the nearest right one
    (GAME, ("speed_m_s", "speed_ms"), f"{SHOT}.speed_ms", "unknown key; did you mean speed_m_s?"),
    (GAME, ("starter", "startr"), "rounds[0].startr", "did you mean starter?"),
    (GAME, ("colour", "color"), "players[0].color", "did you mean colour?"),
    (
        GAME,
        ("[[rounds]]", "colour_of_the_sky = 1\n[[rounds]]"),
        "players[1].colour_of_the_sky",
        "unknown key",
    ),
    (BARE, ("[table]", "[tabel]\n[table]"), "tabel", "did you mean table?"),
    # a wrong value
    (GAME, ("1.6", "-1.6"), f"{SHOT}.speed_m_s", "must be a number above 0, got -1.6"),
    (GAME, ("1.6", "0"), f"{SHOT}.speed_m_s", "must be a number above 0, got 0"),
    (GAME, ("1.6", "nan"), f"{SHOT}.speed_m_s", "must be a number above 0, got nan"),
    (GAME, ("1.6", "inf"), f"{SHOT}.speed_m_s", "must be a number above 0, got inf"),
    (GAME, ("1.6", "true"), f"{SHOT}.speed_m_s", "must be a number above 0, got true"),
    (GAME, ("1.6", "'fast'"), f"{SHOT}.speed_m_s", "must be a number above 0, got 'fast'"),
    (GAME, ("1.6", "1" + "0" * 400), f"{SHOT}.speed_m_s", ", got 1000"),
    (GAME, ("1.6", "1e300"), f"{SHOT}.speed_m_s", "must be at most 1e+09 in size, got 1e+300"),
    (GAME, ("1.6", "1e-300"), f"{SHOT}.speed_m_s", "must be at least 1e-09, got 1e-300"),
    (GAME, ("[850, 150]", "[-1e300, 150]"), f"{SHOT}.from_mm", "got [-1e+300, 150]"),
    (GAME, ("= 180", "= nan"), f"{SHOT}.heading_deg", "must be a finite number, got nan"),
    (GAME, ("[850, 150]", "[850]"), f"{SHOT}.from_mm", "must be two finite numbers, [x, y], got [850]"),
    (GAME, ("[850, 150]", "[850, nan]"), f"{SHOT}.from_mm", "got [850, nan]"),
    (GAME, ("= 180", "= 180\nface = 'edge'"), f"{SHOT}.face", "must be up or down, got 'edge'"),
    (GAME, ('"flick"', '"throw"'), f"{SHOT}.action", f"{ACTIONS}, got 'throw'"),
    (GAME, ('action = "flick"', ""), f"{SHOT}.action", f"{ACTIONS}, got nothing"),
    (GAME, ('"flick"', '"launch"'), f"{SHOT}.from_mm", "unknown key"),
    (GAME, (FLICK, 'action = "launch"\nyoke_mm = [90, 1]\nheading_deg = 0'), f"{SHOT}.draw_mm", "must be a number"),
    (GAME, (FLICK, 'action = "launch"\nyoke_mm = [90, 1]\nheading_deg = 0\ndraw_mm = -1'), f"{SHOT}.draw_mm", "got -1"),
    (GAME, (FLICK, 'action = "place"\nat_mm = [90, 1]\nsize = "XL"'), f"{SHOT}.size", "must be S, M or L, got 'XL'"),
    (
        GAME,
        (FLICK, 'action = "hover"\npath_mm = []\nheight_mm = 9\nspeed_m_s = 1'),
        f"{SHOT}.path_mm",
        "list of points",
    ),
    (GAME, (FLICK, HOVER.replace("9", "0") + "path_mm = [[1, 2]]"), f"{SHOT}.height_mm", "got 0"),
    (GAME, (FLICK, 'action = "move_cord"\npath_mm = [[1]]\nspeed_m_s = 1'), f"{SHOT}.path_mm[0]", "two finite numbers"),
    (GAME, (FLICK, 'action = "end_turn"\npiece = "x"'), f"{SHOT}.piece", "unknown key"),
    (
        GAME,
        ("[[rounds]]", "[cord]\npoints_mm = [[0, 0], [1, 1]]\n[[rounds]]"),
        "cord.points_mm",
        "three corners or more",
    ),
    (GAME, ("[[rounds]]", "[bag]\nS = -1\n[[rounds]]"), "bag.S", "must be a whole number from 0 to 200, got -1"),
    (GAME, ("[[rounds]]", "[stones_left]\nAnn = 3\n[[rounds]]"), "stones_left.Ann", "must be one of the sides"),
    (GAME, ("speed_m_s = 1.6", ""), f"{SHOT}.speed_m_s", "must be a number above 0, got nothing"),
    (GAME, ("[[rounds]]", "[rounds]"), "rounds", "must be a list of rounds, [[rounds]], got a table"),
    (GAME, ('game = "kalide"', 'game = "kalide"\nseed = -1'), "seed", "must be a whole number, 0 or above"),
    (GAME, ('game = "kalide"', 'game = "kalide"\nseed = 1.5'), "seed", "got 1.5"),
    (GAME, ('game = "kalide"', "game = 3"), "game", "kluster or free, got 3"),
    (GAME, ('game = "kalide"', 'game = "kalid"'), "game", "did you mean kalide?"),
    (GAME, ('game = "kalide"\n', ""), "game", "kluster or free, got nothing"),
    (
        GAME,
        ('"kalide"', '"tokka"\nboard = "kalide"'),
        "board",
        "a board for tokka, and kalide is one for kalide",
    ),
    (GAME, ('"kalide"', '"kalide"\nboard = "mat"'), "board", "must be a board that ships (free, kalide"),
    (GAME, ('"kalide"', f'"kalide"\nboard = "{"x" * 5000}"'), "board", "must be a board that ships (free, kalide"),
    (GAME, ('"kalide"', '"kalide"\nformat = "cup"'), "format", "must be single or knockout, got 'cup'"),
    (GAME, ('"kalide"', '"tokka"\nformat = "knockout"'), "format", "must be single: tokka has no other format"),
    (GAME, ("[[rounds]]", "[options]\ntye = 'draw'\n[[rounds]]"), "options.tye", "did you mean tie?"),
    (
        GAME,
        ("[[rounds]]", "[options]\ntie = 'x'\n[[rounds]]"),
        "options.tie",
        "must be draw or sudden_death, got 'x'",
    ),
    (GAME, ("[[rounds]]", "[options]\ntie = 3\n[[rounds]]"), "options.tie", "must be draw or sudden_death, got 3"),
    (GAME, ("[[rounds]]", "[options]\ntie = true\n[[rounds]]"), "options.tie", "must be a text or a whole number"),
    # players
    (
        GAME,
        (GAME, 'game = "kalide"\nrounds = []\n'),
        "players",
        "must be a list of players, [[players]], got nothing",
    ),
    (
        GAME,
        ('by = "Yellow"', 'by = "Blue"'),
        f"{SHOT}.by",
        "must be one of the players, Yellow or Red, got 'Blue'",
    ),
    (GAME, ('starter = "Yellow"', 'starter = "B"'), "rounds[0].starter", "must be one of the players"),
    (GAME, ('name = "Red"', 'name = "Yellow"'), "players[1].name", "must differ"),
    (GAME, ('name = "Red"', ""), "players[1].name", "must be a text, got nothing"),
    (GAME, ('name = "Red"', 'name = ""'), "players[1].name", "must be a text, got ''"),
    (
        GAME,
        ('name = "Red"', 'name = "Red"\npucks = 0'),
        "players[1].pucks",
        "must be a whole number, 1 or above",
    ),
    (GAME, ("[[players]]", "[[teams]]"), "teams", "unknown key"),
    # pieces at the start
    (
        GAME,
        ("[[rounds]]", "[[start.pieces]]\nowner = 'Red'\nat_mm = [1, 1]\n" * 2 + "[[rounds]]"),
        "start.pieces[1].at_mm",
        "Red-2 overlaps Red-1 by 30 mm",
    ),
    (
        GAME,
        ("[[rounds]]", "[[start.pieces]]\nowner = 'Blue'\nat_mm = [1, 1]\n[[rounds]]"),
        "start.pieces[0].owner",
        "must be one of the sides, Yellow or Red, got 'Blue'",
    ),
    # bare tables
    (BARE, ("mass_g = 10", "mass_g = -10"), "pieces[0].mass_g", "must be a number above 0, got -10"),
    (BARE, ("[200, 100]", "[115, 100]"), "pieces[1].at_mm", "b overlaps a by 8.5 mm"),
    (BARE, ("[200, 100]", "[100, 100]"), "pieces[1].at_mm", "b overlaps a by"),
    (
        BARE,
        ("0.20", "0.30"),
        "table.friction_kinetic",
        "must be at most friction_static, which is 0.25, got 0.3",
    ),
    (BARE, ('"b"', '"a"'), "pieces[1].id", "must differ from the other pieces' ids, got 'a'"),
    (BARE, ('id = "b"', ""), "pieces[1].id", "must be a text, got nothing"),
    (
        BARE,
        ("axes_mm = [22, 18]", "diameter_mm = 22"),
        "pieces[1].axes_mm",
        "must be two numbers above 0, [long, short]",
    ),
    (BARE, ("[1000, 500]", "[1000, 0]"), "table.size_mm", "must be two numbers above 0, got [1000, 0]"),
    (
        BARE,
        ("[[pieces]]", "[run]\nuntil_s = 0\n[[pieces]]"),
        "run.until_s",
        "must be a number above 0, got 0",
    ),
    (
        BARE,
        ("[200, 100]", "[200, 100]\npinned = true\nvelocity_m_s = [1, 0]"),
        "pieces[1].velocity_m_s",
        "must be left out of a pinned piece",
    ),
    (BARE, ("[200, 100]", "[200, 100]\npinned = 1"), "pieces[1].pinned", "must be true or false, got 1"),
    (BARE, (BARE, "pieces = []\n"), "pieces", "must list at least one piece"),
    (BARE, (BARE, "[table]\n"), "pieces", "must be a list of pieces, [[pieces]], got nothing"),
    (BARE, (BARE, "pieces = 3\n"), "pieces", "must be a list of pieces, [[pieces]], got 3"),
]

POSITION_FAULTS = [
    (("[400, 150]", "[300, 150]"), "pieces[1].at_mm", "Yellow-1 overlaps Red-1 by 30 mm"),
    (
        ('owner = "Red"', 'owner = "Rde"'),
        "pieces[0].owner",
        "must be one of the sides, Yellow or Red, got 'Rde'",
    ),
    (('owner = "Red"', ""), "pieces[0].owner", "must be a text, got nothing"),
    (
        ("[300, 150]", "[300, 150]\nid = 'Yellow-1'"),
        "pieces[1].id",
        "another piece is named Yellow-1 already",
    ),
    (
        ("[300, 150]", "[300, 150]\nstatus = 'gone'"),
        "pieces[0].status",
        "must be live, dead, removed or hand",
    ),
    (
        ("[300, 150]", "[300, 150]\nsize = 'S'"),
        "pieces[0].size",
        "must be a kind of piece of board kalide (puck)",
    ),
    (('"kalide"', '"kalide"\nbefore = {Blue = 1}'), "before.Blue", "must be one of the sides"),
    (
        ('"kalide"', '"kalide"\nbefore = {Red = 1.5}'),
        "before.Red",
        "must be a whole number, 0 or above, got 1.5",
    ),
    (('"kalide"', '"kalide"\nround = "last"'), "round", "must be a whole number, 0 or above, got 'last'"),
    (("[[players]]", "[[player]]"), "player", "unknown key; did you mean players?"),
]


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("good", "change", "key", "part"),
    SCRIPTS,
    ids=[f"{k}-{key}: {part}" for k, (_, _, key, part) in enumerate(SCRIPTS)],
)
def test_fault_in_a_script_is_told_in_one_line(
    tmp_path: Path, good: str, change: tuple[str, str], key: str, part: str
) -> None:
    path = written(tmp_path, good.replace(*change, 1) if change[0] != "[[players]]" else good.replace(*change))
    with pytest.raises(InputError) as caught:
        read_script(path)
    assert caught.value.key == key
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(f"{path}: {key}")


@pytest.mark.parametrize(("change", "key", "part"), POSITION_FAULTS, ids=[part for _, _, part in POSITION_FAULTS])
def test_fault_in_positions_is_told_in_one_line(tmp_path: Path, change: tuple[str, str], key: str, part: str) -> None:
    count = -1 if change[0] == "[[players]]" else 1
    with pytest.raises(InputError) as caught:
        read_positions(written(tmp_path, POSITIONS.replace(*change, count)))
    assert caught.value.key == key
    assert part in str(caught.value)


@pytest.mark.parametrize("good", [GAME, BARE])
def test_the_scripts_that_the_faults_are_made_from_are_sound(tmp_path: Path, good: str) -> None:
    assert check(written(tmp_path, good))


@pytest.mark.parametrize("read", [read_script, read_positions, check])
def test_missing_file_is_told(tmp_path: Path, read: object) -> None:
    with pytest.raises(InputError, match=r"none.toml: must be a file, but there is none of this name"):
        read(tmp_path / "none.toml")  # type: ignore[operator]


@pytest.mark.parametrize("read", [read_script, read_positions, check])
def test_directory_is_told(tmp_path: Path, read: object) -> None:
    with pytest.raises(InputError, match="must be a file, but is a directory"):
        read(tmp_path)  # type: ignore[operator]


def test_text_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b'game = "kalid\xe9"\n')
    with pytest.raises(InputError, match="must be text in UTF-8, but byte 13 is not"):
        read_script(path)


def test_text_that_is_not_toml_is_told_with_line_and_column(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"must be TOML: .*at line 2, column 8"):
        read_script(written(tmp_path, 'game = "kalide"\nseed = \n'))


def test_fault_in_a_script_s_board_names_the_board_s_file(tmp_path: Path) -> None:
    (tmp_path / "mat.toml").write_text("[surface]\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"mat.toml: surface.outline_mm: must be a list of corners"):
        read_script(written(tmp_path, GAME.replace('"kalide"', '"kalide"\nboard = "mat.toml"', 1)))


def test_board_without_a_puck_is_told(tmp_path: Path) -> None:
    (tmp_path / "mat.toml").write_text("[surface]\noutline_mm = [[0, 0], [9, 0], [9, 9]]\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"must have a board with a \[pieces.puck\]"):
        read_script(written(tmp_path, GAME.replace('"kalide"', '"kalide"\nboard = "mat.toml"', 1)))


def test_board_of_another_game_is_told(tmp_path: Path) -> None:
    text = 'game = "tokka"\n[surface]\noutline_mm = [[0, 0], [9, 0], [9, 9]]\n'
    (tmp_path / "mat.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"board: must be a board for kalide, and mat.toml is one for tokka"):
        read_script(written(tmp_path, GAME.replace('"kalide"', '"kalide"\nboard = "mat.toml"', 1)))


@pytest.mark.parametrize(
    ("read", "text", "part"),
    [
        (read_script, POSITIONS, "must be a script, but has [[pieces]]"),
        (read_script, "[surface]\n", "must be a script, but has [surface], as a board has"),
        (read_positions, GAME, "must be positions, but has [[rounds]]"),
        (read_positions, "[surface]\n", "must be positions, but has [surface], as a board has"),
    ],
)
def test_file_of_another_kind_is_told(tmp_path: Path, read: object, text: str, part: str) -> None:
    with pytest.raises(InputError) as caught:
        read(written(tmp_path, text))  # type: ignore[operator]
    assert part in str(caught.value)
