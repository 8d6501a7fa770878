"""What else a picture shows: the yoke, the cord, the hand, what happened in words; and its colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import sim
from play.extents import ways
from play.figures import board_scene, layout_scene, shot_scenes
from play.labels import is_clear
from play.marks import yoke_at_hand, yoke_mark, yoke_used
from play.plot import draw_board, draw_trajectories
from play.record import Record, RoundRecord, ShotRecord
from play.style import DARK, LIGHT, OTHERS, OWNERS, lightness, theme_of, zone_tint
from play.telling import summary
from sim.actions import Flick, Hover, Launch, Place, Remove
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Event, still

BOARD = sim.load_board("kineti-go")
PUCK = BOARD.pieces["puck"]


def laid(*pieces):
    layout = Layout()
    for name, x, y, *rest in pieces:
        layout = layout.with_piece(Piece(name, PUCK, name.split("-")[0]), (x, y), 0.0, *rest)
    return layout


def record_of(board, *shots):
    played = tuple(
        ShotRecord(k, "Ann", type(shot.action).__name__.lower(), shot, layout)
        for k, (shot, layout) in enumerate(shots, start=1)
    )
    owners = {"Gold": "gold", "Black": "black"}
    return Record("cup", "kineti-go", board, board.name, 0, Layout(), (RoundRecord(1, (), played),), owners=owners)


def test_the_yoke_of_an_empty_board_stands_in_the_middle_of_where_one_launches_from():
    # the area is (10, 10) to (150, 295) mm; the slot is 60 mm long, its magnets 50 mm behind the mouth, 40 mm aside
    yoke = yoke_at_hand(BOARD)
    assert yoke.walls[0].start == pytest.approx((110.0, 166.5))  # 26 mm of slot and 2 mm of wall
    assert yoke.walls[0].end == pytest.approx((50.0, 166.5))
    assert [(m.x, m.y, m.pole) for m in yoke.magnets] == [
        (pytest.approx(60.0), pytest.approx(192.5), "N"),
        (pytest.approx(60.0), pytest.approx(112.5), "N"),
    ]
    scene = board_scene(BOARD)
    assert scene.key == ("N, S: pole that is up", "⊐ yoke")
    label = next(zone.label for zone in scene.zones if zone.kind == "launch")
    assert is_clear(label, yoke.discs)


def test_a_yoke_turns_with_its_heading():
    yoke = yoke_mark(BOARD.yoke, (0.1, 0.1), np.pi / 2.0)
    assert (yoke.magnets[0].x, yoke.magnets[0].y) == pytest.approx((60.0, 50.0))


def test_for_a_puck_upside_down_the_yoke_shows_its_other_pole():
    down = Launch(Piece("Gold-1", PUCK), (0.1, 0.1), 0.0, 0.03, face="down")
    marks = yoke_mark(yoke_used(BOARD, down), down.yoke, down.heading)
    assert {magnet.pole for magnet in marks.magnets} == {"S"}
    assert yoke_used(BOARD, replace(down, draw=0.0)) is None


def test_what_was_off_the_table_before_a_shot_is_not_shown_in_it():
    before = laid(("Gold-1", 0.2, 0.1, "up", "removed"), ("Gold-2", 0.3, 0.1, "up", "removed"), ("Black-1", 0.4, 0.1))
    removed = still(before.with_statuses({"Black-1": "removed"}), Remove("Black-1"), before)
    (scene,) = shot_scenes(record_of(BOARD, (removed, removed.layout)))
    assert [mark.id for mark in scene.pieces] == ["Black-1"]
    assert "┅ taken off" in scene.key


def test_a_piece_that_is_laid_down_stands_out_among_those_that_lie():
    start = laid(("Gold-1", 0.2, 0.1), ("Black-1", 0.4, 0.1))
    place = still(start, Place(start.pieces[1], (0.4, 0.1)))
    (scene,) = shot_scenes(record_of(BOARD, (place, start)))
    assert {mark.id: mark.still for mark in scene.pieces} == {"Gold-1": True, "Black-1": False}
    assert scene.ghosts == ()


def test_the_way_of_a_piece_in_the_hand_is_shown():
    start = laid(("Gold-1", 0.2, 0.1))
    hover = still(start, Hover(Piece("x", PUCK), ((0.1, 0.1), (0.3, 0.2)), 0.05, 0.1))
    (scene,) = shot_scenes(record_of(BOARD, (hover, start)))
    assert scene.hand.tolist() == [[100.0, 100.0], [300.0, 200.0]]
    assert "╌ carried by hand" in scene.key


def test_where_a_cord_bounds_the_game_it_bounds_the_picture():
    board = sim.load_board("kluster")
    cord = np.array([(0.2, 0.2), (0.4, 0.2), (0.4, 0.3), (0.2, 0.3)])
    empty = layout_scene(board, Layout())
    corded = layout_scene(board, Layout(cord=cord))
    assert empty.extent[0] < 0.0 and empty.extent[2] > 700.0
    x0, y0, x1, y1 = corded.extent
    assert x0 == pytest.approx(194.0) and x1 == pytest.approx(406.0)  # 3 % of 200 mm on either side
    assert y0 == pytest.approx(194.0) and y1 == pytest.approx(306.0)


def test_words_keep_clear_of_paths():
    discs = ways([np.column_stack([np.arange(5.0), np.zeros(5)])], None)
    assert discs.tolist() == [[0.0, 0.0, 3.0], [2.0, 0.0, 3.0], [4.0, 0.0, 3.0]]


@pytest.mark.parametrize(
    ("events", "status", "said"),
    [
        ((Event(0.1, "contact", ("Black-1", "Gold-1")),), "live", "Black-1 and Gold-1 touch"),
        ((Event(0.1, "contact", ("Black-1",), "back"),), "live", ""),
        ((Event(0.2, "left_board", ("Gold-1",)),), "removed", "Gold-1 leaves the board and is off"),
        ((Event(0.2, "lifted", ("Gold-1",), "back"),), "hand", "Gold-1 is lifted by back; Gold-1 is picked up"),
        (
            (Event(0.1, "snapped", ("Black-1", "Gold-1")), Event(0.2, "flipped", ("Gold-1",))),
            "dead",
            "Black-1 and Gold-1 snap together; Gold-1 turns over; Gold-1 is dead",
        ),
    ],
)
def test_a_line_says_what_came_of_a_shot(events, status, said):
    start = laid(("Gold-1", 0.2, 0.1), ("Black-1", 0.4, 0.1))
    shot = replace(still(start, Flick(start.pieces[0], (0.2, 0.1), 1.0, 0.0)), events=events)
    after = start.with_statuses({"Gold-1": status})
    assert summary(ShotRecord(1, "Ann", "flick", shot, after)) == said


def test_one_shot_of_a_round_can_be_drawn_alone():
    start = laid(("Gold-1", 0.2, 0.1), ("Black-1", 0.4, 0.1))
    one = still(start, Place(start.pieces[1], (0.4, 0.1)))
    record = record_of(BOARD, (one, start), (one, start))
    assert len(draw_trajectories(record).axes) == 2
    assert len(draw_trajectories(record, shot=2).axes) == 1
    with pytest.raises(KeyError, match="no shot 3"):
        draw_trajectories(record, shot=3)


# -- colours


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_words_stand_out_from_their_ground(theme):
    for words, ground in (
        (theme.ink, theme.paper),
        (theme.ink, theme.mat),
        (theme.faint, theme.paper),
        (theme.value, theme.mat),
        (theme.words, theme.table),
        *((theme.value, zone_tint("score", owner, theme)) for owner in ("yellow", "red", "gold", None)),
        *((theme.words, zone_tint("flick", owner, theme)) for owner in ("yellow", "red")),
    ):
        assert abs(lightness(words) - lightness(ground)) > 65.0, (words, ground)
    # a piece that is as light as the mat has a rim that is not
    for fill in (*OWNERS.values(), *OTHERS):
        apart = max(abs(lightness(fill) - lightness(theme.mat)), abs(lightness(theme.rim) - lightness(theme.mat)))
        assert apart > 90.0


def test_a_dark_picture_is_dark_and_another_style_is_refused():
    assert draw_board(BOARD, style="dark").get_facecolor()[:3] == pytest.approx(
        [int(DARK.paper[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    )
    with pytest.raises(ValueError, match="style must be light or dark, got 'blue'"):
        theme_of("blue")
