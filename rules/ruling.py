"""Rulings: what a rule says about a position or an action, and the error for a set-up that rules reject."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ruling:
    """One decision of the referee, citing the clause it rests on.

    Attributes
    ----------
    clause : str
        Id of the clause, such as ``L23``.
    why : str
        One plain sentence.
    player : str or None
        The side that the points go to; where there are none, the side (or person) the ruling is about.
    pieces : tuple of str
        Ids of the pieces it is about.
    points : int
        Points it gives. Summed over a round's rulings they are the round's points.
    legal : str
        What would be legal instead; only for rulings that forbid an action.
    """

    clause: str
    why: str
    player: str | None = None
    pieces: tuple[str, ...] = ()
    points: int = 0
    legal: str = ""

    def __str__(self) -> str:
        return f"{self.clause}: {self.why}"


class RulesError(Exception):
    """A set-up that the rules reject: a board, players or options that the game can't be played with.

    Attributes
    ----------
    clause : str
        Id of the clause that rejects it.
    why : str
        What is wrong, in one sentence.
    """

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(f"{clause}: {why}")
        self.clause = clause
        self.why = why

    def __reduce__(self) -> tuple[type[RulesError], tuple[str, str]]:
        # the default would rebuild from the one message, which takes no two arguments; pools pickle errors
        return (type(self), (self.clause, self.why))


def listed(names: tuple[str, ...] | list[str]) -> str:
    """Return names as running text: ``a``, ``a and b``, ``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
