"""Who may do what now in Ka'lide, and with which puck."""

from __future__ import annotations

from typing import Literal

from rules.chance import face
from rules.clusters import covered
from rules.kalide.scoring import in_opposing_flick_zone
from rules.places import zones_at
from rules.players import members
from rules.ruleset import EndTurn, State
from rules.ruling import Ruling
from rules.setdown import blocked_by, finite, in_mm
from sim.actions import Action, Flick, Remove
from sim.pieces import Piece


def allowance(state: State, name: str) -> int:
    """Return how many pucks a person's side flicks in the open round."""
    player = state.player(name)
    if player is None:
        raise KeyError(f"nobody called {name!r} plays")
    return 1 if state.flick_off else player.pucks or 0


def left_to_flick(state: State, name: str) -> int:
    """Return how many pucks a person's side still has to flick in the open round."""
    player = state.player(name)
    if player is None:
        raise KeyError(f"nobody called {name!r} plays")
    flicked = sum(state.flicked.get(member.name, 0) for member in members(state.players, player.side))
    return allowance(state, name) - flicked


def next_piece(state: State, by: str) -> Piece:
    """Return the puck `by` plays next: ``SIDE-N``, N from 1 each round, skipping ids still on the table.

    Someone who doesn't play gets a puck that nobody owns, which :func:`legal` then refuses.
    """
    player = state.player(by)
    side = by if player is None else player.side
    taken = set(state.layout.ids)
    number = state.played.get(side, 0) + 1
    while f"{side}-{number}" in taken:
        number += 1
    return Piece(f"{side}-{number}", state.board.pieces["puck"], None if player is None else side)


def draw_face(state: State, piece_id: str) -> Literal["up", "down"]:
    """Return which pole is up: nobody can tell, so it is drawn, from seed, round and id alone."""
    return face(state.seed, state.number, piece_id)


def legal(state: State, action: Action | EndTurn) -> Ruling | None:
    """Return None if the action is legal now, else the ruling that forbids it.

    A flick starts in the own Flick Zone when the puck's centre does: the rulebook only says where players
    flick from, and centres decide elsewhere whether a puck has left a place (the mat, a Flick Zone).
    """
    if state.match_over:
        return Ruling("L28", "the match is over.", legal="nothing more")
    if not state.opened:
        return Ruling("L3", "no round has been opened yet.", legal="to open a round")
    player = state.player(action.by)
    names = " or ".join(p.name for p in state.players)
    if player is None:
        return Ruling("L1", f"nobody called {action.by!r} plays.", legal=f"an action by {names}")
    if not isinstance(action, Flick | Remove):
        why = f"{action.by} may flick a puck or take a dead one off, nothing else."
        return Ruling("L3", why, player.side, legal="a flick")
    if left_to_flick(state, action.by) < 1 and isinstance(action, Flick):
        many = allowance(state, action.by)
        pucks = "the one puck" if many == 1 else f"all {many} pucks"
        others = [p.name for p in state.players if left_to_flick(state, p.name) > 0]
        others = [state.to_play] if state.to_play in others else others
        then = "the next round" if state.round_over or not others else f"a flick by {others[0]}"
        clause = "L2" if state.flick_off else "L1"
        return Ruling(clause, f"{player.side} has flicked {pucks} of this round.", player.side, legal=then)
    if state.round_over:
        return Ruling("L6", "the round is over, all pucks are flicked.", player.side, legal="the next round")
    if state.to_play is not None and action.by != state.to_play:
        why = f"it is {state.to_play}'s turn, not {action.by}'s."
        turn = state.player(state.to_play)
        clause = "L30" if turn is not None and turn.side == player.side else "L3"
        return Ruling(clause, why, player.side, legal=f"a flick by {state.to_play}")
    if isinstance(action, Remove):
        return _legal_removal(state, action, player.side)
    return _legal_flick(state, action, player.side, player.colour or "")


def _legal_flick(state: State, flick: Flick, side: str, colour: str) -> Ruling | None:
    piece, layout = flick.piece, state.layout
    if piece.owner != side or piece.kind != state.board.pieces["puck"] or piece.id in layout.ids:
        fresh = next_piece(state, flick.by).id
        why = f"{piece.id} is not a puck that {flick.by} has in hand."
        return Ruling("L1", why, side, (piece.id,), legal=f"a flick of {fresh}")
    x, y = flick.position
    if not finite(x, y, flick.speed, flick.heading, flick.spin, flick.angle) or flick.speed < 0.0:
        why = f"{flick.by}'s flick needs finite numbers and a speed of 0 or more."
        return Ruling("L4", why, side, (piece.id,), legal=f"a flick from the {colour} Flick Zone")
    where = in_mm(flick.position)
    if not any(zone.kind == "flick" and zone.owner == colour for zone in zones_at(state.board.zones, x, y)):
        why = f"{flick.by} flicks from {where}, which is not in the {colour} Flick Zone."
        return Ruling("L4", why, side, (piece.id,), legal=f"a flick from inside the {colour} Flick Zone")
    other = blocked_by(layout, piece.kind, flick.position, flick.angle)
    if other is not None:
        why = f"{flick.by} can't flick from {where}, since {other} lies there."
        legal_place = f"a flick from a free place in the {colour} Flick Zone"
        return Ruling("L4", why, side, (piece.id, other), legal=legal_place)
    return None


def _legal_removal(state: State, removal: Remove, side: str) -> Ruling | None:
    name, layout = removal.piece_id, state.layout
    allowed = "to take off a dead puck of the other player's from the own Flick Zone, or a flick"
    if name not in layout.ids or layout.index(name) not in layout.on_table:
        return Ruling("L12", f"no puck called {name} lies on the table.", side, legal=allowed)
    k = layout.index(name)
    if any(zone.kind == "dead" for zone in covered(state.board, layout, name)):
        why = f"{name} lies in the Dead Zone, where pucks stay and still pull and push."
        return Ruling("L18", why, side, (name,), legal=allowed)
    if layout.statuses[k] != "dead":
        return Ruling("L12", f"{name} is not dead, so it stays.", side, (name,), legal=allowed)
    if layout.pieces[k].owner == side or not in_opposing_flick_zone(state.board, state.players, layout, name):
        why = f"{name} is dead, but is not the other player's puck in {removal.by}'s Flick Zone, so it stays."
        return Ruling("L12", why, side, (name,), legal=allowed)
    return None


def now_legal(state: State) -> str:
    """Say what would be legal now, in words."""
    if state.match_over:
        return "nothing more, the match is over"
    if not state.opened or state.round_over:
        return "to open the next round"
    if state.to_play is None:
        return "a flick by " + " or ".join(p.name for p in state.players if left_to_flick(state, p.name) > 0)
    player = state.player(state.to_play)
    colour = player.colour if player is not None else None
    return f"a flick by {state.to_play} from the {colour} Flick Zone"
