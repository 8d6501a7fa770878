"""What has to be taken off in Kineti-Go once the table rests: all clauses on one layout, then all pucks together."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rules.clusters import naturally
from rules.places import on_surface
from rules.ruleset import State
from rules.ruling import Ruling, listed
from sim.board import Board
from sim.layout import Layout
from sim.shot import Shot
from sim.sticking import bonds
from sim.values import Status


def in_play(layout: Layout) -> Layout:
    """Return the live pieces alone; what is removed, in a hand or written down as dead is not judged."""
    return layout.only([k for k, status in enumerate(layout.statuses) if status == "live"])


def irregularities(board: Board, layout: Layout, left: Collection[str] = ()) -> tuple[Ruling, ...]:
    """Return a ruling for every puck and every clause, G13 to G16, by which it has to go, naturally sorted.

    `left` are pucks that passed the edge before, wherever they lie now.
    """
    live = in_play(layout)
    partners: dict[str, list[str]] = {piece_id: [] for piece_id in live.ids}
    magnets: dict[str, list[str]] = {piece_id: [] for piece_id in live.ids}
    for bond in bonds(board, live):
        if bond.magnet is not None:
            magnets[bond.pieces[0]].append(bond.magnet)
        else:
            first, second = bond.pieces
            partners[first].append(second)
            partners[second].append(first)
    found = []
    for name in naturally(live.ids):
        k = live.index(name)
        owner, face = live.pieces[k].owner, live.faces[k]
        if not on_surface(board, *live.positions[k].tolist()):
            why = f"{name}'s centre lies past the edge of the playfield, so it is out for this round."
            found.append(Ruling("G13", why, owner, (name,)))
        elif name in left:
            why = f"{name}'s centre passed the edge of the playfield, so it is out for this round."
            found.append(Ruling("G13", why, owner, (name,)))
        if face != "up":
            lies = "lies upside down" if face == "down" else "stands on its edge"
            found.append(Ruling("G14", f"{name} {lies} and is taken off.", owner, (name,)))
        if magnets[name]:
            held = (
                f"the magnet {magnets[name][0]}" if len(magnets[name]) == 1 else f"the magnets {listed(magnets[name])}"
            )
            found.append(Ruling("G15", f"{name} sticks to {held} and is taken off.", owner, (name,)))
        if partners[name]:
            others = listed(naturally(partners[name]))
            found.append(Ruling("G16", f"{name} sticks to {others} and is taken off.", owner, (name,)))
    return tuple(found)


def without(layout: Layout, rulings: tuple[Ruling, ...]) -> Layout:
    """Return the layout with the pucks of such rulings removed; they keep their last places."""
    gone: dict[str, Status] = {piece_id: "removed" for ruling in rulings for piece_id in ruling.pieces}
    return layout.with_statuses(gone)


def physically_gone(state: State, shot: Shot) -> tuple[Ruling, ...]:
    """Return a ruling for every puck that is no longer on the table after a shot: fallen off, or lifted by a magnet."""
    owners = {piece.id: piece.owner for piece in shot.layout.pieces}
    before = dict(zip(state.layout.ids, state.layout.statuses, strict=True))
    lifted = {event.pieces[0]: event.other for event in shot.events if event.kind == "lifted" and event.pieces}
    found = []
    for name in naturally(shot.layout.ids):
        off = shot.layout.statuses[shot.layout.index(name)] in ("removed", "hand")
        if not off or before.get(name) in ("removed", "hand"):
            continue
        if name in lifted:
            by = f"the magnet {lifted[name]}" if lifted[name] else "a magnet"
            found.append(Ruling("G15", f"{name} was lifted by {by}, sticks to it and is out.", owners[name], (name,)))
        else:
            why = f"{name} left the playfield, so it is out for this round."
            found.append(Ruling("G13", why, owners[name], (name,)))
    return tuple(found)


def clear(state: State, shot: Shot, launched: str | None) -> tuple[Layout, tuple[Ruling, ...], bool]:
    """Return the layout after a shot without what has to go, the rulings, and whether the table has to settle again.

    `launched` is the puck of this shot; any other that has to go was shot earlier, which saves none (G17).
    """
    # what was taken off stays off, whatever a shot says
    off: dict[str, Status] = {
        piece_id: status
        for piece_id, status in zip(state.layout.ids, state.layout.statuses, strict=True)
        if status in ("removed", "hand") and piece_id in shot.layout.ids
    }
    layout = shot.layout.with_statuses(off)
    left = {piece_id for event in shot.events if event.kind == "left_board" for piece_id in event.pieces}
    gone = physically_gone(state, shot)
    taken = irregularities(state.board, layout, left)
    layout = without(layout, (*gone, *taken))
    rulings = [*gone, *taken]
    if launched is not None:
        rulings = [ruling if ruling.pieces == (launched,) else _earlier(ruling) for ruling in rulings]
    order = {piece_id: k for k, piece_id in enumerate(naturally(layout.ids))}
    rulings.sort(key=lambda ruling: order[ruling.pieces[0]])
    return layout, tuple(rulings), bool(taken)


def _earlier(ruling: Ruling) -> Ruling:
    """Say in a ruling that its puck was shot earlier, and goes all the same."""
    return replace(ruling, why=f"{ruling.why.removesuffix('.')} (G17: though it was shot earlier).")
