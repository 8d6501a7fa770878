"""Clauses F19 to F21: what wins the match."""

import pytest
from free_table import BOARD, PLAYERS, RULES, cited, flick, lay, opened, play_round, score, with_totals

from rules.players import Player
from rules.ruling import RulesError

FIVE, TEN, TWENTY = (250, 100), (350, 100), (500, 100)


def round_of(before=(0, 0), *, number=1, results=None, players=PLAYERS, **options):
    """Return a match, and its rulings, after a round of one piece each; totals before it are given."""
    state = opened(players=players, pieces="1", **{name: str(value) for name, value in options.items()})
    names = list(state.totals)
    state = with_totals(state, **dict(zip(names, before, strict=True)))
    for _ in range(number - 1):
        state, _ = play_round(state)
        state, _ = RULES.open_round(state, starter="Ann")
    return play_round(state, **(results or {}))


def test_f19_the_highest_total_after_the_last_round_wins():
    state, rulings = round_of((15, 10), number=3, results={"Bob_1": TEN})
    assert (state.totals, state.winner, state.outcome) == ({"Ann": 15, "Bob": 20}, "Bob", "won")
    assert cited(rulings, "F19") == ["F19: 3 rounds are over (Ann 15, Bob 20): Bob has most and wins."]
    assert RULES.now_legal(state) == "nothing more, the match is over"
    assert RULES.legal(state, flick(state, "Ann")).clause == "F19"
    with pytest.raises(RulesError, match=r"^F19: the match is over after round 3; there is no further round"):
        RULES.open_round(state)


def test_f19_the_number_of_rounds_is_an_option():
    assert round_of((5, 0), number=2)[0].outcome == "unfinished"
    assert round_of((5, 0), number=2, rounds=2)[0].winner == "Ann"
    state, rulings = round_of((5, 0), rounds=1)
    assert (state.winner, cited(rulings, "F19")) == (
        "Ann",
        ["F19: the round is over (Ann 5, Bob 0): Ann has most and wins."],
    )
    assert round_of((5,), players=PLAYERS[:1], rounds=1)[0].winner == "Ann"


def test_f19_the_referee_names_a_winner_only_after_the_last_round():
    layout = lay(("Ann-1", *TEN))
    assert [score(layout, number=number).winner for number in (None, 1, 2, 3, 4)] == [None, None, None, "Ann", "Ann"]
    assert score(layout, number=1, rounds="1").winner == "Ann"


@pytest.mark.parametrize(
    ("before", "results", "winner"),
    [
        ((11, 0), {"Ann_1": TEN}, "Ann"),
        ((10, 0), {"Ann_1": TEN}, None),
        ((20, 15), {"Ann_1": TEN, "Bob_1": TWENTY}, "Bob"),  # 30 and 35: both there, Bob has more
        ((20, 30), {}, "Bob"),
    ],
)
def test_f20_first_to_reach_or_pass_the_target_wins(before, results, winner):
    state, rulings = round_of(before, results=results, goal="first_to")
    assert state.winner == winner
    assert bool(cited(rulings, "F20")) == (winner is not None)


def test_f20_the_target_is_an_option():
    assert round_of((9, 0), results={"Bob_1": TEN}, goal="first_to", target=10)[0].winner == "Bob"
    state, rulings = round_of((5, 0), results={"Ann_1": FIVE}, goal="exactly", target=10)
    assert (state.winner, cited(rulings, "F20")) == ("Ann", ["F20: Ann has exactly 10 and wins."])
    assert RULES.legal(state, flick(state, "Ann")).clause == "F20"


def test_f20_a_round_that_leads_above_an_exact_target_is_ignored_for_that_side():
    state, rulings = round_of((30, 20), results={"Ann_1": TEN, "Bob_1": FIVE}, goal="exactly", target=35)
    assert (state.points, state.totals) == ({"Ann": 10, "Bob": 5}, {"Ann": 30, "Bob": 25})
    assert cited(rulings, "F20") == [
        "F20: Ann had 30 and made 10, which would be more than 35: the round is ignored for Ann, who stays at 30."
    ]
    assert state.outcome == "unfinished"


def test_f20_the_referee_names_the_winner_whichever_round_it_is():
    layout = lay(("Ann-1", *TEN))
    assert score(layout, before={"Ann": 11}, goal="first_to").winner == "Ann"
    assert score(layout, before={"Ann": 10}, goal="first_to").winner is None
    judged = score(layout, before={"Ann": 30, "Bob": 35}, goal="exactly", target="35")
    assert (judged.totals, judged.winner) == ({"Ann": 30, "Bob": 35}, "Bob")


def test_f21_equal_totals_are_a_draw():
    state, rulings = round_of((10, 10), number=3)
    assert (state.outcome, state.winner, state.match_over) == ("draw", None, True)
    assert cited(rulings, "F21") == ["F21: 3 rounds are over (Ann 10, Bob 10), and Ann and Bob have most: a draw."]
    with pytest.raises(RulesError, match=r"^F21: the match is over"):
        RULES.open_round(state)
    assert round_of((20, 20), results={"Ann_1": TEN, "Bob_1": TEN}, goal="first_to")[0].outcome == "draw"
    assert round_of((30, 30), results={"Ann_1": FIVE, "Bob_1": FIVE}, goal="exactly", target=35)[0].outcome == "draw"


@pytest.mark.parametrize("goal", ["most", "first_to"])
def test_f21_in_sudden_death_rounds_go_on_until_one_is_ahead(goal):
    state, rulings = round_of((30, 30), number=3 if goal == "most" else 1, goal=goal, tie="sudden_death")
    assert (state.match_over, state.outcome) == (False, "unfinished")
    assert cited(rulings, "F21")[0].endswith("Ann and Bob have most: another round is played, until the totals differ.")
    state, _ = RULES.open_round(state, starter="Ann")
    state, _ = play_round(state, Ann_1=FIVE, Bob_1=FIVE)
    assert not state.match_over
    state, _ = RULES.open_round(state, starter="Ann")
    state, _ = play_round(state, Ann_1=FIVE, Bob_1=TEN)
    assert (state.winner, state.totals) == ("Bob", {"Ann": 40, "Bob": 45})


def test_f21_at_an_exact_target_the_better_round_decides():
    options = {"goal": "exactly", "target": 35, "tie": "sudden_death"}
    state, rulings = round_of((30, 30), results={"Ann_1": FIVE, "Bob_1": FIVE}, **options)
    assert not state.match_over and cited(rulings, "F21")[0].endswith("until one of them makes more than the others.")
    state, _ = RULES.open_round(state, starter="Ann")
    state, rulings = play_round(state, Ann_1=FIVE, Bob_1=TEN)
    assert (state.winner, state.totals) == ("Bob", {"Ann": 35, "Bob": 35})
    assert cited(rulings, "F21") == [
        "F21: Ann and Bob had exactly 35 and played on; Bob made most in this round and wins."
    ]
    # who only now arrives has not played on
    late, _ = round_of((35, 30), results={"Ann_1": TEN, "Bob_1": FIVE}, **options)
    assert not late.match_over


def test_f21_of_three_sides_the_two_ahead_share():
    players = (*PLAYERS, Player("Cid"))
    state, rulings = round_of((10, 5, 10), players=players, rounds=1)
    assert cited(rulings, "F21") == [
        "F21: the round is over (Ann 10, Bob 5, Cid 10), and Ann and Cid have most: a draw."
    ]
    assert score(lay(("Ann-1", *FIVE)), players=players, before={"Cid": 5}, number=3).winner is None
    assert state.board is BOARD
