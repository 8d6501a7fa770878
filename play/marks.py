"""Frozen values that describe what lies on a table, piece by piece and zone by zone. Lengths in mm, angles in rad."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from play.labels import Label, is_clear, place_label
from sim.actions import Launch
from sim.board import Board, FixedMagnet, Yoke, Zone
from sim.layout import Layout
from sim.pieces import faced
from sim.sticking import bonds
from sim.values import Floats, Status

WORDS = {"dead": "DEAD ZONE", "flick": "FLICK ZONE", "launch": "LAUNCH", "lane": "", "score": ""}
SMALLEST_MAGNET = 4.0  # mm; a footprint below that would not be seen


@dataclass(frozen=True, eq=False)
class ZoneMark:
    """A zone: polygon (k, 2) or circle (x, y, radius), and its words where one can read them."""

    name: str
    kind: str
    owner: str | None
    polygon: Floats | None
    circle: tuple[float, float, float] | None
    label: Label


@dataclass(frozen=True)
class WallMark:
    """A wall, full thickness centred on its line, round ends."""

    name: str
    start: tuple[float, float]
    end: tuple[float, float]
    thickness: float


@dataclass(frozen=True)
class MagnetMark:
    """A fixed magnet: the pole that is up, or, where the moment lies flat, its direction as `angle`."""

    name: str
    x: float
    y: float
    radius: float
    pole: str
    angle: float | None


@dataclass(frozen=True)
class YokeMark:
    """The yoke where it stands: the walls of its slot and its magnets."""

    walls: tuple[WallMark, ...]
    magnets: tuple[MagnetMark, ...]

    @property
    def discs(self) -> Floats:
        """What words keep clear of, (n, 3) mm: x, y, radius."""
        ends = [(*end, 0.5 * wall.thickness) for wall in self.walls for end in (wall.start, wall.end)]
        middles = [
            (0.5 * (w.start[0] + w.end[0]), 0.5 * (w.start[1] + w.end[1]), 0.5 * math.dist(w.start, w.end))
            for w in self.walls
        ]
        return np.array([*ends, *middles, *((m.x, m.y, m.radius) for m in self.magnets)]).reshape(-1, 3)


@dataclass(frozen=True, eq=False)
class RailMark:
    """An overhead rail seen from above: the four corners of its band, (4, 2)."""

    name: str
    corners: Floats


@dataclass(frozen=True)
class PieceMark:
    """A piece: where it lies, in what colour, with what number and face.

    `arrow` is the direction of a moment that lies flat; `magnetic` is false where there is no moment at all, and so
    no face to show. `still` is true in the picture of a shot for a piece that took no part in it.
    """

    id: str
    label: str
    colour: str
    face: str
    status: Status
    x: float
    y: float
    angle: float
    semi_axes: tuple[float, float]
    arrow: float | None = None
    magnetic: bool = True
    still: bool = False


@dataclass(frozen=True)
class BondMark:
    """Two pieces that stick: the place where they touch, and the direction from one centre to the other."""

    pieces: tuple[str, ...]
    x: float
    y: float
    angle: float


def zone_marks(
    board: Board,
    pieces: tuple[PieceMark, ...] = (),
    empty: tuple[ZoneMark, ...] | None = None,
    others: Floats | None = None,
) -> tuple[ZoneMark, ...]:
    """Describe every zone; its words keep clear of `pieces`, of the zones that lie over it and of `others`.

    Those are discs (n, 3) mm: x, y, radius.

    `empty` are the marks of the board without pieces, where they are at hand: words that no piece touches stay.
    """
    discs = np.array([(p.x, p.y, max(p.semi_axes)) for p in pieces if p.status in ("live", "dead")]).reshape(-1, 3)
    if others is not None:
        discs = np.vstack([discs, others])
    marks = []
    for k, zone in enumerate(board.zones):
        if empty is not None and is_clear(empty[k].label, discs):
            marks.append(empty[k])
        else:
            marks.append(_zone_mark(zone, board.zones[k + 1 :], discs, _size_of_words(board)))
    return tuple(marks)


def _size_of_words(board: Board) -> float:
    """Height of a zone's words, mm: a small part of the board's length."""
    points = board.surface.outline
    if points is None:
        points = np.vstack([_corners(zone) for zone in board.zones])
    return 15.0 * float((points.max(axis=0) - points.min(axis=0)).max())


def _corners(zone: Zone) -> Floats:
    if zone.polygon is not None:
        return zone.polygon
    assert zone.circle is not None
    x, y, r = zone.circle
    return np.array([(x - r, y - r), (x + r, y + r)])


def _zone_mark(zone: Zone, later: tuple[Zone, ...], discs: Floats, size: float) -> ZoneMark:
    text = str(zone.value) if zone.kind == "score" else f"{zone.owner or ''} {WORDS[zone.kind]}".strip()
    polygon = None if zone.polygon is None else 1000.0 * zone.polygon
    circle = None
    if zone.circle is not None:
        x, y, r = zone.circle
        circle = (1000.0 * x, 1000.0 * y, 1000.0 * r)
    shapes = [(o.polygon if o.polygon is None else 1000.0 * o.polygon, _mm(o.circle)) for o in later]
    label = place_label(text.upper(), size, (polygon, circle), shapes, discs, may_turn=zone.kind != "score")
    return ZoneMark(zone.name, zone.kind, zone.owner, polygon, circle, label)


def _mm(circle: tuple[float, float, float] | None) -> tuple[float, float, float] | None:
    return None if circle is None else (1000.0 * circle[0], 1000.0 * circle[1], 1000.0 * circle[2])


def wall_marks(board: Board) -> tuple[WallMark, ...]:
    """Describe the walls."""
    return tuple(
        WallMark(
            wall.name,
            (1000.0 * wall.start[0], 1000.0 * wall.start[1]),
            (1000.0 * wall.end[0], 1000.0 * wall.end[1]),
            1000.0 * wall.thickness,
        )
        for wall in board.walls
    )


def magnet_marks(board: Board) -> tuple[MagnetMark, ...]:
    """Describe the fixed magnets; the pole that is up is N where the moment points up."""
    return tuple(_magnet_mark(magnet) for magnet in board.magnets)


def _magnet_mark(magnet: FixedMagnet) -> MagnetMark:
    angle = flat_direction(magnet.moment)
    pole = "" if angle is not None or not any(magnet.moment) else "N" if magnet.moment[2] > 0.0 else "S"
    x, y, _ = magnet.position
    radius = max(1000.0 * magnet.radius, SMALLEST_MAGNET)
    return MagnetMark(magnet.name, 1000.0 * x, 1000.0 * y, radius, pole, angle)


def yoke_mark(yoke: Yoke, mouth: tuple[float, float], heading: float) -> YokeMark:
    """Describe the yoke with its slot's mouth at a place, m, and pointing along `heading`, rad."""
    c, s = math.cos(heading), math.sin(heading)

    def out(x: float, y: float) -> tuple[float, float]:
        return (1000.0 * (mouth[0] + c * x - s * y), 1000.0 * (mouth[1] + s * x + c * y))

    side = 0.5 * (yoke.width + yoke.wall_thickness)
    corners = [out(0.0, side), out(-yoke.length, side), out(-yoke.length, -side), out(0.0, -side)]
    walls = tuple(WallMark("yoke", corners[k], corners[k + 1], 1000.0 * yoke.wall_thickness) for k in range(3))
    magnets = []
    for magnet in yoke.magnets:
        x, y = out(*magnet.position[:2])
        mark = _magnet_mark(magnet)
        magnets.append(replace(mark, x=x, y=y, angle=None if mark.angle is None else mark.angle + heading))
    return YokeMark(walls, tuple(magnets))


