"""What may be done to a layout. An action says what happens to the table; who may do it is for the rules.

`by` is a label that rules and scripts carry along; the simulation does not read it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TypeAlias

from sim.pieces import Piece
from sim.values import Face, Vector2


@dataclass(frozen=True)
class Flick:
    """A new piece set down at `position` (m) and sent off at `speed` (m/s) along `heading` (rad); `spin` in rad/s."""

    piece: Piece
    position: Vector2
    speed: float
    heading: float
    spin: float = 0.0
    angle: float = 0.0
    face: Face = "up"
    by: str = ""


@dataclass(frozen=True)
class Launch:
    """A new piece let go from the board's yoke, its slot's mouth at `yoke` (m) and pointing along `heading` (rad).

    The piece's middle is drawn in by `draw` (m) behind the mouth, on the slot's middle line; the field does the rest.
    For a piece with its face down the yoke is turned over as well, so that it repels either.
    """

    piece: Piece
    yoke: Vector2
    heading: float
    draw: float
    angle: float = 0.0
    face: Face = "up"
    by: str = ""

    @property
    def start(self) -> Vector2:
        """Where the piece's middle is before it is let go, m."""
        x, y = self.yoke
        return (x - self.draw * math.cos(self.heading), y - self.draw * math.sin(self.heading))


@dataclass(frozen=True)
class Place:
    """A new piece laid down at `position` (m) and let go."""

    piece: Piece
    position: Vector2
    angle: float = 0.0
    face: Face = "up"
    by: str = ""


@dataclass(frozen=True)
class Hover:
    """A piece carried in the hand above the table, its middle at `height` (m), along `path` ((k, 2) m) at `speed`.

    At the path's end it stays until all below has come to rest, and is taken away. It is no part of the layout.
    """

    piece: Piece
    path: tuple[Vector2, ...]
    height: float
    speed: float
    angle: float = 0.0
    face: Face = "up"
    by: str = ""


@dataclass(frozen=True)
class MoveCord:
    """The cord taken hold of where it is nearest to the first point of `path` ((k, 2) m), and drawn along it, flat."""

    path: tuple[Vector2, ...]
    speed: float
    by: str = ""


@dataclass(frozen=True)
class Remove:
    """A piece taken off the table by hand; the rest settles without it."""

    piece_id: str
    by: str = ""


@dataclass(frozen=True)
class Settle:
    """Nothing is done: the table is let go until all rests."""

    by: str = ""


@dataclass(frozen=True)
class Release:
    """All pieces let go at once with given velocities (m/s) and spins (rad/s), by piece id; others start at rest."""

    velocities: dict[str, Vector2] = field(default_factory=dict)
    spins: dict[str, float] = field(default_factory=dict)
    by: str = ""


Action: TypeAlias = Flick | Launch | Place | Hover | MoveCord | Remove | Settle | Release
