"""What is done by hand beyond a flick: launching from the yoke, carrying a piece above the table, drawing the cord.

Each is a run in stages: with the yoke, the hand or the moved cord, and then without.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from sim.actions import Hover, Launch, MoveCord
from sim.assembly import Hand, Slot
from sim.board import Board, Wall, Yoke
from sim.cord import is_even, length, nearest, pull, resample
from sim.pieces import faced
from sim.running import Run
from sim.shot import Event
from sim.values import Floats, Vector2, Vector3, frozen

CORD_STEP = 1e-3  # m; way of the hand between two looks at what the cord pushes
NEAR = 0.04  # m; walls of the cord farther than this from every piece are left out while it is moved


def launch(run: Run, action: Launch) -> None:
    """Let the field of the yoke drive the piece out, and take the yoke away when all rests. ValueError without one."""
    yoke = _yoke(run.board)
    if action.face == "down":
        yoke = yoke.turned(action.piece.kind.centre_height(action.face))
    run.stage(standing(run.board, yoke, action.yoke, action.heading), slot=_slot(yoke, action))
    run.stage()


def standing(board: Board, yoke: Yoke, mouth: Vector2, heading: float) -> Board:
    """Return the board with the yoke on it: its magnets and the three walls of its slot."""
    c, s = math.cos(heading), math.sin(heading)

    def out(x: float, y: float) -> Vector2:
        return (mouth[0] + c * x - s * y, mouth[1] + s * x + c * y)

    magnets = []
    for magnet in yoke.magnets:
        x, y, z = magnet.position
        mx, my, mz = magnet.moment
        moment: Vector3 = (c * mx - s * my, s * mx + c * my, mz)
        magnets.append(dataclasses.replace(magnet, position=(*out(x, y), z), moment=moment))
    side = 0.5 * (yoke.width + yoke.wall_thickness)
    corners = [out(0.0, side), out(-yoke.length, side), out(-yoke.length, -side), out(0.0, -side)]
    walls = [
        Wall(f"yoke-{k + 1}", corners[k], corners[k + 1], yoke.wall_thickness, yoke.restitution, yoke.rub)
        for k in range(3)
    ]
    return dataclasses.replace(board, magnets=(*board.magnets, *magnets), walls=(*board.walls, *walls))


def _yoke(board: Board) -> Yoke:
    if board.yoke is None:
        raise ValueError(f"board {board.name} has no yoke to launch from")
    return board.yoke


def _slot(yoke: Yoke, action: Launch) -> Slot:
    return Slot(action.yoke, action.heading, yoke.length, yoke.width, yoke.friction.static, yoke.friction.kinetic)


def hover(run: Run, action: Hover) -> None:
    """Carry the piece along its path, wait until all below rests, take it away, and let the rest settle."""
    kind = action.piece.kind
    mx, my, mz = faced(kind.moment, action.face)
    c, s = math.cos(action.angle), math.sin(action.angle)
    hand = Hand(timed(action.path, action.speed), action.height, (c * mx - s * my, s * mx + c * my, mz), kind.cylinder)
    run.stage(with_cord(run), hand=hand)
    run.stage(with_cord(run))


def timed(path: Sequence[Vector2], speed: float) -> Floats:
    """Return a path as knots of time and place, (k, 3) s and m, at a constant speed (m/s); ValueError for a bad one."""
    points = np.array(path, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 2 or len(points) == 0 or not np.isfinite(points).all():
        raise ValueError(f"a path must be points [x, y], one or more, got {path!r}")
    if not 0.0 < speed < math.inf:
        raise ValueError(f"the speed of a hand must be above 0 m/s, got {speed!r}")
    steps = np.hypot(*np.diff(points, axis=0).T)
    keep = np.concatenate([[True], steps > 0.0])
    times = np.concatenate([[0.0], np.cumsum(steps)]) / speed
    return frozen(np.column_stack([times, points])[keep])


def cord_walls(run: Run, nodes: Floats, near: bool) -> tuple[Wall, ...]:
    """The cord as walls of its thickness; `near`: only those by which a piece on the table could be met soon."""
    kind = run.board.cord
    ends = np.roll(nodes, -1, axis=0)
    wanted = np.ones(len(nodes), dtype=bool)
    if near:
        wanted[:] = False
        for k in run.active:
            reach = run.pieces[k].kind.radius + NEAR
            wanted |= ((nodes - run.bodies[k, :2]) ** 2).sum(axis=1) < reach * reach
    return tuple(
        Wall("cord", tuple(nodes[k]), tuple(ends[k]), kind.thickness, 0.0, kind.rub) for k in np.flatnonzero(wanted)
    )


def with_cord(run: Run, near: bool = False) -> Board:
    """Return the run's board with its cord, where there is one."""
    if run.cord is None:
        return run.board
    return dataclasses.replace(run.board, walls=(*run.board.walls, *cord_walls(run, run.cord, near)))


