"""To which zone a piece belongs, and whether a dead zone makes it count nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rules.areas import LEAST_SHARE, zone_shares
from rules.places import zones_at
from rules.ruling import listed
from sim.board import Board, Zone
from sim.layout import Layout
from sim.pieces import PieceKind

EQUAL = 2.0 * LEAST_SHARE
"""Parts that differ by no more than this are equal: then each of two is half to 1e-9."""


@dataclass(frozen=True)
class Seat:
    """Where a piece counts.

    Attributes
    ----------
    zone : index of the score zone in the board's list, or None
    clause : what decides
    lies : where it lies, and what follows, as the rest of a sentence that begins with the piece
    blocked : it counts nothing for a dead zone, in a cluster neither
    """

    zone: int | None
    clause: str
    lies: str
    blocked: bool = False


def seen_from_above(layout: Layout, k: int) -> PieceKind:
    """Return the kind of a piece with the outline that it shows: one on its edge is narrow."""
    kind = layout.pieces[k].kind
    if layout.faces[k] != "edge":
        return kind
    return replace(kind, shape="ellipse", semi_axes=kind.footprint("edge"))


def seat(board: Board, layout: Layout, piece_id: str, options: Mapping[str, str]) -> Seat:
    """Return where a piece counts, by `cover` and `dead_zone`."""
    k = layout.index(piece_id)
    at = layout.positions[k]
    zones = board.zones
    shares = zone_shares(zones, seen_from_above(layout, k), at, float(layout.angles[k]))
    dead = [i for i in shares if zones[i].kind == "dead"]
    if dead and options["dead_zone"] == "touch":
        return Seat(None, "F15", f"overlaps {zones[dead[0]].name}, a dead zone, and counts nothing", blocked=True)
    kinds = ("score", "dead") if options["dead_zone"] == "belongs" else ("score",)
    parts = {i: share for i, share in shares.items() if zones[i].kind in kinds}
    cover = options["cover"]
    if cover == "centre":
        here = zones_at(zones, float(at[0]), float(at[1]))
        middle = [i for i, zone in enumerate(zones) if zone.kind in kinds and any(zone is other for other in here)]
        found = _centre(zones, middle, options)
    elif not parts:
        found = Seat(None, "F14", "lies outside all zones")
    elif cover == "any":
        found = _any(zones, parts, options)
    else:
        found = _largest(zones, parts, options)
    if found.zone is not None and zones[found.zone].kind == "dead":
        return Seat(None, "F15", f"{found.lies}, a dead zone, and counts nothing", blocked=True)
    return found


def _named(zones: Iterable[Zone]) -> str:
    return listed([zone.name for zone in zones])


def _highest(zones: tuple[Zone, ...], of: Iterable[int]) -> list[int]:
    """Return the zones of the highest value; a score zone is above every dead one."""
    keys = {i: (zones[i].kind == "score", zones[i].value) for i in of}
    best = max(keys.values())
    return [i for i, key in keys.items() if key == best]


def _one_of(zones: tuple[Zone, ...], equal: list[int], options: Mapping[str, str]) -> int | None:
    """Return one of several zones of the same value, where it makes no difference which; else None."""
    alike = len({(zones[i].kind, zones[i].owner) for i in equal}) == 1 and options["owner"] != "control"
    return equal[0] if alike or len(equal) == 1 else None


def _centre(zones: tuple[Zone, ...], middle: list[int], options: Mapping[str, str]) -> Seat:
    """Rule on a piece by the score zones at its middle; several where it is on a line."""
    if not middle:
        return Seat(None, "F14", "has its middle outside all zones")
    if len(middle) == 1:
        return Seat(middle[0], "F14", f"has its middle in {zones[middle[0]].name}")
    line = f"has its middle on the line between {_named(zones[i] for i in middle)}"
    zone = _one_of(zones, _highest(zones, middle), options)
    if zone is None:
        return Seat(None, "F14", f"{line}, which are worth the same, so it belongs to neither")
    return Seat(zone, "F14", f"{line}, so it belongs to {zones[zone].name}")


def _any(zones: tuple[Zone, ...], parts: Mapping[int, float], options: Mapping[str, str]) -> Seat:
    """Rule on a piece by the highest zone that it overlaps, of equal ones by the larger part."""
    best = _highest(zones, parts)
    most = max(parts[i] for i in best)
    zone = _one_of(zones, [i for i in best if most - parts[i] <= EQUAL], options)
    if len(parts) == 1:
        return Seat(zone, "F14", f"lies in {zones[best[0]].name}")
    across = f"lies across {_named(zones[i] for i in sorted(parts, key=lambda i: (-zones[i].value, i)))}"
    if zone is None:
        return Seat(None, "F14", f"{across}, the highest of which hold equal parts, so it belongs to neither")
    return Seat(zone, "F14", f"{across}, so it belongs to {zones[zone].name}")


def _largest(zones: tuple[Zone, ...], parts: Mapping[int, float], options: Mapping[str, str]) -> Seat:
    """Rule on a piece by its largest part; with `majority` what lies outside all zones is a part, too."""
    shown = dict[int | None, float](parts.items())
    outside = 1.0 - sum(parts.values())
    if outside > LEAST_SHARE:
        shown[None] = outside
    ranked = sorted(shown, key=lambda i: -shown[i])
    percent = [f"{100.0 * shown[i]:.4g} % {'outside' if i is None else f'in {zones[i].name}'}" for i in ranked]
    lies = f"lies {listed(percent)}" if len(shown) > 1 else f"lies in {zones[next(iter(parts))].name}"
    counted = shown if options["cover"] == "majority" else dict[int | None, float](parts.items())
    most = max(counted.values())
    largest = [i for i, share in counted.items() if most - share <= EQUAL]
    if len(largest) > 1:
        return Seat(None, "F14", f"{lies}: the largest parts are equal, so it belongs to no zone")
    zone = largest[0]
    if zone is None:
        return Seat(None, "F14", f"{lies}: most of it is in no zone")
    return Seat(zone, "F14", lies if len(shown) == 1 else f"{lies}, so it belongs to {zones[zone].name}")
