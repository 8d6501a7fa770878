"""Frozen values that describe a picture: what is shown, before anything is drawn. Lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from play.record import Record, ShotRecord
from play.style import owner_colour
from sim.actions import Flick, Remove
from sim.board import Board, Zone
from sim.layout import Layout
from sim.sticking import bonds
from sim.values import Floats


@dataclass(frozen=True, eq=False)
class ZoneMark:
    """A zone: its outline (k, 2) mm or circle, its words and where they stand."""

    name: str
    kind: str
    owner: str | None
    polygon: Floats | None
    circle: tuple[float, float, float] | None
    label: str
    label_at: tuple[float, float]
    room: tuple[float, float]


@dataclass(frozen=True, eq=False)
class PieceMark:
    """A piece: where it lies, in what colour, with what number and face."""

    id: str
    label: str
    colour: str
    face: str
    status: str
    x: float
    y: float
    angle: float
    semi_axes: tuple[float, float]


@dataclass(frozen=True, eq=False)
class PathMark:
    """The way of a piece, (k, 2) mm, oldest first."""

    id: str
    colour: str
    points: Floats
    flicked: bool


@dataclass(frozen=True, eq=False)
class Scene:
    """One table with all that is on it."""

    title: str
    board: Board
    zones: tuple[ZoneMark, ...]
    pieces: tuple[PieceMark, ...]
    ghosts: tuple[PieceMark, ...] = ()
    paths: tuple[PathMark, ...] = ()
    contacts: tuple[tuple[float, float], ...] = ()
    bonds: tuple[tuple[float, float, float, float], ...] = ()
    extent: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    caption: tuple[str, ...] = ()


def owner_colours(owners: Mapping[str, str | None], layouts: list[Layout]) -> dict[str, str]:
    """Return a fill for every owner (or, without owners, every piece) that appears."""
    names = dict.fromkeys(owners)
    for layout in layouts:
        for piece in layout.pieces:
            names.setdefault(piece.owner or piece.id)
    return {name: owner_colour(owners.get(name), k) for k, name in enumerate(names)}


def zone_marks(board: Board) -> tuple[ZoneMark, ...]:
    """Describe every zone; words stand where no later zone hides them."""
    return tuple(_zone_mark(zone, board.zones[k + 1 :]) for k, zone in enumerate(board.zones))


def _zone_mark(zone: Zone, later: tuple[Zone, ...]) -> ZoneMark:
    words = {"dead": "DEAD ZONE", "flick": f"{(zone.owner or '').upper()} FLICK", "lane": "", "launch": ""}
    label = str(zone.value) if zone.kind == "score" else words[zone.kind].strip()
    if zone.circle is not None:
        x, y, r = (1000.0 * v for v in zone.circle)
        return ZoneMark(zone.name, zone.kind, zone.owner, None, (x, y, r), label, (x, y), (2 * r, 2 * r))
    assert zone.polygon is not None
    points = 1000.0 * zone.polygon
    low, high = points.min(axis=0), points.max(axis=0)
    middle = (low + high) / 2.0
    at = (float(middle[0]), float(middle[1]))
    if any(_covers(other, at) for other in later):
        # the middle is hidden: try the quarters along the longer side
        for share in (0.14, 0.86, 0.3, 0.7):
            spot = low + (high - low) * np.array([0.5, share])
            if not any(_covers(other, (float(spot[0]), float(spot[1]))) for other in later):
                at = (float(spot[0]), float(spot[1]))
                break
    size = high - low
    return ZoneMark(zone.name, zone.kind, zone.owner, points, None, label, at, (float(size[0]), float(size[1])))


def _covers(zone: Zone, at: tuple[float, float]) -> bool:
    if zone.circle is not None:
        x, y, r = (1000.0 * v for v in zone.circle)
        return (at[0] - x) ** 2 + (at[1] - y) ** 2 < r * r
    assert zone.polygon is not None
    low, high = 1000.0 * zone.polygon.min(axis=0), 1000.0 * zone.polygon.max(axis=0)
    return bool(low[0] < at[0] < high[0] and low[1] < at[1] < high[1])


def piece_marks(layout: Layout, colours: Mapping[str, str]) -> tuple[PieceMark, ...]:
    """Describe the pieces that lie on the table or where they were taken from."""
    marks = []
    for k, piece in enumerate(layout.pieces):
        if layout.statuses[k] == "hand":
            continue
        x, y = 1000.0 * layout.positions[k]
        a, b = piece.kind.semi_axes
        marks.append(
            PieceMark(
                id=piece.id,
                label=piece.id.rsplit("-", 1)[-1],
                colour=colours[piece.owner or piece.id],
                face=layout.faces[k],
                status=layout.statuses[k],
                x=float(x),
                y=float(y),
                angle=float(layout.angles[k]),
                semi_axes=(1000.0 * a, 1000.0 * b),
            )
        )
    return tuple(marks)


def _bond_lines(board: Board, layout: Layout) -> tuple[tuple[float, float, float, float], ...]:
    lines = []
    for bond in bonds(board, layout):
        if bond.magnet is None:
            (x1, y1), (x2, y2) = (1000.0 * layout.positions[layout.index(p)] for p in bond.pieces)
            lines.append((float(x1), float(y1), float(x2), float(y2)))
    return tuple(lines)


def _extent(board: Board, layouts: list[Layout], paths: list[Floats]) -> tuple[float, float, float, float]:
    """Lower left and upper right corner of what is to be seen, with a margin."""
    points = [1000.0 * layout.positions[list(layout.on_table)] for layout in layouts if layout.on_table]
    points += paths
    if board.surface.outline is not None:
        points.append(1000.0 * board.surface.outline)
    for wall in board.walls:
        points.append(1000.0 * np.array([wall.start, wall.end]))
    for magnet in board.magnets:
        points.append(1000.0 * np.array([magnet.position[:2]]))
    every = np.vstack(points) if points else np.zeros((1, 2))
    low, high = every.min(axis=0), every.max(axis=0)
    if board.surface.outline is not None:
        # what flew far off is not worth shrinking the mat for
        size = 1000.0 * (board.surface.outline.max(axis=0) - board.surface.outline.min(axis=0))
        middle = 500.0 * (board.surface.outline.max(axis=0) + board.surface.outline.min(axis=0))
        reach = 0.5 * size + 0.35 * float(size.max())
        low, high = np.maximum(low, middle - reach), np.minimum(high, middle + reach)
    margin = 25.0
    return (float(low[0]) - margin, float(low[1]) - margin, float(high[0]) + margin, float(high[1]) + margin)


def final_scene(record: Record) -> Scene:
    """Describe where everything lies at the end, with the last round's rulings as caption."""
    last = record.rounds[-1] if record.rounds else None
    layout = last.shots[-1].layout if last and last.shots else record.start
    colours = owner_colours(record.owners, [layout])
    name = "" if last is None or record.game is None else f", round {last.number}"
    totals = ", ".join(f"{side} {points}" for side, points in record.totals.items())
    title = f"{record.title}{name}" + (f": {totals}" if totals else "")
    scoring = last.shots[-1].rulings if last and last.shots else ()
    return Scene(
        title=title,
        board=record.board,
        zones=zone_marks(record.board),
        pieces=piece_marks(layout, colours),
        bonds=_bond_lines(record.board, layout),
        extent=_extent(record.board, [layout], []),
        caption=tuple(str(ruling) for ruling in scoring),
    )


