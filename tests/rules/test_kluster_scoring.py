"""What the referee says of Kluster positions that are written down by hand: clauses S7 to S9, and invariants."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from kluster_table import BOARD, CLOSE, CORD, PLAYERS, RULES, lay

from play.cli import main
from rules.ruling import RulesError
from sim.board import FixedMagnet
from sim.gaps import gap

ANGLE = [[100, 100], [500, 100], [500, 250], [300, 250], [300, 400], [100, 400]]
"""An area with a corner cut out: x above 300 and y above 250 mm are outside."""


def positions(tmp_path, *stones, cord=ANGLE, more=""):
    """Write positions of (x, y[, further keys]) in mm, Ann's and Bob's by turns."""
    lines = ['game = "kluster"', more, "[cord]", f"points_mm = {cord}"]
    lines += ["[[players]]", 'name = "Ann"', "[[players]]", 'name = "Bob"']
    for k, (x, y, *rest) in enumerate(stones):
        keys = {"owner": ("Ann", "Bob")[k % 2], "size": "S", "at_mm": [x, y]} | (rest[0] if rest else {})
        lines += ["[[pieces]]", *(f"{key} = {json.dumps(value)}" for key, value in keys.items())]
    file = tmp_path / "positions.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def magpuck(*words):
    """Return the exit status of a call."""
    with pytest.raises(SystemExit) as stop:
        main([str(word) for word in words])
    return int(stop.value.code or 0)


@pytest.fixture
def judged(tmp_path, capsys):
    """What ``magpuck score`` says of positions, as JSON."""

    def of(*stones, **how):
        assert magpuck("score", positions(tmp_path, *stones, **how), "--json", "-") == 0
        return json.loads(capsys.readouterr().out)

    return of


def test_s8_clusters_are_named_and_counted(judged):
    result = judged(
        (150, 150), (150 + CLOSE, 150, {"face": "down"}),
        (150, 300), (150 + CLOSE, 300, {"face": "down"}), (150 + 2 * CLOSE, 300),
        (400, 200),
    )  # fmt: skip
    assert result["clusters"] == [["Ann-1", "Bob-1"], ["Ann-2", "Ann-3", "Bob-2"]]
    assert (result["outside"], result["picks_up"], result["game"]) == ([], 5, "kluster")
    assert set(result) == {"game", "clusters", "outside", "picks_up", "rulings"}
    assert [(r["clause"], r["pieces"]) for r in result["rulings"]] == [
        ("S8", ["Ann-1", "Bob-1"]),
        ("S8", ["Ann-2", "Ann-3", "Bob-2"]),
    ]
    assert result["rulings"][0]["why"] == "Ann-1 and Bob-1 stick together, so whoever has the turn picks them up."


def test_s8_touching_stones_that_repel_are_no_cluster(judged):
    assert judged((150, 150), (168, 150))["picks_up"] == 0


@pytest.mark.parametrize(
    ("x", "y", "out"),
    [
        (480, 240, False),  # in the arm: it reaches to y = 247.5
        (400, 242.5, False),  # touches the cord from within
        (400, 242.51, True),  # 0.01 mm over
        (291, 350, False),  # touches the other side, x = 300
        (291.01, 350, True),
        (400, 330, True),  # in the corner that is cut out
        (295, 255, True),  # the corner of the cord runs into it
        (290, 242.4, False),  # the corner is (10, 7.6) mm from its middle
        (-200, -300, True),  # nowhere near, and not even on the picture
        (109, 107.6, False),  # in a corner
    ],
)
def test_s9_a_cord_of_odd_shape(judged, x, y, out):
    result = judged((x, y))
    assert result["outside"] == (["Ann-1"] if out else [])
    assert result["picks_up"] == len(result["outside"])
    assert [r["clause"] for r in result["rulings"]] == ["S9"] * out


def test_s9_which_way_round_the_cord_is_written_is_the_same(judged):
    for cord in (ANGLE, ANGLE[::-1], ANGLE[2:] + ANGLE[:2], [*ANGLE, ANGLE[0]]):
        assert judged((400, 330), (400, 242.5), cord=cord)["outside"] == ["Ann-1"]


@pytest.mark.parametrize("degrees", [0, 30, 45, 90, 145, -60])
@pytest.mark.parametrize("over", [-0.001, 0.01])
def test_s9_an_ellipse_reaches_as_far_as_it_is_turned(judged, degrees, over):
    # the reach of an ellipse along x is sqrt(a²cos² + b²sin²)
    turn = math.radians(degrees)
    reach = math.hypot(11.0 * math.cos(turn), 9.0 * math.sin(turn))
    result = judged((100 + reach - over, 250, {"size": "M", "angle_deg": degrees}))
    assert result["outside"] == (["Ann-1"] if over > 0 else [])


def test_s9_a_stone_on_edge_takes_less_room_and_sticks_to_nothing(judged):
    # lying across x it is 15 mm wide, on edge 8 mm: half of that from the cord
    turned = {"angle_deg": 90}
    assert judged((104.5, 250, turned))["outside"] == ["Ann-1"]
    assert judged((104.5, 250, {**turned, "face": "edge"}))["outside"] == []
    assert judged((103.9, 250, {**turned, "face": "edge"}))["outside"] == ["Ann-1"]
    result = judged((150, 150), (150 + CLOSE, 150, {"face": "edge"}))
    assert (result["clusters"], result["picks_up"]) == ([], 0)


def test_s9_a_cluster_outside_is_counted_once(judged):
    result = judged((400, 330), (400 + CLOSE, 330, {"face": "down"}))
    assert result["clusters"] == [["Ann-1", "Bob-1"]]
    assert result["outside"] == ["Ann-1", "Bob-1"]
    assert result["picks_up"] == 2


def test_s9_what_is_off_the_table_is_not_judged(judged):
    result = judged((400, 330, {"status": "removed"}), (150, 150), (400, 350, {"status": "hand"}))
    assert (result["outside"], result["picks_up"], result["rulings"]) == ([], 0, [])


@pytest.mark.parametrize(
    ("cord", "words"),
    [
        ([[100, 100], [500, 400], [500, 100], [100, 400]], "S2: the cord crosses itself"),
        ([[100, 100], [200, 100], [300, 100]], "S2: the cord encloses nothing"),
        ([[100, 100], [200, 100]], "cord.points_mm: must be three corners or more"),
    ],
)
def test_a_bad_cord_is_one_clear_message(tmp_path, capsys, cord, words):
    assert magpuck("score", positions(tmp_path, (150, 150), cord=cord)) == 2
    message = capsys.readouterr().err
    assert words in message.replace("\n", " ")
    assert "Traceback" not in message


def test_a_stone_on_a_fixed_magnet_counts_as_outside():
    board = replace(BOARD, magnets=(FixedMagnet("m", (0.2, 0.2, -0.004), (0.0, 0.0, 0.5), 0.005),))
    score = RULES.score(board, lay(("Ann-1", 204, 200)), PLAYERS)
    assert (score.outside, score.picks_up) == (("Ann-1",), 1)
    assert score.rulings[0].why == "Ann-1 sticks to a magnet of the table, so whoever has the turn picks it up."
    assert RULES.score(board, lay(("Ann-1", 204, 200, "down")), PLAYERS).picks_up == 0


def test_before_are_stones_in_the_hands_of_players():
    assert RULES.score(BOARD, lay(), PLAYERS, before={"Ann": 3}).totals == {"Ann": 3}
    with pytest.raises(RulesError, match=r"^S1: there are stones in hand for Cid"):
        RULES.score(BOARD, lay(), PLAYERS, before={"Cid": 3})


# -- invariants

STONES = st.lists(
    st.tuples(
        st.floats(90, 330), st.floats(90, 260), st.sampled_from(["up", "down"]),
        st.sampled_from("SML"), st.integers(0, 180),
    ),
    max_size=9,
)  # fmt: skip


def table(stones, cord=CORD):
    """Return a layout without the stones that would lie in earlier ones."""
    layout = lay(cord=cord)
    for k, (x, y, face, size, angle) in enumerate(stones, 1):
        one = lay((f"Ann-{k}", x, y, face, size, angle))
        if all(
            gap(one.pieces[0].kind, one.positions[0], one.angles[0], p.kind, layout.positions[j], layout.angles[j]) > 0
            for j, p in enumerate(layout.pieces)
        ):
            layout = layout.with_piece(one.pieces[0], tuple(one.positions[0]), one.angles[0], face)
    return layout


def judge(layout):
    """Return clusters and stones outside."""
    score = RULES.score(BOARD, layout, PLAYERS)
    assert score.picks_up == len({*score.outside, *(name for group in score.clusters for name in group)})
    return score.clusters, score.outside


@settings(max_examples=40, deadline=None)
@given(STONES, st.randoms(use_true_random=False))
def test_the_order_of_stones_changes_nothing(stones, random):
    layout = table(stones)
    order = list(range(len(layout)))
    random.shuffle(order)
    assert RULES.score(BOARD, layout.only(order), PLAYERS) == RULES.score(BOARD, layout, PLAYERS)


@settings(max_examples=40, deadline=None)
@given(STONES, st.integers(-180, 180), st.booleans())
def test_a_turned_or_mirrored_table_is_judged_the_same(stones, degrees, mirrored):
    layout = table(stones)
    # a stone that just touches the cord, or just sticks, is a matter of rounding
    assume(judge(layout) == judge(replace(layout, positions=layout.positions * (1 + 1e-9))))
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    matrix = np.array([[c, -s], [s, c]])
    angles = layout.angles + math.radians(degrees)
    if mirrored:
        matrix = matrix @ np.diag([1.0, -1.0])
        angles = math.radians(degrees) - layout.angles
    moved = replace(
        layout, positions=layout.positions @ matrix.T + 0.7, angles=angles, cord=layout.cord @ matrix.T + 0.7
    )
    assert judge(moved) == judge(layout)


@settings(max_examples=40, deadline=None)
@given(STONES)
def test_taking_a_stone_that_has_no_part_in_it_changes_nothing(stones):
    layout = table(stones)
    clusters, outside = judge(layout)
    used = {*outside, *(name for group in clusters for name in group)}
    for name in set(layout.ids) - used:
        assert judge(layout.without([name])) == (clusters, outside)
    # and without all those that have, nothing is left to pick up
    assert judge(layout.without(used)) == ((), ())
