"""A board: the table as data. Everything in SI; files are read in :mod:`sim.boardfile`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from sim.cord import CordKind
from sim.pieces import PieceKind
from sim.values import Floats, Vector2, Vector3

ZoneKind: TypeAlias = Literal["score", "dead", "flick", "launch", "lane"]


@dataclass(frozen=True)
class Friction:
    """Friction between a piece and the table: static and kinetic coefficients."""

    static: float = 0.0
    kinetic: float = 0.0


@dataclass(frozen=True, eq=False)
class Surface:
    """The playing surface.

    Attributes
    ----------
    outline : (k, 2) m, or None for an endless table
    edge : "open": pieces come to lie on the table beyond; "drop": they fall off and are gone
    """

    outline: Floats | None
    edge: Literal["open", "drop"]
    friction: Friction


@dataclass(frozen=True, eq=False)
class Zone:
    """A marked area: a polygon (k, 2) m or a circle (x, y, radius) m. A later zone lies over an earlier one."""

    name: str
    kind: ZoneKind
    owner: str | None = None
    value: int = 0
    polygon: Floats | None = None
    circle: Vector3 | None = None


@dataclass(frozen=True)
class Wall:
    """A straight wall: full `thickness` centred on the line, round ends. The wall's materials hold for any piece."""

    name: str
    start: Vector2
    end: Vector2
    thickness: float
    restitution: float = 0.0
    friction: float = 0.0


@dataclass(frozen=True)
class FixedMagnet:
    """A magnet that does not move: centre (x, y, z above the surface) m, moment A·m², footprint radius m.

    `cylinder` is the radius and height of a finite magnet, m; its axis is that of the moment. Zeros: a point dipole.
    """

    name: str
    position: Vector3
    moment: Vector3
    radius: float = 0.0
    cylinder: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Rail:
    """An overhead rail that pieces pass under, seen from above: a band of `width` along a line, square ends."""

    name: str
    start: Vector2
    end: Vector2
    width: float


@dataclass(frozen=True)
class Yoke:
    """What pucks are launched with: a slot with magnets of its own.

    Attributes
    ----------
    length, width : m
        Of the slot, which is closed at its back.
    friction : Friction
        Under a puck whose middle is in the slot.
    magnets : tuple of FixedMagnet
        In the slot's own frame: origin at the middle of its mouth, x along the way out. As the yoke is held for a puck
        with its face up.
    walls : full thickness of the slot's sides, m; their restitution and friction
    """

    length: float
    width: float
    friction: Friction
    magnets: tuple[FixedMagnet, ...] = ()
    wall_thickness: float = 2e-3
    restitution: float = 0.3
    rub: float = 0.0

    def turned(self, height: float) -> Yoke:
        """Return the yoke turned over about its slot's axis `height` above the table, m, as for a puck upside down."""
        magnets = []
        for magnet in self.magnets:
            (x, y, z), (mx, my, mz) = magnet.position, magnet.moment
            magnets.append(replace(magnet, position=(x, -y, 2.0 * height - z), moment=(mx, -my, -mz)))
        return replace(self, magnets=tuple(magnets))


@dataclass(frozen=True, eq=False)
class Board:
    """A table to play on.

    `game` names whose rules it serves (None: any); `beyond` is the friction past the outline where the edge is open;
    `pieces` the kinds of piece by name; `yoke` what pucks are launched with; `cord` what a cord on it is made of;
    `gravity` in m/s²; `options` are words for the rules, which the physics does not read.
    """

    name: str
    surface: Surface
    beyond: Friction
    game: str | None = None
    pieces: dict[str, PieceKind] = field(default_factory=dict)
    zones: tuple[Zone, ...] = ()
    walls: tuple[Wall, ...] = ()
    magnets: tuple[FixedMagnet, ...] = ()
    rails: tuple[Rail, ...] = ()
    yoke: Yoke | None = None
    cord: CordKind = field(default_factory=CordKind)
    gravity: float = 9.81
    options: dict[str, str] = field(default_factory=dict)

    def plot(self, ax: Any = None, **options: Any) -> Any:
        """Draw the board and return matplotlib's Axes.

        Parameters
        ----------
        ax : Axes to draw on; left out: a figure of its own, of which pyplot knows nothing
        **options : ``style`` is "light" or "dark"

        Raises
        ------
        RuntimeError
            If no package that draws is at hand; see :mod:`sim.display`.
        """
        from sim.display import plot

        return plot(self, ax, **options)

    def _repr_png_(self) -> bytes | None:
        """Return the board as a picture for notebooks."""
        from sim.display import png

        return png(self)
