"""Boards from TOML files: read, checked, and turned to SI, here at the file's edge and once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from sim.board import Board, FixedMagnet, Friction, Rail, Surface, Wall, Yoke, Zone
from sim.cord import CordKind
from sim.errors import NOTHING, InputError, Place
from sim.magnets import REMANENCE, Magnet
from sim.pieces import PieceKind
from sim.polygon import fault, opened
from sim.values import Floats, Vector2, Vector3, frozen

if TYPE_CHECKING:
    from sim import filemodels as files

MM = 1e-3
"""Metres in a millimetre."""
GRAM = 1e-3
"""Kilograms in a gram."""


def board_names() -> tuple[str, ...]:
    """Return the names of the boards that ship with the package, sorted."""
    folder = resources.files("sim") / "boards"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


def load_board(name_or_path: str | Path) -> Board:
    """Return a board that ships, by name, or one in a file.

    Raises
    ------
    sim.errors.InputError
        No such board, or a fault in the file.

    Examples
    --------
    >>> load_board("kalide").game
    'kalide'
    """
    from sim.reading import choice, there

    name = str(name_or_path)
    if name in board_names():
        with resources.as_file(resources.files("sim") / "boards" / f"{name}.toml") as path:
            return _load(path, f"{name}.toml")
    if not Path(name).suffix and not there(Path(name)):
        raise InputError(name, "", f"must be a board that ships ({choice(board_names())}) or a board file")
    return _load(Path(name), name)


def _load(path: Path, shown_as: str) -> Board:
    """Read a board file; the format's models are loaded here, since pydantic costs .1 s."""
    from sim.filemodels import BoardFile
    from sim.reading import read_toml, validate

    place = Place(shown_as)
    return board_of(validate(BoardFile, read_toml(path), place), place, path.stem)


def board_of(table: files.BoardFile, place: Place, stem: str) -> Board:
    """Turn a board file's tables into a board; `stem` names a board that gives no name."""
    surface = table.surface
    on = friction_of(surface.friction_static, surface.friction_kinetic, place.at("surface"))
    beyond = on
    if table.beyond is not None:
        static = on.static if table.beyond.friction_static is None else table.beyond.friction_static
        kinetic = on.kinetic if table.beyond.friction_kinetic is None else table.beyond.friction_kinetic
        beyond = friction_of(static, kinetic, place.at("beyond"))
    kinds = {name: kind_of(kind, name, place.at("pieces", name)) for name, kind in table.pieces.items()}
    widest = max((kind.radius for kind in kinds.values()), default=0.0125)
    outline = polygon_of(surface.outline_mm, place.at("surface", "outline_mm"))
    return Board(
        name=table.name or stem,
        game=table.game,
        surface=Surface(outline, surface.edge, on),
        beyond=beyond,
        pieces=kinds,
        zones=tuple(_zone(zone, place.at("zones", i)) for i, zone in enumerate(table.zones)),
        walls=walls_of(table.walls),
        magnets=magnets_of(table.magnets, place),
        rails=tuple(
            Rail(rail.name or f"rail-{i + 1}", metres(rail.from_mm), metres(rail.to_mm), rail.width_mm * MM)
            for i, rail in enumerate(table.rails)
        ),
        yoke=None if table.yoke is None else yoke_of(table.yoke, place.at("yoke"), widest),
        cord=CordKind() if table.cord is None else cord_of(table.cord),
        gravity=surface.gravity_m_s2,
        options={name: str(value) for name, value in table.options.items()},
    )


def yoke_of(table: files.YokeTable, place: Place, widest: float) -> Yoke:
    """Return the yoke of a board file; `widest` is the radius of the widest piece, m."""
    width = 2.0 * widest + MM if table.slot_width_mm is None else table.slot_width_mm * MM
    return Yoke(
        length=table.slot_length_mm * MM,
        width=width,
        friction=friction_of(table.friction_static, table.friction_kinetic, place),
        magnets=magnets_of(table.magnets, place, "yoke"),
        wall_thickness=table.wall_thickness_mm * MM,
        restitution=table.restitution,
        rub=table.friction,
    )


def cord_of(table: files.CordTable) -> CordKind:
    """Return what the cord of a board file is made of."""
    return CordKind(
        thickness=table.thickness_mm * MM,
        friction=table.friction,
        mass_per_length=table.mass_g_per_m * GRAM,
        bending=table.bending_N_m2,
        rub=table.friction_stones,
    )


def metres(point: Vector2) -> Vector2:
    """Turn a point in mm into one in m."""
    return (point[0] * MM, point[1] * MM)


def friction_of(static: float | None, kinetic: float | None, place: Place) -> Friction:
    """Return the friction of a table; what is left out: kinetic 0, static as the kinetic one."""
    kinetic = 0.0 if kinetic is None else kinetic
    static = kinetic if static is None else static
    if kinetic > static:
        must = f"must be at most friction_static, which is {static:g}"
        raise place.at("friction_kinetic").error(must, kinetic)
    return Friction(static, kinetic)


def polygon_of(corners_mm: Iterable[Vector2], place: Place) -> Floats:
    """Return the corners in m, (k, 2); InputError where they are no simple polygon."""
    corners = opened(list(corners_mm))
    why = fault(corners)
    if why is not None:
        raise place.error(f"must be a simple polygon of 3 corners or more, but {why}")
    return frozen([metres(corner) for corner in corners], (len(corners), 2))


