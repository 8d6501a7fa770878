"""What may be done to a layout. An action says what happens to the table; who may do it is for the rules.

`by` is a label that rules and scripts carry along; the simulation does not read it.
"""

from __future__ import annotations

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


Action: TypeAlias = Flick | Remove | Settle | Release