def shot_scene(record: Record, shot: ShotRecord, colours: Mapping[str, str]) -> Scene:
    """Describe one shot: paths, contacts, where each piece started and ended."""
    trajectory = shot.shot.trajectory
    action = shot.shot.action
    flicked = action.piece.id if isinstance(action, Flick) else ""
    paths = []
    for k, piece in enumerate(shot.shot.start.pieces):
        if shot.shot.start.statuses[k] in ("removed", "hand") or not len(trajectory.times):
            continue
        points = 1000.0 * trajectory.positions[:, k]
        if float(np.abs(points - points[0]).max()) > 1.0:
            colour = colours[piece.owner or piece.id]
            paths.append(PathMark(piece.id, colour, points, record.game is None or piece.id == flicked))
    moved = {path.id for path in paths}
    ghosts = tuple(mark for mark in piece_marks(shot.shot.start, colours) if mark.id in moved)
    contacts = []
    for event in shot.shot.events:
        if event.kind == "contact" and len(trajectory.times):
            row = int(np.argmin(np.abs(trajectory.times - event.time)))
            places = [1000.0 * trajectory.positions[row, trajectory.ids.index(p)] for p in event.pieces]
            middle = np.mean(places, axis=0)
            contacts.append((float(middle[0]), float(middle[1])))
    if isinstance(action, Flick):
        title = f"{shot.number} · {flicked} · {action.speed:.2f} m/s"
    elif isinstance(action, Remove):
        title = f"{shot.number} · {shot.by} removes {action.piece_id}"
    else:
        title = record.title
    return Scene(
        title=title,
        board=record.board,
        zones=zone_marks(record.board),
        pieces=piece_marks(shot.layout, colours),
        ghosts=ghosts,
        paths=tuple(paths),
        contacts=tuple(contacts),
        bonds=_bond_lines(record.board, shot.layout),
        extent=_extent(record.board, [shot.layout], [path.points for path in paths]),
    )


def shot_scenes(record: Record) -> tuple[Scene, ...]:
    """Describe every shot of the last round, on one common extent."""
    shots = record.rounds[-1].shots if record.rounds else ()
    colours = owner_colours(record.owners, [shot.layout for shot in shots])
    scenes = tuple(shot_scene(record, shot, colours) for shot in shots)
    corners = np.array([scene.extent for scene in scenes]).reshape(-1, 4)
    if not len(corners):
        return ()
    low, high = corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)
    extent = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    return tuple(replace(scene, extent=extent) for scene in scenes)


def board_scene(board: Board) -> Scene:
    """Describe an empty board."""
    return Scene(board.name, board, zone_marks(board), (), extent=_extent(board, [], []))
