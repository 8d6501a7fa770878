"""Events that are read off two layouts, before and after: what has come to stick, and what sticks no longer."""

from __future__ import annotations

from collections.abc import Mapping

from sim.board import Board
from sim.layout import Layout
from sim.shot import Event
from sim.sticking import Bond, bonds

Book = Mapping[tuple[str, str], float]


def bond_key(bond: Bond) -> tuple[tuple[str, ...], str | None]:
    """What makes two bonds the same: who sticks to what."""
    return tuple(sorted(bond.pieces)), bond.magnet


def bond_events(board: Board, before: Layout, after: Layout, touched: Book, parted: Book, rest: float) -> list[Event]:
    """What snapped together or parted between two layouts, at the times (s) that the loop noted, or else at `rest`."""
    old = {bond_key(b) for b in bonds(board, before)}
    new = {bond_key(b) for b in bonds(board, after)}
    found = []
    for pieces, magnet in sorted(old | new, key=lambda key: (key[0], key[1] or "")):
        is_old, is_new = (pieces, magnet) in old, (pieces, magnet) in new
        if magnet is not None:
            if is_new and not is_old:
                found.append(Event(rest, "stuck_to_magnet", pieces, magnet))
        elif is_old and not is_new:
            found.append(Event(_noted(parted, pieces, rest), "parted", pieces))
        elif is_new and not is_old:
            found.append(Event(_noted(touched, pieces, rest), "snapped", pieces))
    return found


def _noted(book: Book, pieces: tuple[str, ...], otherwise: float) -> float:
    a, b = pieces
    return book.get((a, b), book.get((b, a), otherwise))
