"""A Kluster table for tests: stones by name and place, hands by number, and shots made by hand."""

from dataclasses import replace

import numpy as np

import rules as rule_sets
import sim
from rules.players import Player
from rules.ruleset import EndTurn
from sim.actions import Hover, MoveCord, Place, Settle
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Event, still

RULES = rule_sets.load("kluster")
BOARD = sim.load_board("kluster")
CORD = np.array([[100.0, 100.0], [500.0, 100.0], [500.0, 400.0], [100.0, 400.0]]) / 1e3
PLAYERS = (Player("Ann"), Player("Bob"))
CLOSE = 18.2
"""Two stones S in a row, this far apart, leave 0.2 mm between them, mm: 18 mm is their length."""


def people(*names, heights=()):
    """Return players; `heights` in cm, in the same order."""
    tall = [*heights, *[None] * (len(names) - len(heights))]
    return tuple(Player(name, height=None if cm is None else cm / 100.0) for name, cm in zip(names, tall, strict=True))


def lay(*stones, cord=CORD):
    """Return a layout of (id, x mm, y mm[, face[, size[, angle in degrees[, status]]]]) inside a cord."""
    layout = Layout(cord=cord)
    for name, x, y, *rest in stones:
        face, size, angle, status = (*rest, *("up", "S", 0.0, "live")[len(rest) :])
        piece = Piece(name, BOARD.pieces[size], name.rsplit("-", 1)[0])
        layout = layout.with_piece(piece, (x / 1e3, y / 1e3), np.radians(angle), face, status)
    return layout


def opened(players=PLAYERS, *, starter=None, layout=None, **how):
    """Return a game and what is said as it opens."""
    table = lay() if layout is None else layout
    starter = starter or players[0].name
    return RULES.open_round(RULES.start(BOARD, players, layout=table, **how), starter=starter)


def begun(*stones, players=PLAYERS, cord=CORD, options=None, hands=None, picked_up=0):
    """Return a game that the first player has to go on with.

    The stones lie; `hands` tells how many stones S everyone has, 6 where it says nothing.
    """
    state, _ = opened(players, layout=lay(*stones, cord=cord), options=options)
    counts = {player.side: 6 for player in players} | (hands or {})
    held = {side: ("S",) * n for side, n in counts.items()}
    return replace(state, hands=held, totals=counts, picked_up=picked_up)


def held(state):
    """Return how many stones everyone has in hand."""
    counts = {side: len(hand) for side, hand in state.hands.items()}
    assert counts == state.totals
    return counts


def placing(state, at, *, by=None, size=None, face="up", angle=0.0):
    """Return the laying of a stone, mm and degrees."""
    by = by or state.to_play
    piece = RULES.next_piece(state, by, size)
    return Place(piece, (at[0] / 1e3, at[1] / 1e3), np.radians(angle), face, by)


def hovering(state, *path, by=None, height=40.0, speed=0.1, size=None):
    """Return the carrying of a stone along a path, mm."""
    by = by or state.to_play
    points = tuple((x / 1e3, y / 1e3) for x, y in path or ((300, 300),))
    return Hover(RULES.next_piece(state, by, size), points, height / 1e3, speed, by=by)


def drawing(state, *path, by=None, speed=0.1):
    """Return a move of the cord along a path, mm."""
    return MoveCord(tuple((x / 1e3, y / 1e3) for x, y in path or ((500, 250), (490, 250))), speed, by or state.to_play)


def done(state, action, *, moved=None, off=None, turned=None, cord=None, events=(), settle=True):
    """Play a legal action without physics.

    Afterwards stones lie at `moved`, mm, and those of `off` have another status; `settle` lets the table come to rest,
    where that is due, without any further motion.
    """
    assert RULES.legal(state, action) is None
    nothing = RULES.void(state, action)
    if nothing is not None:
        return nothing
    start = state.layout
    if isinstance(action, Place):
        start = start.with_piece(action.piece, action.position, action.angle, action.face)
    places, faces = start.positions.copy(), list(start.faces)
    for name, place in (moved or {}).items():
        places[start.index(name)] = np.array(place) / 1e3
    for name, face in (turned or {}).items():
        faces[start.index(name)] = face
    rested = replace(start, positions=places, faces=tuple(faces), cord=start.cord if cord is None else cord)
    shot = still(rested.with_statuses(off or {}), action, start)
    state, rulings = RULES.after(state, replace(shot, events=tuple(Event(0.1, kind) for kind in events)))
    while settle and state.unsettled:
        state, more = done(state, Settle(action.by), settle=False)
        rulings += more
    return state, rulings


def end(state, by=None):
    """End a turn; it must be legal."""
    action = EndTurn(by or state.to_play)
    assert RULES.legal(state, action) is None
    return RULES.end_turn(state, action)[0]


def quietly(state, *places):
    """Lay stones in turn, each followed by the end of its turn."""
    for place in places:
        state, rulings = done(state, placing(state, place))
        assert rulings == ()
        state = end(state)
    return state


def refused(state, action):
    """Return the clause by which an action is refused; the ruling says why, and what is legal."""
    ruling = RULES.legal(state, action)
    assert ruling is not None
    assert ruling.why.endswith(".")
    assert ruling.legal
    return ruling.clause


def said(rulings):
    """Return rulings as (clause, pieces)."""
    return [(ruling.clause, ruling.pieces) for ruling in rulings]
