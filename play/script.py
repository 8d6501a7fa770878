"""Scripts: who does what, read from TOML into frozen values in SI."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from play.baretable import BareTable, bare_table_of
from play.lines import FlickLine, RemoveLine, ShotLine, line_of
from play.tables import (
    board_for,
    cord_of,
    game_of,
    known_player,
    known_side,
    options_of,
    placed,
    players_of,
    puck_of,
    refuse_others,
)
from rules.players import Player
from sim.board import Board
from sim.errors import Place
from sim.layout import Layout

if TYPE_CHECKING:
    from play import filemodels as files

__all__ = ["BareTable", "FlickLine", "RemoveLine", "RoundLine", "Script", "ShotLine", "read_script"]


@dataclass(frozen=True)
class RoundLine:
    """A round of a script: its starter where one is named, and its actions in order."""

    where: str
    starter: str | None
    flick_off: bool
    shots: tuple[ShotLine, ...]


@dataclass(frozen=True, eq=False)
class Script:
    """A script of a game.

    Attributes
    ----------
    path : the file, as named by the user
    board_name : the board as the file names it: one that ships, or a path relative to the file
    seed : None where the file gives none
    start : what lies on the table before the first action, the cord included
    bag : how many stones of each kind there are; None: the game's own
    stones_left : by side, what everyone had in hand when the last game ended
    """

    path: str
    game: str
    board: Board
    board_name: str
    seed: int | None
    format: str
    options: dict[str, str]
    players: tuple[Player, ...]
    start: Layout
    rounds: tuple[RoundLine, ...]
    bag: dict[str, int] | None = None
    stones_left: dict[str, int] = field(default_factory=dict)


def read_script(path: str | Path) -> Script | BareTable:
    """Read a script, of a game or of a bare table.

    Raises
    ------
    sim.errors.InputError
        For the first fault in the file, with its key.
    """
    from sim.reading import read_toml

    return script_of(read_toml(path), Place(str(path)))


def script_of(data: dict[str, Any], place: Place) -> Script | BareTable:
    """Turn the content of a script into values in SI; `place` names the file."""
    from play.filemodels import ScriptFile
    from sim.reading import validate

    refuse_others(data, "script", place)
    if "game" not in data and not {"players", "rounds", "board", "start"} & data.keys():
        return bare_table_of(data, place)
    game = game_of(data, place)
    table = validate(ScriptFile, data, place)
    if table.format == "knockout" and game != "kalide":
        raise place.at("format").error(f"must be single: {game} has no other format", table.format)
    players = players_of(table.players, place)
    options = options_of(table.options, game, place)
    board, board_name = board_for(table.board, game, place)
    puck_of(board, None, place)
    for side in table.stones_left:
        known_side(side, players, place.at("stones_left", side))
    start = placed(table.start.pieces, players, board, place.at("start", "pieces"))
    if table.cord is not None:
        start = replace(start, cord=cord_of(table.cord.points_mm, place.at("cord", "points_mm")))
    if not table.rounds:
        raise place.at("rounds").error("must list at least one round", [])
    return Script(
        path=place.file,
        game=game,
        board=board,
        board_name=board_name,
        seed=table.seed,
        format=table.format,
        options=options,
        players=players,
        start=start,
        rounds=tuple(_round(line, players, place.at("rounds", i)) for i, line in enumerate(table.rounds)),
        bag=None if table.bag is None else table.bag.model_dump(),
        stones_left=dict(table.stones_left),
    )


def _round(table: files.RoundTable, players: tuple[Player, ...], place: Place) -> RoundLine:
    starter = table.starter
    if starter is not None and starter not in [player.side for player in players]:
        known_player(starter, players, place.at("starter"))
    shots = tuple(_shot(shot, players, place.at("shots", i)) for i, shot in enumerate(table.shots))
    return RoundLine(place.key, starter, table.flick_off, shots)


def _shot(table: files.ShotTable, players: tuple[Player, ...], place: Place) -> ShotLine:
    known_player(table.by, players, place.at("by"))
    return line_of(table, place.key)
