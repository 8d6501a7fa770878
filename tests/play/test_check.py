from pathlib import Path

import pytest

from play.check import check
from play.schema import schema
from sim.boardfile import board_names
from sim.errors import InputError

HEAD = """
game = "kalide"
[[players]]
name = "Yellow"
colour = "yellow"
[[players]]
name = "Red"
colour = "red"
"""
PLACE = {"Yellow": "[850, 150]", "Red": "[50, 150]"}
KALIDE = Path(check.__code__.co_filename).parent.parent / "sim" / "boards" / "kalide.toml"


def flick(by: str, at: str | None = None) -> str:
    heading = 180 if by == "Yellow" else 0
    return (
        f'[[rounds.shots]]\nby = "{by}"\naction = "flick"\nfrom_mm = {at or PLACE[by]}\n'
        f"speed_m_s = 1.0\nheading_deg = {heading}\n"
    )


def remove(by: str) -> str:
    return f'[[rounds.shots]]\nby = "{by}"\naction = "remove"\npiece = "Yellow-1"\n'


def play_round(starter: str | None = "Yellow", flicks: int = 12, first: str | None = None) -> str:
    first = first or starter or "Yellow"
    second = "Red" if first == "Yellow" else "Yellow"
    head = f'[[rounds]]\nstarter = "{starter}"\n' if starter else "[[rounds]]\n"
    return head + "".join(flick(first if k % 2 == 0 else second) for k in range(flicks))


FLICK_OFF = "[[rounds]]\nflick_off = true\n" + flick("Yellow") + flick("Red")


def written(tmp_path: Path, text: str, name: str = "s.toml") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", board_names())
def test_boards_that_ship_are_sound(name: str) -> None:
    (line,) = check(KALIDE.with_name(f"{name}.toml"))
    assert "a board" in line


def test_round_of_twelve_flicks_is_sound(tmp_path: Path) -> None:
    (line,) = check(written(tmp_path, HEAD + play_round()))
    assert line.endswith("a script for kalide, 2 players, 1 round, 12 flicks")


def test_match_whose_starter_alternates_is_sound(tmp_path: Path) -> None:
    text = play_round("Yellow") + play_round(None, first="Red") + play_round(None, first="Yellow")
    assert "3 rounds, 36 flicks" in check(written(tmp_path, HEAD + text))[0]


@pytest.mark.parametrize("first", ["Yellow", "Red"])
def test_either_player_may_turn_out_to_have_won_the_flick_off(tmp_path: Path, first: str) -> None:
    path = written(tmp_path, HEAD + FLICK_OFF + play_round(None, first=first))
    assert "14 flicks" in check(path)[0]


def test_bare_table_is_sound(tmp_path: Path) -> None:
    piece = 'id = "a"\ndiameter_mm = 25\nheight_mm = 8\nmass_g = 10\nat_mm = [0, 0]\n'
    (line,) = check(written(tmp_path, f"[table]\n[[pieces]]\n{piece}"))
    assert line.endswith("a bare table, 1 piece")


def test_positions_are_sound(tmp_path: Path) -> None:
    (line,) = check(written(tmp_path, HEAD + '[[pieces]]\nowner = "Red"\nat_mm = [600, 150]\n'))
    assert line.endswith("positions for kalide, 1 piece")


ILLEGAL = [
    (play_round(flicks=0) + flick("Yellow", "[700, 150]"), "rounds[0].shots[0]", "L4"),
    (play_round(flicks=0) + flick("Yellow", "[50, 150]"), "rounds[0].shots[0]", "L4"),
    (play_round(flicks=1) + flick("Yellow"), "rounds[0].shots[1]", "L3"),
    (play_round(flicks=0) + flick("Red"), "rounds[0].shots[0]", "L3"),
    (play_round(flicks=12) + flick("Yellow"), "rounds[0].shots[12]", "L1: "),
    (play_round(flicks=2) + remove("Red"), "rounds[0].shots[2]", "L3"),
    (play_round(flicks=12) + remove("Red"), "rounds[0].shots[12]", "L6"),
    (play_round() + play_round(None, flicks=1, first="Yellow"), "rounds[1].shots[0]", "L3"),
    (play_round(flicks=3) + play_round(), "rounds[1]", "L6"),
    (play_round() * 4, "rounds[3]", "L28"),
]


