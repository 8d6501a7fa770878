"""The tables of scripts and of positions as pydantic models, in the file's units; the keys carry them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from sim.filemodels import (
    FixedMagnetTable,
    Flag,
    KindTable,
    NotNegative,
    Number,
    Point,
    Positive,
    Share,
    Sizes,
    Text,
    WallTable,
    Whole,
)
from sim.reading import FileModel, Says

Choices: TypeAlias = Annotated[dict[str, Text], Says("a table of options, each a text", whole=False)]
Totals: TypeAlias = Annotated[dict[str, Whole], Says("a table of whole numbers, one a side", whole=False)]
Count: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=1000), Says("a whole number, 1 or above")]


class PlayerTable(FileModel):
    """Who plays: for a team or alone, with a colour, and with a handicap where `pucks` says so."""

    name: Text
    colour: Text | None = None
    team: Text | None = None
    pucks: Count | None = None
    height_cm: Positive | None = None


Players: TypeAlias = Annotated[list[PlayerTable], Says("a list of players, [[players]]", whole=False)]


class PlacedTable(FileModel):
    """A piece that lies on the table: in positions, and at a script's start."""

    owner: Text
    at_mm: Point
    angle_deg: Number = 0.0
    face: Literal["up", "down", "edge"] = "up"
    id: Text | None = None
    size: Literal["S", "M", "L"] | None = None
    status: Literal["live", "dead", "removed", "hand"] | None = None


class StartTable(FileModel):
    """What lies on the table before the first action."""

    pieces: list[PlacedTable] = Field(default_factory=list)


class FlickTable(FileModel):
    """A flick by hand. A face that is left out is drawn."""

    by: Text
    action: Literal["flick"]
    from_mm: Point
    speed_m_s: Positive
    heading_deg: Number
    spin_rad_s: Number = 0.0
    angle_deg: Number = 0.0
    face: Literal["up", "down"] | None = None


class RemoveTable(FileModel):
    """A piece taken off by hand."""

    by: Text
    action: Literal["remove"]
    piece: Text


ShotTable: TypeAlias = Annotated[FlickTable | RemoveTable, Field(discriminator="action")]


class RoundTable(FileModel):
    """A round: who starts it, and its actions in order."""

    starter: Text | None = None
    flick_off: Flag = False
    shots: list[ShotTable] = Field(default_factory=list)


class ScriptFile(FileModel):
    """A script of a game."""

    game: Text
    board: Text | None = None
    seed: Whole | None = None
    format: Literal["single", "knockout"] = "single"
    options: Choices = Field(default_factory=dict)
    players: Players
    start: StartTable = StartTable()
    rounds: Annotated[list[RoundTable], Says("a list of rounds, [[rounds]]", whole=False)]


class PositionsFile(FileModel):
    """Positions written down by hand, for the referee."""

    game: Text
    board: Text | None = None
    options: Choices = Field(default_factory=dict)
    players: Players
    before: Totals = Field(default_factory=dict)
    round: Annotated[int, Field(strict=True, ge=0), Says("a whole number, 0 or above")] | None = None
    pieces: list[PlacedTable] = Field(default_factory=list)


class TableTable(FileModel):
    """A bare table: the rectangle from (0, 0), or endless."""

    size_mm: Sizes | None = None
    edge: Literal["drop", "open"] = "drop"
    friction_static: NotNegative | None = None
    friction_kinetic: NotNegative | None = None
    gravity_m_s2: NotNegative = 9.81


class ContactTable(FileModel):
    """Contact between pieces that give no values of their own."""

    restitution: Share = 0.0
    friction: NotNegative = 0.0


class BarePieceTable(KindTable):
    """A piece on a bare table, with its motion at the start."""

    id: Text
    face: Literal["up", "down", "edge"] = "up"
    at_mm: Point
    angle_deg: Number = 0.0
    velocity_m_s: Point = (0.0, 0.0)
    spin_rad_s: Number = 0.0
    pinned: Flag = False


class RunTable(FileModel):
    """How long a bare table is run, and how often it is recorded."""

    until_s: Positive | None = None
    record_every_ms: Positive = 1.0


class BareTableFile(FileModel):
    """A script without a game."""

    seed: Whole | None = None
    table: TableTable = TableTable()
    contact: ContactTable = ContactTable()
    walls: list[WallTable] = Field(default_factory=list)
    magnets: list[FixedMagnetTable] = Field(default_factory=list)
    pieces: Annotated[list[BarePieceTable], Says("a list of pieces, [[pieces]]", whole=False)]
    run: RunTable = RunTable()


class _Written(BaseModel):
    """A table of our own output: read what is needed, let the rest be."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class WrittenPiece(_Written):
    """A piece of a run's result."""

    id: Text
    owner: Text
    at_mm: Point
    angle_deg: Number = 0.0
    face: Literal["up", "down", "edge"] = "up"
    status: Literal["live", "dead", "removed", "hand"] = "live"


class WrittenShot(_Written):
    """A shot of a run's result."""

    pieces: list[WrittenPiece]


class WrittenRound(_Written):
    """A round of a run's result; points are missing where it was not finished."""

    number: Whole
    shots: list[WrittenShot] = Field(default_factory=list)
    points: Totals | None = None


class ResultFile(_Written):
    """A run's result, as far as the referee needs it."""

    game: Text
    board: Text
    options: Choices = Field(default_factory=dict)
    players: list[PlayerTable] = Field(default_factory=list)
    rounds: list[WrittenRound]
    totals: Totals
