"""What a layout means in Kluster: which stones stick together, and which are not wholly inside the cord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.areas import zone_shares
from rules.clusters import clusters, naturally
from rules.kluster.setup import bounded, check_board, check_owners, chosen, seated
from rules.players import Player
from rules.ruleset import Score
from rules.ruling import RulesError, Ruling, listed
from sim.board import Board, Zone
from sim.layout import Layout
from sim.pieces import PieceKind
from sim.sticking import bonds, natural_key
from sim.values import Face, Floats, Vector2, frozen

LEAST_OUTSIDE = 1e-9
"""A stone is inside when no more than this share of its area is outside: touching the cord is fine."""


def is_inside(cord: Floats, kind: PieceKind, at: Vector2 | Floats, angle: float = 0.0, face: Face = "up") -> bool:
    """Whether a stone lies wholly inside a cord, (k, 2) m, with its middle at `at` (m) and turned by `angle` (rad)."""
    seen = replace(kind, semi_axes=kind.footprint(face))
    area = Zone("cord", "score", polygon=cord)
    return zone_shares((area,), seen, frozen(at), angle).get(0, 0.0) >= 1.0 - LEAST_OUTSIDE


def outside(layout: Layout) -> tuple[str, ...]:
    """Return the stones on the table that are not wholly inside the cord, naturally sorted. RulesError without one."""
    cord = bounded(layout.cord)
    return naturally(
        [
            layout.pieces[k].id
            for k in layout.on_table
            if not is_inside(cord, layout.pieces[k].kind, layout.positions[k], float(layout.angles[k]), layout.faces[k])
        ]
    )


def stuck(board: Board, layout: Layout) -> tuple[str, ...]:
    """Return the stones that stick to a fixed magnet of the board, naturally sorted."""
    return naturally(list({bond.pieces[0] for bond in bonds(board, layout) if bond.magnet is not None}))


def verb(pieces: tuple[str, ...], one: str, many: str) -> str:
    """Return the form of a verb that fits the number of pieces."""
    return one if len(pieces) == 1 else many


def score(
    board: Board,
    layout: Layout,
    players: tuple[Player, ...],
    *,
    before: Mapping[str, int] | None = None,
    options: Mapping[str, str] | None = None,
) -> Score:
    """Say what has to be picked up of a layout; see :meth:`rules.ruleset.RuleSet.score`. It gives no points.

    A stone that sticks to a fixed magnet counts as outside.
    """
    chosen(board, options)
    table = seated(tuple(players))
    check_board(board)
    check_owners(layout, table)
    known = [player.side for player in table]
    for side in before or {}:
        if side not in known:
            raise RulesError("S1", f"there are stones in hand for {side}, who is none of the players {listed(known)}")
    lying = layout.only([k for k, status in enumerate(layout.statuses) if status == "live"])
    out, held = outside(lying), stuck(board, lying)
    groups = clusters(board, lying)
    rulings = [
        Ruling("S8", f"{listed(group)} stick together, so whoever has the turn picks them up.", pieces=group)
        for group in groups
    ]
    for name in naturally([*{*out, *held}]):
        where = "is not wholly inside the cord" if name in out else "sticks to a magnet of the table"
        rulings.append(Ruling("S9", f"{name} {where}, so whoever has the turn picks it up.", pieces=(name,)))
    gone = [piece.id for piece, s in zip(layout.pieces, layout.statuses, strict=True) if s in ("removed", "hand")]
    return Score(
        points={},
        rulings=tuple(sorted(rulings, key=lambda ruling: natural_key(ruling.pieces[0]))),
        clusters=groups,
        removed=naturally(gone),
        totals=dict(before or {}),
        winner=None,
        outside=naturally([*{*out, *held}]),
        picks_up=len({*out, *held, *(name for group in groups for name in group)}),
    )