@pytest.mark.parametrize(
    ("text", "key", "part"),
    ILLEGAL,
    ids=[
        "outside any Flick Zone",
        "in the other's Flick Zone",
        "twice running",
        "not the starter",
        "a seventh flick",
        "a removal out of turn",
        "a removal after the round",
        "the same starter in the next round",
        "a round that is not over",
        "a fourth round",
    ],
)
def test_illegal_actions_are_seen_without_physics(tmp_path: Path, text: str, key: str, part: str) -> None:
    with pytest.raises(InputError) as caught:
        check(written(tmp_path, HEAD + text))
    assert caught.value.key == key
    assert part in str(caught.value)


def test_removal_in_turn_is_left_to_the_run(tmp_path: Path) -> None:
    text = play_round(flicks=1) + remove("Red") + flick("Red")
    assert check(written(tmp_path, HEAD + text))[0].endswith("2 flicks, 1 removal")


def test_sections_that_touch_are_a_fault_of_the_board(tmp_path: Path) -> None:
    text = KALIDE.read_text(encoding="utf-8")
    bridge = "[[zones]]\nname = 'b'\nkind = 'score'\nowner = 'red'\npolygon_mm = [[200, 0], [600, 0], [600, 50]]\n"
    with pytest.raises(InputError, match="L27"):
        check(written(tmp_path, text + bridge, "bad.toml"))


def test_script_on_a_board_whose_sections_touch_is_refused(tmp_path: Path) -> None:
    text = KALIDE.read_text(encoding="utf-8")
    bridge = "[[zones]]\nname = 'b'\nkind = 'score'\nowner = 'red'\npolygon_mm = [[200, 0], [600, 0], [600, 50]]\n"
    written(tmp_path, text + bridge, "bad.toml")
    script = HEAD.replace('"kalide"', '"kalide"\nboard = "bad.toml"') + play_round()
    with pytest.raises(InputError, match=r"s.toml: board: .*L27"):
        check(written(tmp_path, script))


def test_three_players_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="players: must fit the rules: L1"):
        check(written(tmp_path, HEAD + '[[players]]\nname = "Green"\n' + play_round()))


def test_file_of_no_known_kind_lists_what_it_may_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"must be a script .* positions .* or a board .* and has title"):
        check(written(tmp_path, 'title = "x"\n'))


@pytest.mark.parametrize("name", ["script", "positions", "board"])
def test_schema_lists_keys_and_forbids_others(name: str) -> None:
    made = schema(name)
    tables = [made, *made["$defs"].values()]
    assert all(table["additionalProperties"] is False for table in tables if "properties" in table)


def test_schema_of_a_script_has_both_forms() -> None:
    made = schema("script")
    assert [ref["$ref"].rsplit("/", 1)[1] for ref in made["anyOf"]] == ["ScriptFile", "BareTableFile"]


def test_schema_tells_that_a_speed_is_above_0() -> None:
    assert schema("script")["$defs"]["FlickTable"]["properties"]["speed_m_s"]["exclusiveMinimum"] == 0.0


def test_schema_of_anything_else_is_refused() -> None:
    with pytest.raises(ValueError, match="no schema of 'match'"):
        schema("match")  # type: ignore[arg-type]


def test_a_board_of_ones_own_may_have_more_than_two_owners(tmp_path: Path) -> None:
    zones = "".join(
        f'[[zones]]\nname = "{colour}"\nkind = "score"\nowner = "{colour}"\nvalue = 5\ncircle_mm = [{x}, 100, 50]\n'
        for colour, x in (("red", 100), ("blue", 250), ("green", 400))
    )
    text = (
        'name = "three"\ngame = "free"\n[surface]\n'
        'outline_mm = [[0, 0], [500, 0], [500, 200], [0, 200]]\nedge = "open"\n'
        "friction_static = 0.3\nfriction_kinetic = 0.2\n[pieces.puck]\n"
        'shape = "disc"\ndiameter_mm = 25\nheight_mm = 7\nmass_g = 8\n' + zones
    )
    assert check(written(tmp_path, text)) == [f"{tmp_path / 's.toml'}: a board for free, 3 zones, 0 walls"]
