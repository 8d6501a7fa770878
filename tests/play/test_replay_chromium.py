"""The replay page in a real browser. Skipped where there is none: Debian's package is called chromium."""

import json

import numpy as np
import pytest
from replay_browser import Browser, find
from replay_runs import HOSTILE, hostile, kalide_round, written

from play.replaypage import replay_page

pytestmark = pytest.mark.skipif(find() is None, reason="no Chromium is installed (MAGPUCK_CHROMIUM may name one)")

SHIFT = 8


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(find(), tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    directory = tmp_path_factory.mktemp("run")
    target = directory / "page.html"
    target.write_text(replay_page(written(kalide_round(), directory)), encoding="utf-8")
    return target


@pytest.fixture
def page(browser, file):
    page = browser.open(file.as_uri())
    page.settle()
    yield page
    assert page.complaints() == []
    assert page.run("magpuck.errors") == []
    page.close()


def box(page, name):
    """Return left, top, width and height of an element, px."""
    page.settle()
    rectangle = f"document.getElementById('{name}').getBoundingClientRect()"
    return page.run(f"(({{x, y, width, height}}) => [x, y, width, height])({rectangle})")


def words(page, selector):
    page.settle()
    return page.run(f"document.querySelector({json.dumps(selector)}).textContent")


def test_the_page_tells_the_result_and_every_ruling(page):
    assert words(page, "#final-score") == "Yellow 550, Red 800"
    rulings = page.run("[...document.querySelectorAll('#rulings li')].map((item) => item.textContent)")
    assert len(rulings) == len(kalide_round().rulings)
    for told, ruling in zip(rulings, kalide_round().rulings, strict=True):
        assert told.startswith(f"{ruling.clause}{ruling.why}")


def test_it_plays_pauses_and_stops_at_the_end(page):
    assert (page.run("magpuck.time"), page.run("magpuck.playing")) == (0, False)
    page.click(*page.middle("#play"))
    page.until("magpuck.time > 0.2")
    assert page.run("magpuck.playing")
    assert page.run("document.getElementById('play').getAttribute('aria-label')") == "Pause"
    page.run("magpuck.pause()")
    here = page.run("magpuck.time")
    page.settle()
    assert page.run("magpuck.time") == here
    page.run("magpuck.seek(magpuck.duration - 0.1); magpuck.play()")
    page.until("!magpuck.playing")
    assert page.run("magpuck.time") == page.run("magpuck.duration")
    page.run("magpuck.play()")  # from the end it begins anew
    assert page.run("magpuck.time") < 0.5
    page.run("magpuck.pause()")


def test_the_score_is_told_when_the_round_is_over(page):
    assert words(page, "#score") == "Yellow 0Red 0"
    page.run("magpuck.seek(magpuck.duration)")
    assert words(page, "#score") == "Yellow 550Red 800"
    assert words(page, "#now").startswith("Round 1 is over: Yellow 550, Red 800.")
    assert page.run("document.getElementById('score').getAttribute('aria-live')") == "polite"


def test_the_slider_scrubs(page):
    page.run("const s = document.getElementById('scrub'); s.value = 8.75; s.dispatchEvent(new Event('input'))")
    assert page.run("magpuck.time") == 8.75
    assert words(page, "#what") == "Yellow flicks Yellow-4 at 1.87 m/s"
    assert words(page, "#now") == "0.49 s: Red-1 leaves the board"
    assert page.run("document.getElementById('scrub').getAttribute('aria-valuetext')") == "shot 7, 0.63 of 0.69 s"


def test_what_is_drawn_is_where_the_simulation_had_it(page):
    for k, shot in enumerate(kalide_round().shots):
        trajectory = shot.shot.trajectory
        start = page.run(f"JSON.parse(document.getElementById('run').textContent).shots[{k}].start")
        for row in (0, len(trajectory.times) // 3, len(trajectory.times) // 2, len(trajectory.times) - 2):
            state = page.run(f"magpuck.at({start + float(trajectory.times[row])})")
            assert state["shot"] == k
            for piece in state["pieces"]:
                column = trajectory.ids.index(piece["id"])
                away = 1000.0 * trajectory.positions[row, column] - [piece["x"], piece["y"]]
                assert np.hypot(*away) < 0.055
                assert abs(np.degrees(trajectory.angles[row, column]) - piece["angle"]) < 0.3
                speed = np.hypot(*trajectory.velocities[row, column])
                assert abs(speed - piece["speed"]) < 0.021


def test_at_the_end_everything_lies_where_the_result_says(page):
    layout = kalide_round().shots[-1].layout
    for piece in page.run("magpuck.at(magpuck.duration)")["pieces"]:
        k = layout.index(piece["id"])
        assert [piece["x"], piece["y"]] == pytest.approx(1000.0 * layout.positions[k], abs=0.0051)
        assert (piece["face"], piece["status"]) == (layout.faces[k], layout.statuses[k])


def test_a_shot_in_the_list_is_jumped_to(page):
    page.click(*page.middle("#shots li:nth-child(7) button"))
    assert words(page, "#where") == "Shot 7 of 12"
    current = "document.querySelector('#shots [aria-current=true]').dataset.shot"
    assert page.run(current) == "6"
    assert words(page, "#events li:last-child").endswith("all at rest")


def test_an_event_in_the_list_and_on_the_line_is_jumped_to(page):
    page.click(*page.middle("#shots li:nth-child(7) button"))
    start = page.run("magpuck.time")
    first = kalide_round().shots[6].shot.events[0]
    page.click(*page.middle("#events li:nth-child(1) button"))
    assert page.run("magpuck.time") == pytest.approx(start + first.time, abs=1e-4)
    page.run("magpuck.seek(magpuck.time + 0.05)")
    left, top, width, _ = box(page, "strip")
    share = first.time / kalide_round().shots[6].shot.duration
    page.click(left + 16 + share * (width - 32) + 3, top + 27)  # 3 px beside the sign's middle
    assert page.run("magpuck.time") == pytest.approx(start + first.time, abs=1e-4)


def test_on_the_line_of_the_run_a_press_is_a_time_and_beside_an_event_s_mark_the_event(page):
    left, top, width, height = box(page, "overview")
    page.click(left + width / 2, top + 8)
    middle = page.run("magpuck.duration") / 2
    assert page.run("magpuck.time") == pytest.approx(middle, abs=0.02)
    start = page.run("JSON.parse(document.getElementById('run').textContent).shots[3].start")
    left_board = next(e for e in kalide_round().shots[3].shot.events if e.kind == "left_board")
    share = (start + left_board.time) / (2 * middle)
    page.click(left + 8 + share * (width - 16) + 2, top + height - 3)
    assert page.run("magpuck.time") == pytest.approx(start + left_board.time, abs=1e-4)


def test_a_ruling_is_shown_with_its_pieces_at_the_end_of_its_round(page):
    page.run("document.querySelectorAll('#rulings li button')[7].click()")
    last = kalide_round().shots[-1].shot.duration
    assert words(page, "#where") == "Shot 12 of 12"
    assert page.run("magpuck.at(magpuck.time).local") == pytest.approx(last, abs=1e-4)


def test_keys_play_step_and_jump(page):
    page.key(" ")
    assert page.run("magpuck.playing")
    page.key(" ")
    assert not page.run("magpuck.playing")
    page.key("End")
    assert page.run("magpuck.time === magpuck.duration")
    page.key("Home")
    assert page.run("magpuck.time") == 0
    page.key("ArrowRight")
    assert page.run("magpuck.time") == pytest.approx(0.01)
    page.key("ArrowLeft")
    page.key("ArrowDown")
    assert words(page, "#where") == "Shot 2 of 12"
    page.key("ArrowUp")
    assert page.run("magpuck.time") == 0
    page.key("ArrowRight", SHIFT)
    assert page.run("magpuck.time") == pytest.approx(kalide_round().shots[0].shot.events[0].time, abs=1e-4)
    page.key("]")
    assert page.run("document.getElementById('speed').value") == "2"
    for _ in range(9):
        page.key("[")
    assert page.run("document.getElementById('speed').value") == "0.05"
    page.key("?")
    assert page.run("document.getElementById('keys').open")
    page.key("End")  # the list is open: its keys are not the page's
    assert page.run("magpuck.time") < 1


def seen(page, x, y):
    """Return the id of the piece whose numbers show when one points at a place of the board, in its px."""
    left, top, _, _ = box(page, "canvas")
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=left + x, y=top + y)
    page.settle()
    return page.run("document.getElementById('tip').hidden ? null : document.querySelector('#tip b').textContent")


def place(page, piece, zoom=1.0):
    """Return where a piece is drawn on the canvas that shows the whole board, px."""
    x0, y0, x1, y1 = page.run("JSON.parse(document.getElementById('run').textContent).board.extent")
    _, _, width, height = box(page, "canvas")
    scale = min(width / (x1 - x0), height / (y1 - y0)) * zoom
    at = next(p for p in page.run("magpuck.at(magpuck.time)")["pieces"] if p["id"] == piece)
    return width / 2 + scale * (at["x"] - (x0 + x1) / 2), height / 2 - scale * (at["y"] - (y0 + y1) / 2)


def test_pointing_at_a_piece_shows_its_numbers(page):
    page.run("magpuck.seek(magpuck.duration)")
    page.settle()
    assert seen(page, *place(page, "Red-3")) == "Red-3"
    layout = kalide_round().shots[-1].layout
    x, y = 1000.0 * layout.positions[layout.index("Red-3")]
    told = words(page, "#tip dl")
    assert told.startswith(f"ownerRedx{x:.1f} mmy{y:.1f} mmspeed0.00 m/s")
    assert told.endswith("faceupstatuslive")
    assert seen(page, 5, 5) is None


def test_the_wheel_and_the_keys_zoom_and_a_drag_moves_the_board(page):
    page.run("magpuck.seek(magpuck.duration)")
    page.settle()
    page.key("+")
    at = place(page, "Yellow-5", 1.5)
    assert seen(page, *at) == "Yellow-5"
    left, top, _, _ = box(page, "canvas")
    for kind, x in (("mousePressed", 0), ("mouseMoved", 30), ("mouseMoved", 60), ("mouseReleased", 60)):
        page.call("Input.dispatchMouseEvent", type=kind, x=left + 300 + x, y=top + 30, button="left", buttons=1)
    page.settle()
    assert seen(page, *at) != "Yellow-5"
    assert seen(page, at[0] + 60, at[1]) == "Yellow-5"
    page.key("0")
    at = place(page, "Red-3")
    page.call("Input.dispatchMouseEvent", type="mouseWheel", x=left + at[0], y=top + at[1], deltaX=0, deltaY=-300)
    page.settle()
    assert seen(page, *at) == "Red-3"  # what one points at stays where it is
    page.key("-")
    page.key("-")
    page.key("-")
    assert seen(page, *place(page, "Yellow-6")) == "Yellow-6"  # no farther than the whole board


def test_on_a_phone_nothing_is_wider_than_the_screen_and_a_tap_shows_numbers(browser, file):
    page = browser.open(file.as_uri(), width=360, height=640, touch=True)
    page.run("magpuck.seek(magpuck.duration)")
    page.settle()
    assert page.run("document.documentElement.scrollWidth") == 360
    left, top, _, _ = box(page, "canvas")
    x, y = place(page, "Yellow-1")
    page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": left + x, "y": top + y}])
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    assert words(page, "#tip b") == "Yellow-1"
    assert page.complaints() == []
    page.close()


def test_two_fingers_zoom(browser, file):
    page = browser.open(file.as_uri(), width=390, height=844, touch=True)
    page.run("magpuck.seek(magpuck.duration)")
    page.settle()
    left, top, width, height = box(page, "canvas")
    x, y = left + width / 2, top + height / 2
    for kind, far in (("touchStart", 20), ("touchMove", 30), ("touchMove", 40)):
        points = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
        page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
    page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.settle()
    assert page.run("document.getElementById('canvas').classList.contains('near')")
    assert page.complaints() == []
    page.close()


def ground(page):
    page.settle()
    return page.run("getComputedStyle(document.body).backgroundColor")


def test_it_is_dark_where_that_is_preferred_and_has_a_switch(browser, file):
    page = browser.open(file.as_uri(), dark=True)
    assert ground(page) == "rgb(21, 23, 26)"
    page.click(*page.middle("#theme"))
    assert ground(page) == "rgb(244, 241, 236)"
    assert page.run("document.getElementById('theme').getAttribute('aria-pressed')") == "false"
    assert page.complaints() == []
    page.close()


def test_every_button_and_field_has_a_name(page):
    named = "e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')"
    assert page.run(f"[...document.querySelectorAll('button, select, input')].filter((e) => !({named})).length") == 0


def test_a_hostile_name_is_text_on_the_page(browser, tmp_path):
    target = tmp_path / "page.html"
    target.write_text(replay_page(hostile(tmp_path)), encoding="utf-8")
    page = browser.open(target.as_uri())
    page.run("magpuck.seek(magpuck.duration)")
    assert words(page, "#final-score") == f"{HOSTILE} 0, Bob 0"
    page.run("document.getElementById('numbers').open = true")
    page.settle()
    assert page.run("document.querySelectorAll('img').length") == 0
    assert page.complaints() == []
    page.close()


def test_faults_and_requests_of_a_page_would_be_found(browser, tmp_path):
    target = tmp_path / "faulty.html"
    target.write_text(
        "<script>console.error('one'); fetch('http://127.0.0.1:9/x').catch(() => 0); throw Error('two')</script>"
    )
    page = browser.open(target.as_uri())
    found = " ".join(page.complaints())
    assert "one" in found
    assert "Uncaught" in found
    assert "asks for http://127.0.0.1:9/x" in found
    page.close()
