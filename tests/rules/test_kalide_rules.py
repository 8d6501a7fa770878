"""What holds for Ka'lide's rule set as a whole: invariants, options, seeds, values."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kalide_table import PLAYERS, ZONES, flick, lay, mat, play, play_round

import rules as rule_sets
from rules.players import Player
from rules.ruling import RulesError, Ruling, listed
from sim.layout import Layout

RULES = rule_sets.load("kalide")
BOARD = mat()


@st.composite
def tables(draw):
    """Layouts of up to six pucks, some touching the one before."""
    pucks, x, y = [], 0.0, 0.0
    for k in range(draw(st.integers(1, 6))):
        if k and draw(st.booleans()):
            turn = draw(st.floats(0.0, 6.28))
            x, y = x + 30.2 * np.cos(turn), y + 30.2 * np.sin(turn)
        else:
            x, y = draw(st.floats(-20.0, 920.0)), draw(st.floats(-20.0, 320.0))
        face = draw(st.sampled_from(["up", "down", "edge"]))
        side = draw(st.sampled_from(["Yellow", "Red"]))
        pucks.append((f"{side}-{k}", x, y, face, draw(st.sampled_from(["live", "live", "dead"]))))
    return lay(*pucks)


def points(layout):
    return RULES.score(BOARD, layout, PLAYERS).points


@settings(max_examples=50, deadline=None)
@given(tables(), st.randoms())
def test_points_do_not_depend_on_the_order_of_the_pieces(layout, random):
    order = list(range(len(layout)))
    random.shuffle(order)
    first, second = (RULES.score(BOARD, table, PLAYERS) for table in (layout, layout.only(order)))
    assert first == second


@settings(max_examples=50, deadline=None)
@given(tables())
def test_points_do_not_change_in_a_mirror_along_the_mat(layout):
    mirrored = layout.positions * [1.0, -1.0] + [0.0, 0.3]
    other = Layout(layout.pieces, mirrored, -layout.angles, layout.faces, layout.statuses)
    assert points(other) == points(layout)


@settings(max_examples=50, deadline=None)
@given(tables())
def test_a_dead_puck_far_away_changes_nothing(layout):
    far = lay(("Red-99", 5000, 5000, "up", "dead"))
    more = layout.with_piece(far.pieces[0], (5.0, 5.0), 0.0, "up", "dead")
    assert points(more) == points(layout)


@settings(max_examples=50, deadline=None)
@given(tables())
def test_rulings_add_up_and_name_every_puck_once(layout):
    score = RULES.score(BOARD, layout, PLAYERS)
    for side, total in score.points.items():
        assert sum(r.points for r in score.rulings if r.player == side) == total
    named = [name for ruling in score.rulings for name in ruling.pieces]
    assert sorted(named) == sorted(layout.ids)
    assert all(ruling.why.endswith(".") for ruling in score.rulings)


def test_removed_pucks_are_listed_and_not_judged():
    score = RULES.score(
        BOARD, lay(("Red-10", 650, 150, "up", "removed"), ("Red-2", 650, 150, "up", "removed")), PLAYERS
    )
    assert (score.removed, score.rulings) == (("Red-2", "Red-10"), ())


def test_the_order_of_rulings_is_natural():
    layout = lay(("Red-10", 600, 40), ("Red-2", 700, 40), ("Yellow-1", 200, 40))
    assert [r.pieces for r in RULES.score(BOARD, layout, PLAYERS).rulings] == [
        ("Red-2",),
        ("Red-10",),
        ("Yellow-1",),
    ]


def test_a_piece_of_a_stranger_is_rejected():
    with pytest.raises(RulesError, match="Cid, who doesn't play"):
        RULES.score(BOARD, lay(("Cid-1", 200, 40)), PLAYERS)
    with pytest.raises(RulesError, match="Cid, who doesn't play"):
        RULES.score(BOARD, lay(), PLAYERS, before={"Cid": 5})


def test_sides_are_teams_where_there_are_teams():
    players = (Player("Ann", "yellow", team="Sharks"), Player("Bob", "red"))
    state, _ = RULES.open_round(RULES.start(BOARD, players), starter="Ann")
    assert RULES.next_piece(state, "Ann").id == "Sharks-1"
    assert state.totals == {"Sharks": 0, "Bob": 0}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tie": "coin"}, "L28: option tie must be draw or sudden_death"),
        ({"ties": "draw"}, "no option 'ties'"),
    ],
)
def test_an_option_that_does_not_exist_is_rejected(options, message):
    with pytest.raises(RulesError, match=message):
        RULES.start(BOARD, PLAYERS, options=options)


def test_every_option_has_its_default_first():
    state = RULES.start(BOARD, PLAYERS)
    assert state.options == {
        "starter": "alternate",
        "tie": "draw",
        "dead_pucks": "clear_each_round",
        "flick_zone_overshoot": "dead",
    }
    assert {option.clause for option in RULES.options} <= set(RULES.clauses())


@pytest.mark.parametrize(
    "zones", [[z for z in ZONES if z.kind != "flick"], [z for z in ZONES if z.name != "red-flick"]]
)
def test_a_board_without_both_flick_zones_can_be_scored_but_not_played(zones):
    board = mat(zones)
    assert RULES.score(board, lay(("Red-1", 700, 40)), PLAYERS).points["Red"] == 50
    with pytest.raises(RulesError, match=r"^L4: "):
        RULES.start(board, PLAYERS)


def test_a_face_depends_on_seed_round_and_id_alone():
    first, _ = RULES.open_round(RULES.start(BOARD, PLAYERS, seed=3), starter="Yellow")
    later, _ = play(RULES, first, "Yellow", (250, 150))
    ids = [f"{side}-{n}" for side in ("Yellow", "Red") for n in range(1, 7)]
    faces = [RULES.draw_face(first, name) for name in ids]
    assert faces == [RULES.draw_face(later, name) for name in ids]
    assert set(faces) == {"up", "down"}
    other, _ = RULES.open_round(RULES.start(BOARD, PLAYERS, seed=4), starter="Yellow")
    assert faces != [RULES.draw_face(other, name) for name in ids]


def test_ids_count_from_one_in_each_round():
    state, _ = RULES.open_round(RULES.start(BOARD, PLAYERS), starter="Red")
    state, _ = play_round(RULES, state)
    assert state.layout.ids[:3] == ("Red-1", "Yellow-1", "Red-2")
    state, _ = RULES.open_round(state)
    assert RULES.next_piece(state, "Red").id == "Red-1"


def test_pieces_already_on_the_table_stay_through_the_flick_off_and_the_first_round():
    state = RULES.start(BOARD, PLAYERS, layout=lay(("Yellow-1", 250, -20), ("Red-1", 450, 150)))
    assert state.layout.statuses == ("dead", "live")
    state, _ = RULES.open_round(state, flick_off=True)
    state, _ = play(RULES, state, "Yellow", (250, 150))
    state, _ = play(RULES, state, "Red", (700, 250))
    state, _ = RULES.open_round(state)
    assert state.layout.ids == ("Yellow-1", "Red-1")
    state, _ = play_round(RULES, state)
    state, _ = RULES.open_round(state)
    assert len(state.layout) == 0


def test_with_a_handicap_the_rest_is_flicked_alone():
    players = (Player("Ann", "yellow", pucks=4), Player("Bob", "red", pucks=2))
    state, _ = RULES.open_round(RULES.start(BOARD, players), starter="Ann")
    order = []
    while not state.round_over:
        order.append(state.to_play)
        state, _ = play(RULES, state, state.to_play, (372, 30 * len(order)))
    assert order == ["Ann", "Bob", "Ann", "Bob", "Ann", "Ann"]


def test_a_flick_by_a_stranger_can_be_written_down_and_is_refused():
    state, _ = RULES.open_round(RULES.start(BOARD, PLAYERS), starter="Yellow")
    assert RULES.legal(state, flick(RULES, state, "Cid")).clause == "L1"


def test_nothing_is_legal_before_a_round_is_opened():
    state = RULES.start(BOARD, PLAYERS)
    assert RULES.legal(state, flick(RULES, state, "Yellow")).clause == "L3"


def test_a_stranger_cannot_start_a_round():
    with pytest.raises(RulesError, match=r"^L1: Cid"):
        RULES.open_round(RULES.start(BOARD, PLAYERS), starter="Cid")


def test_the_flick_off_comes_only_first():
    state, _ = RULES.open_round(RULES.start(BOARD, PLAYERS), starter="Yellow")
    state, _ = play_round(RULES, state)
    with pytest.raises(RulesError, match=r"^L2: "):
        RULES.open_round(state, flick_off=True)


def test_a_shot_changes_no_earlier_state():
    state, _ = RULES.open_round(RULES.start(BOARD, PLAYERS), starter="Yellow")
    play(RULES, state, "Yellow", (250, 150))
    assert (len(state.layout), state.flicked, state.to_play) == (0, {"Yellow": 0, "Red": 0}, "Yellow")


def test_a_ruling_prints_as_its_clause_and_sentence():
    assert str(Ruling("L23", "two stick together.")) == "L23: two stick together."


def test_a_rules_error_survives_pickling():
    error = pickle.loads(pickle.dumps(RulesError("L27", "they touch")))
    assert (error.clause, error.why, str(error)) == ("L27", "they touch", "L27: they touch")


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_names_are_listed_as_text(names, text):
    assert listed(names) == text


def test_a_game_without_rules_is_named_with_those_that_have_them():
    with pytest.raises(ValueError, match=r"'chess'.*kalide"):
        rule_sets.load("chess")
