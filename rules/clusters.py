"""Groups of pieces that stick (:mod:`sim.sticking` says what sticks to what), and what a piece covers."""

from __future__ import annotations

from rules.areas import zone_shares
from sim.board import Board, Zone
from sim.layout import Layout
from sim.sticking import clusters as sticking
from sim.sticking import natural_key


def clusters(board: Board, layout: Layout) -> tuple[tuple[str, ...], ...]:
    """Return the groups of two and more that stick, directly or through others, naturally sorted."""
    return sticking(board, layout)


def groups(board: Board, layout: Layout) -> tuple[tuple[str, ...], ...]:
    """Return every piece on the table in its group, a single as a group of one, naturally sorted."""
    together = clusters(board, layout)
    inside = {piece_id for group in together for piece_id in group}
    singles = [(layout.pieces[k].id,) for k in layout.on_table if layout.pieces[k].id not in inside]
    return tuple(sorted([*together, *singles], key=lambda group: [natural_key(p) for p in group]))


def covered(board: Board, layout: Layout, piece_id: str) -> tuple[Zone, ...]:
    """Return the zones that a piece lies on, in the board's order, hidden ones left out."""
    k = layout.index(piece_id)
    shares = zone_shares(board.zones, layout.pieces[k].kind, layout.positions[k], float(layout.angles[k]))
    return tuple(board.zones[i] for i in shares)


def naturally(piece_ids: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return ids in natural order: ``Red-2`` before ``Red-10``."""
    return tuple(sorted(piece_ids, key=natural_key))
