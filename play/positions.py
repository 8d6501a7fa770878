"""Positions for the referee: written down by hand, or the end of a run's ``result.json``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from play.tables import (
    BY_HAND,
    board_for,
    cord_of,
    game_of,
    known_side,
    options_of,
    placed,
    players_of,
    refuse_others,
    sides_of,
)
from rules.players import Player
from sim.board import Board
from sim.errors import NOTHING, Place
from sim.layout import Layout


@dataclass(frozen=True, eq=False)
class Positions:
    """What the referee is asked to judge, as if the round were over.

    Attributes
    ----------
    path : the file, as named by the user
    board_name : the board as the file names it
    before : totals before this round, by side; empty where the file says nothing
    number : which round it is, or None
    """

    path: str
    game: str
    board: Board
    board_name: str
    options: dict[str, str]
    players: tuple[Player, ...]
    layout: Layout
    before: dict[str, int]
    number: int | None


def read_positions(path: str | Path) -> Positions:
    """Read positions from a TOML file, or from the JSON of a run: its last round's last shot.

    Raises
    ------
    sim.errors.InputError
        For the first fault in the file, with its key.
    """
    from sim.reading import read_json, read_toml

    place = Place(str(path))
    if Path(path).suffix.lower() == ".json":
        return positions_of_result(read_json(path), place)
    return positions_of(read_toml(path), place)


def positions_of(data: dict[str, Any], place: Place) -> Positions:
    """Turn the content of a positions file into values in SI; `place` names the file."""
    from play.filemodels import PositionsFile
    from sim.reading import validate

    refuse_others(data, "positions", place)
    game = game_of(data, place)
    table = validate(PositionsFile, data, place)
    players = players_of(table.players, place)
    for side in table.before:
        known_side(side, players, place.at("before", side))
    board, board_name = board_for(table.board, game, place)
    return Positions(
        path=place.file,
        game=game,
        board=board,
        board_name=board_name,
        options=options_of(table.options, game, place),
        players=players,
        layout=replace(
            placed(table.pieces, players, board, place.at("pieces"), overlap=BY_HAND),
            cord=None if table.cord is None else cord_of(table.cord.points_mm, place.at("cord", "points_mm")),
        ),
        before=_filled(table.before, players),
        number=table.round,
    )


def positions_of_result(data: dict[str, Any], place: Place) -> Positions:
    """Turn a run's result into the positions at its end, with the totals before its last round."""
    from play import filemodels as files
    from sim.reading import validate

    if "game" not in data:
        raise place.at("game").error("must be given: a bare table has nothing to score", NOTHING)
    game = game_of(data, place)
    result = validate(files.ResultFile, data, place)
    last = max((k for k, line in enumerate(result.rounds) if line.shots), default=None)
    if last is None:
        raise place.at("rounds").error("must hold at least one shot")
    players = players_of(result.players, place) if result.players else _players(result.totals)
    board, board_name = board_for(result.board, game, place)
    here = place.at("rounds", last, "shots", len(result.rounds[last].shots) - 1, "pieces")
    pieces = [
        files.PlacedTable(
            owner=piece.owner,
            at_mm=piece.at_mm,
            angle_deg=piece.angle_deg,
            face=piece.face,
            id=piece.id,
            size=piece.size,
            status=piece.status,
        )
        for piece in result.rounds[last].shots[-1].pieces
    ]
    corners = result.rounds[last].shots[-1].cord_mm
    cord = None if corners is None else cord_of(corners, here)
    before = dict.fromkeys(sides_of(players), 0)
    for line in result.rounds[:last]:
        for side, points in (line.points or {}).items():
            before[known_side(side, players, place.at("rounds"))] += points
    return Positions(
        path=place.file,
        game=game,
        board=board,
        board_name=board_name,
        options=options_of(result.options, game, place),
        players=players,
        layout=replace(placed(pieces, players, board, here, overlap=BY_HAND), cord=cord),
        before=before,
        number=result.rounds[last].number,
    )


def _filled(before: dict[str, int], players: tuple[Player, ...]) -> dict[str, int]:
    """Give the sides that are not named 0, where any is named."""
    return {side: before.get(side, 0) for side in sides_of(players)} if before else {}


def _players(totals: dict[str, int]) -> tuple[Player, ...]:
    """Return the sides of a result that lists no players; a side named as a colour plays it."""
    colours = ("yellow", "red", "gold", "black", "white")
    return tuple(Player(side, side.lower() if side.lower() in colours else None) for side in totals)
