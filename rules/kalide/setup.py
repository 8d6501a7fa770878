"""What Ka'lide needs before it can be played: board, players and options that fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.kalide.clauses import OPTIONS
from rules.players import Player, sides
from rules.ruleset import settled
from rules.ruling import RulesError, listed
from sim.board import Board, Zone

COLOURS = ("yellow", "red")
PUCKS = 6
TOUCH = 1e-6
"""Sections nearer than this touch, m: circles are compared as fine polygons, good to less than that."""


def chosen(options: Mapping[str, str] | None) -> dict[str, str]:
    """Return every option with its value, the default where none is given.

    Raises
    ------
    RulesError
        For a name that isn't an option, or a value that the option doesn't have.
    """
    return settled("Ka'lide", "L1", OPTIONS, options)


def seated(players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players, each with a colour and a number of pucks.

    A colour that is left out is the player's name where that is one, else the one that is free, yellow first.

    Raises
    ------
    RulesError
        L1, if there aren't two of them, with different names and colours.
    """
    if len(players) != 2 or len(sides(players)) != 2:
        names = listed([player.name for player in players]) or "nobody"
        raise RulesError("L1", f"Ka'lide is for two players, one on each side, not {len(players)} ({names})")
    if players[0].name == players[1].name:
        raise RulesError("L1", f"both players are called {players[0].name}")
    colours = [p.colour or (p.name.lower() if p.name.lower() in COLOURS else None) for p in players]
    for player, colour in zip(players, colours, strict=True):
        if colour is not None and colour not in COLOURS:
            raise RulesError("L1", f"{player.name}'s colour must be yellow or red, not {colour!r}")
        if player.pucks is not None and player.pucks < 1:
            raise RulesError("L1", f"{player.name} needs at least one puck, not {player.pucks}")
    free = [colour for colour in COLOURS if colour not in colours]
    colours = [colour or free.pop(0) for colour in colours]
    if colours[0] == colours[1]:
        raise RulesError("L1", f"{players[0].name} and {players[1].name} can't both be {colours[0]}")
    return tuple(
        replace(player, colour=colour, pucks=PUCKS if player.pucks is None else player.pucks)
        for player, colour in zip(players, colours, strict=True)
    )


def side_of(players: tuple[Player, ...], colour: str | None) -> str | None:
    """Return the side that plays a colour, or None."""
    return next((player.side for player in players if player.colour == colour), None)


def opposing_colour(players: tuple[Player, ...], side: str | None) -> str | None:
    """Return the colour that plays against a side; None if nobody of that name plays."""
    own = next((player.colour for player in players if player.side == side), None)
    return None if own is None else COLOURS[1 - COLOURS.index(own)]


def own_zones(board: Board, kind: str, colour: str | None) -> tuple[Zone, ...]:
    """Return the zones of a kind that belong to a colour."""
    return tuple(zone for zone in board.zones if zone.kind == kind and zone.owner == colour)


def check_sections(board: Board) -> None:
    """Raise RulesError if points couldn't be told: L5 for a missing section, L27 for two that touch."""
    if board.game not in (None, "kalide"):
        raise RulesError("L1", f"board {board.name} serves the rules of {board.game}, not Ka'lide")
    for zone in board.zones:
        if zone.kind in ("score", "flick") and zone.owner not in COLOURS:
            clause = "L5" if zone.kind == "score" else "L4"
            raise RulesError(clause, f"zone {zone.name} must belong to yellow or red, not {zone.owner!r}")
    for colour in COLOURS:
        if not own_zones(board, "score", colour):
            raise RulesError("L5", f"board {board.name} has no {colour} scoring section")

    from shapely import make_valid
    from shapely.geometry import Point, Polygon
    from shapely.ops import unary_union

    shapes = []
    for zone in board.zones:
        if zone.circle is not None:
            shapes.append(Point(zone.circle[:2]).buffer(zone.circle[2], quad_segs=256))
        else:
            shapes.append(make_valid(Polygon(zone.polygon)))
    seen: dict[str | None, list[object]] = {colour: [] for colour in COLOURS}
    for k, zone in enumerate(board.zones):
        if zone.kind == "score":
            shape = shapes[k].difference(unary_union(shapes[k + 1 :]))
            if not shape.is_empty:
                seen[zone.owner].append(shape)
    yellow, red = (unary_union(seen[colour]) for colour in COLOURS)
    if not yellow.is_empty and not red.is_empty and yellow.distance(red) < TOUCH:
        raise RulesError(
            "L27",
            f"on board {board.name} the yellow and the red section touch, with no Dead Zone between them",
        )


def check_board(board: Board) -> None:
    """Raise RulesError if a match can't be played on the board: L1, L4, L5 or L27."""
    check_sections(board)
    if "puck" not in board.pieces:
        raise RulesError("L1", f"board {board.name} has no piece of the kind 'puck'")
    for colour in COLOURS:
        if not own_zones(board, "flick", colour):
            raise RulesError("L4", f"board {board.name} has no {colour} Flick Zone")
