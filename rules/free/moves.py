"""Who may do what now in a game of one's own, with which piece, and from where."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal, TypeAlias

import numpy as np

from rules.areas import zone_shares
from rules.chance import face
from rules.free.setup import default_kind, fits, side_of, start_zones
from rules.kineti_go.moves import deepest, under_the_yoke
from rules.places import on_surface, zones_at
from rules.players import members
from rules.ruleset import EndTurn, State
from rules.ruling import Ruling, listed
from rules.setdown import blocked_by, finite, in_mm
from sim.actions import Action, Flick, Launch, Place, Settle
from sim.board import Board, Wall, Zone
from sim.pieces import Piece, PieceKind
from sim.values import Vector2, frozen

Turn: TypeAlias = Flick | Launch | Place
"""What a turn can be."""

CALLED = {"flick": "a flick", "launch": "a launch from the yoke", "place": "a piece laid down"}
"""Kinds of action in words, by the value of option `action`."""

THINNEST = 1e-6
"""A wall is taken to be at least this thick, m, so that one without thickness is in the way, too."""


def left_to_play(state: State, side: str) -> int:
    """Return how many pieces a side still has to play in the open round."""
    return (members(state.players, side)[0].pucks or 0) - state.played.get(side, 0)


def next_piece(state: State, by: str, size: str | None = None) -> Piece:
    """Return the piece `by` plays next: ``SIDE-N``, N from 1 each round, skipping ids still on the table.

    For a size that the board doesn't have, or someone who doesn't play, the piece is one that :func:`legal` refuses.
    """
    player = state.player(by)
    side = by if player is None else player.side
    taken = set(state.layout.ids)
    number = state.played.get(side, 0) + 1
    while f"{side}-{number}" in taken:
        number += 1
    kind = default_kind(state.board) if size is None else state.board.pieces.get(size)
    if kind is None:
        kind = replace(default_kind(state.board), name=str(size))
    return Piece(f"{side}-{number}", kind, None if player is None else side)


def draw_face(state: State, piece_id: str) -> Literal["up", "down"]:
    """Return which face is up where the player doesn't say: up, or drawn from seed, round and id alone."""
    return face(state.seed, state.number, piece_id) if state.options["face"] == "drawn" else "up"


def _kinds(state: State) -> tuple[str, ...]:
    """Return what a turn may be, by the words of option `action`."""
    action = state.options["action"]
    if action != "any":
        return (action,)
    return ("flick", "place") if state.board.yoke is None else ("flick", "launch", "place")


def legal(state: State, action: Action | EndTurn) -> Ruling | None:
    """Return None if the action is legal now, else the ruling that forbids it."""
    now = now_legal(state)
    if state.match_over:
        return Ruling("F19" if state.options["goal"] == "most" else "F20", "the match is over.", legal=now)
    if not state.opened:
        return Ruling("F3", "no round has been opened yet.", legal=now)
    if state.unsettled:
        if isinstance(action, Settle):
            return None
        return Ruling("F12", "pieces were taken off, and the others have to settle first.", legal=now)
    player = state.player(action.by)
    if player is None:
        return Ruling("F1", f"nobody called {action.by!r} plays.", legal=now)
    side = player.side
    if state.round_over or state.to_play is None:
        return Ruling("F13", "the round is over, all its pieces are played.", side, legal=now)
    if not isinstance(action, Turn):
        what = "ends with its piece" if isinstance(action, EndTurn) else f"is {_listed_kinds(state)}, nothing else"
        return Ruling("F6", f"a turn {what}.", side, legal=now)
    if action.by != state.to_play:
        if left_to_play(state, side) < 1:
            return Ruling("F5", f"{side} has played all pieces of this round.", side, legal=now)
        return Ruling("F4", f"it is {state.to_play}'s turn, not {action.by}'s.", side, legal=now)
    word = type(action).__name__.lower()
    if word not in _kinds(state):
        return Ruling("F6", f"a turn is {_listed_kinds(state)}, and this is {CALLED[word]}.", side, legal=now)
    return _legal_turn(state, action, side)


def _listed_kinds(state: State) -> str:
    return listed([CALLED[kind] for kind in _kinds(state)]).replace(" and ", " or ")


