"""Clauses L29 to L32: knockout, teams and handicaps."""

from dataclasses import replace

import pytest
from kalide_table import flick, play, play_round

from rules.knockout import first_draw, goes_on, stage
from rules.players import Player
from rules.ruling import RulesError

TEAMS = (
    Player("A1", "yellow", "Sharks"),
    Player("A2", "yellow", "Sharks"),
    Player("B1", "red", "Rays"),
    Player("B2", "red", "Rays"),
)


def knockout(count, seed=1):
    """Play a knockout in which the first named of every game wins; return its stages."""
    left, stages = first_draw(tuple(f"P{k}" for k in range(count)), seed), []
    while len(left) > 1:
        stages.append(stage(left, len(stages) + 1, seed))
        left = goes_on(stages[-1], tuple(first for first, _ in stages[-1].games))
    return stages, left[0]


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8])
def test_L29_a_knockout_takes_one_game_fewer_than_there_are_players(count):
    stages, champion = knockout(count)
    games = [game for one in stages for game in one.games]
    assert len(games) == count - 1
    losers = [second for _, second in games]
    assert len(set(losers)) == count - 1
    assert champion not in losers
    assert [one.is_final for one in stages] == [False] * (len(stages) - 1) + [True]


def test_L29_four_players_play_three_games():
    assert [len(one.games) for one in knockout(4)[0]] == [2, 1]


def test_L29_an_odd_one_has_a_bye_that_the_seed_draws():
    byes = {knockout(5, seed)[0][0].bye for seed in range(40)}
    assert byes == {f"P{k}" for k in range(5)}
    assert knockout(5, 7) == knockout(5, 7)


def order_of(rules, state):
    """Return who flicks, over a whole round."""
    names = []
    while not state.round_over:
        names.append(state.to_play)
        state, _ = play(rules, state, state.to_play, (372, 10 + 22 * len(names)))
    return names, state


def test_L30_the_members_of_two_teams_take_turns(rules, board):
    state, _ = rules.open_round(rules.start(board, TEAMS), starter="A1")
    names, state = order_of(rules, state)
    assert names == ["A1", "B1", "A2", "B2"] * 3
    assert state.played == {"Sharks": 6, "Rays": 6}
    assert set(state.totals) == {"Sharks", "Rays"}


def test_L30_a_member_out_of_turn_is_refused(rules, board):
    state, _ = rules.open_round(rules.start(board, TEAMS), starter="Sharks")
    assert rules.legal(state, flick(rules, state, "A2")).clause == "L30"
    assert rules.legal(state, flick(rules, state, "B1")).clause == "L3"


@pytest.mark.parametrize("gone", [0, 3])
def test_L30_three_players_are_no_two_teams(rules, board, gone):
    with pytest.raises(RulesError, match=r"^L30: a team has two players or more"):
        rules.start(board, tuple(p for k, p in enumerate(TEAMS) if k != gone))


def test_L30_the_pieces_are_the_teams(rules, board):
    state, _ = rules.open_round(rules.start(board, TEAMS), starter="Rays")
    assert rules.next_piece(state, "B1").id == "Rays-1"
    assert rules.next_piece(state, "B1").owner == "Rays"


def test_L31_the_rotation_goes_on_from_round_to_round(rules, board):
    three = (*TEAMS, Player("A3", "yellow", "Sharks"), Player("A4", "yellow", "Sharks"))
    state, _ = rules.open_round(rules.start(board, three), starter="A1")
    first, state = order_of(rules, state)
    assert first[::2] == ["A1", "A2", "A3", "A4", "A1", "A2"]
    state, _ = rules.open_round(state)
    second, _ = order_of(rules, state)
    assert second[1::2] == ["A3", "A4", "A1", "A2", "A3", "A4"]


def test_L31_a_starter_out_of_rotation_is_refused(rules, board):
    state, _ = rules.open_round(rules.start(board, TEAMS), starter="A1")
    with pytest.raises(RulesError, match=r"^L31: A2 can't start"):
        rules.open_round(rules.start(board, TEAMS), starter="A2")
    assert state.to_play == "A1"


def test_L31_nobody_may_be_left_without_a_puck(rules, board):
    many = tuple(Player(f"A{k}", "yellow", "Sharks") for k in range(19))
    with pytest.raises(RulesError, match=r"^L31: Sharks has 19 players, and only 18 pucks"):
        rules.start(board, (*many, *TEAMS[2:]))
    assert len(rules.start(board, (*many[:18], *TEAMS[2:])).players) == 20


def test_L32_eight_against_four_alternate_and_the_rest_is_flicked_alone(rules, board):
    players = (Player("Yellow", "yellow", pucks=8), Player("Red", "red", pucks=4))
    state, _ = rules.open_round(rules.start(board, players), starter="Yellow")
    names, _ = order_of(rules, state)
    assert names == ["Yellow", "Red"] * 4 + ["Yellow"] * 4


def test_L32_scoring_is_as_ever(rules, board):
    players = (Player("Yellow", "yellow", pucks=2), Player("Red", "red", pucks=1))
    state, _ = rules.open_round(rules.start(board, players), starter="Red")
    state, _ = play_round(rules, state, {"Yellow-1": (250, 150), "Yellow-2": (340, 250), "Red-1": (650, 150)})
    assert state.points == {"Yellow": 250, "Red": 200}


def test_L32_a_team_has_one_handicap(rules, board):
    with pytest.raises(RulesError, match=r"^L32: Sharks has one number of pucks a round, not 3 and 4"):
        rules.start(board, (replace(TEAMS[0], pucks=3), replace(TEAMS[1], pucks=4), *TEAMS[2:]))
