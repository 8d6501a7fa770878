"""Who may do what now in TOKKA Shuffle, and with which stone."""

from __future__ import annotations

from rules.areas import zone_shares
from rules.places import on_surface, zones_at
from rules.players import members
from rules.ruleset import EndTurn, State
from rules.ruling import Ruling
from rules.setdown import blocked_by, finite, in_mm
from rules.tokka.course import band
from rules.tokka.setup import STONES, winning_clause
from sim.actions import Action, Flick, Settle
from sim.board import Board, Zone
from sim.pieces import Piece, PieceKind
from sim.values import Vector2, frozen

THINNEST = 1e-6
"""A wall is taken to be at least this thick, m, so that one without thickness is in the way, too."""


def left_to_play(state: State, side: str) -> int:
    """Return how many stones a side still has to play in the open round."""
    return STONES - sum(state.flicked.get(member.name, 0) for member in members(state.players, side))


def next_piece(state: State, by: str) -> Piece:
    """Return the stone `by` plays next: ``SIDE-N``, N from 1 each round, skipping ids still on the table.

    Someone who doesn't play gets a stone that nobody owns, which :func:`legal` then refuses.
    """
    player = state.player(by)
    side = by if player is None else player.side
    taken = set(state.layout.ids)
    number = state.played.get(side, 0) + 1
    while f"{side}-{number}" in taken:
        number += 1
    return Piece(f"{side}-{number}", state.board.pieces["puck"], None if player is None else side)


def legal(state: State, action: Action | EndTurn) -> Ruling | None:
    """Return None if the action is legal now, else the ruling that forbids it."""
    if state.match_over:
        return Ruling(winning_clause(state.options), "the match is over.", legal="nothing more")
    if not state.opened:
        return Ruling("T6", "no round has been opened yet.", legal="to open a round")
    if state.unsettled:
        if isinstance(action, Settle):
            return None
        return Ruling("T3", "stones were taken off, and the others have to settle first.", legal=now_legal(state))
    player = state.player(action.by)
    if player is None:
        names = " or ".join(p.name for p in state.players)
        return Ruling("T1", f"nobody called {action.by!r} plays.", legal=f"a push by {names}")
    if state.round_over:
        return Ruling("T6", "the round is over, all stones are played.", player.side, legal="the next round")
    if not isinstance(action, Flick):
        why = f"{action.by} may push a stone into the fields, and do nothing else."
        return Ruling("T5", why, player.side, legal=now_legal(state))
    if action.by != state.to_play:
        turn = state.player(state.to_play or "")
        clause = "T1" if turn is not None and turn.side == player.side else "T6"
        why = f"it is {state.to_play}'s turn, not {action.by}'s."
        return Ruling(clause, why, player.side, legal=now_legal(state))
    return _legal_push(state, action, player.side)


def _legal_push(state: State, push: Flick, side: str) -> Ruling | None:
    piece, layout = push.piece, state.layout
    if piece.owner != side or piece.kind != state.board.pieces["puck"] or piece.id in layout.ids:
        fresh = next_piece(state, push.by).id
        why = f"{piece.id} is not a stone that {push.by} has in hand."
        return Ruling("T1", why, side, (piece.id,), legal=f"a push of {fresh}")
    allowed = f"a push by {push.by} from a free place in the launch zone"
    x, y = push.position
    if not finite(x, y, push.speed, push.heading, push.spin, push.angle) or push.speed < 0.0:
        why = f"{push.by}'s push needs finite numbers and a speed of 0 or more."
        return Ruling("T5", why, side, (piece.id,), legal=allowed)
    where = in_mm(push.position)
    shown = zones_at(state.board.zones, x, y)
    if not any(zone.kind == "launch" for zone in shown) or not on_surface(state.board, x, y):
        why = f"{push.by} pushes from {where}, which is not in the launch zone."
        return Ruling("T5", why, side, (piece.id,), legal=allowed)
    other = blocked_by(layout, piece.kind, push.position, push.angle)
    if other is not None:
        why = f"{push.by} can't push from {where}, since {other} lies there."
        return Ruling("T5", why, side, (piece.id, other), legal=allowed)
    wall = _wall_at(state.board, piece.kind, push.position, push.angle)
    if wall is not None:
        why = f"{push.by} can't push from {where}, since {wall} is in the way."
        return Ruling("T5", why, side, (piece.id,), legal=allowed)
    return None


def _wall_at(board: Board, kind: PieceKind, at: Vector2, angle: float) -> str | None:
    """Return the name of the first wall in which a stone set down at `at` (m) would stand, or None."""
    for wall in board.walls:
        thickness = max(wall.thickness, THINNEST)
        polygon = band(wall.start, wall.end, thickness)
        ends = [Zone(wall.name, "lane", circle=(*end, thickness / 2.0)) for end in (wall.start, wall.end)]
        parts = ends if polygon is None else [Zone(wall.name, "lane", polygon=polygon), *ends]
        if zone_shares(parts, kind, frozen(at), angle):
            return wall.name
    return None


def now_legal(state: State) -> str:
    """Say what would be legal now, in words."""
    if state.match_over:
        return "nothing more, the match is over"
    if not state.opened or state.round_over or state.to_play is None:
        return "to open the next round"
    if state.unsettled:
        return "to let the table settle"
    return f"a push by {state.to_play} from the launch zone"
