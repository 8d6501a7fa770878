"""What Ka'lide needs before it can be played: board, players and options that fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.kalide.clauses import OPTIONS
from rules.players import Player, members, sides
from rules.ruleset import settled
from rules.ruling import RulesError, listed
from sim.board import Board, Zone

COLOURS = ("yellow", "red")
PUCKS = 6
ROUNDS = 3
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
    """Return the players, each with the colour and the number of pucks of the own side.

    A colour that is left out is the side's name where that is one, else the one that is free, yellow first.

    Raises
    ------
    RulesError
        L1, if there aren't two sides with different names and colours; L30 and L31 for teams that are too small or
        too large, L32 for a handicap that isn't one.
    """
    known = sides(players)
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise RulesError("L1", f"both players are called {name}")
    if len(known) != 2:
        who = listed(names) or "nobody"
        more = "; more play a knockout, or in two teams" if len(known) > 2 else ""
        raise RulesError("L1", f"Ka'lide is for two players, one on each side, not {len(players)} ({who}){more}")
    teams = {side: members(players, side) for side in known}
    if len(players) > 2:
        for side, team in teams.items():
            if len(team) < 2:
                raise RulesError("L30", f"a team has two players or more, and {side} has only {team[0].name}")
    pucks = {side: _pucks(side, team) for side, team in teams.items()}
    for side, team in teams.items():
        if len(team) > ROUNDS * pucks[side]:
            why = f"{side} has {len(team)} players, and only {ROUNDS * pucks[side]} pucks in {ROUNDS} rounds"
            raise RulesError("L31", why)
    colours = {side: _colour(side, team) for side, team in teams.items()}
    free = [colour for colour in COLOURS if colour not in colours.values()]
    filled = {side: colour or free.pop(0) for side, colour in colours.items()}
    if len(set(filled.values())) == 1:
        raise RulesError("L1", f"{known[0]} and {known[1]} can't both be {filled[known[0]]}")
    return tuple(replace(player, colour=filled[player.side], pucks=pucks[player.side]) for player in players)


def _pucks(side: str, team: tuple[Player, ...]) -> int:
    """Return how many pucks a side has a round."""
    given = {player.pucks for player in team if player.pucks is not None}
    for player in team:
        if player.pucks is not None and player.pucks < 1:
            raise RulesError("L1", f"{player.name} needs at least one puck, not {player.pucks}")
    if len(given) > 1:
        numbers = listed([str(n) for n in sorted(given)])
        raise RulesError("L32", f"{side} has one number of pucks a round, not {numbers}")
    return given.pop() if given else PUCKS


def _colour(side: str, team: tuple[Player, ...]) -> str | None:
    """Return the colour that a side names, by its members or its own name."""
    for player in team:
        if player.colour is not None and player.colour not in COLOURS:
            raise RulesError("L1", f"{player.name}'s colour must be yellow or red, not {player.colour!r}")
    given = {player.colour for player in team if player.colour is not None}
    if len(given) > 1:
        raise RulesError("L1", f"{side} can't be both yellow and red")
    if given:
        return given.pop()
    return side.lower() if side.lower() in COLOURS else None


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
