"""Frozen values of a field picture: flux density over a plane, and the force that a given piece would feel where.

Finite magnets count as sets of dipoles (:mod:`sim.quadrature`), bare moments as one. SI throughout; the drawing turns
to mm.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from play.labels import holds
from sim.board import Board
from sim.layout import Layout
from sim.pieces import Piece, PieceKind, faced
from sim.quadrature import ladder
from sim.values import MU0, Face, Floats, frozen

STEPS = 400  # along the longer side
_DIPOLES = 60  # that stand for a finite magnet near by: within 1 % one outer radius away from it
_FAR = 4.0  # outer radii from a magnet's rim, from where a few dipoles on its axis will do
_CHUNK = 400_000  # pairs of a place and a dipole worked on at once


@dataclass(frozen=True, eq=False)
class FieldMap:
    """Flux density at `height` (m) above the table over a grid.

    Attributes
    ----------
    xs : (w,) m, ys : (h,) m
    field : (h, w, 3) T
    """

    height: float
    xs: Floats
    ys: Floats
    field: Floats

    @property
    def strength(self) -> Floats:
        """|B|, (h, w) T."""
        return np.asarray(np.linalg.norm(self.field, axis=2))


@dataclass(frozen=True, eq=False)
class DragMap:
    """What a piece laid down at rest would feel from all that lies there.

    Attributes
    ----------
    piece, face : its name, and which way it lies
    taken : discs (x, y, radius) m in which its middle has no room, each piece as round with its shorter half axis
    xs : (w,) m, ys : (h,) m
        Where its middle would be.
    force : (h, w, 3) N
    drag : (h, w)
        Force along the table over what static friction can hold, μ·(weight less lift): above 1 it would be dragged.
        Infinite where the pull from above lifts it; not a number where it has no room.
    """

    piece: str
    face: Face
    taken: tuple[tuple[float, float, float], ...]
    xs: Floats
    ys: Floats
    force: Floats
    drag: Floats


def grid(extent: tuple[float, float, float, float], steps: int = STEPS) -> tuple[Floats, Floats]:
    """Return even places over an extent (x0, y0, x1, y1) m, `steps` along its longer side: (w,), (h,) m."""
    x0, y0, x1, y1 = extent
    step = max(x1 - x0, y1 - y0) / (steps - 1)
    return (
        frozen(np.linspace(x0, x1, max(2, round((x1 - x0) / step) + 1))),
        frozen(np.linspace(y0, y1, max(2, round((y1 - y0) / step) + 1))),
    )


@dataclass(frozen=True, eq=False)
class Source:
    """A magnet: its middle (3,) m, its moment (3,) A·m², and the dipoles that stand for it near by and far away.

    Each set is places (n, 3) m and moments (n, 3) A·m²; the far one holds from `reach` (m) off the middle on.
    """

    centre: Floats
    moment: Floats
    reach: float
    near: tuple[Floats, Floats]
    far: tuple[Floats, Floats]


def sources(board: Board, layout: Layout) -> tuple[Source, ...]:
    """Return all that lies on the table and has a moment, and the fixed magnets."""
    centres, moments = layout.centres(), layout.moments()
    found = [(centres[k], moments[k], layout.pieces[k].kind.cylinder) for k in layout.on_table]
    found += [(np.array(m.position), np.array(m.moment), m.cylinder) for m in board.magnets]
    return tuple(_source(*one) for one in found if np.any(one[1]))


def _source(centre: Floats, moment: Floats, cylinder: tuple[float, float]) -> Source:
    rules = ladder(*cylinder)
    near = next(rule.points for rule in reversed(rules) if len(rule.points) <= _DIPOLES)
    far = next((rule.points for rule in rules if len(rule.points) > 3), near)
    size = math.hypot(cylinder[0], 0.5 * cylinder[1])
    axis = moment / np.linalg.norm(moment)
    across = np.cross(axis, (1.0, 0.0, 0.0) if abs(axis[0]) < 0.9 else (0.0, 1.0, 0.0))
    across /= np.linalg.norm(across)
    frame = np.stack([across, np.cross(axis, across), axis])
    sets = [(centre + points[:, :3] @ frame, points[:, 3:] * moment) for points in (near, far)]
    return Source(centre, moment, (1.0 + _FAR) * size, sets[0], sets[1])


def _summed(points: Floats, found: tuple[Source, ...], each: Callable[[Floats, Floats, Floats], Floats]) -> Floats:
    """Sum what `each` gives for places (k, 3) m, and a set of dipoles, over all magnets: (k, 3)."""
    out = np.zeros((len(points), 3))
    for source in found:
        close = ((points - source.centre) ** 2).sum(axis=1) < source.reach**2
        for rows, (places, moments) in ((np.flatnonzero(close), source.near), (np.flatnonzero(~close), source.far)):
            size = max(1, _CHUNK // len(places))
            for first in range(0, len(rows), size):
                some = rows[first : first + size]
                out[some] += each(points[some], places, moments)
    return out


def field_at(points: Floats, found: tuple[Source, ...]) -> Floats:
    """Flux density of magnets at points (k, 3) m: (k, 3) T; not a number on a dipole."""

    def each(some: Floats, places: Floats, moments: Floats) -> Floats:
        r = some[:, None, :] - places
        square = (r * r).sum(axis=2, keepdims=True)
        with np.errstate(divide="ignore", invalid="ignore"):
            along = (r * moments).sum(axis=2, keepdims=True)
            b = (3.0 * along * r / square - moments) / square**1.5
        return np.asarray(MU0 / (4.0 * math.pi) * b.sum(axis=1))

    return _summed(points, found, each)


def force_at(points: Floats, moment: Floats, found: tuple[Source, ...]) -> Floats:
    """Force of magnets on a dipole of `moment` (3,) A·m² at points (k, 3) m: (k, 3) N; not a number on a dipole.

    Yung, Landecker, Villani, Magnetic and Electrical Separation 9, 39 (1998).
    """

    def each(some: Floats, places: Floats, moments: Floats) -> Floats:
        r = some[:, None, :] - places
        with np.errstate(divide="ignore", invalid="ignore"):
            length = np.linalg.norm(r, axis=2, keepdims=True)
            way = r / length
            here, there = (way @ moment)[..., None], (way * moments).sum(axis=2, keepdims=True)
            both = (moments @ moment)[None, :, None]
            f = (there * moment + here * moments + both * way - 5.0 * here * there * way) / length**4
        return np.asarray(3.0 * MU0 / (4.0 * math.pi) * f.sum(axis=1))

    return _summed(points, found, each)


def field_map(
    board: Board,
    layout: Layout,
    extent: tuple[float, float, float, float],
    height: float = 0.0,
    steps: int = STEPS,
) -> FieldMap:
    """Return the flux density over `extent` (x0, y0, x1, y1) m, at `height` (m) above the table."""
    xs, ys = grid(extent, steps)
    points = _points(xs, ys, height)
    field = field_at(points, sources(board, layout))
    return FieldMap(height, xs, ys, frozen(field, (len(ys), len(xs), 3)))


def drag_map(
    board: Board,
    layout: Layout,
    kind: PieceKind,
    extent: tuple[float, float, float, float],
    face: Face = "up",
    steps: int = STEPS,
    name: str = "",
) -> DragMap:
    """Return what a piece of a kind would feel, laid down with its middle anywhere in `extent`, m, at angle 0."""
    xs, ys = grid(extent, steps)
    points = _points(xs, ys, kind.centre_height(face))
    moment = np.array(faced(kind.moment, face))
    force = force_at(points, moment, sources(board, layout))
    outline = board.surface.outline
    static = np.full(len(points), board.surface.friction.static)
    if outline is not None:
        beyond = ~holds((outline, None), points[:, :2])
        # past an edge where pieces drop there is no table that could hold anything
        static[beyond] = board.beyond.static if board.surface.edge == "open" else math.nan
    normal = np.maximum(kind.mass * board.gravity - force[:, 2], 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        drag = np.hypot(force[:, 0], force[:, 1]) / (static * normal)
    places = [(float(x), float(y)) for x, y in layout.positions]
    taken = tuple((*places[k], min(kind.semi_axes) + min(layout.pieces[k].kind.semi_axes)) for k in layout.on_table)
    for x, y, reach in taken:
        drag[np.hypot(points[:, 0] - x, points[:, 1] - y) < reach] = math.nan
    shape = (len(ys), len(xs))
    return DragMap(name or kind.name, face, taken, xs, ys, frozen(force, (*shape, 3)), frozen(drag, shape))


def _points(xs: Floats, ys: Floats, height: float) -> Floats:
    x, y = np.meshgrid(xs, ys)
    return np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height)])


def chosen_piece(board: Board, layout: Layout, wanted: str | None) -> tuple[PieceKind, Face, Layout, str]:
    """Return the kind and face of the piece whose force map is wanted, the layout it feels, and its name.

    Parameters
    ----------
    wanted : a kind of the board, or the id of a piece of the layout, which is taken out of it; None: the board's
        first kind, or else that of the layout's first magnetic piece

    Raises
    ------
    KeyError
        If there is no such kind or piece, or none at all.
    """
    if wanted is None:
        magnetic = [name for name, kind in board.pieces.items() if any(kind.moment)]
        if magnetic:
            return board.pieces[magnetic[0]], "up", layout, f"one more {magnetic[0]}"
        first: Piece | None = next((piece for piece in layout.pieces if any(piece.kind.moment)), None)
        if first is None:
            raise KeyError("no piece with a magnet")
        return first.kind, "up", layout, f"one more like {first.id}"
    if wanted in board.pieces:
        return board.pieces[wanted], "up", layout, f"one more {wanted}"
    if wanted in layout.ids:
        k = layout.index(wanted)
        return layout.pieces[k].kind, layout.faces[k], layout.without([wanted]), wanted
    known = ", ".join([*board.pieces, *layout.ids])
    raise KeyError(f"no kind or piece {wanted!r}; there is {known}")
