"""Small games with real physics: each script ends as it must, whatever the exact motion."""

import json

import play
from play.cli import main


def script(tmp_path, *shots, start=(), bag=12, options="", players=("Ann", "Bob")):
    """Write a script; shots are (by, action, keys), and stones S of the start (owner, x mm, y mm, face)."""
    lines = ['game = "kluster"', "[cord]", "points_mm = [[100, 100], [500, 100], [500, 400], [100, 400]]"]
    lines += ["[bag]", f"S = {bag}", "[options]", options]
    for name in players:
        lines += ["[[players]]", f'name = "{name}"']
    for owner, x, y, face in start:
        lines += ["[[start.pieces]]", f'owner = "{owner}"', 'size = "S"', f"at_mm = [{x}, {y}]", f'face = "{face}"']
    lines += ["[[rounds]]", f'starter = "{players[0]}"']
    for by, action, keys in shots:
        lines += ["[[rounds.shots]]", f'by = "{by}"', f'action = "{action}"']
        lines += [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    file = tmp_path / "game.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def at(x, y, face="up", **more):
    """Return the keys of a placement."""
    return {"at_mm": [x, y], "face": face, **more}


def over(x, y, height=30, face="up"):
    """Return the keys of a stone held still in the hand."""
    return {"path_mm": [[x, y]], "height_mm": height, "speed_m_s": 0.1, "face": face}


def clauses(shot):
    """Return what was cited after a shot."""
    return [ruling.clause for ruling in shot.rulings]


def test_s8_a_stone_laid_between_two_pulls_both_in(tmp_path):
    start = [("Ann", 200, 200, "up"), ("Bob", 245, 200, "up")]
    record = play.run(script(tmp_path, ("Ann", "place", at(222.5, 200, "down")), start=start))
    assert clauses(record.shots[0]) == ["S8"]
    assert record.totals == {"Ann": 8, "Bob": 6}
    assert set(record.shots[0].layout.statuses) == {"hand"}
    assert record.to_play == "Bob"


def test_s10_a_stone_laid_behind_another_pushes_it_to_a_third(tmp_path):
    # the one laid repels the one beside it, which the other attracts
    start = [("Ann", 200, 200, "up"), ("Bob", 250, 200, "down")]
    record = play.run(script(tmp_path, ("Ann", "place", at(278, 200, "down")), start=start))
    assert clauses(record.shots[0]) == ["S10"]
    assert record.totals == {"Ann": 7, "Bob": 6}
    layout = record.shots[0].layout
    assert [layout.pieces[k].id for k in layout.on_table] == ["Ann-2"]


def test_s16_a_stone_jumps_to_the_hand_or_is_pushed_away(tmp_path):
    start = [("Bob", 300, 200, "up")]
    record = play.run(script(tmp_path, ("Ann", "hover", over(300, 200)), start=start))
    assert clauses(record.shots[0]) == ["S16"]
    assert record.totals == {"Ann": 7, "Bob": 6}
    assert record.shots[0].layout.statuses == ("hand",)
    record = play.run(script(tmp_path, ("Ann", "hover", over(320, 200, face="down")), start=start))
    assert clauses(record.shots[0]) == []
    assert record.shots[0].layout.positions[0, 0] < 0.3
    assert (record.totals, record.to_play) == ({"Ann": 6, "Bob": 6}, "Ann")


def test_s7_a_stone_across_the_cord_is_not_laid_and_the_turn_passes(tmp_path):
    shots = [("Ann", "place", at(104, 250)), ("Ann", "end_turn", {}), ("Bob", "place", at(300, 250))]
    record = play.run(script(tmp_path, *shots))
    assert record.outcome == "unfinished"
    assert record.totals == {"Ann": 6, "Bob": 5}
    assert record.shots[-1].layout.ids == ("Bob-1",)


def test_s7_as_an_option_it_is_let_go_and_picked_up(tmp_path):
    # half across: the cord pushes it to one side or the other, and either way it was not laid inside
    file = script(tmp_path, ("Ann", "place", at(106, 250)), options='outside_placement = "pick_up"')
    record = play.run(file)
    assert clauses(record.shots[0]) == ["S7"]
    assert record.totals == {"Ann": 6, "Bob": 6}
    assert record.shots[0].layout.statuses == ("hand",)


def test_s7_a_stone_that_touches_the_cord_from_within_stays(tmp_path):
    record = play.run(script(tmp_path, ("Ann", "place", at(109, 250))))
    assert clauses(record.shots[0]) == []
    assert record.totals == {"Ann": 5, "Bob": 6}


def test_s18_a_whole_game_and_its_result(tmp_path, capsys):
    shots = [("Ann", "place", at(200, 200)), ("Bob", "place", at(400, 200)), ("Ann", "place", at(300, 300))]
    file = script(tmp_path, *shots, bag=4)
    try:
        main(["run", str(file), "--json", "-"])
    except SystemExit as stop:
        assert not stop.code
    result = json.loads(capsys.readouterr().out)
    assert (result["winner"], result["outcome"]) == ("Ann", "won")
    assert result["totals"] == {"Ann": 0, "Bob": 1}
    assert result["rounds"][0]["points"] == {}
    assert [r["clause"] for r in result["rounds"][0]["rulings"]][-2:] == ["S18", "S20"]
    assert [piece["status"] for piece in result["rounds"][0]["shots"][-1]["pieces"]] == ["live"] * 3


def test_s21_someone_alone_picks_up_three_times(tmp_path):
    shots = []
    for k in range(3):
        shots += [("Ann", "place", at(150 + 100 * k, 150)), ("Ann", "end_turn", {})]
        shots += [("Ann", "place", at(170 + 100 * k, 150, "down"))]
    record = play.run(script(tmp_path, *shots, players=("Ann",)))
    said = [ruling.clause for shot in record.shots for ruling in shot.rulings]
    assert said == ["S8", "S21", "S8", "S21", "S8", "S21", "S23"]
    assert (record.outcome, record.winner, record.totals) == ("draw", None, {"Ann": 12})


def test_the_run_stops_at_what_is_not_legal_and_says_what_would_be(tmp_path):
    shots = [("Ann", "place", at(300, 200)), ("Bob", "place", at(305, 200))]
    record = play.run(script(tmp_path, *shots))
    assert record.outcome == "stopped"
    assert record.stopped.clause == "S13"
    assert record.stopped.why == "Bob can't lay a stone at (305, 200) mm without touching Ann-1, which lies there."
    assert record.stopped.legal.startswith("a stone laid by Bob inside the cord, ")
    assert record.totals == {"Ann": 5, "Bob": 6}
