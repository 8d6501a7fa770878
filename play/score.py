"""The referee alone: positions written down by hand are judged, no physics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rules
from play.match import rejected
from play.positions import read_positions
from play.recordjson import ruling_json
from rules.ruleset import Score
from rules.ruling import RulesError


def judge(path: str | Path) -> tuple[str, Score]:
    """Judge a file of positions, or a run's ``result.json``, as if the round were over.

    Returns
    -------
    game : str
    score : Score

    Raises
    ------
    InputError
    """
    positions = read_positions(path)
    try:
        score = rules.load(positions.game).score(
            positions.board,
            positions.layout,
            positions.players,
            before=positions.before,
            number=positions.number,
            options=positions.options,
        )
    except RulesError as error:
        raise rejected(error, positions.path, "board", "players", "options") from None
    return positions.game, score


def score_json(game: str, score: Score) -> dict[str, Any]:
    """Score as plain values."""
    if score.picks_up is not None:
        return {
            "game": game,
            "clusters": [list(group) for group in score.clusters],
            "outside": list(score.outside),
            "picks_up": score.picks_up,
            "rulings": [ruling_json(ruling) for ruling in score.rulings],
        }
    return {
        "game": game,
        "points": score.points,
        "rulings": [ruling_json(ruling) for ruling in score.rulings],
        "clusters": [list(group) for group in score.clusters],
        "removed": list(score.removed),
        "totals": score.totals,
        "winner": score.winner,
    }
