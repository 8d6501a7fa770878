"""A TOKKA table for tests: stones by name and place, boards of one's own, and shots made by hand."""

import math
from dataclasses import replace

import numpy as np

import rules as rule_sets
import sim
from rules.players import Player
from sim.actions import Flick, Settle
from sim.board import Board, Friction, Rail, Surface, Wall, Zone
from sim.layout import Layout
from sim.pieces import Piece
from sim.shot import Energies, Event, Shot, Trajectory
from sim.values import frozen

RULES = rule_sets.load("tokka")
BOARD = sim.load_board("tokka")
STONE = BOARD.pieces["puck"]
PLAYERS = (Player("Black", "black"), Player("White", "white"))
UNIT = 40.0
RADIUS = 15.0


def team(side, count):
    """Return a team of some people: B1, B2 and so on for Black."""
    return tuple(Player(f"{side[0]}{n}", team=side) for n in range(1, count + 1))


def lay(*stones, kind=STONE):
    """Return a layout of (id, x mm, y mm[, status]); the owner is the id's first part."""
    layout = Layout()
    for name, x, y, *rest in stones:
        piece = Piece(name, kind, name.split("-")[0])
        layout = layout.with_piece(piece, (x / 1e3, y / 1e3), 0.0, "up", rest[0] if rest else "live")
    return layout


def fronts(*stones):
    """Return a layout of (id, front edge in units), the stones beside one another."""
    return lay(*((name, at * UNIT - RADIUS, 25 + 35 * k) for k, (name, at) in enumerate(stones)))


def score(layout, board=BOARD, players=PLAYERS, **how):
    """Judge a layout; the rulings' points must add up."""
    judged = RULES.score(board, layout, players, **how)
    assert sum(ruling.points for ruling in judged.rulings) == sum(judged.points.values())
    return judged


def points(layout, board=BOARD, **how):
    """Return what a layout gives, as (black, white)."""
    judged = score(layout, board, **how)
    return judged.points["Black"], judged.points["White"]


def worth(x, board=BOARD, y=100.0, **how):
    """Return what a single black stone counts."""
    return points(lay(("Black-1", x, y)), board, **how)[0]


def scored(layout, **how):
    """Return the rulings that give points, as (clause, ids, points)."""
    return [(r.clause, r.pieces, r.points) for r in score(layout, **how).rulings if r.points]


def cited(rulings, clause):
    """Return the rulings that cite a clause."""
    return [ruling for ruling in rulings if ruling.clause == clause]


def strip(name, kind, left, right, *, value=0, low=0.0, high=200.0):
    """Return a zone over the board's width from `left` to `right`, mm."""
    corners = np.array([[left, low], [right, low], [right, high], [left, high]]) / 1e3
    return Zone(name, kind, None, value, polygon=corners)


def rail(name, at, *, width=15.0, low=0.0, high=200.0):
    """Return a cross rail at x, mm."""
    return Rail(name, (at / 1e3, low / 1e3), (at / 1e3, high / 1e3), width / 1e3)


def table(zones, rails, length, *, edge="open", **more):
    """Return a board of one's own, 200 mm wide and without walls."""
    outline = np.array([[0.0, 0.0], [length, 0.0], [length, 200.0], [0.0, 200.0]]) / 1e3
    friction = Friction(0.25, 0.22)
    surface = Surface(frozen(outline), edge, friction)
    return Board("own", surface, friction, pieces={"puck": STONE}, zones=tuple(zones), rails=tuple(rails), **more)


def stretched(factor):
    """Return the board's fields and rails, `factor` times as long."""
    zones = [
        strip("launch", "launch", 0, 120 * factor),
        strip("one", "score", 120 * factor, 440 * factor, value=1),
        strip("two", "score", 440 * factor, 640 * factor, value=2),
        strip("three", "score", 640 * factor, 800 * factor, value=3),
    ]
    return table(zones, [rail(f"rail-{k}", x * factor) for k, x in enumerate((120, 440, 640, 800), 1)], 800 * factor)


def turned(board, angle, shift=(0.0, 0.0)):
    """Return a board turned about the origin by `angle`, rad, and then moved, m; and the same for points."""
    c, s = math.cos(angle), math.sin(angle)
    matrix = np.array([[c, -s], [s, c]])

    def moved(points):
        return np.asarray(points) @ matrix.T + np.array(shift)

    def ends(line):
        return replace(line, start=tuple(moved(line.start)), end=tuple(moved(line.end)))

    zones = tuple(replace(zone, polygon=moved(zone.polygon)) for zone in board.zones)
    surface = replace(board.surface, outline=frozen(moved(board.surface.outline)))
    rails, walls = tuple(map(ends, board.rails)), tuple(map(ends, board.walls))
    return replace(board, surface=surface, zones=zones, rails=rails, walls=walls), moved


def wall(name, start, end, thickness=8.0):
    """Return a wall, mm."""
    return Wall(name, (start[0] / 1e3, start[1] / 1e3), (end[0] / 1e3, end[1] / 1e3), thickness / 1e3)


def begun(players=PLAYERS, *, board=BOARD, starter="Black", layout=None, **how):
    """Return a match whose first round is open."""
    state, _ = RULES.open_round(RULES.start(board, players, layout=layout, **how), starter=starter)
    return state


def push(state, by, start=(60.0, 100.0)):
    """Return the push of a player's next stone from the launch zone, mm."""
    return Flick(RULES.next_piece(state, by), (start[0] / 1e3, start[1] / 1e3), 1.5, 0.0, by=by)


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


def play(state, at, *, by=None, moved=None, left=(), dropped=()):
    """Push the next stone so that it rests at `at`, mm, and others at `moved`; it must be legal.

    `left` names the stones whose centre passed the outline, `dropped` those of them that fell and are gone.
    """
    action = push(state, by or state.to_play)
    assert RULES.legal(state, action) is None
    start = state.layout.with_piece(action.piece, action.position)
    positions = start.positions.copy()
    for name, place in {**(moved or {}), action.piece.id: at}.items():
        positions[start.index(name)] = np.array(place) / 1e3
    rested = Layout(start.pieces, positions, start.angles, start.faces, start.statuses)
    rested = rested.with_statuses(dict.fromkeys(dropped, "removed"))
    return RULES.after(state, shot_of(action, start, rested, left=(*left, *dropped)))


def settle(state):
    """Let the table settle, nothing moving."""
    return RULES.after(state, shot_of(Settle(by=state.to_play), state.layout, state.layout))


def play_round(state, places=None):
    """Play a whole round; `places` gives where stones rest, by id; others lie level in the launch zone, worth 0."""
    rulings = ()
    while not state.round_over:
        name = RULES.next_piece(state, state.to_play).id
        state, said = play(state, (places or {}).get(name, (60.0, 20.0)))
        rulings += said
    return state, rulings


def won_by(side, state, threes=4):
    """Play a round in which one side scores 3 for each of some stones and the other nothing."""
    return play_round(state, {f"{side}-{n}": (720.0, 30.0 * n) for n in range(1, threes + 1)})
