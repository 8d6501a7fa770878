"""Frozen values that describe the motion of a shot: paths and contacts. Lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sim.board import Board, Wall
from sim.shot import Shot, Trajectory
from sim.values import Floats, frozen

LEAST_MOTION = 1.0  # mm; a piece that moved less is shown as having lain still
_MOST_POINTS = 240  # of a path: more are not seen


@dataclass(frozen=True, eq=False)
class PathMark:
    """The way of a piece.

    Attributes
    ----------
    points : (k, 2) mm, oldest first
    fades : (k,) from 0 at the start of the shot to 1 at its end: how fresh each point is
    flicked : whether the piece was set going by hand
    """

    id: str
    colour: str
    points: Floats
    fades: Floats
    flicked: bool


@dataclass(frozen=True)
class ContactMark:
    """A place where two pieces, or a piece and a wall (`other`), touched, `count` times within a small distance."""

    pieces: tuple[str, ...]
    other: str | None
    x: float
    y: float
    count: int = 1


def path_marks(shot: Shot, colours: Mapping[str, str], flicked: str | None) -> tuple[PathMark, ...]:
    """Describe the paths of all pieces that moved; without a flicked one, all count as set going by hand."""
    trajectory = shot.trajectory
    if not len(trajectory.times):
        return ()
    rows = np.unique(np.linspace(0, len(trajectory.times) - 1, _MOST_POINTS).astype(int))
    times = trajectory.times[rows]
    whole = float(times[-1] - times[0]) or 1.0
    paths = []
    for k, piece in enumerate(shot.start.pieces):
        if shot.start.statuses[k] in ("removed", "hand") or piece.id not in trajectory.ids:
            continue
        points = 1000.0 * trajectory.positions[:, trajectory.ids.index(piece.id)]
        if float(np.abs(points - points[0]).max()) < LEAST_MOTION:
            continue
        fades = frozen((times - times[0]) / whole)
        colour = colours[piece.owner or piece.id]
        by_hand = flicked is None or piece.id == flicked
        paths.append(PathMark(piece.id, colour, frozen(points[rows], (len(rows), 2)), fades, by_hand))
    return tuple(paths)


def contact_marks(board: Board, shot: Shot) -> tuple[ContactMark, ...]:
    """Describe where contacts happened; touches of one pair within half a radius of the first are one mark."""
    trajectory = shot.trajectory
    radii = {piece.id: 1000.0 * piece.kind.radius for piece in shot.start.pieces}
    walls = {wall.name: wall for wall in board.walls}
    found: list[ContactMark] = []
    for event in shot.events:
        known = event.pieces and all(p in trajectory.ids for p in event.pieces)
        if event.kind != "contact" or not known or not len(trajectory.times):
            continue
        places = [_place(trajectory, p, event.time) for p in event.pieces]
        if len(places) > 1:
            first, second = (radii[p] for p in event.pieces[:2])
            at = places[0] + first / (first + second) * (places[1] - places[0])
        elif event.other in walls:
            at = _nearest(walls[event.other], places[0])
        else:
            at = places[0]
        near = 0.5 * radii[event.pieces[0]]
        for k, mark in enumerate(found):
            same = (mark.pieces, mark.other) == (event.pieces, event.other)
            if same and np.hypot(mark.x - at[0], mark.y - at[1]) < near:
                found[k] = ContactMark(mark.pieces, mark.other, mark.x, mark.y, mark.count + 1)
                break
        else:
            found.append(ContactMark(event.pieces, event.other, float(at[0]), float(at[1])))
    return tuple(found)


def _place(trajectory: Trajectory, piece: str, time: float) -> Floats:
    """Return where a piece was at a time, (2,) mm, between the recorded rows."""
    track = trajectory.positions[:, trajectory.ids.index(piece)]
    return np.array([1000.0 * np.interp(time, trajectory.times, track[:, axis]) for axis in (0, 1)])


def _nearest(wall: Wall, place: Floats) -> Floats:
    """Return the point of a wall's rim towards a place, (2,) mm."""
    start, end = 1000.0 * np.array(wall.start), 1000.0 * np.array(wall.end)
    along = end - start
    length = float(along @ along)
    share = 0.0 if length == 0.0 else float(np.clip((place - start) @ along / length, 0.0, 1.0))
    foot = start + share * along
    away = place - foot
    distance = float(np.hypot(*away))
    return np.asarray(foot + (500.0 * wall.thickness / distance * away if distance > 0.0 else 0.0))
