"""Games of one's own from their files: boards, scripts and positions, with real physics."""

import json
from pathlib import Path

import pytest
from free_table import PLAYERS, RULES

import play
import sim
from play.check import check
from play.cli import main
from sim.errors import InputError
from sim.layout import Layout
from sim.pieces import Piece

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

BOARD = """
name = "strip"
game = "free"
[surface]
outline_mm = [[0, 0], [600, 0], [600, 200], [0, 200]]
edge = "{edge}"
friction_static = 0.25
friction_kinetic = 0.2
[pieces.S]
diameter_mm = 24
height_mm = 6
mass_g = 6
magnet = {{ grade = "N35", diameter_mm = 10, height_mm = 3 }}
[pieces.L]
diameter_mm = 40
height_mm = 6
mass_g = 15
magnet = {{ grade = "N35", diameter_mm = 10, height_mm = 3 }}
[options]
{options}
[[zones]]
name = "ten"
kind = "score"
value = 10
polygon_mm = [[300, 0], [400, 0], [400, 200], [300, 200]]
"""

SCRIPT = """
game = "free"
board = "strip.toml"
[[players]]
name = "Ann"
[[players]]
name = "Bob"
[[rounds]]
starter = "Ann"
"""


def flick(by, y, speed, face="up"):
    """Return a flick of a script along the board from x = 50."""
    return (
        f'[[rounds.shots]]\nby = "{by}"\naction = "flick"\nfrom_mm = [50, {y}]\nspeed_m_s = {speed}\n'
        f'heading_deg = 0\nface = "{face}"\n'
    )


def place(by, x, y, face="up", size="S"):
    """Return a piece laid down in a script."""
    return f'[[rounds.shots]]\nby = "{by}"\naction = "place"\nat_mm = [{x}, {y}]\nface = "{face}"\nsize = "{size}"\n'


def written(folder, *shots, options="", edge="open"):
    """Write a board and a script beside it, and return the script's path."""
    (folder / "strip.toml").write_text(BOARD.format(options=options, edge=edge))
    path = folder / "match.toml"
    path.write_text(SCRIPT + "".join(shots))
    return path


def whys(record):
    """Return all rulings of a run."""
    return [str(ruling) for shot in record.shots for ruling in shot.rulings]


def test_flicks_stop_where_friction_says_and_are_scored(tmp_path):
    # v²/(2μg): 1.08 m/s makes 297 mm, into the ten; 1.6 m/s makes 652 mm, past the edge
    path = written(tmp_path, flick("Ann", 40, 1.08), flick("Bob", 160, 1.6), options="pieces = 1\nrounds = 1")
    record = play.run(path)
    assert (record.totals, record.winner, record.outcome) == ({"Ann": 10, "Bob": 0}, "Ann", "won")
    # the middle of Ann's is 297.3 mm further on, less what the neighbour's field does
    assert record.rounds[0].shots[0].layout.positions[0, 0] == pytest.approx(0.3473, abs=1e-3)
    assert any(why.startswith("F9: Bob-1 ") and why.endswith("taken off for the round.") for why in whys(record))
    assert "F19: the round is over (Ann 10, Bob 0): Ann has most and wins." in whys(record)


def test_pieces_that_snap_together_are_taken_off_and_the_rest_settles(tmp_path):
    shots = (place("Ann", 340, 100), place("Bob", 368, 100, "down"), place("Ann", 340, 40), place("Bob", 200, 160))
    options = 'action = "place"\ncluster = "remove"\npieces = 2\nrounds = 1'
    record = play.run(written(tmp_path, *shots, options=options))
    gone = [why for why in whys(record) if why.startswith("F16: ")]
    assert gone == [
        "F16: Ann-1 sticks together with Bob-1 and is taken off.",
        "F16: Bob-1 sticks together with Ann-1 and is taken off.",
    ]
    assert record.totals == {"Ann": 10, "Bob": 0}
    judged = play.run(written(tmp_path, *shots, options=options.replace("remove", "multiply")))
    assert judged.totals == {"Ann": 20, "Bob": 10}


