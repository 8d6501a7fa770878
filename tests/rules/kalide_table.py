"""A Ka'lide table for tests: the mat in mm, pucks by name and place, and shots made by hand."""

import numpy as np

from rules.players import Player
from sim.actions import Flick, Remove
from sim.board import Board, Friction, Surface, Zone
from sim.layout import Layout
from sim.pieces import Piece, PieceKind
from sim.shot import Energies, Event, Shot, Trajectory
from sim.values import frozen

PUCK = PieceKind("puck", "disc", (0.015, 0.015), 0.007, 0.008, (0.0, 0.0, 0.324))
PLAYERS = (Player("Yellow", "yellow"), Player("Red", "red"))
STARTS = {"yellow": (0.850, 0.150), "red": (0.050, 0.150)}


def strip(name, kind, left, right, *, owner=None, value=0, low=0.0, high=300.0):
    """Return a zone over the mat's width from `left` to `right`, mm."""
    corners = np.array([[left, low], [right, low], [right, high], [left, high]]) / 1000.0
    return Zone(name, kind, owner, value, polygon=corners)


def circle(name, x, y, radius, *, owner, value=200):
    """Return a round space, mm."""
    return Zone(name, "score", owner, value, circle=(x / 1000.0, y / 1000.0, radius / 1000.0))


ZONES = (
    strip("red-flick", "flick", 0, 150, owner="red"),
    strip("yellow-50", "score", 150, 350, owner="yellow", value=50),
    circle("yellow-200", 250, 150, 40, owner="yellow"),
    strip("dead-zone", "dead", 400, 500),
    strip("red-50", "score", 550, 750, owner="red", value=50),
    circle("red-200", 650, 150, 40, owner="red"),
    strip("yellow-flick", "flick", 750, 900, owner="yellow"),
)


def mat(zones=ZONES, *, edge="open"):
    """Return the mat, 900 × 300 mm."""
    outline = frozen([[0.0, 0.0], [0.9, 0.0], [0.9, 0.3], [0.0, 0.3]])
    friction = Friction(0.30, 0.22)
    surface = Surface(outline, edge, friction)
    return Board("test-mat", surface, friction, game="kalide", pieces={"puck": PUCK}, zones=tuple(zones))


def lay(*pucks):
    """Return a layout of (id, x mm, y mm[, face[, status]]); the owner is the id's first part."""
    layout = Layout()
    for name, x, y, *rest in pucks:
        face = rest[0] if rest else "up"
        status = rest[1] if len(rest) > 1 else "live"
        piece = Piece(name, PUCK, name.split("-")[0])
        layout = layout.with_piece(piece, (x / 1000.0, y / 1000.0), 0.0, face, status)
    return layout


def shot_of(action, start, layout, *, left=()):
    """Return a finished shot of which only the action, both layouts and who left the board are told."""
    n = len(start)
    still, unturned = frozen(np.zeros((1, n, 2))), frozen(np.zeros((1, n)))
    return Shot(
        action=action,
        start=start,
        layout=layout,
        trajectory=Trajectory(frozen([0.0]), start.ids, still, unturned, still, unturned),
        events=tuple(Event(0.1, "left_board", (name,)) for name in left),
        energies=Energies(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        velocities=frozen(np.zeros((n, 2))),
        spins=frozen(np.zeros(n)),
        duration=0.5,
        at_rest=True,
        substeps=1,
    )


def flick(rules, state, by, *, start=None, face="up"):
    """Return the flick of a player's next puck from the own Flick Zone, mm."""
    player = state.player(by)
    position = STARTS["red" if player is None else player.colour]
    if start is not None:
        position = (start[0] / 1000.0, start[1] / 1000.0)
    return Flick(rules.next_piece(state, by), position, 1.0, 0.0, face=face, by=by)


def play(rules, state, by, at, *, moved=None, left=(), face="up"):
    """Flick a player's next puck so that it rests at `at`, mm, and others at `moved`; it must be legal."""
    action = flick(rules, state, by, face=face)
    assert rules.legal(state, action) is None
    start = state.layout.with_piece(action.piece, action.position, 0.0, face)
    positions = start.positions.copy()
    for name, place in {**(moved or {}), action.piece.id: at}.items():
        positions[start.index(name)] = np.array(place) / 1000.0
    rested = Layout(start.pieces, positions, start.angles, start.faces, start.statuses)
    return rules.after(state, shot_of(action, start, rested, left=left))


def take_off(rules, state, by, name):
    """Remove a puck; it must be legal."""
    action = Remove(name, by)
    assert rules.legal(state, action) is None
    return rules.after(state, shot_of(action, state.layout, state.layout.with_statuses({name: "removed"})))


def play_round(rules, state, results=None):
    """Play a whole round; `results` gives final places by id, other pucks rest on unmarked mat, worth 0."""
    places = dict(results or {})
    spare = iter([(372, 20 + 35 * k) for k in range(8)] + [(528, 20 + 35 * k) for k in range(8)])
    rulings = ()
    while not state.round_over:
        by = state.to_play
        name = rules.next_piece(state, by).id
        state, said = play(rules, state, by, places.get(name) or next(spare))
        rulings += said
    return state, rulings


def cited(rulings, clause):
    """Return the rulings that cite a clause."""
    return [ruling for ruling in rulings if ruling.clause == clause]