def kind_of(
    table: files.KindTable, name: str, place: Place, restitution: float = 0.0, friction: float = 0.0
) -> PieceKind:
    """Return a kind of piece; `restitution` and `friction` hold where the table gives none."""
    wanted, other = ("diameter_mm", "axes_mm") if table.shape == "disc" else ("axes_mm", "diameter_mm")
    if getattr(table, wanted) is None:
        example = "a number above 0" if wanted == "diameter_mm" else "two numbers above 0, [long, short]"
        raise place.at(wanted).error(f"must be {example}, for a piece of shape {table.shape}", NOTHING)
    if getattr(table, other) is not None:
        must = f"must be left out of a piece of shape {table.shape}, which has {wanted}"
        raise place.at(other).error(must, getattr(table, other))
    if table.diameter_mm is not None:
        semi_axes = (table.diameter_mm * MM / 2.0, table.diameter_mm * MM / 2.0)
    else:
        assert table.axes_mm is not None
        long, short = table.axes_mm
        if long < short:
            raise place.at("axes_mm").error("must be [long, short], the longer one first", table.axes_mm)
        semi_axes = (long * MM / 2.0, short * MM / 2.0)
    moment, cylinder = _moment(table.moment_A_m2, table.magnet, place)
    return PieceKind(
        name=name,
        shape=table.shape,
        semi_axes=semi_axes,
        height=table.height_mm * MM,
        mass=table.mass_g * GRAM,
        moment=moment,
        cylinder=cylinder,
        contact=table.contact,
        restitution=restitution if table.restitution is None else table.restitution,
        friction=friction if table.friction is None else table.friction,
    )


def walls_of(tables: Sequence[files.WallTable]) -> tuple[Wall, ...]:
    """Return walls; those without a name are numbered."""
    return tuple(
        Wall(
            wall.name or f"wall-{i + 1}",
            metres(wall.from_mm),
            metres(wall.to_mm),
            wall.thickness_mm * MM,
            wall.restitution,
            wall.friction,
        )
        for i, wall in enumerate(tables)
    )


def magnets_of(
    tables: Sequence[files.FixedMagnetTable], place: Place, called: str = "magnet"
) -> tuple[FixedMagnet, ...]:
    """Return the fixed magnets of a file; events tell them by their names, so no two may share one.

    The footprint's radius, where left out, is that of `magnet`, or 0 for a bare moment.
    """
    found: list[FixedMagnet] = []
    for i, table in enumerate(tables):
        here = place.at("magnets", i)
        name = table.name or f"{called}-{i + 1}"
        if any(name == other.name for other in found):
            raise here.at("name").error("must be another name than that of an earlier magnet", name)
        if table.moment_A_m2 is None and table.magnet is None:
            raise here.at("moment_A_m2").error("must be given, or else magnet", NOTHING)
        radius = table.radius_mm
        if radius is None:
            radius = table.magnet.diameter_mm / 2.0 if table.magnet is not None else 0.0
        x, y = metres(table.at_mm)
        moment, cylinder = _moment(table.moment_A_m2, table.magnet, here)
        found.append(FixedMagnet(name, (x, y, table.height_mm * MM), moment, radius * MM, cylinder))
    return tuple(found)


def _moment(
    moment: Vector3 | None, table: files.MagnetTable | None, place: Place
) -> tuple[Vector3, tuple[float, float]]:
    """Return a moment, A·m², and the magnet's radius and height, m; a bare moment is a point, neither is none."""
    if table is None:
        return (moment if moment is not None else (0.0, 0.0, 0.0)), (0.0, 0.0)
    if moment is not None:
        raise place.at("magnet").error("must be left out where moment_A_m2 is given: a piece has one of them")
    here = place.at("magnet")
    if (table.grade is None) == (table.remanence_T is None):
        got = "neither" if table.grade is None else "both"
        raise here.error(f"must have either grade or remanence_T, and has {got}")
    if not any(table.axis):
        raise here.at("axis").error("must have a direction", table.axis)
    if table.grade is not None and table.grade not in REMANENCE:
        raise here.at("grade").error(f"must be one of {', '.join(REMANENCE)}", table.grade)
    magnet = Magnet(
        grade=table.grade,
        diameter=table.diameter_mm * MM,
        height=table.height_mm * MM,
        remanence=table.remanence_T,
        axis=table.axis,
    )
    return magnet.vector, magnet.cylinder


def _zone(table: files.ZoneTable, place: Place) -> Zone:
    if (table.polygon_mm is None) == (table.circle_mm is None):
        got = "neither" if table.polygon_mm is None else "both"
        raise place.error(f"zone {table.name} must have either polygon_mm or circle_mm, and has {got}")
    polygon, circle = None, None
    if table.polygon_mm is not None:
        polygon = polygon_of(table.polygon_mm, place.at("polygon_mm"))
    if table.circle_mm is not None:
        x, y, radius = table.circle_mm
        circle = (x * MM, y * MM, radius * MM)
    return Zone(table.name, table.kind, table.owner, table.value, polygon, circle)
