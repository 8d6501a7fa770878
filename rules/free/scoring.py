"""What a layout is worth in a game of one's own: piece by piece, or cluster by cluster."""

from __future__ import annotations

from collections.abc import Mapping

from rules.clusters import clusters, groups, naturally
from rules.free.belongs import Seat, seat
from rules.free.clearing import cleared, in_order
from rules.free.control import controlled
from rules.free.goals import result
from rules.free.setup import check_owners, check_zones, chosen, seated, side_of_colour
from rules.players import Player, sides
from rules.ruleset import Score
from rules.ruling import RulesError, Ruling, listed
from sim.board import Board, Zone
from sim.layout import Layout


def judge(board: Board, layout: Layout, players: tuple[Player, ...], options: Mapping[str, str]) -> tuple[Ruling, ...]:
    """Return what every live piece, cluster or zone gives, to whom, and why; what has to be taken off must be gone."""
    owners = {piece.id: piece.owner for piece in layout.pieces}
    seats = {
        piece.id: seat(board, layout, piece.id, options)
        for k, piece in enumerate(layout.pieces)
        if layout.statuses[k] == "live"
    }
    rulings = [
        Ruling("F9", f"{piece.id} is dead and counts nothing.", piece.owner, (piece.id,))
        for k, piece in enumerate(layout.pieces)
        if layout.statuses[k] == "dead"
    ]
    rulings += [
        Ruling(where.clause, f"{name} {where.lies}.", owners[name], (name,))
        for name, where in seats.items()
        if where.blocked
    ]
    free = {name: where for name, where in seats.items() if not where.blocked}
    together = [tuple(name for name in group if name in free) for group in groups(board, layout)]
    if options["cluster"] in ("each", "remove"):
        together = [(name,) for group in together for name in group]
    together = [group for group in together if group]
    if options["owner"] == "control":
        rulings += controlled(board, together, free, owners, sides(players), options)
    else:
        for group in together:
            rulings += _Group(board, group, free, owners, players, options).rulings()
    return in_order(layout, rulings)


