"""Ka'lide's flick-off: who came nearest to the 200 circle of the own scoring section."""

from __future__ import annotations

import math
from dataclasses import replace

from rules.kalide.setup import own_zones
from rules.places import on_surface, zone_distance
from rules.players import members, sides
from rules.ruleset import State
from rules.ruling import Ruling
from sim.board import Board
from sim.layout import Layout
from sim.values import Status

SAME = 1e-6
"""Distances that differ by less than this are equal, m."""


def flick_off_gap(board: Board, colour: str | None, layout: Layout, piece_id: str) -> float:
    """Return the distance from a puck's rim to the 200 circle, m: 0.0 on it, infinite off the mat.

    The circle is the round space of the highest value in the section; a section without round spaces goes by
    its highest space.
    """
    k = layout.index(piece_id)
    x, y = layout.positions[k].tolist()
    # dead: it left the mat, and stays out even if it was drawn back on
    if layout.statuses[k] != "live" or not on_surface(board, x, y):
        return math.inf
    spaces = own_zones(board, "score", colour)
    spaces = tuple(zone for zone in spaces if zone.circle is not None) or spaces
    best = max(zone.value for zone in spaces)
    distance = min(zone_distance(zone, x, y) for zone in spaces if zone.value == best)
    return max(0.0, distance - layout.pieces[k].kind.radius)


def _place(gap: float) -> str:
    """Say a gap in words."""
    if gap == 0.0:
        return "on the circle"
    return "off the mat" if math.isinf(gap) else f"{1e3 * gap:.1f} mm from it"


def decide(state: State) -> tuple[State, tuple[Ruling, ...]]:
    """Return the state after both have flicked: over with a winner, or open again for another try."""
    gaps = {}
    for side in sides(state.players):
        own = [p.id for p in state.layout.pieces if p.owner == side and p.id not in state.initial.ids]
        colour = members(state.players, side)[0].colour
        gaps[side] = flick_off_gap(state.board, colour, state.layout, own[-1])
    (first, a), (second, b) = gaps.items()
    where = f"{first} is {_place(a)}, {second} {_place(b)}"
    if a == b or abs(a - b) < SAME:
        # the pucks go back to the hands, and stay in the layout only to tell where they lay
        back: dict[str, Status] = {p.id: "hand" for p in state.layout.pieces if p.id not in state.initial.ids}
        again = replace(
            state,
            layout=state.layout.with_statuses(back),
            flicked=dict.fromkeys(state.flicked, 0),
            to_play=state.starter,
        )
        return again, (Ruling("L2", f"{where}: neither is nearer, so both flick again."),)
    side = first if a < b else second
    winner = next(p.name for p in members(state.players, side) if state.flicked.get(p.name, 0))
    over = replace(state, flick_off_winner=winner, round_over=True, to_play=None, points=dict.fromkeys(state.totals, 0))
    return over, (Ruling("L2", f"{where}: {side} wins the flick-off and starts.", side),)