def yoke_used(board: Board, action: Launch) -> Yoke | None:
    """Return the yoke of a launch as it stands, turned over for a piece upside down; None where it isn't known."""
    if board.yoke is None or action.draw <= 0.0:
        return None
    return board.yoke if action.face == "up" else board.yoke.turned(action.piece.kind.centre_height(action.face))


def yoke_at_hand(board: Board) -> YokeMark | None:
    """Describe the yoke of an empty board: in the middle of where one launches from, pointing to the board's middle."""
    zone = next((zone for zone in board.zones if zone.kind == "launch"), None)
    if board.yoke is None or zone is None or board.surface.outline is None:
        return None
    corners = _corners(zone)
    here, there = (0.5 * (p.min(axis=0) + p.max(axis=0)) for p in (corners, board.surface.outline))
    heading = math.atan2(there[1] - here[1], there[0] - here[0])
    reach = 0.5 * board.yoke.length
    mouth = (float(here[0]) + reach * math.cos(heading), float(here[1]) + reach * math.sin(heading))
    return yoke_mark(board.yoke, mouth, heading)


def flat_direction(moment: tuple[float, float, float]) -> float | None:
    """Return the direction of a moment that lies flat, or None if it stands more than it lies."""
    mx, my, mz = moment
    return math.atan2(my, mx) if math.hypot(mx, my) > abs(mz) else None


def rail_marks(board: Board) -> tuple[RailMark, ...]:
    """Describe the overhead rails."""
    marks = []
    for rail in board.rails:
        start, end = 1000.0 * np.array(rail.start), 1000.0 * np.array(rail.end)
        along = (end - start) / np.hypot(*(end - start))
        side = 500.0 * rail.width * np.array([-along[1], along[0]])
        marks.append(RailMark(rail.name, np.array([start + side, end + side, end - side, start - side])))
    return tuple(marks)


def piece_marks(
    layout: Layout, colours: Mapping[str, str], moved: frozenset[str] | None = None
) -> tuple[PieceMark, ...]:
    """Describe the pieces that lie on the table, or where they were taken from.

    `colours` maps an owner (or, without one, a piece's id) to its fill. Where `moved` is given, pieces that are not
    in it are marked as still.
    """
    marks = []
    for k, piece in enumerate(layout.pieces):
        if layout.statuses[k] == "hand":
            continue
        x, y = (1000.0 * float(v) for v in layout.positions[k])
        a, b = piece.kind.semi_axes
        angle = float(layout.angles[k])
        flat = flat_direction(faced(piece.kind.moment, layout.faces[k]))
        marks.append(
            PieceMark(
                id=piece.id,
                label=piece.id.rsplit("-", 1)[-1],
                colour=colours[piece.owner or piece.id],
                face=layout.faces[k],
                status=layout.statuses[k],
                x=x,
                y=y,
                angle=angle,
                semi_axes=(1000.0 * a, 1000.0 * b),
                arrow=None if flat is None or layout.faces[k] == "edge" else flat + angle,
                magnetic=any(piece.kind.moment),
                still=moved is not None and piece.id not in moved,
            )
        )
    return tuple(marks)


def bond_marks(board: Board, layout: Layout) -> tuple[BondMark, ...]:
    """Describe what sticks to what, at the places where the pieces touch."""
    marks = []
    for bond in bonds(board, layout):
        if bond.magnet is not None:
            continue
        i, j = (layout.index(p) for p in bond.pieces)
        share = layout.pieces[i].kind.radius / (layout.pieces[i].kind.radius + layout.pieces[j].kind.radius)
        way = layout.positions[j] - layout.positions[i]
        x, y = 1000.0 * (layout.positions[i] + share * way)
        marks.append(BondMark(bond.pieces, float(x), float(y), math.atan2(way[1], way[0])))
    return tuple(marks)
