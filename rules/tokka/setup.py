"""What TOKKA Shuffle needs before it can be played: board, players and options that fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.players import Player, members, sides
from rules.ruleset import settled
from rules.ruling import RulesError, listed
from rules.tokka.clauses import OPTIONS
from rules.tokka.course import direction
from sim.board import Board
from sim.layout import Layout

COLOURS = ("black", "white")
STONES = 4
LARGEST_TEAM = 4
MOST_PLAYERS = 8
TARGETS = {"tokka": 12, "original": 15}
"""Points that win the match, by variant."""


def chosen(board: Board, options: Mapping[str, str] | None) -> dict[str, str]:
    """Return every option with its value: as given, else as the board's file says, else the default.

    Raises
    ------
    RulesError
        For a name that isn't an option, or a value that the option doesn't have.
    """
    return settled("TOKKA Shuffle", "T21", OPTIONS, {**board.options, **(options or {})})


def winning_clause(options: Mapping[str, str]) -> str:
    """Return the clause that says how many points win."""
    return "T21" if options["variant"] == "original" else "T19"


def seated(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players, each with the colour and the number of stones of the own side.

    A colour that is left out is the side's name where that is one, else the one that is free, black first.

    Raises
    ------
    RulesError
        T1, if there aren't two sides of at most four people with different names and colours.
    """
    known = sides(players)
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise RulesError("T1", f"two players are called {name}")
    if not 2 <= len(players) <= MOST_PLAYERS:
        who = listed(names) or "nobody"
        raise RulesError("T1", f"TOKKA Shuffle is for 2 to {MOST_PLAYERS} players, not {len(players)} ({who})")
    if len(known) != 2:
        more = "; more than two people play in two teams" if len(players) > 2 else ""
        raise RulesError("T1", f"two sides play, not {len(known)} ({listed(known)}){more}")
    teams = {side: members(players, side) for side in known}
    for side, team in teams.items():
        if len(team) > LARGEST_TEAM:
            raise RulesError("T1", f"a team has up to {LARGEST_TEAM} players, and {side} has {len(team)}")
        for player in team:
            if player.pucks not in (None, STONES):
                raise RulesError("T1", f"each side has {STONES} stones a round, and {side} can't have {player.pucks}")
    colours = {side: _colour(side, team) for side, team in teams.items()}
    free = [colour for colour in COLOURS if colour not in colours.values()]
    filled = {side: colour or free.pop(0) for side, colour in colours.items()}
    if len(set(filled.values())) == 1:
        raise RulesError("T1", f"{known[0]} and {known[1]} can't both be {filled[known[0]]}")
    return tuple(replace(player, colour=filled[player.side], pucks=STONES) for player in players)


def _colour(side: str, team: tuple[Player, ...]) -> str | None:
    """Return the colour that a side names, by its members or its own name."""
    for player in team:
        if player.colour is not None and player.colour not in COLOURS:
            raise RulesError("T1", f"{player.name}'s colour must be black or white, not {player.colour!r}")
    given = {player.colour for player in team if player.colour is not None}
    if len(given) > 1:
        raise RulesError("T1", f"{side} can't be both black and white")
    if given:
        return given.pop()
    return side.lower() if side.lower() in COLOURS else None


def check_fields(board: Board) -> None:
    """Raise RulesError if points couldn't be told on the board: T2."""
    if board.game not in (None, "tokka"):
        raise RulesError("T1", f"board {board.name} serves the rules of {board.game}, not TOKKA Shuffle")
    direction(board)


def check_board(board: Board) -> None:
    """Raise RulesError if a match can't be played on the board: T1 or T2."""
    check_fields(board)
    if "puck" not in board.pieces:
        raise RulesError("T1", f"board {board.name} has no piece of the kind 'puck'")


def check_owners(layout: Layout, known: tuple[str, ...]) -> None:
    """Raise RulesError, T1, if a stone belongs to somebody who doesn't play."""
    for piece in layout.pieces:
        if piece.owner is not None and piece.owner not in known:
            raise RulesError("T1", f"{piece.id} belongs to {piece.owner}, who doesn't play; {listed(known)} do")
