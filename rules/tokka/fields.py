"""What a stone is worth by where it lies: under a cross rail, in a field, or over the far edge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rules.areas import overlap_share, zone_shares
from rules.places import ON_LINE, zones_at
from rules.ruling import listed
from rules.tokka.course import along, band, cross_rails, overhangs, seen
from sim.board import Board, Rail, Zone
from sim.layout import Layout
from sim.values import Vector2

HANGER = 4
"""What a stone over the far edge counts in the original game."""


@dataclass(frozen=True)
class Worth:
    """A stone's value, the clause it rests on, and where the stone lies, as the rest of a sentence."""

    value: int
    clause: str
    where: str


def worth(board: Board, direction: Vector2, layout: Layout, k: int, options: Mapping[str, str]) -> Worth:
    """Return what stone `k` of a layout, its centre on the board, is worth if nothing blocks it."""
    kind = seen(layout.pieces[k].kind, layout.faces[k])
    at, angle = layout.positions[k], float(layout.angles[k])
    hangs = overhangs(board, direction, kind, at, angle)
    if hangs and options["variant"] == "original":
        return Worth(HANGER, "T21", "hangs over the far edge")

    over = []
    for rail, normal in cross_rails(board, direction):
        polygon = band(rail.start, rail.end, rail.width)
        if overlap_share(Zone(rail.name, "score", polygon=polygon), kind, at, angle) > 0.0:
            over.append((rail, _before(board, direction, rail, normal, layout.positions[k].tolist())))
    if over:
        return _under(over, hangs)

    covered = [board.zones[i] for i in zone_shares(board.zones, kind, at, angle)]
    values = sorted({zone.value if zone.kind == "score" else 0 for zone in covered})
    if not values:
        return Worth(0, "T15", "lies in no field")
    if values[0] == 0:
        launching = any(zone.kind == "launch" for zone in covered)
        partly = " partly" if len(values) > 1 else ""
        return Worth(0, "T15", f"lies{partly} in the launch zone" if launching else f"lies{partly} in no field")
    if len(values) > 1:
        across = listed([str(value) for value in values])
        return Worth(values[0], "T13", f"lies across the fields worth {across}, so the lower counts")
    return Worth(values[0], "T10", f"lies in the field worth {values[0]}")


def _under(over: list[tuple[Rail, Zone | None]], hangs: bool) -> Worth:
    """Return the worth of a stone under rails, of each of which the zone before it is given."""
    values = [zone.value if zone is not None and zone.kind == "score" else 0 for _, zone in over]
    value = min(values)
    names = listed([rail.name for rail, _ in over])
    if value == 0:
        return Worth(0, "T13", f"lies under {names}, with no field before it")
    if hangs and len(over) == 1:
        return Worth(value, "T14", f"lies under {names}, and counts the field before it, though it overhangs the end")
    return Worth(value, "T13", f"lies under {names}, so the lower field counts")


def _before(board: Board, direction: Vector2, rail: Rail, normal: Vector2, at: Vector2) -> Zone | None:
    """Return the zone before a rail as one looks from the launch zone, level with a stone at `at`; None: there is none.

    It is the first zone met on the way back from the rail's near edge, so that a strip without any zone between a
    field and its rail makes no difference.
    """
    across = along(direction, normal)
    to_rail = along(normal, (rail.start[0] - at[0], rail.start[1] - at[1])) / across - rail.width / (2.0 * across)
    x, y = at[0] + to_rail * direction[0], at[1] + to_rail * direction[1]
    back = (-direction[0], -direction[1])
    crossings = sorted({t for zone in board.zones for t in _crossings(zone, x, y, back) if t > 0.0})
    # between two crossings the same zone shows all along; past the last there is none
    for near, far in pairwise([0.0, *crossings]):
        if far - near <= 2.0 * ON_LINE:
            continue
        middle = (near + far) / 2.0
        shown = zones_at(board.zones, x + middle * back[0], y + middle * back[1])
        if shown:
            return shown[0]
    return None


def _crossings(zone: Zone, x: float, y: float, way: Vector2) -> Iterator[float]:
    """Give the distances from a point along `way` at which a zone's boundary is crossed, m."""
    if zone.circle is not None:
        cx, cy, radius = zone.circle
        middle = along(way, (cx - x, cy - y))
        aside = way[0] * (cy - y) - way[1] * (cx - x)
        room = (radius - aside) * (radius + aside)
        if room > 0.0:
            yield middle - math.sqrt(room)
            yield middle + math.sqrt(room)
        return
    if zone.polygon is None:
        raise ValueError(f"zone {zone.name!r} has neither a polygon nor a circle")
    corners = [(px - x, py - y) for px, py in zone.polygon.tolist()]
    for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
        # how far the ends lie to the left of the way; a side that is touched counts as crossed, which does no harm
        a, b = way[0] * p[1] - way[1] * p[0], way[0] * q[1] - way[1] * q[0]
        if min(a, b) <= ON_LINE and max(a, b) >= -ON_LINE and abs(a - b) > ON_LINE:
            share = max(0.0, min(1.0, a / (a - b)))
            yield along(way, p) + (along(way, q) - along(way, p)) * share
