"""What a layout is worth in TOKKA Shuffle: who leads, which stones are ahead, and what each of them counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.clusters import clusters, naturally
from rules.places import ON_LINE, on_surface
from rules.players import Player, sides
from rules.ruleset import Score
from rules.ruling import RulesError, Ruling
from rules.tokka.course import direction, end_near, front
from rules.tokka.fields import worth
from rules.tokka.setup import TARGETS, check_fields, check_owners, chosen, seated
from sim.board import Board
from sim.layout import Layout
from sim.sticking import natural_key
from sim.values import Vector2

LEAD = 5e-4
"""How much farther a stone has to reach to be ahead of another, m."""


@dataclass(frozen=True)
class Stone:
    """A stone on the board: its index in the layout, and how far its foremost point lies, m."""

    piece_id: str
    side: str
    k: int
    front: float

    def ahead_of(self, other: Stone) -> bool:
        """Whether it lies nearer the far end than another, and not equally near."""
        # a difference of 0.5 mm exactly, written in decimals, is equal
        return self.front - other.front > LEAD + ON_LINE


def lost_by_place(board: Board, layout: Layout) -> tuple[str, ...]:
    """Return the stones on the table whose centre has passed the outline, naturally sorted."""
    places = layout.positions.tolist()
    return naturally([layout.pieces[k].id for k in layout.on_table if not on_surface(board, *places[k])])


def lost_ruling(board: Board, way: Vector2, layout: Layout, piece_id: str) -> Ruling:
    """Rule on a stone that lies off the board, by where it went."""
    k = layout.index(piece_id)
    where = end_near(board, way, *layout.positions[k].tolist())
    clause = "T7" if where == "far end" else "T20"
    why = f"{piece_id} went off over the {where} and is lost for this round."
    return Ruling(clause, why, layout.pieces[k].owner, (piece_id,))


def stones(board: Board, way: Vector2, layout: Layout, known: tuple[str, ...]) -> dict[str, list[Stone]]:
    """Return each side's stones on the board, the foremost first. Pieces that nobody owns are mere obstacles."""
    found: dict[str, list[Stone]] = {side: [] for side in known}
    for k in layout.on_table:
        piece = layout.pieces[k]
        if layout.statuses[k] == "live" and piece.owner in found and on_surface(board, *layout.positions[k].tolist()):
            found[piece.owner].append(Stone(piece.id, piece.owner, k, front(way, layout, k)))
    for own in found.values():
        own.sort(key=lambda stone: (-stone.front, natural_key(stone.piece_id)))
    return found


def judge(board: Board, layout: Layout, players: tuple[Player, ...], options: Mapping[str, str]) -> tuple[Ruling, ...]:
    """Return the rulings on a layout: who leads, and what every stone counts, and why."""
    way = direction(board)
    known = sides(players)
    found = stones(board, way, layout, known)
    rulings = [_leading(found)]
    for side, own in found.items():
        (other,) = (name for name in known if name != side)
        foremost = found[other][0] if found[other] else None
        for stone in own:
            if foremost is None or stone.ahead_of(foremost):
                rulings.append(_counted(board, way, layout, stone, foremost, options))
            elif stone.piece_id not in rulings[0].pieces:
                rulings.append(_blocked(board, way, layout, stone, foremost, options))
    rulings += [lost_ruling(board, way, layout, piece_id) for piece_id in lost_by_place(board, layout)]
    order = {piece_id: k for k, piece_id in enumerate(naturally(layout.ids))}
    return tuple(sorted(rulings, key=lambda ruling: order[ruling.pieces[0]] if ruling.pieces else -1))


