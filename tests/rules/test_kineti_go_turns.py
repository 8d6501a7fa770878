"""Clauses G1 and G3 to G5: set-up, turns and rounds."""

from dataclasses import replace

import pytest
from kineti_go_table import AREA, BOARD, PLAYERS, PUCK, RULES, launch, lay, opened, play, play_round, table

from rules.players import Player
from rules.ruling import RulesError

# -- the set-up


@pytest.mark.parametrize(
    "players",
    [
        (),
        (Player("Ann", "gold"),),
        (Player("Ann", "gold"), Player("Bob", "gold")),
        (Player("Ann", "gold"), Player("Bob", "black"), Player("Cid")),
        (Player("Ann", "red"), Player("Bob", "gold")),
        (Player("Ann"), Player("Ann")),
        (Player("Ann", team="A"), Player("Bob", team="A")),
        (Player("Ann", team="A"), Player("Bob", team="A"), Player("Cid", team="B"), Player("Dee", team="B")),
        (Player("Ann", pucks=4), Player("Bob")),
    ],
)
def test_g1_takes_one_gold_and_one_black_with_three_pucks_each(players):
    with pytest.raises(RulesError, match=r"^G1: "):
        RULES.start(BOARD, players)
    with pytest.raises(RulesError, match=r"^G1: "):
        RULES.score(BOARD, lay(), players)


@pytest.mark.parametrize(
    ("players", "colours"),
    [
        ((Player("Black"), Player("Ann")), ["black", "gold"]),
        ((Player("Ann"), Player("Bob")), ["gold", "black"]),
        ((Player("Ann"), Player("Bob", "gold")), ["black", "gold"]),
        ((Player("Ann", pucks=3), Player("Bob")), ["gold", "black"]),
    ],
)
def test_g1_colours_left_out_follow_from_the_name_or_the_order(players, colours):
    state = RULES.start(BOARD, players)
    assert [player.colour for player in state.players] == colours
    assert [player.pucks for player in state.players] == [3, 3]


def test_g1_three_pucks_each_and_no_fourth():
    state, _ = play_round(opened())
    assert state.flicked == {"Gold": 3, "Black": 3}
    assert RULES.legal(state, launch(state, "Gold")).clause == "G1"


def test_g1_refuses_a_stranger_and_a_puck_not_in_hand():
    state = opened()
    assert RULES.legal(state, launch(state, "Cid")).clause == "G1"
    mine = launch(state, "Gold")
    assert RULES.legal(state, replace(mine, piece=RULES.next_piece(state, "Black"))).clause == "G1"
    assert RULES.legal(state, replace(mine, piece=replace(mine.piece, kind=replace(PUCK, mass=0.1)))).clause == "G1"


def test_g1_a_board_for_another_game_or_without_pucks_is_rejected():
    with pytest.raises(RulesError, match=r"^G1: board own serves the rules of kalide"):
        RULES.start(table(game="kalide"), PLAYERS)
    with pytest.raises(RulesError, match=r"^G1: board own has no piece of the kind 'puck'"):
        RULES.start(table(pieces={}), PLAYERS)


def test_g6_a_board_without_zones_is_rejected():
    with pytest.raises(RulesError, match=r"^G6: "):
        RULES.start(table(AREA), PLAYERS)


# -- turns and rounds


def order_of(state):
    """Return who launches over a round, and the match after it."""
    names = []
    while not state.round_over:
        names.append(state.to_play[0])
        state, _ = play(state, state.to_play, (200, 20 + 40 * len(names)))
    return "".join(names), state


def test_g3_players_alternate():
    assert order_of(opened())[0] == "GBGBGB"
    assert order_of(opened(starter="Black"))[0] == "BGBGBG"


def test_g3_twice_running_is_rejected():
    state, _ = play(opened(), "Gold", (350, 75))
    ruling = RULES.legal(state, launch(state, "Gold"))
    assert (ruling.clause, ruling.why) == ("G3", "it is Black's turn, not Gold's.")
    assert ruling.legal.startswith("a launch by Black")


def test_g3_the_first_starter_is_named_or_drawn_by_the_seed():
    def toss(seed):
        state, rulings = RULES.open_round(RULES.start(BOARD, PLAYERS, seed=seed))
        assert [r.clause for r in rulings] == ["G3"]
        return state.to_play

    assert toss(7) == toss(7)
    assert {toss(seed) for seed in range(20)} == {"Gold", "Black"}
    assert opened(starter="Black").to_play == "Black"


def test_g3_there_is_no_flick_off():
    with pytest.raises(RulesError, match=r"^G3: "):
        RULES.open_round(RULES.start(BOARD, PLAYERS), flick_off=True)


def test_g4_the_tally_comes_after_all_six_launches():
    state = opened()
    for k in range(5):
        state, rulings = play(state, state.to_play, (350, 75) if k == 0 else (200, 30 * k))
        assert (state.points, state.round_over, rulings) == (None, False, ())
    state, rulings = play(state, "Black", (350, 225))
    assert (state.round_over, state.to_play) == (True, None)
    assert state.points == state.totals == {"Gold": 3, "Black": 3}
    assert sum(r.points for r in rulings) == 6


def test_g4_a_round_that_is_not_over_cannot_be_followed_by_another():
    state, _ = play(opened(), "Gold", (350, 75))
    with pytest.raises(RulesError, match=r"^G4: round 1 is not over .* Gold \(2 left\) and Black \(3 left\)"):
        RULES.open_round(state)


def test_g4_after_the_last_launch_only_the_next_round_is_left():
    state, _ = play_round(opened())
    assert RULES.now_legal(state) == "to open the next round"


def test_g5_whoever_went_last_goes_first():
    orders, state = [], opened()
    for _ in range(3):
        order, state = order_of(state)
        orders.append(order)
        state, rulings = RULES.open_round(state)
        assert {r.clause for r in rulings} == {"G5"}
    assert orders == ["GBGBGB", "BGBGBG", "GBGBGB"]


def test_g5_the_pucks_are_gathered():
    state, _ = play_round(opened(), {"Gold-1": (350, 75)})
    state, rulings = RULES.open_round(state)
    assert (state.number, len(state.layout), state.points) == (2, 0, None)
    assert rulings[1].pieces == ("Black-1", "Black-2", "Black-3", "Gold-1", "Gold-2", "Gold-3")
    assert RULES.next_piece(state, "Black").id == "Black-1"


def test_g5_a_script_may_name_somebody_else():
    state, _ = play_round(opened())
    state, rulings = RULES.open_round(state, starter="Gold")
    assert (state.to_play, rulings[0].clause) == ("Gold", "G5")
    with pytest.raises(RulesError, match=r"^G1: Cid"):
        RULES.open_round(opened(), starter="Cid")
