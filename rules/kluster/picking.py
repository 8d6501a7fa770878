"""Which stones have to be picked up after an action, and by which clause."""

from __future__ import annotations

from dataclasses import dataclass

from rules.clusters import clusters, naturally
from rules.kluster.scoring import is_inside, outside, stuck, verb
from rules.kluster.setup import bounded
from rules.ruleset import State
from rules.ruling import Ruling, listed
from sim.actions import Hover, MoveCord, Place, Settle
from sim.shot import Shot


@dataclass(frozen=True)
class Find:
    """Stones that have to be picked up for one reason: the clause, and what happened to them, in words."""

    clause: str
    pieces: tuple[str, ...]
    what: str


def is_late(state: State, shot: Shot) -> bool:
    """Whether a shot belongs to the one who had the turn before: nobody has acted since."""
    return isinstance(shot.action, Settle) and state.previous is not None


def find(state: State, shot: Shot) -> tuple[Find, ...]:
    """Return what has to be picked up after a shot: the groups that joined, then what is outside, then what was lifted.

    `state` is the game before the shot. Every stone is found once.
    """
    layout, action = shot.layout, shot.action
    groups = clusters(state.board, layout)
    found = [Find(*_joined(state, shot, group)) for group in groups]
    seen = {name for group in groups for name in group}

    if isinstance(action, Place) and action.piece.id not in seen and not _inside_as_laid(state, action):
        # the cord may have pushed it in since, but it wasn't laid there
        name = action.piece.id
        found.append(Find("S7", (name,), f"{name} was not laid wholly inside the cord"))
        seen.add(name)

    moved = isinstance(action, MoveCord)
    late = is_late(state, shot)
    clause = "S22" if late else "S15" if moved else "S9"
    when = " as the cord is moved" if moved else _meanwhile(late)
    out = tuple(name for name in outside(layout) if name not in seen)
    if out:
        found.append(Find(clause, out, f"{listed(out)} {verb(out, 'is', 'are')} not wholly inside the cord{when}"))
    seen |= set(out)
    held = tuple(name for name in stuck(state.board, layout) if name not in seen)
    if held:
        found.append(Find(clause, held, f"{listed(held)} {verb(held, 'sticks', 'stick')} to a magnet{when}"))

    # what lay on the table before, and doesn't now
    lay = {state.layout.pieces[k].id for k in state.layout.on_table}
    if isinstance(action, Place):
        lay.add(action.piece.id)
    status = {name: s for name, s in zip(layout.ids, layout.statuses, strict=True) if name in lay}
    gone = naturally([name for name, s in status.items() if s == "removed" and name not in seen])
    if gone:
        found.append(Find(clause, gone, f"{listed(gone)} {verb(gone, 'has', 'have')} left the table{when}"))
    lifted = naturally([name for name, s in status.items() if s == "hand" and name not in seen])
    if lifted:
        jump = verb(lifted, "jumps", "jump")
        found.append(Find("S22" if late else "S16", lifted, f"{listed(lifted)} {jump} up to the stone in the hand"))
    return tuple(found)


def _inside_as_laid(state: State, place: Place) -> bool:
    """Whether a stone was laid wholly inside the cord, wherever it came to rest."""
    return is_inside(bounded(state.layout.cord), place.piece.kind, place.position, place.angle, place.face)


def _meanwhile(late: bool) -> str:
    return " when the table has settled" if late else ""


def _joined(state: State, shot: Shot, group: tuple[str, ...]) -> tuple[str, tuple[str, ...], str]:
    """Return clause, stones and words for stones that stick together after a shot."""
    action, names = shot.action, listed(group)
    if is_late(state, shot):
        return "S22", group, f"{names} join while the table settles, before the next turn"
    if isinstance(action, Place):
        laid = action.piece.id
        if laid not in group:
            return "S10", group, f"{names} join, untouched, and {laid} has no part in it"
        others = listed([name for name in group if name != laid])
        if len(state.hands.get(action.piece.owner or "", ())) == 1:
            return "S19", group, f"{laid}, {action.by}'s last stone, joins {others}"
        return "S8", group, f"{laid}, just laid, joins {others}"
    if isinstance(action, Hover):
        if state.laid:
            return "S16", group, f"{names} join by the stone in {action.by}'s hand"
        return "S11", group, f"{names} join by the stone in {action.by}'s hand, before one is laid"
    if isinstance(action, MoveCord):
        return "S15", group, f"{names} join as the cord is moved"
    return "S10", group, f"{names} join, untouched"


def rulings_on(found: tuple[Find, ...], name: str, side: str, before: int, late: bool) -> tuple[Ruling, ...]:
    """Say who picks up what, and what that makes.

    Parameters
    ----------
    found : tuple of Find
        One at least.
    name, side : the person who picks the stones up
    before : stones in that hand up to now
    late : the stones joined after the turn
    """
    count = sum(len(one.pieces) for one in found)
    sum_up = f"{before} + {count} = {before + count} in hand"
    if not late:
        sum_up += ", and the turn is over"
    who = f"{name}, whose turn it was," if late else name
    if len(found) == 1:
        one = found[0]
        return (Ruling(one.clause, f"{one.what}, so {who} picks {_them(one.pieces)} up: {sum_up}.", side, one.pieces),)
    each = [
        Ruling(one.clause, f"{one.what}, so {who} has to pick {_them(one.pieces)} up.", side, one.pieces)
        for one in found
    ]
    all_of_them = naturally([piece for one in found for piece in one.pieces])
    why = f"all has come to rest, and {name} picks up everything at once, {count} stones: {sum_up}."
    return (*each, Ruling("S12", why, side, all_of_them))


def _them(pieces: tuple[str, ...]) -> str:
    """Return what is picked up, in a word or two."""
    return {1: "it", 2: "both"}.get(len(pieces), f"all {len(pieces)}")