def _legal_turn(state: State, action: Turn, side: str) -> Ruling | None:
    """Judge the turn of the player whose it is: the piece, the numbers, the place."""
    piece, board, by = action.piece, state.board, action.by
    now = now_legal(state)
    free = f"{_now(state, type(action).__name__.lower())} from a free place"

    def forbidden(clause: str, why: str, legal: str, *others: str) -> Ruling:
        return Ruling(clause, why, side, (piece.id, *others), legal=legal)

    fresh = next_piece(state, by).id
    if piece.owner != side or piece.id in state.layout.ids:
        return forbidden("F5", f"{piece.id} is not a piece that {by} has in hand.", f"{now}, with {fresh}")
    if piece.kind not in board.pieces.values():
        there = f"with a piece of the kind {' or '.join(board.pieces)}"
        return forbidden("F5", f"board {board.name} has no piece of the kind {piece.kind.name}.", f"{now}, {there}")
    if action.face not in ("up", "down"):
        return forbidden("F8", f"{by} can't start {piece.id} on its edge.", f"{now}, face up or down")
    if isinstance(action, Launch):
        fault = _launch_fault(state, action)
        if fault is not None:
            return forbidden("F6", fault, _now(state, "launch"))
        at, start, verb = action.yoke, action.start, "has the yoke's mouth at"
    else:
        numbers: tuple[float, ...] = (*action.position, action.angle)
        if isinstance(action, Flick):
            numbers = (*numbers, action.speed, action.heading, action.spin)
        if not finite(*numbers) or (isinstance(action, Flick) and action.speed < 0.0):
            why = f"{by}'s turn needs finite numbers, and a speed of 0 or more where there is one."
            return forbidden("F6", why, now)
        at = start = action.position
        verb = "flicks from" if isinstance(action, Flick) else "lays a piece down at"
    where = in_mm(at)
    zones = start_zones(board, by_hand=not isinstance(action, Launch))
    colour = members(state.players, side)[0].colour
    if zones:
        here = [zone for zone in zones_at(board.zones, *at) if zone.kind == zones[0].kind]
        if not any(zone.owner in (None, colour) for zone in here):
            whose = f", but in {here[0].owner}'s" if here else ""
            why = f"{by} {verb} {where}, which is in no {zones[0].kind} zone for {side}{whose}."
            return forbidden("F7", why, now)
    if not on_surface(board, *start) and not (zones and board.surface.edge == "open"):
        return forbidden("F7", f"{by} {verb} {where}, so {piece.id} would start off the board.", free)
    wall = wall_at(board, piece.kind, start, action.angle)
    if wall is not None:
        return forbidden("F7", f"{piece.id} can't start at {in_mm(start)}, since {wall} is in the way.", free)
    other = blocked_by(state.layout, piece.kind, start, action.angle)
    if other is not None:
        return forbidden("F7", f"{piece.id} can't start at {in_mm(start)}, since {other} lies there.", free, other)
    if isinstance(action, Launch) and board.yoke is not None:
        other = under_the_yoke(board.yoke, action.yoke, action.heading, state.layout)
        if other is not None:
            why = f"{by}'s yoke can't stand with its mouth at {where}, since {other} lies under it."
            return forbidden("F7", why, free, other)
    return None


def _launch_fault(state: State, launch: Launch) -> str | None:
    """Say what is wrong with a launch, wherever the yoke stands; None: nothing."""
    board, by, yoke = state.board, launch.by, state.board.yoke
    if yoke is None:
        return f"board {board.name} has no yoke to launch from."
    if not fits(board, launch.piece.kind):
        return f"{launch.piece.id} is too wide for the yoke's slot of {1e3 * yoke.width:g} mm."
    if not finite(*launch.yoke, launch.heading, launch.draw, launch.angle):
        return f"{by}'s launch needs finite numbers."
    most = deepest(yoke, launch.piece)
    if not 0.0 <= launch.draw <= most + 1e-9:
        return f"{by} can't draw {launch.piece.id} in by {1e3 * launch.draw:g} mm, only by 0 to {1e3 * most:g} mm."
    return None


def wall_at(board: Board, kind: PieceKind, at: Vector2, angle: float = 0.0) -> str | None:
    """Return the name of the first wall in which a piece set down at `at` (m) would stand, or None."""
    for wall in board.walls:
        if zone_shares(_shape(wall), kind, frozen(at), angle):
            return wall.name
    return None


def _shape(wall: Wall) -> list[Zone]:
    """Return what a wall covers: a band, and its round ends."""
    half = 0.5 * max(wall.thickness, THINNEST)
    parts = [Zone(wall.name, "lane", circle=(*end, half)) for end in (wall.start, wall.end)]
    (x0, y0), (x1, y1) = wall.start, wall.end
    long = math.hypot(x1 - x0, y1 - y0)
    if long > 0.0:
        across = half / long * np.array([y0 - y1, x1 - x0])
        ends = np.array([wall.start, wall.end])
        parts.append(Zone(wall.name, "lane", polygon=np.array([*(ends - across), *(ends[::-1] + across)])))
    return parts


def _now(state: State, kind: str) -> str:
    """Say one kind of turn, whose it is, and from where."""
    by = state.to_play or ""
    zones = start_zones(state.board, by_hand=kind != "launch")
    done = f"a piece laid down by {by}" if kind == "place" else f"a {kind} by {by}"
    if not zones:
        return done
    colour = members(state.players, side_of(state.players, by))[0].colour
    own = tuple(dict.fromkeys(zone.name for zone in zones if zone.owner in (None, colour)))
    where = own[0] if len(own) == 1 else f"a {zones[0].kind} zone"
    return f"{done} with the yoke's mouth in {where}" if kind == "launch" else f"{done} in {where}"


def now_legal(state: State) -> str:
    """Say what would be legal now, in words."""
    if state.match_over:
        return "nothing more, the match is over"
    if state.unsettled:
        return "to let the table settle"
    if not state.opened or state.round_over or state.to_play is None:
        return "to open the next round"
    return " or ".join(_now(state, kind) for kind in _kinds(state))
