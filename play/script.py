"""Scripts: who flicks what, read from TOML into frozen values in SI."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from play.baretable import BareTable, bare_table_of
from play.tables import (
    board_for,
    game_of,
    known_player,
    options_of,
    placed,
    players_of,
    puck_of,
    refuse_others,
)
from rules.players import Player
from sim.board import Board
from sim.boardfile import metres
from sim.errors import Place
from sim.layout import Layout
from sim.values import Vector2

if TYPE_CHECKING:
    from play import filemodels as files

__all__ = ["BareTable", "FlickLine", "RemoveLine", "RoundLine", "Script", "ShotLine", "read_script"]


@dataclass(frozen=True)
class FlickLine:
    """A flick as a script asks for it: position in m, speed in m/s, heading and angle in rad, spin in rad/s.

    `where` is its key in the file, as ``rounds[0].shots[3]``; a `face` of None is drawn.
    """

    where: str
    by: str
    position: Vector2
    speed: float
    heading: float
    spin: float = 0.0
    angle: float = 0.0
    face: Literal["up", "down"] | None = None


@dataclass(frozen=True)
class RemoveLine:
    """A piece to be taken off by hand."""

    where: str
    by: str
    piece_id: str


ShotLine: TypeAlias = FlickLine | RemoveLine


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
    start : what lies on the table before the first action
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
    if table.format != "single":
        raise place.at("format").error("must be single: match formats aren't available yet", table.format)
    players = players_of(table.players, place)
    options = options_of(table.options, game, place)
    board, board_name = board_for(table.board, game, place)
    puck_of(board, None, place)
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
        start=placed(table.start.pieces, players, board, place.at("start", "pieces")),
        rounds=tuple(_round(line, players, place.at("rounds", i)) for i, line in enumerate(table.rounds)),
    )


def _round(table: files.RoundTable, players: tuple[Player, ...], place: Place) -> RoundLine:
    starter = table.starter
    if starter is not None:
        known_player(starter, players, place.at("starter"))
    shots = tuple(_shot(shot, players, place.at("shots", i)) for i, shot in enumerate(table.shots))
    return RoundLine(place.key, starter, table.flick_off, shots)


def _shot(table: files.FlickTable | files.RemoveTable, players: tuple[Player, ...], place: Place) -> ShotLine:
    by = known_player(table.by, players, place.at("by"))
    if table.action == "remove":
        return RemoveLine(place.key, by, table.piece)
    return FlickLine(
        where=place.key,
        by=by,
        position=metres(table.from_mm),
        speed=table.speed_m_s,
        heading=math.radians(table.heading_deg),
        spin=table.spin_rad_s,
        angle=math.radians(table.angle_deg),
        face=table.face,
    )
