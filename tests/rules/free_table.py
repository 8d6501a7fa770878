"""A table for tests of games of one's own: a plain board of squares, pieces by name and place, shots made by hand."""

from dataclasses import replace

import numpy as np

import rules as rule_sets
from rules.players import Player
from sim.actions import Flick, Launch, Place, Settle
from sim.board import Board, FixedMagnet, Friction, Surface, Yoke, Zone
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.shot import Event, still
from sim.values import frozen

RULES = rule_sets.load("free")
PUCK = PieceKind("puck", "disc", (0.0125, 0.0125), 0.008, 0.006, (0.0, 0.0, 0.3))
"""25 mm wide. Two whose middles are 25 mm apart stick where one is face down, and repel where both are face up."""
PLAYERS = (Player("Ann", "red"), Player("Bob", "blue"))
YOKE = Yoke(0.060, 0.026, Friction(0.2, 0.2), (FixedMagnet("y", (-0.05, 0.04, 0.004), (0.0, 0.0, 6.8), 0.0125),))
ANCHOR = FixedMagnet("anchor", (0.35, 0.15, -0.01), (0.0, 0.0, 1.0), 0.01)
"""Under the middle of the strip between the fives and the tens; a piece face up on it is attracted."""
SPOTS = [(30.0 + 30.0 * (k % 3), 40.0 + 35.0 * (k // 3)) for k in range(18)]
"""Places outside all zones, in the starting strip, mm."""


def box(name, kind, left, right, low, high, value=0, owner=None):
    """Return a rectangular zone, mm."""
    corners = np.array([[left, low], [right, low], [right, high], [left, high]]) / 1000.0
    return Zone(name, kind, owner, value, polygon=corners)


def disc(name, kind, x, y, radius, value=0, owner=None):
    """Return a round zone, mm."""
    return Zone(name, kind, owner, value, circle=(x / 1000.0, y / 1000.0, radius / 1000.0))


ZONES = (
    box("five", "score", 200, 300, 0, 300, 5),
    box("ten", "score", 300, 400, 0, 300, 10),
    box("twenty", "score", 450, 550, 0, 300, 20),
)
"""A five next to a ten, a gap of 50 mm, a twenty; x from 0 to 200 and past 550 is unmarked."""
OWNED = (
    box("red-20", "score", 200, 300, 0, 300, 20, "red"),
    box("blue-20", "score", 300, 400, 0, 300, 20, "blue"),
    box("blue-30", "score", 450, 550, 0, 300, 30, "blue"),
    box("open-5", "score", 560, 600, 0, 300, 5),
)


def table(*more, zones=ZONES, edge="open", size=(700, 300), **fields):
    """Return a board of the zones and `more` of them, which lie over those."""
    outline = frozen([[0.0, 0.0], [size[0] / 1e3, 0.0], [size[0] / 1e3, size[1] / 1e3], [0.0, size[1] / 1e3]])
    friction = Friction(0.25, 0.2)
    fields = {"pieces": {"puck": PUCK}, **fields}
    return Board("own", Surface(outline, edge, friction), friction, zones=(*zones, *more), **fields)


BOARD = table()


def lay(*pieces, kind=PUCK):
    """Return a layout of (id, x mm, y mm[, face[, status]]); the owner is the id's first part."""
    layout = Layout()
    for name, x, y, *rest in pieces:
        face = rest[0] if rest else "up"
        status = rest[1] if len(rest) > 1 else "live"
        layout = layout.with_piece(Piece(name, kind, name.split("-")[0]), (x / 1e3, y / 1e3), 0.0, face, status)
    return layout


def score(layout, board=BOARD, players=PLAYERS, *, before=None, number=None, **options):
    """Judge a layout; the rulings' points must add up."""
    judged = RULES.score(board, layout, players, before=before, number=number, options=options)
    for side, total in judged.points.items():
        assert sum(ruling.points for ruling in judged.rulings if ruling.player == side) == total
    assert all(ruling.why.endswith(".") for ruling in judged.rulings)
    return judged


def points(layout, board=BOARD, **how):
    """Return what a layout gives, as (Ann, Bob)."""
    return tuple(score(layout, board, **how).points.values())


def ruling(layout, clause, board=BOARD, **how):
    """Return the one ruling that cites a clause, as text."""
    (found,) = [one for one in score(layout, board, **how).rulings if one.clause == clause]
    return str(found)


def opened(board=BOARD, players=PLAYERS, starter="Ann", seed=0, layout=None, **options):
    """Return a match whose first round is open."""
    state = RULES.start(board, players, options=options, seed=seed, layout=layout)
    return RULES.open_round(state, starter=starter)[0]


def flick(state, by, at=(50, 150), *, face=None, size=None, speed=1.0):
    """Return the flick of a player's next piece, mm."""
    piece = RULES.next_piece(state, by, size)
    up = face or RULES.draw_face(state, piece.id)
    return Flick(piece, (at[0] / 1e3, at[1] / 1e3), speed, 0.0, face=up, by=by)


def place(state, by, at=(50, 150), *, size=None):
    """Return the laying down of a player's next piece, mm."""
    return Place(RULES.next_piece(state, by, size), (at[0] / 1e3, at[1] / 1e3), by=by)


def launch(state, by, yoke=(100, 150), *, draw=20.0, heading=0.0):
    """Return the launch of a player's next piece, mm."""
    return Launch(RULES.next_piece(state, by), (yoke[0] / 1e3, yoke[1] / 1e3), heading, draw / 1e3, by=by)


def rest(state, action, at, *, turned=None, moved=None, off=(), events=()):
    """Play an action so that its piece rests at `at`, mm; others rest where `moved` says, face up as `turned` says.

    `off` are pieces that the physics took off. It must be legal; where the table has to settle, that is left to do.
    """
    assert RULES.legal(state, action) is None
    start = getattr(action, "start", None) or action.position
    table_before = state.layout.with_piece(action.piece, start, 0.0, action.face)
    return RULES.after(
        state, _shot(table_before, action, {**(moved or {}), action.piece.id: at}, turned or {}, off, events)
    )


def settle(state, *, moved=None, turned=None):
    """Let the table settle, some pieces moving or turning on the way; it must be due."""
    assert state.unsettled
    action = Settle()
    assert RULES.legal(state, action) is None
    return RULES.after(state, _shot(state.layout, action, moved or {}, turned or {}, (), ()))


def _shot(before, action, moved, turned, off, events):
    places, faces = before.positions.copy(), list(before.faces)
    for name, spot in moved.items():
        places[before.index(name)] = np.array(spot) / 1000.0
    for name, face in turned.items():
        faces[before.index(name)] = face
    rested = Layout(before.pieces, places, before.angles, tuple(faces), before.statuses)
    shot = still(rested.with_statuses(dict.fromkeys(off, "removed")), action, before)
    return replace(shot, events=(*shot.events, *events))


def event(kind, *pieces, other=None):
    """Return an event of a shot."""
    return Event(0.1, kind, pieces, other)


def play_round(state, **results):
    """Play a whole round by flicks from (50, 150); `results` gives final places by id, Ann_1 for Ann-1."""
    places = {name.replace("_", "-"): at for name, at in results.items()}
    spots = iter([spot for spot in SPOTS if abs(spot[1] - 150) > 30])
    rulings = ()
    while not state.round_over:
        action = flick(state, state.to_play, (150, 150))
        state, more = rest(state, action, places.get(action.piece.id) or next(spots))
        rulings += more
    return state, rulings


def with_totals(state, **totals):
    """Return a match in which earlier rounds gave so much."""
    return replace(state, totals=totals)


def cited(rulings, clause):
    """Return the rulings that cite a clause, as text."""
    return [str(one) for one in rulings if one.clause == clause]
