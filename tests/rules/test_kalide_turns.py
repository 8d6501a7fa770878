"""Clauses L1 to L8 and L28: set-up, flick-off, turns, rounds and match."""

from dataclasses import replace

import pytest
from kalide_table import PLAYERS, ZONES, cited, flick, lay, mat, play, play_round

from rules.players import Player
from rules.ruling import RulesError
from sim.actions import Settle


def in_turn(rules, state, count):
    """Play some flicks that come to lie on unmarked mat."""
    for k in range(count):
        state, _ = play(rules, state, state.to_play, (372, 20 + 35 * k))
    return state


# -- the set-up


@pytest.mark.parametrize(
    "players",
    [
        (),
        (Player("Ann", "yellow"),),
        (Player("Ann", "yellow"), Player("Bob", "red"), Player("Cid")),
        (Player("Ann", "yellow"), Player("Bob", "yellow")),
        (Player("Ann", "blue"), Player("Bob", "red")),
        (Player("Ann"), Player("Ann")),
        (Player("Ann", team="A"), Player("Bob", team="A")),
        (Player("Ann", pucks=0), Player("Bob")),
    ],
)
def test_L1_takes_two_players_of_two_colours(rules, board, players):
    with pytest.raises(RulesError, match=r"^L1: "):
        rules.start(board, players)


def test_L1_gives_six_pucks_each_and_refuses_a_seventh(rules, match):
    state, _ = play_round(rules, match)
    assert state.flicked == {"Yellow": 6, "Red": 6}
    assert rules.legal(state, flick(rules, state, "Yellow")).clause == "L1"


def test_L1_refuses_a_stranger_and_a_puck_not_in_hand(rules, match):
    assert rules.legal(match, flick(rules, match, "Cid")).clause == "L1"
    theirs = replace(flick(rules, match, "Yellow"), piece=rules.next_piece(match, "Red"))
    assert rules.legal(match, theirs).clause == "L1"


def test_L1_colours_left_out_follow_from_the_name_or_the_order(rules, board):
    state = rules.start(board, (Player("Red"), Player("Ann")))
    assert [player.colour for player in state.players] == ["red", "yellow"]


# -- the flick-off


def flick_off(rules, board, yellow, red, *, left=(), first="Yellow"):
    state, _ = rules.open_round(rules.start(board, PLAYERS), flick_off=True)
    places = {"Yellow": yellow, "Red": red}
    for by in (first, "Red" if first == "Yellow" else "Yellow"):
        state, rulings = play(rules, state, by, places[by], left=[p for p in left if p.startswith(by)])
    return state, rulings


@pytest.mark.parametrize(
    ("yellow", "red", "winner"),
    [
        ((250, 150), (650, 217), "Yellow"),  # on the circle, against 12 mm away
        ((250, 205), (650, 217), "Yellow"),  # just touching it
        ((250, 217), (650, 206), "Red"),
        ((250, 280), (-20, 150), "Yellow"),  # off the mat is infinitely far
        ((650, 150), (650, 280), "Red"),  # each goes by the own section's circle
    ],
)
@pytest.mark.parametrize("first", ["Yellow", "Red"])
def test_L2_the_nearest_to_the_own_200_circle_starts(rules, board, yellow, red, winner, first):
    state, rulings = flick_off(rules, board, yellow, red, first=first)
    assert (state.number, state.round_over, state.flick_off_winner) == (0, True, winner)
    assert [r.clause for r in rulings][-1] == "L2"
    state, rulings = rules.open_round(state)
    assert (state.number, state.to_play, len(state.layout)) == (1, winner, 0)
    assert rulings[0].clause == "L2"


@pytest.mark.parametrize(
    ("yellow", "red"), [((250, 150), (660, 150)), ((250, 217), (650, 217)), ((250, 320), (650, -30))]
)
def test_L2_equally_near_or_both_on_it_or_both_off_flick_again(rules, board, yellow, red):
    state, rulings = flick_off(rules, board, yellow, red)
    assert rulings[-1].clause == "L2"
    assert (state.round_over, state.flick_off_winner, state.number) == (False, None, 0)
    assert state.layout.statuses == ("hand", "hand")
    state, _ = play(rules, state, "Yellow", (250, 150))
    state, _ = play(rules, state, "Red", (650, 280))
    assert (state.round_over, state.flick_off_winner) == (True, "Yellow")


