"""Clauses T17 to T19: who begins the next round, and when the match is won."""

import pytest
from tokka_table import RULES, begun, lay, play, play_round, push, score, team, won_by

from rules.ruling import RulesError

# -- the next round


@pytest.mark.parametrize("side", ["Black", "White"])
@pytest.mark.parametrize("starter", ["Black", "White"])
def test_t17_the_winner_of_a_round_begins_the_next(side, starter):
    state, _ = won_by(side, begun(starter=starter), threes=2)
    assert state.points[side] == 6
    state, rulings = RULES.open_round(state)
    assert (state.number, state.to_play, [r.clause for r in rulings]) == (2, side, ["T17"])


def test_t17_the_winner_may_leave_it_to_the_other_side():
    state, _ = won_by("Black", begun(), threes=1)
    state, rulings = RULES.open_round(state, starter="White")
    assert (state.to_play, rulings[0].clause) == ("White", "T17")


@pytest.mark.parametrize(("option", "expected"), [("other_begins", "White"), ("same_begins", "Black")])
def test_t18_after_a_round_without_points_the_other_side_begins(option, expected):
    state, _ = play_round(begun(options={"scoreless": option}))
    state, rulings = RULES.open_round(state)
    assert (state.to_play, [r.clause for r in rulings]) == (expected, ["T18"])


def test_t18_in_a_team_it_is_the_side_that_changes():
    state, _ = play_round(begun((*team("Black", 3), *team("White", 2)), starter="B1"))
    state, _ = RULES.open_round(state)
    assert state.to_play == "W1"


# -- the match


@pytest.mark.parametrize(("before", "winner"), [(8, None), (9, "Black"), (11, "Black")])
def test_t19_the_first_to_12_or_more_wins(before, winner):
    judged = score(lay(("Black-1", 720, 100)), before={"Black": before, "White": 11})
    assert (judged.totals, judged.winner) == ({"Black": before + 3, "White": 11}, winner)


def test_t19_11_and_3_are_14_and_win_the_match():
    state, _ = won_by("Black", begun(), threes=3)
    state, _ = play_round(RULES.open_round(state)[0], {"Black-1": (540, 100)})
    assert (state.totals, state.match_over) == ({"Black": 11, "White": 0}, False)
    state, rulings = won_by("Black", RULES.open_round(state)[0], threes=1)
    assert (state.totals["Black"], state.winner, state.outcome, state.match_over) == (14, "Black", "won", True)
    assert (rulings[-1].clause, rulings[-1].points) == ("T19", 0)
    assert RULES.legal(state, push(state, "White")).clause == "T19"
    assert RULES.now_legal(state) == "nothing more, the match is over"
    with pytest.raises(RulesError, match=r"^T19: "):
        RULES.open_round(state)


def test_t19_a_match_goes_on_round_after_round_until_it_is_won():
    state = begun()
    for number in range(1, 12):
        state, _ = won_by("White", state, threes=0) if number % 2 else won_by("Black", state, threes=1)
        if state.match_over:
            break
        state, _ = RULES.open_round(state)
    assert (state.number, state.totals) == (8, {"Black": 12, "White": 0})


def test_t19_points_before_for_somebody_who_does_not_play_are_refused():
    with pytest.raises(RulesError, match=r"^T19: "):
        score(lay(), before={"Red": 3})


# -- ids and values


def test_ids_count_from_one_in_each_round_and_skip_those_on_the_table():
    state = begun(layout=lay(("Black-1", 300, 50), ("White-9", 850, 50)))
    assert state.layout.statuses == ("live", "removed")
    assert RULES.next_piece(state, "Black").id == "Black-2"
    state, _ = play_round(state)
    assert (state.points, len(state.layout)) == ({"Black": 1, "White": 0}, 10)
    state, _ = RULES.open_round(state)
    assert (RULES.next_piece(state, "Black").id, len(state.layout)) == ("Black-1", 0)


def test_a_stone_has_no_pole():
    state = begun()
    assert {RULES.draw_face(state, f"Black-{n}") for n in range(1, 9)} == {"up"}


def test_a_shot_changes_no_earlier_state():
    state = begun()
    play(state, (300, 100))
    assert (len(state.layout), state.flicked, state.to_play) == (0, {"Black": 0, "White": 0}, "Black")
