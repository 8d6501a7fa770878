"""What a game of one's own needs before it can be played: board, players and options that fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import gcd

from rules.free.clauses import OPTIONS
from rules.players import Player, members, sides
from rules.ruleset import settled
from rules.ruling import RulesError, listed
from sim.board import Board, Zone
from sim.layout import Layout
from sim.pieces import PieceKind

ROOM = 1e-9
"""Lengths that differ by less than this are equal, m: file values in mm don't convert to exact metres."""
FULLY_TRIED = 10_000
"""Up to this target every sum of values is tried; above, only whether their common divisor divides it."""


def chosen(board: Board, options: Mapping[str, str] | None) -> dict[str, str]:
    """Return every option with its value: the one given, else the board's own, else the default.

    Raises
    ------
    RulesError
        For a name that isn't an option, or a value that the option doesn't have.
    """
    try:
        settled("the game", "F2", OPTIONS, board.options)
    except RulesError as error:
        raise RulesError(error.clause, f"board {board.name}: {error.why}") from None
    return settled("the game", "F2", OPTIONS, {**board.options, **(options or {})})


def score_zones(board: Board) -> tuple[Zone, ...]:
    """Return the zones that give points."""
    return tuple(zone for zone in board.zones if zone.kind == "score")


def start_zones(board: Board, *, by_hand: bool) -> tuple[Zone, ...]:
    """Return the zones in which a turn begins: for a launch those of that kind; each stands in for the other.

    None at all: the whole surface serves.
    """
    for kind in ("flick", "launch") if by_hand else ("launch", "flick"):
        found = tuple(zone for zone in board.zones if zone.kind == kind)
        if found:
            return found
    return ()


