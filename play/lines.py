"""The actions of a script: as frozen values in SI, and as the actions that rules and physics take."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rules.ruleset import EndTurn
from sim.actions import Action, Flick, Hover, Launch, MoveCord, Place, Remove
from sim.boardfile import MM, metres
from sim.values import Vector2

if TYPE_CHECKING:
    from rules.ruleset import RuleSet, State

FaceUp: TypeAlias = Literal["up", "down"]


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
    face: FaceUp | None = None


@dataclass(frozen=True)
class LaunchLine:
    """A launch from the yoke: its mouth and how far the piece is drawn in, m, heading and angle in rad."""

    where: str
    by: str
    yoke: Vector2
    heading: float
    draw: float
    angle: float = 0.0
    face: FaceUp | None = None


@dataclass(frozen=True)
class PlaceLine:
    """A piece laid down at a place, m, at an angle, rad, of a size where the game has sizes."""

    where: str
    by: str
    position: Vector2
    angle: float = 0.0
    face: FaceUp | None = None
    size: str | None = None


@dataclass(frozen=True)
class HoverLine:
    """A piece carried in the hand along a path, m, its middle at a height, m, at a speed, m/s."""

    where: str
    by: str
    path: tuple[Vector2, ...]
    height: float
    speed: float
    angle: float = 0.0
    face: FaceUp | None = None
    size: str | None = None


@dataclass(frozen=True)
class MoveCordLine:
    """The cord drawn along a path, m, at a speed, m/s."""

    where: str
    by: str
    path: tuple[Vector2, ...]
    speed: float


@dataclass(frozen=True)
class RemoveLine:
    """A piece to be taken off by hand."""

    where: str
    by: str
    piece_id: str


@dataclass(frozen=True)
class EndTurnLine:
    """A turn to be ended by its player."""

    where: str
    by: str


ShotLine: TypeAlias = FlickLine | LaunchLine | PlaceLine | HoverLine | MoveCordLine | RemoveLine | EndTurnLine

NAMES = {
    Flick: "flick",
    Launch: "launch",
    Place: "place",
    Hover: "hover",
    MoveCord: "move_cord",
    Remove: "remove",
    EndTurn: "end_turn",
}
"""What scripts and results call an action."""


def line_of(table: Any, where: str) -> ShotLine:
    """Turn one action of a script file (a model of :mod:`play.filemodels`) to SI."""
    by = table.by
    if table.action == "remove":
        return RemoveLine(where, by, table.piece)
    if table.action == "end_turn":
        return EndTurnLine(where, by)
    if table.action == "move_cord":
        return MoveCordLine(where, by, tuple(metres(p) for p in table.path_mm), table.speed_m_s)
    angle, face = math.radians(table.angle_deg), table.face
    if table.action == "launch":
        yoke, draw = metres(table.yoke_mm), table.draw_mm * MM
        return LaunchLine(where, by, yoke, math.radians(table.heading_deg), draw, angle, face)
    if table.action == "place":
        return PlaceLine(where, by, metres(table.at_mm), angle, face, table.size)
    if table.action == "hover":
        path, height = tuple(metres(p) for p in table.path_mm), table.height_mm * MM
        return HoverLine(where, by, path, height, table.speed_m_s, angle, face, table.size)
    heading = math.radians(table.heading_deg)
    return FlickLine(where, by, metres(table.from_mm), table.speed_m_s, heading, table.spin_rad_s, angle, face)


def action_of(line: ShotLine, rule_set: RuleSet, state: State) -> Action | EndTurn:
    """Return the action of a line, with the piece that it plays; a face that is left out is drawn."""
    by = line.by
    if isinstance(line, RemoveLine):
        return Remove(line.piece_id, by=by)
    if isinstance(line, EndTurnLine):
        return EndTurn(by)
    if isinstance(line, MoveCordLine):
        return MoveCord(line.path, line.speed, by=by)
    size = line.size if isinstance(line, PlaceLine | HoverLine) else None
    piece = rule_set.next_piece(state, by, size)
    face = line.face or rule_set.draw_face(state, piece.id)
    if isinstance(line, FlickLine):
        return Flick(piece, line.position, line.speed, line.heading, line.spin, line.angle, face, by)
    if isinstance(line, LaunchLine):
        return Launch(piece, line.yoke, line.heading, line.draw, line.angle, face, by)
    if isinstance(line, PlaceLine):
        return Place(piece, line.position, line.angle, face, by)
    return Hover(piece, line.path, line.height, line.speed, line.angle, face, by)
