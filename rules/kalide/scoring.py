"""What a layout is worth in Ka'lide: who is dead, what each puck or cluster covers, and who scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.clusters import clusters, covered, groups, naturally
from rules.kalide.setup import ROUNDS, check_sections, chosen, opposing_colour, seated, side_of
from rules.places import on_surface, zones_at
from rules.players import Player, sides
from rules.ruleset import Score
from rules.ruling import RulesError, Ruling, listed
from sim.board import Board, Zone
from sim.layout import Layout


@dataclass(frozen=True)
class Death:
    """A puck that is dead, and how it died."""

    piece_id: str
    overshot: bool

    @property
    def why(self) -> str:
        """How it died, as the rest of a sentence."""
        if self.overshot:
            return "came to rest with its centre in the opposing Flick Zone"
        return "lies with its centre off the mat"


def in_opposing_flick_zone(board: Board, players: tuple[Player, ...], layout: Layout, piece_id: str) -> bool:
    """Whether a piece's centre lies in the Flick Zone of the player who opposes its owner."""
    k = layout.index(piece_id)
    colour = opposing_colour(players, layout.pieces[k].owner)
    x, y = layout.positions[k].tolist()
    return colour is not None and any(z.kind == "flick" and z.owner == colour for z in zones_at(board.zones, x, y))


def newly_dead(
    board: Board, layout: Layout, players: tuple[Player, ...], options: Mapping[str, str]
) -> tuple[Death, ...]:
    """Return the live pieces that are dead by the place they lie in (L9), naturally sorted."""
    found = {}
    for k in layout.on_table:
        piece_id = layout.pieces[k].id
        if layout.statuses[k] != "live":
            continue
        if not on_surface(board, *layout.positions[k].tolist()):
            found[piece_id] = Death(piece_id, overshot=False)
        elif options["flick_zone_overshoot"] == "dead" and in_opposing_flick_zone(board, players, layout, piece_id):
            found[piece_id] = Death(piece_id, overshot=True)
    return tuple(found[piece_id] for piece_id in naturally(list(found)))


def judge(board: Board, layout: Layout, players: tuple[Player, ...], options: Mapping[str, str]) -> tuple[Ruling, ...]:
    """Return a ruling for every puck or cluster on the table: what it gives, to whom, and why."""
    deaths = {death.piece_id: death for death in newly_dead(board, layout, players, options)}
    owners = {piece.id: piece.owner for piece in layout.pieces}
    live = {layout.pieces[k].id for k in layout.on_table if layout.statuses[k] == "live"} - set(deaths)
    rulings: list[Ruling] = []
    for group in groups(board, layout):
        counted = tuple(piece_id for piece_id in group if piece_id in live)
        dead = (piece_id for piece_id in group if piece_id not in live)
        rulings.extend(_dead(piece_id, owners[piece_id], deaths.get(piece_id), counted) for piece_id in dead)
        if counted:
            covers = {piece_id: covered(board, layout, piece_id) for piece_id in counted}
            rulings.append(_counted(counted, covers, owners, players))
    order = {piece_id: k for k, piece_id in enumerate(naturally(layout.ids))}
    return tuple(sorted(rulings, key=lambda ruling: order[ruling.pieces[0]]))


def _dead(piece_id: str, owner: str | None, death: Death | None, links: tuple[str, ...]) -> Ruling:
    """Rule that a dead puck doesn't count; where it sticks to live ones, that it only links them."""
    if links:
        why = f"{piece_id} is dead: it sticks to {listed(links)}, but isn't counted with them."
        return Ruling("L13", why, owner, (piece_id,))
    if death is not None:
        return Ruling("L9", f"{piece_id} {death.why}: it is dead and counts nothing.", owner, (piece_id,))
    return Ruling("L9", f"{piece_id} is dead and counts nothing.", owner, (piece_id,))


