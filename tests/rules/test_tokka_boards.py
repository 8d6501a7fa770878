"""The board that ships, boards of one's own, and what holds wherever stones lie."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tokka_table import (
    BOARD,
    PLAYERS,
    RULES,
    begun,
    lay,
    points,
    push,
    rail,
    score,
    stretched,
    strip,
    table,
    turned,
    worth,
)

from rules.ruling import RulesError
from rules.tokka.course import direction

# -- the board that ships


def test_t2_the_board_has_rails_at_3_11_16_and_20_units():
    assert [round(line.start[0] * 25, 9) for line in BOARD.rails] == [3, 11, 16, 20]
    assert [line.name for line in BOARD.rails] == ["rail-1", "rail-2", "rail-3", "rail-4"]
    assert {line.width for line in BOARD.rails} == {0.015}
    assert [zone.value for zone in BOARD.zones if zone.kind == "score"] == [1, 2, 3]


def test_t2_the_side_rails_are_3_4_4_5_and_4_units_long():
    for side, inner in (("right", 0.0), ("left", 0.2)):
        rails = [wall for wall in BOARD.walls if wall.name.startswith(side)]
        assert [round((w.end[0] - w.start[0]) * 25, 9) for w in rails] == [3, 4, 4, 5, 4]
        assert all(abs(abs(w.start[1] - inner) - w.thickness / 2) < 1e-12 for w in rails)
        assert {w.restitution for w in rails} == {0.55}


def test_t3_the_board_drops_lost_stones():
    assert BOARD.surface.edge == "drop"


# -- boards of one's own


@pytest.mark.parametrize("factor", [1.5, 8, 25])
def test_t21_a_board_may_be_up_to_20_m_long(factor):
    board = stretched(factor)
    expected = {60: 0, 120: 0, 300: 1, 440: 1, 540: 2, 640: 2, 700: 3, 800: 3}
    assert {x: worth(x * factor, board) for x in expected} == expected
    assert worth(800 * factor, board, options={"variant": "original"}) == 4
    assert RULES.start(board, PLAYERS).board is board


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 215.5, 270])
@pytest.mark.parametrize("edge", ["open", "drop"])
def test_a_board_may_lie_in_any_direction(degrees, edge):
    board, moved = turned(BOARD, math.radians(degrees), (1.2, -3.4))
    board = replace(board, surface=replace(board.surface, edge=edge))
    assert np.allclose(direction(board), (math.cos(math.radians(degrees)), math.sin(math.radians(degrees))))
    layout = lay(("Black-1", 793, 30), ("Black-2", 640, 60), ("White-1", 500, 90), ("Black-3", 440, 120))
    there = replace(layout, positions=moved(layout.positions))
    assert points(there, board) == points(layout) == (5, 0)
    assert [r.why for r in score(there, board).rulings] == [r.why for r in score(layout).rulings]
    state = begun(board=board)
    for start, legal in (((60, 100), True), ((130, 100), False), ((60, 10), False)):
        x, y = moved(np.array(start) / 1e3) * 1e3
        assert (RULES.legal(state, push(state, "Black", (x, y))) is None) is legal


def test_the_launch_zone_need_not_lie_in_the_middle():
    zones = [strip("launch", "launch", 0, 100, high=50), strip("one", "score", 100, 400, value=1)]
    for rails in ([], [rail("end", 400)], [rail("low", 100), rail("end", 400)]):
        assert direction(table(zones, rails, 400)) == (1.0, 0.0)


def test_a_board_without_rails_is_scored_by_its_fields():
    board = replace(BOARD, rails=())
    assert [worth(x, board) for x in (100, 119, 300, 450, 540, 790)] == [0, 0, 1, 1, 2, 3]


def test_a_rail_along_the_board_is_no_cross_rail():
    lengthwise = replace(BOARD.rails[0], start=(0.0, 0.1), end=(0.8, 0.1))
    board = replace(BOARD, rails=(lengthwise, *BOARD.rails[1:]))
    assert direction(board) == (1.0, 0.0)
    assert worth(540, board) == 2


def test_the_field_before_a_rail_may_end_some_way_before_it():
    zones = [strip("launch", "launch", 0, 90), strip("a", "score", 130, 280, value=5)]
    zones += [strip("b", "score", 320, 500, value=7)]
    board = table(zones, [rail("first", 110), rail("second", 300), rail("end", 510)], 520)
    assert [worth(x, board, y) for x in (110, 300, 510) for y in (0, 100, 200)] == [0] * 3 + [5] * 3 + [7] * 3


def test_a_hidden_field_does_not_count_before_a_rail():
    board = replace(BOARD, zones=(*BOARD.zones, strip("bar", "dead", 600, 640)))
    assert worth(650, board) == 0
    assert worth(580, board) == 2


def test_a_round_field_counts_before_a_rail():
    pool = replace(strip("pool", "score", 0, 1, value=9), polygon=None, circle=(0.58, 0.1, 0.03))
    board = replace(BOARD, zones=(*(z for z in BOARD.zones if z.value != 2), pool))
    assert (worth(640, board), worth(640, board, y=140)) == (9, 1)


def test_a_rail_slanting_across_the_board_has_its_field_on_its_near_side():
    zones = [strip("launch", "launch", 0, 100), strip("a", "score", 100, 600, value=1)]
    slanted = replace(rail("slanted", 0), start=(0.25, 0.0), end=(0.35, 0.2))
    board = table([*zones, replace(zones[1], name="b", value=2, polygon=np.array(SLANTED))], [slanted], 600)
    assert [worth(x, board, y) for x, y in ((255, 10), (345, 190), (290, 10), (310, 190))] == [1, 1, 2, 1]


SLANTED = [[0.25, 0.0], [0.6, 0.0], [0.6, 0.2], [0.35, 0.2]]


@pytest.mark.parametrize(
    ("zones", "clause"),
    [
        ([strip("launch", "launch", 0, 120)], "T2"),
        ([strip("one", "score", 0, 120, value=1)], "T2"),
        ([strip("launch", "launch", 100, 200), strip("one", "score", 0, 300, value=1)], "T2"),
    ],
)
def test_t2_a_board_without_a_way_to_play_is_refused(zones, clause):
    board = table(zones, [], 800)
    for judge in (lambda: RULES.start(board, PLAYERS), lambda: RULES.score(board, lay(), PLAYERS)):
        with pytest.raises(RulesError, match=f"^{clause}: "):
            judge()


def test_t1_a_board_without_stones_or_of_another_game_is_refused():
    with pytest.raises(RulesError, match=r"^T1: .*'puck'"):
        RULES.start(replace(BOARD, pieces={}), PLAYERS)
    with pytest.raises(RulesError, match=r"^T1: .*kalide"):
        RULES.start(replace(BOARD, game="kalide"), PLAYERS)


def test_a_stone_on_edge_counts_by_what_is_seen_from_above():
    # its 30 mm along x, and 8 mm across
    upright = lay(("Black-1", 455, 100))
    edge = replace(upright, faces=("edge",), angles=np.array([np.pi / 2]))
    assert (points(upright), points(edge)) == ((1, 0), (2, 0))


# -- invariants

PLACES = st.tuples(st.sampled_from(["Black", "White"]), st.floats(5, 830), st.floats(-10, 210))
TABLES = st.lists(PLACES, max_size=8)


def laid(places):
    return lay(*((f"{side}-{k}", x, y) for k, (side, x, y) in enumerate(places, 1)))


@settings(max_examples=40, deadline=None)
@given(TABLES, st.randoms(use_true_random=False))
def test_points_do_not_depend_on_the_order_of_stones(places, random):
    layout = laid(places)
    order = list(range(len(places)))
    random.shuffle(order)
    assert score(layout.only(order)) == score(layout)


@settings(max_examples=40, deadline=None)
@given(TABLES)
def test_the_mirror_image_gives_the_same_points(places):
    assert points(laid([(side, x, 200.0 - y) for side, x, y in places])) == points(laid(places))


@settings(max_examples=40, deadline=None)
@given(TABLES)
def test_exchanging_the_colours_exchanges_the_points(places):
    other = {"Black": "White", "White": "Black"}
    assert points(laid([(other[side], x, y) for side, x, y in places])) == points(laid(places))[::-1]


@settings(max_examples=40, deadline=None)
@given(TABLES)
def test_at_most_one_side_scores_and_every_stone_is_told_of(places):
    layout = laid(places)
    judged = score(layout)
    assert min(judged.points.values()) == 0
    assert set(layout.ids) == {name for ruling in judged.rulings for name in ruling.pieces}
    assert sum(judged.points.values()) <= 3 * len(places)


@settings(max_examples=40, deadline=None)
@given(TABLES)
def test_removing_a_stone_that_is_not_ahead_changes_nothing(places):
    layout = laid(places)
    judged = score(layout)
    leading = next(ruling.pieces for ruling in judged.rulings if ruling.clause in ("T9", "T16"))
    assume(leading)
    sides = {name.split("-")[0] for name in leading}
    for ruling in judged.rulings:
        # own stones behind, and those off the board
        own = ruling.clause in ("T12", "T15") and ruling.points == 0 and ruling.player in sides
        if (own or ruling.clause in ("T7", "T20")) and ruling.pieces[0] not in leading:
            assert points(layout.without(ruling.pieces)) == points(layout)


@settings(max_examples=40, deadline=None)
@given(TABLES, st.floats(0, 800), st.floats(0, 200))
def test_a_piece_off_the_table_changes_nothing(places, x, y):
    layout = laid(places)
    more = layout.with_piece(lay(("White-99", 0, 0)).pieces[0], (x / 1e3, y / 1e3), status="removed")
    assert score(more).rulings == score(layout).rulings


def test_pieces_that_nobody_owns_are_mere_obstacles():
    layout = lay(("Black-1", 500, 100))
    stranger = replace(layout.pieces[0], id="block", owner=None)
    assert points(layout.with_piece(stranger, (0.7, 0.1))) == (2, 0)
