"""The tables of scripts and of positions as pydantic models, in the file's units; the keys carry them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from sim.filemodels import (
    Choices,
    Corners,
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

Totals: TypeAlias = Annotated[dict[str, Whole], Says("a table of whole numbers, one a side", whole=False)]
Count: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=1000), Says("a whole number, 1 or above")]


NoneOrMore: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=200), Says("a whole number from 0 to 200")]
Path: TypeAlias = Annotated[list[Point], Field(min_length=1), Says("a list of points, [[x, y], ...]", whole=False)]
Size: TypeAlias = Literal["S", "M", "L"]


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
    size: Size | None = None
    status: Literal["live", "dead", "removed", "hand"] | None = None


class StartTable(FileModel):
    """What lies on the table before the first action."""

    pieces: list[PlacedTable] = Field(default_factory=list)


class _Turned(FileModel):
    """What is said of the piece of an action. A face that is left out is drawn where the game says it can't be told."""

    by: Text
    angle_deg: Number = 0.0
    face: Literal["up", "down"] | None = None


class FlickTable(_Turned):
    """A flick by hand."""

    action: Literal["flick"]
    from_mm: Point
    speed_m_s: Positive
    heading_deg: Number
    spin_rad_s: Number = 0.0


class LaunchTable(_Turned):
    """A launch from the yoke: where its mouth stands, where it points, how far the piece is pulled in."""

    action: Literal["launch"]
    yoke_mm: Point
    heading_deg: Number
    draw_mm: NotNegative


class PlaceTable(_Turned):
    """A piece laid down."""

    action: Literal["place"]
    at_mm: Point
    size: Size | None = None


class HoverTable(_Turned):
    """A piece carried in the hand above the table, its middle at a height above the surface."""

    action: Literal["hover"]
    path_mm: Path
    height_mm: Positive
    speed_m_s: Positive
    size: Size | None = None


class MoveCordTable(FileModel):
    """The cord drawn along a path; its first point takes hold of the nearest part."""

    by: Text
    action: Literal["move_cord"]
    path_mm: Path
    speed_m_s: Positive


class EndTurnTable(FileModel):
    """The end of a turn; understood where another player acts."""

    by: Text
    action: Literal["end_turn"]


class RemoveTable(FileModel):
    """A piece taken off by hand."""

    by: Text
    action: Literal["remove"]
    piece: Text


ShotTable: TypeAlias = Annotated[
    FlickTable | LaunchTable | PlaceTable | HoverTable | MoveCordTable | RemoveTable | EndTurnTable,
    Field(discriminator="action"),
]


class RoundTable(FileModel):
    """A round: who starts it, and its actions in order."""

    starter: Text | None = None
    flick_off: Flag = False
    shots: list[ShotTable] = Field(default_factory=list)


class CordLineTable(FileModel):
    """Where the cord lies: its corners, closed by itself."""

    points_mm: Corners


class BagTable(FileModel):
    """How many stones of each size there are to share out."""

    S: NoneOrMore = 0
    M: NoneOrMore = 0
    L: NoneOrMore = 0


class ScriptFile(FileModel):
    """A script of a game."""

    game: Text
    board: Text | None = None
    seed: Whole | None = None
    format: Literal["single", "knockout"] = "single"
    options: Choices = Field(default_factory=dict)
    players: Players
    start: StartTable = StartTable()
    cord: CordLineTable | None = None
    bag: BagTable | None = None
    stones_left: Totals = Field(default_factory=dict)
    rounds: Annotated[list[RoundTable], Says("a list of rounds, [[rounds]]", whole=False)]


class PositionsFile(FileModel):
    """Positions written down by hand, for the referee."""

    game: Text
    board: Text | None = None
    options: Choices = Field(default_factory=dict)
    players: Players
    cord: CordLineTable | None = None
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
    size: Size | None = None
    status: Literal["live", "dead", "removed", "hand"] = "live"


class WrittenShot(_Written):
    """A shot of a run's result."""

    pieces: list[WrittenPiece]
    cord_mm: Corners | None = None


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
