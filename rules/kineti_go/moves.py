"""Who may launch now in Kineti-Go, which puck, and from where."""

from __future__ import annotations

import math

import numpy as np

from rules.areas import overlap_share
from rules.kineti_go.setup import PUCKS, ROOM
from rules.places import on_surface, zones_at
from rules.ruleset import EndTurn, State
from rules.ruling import Ruling
from rules.setdown import blocked_by, finite, in_mm
from sim.actions import Action, Launch, Settle
from sim.board import Wall, Yoke, Zone
from sim.layout import Layout
from sim.pieces import Piece
from sim.values import Vector2


def left_to_launch(state: State, name: str) -> int:
    """Return how many pucks a person still has to launch in the open round. KeyError for a stranger."""
    if state.player(name) is None:
        raise KeyError(f"nobody called {name!r} plays")
    return PUCKS - state.flicked.get(name, 0)


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


def deepest(yoke: Yoke, piece: Piece) -> float:
    """Return how far a puck can be drawn into the slot, m: until it meets the slot's back."""
    return max(0.0, yoke.length - piece.kind.radius)


def legal(state: State, action: Action | EndTurn) -> Ruling | None:
    """Return None if the action is legal now, else the ruling that forbids it."""
    if state.match_over:
        return Ruling("G21" if state.outcome == "draw" else "G18", "the match is over.", legal="nothing more")
    if not state.opened:
        return Ruling("G3", "no round has been opened yet.", legal="to open a round")
    if state.unsettled:
        if isinstance(action, Settle):
            return None
        why = "pucks were taken off, and the table has to settle before anybody plays."
        return Ruling("G17", why, legal="to let the table settle")
    by = getattr(action, "by", "")
    player = state.player(by)
    if player is None:
        names = " or ".join(p.name for p in state.players)
        return Ruling("G1", f"nobody called {by!r} plays.", legal=f"a launch by {names}")
    if not isinstance(action, Launch):
        return Ruling("G2", f"{by} may launch a puck from the yoke, nothing else.", player.side, legal=now_legal(state))
    if left_to_launch(state, by) < 1:
        return Ruling("G1", f"{by} has launched all {PUCKS} pucks.", player.side, legal=now_legal(state))
    if state.round_over:
        return Ruling("G4", "the round is over, all pucks are launched.", player.side, legal="the next round")
    if by != state.to_play:
        return Ruling("G3", f"it is {state.to_play}'s turn, not {by}'s.", player.side, legal=now_legal(state))
    return _legal_launch(state, action, player.side)


def _legal_launch(state: State, launch: Launch, side: str) -> Ruling | None:
    """Judge a launch by the player whose turn it is: the puck, the numbers, the yoke's place, the puck's place."""
    piece, board, by = launch.piece, state.board, launch.by

    def forbidden(clause: str, why: str, legal: str, *others: str) -> Ruling:
        return Ruling(clause, why, side, (piece.id, *others), legal=legal)

    if piece.owner != side or piece.kind != board.pieces["puck"] or piece.id in state.layout.ids:
        fresh = next_piece(state, by).id
        return forbidden("G1", f"{piece.id} is not a puck that {by} has in hand.", f"a launch of {fresh}")
    yoke = board.yoke
    if yoke is None:
        return forbidden("G2", f"board {board.name} has no yoke to launch from.", "nothing on this board")
    most = deepest(yoke, piece)
    depth = f"a launch of a puck drawn in by 0 to {1e3 * most:g} mm"
    if not finite(*launch.yoke, launch.heading, launch.draw, launch.angle):
        return forbidden("G2", f"{by}'s launch needs finite numbers.", depth)
    if not 0.0 <= launch.draw <= most + ROOM:
        return forbidden("G2", f"{by} can't draw the puck in by {1e3 * launch.draw:g} mm.", depth)
    if launch.face not in ("up", "down"):
        return forbidden(
            "G2", f"{by} can't launch a puck that stands on its edge.", "a launch of a puck that lies flat"
        )
    where = in_mm(launch.yoke)
    if not any(zone.kind == "launch" for zone in zones_at(board.zones, *launch.yoke)):
        why = f"{by}'s yoke has its mouth at {where}, which is not in the shooting area."
        return forbidden("G2", why, "a launch with the yoke's mouth in the shooting area")
    inside = launch.start
    free = "a launch from a free place in the shooting area"
    if board.surface.edge == "drop" and not on_surface(board, *inside):
        why = f"{by}'s puck would be drawn back to {in_mm(inside)}, over the edge of the board."
        return forbidden("G2", why, free)
    wall = next((wall for wall in board.walls if _meets(wall, inside, min(piece.kind.semi_axes))), None)
    if wall is not None:
        why = f"{by}'s puck would be drawn back to {in_mm(inside)}, into the wall {wall.name}."
        return forbidden("G2", why, free)
    other = blocked_by(state.layout, piece.kind, inside, launch.angle)
    if other is not None:
        why = f"{by}'s puck can't be drawn back to {in_mm(inside)}, since {other} lies there."
        return forbidden("G2", why, free, other)
    held = yoke.turned(piece.kind.centre_height("down")) if launch.face == "down" else yoke
    other = under_the_yoke(held, launch.yoke, launch.heading, state.layout)
    if other is not None:
        why = f"{by}'s yoke can't stand with its mouth at {where}, since {other} lies under it."
        return forbidden("G2", why, free, other)
    return None


def _meets(wall: Wall, at: Vector2, reach: float) -> bool:
    """Whether what reaches so far from a point overlaps a wall."""
    (x0, y0), (x1, y1) = wall.start, wall.end
    dx, dy = x1 - x0, y1 - y0
    along = ((at[0] - x0) * dx + (at[1] - y0) * dy) / (dx * dx + dy * dy or 1.0)
    along = max(0.0, min(1.0, along))
    return math.hypot(at[0] - x0 - along * dx, at[1] - y0 - along * dy) < 0.5 * wall.thickness + reach - ROOM


def under_the_yoke(yoke: Yoke, mouth: Vector2, heading: float, layout: Layout) -> str | None:
    """Return the id of the first piece on the table that lies in the yoke's slot, its walls or its magnets, or None."""
    c, s = math.cos(heading), math.sin(heading)

    def out(x: float, y: float) -> Vector2:
        return (mouth[0] + c * x - s * y, mouth[1] + s * x + c * y)

    half, back = 0.5 * yoke.width + yoke.wall_thickness, -yoke.length - 0.5 * yoke.wall_thickness
    corners = np.array([out(0.0, half), out(back, half), out(back, -half), out(0.0, -half)])
    body = [Zone("slot", "launch", polygon=corners)]
    body += [
        Zone(magnet.name, "launch", circle=(*out(*magnet.position[:2]), magnet.radius))
        for magnet in yoke.magnets
        if magnet.radius > 0.0
    ]
    for k in layout.on_table:
        piece, at, angle = layout.pieces[k], layout.positions[k], float(layout.angles[k])
        if any(overlap_share(part, piece.kind, at, angle) > 0.0 for part in body):
            return piece.id
    return None


def now_legal(state: State) -> str:
    """Say what would be legal now, in words."""
    if state.match_over:
        return "nothing more, the match is over"
    if state.unsettled:
        return "to let the table settle"
    if not state.opened or state.round_over or state.to_play is None:
        return "to open the next round"
    return f"a launch by {state.to_play} with the yoke's mouth in the shooting area"