def _leading(found: Mapping[str, list[Stone]]) -> Ruling:
    """Say whose stone lies nearest the far end."""
    heads = sorted((own[0] for own in found.values() if own), key=lambda stone: -stone.front)
    if not heads:
        return Ruling("T9", "no stone lies on the board, so nobody scores.")
    first = heads[0]
    if len(heads) == 1:
        (other,) = (side for side in found if side != first.side)
        why = f"{first.piece_id} lies nearest the far end, and {other} has no stone on the board:"
        return Ruling("T9", f"{why} only {first.side} scores.", first.side, (first.piece_id,))
    second = heads[1]
    apart = f"{1e3 * (first.front - second.front):.1f} mm"
    if first.ahead_of(second):
        why = f"{first.piece_id} lies nearest the far end, {apart} ahead of {second.piece_id}:"
        return Ruling("T9", f"{why} only {first.side} scores.", first.side, (first.piece_id,))
    pair = naturally([first.piece_id, second.piece_id])
    why = f"{pair[0]} and {pair[1]} lie equally near the far end ({apart} apart), so neither leads: nobody scores."
    return Ruling("T16", why, None, pair)


def _counted(
    board: Board,
    way: Vector2,
    layout: Layout,
    stone: Stone,
    foremost: Stone | None,
    options: Mapping[str, str],
) -> Ruling:
    """Rule on a stone that nothing of the other side's is level with or ahead of."""
    its = worth(board, way, layout, stone.k, options)
    ahead = "" if foremost is None else f", ahead of {foremost.piece_id},"
    counts = f"{its.value} for {stone.side}" if its.value else "it counts nothing, but stays and blocks"
    why = f"{stone.piece_id}{ahead} {its.where}: {counts}."
    return Ruling(its.clause, why, stone.side, (stone.piece_id,), its.value)


def _blocked(
    board: Board,
    way: Vector2,
    layout: Layout,
    stone: Stone,
    foremost: Stone,
    options: Mapping[str, str],
) -> Ruling:
    """Rule on a stone that isn't ahead of the other side's foremost."""
    why = f"{stone.piece_id} isn't ahead of {foremost.piece_id}"
    if worth(board, way, layout, foremost.k, options).value == 0:
        why = f"{why}, which is worth nothing and still blocks: nothing."
        return Ruling("T15", why, stone.side, (stone.piece_id,))
    return Ruling("T12", f"{why}: nothing.", stone.side, (stone.piece_id,))


def tally(rulings: tuple[Ruling, ...], players: tuple[Player, ...]) -> dict[str, int]:
    """Add the rulings' points up, by side."""
    points = dict.fromkeys(sides(players), 0)
    for ruling in rulings:
        if ruling.points and ruling.player is not None:
            points[ruling.player] += ruling.points
    return points


def winner(totals: Mapping[str, int], options: Mapping[str, str]) -> str | None:
    """Return the side that has won the match, or None: points enough, and more than the other."""
    best = max(totals.values())
    first = [side for side, total in totals.items() if total == best]
    return first[0] if best >= TARGETS[options["variant"]] and len(first) == 1 else None


def score(
    board: Board,
    layout: Layout,
    players: tuple[Player, ...],
    *,
    before: Mapping[str, int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Score:
    """Judge a layout as if the round were over; see :meth:`rules.ruleset.RuleSet.score`."""
    check_fields(board)
    settled = chosen(board, options)
    table = seated(tuple(players))
    known = sides(table)
    check_owners(layout, known)
    totals = dict.fromkeys(known, 0)
    for side, points in (before or {}).items():
        if side not in totals:
            raise RulesError("T19", f"there are points before this round for {side}, who doesn't play")
        totals[side] += points
    rulings = judge(board, layout, table, settled)
    gained = tally(rulings, table)
    totals = {side: totals[side] + gained[side] for side in known}
    off = [layout.pieces[k].id for k, status in enumerate(layout.statuses) if status in ("removed", "hand")]
    return Score(
        points=gained,
        rulings=rulings,
        clusters=clusters(board, layout),
        removed=naturally([*off, *lost_by_place(board, layout)]),
        totals=totals,
        winner=winner(totals, settled),
    )
