"""Who may do what now in Kluster, and with which stone."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rules.chance import face
from rules.kluster.setup import Dealt
from rules.ruleset import EndTurn, State
from rules.ruling import Ruling, listed
from rules.setdown import blocked_by, finite, in_mm
from sim.actions import Action, Hover, MoveCord, Place, Release, Remove, Settle
from sim.cord import crossing, is_even, resample
from sim.layout import Layout
from sim.pieces import Piece

JUST_CLEAR = 1e-9
"""A stone in the hand nearer than this to the height of what lies touches it, m."""


def next_piece(state: State, by: str, size: str | None = None) -> Piece:
    """Return the stone of a size that `by` has in hand, or the first one; its id counts on over the whole game.

    For a size that isn't there, or someone who doesn't play, the stone is one that :func:`legal` refuses.
    """
    player = state.player(by)
    side = by if player is None else player.side
    hand = state.hands.get(side, ())
    taken = set(state.layout.ids)
    number = state.played.get(side, 0) + 1
    while f"{side}-{number}" in taken:
        number += 1
    name = size if size is not None else hand[0] if hand else next(iter(state.board.pieces))
    kind = state.board.pieces.get(name)
    if kind is None:
        kind = replace(next(iter(state.board.pieces.values())), name=name)
    return Piece(f"{side}-{number}", kind, None if player is None else side)


def draw_face(state: State, piece_id: str) -> Literal["up", "down"]:
    """Return which pole is up: nobody can tell, so it is drawn, from seed, round and id alone."""
    return face(state.seed, state.number, piece_id)


def legal(state: State, action: Action | EndTurn) -> Ruling | None:
    """Return None if the action is legal now, else the ruling that forbids it.

    A stone laid across the cord or outside it is legal, and what comes of it is for :func:`rules.kluster.turns.void`
    and :func:`rules.kluster.turns.after` to say.
    """
    now = now_legal(state)
    if state.match_over:
        clause = "S21" if len(state.players) == 1 and state.winner is None else "S18"
        return Ruling(clause, "the game is over.", legal=now)
    if not state.opened:
        return Ruling("S5", "the game has not been opened yet.", legal=now)
    if isinstance(action, Settle):
        # nobody does anything: to look once more is never against the rules
        return None
    if state.unsettled:
        return Ruling("S12", "stones were picked up, and the others have to settle first.", legal=now)
    player = state.player(action.by)
    if player is None:
        names = listed([p.name for p in state.players])
        return Ruling("S5", f"nobody called {action.by!r} plays, only {names}.", legal=now)
    side = player.side
    if isinstance(action, EndTurn) and isinstance(state, Dealt) and action.by == state.cut_short:
        return None
    if action.by != state.to_play:
        return Ruling("S5", _not_yet(state, action.by), side, legal=now)
    if isinstance(action, EndTurn):
        if state.laid:
            return None
        return Ruling("S6", f"{action.by} has to lay a stone before the turn is over.", side, legal=now)
    if isinstance(action, Place):
        return _legal_place(state, action, side)
    if isinstance(action, Hover):
        return _legal_hover(state, action, side)
    if isinstance(action, MoveCord):
        return _legal_cord(state, action, side)
    if isinstance(action, Remove):
        lies = action.piece_id in [state.layout.pieces[k].id for k in state.layout.on_table]
        why = f"{action.piece_id} lies, and may not be touched."
        if not lies:
            why = f"no {action.piece_id} lies there, and stones that lie may not be touched anyway."
        return Ruling("S13", why, side, (action.piece_id,), legal=now)
    if isinstance(action, Release):
        return Ruling("S13", "stones that lie may not be touched.", side, legal=now)
    return Ruling("S6", f"{action.by} lays a stone, and does not flick or launch one.", side, legal=now)


def _not_yet(state: State, by: str) -> str:
    """Say why it is not `by`'s turn."""
    if by == state.previous:
        return f"{by}'s turn is over, and it is {state.to_play}'s."
    if not state.laid:
        return f"it is {state.to_play}'s turn, not {by}'s, and {state.to_play} has not laid a stone in it yet."
    return f"it is {state.to_play}'s turn, not {by}'s."


