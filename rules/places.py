"""Where a point lies: on the surface, in which zone, how far from one. Lines belong to what they bound."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sim.board import Board, Zone
from sim.values import Floats

ON_LINE = 1e-9
"""A point nearer than this to a line lies on it, m: file values in mm don't convert to exact metres."""


def polygon_distance(polygon: Floats, x: float, y: float) -> float:
    """Signed distance of a point from a simple polygon's outline, m; negative inside."""
    inside, nearest = False, math.inf
    corners = polygon.tolist()
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        dx, dy = x1 - x0, y1 - y0
        along = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1.0)))
        nearest = min(nearest, math.hypot(x - x0 - along * dx, y - y0 - along * dy))
        if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) * dx / dy:
            inside = not inside
    return -nearest if inside else nearest


def zone_distance(zone: Zone, x: float, y: float) -> float:
    """Signed distance of a point from a zone's outline, m; negative inside."""
    if zone.circle is not None:
        cx, cy, radius = zone.circle
        return math.hypot(x - cx, y - cy) - radius
    if zone.polygon is None:
        raise ValueError(f"zone {zone.name!r} has neither a polygon nor a circle")
    return polygon_distance(zone.polygon, x, y)


def on_surface(board: Board, x: float, y: float) -> bool:
    """Whether a point lies on the board's surface. Its edge belongs to it: past means past."""
    outline = board.surface.outline
    return outline is None or polygon_distance(outline, x, y) <= ON_LINE


def zones_at(zones: Sequence[Zone], x: float, y: float) -> tuple[Zone, ...]:
    """Return the zones that show at a point, the uppermost first: one, or on a line those on both sides."""
    found = []
    for zone in reversed(zones):
        distance = zone_distance(zone, x, y)
        if distance <= ON_LINE:
            found.append(zone)
        if distance < -ON_LINE:
            break
    return tuple(found)
