"""Who plays. A side is a team where there are teams, else the player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Player:
    """A person at the table.

    Attributes
    ----------
    name : str
    colour : str or None
        The colour whose zones and pieces are this player's, where the game has colours.
    team : str or None
    pucks : int or None
        Pieces a round, where a handicap changes the game's number.
    height : float or None, m
        Kluster asks for it.
    """

    name: str
    colour: str | None = None
    team: str | None = None
    pucks: int | None = None
    height: float | None = None

    @property
    def side(self) -> str:
        """The team's name, or the player's own where there is no team."""
        return self.team or self.name


def sides(players: tuple[Player, ...]) -> tuple[str, ...]:
    """Return the sides in the order in which their first player is listed."""
    return tuple(dict.fromkeys(player.side for player in players))


def members(players: tuple[Player, ...], side: str) -> tuple[Player, ...]:
    """Return the players of a side, in the order in which they are listed."""
    return tuple(player for player in players if player.side == side)


def in_turn(players: tuple[Player, ...], side: str, rotation: Mapping[str, int]) -> str:
    """Return the member of a side who plays next; `rotation` counts what the side has played over the match."""
    team = members(players, side)
    return team[rotation.get(side, 0) % len(team)].name


def after_side(players: tuple[Player, ...], side: str) -> tuple[str, ...]:
    """Return the sides in turn, beginning with the one after `side`, which comes last."""
    known = sides(players)
    k = known.index(side) + 1
    return (*known[k:], *known[:k])