def test_L2_a_puck_that_left_the_mat_and_was_drawn_back_is_infinitely_far(rules, board):
    state, _ = flick_off(rules, board, (250, 150), (650, 280), left=["Yellow-1"])
    assert state.flick_off_winner == "Red"


def test_L2_each_plays_one_puck_and_nothing_is_scored(rules, board):
    state, _ = rules.open_round(rules.start(board, PLAYERS), flick_off=True)
    state, _ = play(rules, state, "Red", (650, 150))
    assert state.to_play == "Yellow"
    assert rules.legal(state, flick(rules, state, "Red")).clause == "L2"
    state, _ = play(rules, state, "Yellow", (250, 280))
    assert state.totals == {"Yellow": 0, "Red": 0}


def test_L2_without_a_flick_off_a_seeded_coin_decides(rules, board):
    def toss(seed):
        state, rulings = rules.open_round(rules.start(board, PLAYERS, seed=seed))
        assert rulings[0].clause == "L2"
        return state.starter

    assert toss(7) == toss(7)
    assert {toss(seed) for seed in range(20)} == {"Yellow", "Red"}


# -- turns


def test_L3_players_alternate_for_twelve_flicks(rules, match):
    state, order = match, []
    while not state.round_over:
        order.append(state.to_play)
        state, _ = play(rules, state, state.to_play, (372, 20 + 20 * len(order)))
    assert order == ["Yellow", "Red"] * 6


def test_L3_twice_running_is_refused(rules, match):
    state, _ = play(rules, match, "Yellow", (250, 150))
    ruling = rules.legal(state, flick(rules, state, "Yellow"))
    assert (ruling.clause, ruling.legal) == ("L3", "a flick by Red")


def test_L3_nothing_but_a_flick_or_a_removal_is_a_turn(rules, match):
    assert rules.legal(match, Settle(by="Yellow")).clause == "L3"


@pytest.mark.parametrize("start", [(50, 150), (450, 150), (749, 150), (910, 150), (850, -5)])
def test_L4_a_flick_from_outside_the_own_flick_zone_is_refused(rules, match, start):
    ruling = rules.legal(match, flick(rules, match, "Yellow", start=start))
    assert ruling.clause == "L4"
    assert "yellow Flick Zone" in ruling.legal


@pytest.mark.parametrize("start", [(850, 150), (750, 150), (900, 300), (751, 20)])
def test_L4_a_flick_with_its_centre_in_the_own_flick_zone_is_legal(rules, match, start):
    assert rules.legal(match, flick(rules, match, "Yellow", start=start)) is None


def test_L4_a_taken_place_is_refused_and_touching_is_not(rules, match):
    state, _ = play(rules, match, "Yellow", (800, 200))
    state, _ = play(rules, state, "Red", (800, 100))
    assert rules.legal(state, flick(rules, state, "Yellow", start=(829, 200))).clause == "L4"
    assert rules.legal(state, flick(rules, state, "Yellow", start=(775, 100))).clause == "L4"
    assert rules.legal(state, flick(rules, state, "Yellow", start=(830, 200))) is None


@pytest.mark.parametrize("at", [(float("nan"), 150), (float("inf"), 150)])
def test_L4_a_place_that_is_no_number_is_refused(rules, match, at):
    assert rules.legal(match, flick(rules, match, "Yellow", start=at)).clause == "L4"


def test_L5_each_scores_in_the_section_of_the_own_colour(points):
    assert points(lay(("Yellow-1", 200, 50))) == (50, 0)
    assert points(lay(("Red-1", 700, 50))) == (0, 50)


def test_L5_a_short_red_flick_in_the_near_section_scores_for_yellow(points):
    assert points(lay(("Red-1", 200, 50))) == (50, 0)


def test_L5_goes_by_colour_and_not_by_name_or_order(rules, board):
    players = (Player("Ann", "red"), Player("Bob", "yellow"))
    score = rules.score(board, lay(("Ann-1", 200, 50)), players)
    assert score.points == {"Ann": 0, "Bob": 50}


def test_L5_a_board_without_a_section_is_rejected(rules):
    with pytest.raises(RulesError, match=r"^L5: "):
        rules.start(mat([z for z in ZONES if z.owner != "red" or z.kind != "score"]), PLAYERS)


