"""Clauses S1 to S5: the bag, the cord, and who starts."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from kluster_table import BOARD, CORD, PLAYERS, RULES, lay, opened, people, quietly

from rules.players import Player
from rules.ruling import RulesError
from sim.board import Friction, Surface

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")


@pytest.mark.parametrize(
    ("count", "uneven", "hands", "aside"),
    [
        (1, "aside", [24], 0),
        (2, "aside", [12, 12], 0),
        (3, "aside", [8, 8, 8], 0),
        (4, "aside", [6, 6, 6, 6], 0),
        (5, "aside", [4] * 5, 4),
        (7, "aside", [3] * 7, 3),
        (5, "first_players", [5, 5, 5, 5, 4], 0),
        (7, "first_players", [4, 4, 4, 3, 3, 3, 3], 0),
        (4, "first_players", [6, 6, 6, 6], 0),
    ],
)
def test_s1_twenty_four_stones_are_shared_evenly(count, uneven, hands, aside):
    state = RULES.start(BOARD, people(*NAMES[:count]), layout=lay(), options={"uneven": uneven}, seed=7)
    assert [len(hand) for hand in state.hands.values()] == hands
    assert list(state.hands) == list(NAMES[:count])
    assert len(state.aside) == aside
    assert Counter([kind for hand in (*state.hands.values(), state.aside) for kind in hand]) == {"S": 8, "M": 8, "L": 8}
    assert state.totals == dict(zip(NAMES, hands, strict=False))


def test_s1_which_stones_they_are_follows_from_the_seed():
    hands = [RULES.start(BOARD, PLAYERS, layout=lay(), seed=seed).hands for seed in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]


def test_s1_a_bag_of_ones_own():
    state = RULES.start(BOARD, PLAYERS, layout=lay(), bag={"S": 3, "M": 0, "L": 2})
    assert Counter((*state.hands["Ann"], *state.hands["Bob"], *state.aside)) == {"S": 3, "L": 2}
    assert [len(hand) for hand in state.hands.values()] == [2, 2]


def test_s1_what_everyone_has_is_said():
    _, rulings = opened(people(*NAMES[:5]), seed=3)
    assert rulings[1].clause == "S1"
    assert "Ann has 4 stones (" in rulings[1].why
    assert rulings[1].why.endswith("; 4 can't be shared and stay aside.")


@pytest.mark.parametrize(
    ("players", "how", "words"),
    [
        ((), {}, "one player at least"),
        (PLAYERS, {"bag": {"S": 1}}, "holds 1 stone, too few for 2 hands"),
        (PLAYERS, {"bag": {"S": -1}}, "can't hold -1 stones"),
        (PLAYERS, {"bag": {"S": 4, "XL": 1}}, "stones of kind XL"),
        ((Player("Ann", team="A"), Player("Bob", team="A")), {}, "Ann and Bob can't be one side"),
        ((Player("Ann", pucks=3), Player("Bob")), {}, "Ann can't be given 3"),
        ((Player("Ann"), Player("Ann")), {}, "two players are called Ann"),
        (PLAYERS, {"layout": lay(("Cid-1", 200, 200))}, "Cid-1 belongs to Cid"),
    ],
)
def test_s1_what_can_not_be_shared_is_refused(players, how, words):
    with pytest.raises(RulesError, match=r"^S1: .*") as error:
        RULES.start(BOARD, players, **{"layout": lay(), **how})
    assert words in error.value.why


def test_s1_a_board_of_another_game_is_refused():
    with pytest.raises(RulesError, match=r"^S1: board kluster serves the rules of tokka"):
        RULES.start(replace(BOARD, game="tokka"), PLAYERS, layout=lay())


def test_s2_the_cord_may_have_any_shape():
    around = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    oval = np.column_stack([0.3 + 0.2 * np.cos(around), 0.25 + 0.1 * np.sin(around)])
    star = np.array([0.3, 0.25]) + np.where(np.arange(40) % 2, 0.05, 0.2)[:, None] * np.column_stack(
        [np.cos(around), np.sin(around)]
    )
    for cord in (oval, star, oval[::-1], np.vstack([oval, oval[:1]])):
        state = RULES.start(BOARD, PLAYERS, layout=lay(cord=cord))
        assert len(state.layout.cord) == 40


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([[0, 0], [1, 0], [0, 1], [1, 1]], "crosses itself: from (1000, 0) mm to (0, 1000) mm"),
        ([[0, 0], [2, 0], [2, 1], [1, 0], [0, 1]], "crosses itself"),  # touches
        ([[0, 0], [1, 0], [2, 0]], "encloses nothing"),
        ([[0, 0], [1, 0], [1, 0], [0, 0]], "fewer than 3 corners"),
        ([[0, 0], [1, 0], [np.nan, 1]], "finite numbers"),
        (None, "there is no cord"),
    ],
)
def test_s2_a_cord_that_bounds_no_area_is_refused(corners, words):
    cord = None if corners is None else np.array(corners, dtype=float)
    with pytest.raises(RulesError, match=r"^S2: ") as error:
        RULES.start(BOARD, PLAYERS, layout=lay(cord=cord))
    assert words in error.value.why


def starts(players, **how):
    """Return who starts, and by which clause."""
    state, rulings = RULES.open_round(RULES.start(BOARD, players, layout=lay(), **how))
    assert state.starter == state.to_play
    return state.to_play, rulings[0].clause, rulings[0].why


THREE = people("Ann", "Bob", "Cid", heights=(180, 170, 160))


def test_s3_whoever_had_most_stones_left_starts():
    who, clause, why = starts(THREE, stones_left={"Ann": 3, "Bob": 5})
    assert (who, clause) == ("Bob", "S3")
    assert why == "Bob had 5 stones, the most of all, left last game and starts."


def test_s3_a_script_may_name_who_starts():
    _, rulings = opened(THREE, starter="Ann", stones_left={"Bob": 5})
    assert rulings[0].clause == "S3"
    with pytest.raises(RulesError, match=r"^S3: Dee can't start, since only Ann, Bob and Cid play"):
        opened(THREE, starter="Dee")


@pytest.mark.parametrize(("left", "words"), [({"Dee": 1}, "none of the players"), ({"Ann": -1}, "can't have had -1")])
def test_s3_what_was_left_is_that_of_players(left, words):
    with pytest.raises(RulesError, match=f"^S3: .*{words}"):
        RULES.start(BOARD, THREE, layout=lay(), stones_left=left)


def test_s3_there_is_no_flick_off():
    with pytest.raises(RulesError, match=r"^S3: "):
        RULES.open_round(RULES.start(BOARD, PLAYERS, layout=lay()), flick_off=True)


def test_s4_the_shortest_starts_the_first_game():
    who, clause, why = starts(THREE)
    assert (who, clause) == ("Cid", "S4")
    assert why == "this is the first game, and Cid is the shortest, 160 cm: Cid starts."


def test_s4_the_shortest_of_those_who_had_equally_many_starts():
    # Cid is shorter, but had fewer
    who, clause, why = starts(THREE, stones_left={"Ann": 4, "Bob": 4, "Cid": 1})
    assert (who, clause) == ("Bob", "S4")
    assert why.startswith("Ann and Bob had 4 left last game, and Bob is the shortest")


def test_s4_equal_heights_are_drawn_by_the_seed_among_the_shortest():
    players = people("Ann", "Bob", "Cid", heights=(160, 170, 160))
    found = {starts(players, seed=seed)[0] for seed in range(20)}
    assert found == {"Ann", "Cid"}
    assert starts(players, seed=5) == starts(players, seed=5)
    who, clause, why = starts(players, seed=5)
    assert clause == "S4"
    assert why == f"this is the first game, and Ann and Cid are equally short, so it was drawn (seed 5): {who} starts."


def test_s4_someone_of_unknown_height_may_be_the_shortest():
    players = people("Ann", "Bob", "Cid", heights=(160, 170))
    assert {starts(players, seed=seed)[0] for seed in range(20)} == {"Ann", "Cid"}
    assert {starts(people("Ann", "Bob"), seed=seed)[0] for seed in range(20)} == {"Ann", "Bob"}


@pytest.mark.parametrize("cm", [0.0, -3.0, float("inf"), float("nan")])
def test_s4_a_height_is_a_number_above_nought(cm):
    with pytest.raises(RulesError, match=r"^S4: "):
        RULES.start(BOARD, people("Ann", heights=(cm,)), layout=lay())


def test_s5_turns_go_round_in_the_order_of_the_list():
    state, _ = opened(THREE, starter="Bob")
    order = []
    for k in range(7):
        order.append(state.to_play)
        state = quietly(state, (150 + 45 * k, 250))
    assert order == ["Bob", "Cid", "Ann", "Bob", "Cid", "Ann", "Bob"]


def test_a_table_of_another_size_and_a_cord_beyond_its_edge_are_fine():
    # the outline is only what pictures show: the cord alone bounds the area
    outline = np.array([[0.0, 0.0], [0.1, 0.0], [0.1, 0.1], [0.0, 0.1]])
    board = replace(BOARD, surface=Surface(outline, "open", Friction(0.3, 0.3)))
    layout = lay(("Ann-1", -300, -200), cord=CORD - 0.5)
    state, _ = RULES.open_round(RULES.start(board, PLAYERS, layout=layout), starter="Ann")
    assert state.layout.statuses == ("live",)
    assert RULES.score(board, layout, PLAYERS).picks_up == 0
