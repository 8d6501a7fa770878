"""What the replay page is told of the table: board, kinds of piece and colours, as plain values in mm and radians."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from play import marks, style
from play.figures import Scene
from play.record import Record
from sim.layout import Layout
from sim.pieces import Piece

UNKNOWN_KIND = "piece"
"""What :func:`play.replot.load_run` calls a kind of piece that a result says nothing about."""


def short(value: float, digits: int = 2) -> float:
    """Round, without a negative zero."""
    return round(float(value), digits) + 0.0


def points_of(points: Iterable[Iterable[float]]) -> list[list[float]]:
    """Return points as lists, to 0.01."""
    return [[short(v) for v in point] for point in points]


class Pieces:
    """The list of all pieces that ever lay on the table; an id that comes again in a later round is another piece."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self.colours = colours
        self.items: list[dict[str, Any]] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def index(self, piece: Piece) -> int:
        """Return the index of a piece, which is listed where it was not yet."""
        key = (piece.id, piece.owner, id(piece.kind))
        if key not in self._known:
            self._known[key] = len(self.items)
            self.items.append(self._item(piece))
        return self._known[key]

    def _item(self, piece: Piece) -> dict[str, Any]:
        arrows = {}
        for face in ("up", "down"):
            mark = marks.piece_marks(
                Layout((piece,), np.zeros((1, 2)), np.zeros(1), (face,)),
                {piece.owner or piece.id: ""},
            )[0]
            arrows[face] = None if mark.arrow is None else short(mark.arrow, 4)
        fill = self.colours[piece.owner or piece.id]
        sides = {face: [short(1000.0 * v) for v in piece.kind.footprint(face)] for face in ("up", "edge")}
        return {
            "id": piece.id,
            "label": piece.id.rsplit("-", 1)[-1],
            "owner": piece.owner,
            "size": "" if piece.kind.name == UNKNOWN_KIND else piece.kind.name,
            "fill": fill,
            "ink": style.ink_on(fill),
            "axes": sides["up"],
            "edge": sides["edge"],
            "arrows": arrows,
            "magnetic": any(piece.kind.moment),
        }


def yoke(scene: Scene) -> dict[str, Any] | None:
    """Describe the yoke of a launch."""
    if scene.yoke is None:
        return None
    return {"walls": [_wall(w) for w in scene.yoke.walls], "magnets": [_magnet(m) for m in scene.yoke.magnets]}


def _wall(mark: marks.WallMark) -> list[float]:
    return [short(v) for v in (*mark.start, *mark.end, mark.thickness)]


def _magnet(mark: marks.MagnetMark) -> dict[str, Any]:
    return {
        "name": mark.name, "x": short(mark.x), "y": short(mark.y), "r": short(mark.radius), "pole": mark.pole,
        "angle": None if mark.angle is None else short(mark.angle, 4),
    }  # fmt: skip


def board(record: Record, scene: Scene, extents: Sequence[tuple[float, float, float, float]]) -> dict[str, Any]:
    """Describe an empty board, with what is to be seen of it over all shots."""
    # a board without outline is as large as what happened on it
    seen = np.array(extents if extents else [scene.extent])
    low, high = seen[:, :2].min(axis=0), seen[:, 2:].max(axis=0)
    return {
        "extent": [short(v) for v in (*low, *high)],
        "outline": None if scene.outline is None else points_of(scene.outline),
        "beyond": scene.beyond,
        "zones": [_zone(zone) for zone in scene.zones],
        "walls": [_wall(wall) for wall in scene.walls],
        "magnets": [_magnet(magnet) for magnet in scene.magnets],
        "rails": [points_of(rail.corners) for rail in scene.rails],
        "cord": short(1000.0 * record.board.cord.thickness),
    }


def _zone(zone: marks.ZoneMark) -> dict[str, Any]:
    label = zone.label
    return {
        "kind": zone.kind,
        "polygon": None if zone.polygon is None else points_of(zone.polygon),
        "circle": None if zone.circle is None else [short(v) for v in zone.circle],
        "fill": {name: style.zone_tint(zone.kind, zone.owner, theme) for name, theme in style.THEMES.items()},
        "label": [label.text, short(label.x), short(label.y), short(label.size), label.turned],
    }


def theme_colours(theme: style.Theme) -> dict[str, str]:
    """Return the colours that the page's drawing uses."""
    names = ["ink", "faint", "paper", "table", "mat", "edge", "rim", "cord", "contact", "value", "words"]
    names += ["dead_tint", "dead_lines"]
    return {name: getattr(theme, name) for name in names} | {"north": style.NORTH, "south": style.SOUTH}