def test_L6_points_come_only_with_the_last_flick(rules, match):
    state, _ = play(rules, match, "Yellow", (250, 150))
    state = in_turn(rules, state, 10)
    assert (state.points, state.round_over) == (None, False)
    state, rulings = play(rules, state, "Red", (650, 150))
    assert (state.points, state.round_over) == ({"Yellow": 200, "Red": 200}, True)
    assert sum(r.points for r in rulings) == 400


def test_L6_a_round_that_is_not_over_cannot_be_followed_by_another(rules, match):
    with pytest.raises(RulesError, match=r"^L6: "):
        rules.open_round(in_turn(rules, match, 3))


def three_rounds(rules, board, results, **how):
    state = rules.start(board, PLAYERS, **how)
    rulings = ()
    for k, places in enumerate(results):
        state, _ = rules.open_round(state, starter="Yellow" if k == 0 else None)
        state, rulings = play_round(rules, state, places)
    return state, rulings


def test_L7_three_rounds_are_added_up(rules, board):
    # 150 + 0 + 200 for Yellow, 300 at once for Red
    fifty = {f"Yellow-{n}": (180, 40 + 40 * n) for n in (1, 2, 3)}
    state, _ = three_rounds(
        rules,
        board,
        [fifty, {f"Red-{n}": (720, 40 * n) for n in range(1, 7)}, {"Yellow-1": (250, 150)}],
    )
    assert state.totals == {"Yellow": 350, "Red": 300}
    assert (state.winner, state.outcome, state.match_over) == ("Yellow", "won", True)


def test_L7_points_before_the_round_are_added(rules, board):
    score = rules.score(board, lay(("Yellow-1", 200, 50)), PLAYERS, before={"Yellow": 150, "Red": 300})
    assert score.totals == {"Yellow": 200, "Red": 300}


def test_L8_the_starter_alternates(rules, board):
    state, starters = rules.start(board, PLAYERS), []
    for starter in ("Red", None, None):
        state, rulings = rules.open_round(state, starter=starter)
        starters.append(state.to_play)
        state, _ = play_round(rules, state, {"Red-1": (650, 150)})
    assert starters == ["Red", "Yellow", "Red"]
    assert rulings[0].clause == "L8"


def test_L8_option_the_winner_of_the_flick_off_always_starts(rules, board):
    state = rules.start(board, PLAYERS, options={"starter": "flick_off_winner"})
    state, _ = rules.open_round(state, flick_off=True)
    state, _ = play(rules, state, "Yellow", (250, 280))
    state, _ = play(rules, state, "Red", (650, 150))
    starters = []
    for _ in range(3):
        state, _ = rules.open_round(state)
        starters.append(state.to_play)
        state, _ = play_round(rules, state)
    assert starters == ["Red", "Red", "Red"]


def test_L28_the_higher_total_after_three_rounds_wins(rules, board):
    state, rulings = three_rounds(rules, board, [{}, {}, {"Red-1": (650, 150)}])
    assert (state.winner, state.outcome) == ("Red", "won")
    assert cited(rulings, "L28")
    assert rules.legal(state, flick(rules, state, "Red")).clause == "L28"
    with pytest.raises(RulesError, match=r"^L28: "):
        rules.open_round(state)


def test_L28_a_tie_is_a_draw(rules, board):
    state, rulings = three_rounds(rules, board, [{}, {}, {}])
    assert (state.winner, state.outcome, state.match_over) == (None, "draw", True)
    assert cited(rulings, "L28")


def test_L28_option_sudden_death_plays_one_round_at_a_time(rules, board):
    state, _ = three_rounds(rules, board, [{}, {}, {}, {}], options={"tie": "sudden_death"})
    assert (state.match_over, state.number) == (False, 4)
    state, _ = rules.open_round(state)
    state, _ = play_round(rules, state, {"Yellow-2": (250, 150)})
    assert (state.winner, state.outcome, state.number) == ("Yellow", "won", 5)


@pytest.mark.parametrize(("number", "winner"), [(None, None), (1, None), (2, None), (3, "Yellow")])
def test_L28_a_layout_names_a_winner_only_in_the_third_round(rules, board, number, winner):
    score = rules.score(board, lay(("Yellow-1", 200, 40)), PLAYERS, number=number)
    assert score.winner == winner
