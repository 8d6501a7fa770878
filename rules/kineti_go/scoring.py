"""What a layout is worth in Kineti-Go: which zone a puck belongs to, who holds a zone, and what that means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.areas import LEAST_SHARE, zone_shares
from rules.clusters import clusters, naturally
from rules.kineti_go.irregular import in_play, irregularities, without
from rules.kineti_go.setup import TARGET, check_owners, check_zones, chosen, seated
from rules.players import Player, sides
from rules.ruleset import Score
from rules.ruling import RulesError, Ruling, listed
from sim.board import Board, Zone
from sim.layout import Layout

EQUAL = 2.0 * LEAST_SHARE
"""Parts that differ by no more than this are equal: then each of two is half to 1e-9."""


def belongs_to(
    board: Board, layout: Layout, piece_id: str, options: Mapping[str, str]
) -> tuple[int | None, Ruling | None]:
    """Return the index of the zone that a puck belongs to, or None, and a ruling where that needs one.

    The largest part of its area decides; what lies outside all score zones is one part.
    """
    k = layout.index(piece_id)
    piece = layout.pieces[k]
    shares = zone_shares(board.zones, piece.kind, layout.positions[k], float(layout.angles[k]))
    parts: dict[int | None, float] = {i: share for i, share in shares.items() if board.zones[i].kind == "score"}
    if not parts:
        if any(board.zones[i].kind == "lane" for i in shares):
            why = f"{piece_id} rests in the lane: it stays there as an obstacle and is worth nothing."
            return None, Ruling("G22", why, piece.owner, (piece_id,))
        return None, Ruling("G7", f"{piece_id} lies outside all zones: nothing.", piece.owner, (piece_id,))
    outside = 1.0 - sum(parts.values())
    if outside > LEAST_SHARE:
        parts[None] = outside
    most = max(parts.values())
    largest = [i for i, share in parts.items() if most - share <= EQUAL]
    if len(parts) == 1:
        return largest[0], None

    def name(i: int | None) -> str:
        return "outside all zones" if i is None else f"in {board.zones[i].name}"

    ranked = sorted(parts, key=lambda i: -parts[i])
    lies = f"{piece_id} lies " + listed([f"{100.0 * parts[i]:.4g} % {name(i)}" for i in ranked])
    zone, so = _decided(board, largest, options)
    return zone, Ruling("G7", f"{lies}: {so}.", piece.owner, (piece_id,))


def _decided(board: Board, largest: list[int | None], options: Mapping[str, str]) -> tuple[int | None, str]:
    """Return the zone to which a puck with these largest, equal parts belongs, and why."""
    if len(largest) == 1:
        zone = largest[0]
        if zone is None:
            return None, "most of it is in no zone, so it counts nowhere"
        return zone, f"the largest part decides, so it belongs to {board.zones[zone].name}"
    if None not in largest and options["half_and_half"] == "lower":
        low = min(board.zones[i].value for i in largest if i is not None)
        lowest = [i for i in largest if i is not None and board.zones[i].value == low]
        if len(lowest) == 1:
            zone = lowest[0]
            return zone, f"the largest parts are equal, so it belongs to the lower zone, {board.zones[zone].name}"
    return None, "the largest parts are equal, so it belongs to no zone"


def holder(counts: Mapping[str, int]) -> str | None:
    """Return the side with more pucks in a zone than any other, or None."""
    most = max(counts.values(), default=0)
    first = [side for side, count in counts.items() if count == most]
    return first[0] if most > 0 and len(first) == 1 else None


def zone_points(values: Mapping[int, int], counts: Mapping[int, Mapping[str, int]]) -> dict[str, int]:
    """Return the points of each side that holds a zone: a zone's value once, however many pucks hold it.

    Parameters
    ----------
    values : mapping of zone to value
    counts : mapping of zone to each side's number of pucks in it
    """
    points: dict[str, int] = {}
    for zone, of_sides in counts.items():
        side = holder(of_sides)
        if side is not None:
            points[side] = points.get(side, 0) + values[zone]
    return points


def judge(
    board: Board, layout: Layout, players: tuple[Player, ...], options: Mapping[str, str]
) -> tuple[dict[str, int], tuple[Ruling, ...]]:
    """Return the points by side and a ruling for every zone with pucks in it and every puck that needs one.

    Every live piece of the layout counts: what has to be taken off must be gone.
    """
    live = in_play(layout)
    rulings, inside = [], dict[int, list[str]]()
    for piece_id in naturally(live.ids):
        zone, ruling = belongs_to(board, live, piece_id, options)
        if ruling is not None:
            rulings.append(ruling)
        if zone is not None:
            inside.setdefault(zone, []).append(piece_id)
    owners = {piece.id: piece.owner for piece in live.pieces}
    counts = {
        zone: {side: sum(owners[p] == side for p in pieces) for side in sides(players)}
        for zone, pieces in inside.items()
    }
    values = {zone: board.zones[zone].value for zone in inside}
    points = dict.fromkeys(sides(players), 0) | zone_points(values, counts)
    for zone, pieces in inside.items():
        rulings.append(_held(board.zones[zone], tuple(pieces), counts[zone], owners))
    rulings += _twins(board, inside, counts, owners)
    order = {piece_id: k for k, piece_id in enumerate(naturally(layout.ids))}
    rulings.sort(key=lambda ruling: order[ruling.pieces[0]])
    return points, tuple(rulings)


def _held(zone: Zone, pieces: tuple[str, ...], counts: Mapping[str, int], owners: Mapping[str, str | None]) -> Ruling:
    """Rule on one zone with pucks in it."""
    side = holder(counts)
    present = [name for name, count in counts.items() if count]
    numbers = listed([f"{counts[name]} of {name}'s" for name in present])
    if side is None:
        why = f"{zone.name} holds {numbers or 'nobody’s puck'}, so nobody has the majority: nothing."
        return Ruling("G11", why, None, pieces)
    gives = f"{zone.value} for {side}"
    if len(present) > 1:
        why = f"{zone.name} holds {numbers}, so only {side} scores it: {gives}."
        return Ruling("G8", why, side, pieces, zone.value)
    own = tuple(p for p in pieces if owners[p] == side)
    if len(own) > 1:
        why = f"{listed(own)} are in {zone.name}, which counts once: {gives}."
        return Ruling("G9", why, side, pieces, zone.value)
    return Ruling("G6", f"{own[0]} is alone in {zone.name}: {gives}.", side, pieces, zone.value)


def _twins(
    board: Board,
    inside: Mapping[int, list[str]],
    counts: Mapping[int, Mapping[str, int]],
    owners: Mapping[str, str | None],
) -> list[Ruling]:
    """Rule, where a side holds more than one zone of the same value, that each counts; their points stand elsewhere."""
    held: dict[tuple[str, int], list[int]] = {}
    for zone in sorted(inside):
        side = holder(counts[zone])
        if side is not None:
            held.setdefault((side, board.zones[zone].value), []).append(zone)
    rulings = []
    for (side, value), zones in held.items():
        if len(zones) > 1:
            names = listed([board.zones[zone].name for zone in zones])
            why = f"{side} holds {names}, and each counts its {value}: {len(zones) * value} together."
            pieces = naturally([p for zone in zones for p in inside[zone] if owners[p] == side])
            rulings.append(Ruling("G10", why, side, pieces))
    return rulings


@dataclass(frozen=True)
class Result:
    """What a round's points make of the totals: who wins, whether it is a draw, and why."""

    totals: dict[str, int]
    winner: str | None
    draw: bool
    rulings: tuple[Ruling, ...]