class _Group:
    """Pieces that count together: one alone, or a cluster without those that count nothing."""

    def __init__(
        self,
        board: Board,
        pieces: tuple[str, ...],
        seats: Mapping[str, Seat],
        owners: Mapping[str, str | None],
        players: tuple[Player, ...],
        options: Mapping[str, str],
    ) -> None:
        self.pieces, self.seats, self.owners = pieces, seats, owners
        self.players, self.options = players, options
        self.zones: dict[str, Zone] = {
            name: board.zones[zone] for name in pieces if (zone := seats[name].zone) is not None
        }

    def rulings(self) -> list[Ruling]:
        """Return the rulings on the group, one for each side that it gives points to, or one that says why none."""
        one = self.pieces[0]
        alike = self.owners[one] if len({self.owners[name] for name in self.pieces}) == 1 else None
        if not self.zones:
            if len(self.pieces) == 1:
                return [Ruling("F14", f"{one} {self.seats[one].lies}: nothing.", alike, self.pieces)]
            why = f"{listed(self.pieces)} stick together and belong to no zone: nothing."
            return [Ruling("F16", why, alike, self.pieces)]
        best = max(zone.value for zone in self.zones.values())
        top = tuple(name for name in self.pieces if name in self.zones and self.zones[name].value == best)
        if self.options["owner"] == "zone":
            colours = {self.zones[name].owner for name in top}
            if len(colours) > 1:
                why = f"{self._where()}, and its highest zones give to different sides, so nobody counts anything."
                return [Ruling("F16", why, alike, self.pieces)]
            side = side_of_colour(self.players, colours.pop())
            if side is not None:
                return [self._all_to(side, best)]
        if len(self.pieces) > 1 and self.options["cluster"] == "best":
            return [self._once(best, top)]
        return self._by_owner(best)

    def _where(self) -> str:
        """Say where the group lies, as the beginning of a sentence."""
        if len(self.pieces) == 1:
            return f"{self.pieces[0]} {self.seats[self.pieces[0]].lies}"
        values = sorted({zone.value for zone in self.zones.values()}, reverse=True)
        names = f"{listed(self.pieces)} stick together"
        if len(values) > 1:
            return f"{names} across {listed([f'the {value}' for value in values])}"
        inside = tuple(name for name in self.pieces if name in self.zones)
        if len(inside) < len(self.pieces):
            return f"{names}, {listed(inside)} in the {values[0]}"
        return f"{names} in the {values[0]}"

    def _all_to(self, side: str, best: int) -> Ruling:
        """Give all to the side that owns the zone."""
        foreign = any(self.owners[name] != side for name in self.pieces)
        whose = " (the zone decides, not whose piece it is)" if foreign else ""
        many = len(self.pieces)
        if many == 1:
            return Ruling("F17", f"{self._where()}: {best} for {side}{whose}.", side, self.pieces, best)
        if self.options["cluster"] == "best":
            why = f"{self._where()}, which counts once: {best} for {side}{whose}."
            return Ruling("F16", why, side, self.pieces, best)
        why = f"{self._where()}, so each counts the {best}: {many} × {best} = {many * best} for {side}{whose}."
        return Ruling("F16", why, side, self.pieces, many * best)

    def _once(self, best: int, top: tuple[str, ...]) -> Ruling:
        """Give the value once, to the side whose pieces lie in the highest zones of the cluster."""
        has = {self.owners[name] for name in top}
        if len(has) > 1:
            who = listed([str(side or "nobody") for side in dict.fromkeys(self.owners[name] for name in top)])
            why = f"{self._where()}, which counts once, but pieces of {who} lie in the {best}: nobody counts anything."
            return Ruling("F16", why, None, self.pieces)
        side = has.pop()
        if side is None:
            return Ruling(
                "F16", f"{self._where()}, which counts once, and for nobody's piece: nothing.", None, self.pieces
            )
        return Ruling("F16", f"{self._where()}, which counts once: {best} for {side}.", side, self.pieces, best)

    def _by_owner(self, best: int) -> list[Ruling]:
        """Give every piece's points to its own side."""
        found = []
        for side in dict.fromkeys(self.owners[name] for name in self.pieces):
            own = tuple(name for name in self.pieces if self.owners[name] == side)
            clause = "F14" if len(self.pieces) == 1 else "F16"
            each = self._where() if len(self.pieces) == 1 else f"{self._where()}, so each counts the {best}"
            if side is None:
                found.append(Ruling("F17", f"{each}, but {listed(own)} belongs to nobody: nothing.", None, own))
                continue
            sum_of = f"{len(own)} × {best} = {len(own) * best}" if len(own) > 1 else f"{best}"
            found.append(Ruling(clause, f"{each}: {sum_of} for {side}.", side, own, len(own) * best))
        return found


def tally(rulings: tuple[Ruling, ...], players: tuple[Player, ...]) -> dict[str, int]:
    """Add the rulings' points up, by side."""
    points = dict.fromkeys(sides(players), 0)
    for ruling in rulings:
        if ruling.points and ruling.player is not None:
            points[ruling.player] += ruling.points
    return points


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
    settled = chosen(board, options)
    check_zones(board, settled)
    table = seated(board, tuple(players), settled)
    check_owners(layout, table)
    earlier = dict.fromkeys(sides(table), 0)
    for side, total in (before or {}).items():
        if side not in earlier:
            raise RulesError("F19", f"there are points before this round for {side}, who doesn't play")
        if settled["goal"] == "exactly" and total > int(settled["target"]):
            why = f"{side} can't have {total} points before this round: nobody gets above {settled['target']}"
            raise RulesError("F20", why)
        earlier[side] = total
    rest = cleared(board, layout, settled)
    judged = judge(board, rest.layout, table, settled)
    # the ruling by which a piece is dead has said that it counts nothing
    dead = {ruling.pieces for ruling in rest.rulings}
    judged = tuple(ruling for ruling in judged if not (ruling.clause == "F9" and ruling.pieces in dead))
    points = tally(judged, table)
    made = result(earlier, points, settled, number or 0)
    return Score(
        points=points,
        rulings=(*in_order(layout, [*rest.rulings, *judged]), *made.rulings),
        clusters=clusters(board, layout),
        removed=naturally([name for name, s in zip(layout.ids, rest.layout.statuses, strict=True) if s == "removed"]),
        totals=made.totals,
        winner=made.winner,
    )
