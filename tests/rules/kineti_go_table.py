"""A Kineti-Go table for tests: a plain board of strips, pucks by name and place, and shots made by hand."""

from dataclasses import replace

import numpy as np

import rules as rule_sets
import sim
from rules.players import Player
from sim.actions import Launch, Settle
from sim.board import Board, FixedMagnet, Friction, Surface, Wall, Yoke, Zone
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.shot import Event, still
from sim.values import frozen

RULES = rule_sets.load("kineti-go")
SHIPPED = sim.load_board("kineti-go")
RADIUS = 12.5
PUCK = PieceKind("puck", "disc", (0.0125, 0.0125), 0.008, 0.006, (0.0, 0.0, 0.225))
LYING = replace(PUCK, name="lying", moment=(0.225, 0.0, 0.0))
PLAYERS = (Player("Gold", "gold"), Player("Black", "black"))
YOKE = Yoke(0.060, 0.026, Friction(0.15, 0.15), (FixedMagnet("y", (-0.05, 0.04, 0.004), (0.0, 0.0, 6.8), 0.0125),))
MOUTH = (90.0, 30.0)


def box(name, kind, left, right, low, high, value=0):
    """Return a rectangular zone, mm."""
    corners = np.array([[left, low], [right, low], [right, high], [left, high]]) / 1000.0
    return Zone(name, kind, None, value, polygon=corners)


AREA = (box("area", "launch", 0, 150, 0, 300), box("lane", "lane", 150, 300, 0, 300))
ZONES = (
    *AREA,
    box("3a", "score", 300, 400, 0, 150, 3),
    box("2a", "score", 400, 500, 0, 150, 2),
    box("1a", "score", 500, 600, 0, 150, 1),
    box("3b", "score", 300, 400, 150, 300, 3),
    box("2b", "score", 400, 500, 150, 300, 2),
    box("1b", "score", 500, 600, 150, 300, 1),
)
SPOTS = {"3a": (350, 75), "2a": (450, 75), "1a": (550, 75), "3b": (350, 225), "2b": (450, 225), "1b": (550, 225)}
"""The middles of the zones, mm."""


def table(zones=ZONES, *, edge="drop", **more):
    """Return a board of two rows of three zones, 640 × 300 mm, without walls."""
    outline = frozen([[0.0, 0.0], [0.64, 0.0], [0.64, 0.3], [0.0, 0.3]])
    friction = Friction(0.15, 0.15)
    fields = {"game": "kineti-go", "pieces": {"puck": PUCK}, "yoke": YOKE, **more}
    return Board("own", Surface(outline, edge, friction), friction, zones=tuple(zones), **fields)


BOARD = table()


def wall(name, start, end, thickness=10.0):
    """Return a wall, mm."""
    return Wall(name, (start[0] / 1e3, start[1] / 1e3), (end[0] / 1e3, end[1] / 1e3), thickness / 1e3)


def lay(*pucks, kind=PUCK):
    """Return a layout of (id, x mm, y mm[, face[, status]]); the owner is the id's first part."""
    layout = Layout()
    for name, x, y, *rest in pucks:
        face = rest[0] if rest else "up"
        status = rest[1] if len(rest) > 1 else "live"
        layout = layout.with_piece(Piece(name, kind, name.split("-")[0]), (x / 1e3, y / 1e3), 0.0, face, status)
    return layout


def spots(**zones):
    """Return a layout by zone: spots(_3a="GGB") lays two of Gold's and one of Black's apart in the zone 3a."""
    pucks, count = [], {"Gold": 0, "Black": 0}
    for zone, letters in zones.items():
        x, y = SPOTS[zone.removeprefix("_")]
        for k, letter in enumerate(letters):
            side = "Gold" if letter == "G" else "Black"
            count[side] += 1
            pucks.append((f"{side}-{count[side]}", x + 30 * (k % 2) - 15, y + 30 * (k // 2) - 15))
    return lay(*pucks)


def score(layout, board=BOARD, **how):
    """Judge a layout; the rulings' points must add up."""
    judged = RULES.score(board, layout, PLAYERS, **how)
    for side, total in judged.points.items():
        assert sum(ruling.points for ruling in judged.rulings if ruling.player == side) == total
    return judged


def points(layout, board=BOARD, **how):
    """Return what a layout gives, as (gold, black)."""
    judged = score(layout, board, **how)
    return judged.points["Gold"], judged.points["Black"]


def said(rulings):
    """Return rulings as (clause, pieces, points)."""
    return [(r.clause, r.pieces, r.points) for r in rulings]


def cited(rulings, clause):
    """Return the rulings that cite a clause."""
    return [ruling for ruling in rulings if ruling.clause == clause]


def opened(board=BOARD, starter="Gold", **how):
    """Return a match whose first round is open."""
    return RULES.open_round(RULES.start(board, PLAYERS, **how), starter=starter)[0]


def launch(state, by, *, yoke=MOUTH, heading=0.0, draw=30.0, face="up"):
    """Return the launch of a player's next puck, mm."""
    mouth = (yoke[0] / 1000.0, yoke[1] / 1000.0)
    return Launch(RULES.next_piece(state, by), mouth, heading, draw / 1000.0, face=face, by=by)


def play(state, by, at, *, face="up", moved=None, turned=None, off=(), events=(), settle=True):
    """Launch a player's next puck so that it rests at `at`, mm; it must be legal.

    Others rest at `moved`, with the faces of `turned`, or are off the table by physics; `settle` lets the table come to
    rest, where that is due, without any further motion.
    """
    action = launch(state, by, face=face)
    assert RULES.legal(state, action) is None
    start = state.layout.with_piece(action.piece, action.start, 0.0, face)
    places, faces = start.positions.copy(), list(start.faces)
    for name, place in {**(moved or {}), action.piece.id: at}.items():
        places[start.index(name)] = np.array(place) / 1000.0
    for name, now in (turned or {}).items():
        faces[start.index(name)] = now
    rested = Layout(start.pieces, places, start.angles, tuple(faces), start.statuses)
    rested = rested.with_statuses(dict.fromkeys(off, "removed"))
    shot = still(rested, action, start)
    state, rulings = RULES.after(state, replace(shot, events=(*shot.events, *events)))
    if settle and state.unsettled:
        state, more = settled(state, by)
        rulings += more
    return state, rulings


def settled(state, by="", *, moved=None, turned=None):
    """Let the table settle, some pucks moving or turning on the way; it must be legal."""
    action = Settle(by)
    assert RULES.legal(state, action) is None
    layout = state.layout
    places, faces = layout.positions.copy(), list(layout.faces)
    for name, place in (moved or {}).items():
        places[layout.index(name)] = np.array(place) / 1000.0
    for name, now in (turned or {}).items():
        faces[layout.index(name)] = now
    rested = Layout(layout.pieces, places, layout.angles, tuple(faces), layout.statuses)
    return RULES.after(state, still(rested, action, layout))


def event(kind, *pieces, other=None):
    """Return an event of a shot."""
    return Event(0.1, kind, pieces, other)


def play_round(state, results=None):
    """Play a whole round; `results` gives final places by id, other pucks rest in the lane, worth 0."""
    places = dict(results or {})
    lane = iter([(200, 20 + 40 * k) for k in range(6)])
    rulings = ()
    while not state.round_over:
        name = RULES.next_piece(state, state.to_play).id
        state, more = play(state, state.to_play, places.get(name) or next(lane))
        rulings += more
    return state, rulings


def with_totals(state, gold, black):
    """Return a match in which earlier rounds gave so much."""
    return replace(state, totals={"Gold": gold, "Black": black})