def test_an_illegal_action_stops_the_run_with_its_clause(tmp_path, capsys):
    path = written(tmp_path, place("Ann", 340, 100), place("Bob", 340, 110, size="L"), options='action = "any"')
    with pytest.raises(SystemExit) as end:
        main(["run", str(path), "--json", "-", "--no-plots"])
    assert end.value.code == 2
    stopped = json.loads(capsys.readouterr().out)["stopped"]
    assert (stopped["clause"], stopped["why"]) == ("F7", "Bob-1 can't start at (340, 110) mm, since Ann-1 lies there.")
    assert stopped["legal"] == "a piece laid down by Bob from a free place"
    path = written(tmp_path, place("Ann", 340, 100))
    with pytest.raises(InputError, match="F6: a turn is a flick, and this is a piece laid down"):
        check(path)


def test_a_piece_that_fell_off_is_gone_on_a_board_with_a_drop(tmp_path):
    path = written(tmp_path, flick("Ann", 40, 1.6), edge="drop", options='off_board = "dead"')
    assert whys(play.run(path)) == ["F9: Ann-1 fell off the board and is gone for the round."]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ('goal = "exactly"', "F20: board strip: its zones are worth 10, which can't make exactly 21"),
        ('action = "launch"', "F6: board strip has no yoke"),
        ('cover = "most"', "F14: board strip: option cover must be majority"),
    ],
)
def test_a_board_that_can_not_be_played_is_refused_with_its_file(tmp_path, options, message):
    path = written(tmp_path, flick("Ann", 40, 1.0), options=options)
    with pytest.raises(InputError, match=message):
        check(tmp_path / "strip.toml")
    with pytest.raises(InputError, match=message) as error:
        play.run(path)
    assert error.value.key == "board"


def test_positions_are_judged_from_a_file_and_from_a_result(tmp_path, capsys):
    written(tmp_path, options='goal = "first_to"\ntarget = 30')
    file = tmp_path / "positions.toml"
    file.write_text(
        'game = "free"\nboard = "strip.toml"\nbefore = {Ann = 10}\n'
        '[[players]]\nname = "Ann"\n[[players]]\nname = "Bob"\n'
        '[[pieces]]\nowner = "Ann"\nat_mm = [350, 50]\n[[pieces]]\nowner = "Ann"\nat_mm = [350, 150]\nsize = "L"\n'
    )
    with pytest.raises(SystemExit) as end:
        main(["score", str(file), "--json", "-"])
    assert end.value.code == 0
    judged = json.loads(capsys.readouterr().out)
    assert (judged["points"], judged["totals"], judged["winner"]) == (
        {"Ann": 20, "Bob": 0},
        {"Ann": 30, "Bob": 0},
        "Ann",
    )


def test_the_board_that_ships_gives_its_rings():
    board = sim.load_board("free")
    assert board.game == "free"
    worth = {}
    for x in (650, 689, 691, 729, 731, 769, 771, 809, 811, 816):
        layout = Layout().with_piece(Piece("Ann-1", board.pieces["puck"], "Ann"), (x / 1000.0, 0.150))
        worth[x] = RULES.score(board, layout, PLAYERS).points["Ann"]
    # a ring counts where a puck of 15 mm radius overlaps it: 25, 65, 105 and 145 mm about x = 650; the dead zone at 830
    assert worth == {650: 10, 689: 10, 691: 5, 729: 5, 731: 3, 769: 3, 771: 1, 809: 1, 811: 0, 816: 0}


def test_the_rules_of_the_command_line_list_all_options_and_clauses(capsys):
    for arguments, wanted in (
        (["rules", "free"], "cover = majority, largest, any, centre"),
        (["rules", "free", "--clauses"], "F21"),
    ):
        with pytest.raises(SystemExit) as end:
            main(arguments)
        assert end.value.code == 0
        assert wanted in capsys.readouterr().out


def test_the_example_is_played_to_its_end():
    path = EXAMPLES / "free_match.toml"
    assert check(path)
    record = play.run(path)
    assert record.outcome == "won"
    assert record.winner in record.totals
    assert record.totals[record.winner] >= 15
    assert any(why.startswith("F18: ") for why in whys(record))
    assert any(why.startswith("F16: ") for why in whys(record))
