"""Clauses G18 to G21: how a match is won, and what is not added."""

import pytest
from kineti_go_table import (
    BOARD,
    RULES,
    SHIPPED,
    cited,
    launch,
    lay,
    opened,
    play_round,
    score,
    spots,
    with_totals,
)

from rules.ruling import RulesError


def finished(gold, black, results, **how):
    """Return a match, and its last rulings, after a round that ends with these places; totals before it are given."""
    state = with_totals(opened(**how), gold, black)
    return play_round(state, results)


def test_g18_exactly_twenty_wins():
    state, rulings = finished(17, 5, {"Gold-1": (350, 75)})
    assert state.totals == {"Gold": 20, "Black": 5}
    assert (state.winner, state.outcome, state.match_over) == ("Gold", "won", True)
    assert cited(rulings, "G18")[0].why == "Gold has exactly 20 and wins."
    assert RULES.legal(state, launch(state, "Black")).clause == "G18"
    assert RULES.now_legal(state) == "nothing more, the match is over"
    with pytest.raises(RulesError, match=r"^G18: "):
        RULES.open_round(state)


@pytest.mark.parametrize(
    ("before", "zones", "totals", "winner"),
    [
        ((17, 0), {"_3a": "G"}, (20, 0), "Gold"),
        ((17, 17), {"_3a": "G", "_2a": "B"}, (20, 19), "Gold"),
        ((20, 17), {"_1a": "G", "_2a": "B"}, (20, 19), "Gold"),  # was there before
        ((12, 12), {"_3a": "B", "_3b": "B", "_2a": "B"}, (12, 20), "Black"),
        ((16, 16), {"_3a": "G"}, (19, 16), None),
        ((18, 18), {"_3a": "G", "_3b": "B"}, (18, 18), None),
    ],
)
def test_g18_score_names_the_winner(before, zones, totals, winner):
    judged = score(spots(**zones), before=dict(zip(("Gold", "Black"), before, strict=True)))
    assert judged.totals == dict(zip(("Gold", "Black"), totals, strict=True))
    assert judged.winner == winner


def test_g19_a_round_that_leads_above_twenty_is_ignored_for_that_player():
    places = {"Gold-1": (350, 75), "Gold-2": (550, 75), "Black-1": (350, 225)}
    state, rulings = finished(18, 10, places)
    assert state.points == {"Gold": 4, "Black": 3}
    assert state.totals == {"Gold": 18, "Black": 13}
    assert (state.match_over, state.outcome) == (False, "unfinished")
    assert [(r.player, r.points) for r in cited(rulings, "G19")] == [("Gold", 0)]
    assert [r.player for r in cited(rulings, "G20")] == ["Black"]
    state, _ = RULES.open_round(state)
    assert state.to_play == "Black"


def test_g19_in_a_score():
    judged = score(spots(_3a="G", _1a="G", _3b="B"), before={"Gold": 18, "Black": 10})
    assert (judged.points, judged.totals) == ({"Gold": 4, "Black": 3}, {"Gold": 18, "Black": 13})
    why = "Gold had 18 and made 4, which would be more than 20: the round is ignored for Gold, who stays at 18."
    assert cited(judged.rulings, "G19")[0].why == why


@pytest.mark.parametrize(("before", "clause"), [({"Gold": 21}, "G19"), ({"Gold": -1}, "G19"), ({"Cid": 3}, "G20")])
def test_g19_nobody_can_have_been_above_twenty(before, clause):
    with pytest.raises(RulesError, match=rf"^{clause}: "):
        score(lay(), before=before)


@pytest.mark.parametrize(("before", "zone", "after"), [(18, "_1a", 19), (0, "_3a", 3), (12, "_2a", 14)])
def test_g20_otherwise_points_are_added(before, zone, after):
    judged = score(spots(**{zone: "G"}), before={"Gold": before, "Black": 0})
    assert judged.totals == {"Gold": after, "Black": 0}
    assert cited(judged.rulings, "G20")[0].player == "Gold"
    assert judged.winner is None


def test_g20_a_match_goes_round_after_round_until_it_is_won():
    state, rounds = opened(), 0
    while not state.match_over:
        state, _ = play_round(state, {"Gold-1": (350, 75), "Gold-2": (350, 225), "Black-1": (450, 75)})
        rounds += 1
        if state.totals["Gold"] == 18:
            # 18 is as far as sixes lead; then twos
            while not state.match_over:
                state, _ = RULES.open_round(state)
                state, _ = play_round(state, {"Gold-1": (450, 75)})
                rounds += 1
        elif not state.match_over:
            state, _ = RULES.open_round(state)
    assert (state.totals, state.winner, rounds) == ({"Gold": 20, "Black": 6}, "Gold", 4)


BOTH = {"Gold-1": (350, 75), "Black-1": (350, 225)}


def test_g21_both_at_twenty_is_a_draw():
    state, rulings = finished(17, 17, BOTH)
    assert state.totals == {"Gold": 20, "Black": 20}
    assert (state.winner, state.outcome, state.match_over) == (None, "draw", True)
    assert cited(rulings, "G21")[0].why == "Gold and Black both have exactly 20: a draw."
    assert RULES.legal(state, launch(state, "Black")).clause == "G21"
    with pytest.raises(RulesError, match=r"^G21: "):
        RULES.open_round(state)
    assert score(spots(_3a="G", _3b="B"), before={"Gold": 17, "Black": 17}).winner is None


def test_g21_option_they_play_on_until_one_makes_more():
    state, rulings = finished(17, 17, BOTH, options={"both_twenty": "play_on"})
    assert (state.winner, state.outcome, state.match_over) == (None, "unfinished", False)
    assert cited(rulings, "G21")
    state, _ = RULES.open_round(state)
    state, _ = play_round(state, BOTH)
    assert (state.match_over, state.totals) == (False, {"Gold": 20, "Black": 20})
    state, _ = RULES.open_round(state)
    state, rulings = play_round(state, {"Gold-1": (550, 75), "Black-1": (350, 225)})
    assert (state.winner, state.outcome, state.totals) == ("Black", "won", {"Gold": 20, "Black": 20})
    assert cited(rulings, "G21")[0].player == "Black"


@pytest.mark.parametrize("board", [BOARD, SHIPPED])
def test_g21_one_at_twenty_is_no_draw(board):
    judged = score(lay(), board, before={"Gold": 20, "Black": 19})
    assert (judged.winner, cited(judged.rulings, "G21")) == ("Gold", [])