def move_cord(run: Run, action: MoveCord) -> None:
    """Draw the cord along the path, step by step: it moves, pushes what it meets, and the pieces move on their own.

    A step in which it would cross itself is refused, with the event ``cord_crossed``, and the hand lets go.
    """
    if run.cord is None:
        raise ValueError("there is no cord to move")
    knots = timed(action.path, action.speed)
    # as it was laid it is a line of corners; what is drawn along are nodes at even distances
    nodes = np.array(run.cord if is_even(run.cord) else resample(run.cord))
    rest = length(nodes)
    held = nearest(nodes, knots[0, 1:])
    start = nodes[held].copy()
    # the hand moves as the path does, from where it took hold
    way = knots[:, 1:] - knots[0, 1:] + start
    for k in range(len(knots) - 1):
        parts = max(1, math.ceil(float(np.hypot(*(way[k + 1] - way[k]))) / CORD_STEP))
        for part in range(1, parts + 1):
            target = way[k] + (way[k + 1] - way[k]) * part / parts
            dt = (knots[k + 1, 0] - knots[k, 0]) / parts
            moved = _step(run, nodes, rest, held, target, dt)
            if moved is None:
                run.events.append(Event(run.now, "cord_crossed", ()))
                break
            nodes = moved
        else:
            continue
        break
    run.stage(with_cord(run))


def _step(run: Run, nodes: Floats, rest: float, held: int, target: Floats, dt: float) -> Floats | None:
    """Move the cord by one step and the pieces for its time; None where the cord would cross itself."""
    kinds = [run.pieces[k].kind for k in run.active]
    grips = np.array([_grip(run, k) for k in run.active])
    done = pull(
        run.board.cord,
        nodes,
        rest,
        held,
        target,
        run.bodies[run.active, :2],
        run.bodies[run.active, 2],
        np.array([kind.footprint(run.faces[k]) for kind, k in zip(kinds, run.active, strict=True)]).reshape(-1, 2),
        grips,
    )
    if done.crossed:
        return None
    for row, k in enumerate(run.active):
        way = done.pushes[row]
        size = float(np.hypot(*way))
        if size == 0.0:
            continue
        # what is pushed goes on at least as fast as the cord pushed it
        body = run.bodies[k]
        body[:2] += way
        along = way / size
        body[3:5] += max(0.0, size / dt - float(body[3:5] @ along)) * along
    run.cord = frozen(done.nodes)
    run.cords.append((run.now + dt, run.cord))
    until = run.now + dt
    run.stage(with_cord(run, near=True), until=until)
    run.wait(until)
    return np.array(done.nodes)


def _grip(run: Run, k: int) -> float:
    """What holds a piece on the table against a push, N."""
    piece = run.pieces[k]
    if piece.pinned:
        return math.inf
    return run.board.surface.friction.static * piece.kind.mass * run.board.gravity
