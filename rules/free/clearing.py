"""What has to go, or is dead, once the table rests: all clauses on one layout, then all pieces together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.clusters import clusters, naturally
from rules.places import on_surface
from rules.ruleset import State
from rules.ruling import Ruling, listed
from sim.board import Board
from sim.layout import Layout
from sim.shot import Shot
from sim.sticking import bonds
from sim.values import Status

Left = Mapping[str, str]
"""Pieces past the edge, by id, and how they got there, as the rest of a sentence."""


@dataclass(frozen=True)
class Cleared:
    """A table without what has to go: the layout, the rulings, and whether anything was taken off by hand."""

    layout: Layout
    rulings: tuple[Ruling, ...]
    taken: bool


def past_the_edge(board: Board, layout: Layout, left: Collection[str] = ()) -> dict[str, str]:
    """Return the live pieces whose middle lies past the edge, or passed it before (`left`), and what happened."""
    found = {}
    for k, piece in enumerate(layout.pieces):
        if layout.statuses[k] != "live":
            continue
        if not on_surface(board, *layout.positions[k].tolist()):
            found[piece.id] = "lies with its middle past the edge of the board"
        elif piece.id in left:
            found[piece.id] = "passed the edge of the board with its middle"
    return found


def cleared(board: Board, layout: Layout, options: Mapping[str, str], left: Collection[str] = ()) -> Cleared:
    """Take off, or mark as dead, what the options don't leave on the table.

    `left` are pieces whose middle passed the edge, wherever they lie now.
    """
    off = past_the_edge(board, layout, left)
    owners = {piece.id: piece.owner for piece in layout.pieces}
    changes: dict[str, Status] = {}
    rulings = []

    def rule(clause: str, name: str, why: str, status: Status) -> None:
        changes[name] = status if changes.get(name) != "removed" else "removed"
        rulings.append(Ruling(clause, f"{name} {why}.", owners[name], (name,)))

    dies = options["off_board"] == "dead"
    for name, how in off.items():
        if dies:
            rule("F9", name, f"{how}: it stays there, dead for the round", "dead")
        else:
            rule("F9", name, f"{how} and is taken off for the round", "removed")
    stays = set(off) if dies else set()
    live = [piece.id for k, piece in enumerate(layout.pieces) if layout.statuses[k] == "live" and piece.id not in stays]
    if options["flipped"] == "remove":
        for name in live:
            face = layout.faces[layout.index(name)]
            if face != "up":
                lies = "rests upside down" if face == "down" else "stands on its edge"
                rule("F10", name, f"{lies} and is taken off", "removed")
    if options["magnet"] == "remove":
        held: dict[str, list[str]] = {}
        for bond in bonds(board, layout):
            if bond.magnet is not None and bond.pieces[0] in live:
                held.setdefault(bond.pieces[0], []).append(bond.magnet)
        for name, magnets in held.items():
            to = f"the magnet{'s' if len(magnets) > 1 else ''} {listed(magnets)}"
            rule("F11", name, f"sticks to {to} and is taken off", "removed")
    if options["cluster"] == "remove":
        for group in clusters(board, layout):
            for name in (name for name in group if name in live):
                others = listed([other for other in group if other != name])
                rule("F16", name, f"sticks together with {others} and is taken off", "removed")
    return Cleared(
        layout.with_statuses(changes),
        in_order(layout, rulings),
        any(status == "removed" for status in changes.values()),
    )


def in_order(layout: Layout, rulings: list[Ruling]) -> tuple[Ruling, ...]:
    """Return rulings in natural order of their first piece."""
    order = {piece_id: k for k, piece_id in enumerate(naturally(layout.ids))}
    return tuple(sorted(rulings, key=lambda ruling: order[ruling.pieces[0]]))


def _gone(state: State, shot: Shot) -> list[Ruling]:
    """Return a ruling for every piece that is no longer on the table after a shot: fallen off, or lifted."""
    before = dict(zip(state.layout.ids, state.layout.statuses, strict=True))
    lifted = {event.pieces[0]: event.other for event in shot.events if event.kind == "lifted" and event.pieces}
    found = []
    for k, piece in enumerate(shot.layout.pieces):
        off = ("removed", "hand")
        if shot.layout.statuses[k] not in off or before.get(piece.id) in off:
            continue
        if piece.id in lifted:
            magnet = f"the magnet {lifted[piece.id]}" if lifted[piece.id] else "a magnet"
            clause, why = "F11", f"{piece.id} was lifted by {magnet} and is gone for the round."
        else:
            clause, why = "F9", f"{piece.id} fell off the board and is gone for the round."
        found.append(Ruling(clause, why, piece.owner, (piece.id,)))
    return found


def clear(state: State, shot: Shot) -> Cleared:
    """Return the table after a shot without what has to go; see :func:`cleared`."""
    # what was taken off stays off, and what was dead stays dead, whatever a shot says
    kept: dict[str, Status] = {}
    for piece_id, status in zip(state.layout.ids, state.layout.statuses, strict=True):
        if piece_id not in shot.layout.ids or status == "live":
            continue
        if status != "dead" or shot.layout.statuses[shot.layout.index(piece_id)] == "live":
            kept[piece_id] = status
    layout = shot.layout.with_statuses(kept)
    left = {piece_id for event in shot.events if event.kind == "left_board" for piece_id in event.pieces}
    gone = _gone(state, shot)
    rest = cleared(state.board, layout, state.options, left)
    return Cleared(rest.layout, in_order(layout, [*gone, *rest.rulings]), rest.taken)