def owner_colours(board: Board, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the colours that own a zone where that matters, in the board's order."""
    kinds = ("score", "flick", "launch") if options["owner"] == "zone" else ("flick", "launch")
    owners = [zone.owner for zone in board.zones if zone.kind in kinds and zone.owner is not None]
    return tuple(dict.fromkeys(owners))


def seated(board: Board, players: tuple[Player, ...], options: Mapping[str, str]) -> tuple[Player, ...]:
    """Return the players, each with the colour and the number of pieces of the own side.

    A colour that is left out is the side's name where a zone belongs to that, else the first that is free.

    Raises
    ------
    RulesError
        F1 or F5 for players who don't fit together, F2 where a colour or a side is left without the other.
    """
    if not players:
        raise RulesError("F1", "nobody plays: it takes one of the players or more")
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise RulesError("F1", f"two players are called {name}")
    teams = {side: members(players, side) for side in sides(players)}
    pucks = {side: _pucks(side, team, int(options["pieces"])) for side, team in teams.items()}
    owners = owner_colours(board, options)
    colours = {side: _colour(side, team, owners) for side, team in teams.items()}
    free = [colour for colour in owners if colour not in colours.values()]
    filled = {side: colour if colour is not None else free.pop(0) if free else None for side, colour in colours.items()}
    for colour in filled.values():
        same = [other for other in filled if filled[other] == colour]
        if colour is not None and len(same) > 1:
            raise RulesError("F1", f"{listed(same)} can't both be {colour}" if len(same) == 2 else f"{colour} is taken")
    if free:
        zone = next(zone.name for zone in board.zones if zone.owner == free[0])
        raise RulesError("F2", f"board {board.name}: zone {zone} belongs to {free[0]}, a colour that no player has")
    every = score_zones(board)
    if options["owner"] == "zone" and every and all(zone.owner is not None for zone in every):
        for side, colour in filled.items():
            if not any(zone.owner == colour for zone in every):
                why = f"all zones belong to {listed(list(dict.fromkeys(str(z.owner) for z in every)))}"
                raise RulesError("F2", f"board {board.name}: {why}, so {side} has none to score in")
    return tuple(replace(player, colour=filled[player.side], pucks=pucks[player.side]) for player in players)


def _pucks(side: str, team: tuple[Player, ...], usual: int) -> int:
    """Return how many pieces a side has a round."""
    given = {player.pucks for player in team if player.pucks is not None}
    if len(given) > 1:
        numbers = listed([str(n) for n in sorted(given)])
        raise RulesError("F5", f"{side} has one number of pieces a round for all its players, not {numbers}")
    for number in given:
        if number < 1:
            raise RulesError("F5", f"{side} needs at least one piece among its players, not {number}")
    return given.pop() if given else usual


def _colour(side: str, team: tuple[Player, ...], owners: tuple[str, ...]) -> str | None:
    """Return the colour that a side names, by its members or its own name."""
    given = {player.colour for player in team if player.colour is not None}
    if len(given) > 1:
        raise RulesError("F1", f"{side} has one colour for all its players, not {listed(sorted(given))}")
    if given:
        return given.pop()
    return next((colour for colour in (side, side.lower()) if colour in owners), None)


def check_zones(board: Board, options: Mapping[str, str]) -> None:
    """Raise RulesError if points couldn't be told on the board, or never lead to the goal: F2 or F20."""
    if board.game not in (None, "free"):
        raise RulesError("F2", f"board {board.name} serves the rules of {board.game}, not a game of one's own")
    values = sorted({zone.value for zone in score_zones(board)})
    if not values:
        raise RulesError("F2", f"board {board.name} has no zone to score in")
    goal, target = options["goal"], int(options["target"])
    if goal == "most":
        return
    if values[-1] <= 0:
        why = f"no zone gives points, so nobody can reach {target}, as option goal = {goal} asks"
        raise RulesError("F20", f"board {board.name}: {why}")
    if goal == "exactly" and not _makes(values, target):
        worth = listed([str(value) for value in values])
        why = f"its zones are worth {worth}, which can't make exactly {target}, as options goal and target ask"
        raise RulesError("F20", f"board {board.name}: {why}")


def _makes(values: list[int], target: int) -> bool:
    """Whether some sum of the values, each as often as wanted, is the target."""
    if values[0] < 0 or target > FULLY_TRIED:
        return target % gcd(*values) == 0
    reached = [True] + [False] * target
    for total in range(1, target + 1):
        reached[total] = any(0 < value <= total and reached[total - value] for value in values)
    return reached[target]


def check_board(board: Board, players: tuple[Player, ...], options: Mapping[str, str]) -> None:
    """Raise RulesError if a match can't be played on the board by these players: F2, F5, F6, F7 or F20."""
    check_zones(board, options)
    if not board.pieces:
        raise RulesError("F5", f"board {board.name} has no kind of piece")
    action = options["action"]
    if action == "launch":
        if board.yoke is None:
            raise RulesError("F6", f"board {board.name} has no yoke, and option action = launch needs one")
        if not any(fits(board, kind) for kind in board.pieces.values()):
            slot = f"{1e3 * board.yoke.width:g} mm wide"
            raise RulesError("F6", f"board {board.name} has a yoke whose slot, {slot}, takes none of its pieces")
    for by_hand in (True, False):
        used = action in (("flick", "place", "any") if by_hand else ("launch", "any"))
        zones = start_zones(board, by_hand=by_hand)
        if not (used and zones) or (not by_hand and board.yoke is None):
            continue
        for side in sides(players):
            colour = members(players, side)[0].colour
            if not any(zone.owner in (None, colour) for zone in zones):
                raise RulesError("F7", f"board {board.name} has no {zones[0].kind} zone for {side} to play from")


def fits(board: Board, kind: PieceKind) -> bool:
    """Whether a piece of that kind goes through the yoke's slot."""
    return board.yoke is not None and board.yoke.width >= 2.0 * min(kind.semi_axes) - ROOM


def default_kind(board: Board) -> PieceKind:
    """Return the kind that is played where no size is named: a puck where there is that kind, else the first."""
    return board.pieces.get("puck") or next(iter(board.pieces.values()))


def check_owners(layout: Layout, players: tuple[Player, ...]) -> None:
    """Raise RulesError, F1, if a piece belongs to somebody who doesn't play."""
    known = sides(players)
    for piece in layout.pieces:
        if piece.owner is not None and piece.owner not in known:
            raise RulesError("F1", f"{piece.id} belongs to {piece.owner}, who doesn't play; {listed(known)} do")


def side_of_colour(players: tuple[Player, ...], colour: str | None) -> str | None:
    """Return the side that plays a colour, or None."""
    return next((player.side for player in players if colour is not None and player.colour == colour), None)


def side_of(players: tuple[Player, ...], name: str) -> str:
    """Return the side of a person. KeyError if nobody of that name plays."""
    for player in players:
        if player.name == name:
            return player.side
    raise KeyError(f"nobody called {name!r} plays")
