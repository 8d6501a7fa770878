import base64
import hashlib
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from replay_runs import GAME, HOSTILE, TABLE, hostile, kalide_round, played, written

from play.cli import _main
from play.record import Record, RoundRecord
from play.replaydata import page_data
from play.replaypage import data_text, replay_page
from play.replot import load_run
from rules.ruling import Ruling
from sim.boardfile import load_board
from sim.layout import Layout


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory):
    directory = tmp_path_factory.mktemp("run")
    written(kalide_round(), directory)
    return directory


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    directory = tmp_path_factory.mktemp("game")
    return written(played(directory, GAME), directory / "out")


def embedded(page):
    return json.loads(re.search(r'<script type="application/json" id="run">(.*?)</script>', page, re.S)[1])


def test_a_full_round_makes_a_page_of_less_than_two_megabytes_again_and_again_the_same(run_dir, tmp_path):
    pages = []
    for name in ("one.html", "two.html"):
        assert _main(["replay", str(run_dir), "--html", str(tmp_path / name)]) == 0
        pages.append((tmp_path / name).read_bytes())
    assert pages[0] == pages[1]
    assert len(pages[0]) < 2_000_000


def test_where_a_run_lies_is_not_in_its_page(tmp_path, game):
    record = written(kalide_round(), tmp_path / "elsewhere")
    assert replay_page(record) == replay_page(written(kalide_round(), tmp_path / "here"))


def test_the_page_asks_for_nothing_from_outside(run_dir, tmp_path):
    _main(["replay", str(run_dir), "--html", str(tmp_path / "page.html")])
    page = (tmp_path / "page.html").read_text()
    assert set(re.findall(r"\w+://[^\s\"']+", page)) == {"http://www.w3.org/2000/svg"}  # the name of SVG, not a place
    assert "@import" not in page
    assert "src=" not in page


def test_the_policy_lets_the_page_s_own_script_and_style_work_and_nothing_else(game):
    page = replay_page(game)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    for tag in ("script", "style"):
        text = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.S)[1]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_a_name_can_not_leave_its_json(tmp_path):
    page = replay_page(hostile(tmp_path))
    assert "<img" not in page
    assert page.count("</script") == 2  # the page's own
    assert embedded(page)["final"] == f"{HOSTILE} 0, Bob 0"


def test_text_is_kept_as_it_is_under_the_escapes():
    text = data_text({"a": "<b>&amp;</b> é \ud800 {{script}}"})
    assert not set("<>&") & set(text)
    assert text.isascii()
    assert json.loads(text) == {"a": "<b>&amp;</b> é \ud800 {{script}}"}


