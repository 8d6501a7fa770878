"""Which way a TOKKA board runs: the direction of play, what crosses it, and where it ends.

All of it follows from the board's zones, rails and outline, so that a board may lie in any direction.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from rules.areas import LEAST_SHARE
from rules.places import ON_LINE
from rules.ruling import RulesError
from sim.board import Board, Rail, Zone
from sim.gaps import support
from sim.layout import Layout
from sim.pieces import PieceKind
from sim.values import Face, Floats, Vector2, frozen

STEEP = math.sqrt(0.5)
"""A line lies across the direction of play when its normal is within 45° of it."""

_LEAST_LENGTH = 1e-9  # m, below which a line has no direction

Edge = tuple[Vector2, Vector2, Vector2]
"""Both ends of a side of the outline, and its outward normal."""


def along(direction: Vector2, point: Sequence[float]) -> float:
    """Return how far a point lies in the direction of play, m."""
    return direction[0] * point[0] + direction[1] * point[1]


def direction(board: Board) -> Vector2:
    """Return the direction of play: across the rails, from the launch zones to the fields.

    Without rails it is square to a side of the outline; of several such directions the one that points best.

    Raises
    ------
    RulesError
        T2, if the board has no launch zone or no field, or if they don't lie one behind the other.
    """
    middles = {}
    for kind, what in (("launch", "launch zone"), ("score", "field of the kind 'score'")):
        zones = [zone for zone in board.zones if zone.kind == kind]
        if not zones:
            raise RulesError("T2", f"board {board.name} has no {what}")
        middles[kind] = _middle(zones)
    way = (middles["score"][0] - middles["launch"][0], middles["score"][1] - middles["launch"][1])
    length = math.hypot(*way)
    if length < _LEAST_LENGTH:
        raise RulesError("T2", f"on board {board.name} the fields don't lie beyond the launch zone, but around it")
    way = (way[0] / length, way[1] / length)
    rails = [normal for rail in board.rails if (normal := _normal(rail.start, rail.end)) is not None]
    for normals in (rails, [edge[2] for edge in _edges(board)]):
        # a normal points either way
        turned = [n if along(way, n) > 0.0 else (-n[0], -n[1]) for n in normals]
        best = max(turned, key=lambda n: along(way, n), default=(0.0, 0.0))
        if along(way, best) > STEEP:
            return best
    return way


def _middle(zones: Sequence[Zone]) -> Vector2:
    """Return the centre of area of some zones together, m."""
    total, x, y = 0.0, 0.0, 0.0
    for zone in zones:
        if zone.circle is not None:
            cx, cy, radius = zone.circle
            area = math.pi * radius * radius
        elif zone.polygon is not None:
            # about the first corner, so that a board far from the origin loses no digits
            first = zone.polygon[0]
            here = zone.polygon - first
            there = np.roll(here, -1, axis=0)
            cross = here[:, 0] * there[:, 1] - here[:, 1] * there[:, 0]
            area = float(cross.sum()) / 2.0
            cx, cy = (first + ((here + there) * cross[:, None]).sum(axis=0) / (6.0 * area)).tolist()
            area = abs(area)
        else:
            raise ValueError(f"zone {zone.name!r} has neither a polygon nor a circle")
        total, x, y = total + area, x + area * cx, y + area * cy
    return x / total, y / total


def _normal(start: Vector2, end: Vector2) -> Vector2 | None:
    """Return the unit normal to the right of a line, or None if it has no length."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return None if length < _LEAST_LENGTH else (dy / length, -dx / length)


def cross_rails(board: Board, direction: Vector2) -> tuple[tuple[Rail, Vector2], ...]:
    """Return the rails across the direction of play, each with its normal in that direction, the nearest first."""
    found = []
    for rail in board.rails:
        normal = _normal(rail.start, rail.end)
        if normal is None:
            continue
        share = along(direction, normal)
        if abs(share) > STEEP:
            found.append((rail, normal if share > 0.0 else (-normal[0], -normal[1])))
    return tuple(sorted(found, key=lambda pair: along(direction, pair[0].start) + along(direction, pair[0].end)))


def band(start: Vector2, end: Vector2, width: float) -> Floats | None:
    """Return what a rail or a wall covers, (4, 2) m, with square ends; None where it has no length."""
    normal = _normal(start, end)
    if normal is None:
        return None
    x, y = normal[0] * width / 2.0, normal[1] * width / 2.0
    (x0, y0), (x1, y1) = start, end
    return frozen([[x0 + x, y0 + y], [x1 + x, y1 + y], [x1 - x, y1 - y], [x0 - x, y0 - y]])


def seen(kind: PieceKind, face: Face) -> PieceKind:
    """Return the shape of a piece as seen from above: one on edge shows its side."""
    return replace(kind, semi_axes=kind.footprint(face)) if face == "edge" else kind


def front(direction: Vector2, layout: Layout, k: int) -> float:
    """Return how far the foremost point of piece `k` lies in the direction of play, m."""
    kind = seen(layout.pieces[k].kind, layout.faces[k])
    reach = float(support(kind, float(layout.angles[k]), np.array(direction)))
    return along(direction, layout.positions[k].tolist()) + reach


def _edges(board: Board) -> Iterator[Edge]:
    """Give the sides of the outline with their outward normals."""
    if board.surface.outline is None:
        return
    corners: list[Vector2] = [(x, y) for x, y in board.surface.outline.tolist()]
    pairs = list(zip(corners, corners[1:] + corners[:1], strict=True))
    x0, y0 = corners[0]
    area = sum((p[0] - x0) * (q[1] - y0) - (p[1] - y0) * (q[0] - x0) for p, q in pairs)
    sense = 1.0 if area > 0.0 else -1.0
    for p, q in pairs:
        normal = _normal(p, q)
        if normal is not None:
            yield p, q, (sense * normal[0], sense * normal[1])


def end_near(board: Board, direction: Vector2, x: float, y: float) -> Literal["far end", "side", "near end"]:
    """Say over which part of the outline a point that lies off the board has gone: over the nearest."""
    nearest, best = 0.0, math.inf
    for p, q, normal in _edges(board):
        dx, dy = q[0] - p[0], q[1] - p[1]
        t = max(0.0, min(1.0, ((x - p[0]) * dx + (y - p[1]) * dy) / (dx * dx + dy * dy)))
        distance = math.hypot(x - p[0] - t * dx, y - p[1] - t * dy)
        share = along(direction, normal)
        # past a corner the far end comes first
        if distance < best - ON_LINE or (distance < best + ON_LINE and share > nearest):
            nearest, best = share, distance
    if nearest > STEEP:
        return "far end"
    return "near end" if nearest < -STEEP else "side"


def overhangs(board: Board, direction: Vector2, kind: PieceKind, at: Floats, angle: float) -> bool:
    """Whether a piece, its shape as seen from above, reaches over the edge of the board at the far end."""
    c, s = math.cos(angle), math.sin(angle)
    to_unit = np.array([[c, s], [-s, c]]) / np.array(kind.semi_axes).reshape(2, 1)
    for p, q, normal in _edges(board):
        if along(direction, normal) <= STEEP:
            continue
        # where the piece is the unit disc, a side at distance u from its centre cuts off acos u − u√(1 − u²)
        start = to_unit @ (np.array(p) - at)
        step = to_unit @ (np.array(q) - at) - start
        t = max(0.0, min(1.0, -float(start @ step) / float(step @ step)))
        u = math.hypot(*(start + t * step).tolist())
        if u < 1.0 and (math.acos(u) - u * math.sqrt((1.0 - u) * (1.0 + u))) / math.pi > LEAST_SHARE:
            return True
    return False
