"""What positions at rest mean: zones, clusters, turns and points. Runs no physics.

``load(game)`` gives a game's rule set, whose methods are all pure functions of their arguments
(:class:`rules.ruleset.RuleSet`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.players import Player
    from rules.ruleset import EndTurn, Option, RuleSet, Score, State
    from rules.ruling import RulesError, Ruling

GAMES = ("kineti-go", "kalide", "tokka", "kluster", "free")
"""Names of the games that :func:`load` knows."""

_MODULE = {
    "kineti-go": "rules.kineti_go",
    "kalide": "rules.kalide",
    "tokka": "rules.tokka",
    "kluster": "rules.kluster",
    "free": "rules.free",
}
_HOME = {
    "EndTurn": "rules.ruleset",
    "Option": "rules.ruleset",
    "Player": "rules.players",
    "RuleSet": "rules.ruleset",
    "RulesError": "rules.ruling",
    "Ruling": "rules.ruling",
    "Score": "rules.ruleset",
    "State": "rules.ruleset",
}

__all__ = ["GAMES", "EndTurn", "Option", "Player", "RuleSet", "RulesError", "Ruling", "Score", "State", "load"]


def load(game: str) -> RuleSet:
    """Return the rule set of a game.

    Raises
    ------
    ValueError
        If the game is not one of :data:`GAMES`.

    Examples
    --------
    >>> load("kalide").clauses()["L6"]
    'Points are given only when every puck of the round has been flicked.'
    """
    if game not in _MODULE:
        raise ValueError(f"no rules for a game called {game!r}; there are rules for {', '.join(GAMES)}")
    rules: RuleSet = import_module(_MODULE[game]).RULES
    return rules


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'rules' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
