"""Zones that go to the side with more pieces in them (F18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.clusters import naturally
from rules.free.belongs import Seat
from rules.free.goals import highest
from rules.ruling import Ruling, listed
from sim.board import Board


@dataclass(frozen=True)
class _Standing:
    """What stands in a zone as one or more: pieces, for how many they count, and for which side."""

    zone: int
    pieces: tuple[str, ...]
    side: str | None
    count: int


def controlled(
    board: Board,
    together: list[tuple[str, ...]],
    seats: Mapping[str, Seat],
    owners: Mapping[str, str | None],
    known: tuple[str, ...],
    options: Mapping[str, str],
) -> list[Ruling]:
    """Return a ruling for every zone with pieces in it, for pieces in none, and for clusters that stand elsewhere.

    Parameters
    ----------
    together : groups of pieces that count together, each alone where option `cluster` says so
    seats : where each of them lies
    owners : by piece, its side
    known : the sides
    """
    rulings, standing = list[Ruling](), list[_Standing]()
    for group in together:
        placed, said = _stand(board, group, seats, owners, options)
        standing += placed
        rulings += said
    for zone in sorted({one.zone for one in standing}):
        rulings.append(_held(board, zone, [one for one in standing if one.zone == zone], known))
    return rulings


def _stand(
    board: Board,
    group: tuple[str, ...],
    seats: Mapping[str, Seat],
    owners: Mapping[str, str | None],
    options: Mapping[str, str],
) -> tuple[list[_Standing], list[Ruling]]:
    """Return in which zones a group stands, and rulings on what doesn't stand where it lies."""
    inside = {name: zone for name in group if (zone := seats[name].zone) is not None}
    alone = [name for name in group if name not in inside]
    outside = [Ruling("F14", f"{name} {seats[name].lies}: nothing.", owners[name], (name,)) for name in alone]
    each = [_Standing(zone, (name,), owners[name], 1) for name, zone in inside.items()]
    if len(group) == 1 or not inside:
        return each, outside
    best = max(board.zones[zone].value for zone in inside.values())
    top = sorted({zone for zone in inside.values() if board.zones[zone].value == best})
    names = f"{listed(group)} stick together"
    if options["cluster"] == "multiply":
        if len(top) > 1:
            why = f"{names}, but their highest zones, {listed([board.zones[zone].name for zone in top])}, are worth the"
            return each, [*outside, Ruling("F16", f"{why} same, so each stands where it lies.", None, group)]
        said = Ruling("F16", f"{names}, so all of them stand in {board.zones[top[0]].name}.", None, group)
        return [_Standing(top[0], (name,), owners[name], 1) for name in group], [said]
    found = []
    for zone in top:
        pieces = tuple(name for name in group if inside.get(name) == zone)
        has = {owners[name] for name in pieces}
        found.append(_Standing(zone, pieces, has.pop() if len(has) == 1 else None, 1))
    where = listed([board.zones[zone].name for zone in top])
    return found, [Ruling("F16", f"{names} and stand as one piece in {where}.", None, group)]


def _held(board: Board, index: int, standing: list[_Standing], known: tuple[str, ...]) -> Ruling:
    """Rule on one zone with pieces in it."""
    zone = board.zones[index]
    pieces = naturally([name for one in standing for name in one.pieces])
    counts = {side: sum(one.count for one in standing if one.side == side) for side in known}
    present = [side for side in known if counts[side]]
    numbers = listed([f"{counts[side]} of {side}'s" for side in present]) or "no side's piece"
    first = highest(counts)
    if len(first) > 1 or not present:
        return Ruling("F18", f"{zone.name} holds {numbers}, so nobody has most: nothing.", None, pieces)
    side = first[0]
    only = ", which counts once" if len(present) == 1 and counts[side] > 1 else ""
    return Ruling("F18", f"{zone.name} holds {numbers}{only}: {zone.value} for {side}.", side, pieces, zone.value)