def _counted(
    pieces: tuple[str, ...],
    covers: Mapping[str, tuple[Zone, ...]],
    owners: Mapping[str, str | None],
    players: tuple[Player, ...],
) -> Ruling:
    """Rule on the live pucks of one group. Where its dead ones lie counts neither for nor against them."""
    many = len(pieces) > 1
    names = f"{listed(pieces)} stick together" if many else pieces[0]
    owner = owners[pieces[0]]
    alike = owner if all(owners[piece_id] == owner for piece_id in pieces) else None
    blocked = tuple(p for p in pieces if any(zone.kind == "dead" for zone in covers[p]))
    if blocked:
        if many:
            lies = "lies" if len(blocked) == 1 else "lie"
            why = f"{names} and {listed(blocked)} {lies} in or across the Dead Zone, so all count nothing."
            return Ruling("L25", why, alike, pieces)
        why = f"{names} lies in or across the Dead Zone and counts nothing."
        return Ruling("L24", why, alike, pieces)

    spaces = [zone for piece_id in pieces for zone in covers[piece_id] if zone.kind == "score"]
    if not spaces:
        verb = f"{names} and touch" if many else f"{names} touches"
        return Ruling("L26", f"{verb} no scoring space: nothing.", alike, pieces)

    best = max(zone.value for zone in spaces)
    colours = {zone.owner for zone in spaces if zone.value == best}
    values = sorted({zone.value for zone in spaces}, reverse=True)
    across = " and ".join(f"the {value}" for value in values)
    if len(colours) > 1:
        why = f"{names} across both sections, {best} in each, so neither side counts anything."
        return Ruling("L23" if many else "L22", why, alike, pieces)

    side = side_of(players, colours.pop())
    points = best * len(pieces)
    total = f"{points} for {side}" if not many else f"{len(pieces)} × {best} = {points} for {side}"
    outside = tuple(p for p in pieces if not any(zone.kind == "score" for zone in covers[p]))
    if many:
        if len(values) > 1:
            clause, where = "L23", f" across {across}, so all of them count the {best}"
        elif outside:
            touching = tuple(p for p in pieces if p not in outside)
            verb = "touches" if len(touching) == 1 else "touch"
            clause, where = "L26", f" and {listed(touching)} {verb} the {best}, so all of them count it"
        else:
            clause, where = "L20", f" in the {best}"
    elif len(values) > 1:
        clause, where = "L22", f" lies across {across}, so it counts the {best}"
    else:
        clause, where = "L19", f" lies in the {best}"
    foreign = any(owners[p] not in (None, side) for p in pieces)
    whose = " (the section decides, not whose puck it is)" if foreign else ""
    return Ruling(clause, f"{names}{where}: {total}{whose}.", side, pieces, points)


def tally(rulings: tuple[Ruling, ...], players: tuple[Player, ...]) -> dict[str, int]:
    """Add the rulings' points up, by side."""
    points = dict.fromkeys(sides(players), 0)
    for ruling in rulings:
        if ruling.points and ruling.player is not None:
            points[ruling.player] += ruling.points
    return points


def leader(totals: Mapping[str, int]) -> str | None:
    """Return the side with the highest total, or None if two share it."""
    best = max(totals.values())
    first = [side for side, total in totals.items() if total == best]
    return first[0] if len(first) == 1 else None


def score(
    board: Board,
    layout: Layout,
    players: tuple[Player, ...],
    *,
    before: Mapping[str, int] | None = None,
    number: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Score:
    """Judge a layout as if the round were over; see :meth:`rules.ruleset.RuleSet.score`."""
    settled = chosen(options)
    table = seated(players)
    check_sections(board)
    known = sides(table)
    for piece in layout.pieces:
        if piece.owner is not None and piece.owner not in known:
            raise RulesError("L1", f"{piece.id} belongs to {piece.owner}, who doesn't play; {listed(known)} do")
    totals = dict.fromkeys(known, 0)
    for side, points in (before or {}).items():
        if side not in totals:
            raise RulesError("L7", f"there are points before this round for {side}, who doesn't play")
        totals[side] += points
    rulings = judge(board, layout, table, settled)
    gained = tally(rulings, table)
    totals = {side: totals[side] + gained[side] for side in known}
    return Score(
        points=gained,
        rulings=rulings,
        clusters=clusters(board, layout),
        removed=naturally([layout.pieces[k].id for k, s in enumerate(layout.statuses) if s == "removed"]),
        totals=totals,
        winner=leader(totals) if number is not None and number >= ROUNDS else None,
    )