def _not_in_hand(state: State, piece: Piece, by: str, side: str) -> Ruling | None:
    """Forbid a stone that isn't one in hand."""
    hand, name = state.hands.get(side, ()), piece.kind.name
    now = now_legal(state)
    if name not in hand:
        sizes = {kind: hand.count(kind) for kind in hand}
        holds = listed([f"{count} {kind}" for kind, count in sorted(sizes.items())]) or "none"
        return Ruling("S1", f"{by} has no stone of size {name} in hand, but {holds}.", side, (piece.id,), legal=now)
    own = piece.owner == side and piece.kind == state.board.pieces[name] and not piece.pinned
    if not own or piece.id in state.layout.ids:
        why = f"{piece.id} is not a stone that {by} has in hand; the next is {next_piece(state, by, name).id}."
        return Ruling("S1", why, side, (piece.id,), legal=now)
    return None


def _legal_place(state: State, place: Place, side: str) -> Ruling | None:
    piece, by, now = place.piece, place.by, now_legal(state)
    if state.laid:
        return Ruling("S6", f"{by} has laid a stone in this turn already.", side, (piece.id,), legal=now)
    forbidden = _not_in_hand(state, piece, by, side)
    if forbidden is not None:
        return forbidden
    if not finite(*place.position, place.angle):
        return Ruling("S7", f"{by}'s stone needs a place in finite numbers.", side, (piece.id,), legal=now)
    if place.face == "edge":
        return Ruling("S7", f"{by}'s stone has to be laid flat, with a face up.", side, (piece.id,), legal=now)
    other = blocked_by(state.layout, piece.kind, place.position, place.angle)
    if other is not None:
        why = f"{by} can't lay a stone at {in_mm(place.position)} without touching {other}, which lies there."
        return Ruling("S13", why, side, (piece.id, other), legal=f"{now}, on a free place")
    return None


def _legal_hover(state: State, hover: Hover, side: str) -> Ruling | None:
    piece, by, now = hover.piece, hover.by, now_legal(state)
    forbidden = _not_in_hand(state, piece, by, side)
    if forbidden is not None:
        return forbidden
    flat = [number for point in hover.path for number in point]
    if not flat or not finite(*flat, hover.height, hover.speed, hover.angle) or hover.speed <= 0.0:
        why = f"{by}'s stone is carried along a path of one point or more, in finite numbers and at a speed above 0."
        return Ruling("S16", why, side, (piece.id,), legal=now)
    top, half = _top(state.layout), piece.kind.centre_height(hover.face)
    if hover.height <= top + half + JUST_CLEAR:
        height, least = 1e3 * hover.height, 1e3 * (top + half)
        why = f"{by}'s stone, its middle {height:g} mm above the table, would touch what lies there."
        if top == 0.0:
            why = f"{by}'s stone, its middle {height:g} mm above the table, would not be in the hand but lie there."
        above = f"to carry it with its middle more than {least:g} mm above the table"
        return Ruling("S13" if top else "S16", why, side, (piece.id,), legal=above)
    return None


def _top(layout: Layout) -> float:
    """Return the height of the highest stone on the table, m."""
    return max((2.0 * layout.pieces[k].kind.centre_height(layout.faces[k]) for k in layout.on_table), default=0.0)


def _legal_cord(state: State, move: MoveCord, side: str) -> Ruling | None:
    flat = [number for point in move.path for number in point]
    if not flat or not finite(*flat, move.speed) or move.speed <= 0.0:
        why = f"{move.by} moves the cord along a path of one point or more, in finite numbers and at a speed above 0."
        return Ruling("S14", why, side, legal=now_legal(state))
    cord = state.layout.cord
    if cord is not None and not is_even(cord):
        try:
            met = crossing(resample(cord))
        except ValueError as error:
            return Ruling("S14", f"this cord can't be drawn along: {error}.", side, legal=now_legal(state))
        if met is not None:
            why = "this cord can't be drawn along: two parts of it lie too close together."
            return Ruling("S14", why, side, legal=now_legal(state))
    return None


def now_legal(state: State) -> str:
    """Say what would be legal now, in words."""
    if state.match_over:
        return "nothing more, the game is over"
    if not state.opened or state.to_play is None:
        return "to open the game"
    if state.unsettled:
        return "to let the table settle"
    if state.laid:
        return f"to end {state.to_play}'s turn, or to move the cord or the stone in {state.to_play}'s hand first"
    return f"a stone laid by {state.to_play} inside the cord, or to move the cord or the stone in the hand before it"
