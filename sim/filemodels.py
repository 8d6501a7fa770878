"""The tables of a board file as pydantic models, in the file's units; the keys carry them.

Scripts use the same walls, magnets and pieces. :mod:`sim.boardfile` turns them to SI.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from sim.reading import LARGEST, SMALLEST, FileModel, Says

_REAL = Field(strict=True, allow_inf_nan=False)
_BOUNDED = Field(ge=-LARGEST, le=LARGEST)
Text: TypeAlias = Annotated[str, Field(strict=True, min_length=1), Says("a text")]
Flag: TypeAlias = Annotated[bool, Field(strict=True), Says("true or false")]
Whole: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**63), Says("a whole number, 0 or above")]
Number: TypeAlias = Annotated[float, _REAL, _BOUNDED, Says("a finite number")]
Positive: TypeAlias = Annotated[float, _REAL, Field(gt=0.0), Field(ge=SMALLEST, le=LARGEST), Says("a number above 0")]
NotNegative: TypeAlias = Annotated[float, _REAL, Field(ge=0.0, le=LARGEST), Says("a number, 0 or above")]
Share: TypeAlias = Annotated[float, _REAL, Field(ge=0.0, le=1.0), Says("a number from 0 to 1")]
Point: TypeAlias = Annotated[tuple[Number, Number], Says("two finite numbers, [x, y]")]
Vector: TypeAlias = Annotated[tuple[Number, Number, Number], Says("three finite numbers, [x, y, z]")]
Circle: TypeAlias = Annotated[tuple[Number, Number, Positive], Says("[x, y, radius], the radius above 0")]
Sizes: TypeAlias = Annotated[tuple[Positive, Positive], Says("two numbers above 0")]
Corners: TypeAlias = Annotated[list[Point], Says("a list of corners, [[x, y], ...]", whole=False)]


Choice: TypeAlias = Annotated[
    Annotated[str, Field(strict=True, min_length=1)] | Annotated[int, Field(strict=True, ge=0)],
    Says("a text or a whole number"),
]
Choices: TypeAlias = Annotated[
    dict[str, Choice], Says("a table of options, each a text or a whole number", whole=False)
]


class MagnetTable(FileModel):
    """A cylinder magnet: a grade or a remanence, its size, and the direction of its axis and moment."""

    diameter_mm: Positive
    height_mm: Positive
    grade: Text | None = None
    remanence_T: Positive | None = None  # noqa: N815
    axis: Vector = (0.0, 0.0, 1.0)


class KindTable(FileModel):
    """A kind of piece. Restitution and friction: of two equal pieces meeting."""

    shape: Literal["disc", "ellipse"] = "disc"
    diameter_mm: Positive | None = None
    axes_mm: Sizes | None = None
    height_mm: Positive
    mass_g: Positive
    moment_A_m2: Vector | None = None  # noqa: N815
    magnet: MagnetTable | None = None
    contact: Literal["disc", "ring"] = "disc"
    """Where it rests on the table: on its whole area or on its rim."""
    restitution: Share | None = None
    friction: NotNegative | None = None


class SurfaceTable(FileModel):
    """The playing surface."""

    outline_mm: Corners
    edge: Literal["open", "drop"] = "open"
    friction_static: NotNegative | None = None
    friction_kinetic: NotNegative | None = None
    gravity_m_s2: NotNegative = 9.81


class BeyondTable(FileModel):
    """The table past the outline; what is left out is as on the surface."""

    friction_static: NotNegative | None = None
    friction_kinetic: NotNegative | None = None


class ZoneTable(FileModel):
    """A marked area: a polygon or a circle."""

    name: Text
    kind: Literal["score", "dead", "flick", "launch", "lane"]
    owner: Text | None = None
    value: Whole = 0
    polygon_mm: Corners | None = None
    circle_mm: Circle | None = None


class WallTable(FileModel):
    """A straight wall with round ends; restitution and friction of any piece against it."""

    name: Text | None = None
    from_mm: Point
    to_mm: Point
    thickness_mm: NotNegative
    restitution: Share = 0.0
    friction: NotNegative = 0.0


class FixedMagnetTable(FileModel):
    """A magnet that does not move; the height is that of its centre above the surface."""

    name: Text | None = None
    at_mm: Point
    height_mm: Number = 0.0
    moment_A_m2: Vector | None = None  # noqa: N815
    magnet: MagnetTable | None = None
    radius_mm: NotNegative | None = None


class RailTable(FileModel):
    """An overhead rail."""

    name: Text | None = None
    from_mm: Point
    to_mm: Point
    width_mm: Positive


class YokeTable(FileModel):
    """The launching yoke: its slot, closed at the back, and the magnets about it."""

    slot_length_mm: Positive = 60.0
    slot_width_mm: Positive | None = None
    """Left out: 1 mm more than the widest piece."""
    friction_static: NotNegative | None = None
    friction_kinetic: NotNegative | None = None
    wall_thickness_mm: Positive = 2.0
    restitution: Share = 0.3
    friction: NotNegative = 0.0
    magnets: list[FixedMagnetTable] = Field(default_factory=list)


class CordTable(FileModel):
    """What a cord is made of."""

    thickness_mm: Positive = 2.0
    mass_g_per_m: Positive = 4.0
    friction: Positive = 0.3
    bending_N_m2: NotNegative = 1e-7  # noqa: N815
    friction_stones: NotNegative = 0.1


class BoardFile(FileModel):
    """A board file."""

    name: Text | None = None
    game: Text | None = None
    surface: SurfaceTable
    beyond: BeyondTable | None = None
    pieces: dict[str, KindTable] = Field(default_factory=dict)
    zones: list[ZoneTable] = Field(default_factory=list)
    walls: list[WallTable] = Field(default_factory=list)
    magnets: list[FixedMagnetTable] = Field(default_factory=list)
    rails: list[RailTable] = Field(default_factory=list)
    yoke: YokeTable | None = None
    cord: CordTable | None = None
    options: Choices = Field(default_factory=dict)