def result(before: Mapping[str, int], points: Mapping[str, int], options: Mapping[str, str]) -> Result:
    """Add a round's points to the totals before it, and see whether that ends the match (G18 to G21)."""
    totals, rulings = {}, []
    for side, total in before.items():
        gained = points[side]
        over = total + gained > TARGET
        totals[side] = total if over else total + gained
        sum_of = f"{side} had {total} and made {gained}"
        if over:
            why = f"{sum_of}, which would be more than {TARGET}: the round is ignored for {side}, who stays at {total}."
            rulings.append(Ruling("G19", why, side))
        else:
            rulings.append(Ruling("G20", f"{sum_of}: {totals[side]}.", side))
    there = [side for side, total in totals.items() if total == TARGET]
    if len(there) == 1:
        rulings.append(Ruling("G18", f"{there[0]} has exactly {TARGET} and wins.", there[0]))
        return Result(totals, there[0], False, tuple(rulings))
    if not there:
        return Result(totals, None, False, tuple(rulings))
    both = f"{listed(there)} both have exactly {TARGET}"
    if options["both_twenty"] == "draw":
        rulings.append(Ruling("G21", f"{both}: a draw."))
        return Result(totals, None, True, tuple(rulings))
    ahead = holder(points)
    if ahead is not None and all(before[side] == TARGET for side in there):
        why = f"{both} and played on; {ahead} made more in this round and wins."
        rulings.append(Ruling("G21", why, ahead))
        return Result(totals, ahead, False, tuple(rulings))
    rulings.append(Ruling("G21", f"{both}: they play on until a round gives one of them more than the other."))
    return Result(totals, None, False, tuple(rulings))


def score(
    board: Board,
    layout: Layout,
    players: tuple[Player, ...],
    *,
    before: Mapping[str, int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Score:
    """Judge a layout as if the round were over; see :meth:`rules.ruleset.RuleSet.score`."""
    settled = chosen(board, options)
    table = seated(tuple(players))
    check_zones(board)
    check_owners(layout, table)
    earlier = dict.fromkeys(sides(table), 0)
    for side, total in (before or {}).items():
        if side not in earlier:
            raise RulesError("G20", f"there are points before this round for {side}, who doesn't play")
        if not 0 <= total <= TARGET:
            raise RulesError("G19", f"{side} can't have {total} points before this round: nobody gets above {TARGET}")
        earlier[side] = total
    taken = irregularities(board, layout)
    rest = without(layout, taken)
    points, judged = judge(board, rest, table, settled)
    made = result(earlier, points, settled)
    order = {piece_id: k for k, piece_id in enumerate(naturally(layout.ids))}
    rulings = sorted([*taken, *judged], key=lambda ruling: order[ruling.pieces[0]])
    # a sum is worth telling where there is something to add to
    told = [ruling for ruling in made.rulings if before or ruling.clause != "G20"]
    return Score(
        points=points,
        rulings=(*rulings, *told),
        clusters=clusters(board, in_play(layout)),
        removed=naturally([rest.pieces[k].id for k, s in enumerate(rest.statuses) if s == "removed"]),
        totals=made.totals,
        winner=made.winner,
    )
