import pytest
from kalide_table import PLAYERS, mat

import rules as rule_sets


@pytest.fixture(scope="session")
def rules():
    return rule_sets.load("kalide")


@pytest.fixture(scope="session")
def board():
    return mat()


@pytest.fixture
def match(rules, board):
    """A match whose first round Yellow starts."""
    state, _ = rules.open_round(rules.start(board, PLAYERS, seed=1), starter="Yellow")
    return state


@pytest.fixture
def points(rules, board):
    """What a layout gives, as (yellow, red)."""

    def of(layout, **how):
        score = rules.score(board, layout, PLAYERS, **how)
        assert sum(r.points for r in score.rulings) == sum(score.points.values())
        return score.points["Yellow"], score.points["Red"]

    return of
