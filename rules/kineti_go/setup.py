"""What Kineti-Go needs before it can be played: board, players and options that fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.kineti_go.clauses import OPTIONS
from rules.players import Player, members, sides
from rules.ruleset import settled
from rules.ruling import RulesError, listed
from sim.board import Board
from sim.layout import Layout

COLOURS = ("gold", "black")
PUCKS = 3
TARGET = 20
ROOM = 1e-9
"""Lengths that differ by less than this are equal, m: file values in mm don't convert to exact metres."""


def chosen(board: Board, options: Mapping[str, str] | None) -> dict[str, str]:
    """Return every option with its value: the one given, else the board's own, else the default.

    Raises
    ------
    RulesError
        For a name that isn't an option, or a value that the option doesn't have.
    """
    return settled("Kineti-Go", "G1", OPTIONS, {**board.options, **(options or {})})


def seated(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players, each with a colour and the number of pucks.

    A colour that is left out is the side's name where that is one, else the one that is free, gold first.

    Raises
    ------
    RulesError
        G1, if there aren't two sides of one player each, with different names and colours and three pucks.
    """
    known = sides(players)
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise RulesError("G1", f"both players are called {name}")
    if len(players) == 2 and len(known) == 1:
        raise RulesError("G1", f"{listed(names)} play against each other, so they can't both be on the side {known[0]}")
    if len(players) != 2:
        who = listed(names) or "nobody"
        raise RulesError("G1", f"Kineti-Go is for two players, one on each side, not {len(players)} ({who})")
    for player in players:
        if player.pucks not in (None, PUCKS):
            raise RulesError("G1", f"everyone has {PUCKS} pucks, so {player.name} can't have {player.pucks}")
    colours = {player.side: _colour(player) for player in players}
    free = [colour for colour in COLOURS if colour not in colours.values()]
    filled = {side: colour or free.pop(0) for side, colour in colours.items()}
    if len(set(filled.values())) == 1:
        raise RulesError("G1", f"{known[0]} and {known[1]} can't both be {filled[known[0]]}")
    return tuple(replace(player, colour=filled[player.side], pucks=PUCKS) for player in players)


def _colour(player: Player) -> str | None:
    """Return the colour that a player names, or plays by the side's name."""
    if player.colour is None:
        return player.side.lower() if player.side.lower() in COLOURS else None
    if player.colour not in COLOURS:
        raise RulesError("G1", f"{player.name}'s colour must be gold or black, not {player.colour!r}")
    return player.colour


def check_owners(layout: Layout, players: tuple[Player, ...]) -> None:
    """Raise RulesError if a piece belongs to somebody who doesn't play."""
    known = sides(players)
    for piece in layout.pieces:
        if piece.owner is not None and piece.owner not in known:
            raise RulesError("G1", f"{piece.id} belongs to {piece.owner}, who doesn't play; {listed(known)} do")


def check_zones(board: Board) -> None:
    """Raise RulesError if points couldn't be told on the board."""
    if board.game not in (None, "kineti-go"):
        raise RulesError("G1", f"board {board.name} serves the rules of {board.game}, not Kineti-Go")
    if not any(zone.kind == "score" for zone in board.zones):
        raise RulesError("G6", f"board {board.name} has no zone to score in")


def check_board(board: Board) -> None:
    """Raise RulesError if a match can't be played on the board: G1, G2 or G6."""
    check_zones(board)
    if "puck" not in board.pieces:
        raise RulesError("G1", f"board {board.name} has no piece of the kind 'puck'")
    if board.yoke is None:
        raise RulesError("G2", f"board {board.name} has no yoke to launch from")
    if not any(zone.kind == "launch" for zone in board.zones):
        raise RulesError("G2", f"board {board.name} has no shooting area, a zone of the kind 'launch', for the yoke")
    wide = 2.0 * min(board.pieces["puck"].semi_axes)
    if board.yoke.width < wide - ROOM:
        slot = f"{1e3 * board.yoke.width:g} mm wide"
        raise RulesError("G2", f"board {board.name} has pucks of {1e3 * wide:g} mm, and its yoke's slot is only {slot}")


def side_of(players: tuple[Player, ...], name: str) -> str:
    """Return the side of a person. KeyError if nobody of that name plays."""
    for player in players:
        if player.name == name:
            return player.side
    raise KeyError(f"nobody called {name!r} plays")


def person_of(players: tuple[Player, ...], side: str) -> str:
    """Return the one person of a side."""
    return members(players, side)[0].name