def test_the_scripts_render_no_markup():
    # names are untrusted: only textContent may show them
    page = replay_page(kalide_round())
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("):
        assert way not in page


def test_the_result_says_who_has_what(run_dir):
    data = page_data(written(kalide_round(), run_dir))
    assert data["title"] == "Ka'lide"
    assert data["final"] == "Yellow 550, Red 800"
    assert data["outcome"] == "Red has most points in round 1; the match is not finished."
    assert [(side["name"], side["fill"], side["total"]) for side in data["sides"]] == [
        ("Yellow", "#f0c419", 550), ("Red", "#d55e00", 800),
    ]  # fmt: skip
    assert data["rounds"][0]["points"] == {"Yellow": 550, "Red": 800}
    assert sum(ruling["points"] for ruling in data["rulings"]) == 1350
    assert data["adds"] is True


def test_shots_follow_one_another_with_a_pause(game):
    first, second = page_data(game)["shots"]
    assert first["start"] == 0.0
    assert second["start"] == pytest.approx(first["duration"] + 0.6, abs=1e-3)
    assert first["words"] == "Ann flicks Ann-1 at 1.60 m/s"
    assert (first["owner"], second["owner"]) == ("Ann", "Bob")


def test_a_shot_without_motion_is_shown_for_a_while(game):
    still = replace(game.shots[0].shot, duration=0.0, trajectory=_only_first_row(game.shots[0].shot.trajectory))
    shots = (replace(game.shots[0], shot=still), game.shots[1])
    data = page_data(replace(game, rounds=(replace(game.rounds[0], shots=shots),)))
    assert data["shots"][1]["start"] == pytest.approx(0.4 + 0.6)


def _only_first_row(trajectory):
    names = ("times", "positions", "angles", "velocities", "spins")
    return replace(trajectory, **{name: getattr(trajectory, name)[:1] for name in names})


def test_where_the_files_do_not_say_a_shot_has_the_rulings_that_name_its_piece():
    one = kalide_round().rounds[0]
    shots = tuple(replace(shot, rulings=()) for shot in one.shots)
    data = page_data(replace(kalide_round(), rounds=(replace(one, opening=one.rulings, shots=shots),)))
    of_seven = [data["rulings"][k]["why"] for k in data["shots"][6]["rulings"]]
    assert data["shots"][6]["played"] == "Yellow-4"
    assert len(of_seven) == 1
    assert of_seven[0].startswith("Yellow-3 and Yellow-4 stick together")


def test_a_shot_s_own_rulings_are_its_own():
    shot = kalide_round().shots[0]
    rulings = (Ruling("L1", "one", pieces=("Red-1",)), Ruling("L2", "two"))
    shots = (replace(shot, rulings=rulings[:1]), replace(kalide_round().shots[1], rulings=rulings[1:]))
    record = replace(kalide_round(), rounds=(RoundRecord(1, (), shots),))
    assert [item["rulings"] for item in page_data(record)["shots"]] == [[0], [1]]


def test_statuses_are_those_before_and_after_a_shot(run_dir):
    shot = page_data(written(kalide_round(), run_dir))["shots"][6]  # knocks Red-1 dead
    statuses = dict(zip(shot["ids"], shot["statuses"], strict=True))
    assert statuses["Red-1"] == ["live", "dead"]
    assert statuses["Yellow-2"] == ["dead", "dead"]
    left = [event for event in shot["events"] if event["kind"] == "left_board"]
    assert [event["words"] for event in left] == ["Red-1 leaves the board"]


def test_a_touch_has_its_place_between_the_pieces(run_dir):
    record = written(kalide_round(), run_dir)
    event = page_data(record)["shots"][6]["events"][0]
    shot = record.shots[6].shot
    row = abs(shot.trajectory.times - event["t"]).argmin()
    places = [1000.0 * shot.trajectory.positions[row, shot.trajectory.ids.index(p)] for p in event["pieces"]]
    assert event["words"] == "Red-1 and Yellow-4 touch"
    assert event["at"] == pytest.approx(sum(places) / 2, abs=1.5)  # equal pucks; a row is up to 1 ms away


def test_a_bond_is_kept_with_the_distance_at_which_it_holds(run_dir):
    data = page_data(written(kalide_round(), run_dir))
    before, after = data["shots"][-1]["bonds"]
    assert {frozenset(bond[:2]) for bond in after} == {
        frozenset({"Yellow-3", "Yellow-4"}),
        frozenset({"Red-4", "Red-5"}),
    }
    assert [bond[2] for bond in after] == pytest.approx([30.0, 30.0], abs=0.5)  # two pucks of 30 mm
    assert [bond[3] for bond in after] == [0.5, 0.5]
    assert len(before) == 2


def test_the_board_is_there_with_zones_and_words():
    data = page_data(kalide_round())["board"]
    words = [zone["label"][0] for zone in data["zones"]]
    assert {"50", "100", "150", "200", "DEAD ZONE", "RED FLICK ZONE", "YELLOW FLICK ZONE"} == set(words)
    assert [900.0, 300.0] in data["outline"]
    assert {"light", "dark"} == set(data["zones"][0]["fill"])


def test_a_bare_table_whose_file_does_not_say_what_it_was_is_told_of(tmp_path):
    written(played(tmp_path, TABLE), tmp_path / "out")
    with np.load(tmp_path / "out" / "trajectory.npz") as arrays:
        kept = dict(arrays)
    np.savez_compressed(tmp_path / "out" / "trajectory.npz", **kept)  # the arrays alone
    data = page_data(load_run(tmp_path / "out", trajectories=True))
    assert data["title"] == "A bare table"
    assert data["subtitle"] == "1 piece let go"
    assert data["final"] == ""
    assert data["shots"][0]["words"] == "The pieces are let go"
    assert any("25 mm" in note for note in data["notes"])


def test_a_bare_table_as_played_knows_its_pieces(tmp_path):
    data = page_data(played(tmp_path, TABLE.replace("diameter_mm = 25", "diameter_mm = 40")))
    assert data["pieces"][0]["axes"] == [20.0, 20.0]
    assert data["notes"] == []


def test_a_run_without_a_shot_has_a_page():
    empty = Record("cup", "kalide", load_board("kalide"), "kalide", 0, Layout(), totals={"Ann": 0, "Bob": 0})
    data = embedded(replay_page(empty))
    assert (data["shots"], data["duration"], data["final"]) == ([], 0.0, "Ann 0, Bob 0")


def test_rounds_of_a_knockout_are_named_with_their_game():
    record = kalide_round()
    rounds = tuple(replace(record.rounds[0], number=n) for n in (0, 1, 2, 1))
    names = [one["name"] for one in page_data(replace(record, rounds=rounds))["rounds"]]
    assert names == ["Game 1, flick-off", "Game 1, round 1", "Game 1, round 2", "Game 2, round 1"]


def test_a_run_that_was_stopped_says_by_what():
    stopped = Ruling("L3", "it is Bob's turn.", legal="a flick by Bob")
    data = page_data(replace(kalide_round(), outcome="stopped", stopped=stopped))
    assert data["outcome"] == "Stopped by a ruling. L3: it is Bob's turn. Legal would be: a flick by Bob."


def refused(capsys, *arguments):
    assert _main(["replay", *map(str, arguments)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("magpuck: ")
    assert said.count("\n") == 1
    return said


def test_a_page_that_exists_is_replaced_with_force_only(run_dir, tmp_path, capsys):
    target = tmp_path / "page.html"
    target.write_text("<!doctype html><!-- magpuck replay -->")
    assert "must not exist yet, unless --force is given" in refused(capsys, run_dir, "--html", target)
    assert target.read_text() == "<!doctype html><!-- magpuck replay -->"
    assert _main(["replay", str(run_dir), "--html", str(target), "--force"]) == 0
    assert target.stat().st_size > 10_000


def test_force_replaces_no_page_of_another_s(run_dir, tmp_path, capsys):
    target = tmp_path / "mine.html"
    target.write_text("<!doctype html><title>My page</title>")
    assert "must be a file of an earlier run" in refused(capsys, run_dir, "--html", target, "--force")
    assert "My page" in target.read_text()


def test_a_directory_without_a_run_is_bad_input(tmp_path, capsys):
    assert "must be a run's result" in refused(capsys, tmp_path / "nothing", "--html", tmp_path / "p.html")
    (tmp_path / "result.json").write_text("{}")
    assert "this is not a run's result" in refused(capsys, tmp_path, "--html", tmp_path / "p.html")
    assert not (tmp_path / "p.html").exists()


def test_a_result_without_trajectories_is_bad_input(run_dir, tmp_path, capsys):
    (tmp_path / "result.json").write_bytes((run_dir / "result.json").read_bytes())
    assert "must be the trajectories of a run" in refused(capsys, tmp_path, "--html", tmp_path / "p.html")


def test_a_result_with_other_values_than_a_run_writes_is_bad_input(run_dir, tmp_path, capsys):
    result = json.loads((run_dir / "result.json").read_text())
    result["rounds"][0]["shots"][2]["events"][0]["t_s"] = "soon"
    (tmp_path / "result.json").write_text(json.dumps(result))
    (tmp_path / "trajectory.npz").write_bytes((run_dir / "trajectory.npz").read_bytes())
    assert "must be as a run writes it" in refused(capsys, tmp_path, "--html", tmp_path / "p.html")
    assert not (tmp_path / "p.html").exists()


def test_the_command_needs_a_place_to_write_to(run_dir, capsys):
    assert "--html" in refused(capsys, run_dir)
