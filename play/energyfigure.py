"""Frozen values of the pictures over time: where a shot's energy went, and how fast each piece was. SI throughout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from play.marks import yoke_used
from play.motion import LEAST_MOTION
from play.record import ShotRecord
from sim.actions import Hover, Launch
from sim.board import Board
from sim.layout import Layout
from sim.shot import Energies, Shot
from sim.values import Face, Floats, Status, frozen

MOST_ROWS = 500
WORDS = {
    "snapped": "snap",
    "parted": "part",
    "left_board": "off the edge",
    "tipped": "tips",
    "flipped": "turns over",
    "lifted": "lifted",
    "cord_crossed": "cord let go",
}
"""What stands above a moment at which more than a touch happened."""


@dataclass(frozen=True)
class Moment:
    """A moment of note: a touch (`text` is empty then), or something else and who took part."""

    time: float
    text: str = ""


@dataclass(frozen=True, eq=False)
class EnergySeries:
    """A shot's energy over time, J.

    Attributes
    ----------
    times : (k,) s
    kinetic, magnetic : (k,)
        Of what is in play; `magnetic` with the real moments, finite magnets as such.
    lost : (k,)
        What has gone of the sum since the start: to friction, to contacts, and with pieces that left.
    book : Energies or None
        The simulation's own book, which tells the losses apart, but at the end only.
    notes : what a series from positions and velocities can't hold
    """

    title: str
    times: Floats
    kinetic: Floats
    magnetic: Floats
    lost: Floats
    moments: tuple[Moment, ...]
    book: Energies | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class SpeedCurve:
    """The speed of one piece, (k,) m/s; it is in play up to `until` (s). `turn` tells pieces of one colour apart."""

    id: str
    colour: str
    speeds: Floats
    until: float
    turn: int = 0


@dataclass(frozen=True, eq=False)
class SpeedSeries:
    """How fast the pieces of a shot were that moved: `times` (k,) s, and a curve for each."""

    title: str
    times: Floats
    curves: tuple[SpeedCurve, ...]
    moments: tuple[Moment, ...]


def moments_of(shot: Shot) -> tuple[Moment, ...]:
    """Return the moments of note, in order; what happens to several at one time is one moment."""
    found: dict[float, list[str]] = {}
    for event in shot.events:
        if event.kind == "contact":
            found.setdefault(event.time, [])
        elif event.kind in WORDS:
            who = " + ".join(event.pieces)
            found.setdefault(event.time, []).append(f"{who} {WORDS[event.kind]}".strip())
    return tuple(Moment(time, ", ".join(dict.fromkeys(found[time]))) for time in sorted(found))


def energy_series(board: Board, record: ShotRecord, title: str = "") -> EnergySeries:
    """Return a shot's energies, worked out anew at up to 500 of its recorded instants.

    Raises
    ------
    ValueError
        If the shot has no trajectory.
    """
    from sim.handling import standing
    from sim.pulls import forces

    shot = record.shot
    trajectory = shot.trajectory
    if not len(trajectory.times):
        raise ValueError("the shot has no trajectory")
    notes = []
    field = board
    action = shot.action
    yoke = yoke_used(board, action) if isinstance(action, Launch) else None
    if isinstance(action, Launch) and yoke is not None:
        field = standing(board, yoke, action.yoke, action.heading)
        notes.append("The yoke's field counts as long as the yoke stands there, to the end.")
    if isinstance(action, Hover):
        notes.append("The field of the piece in the hand is not counted.")
    if any(event.kind in ("tipped", "flipped", "lifted") for event in shot.events):
        notes.append("The motion and height of a piece while it tips are not counted.")
    rows = np.unique(np.linspace(0, len(trajectory.times) - 1, MOST_ROWS).astype(int))
    columns = [trajectory.ids.index(i) for i in shot.start.ids]
    kinetic, magnetic = np.zeros(len(rows)), np.zeros(len(rows))
    last = len(rows) - 1
    known: tuple[bytes, float] | None = None
    for n, row in enumerate(rows):
        time = float(trajectory.times[row])
        # the last row is the table as the shot left it, with the yoke away
        layout = shot.layout if n == last and n > 0 else layout_at(shot, time)
        layout = replace(layout, positions=trajectory.positions[row, columns], angles=trajectory.angles[row, columns])
        kinetic[n] = _kinetic(layout, trajectory.velocities[row, columns], trajectory.spins[row, columns])
        where = board if n == last and n > 0 else field
        # a table at rest needs not be worked out again
        same = layout.positions.tobytes() + layout.angles.tobytes() + repr((layout.statuses, layout.faces)).encode()
        same += where.name.encode() + bytes([where is field])
        if known is None or known[0] != same:
            known = (same, forces(where, layout).energy if layout.on_table else 0.0)
        magnetic[n] = known[1]
    total = kinetic + magnetic
    book = shot.energies if _is_known(shot.energies) else None
    return EnergySeries(
        title=title,
        times=frozen(trajectory.times[rows]),
        kinetic=frozen(kinetic),
        magnetic=frozen(magnetic),
        lost=frozen(total[0] - total),
        moments=moments_of(shot),
        book=book,
        notes=tuple(notes),
    )


def _is_known(book: Energies) -> bool:
    return any((book.start_kinetic, book.start_magnetic, book.end_kinetic, book.end_magnetic, book.friction_loss))


def layout_at(shot: Shot, time: float) -> Layout:
    """Return the layout of a shot at a time (s): faces and statuses as its events changed them, and the places then."""
    faces, statuses = list(shot.start.faces), list(shot.start.statuses)
    ids = shot.start.ids
    ends = dict(zip(shot.layout.ids, zip(shot.layout.faces, shot.layout.statuses, strict=True), strict=True))
    for event in shot.events:
        if event.time > time:
            continue
        for k in (ids.index(i) for i in event.pieces if i in ids):
            face, status = ends.get(ids[k], (faces[k], statuses[k]))
            if event.kind == "flipped":
                faces[k] = "down" if faces[k] == "up" else "up"
            elif event.kind == "tipped":
                faces[k] = face
            elif event.kind in ("left_board", "lifted") and status in ("removed", "hand"):
                statuses[k] = status
    positions, angles = shot.start.positions, shot.start.angles
    trajectory = shot.trajectory
    if len(trajectory.times):
        columns = [trajectory.ids.index(i) for i in ids]
        positions = np.array(
            [[_at(trajectory.times, trajectory.positions[:, k, a], time) for a in (0, 1)] for k in columns]
        )
        angles = np.array([_at(trajectory.times, trajectory.angles[:, k], time) for k in columns])
    return replace(
        shot.start,
        positions=frozen(positions, (len(ids), 2)),
        angles=frozen(angles),
        faces=cast("tuple[Face, ...]", tuple(faces)),
        statuses=cast("tuple[Status, ...]", tuple(statuses)),
    )


def _at(times: Floats, values: Floats, time: float) -> float:
    return float(np.interp(time, times, values))


def _kinetic(layout: Layout, velocities: Floats, spins: Floats) -> float:
    total = 0.0
    for k in layout.on_table:
        piece = layout.pieces[k]
        if not piece.pinned:
            total += 0.5 * piece.kind.mass * float(velocities[k] @ velocities[k])
        total += 0.5 * piece.kind.inertia * float(spins[k]) ** 2
    return total


def speed_series(record: ShotRecord, colours: Mapping[str, str], title: str = "") -> SpeedSeries:
    """Return the speeds of the pieces that moved.

    Parameters
    ----------
    colours : fill of every owner, or, without one, of every piece by its id

    Raises
    ------
    ValueError
        If the shot has no trajectory.
    """
    shot = record.shot
    trajectory = shot.trajectory
    if not len(trajectory.times):
        raise ValueError("the shot has no trajectory")
    gone = {
        i: event.time
        for event in shot.events
        if event.kind in ("left_board", "lifted")
        for i in event.pieces
        if i in shot.layout.ids and shot.layout.statuses[shot.layout.index(i)] in ("removed", "hand")
    }
    curves: list[SpeedCurve] = []
    for piece, status in zip(shot.start.pieces, shot.start.statuses, strict=True):
        column = trajectory.ids.index(piece.id)
        places = 1000.0 * trajectory.positions[:, column]
        if status in ("removed", "hand") or float(np.abs(places - places[0]).max()) < LEAST_MOTION:
            continue
        colour = colours[piece.owner or piece.id]
        speeds = np.hypot(*trajectory.velocities[:, column].T)
        turn = sum(curve.colour == colour for curve in curves)
        until = gone.get(piece.id, float(trajectory.times[-1]))
        curves.append(SpeedCurve(piece.id, colour, frozen(speeds), until, turn))
    return SpeedSeries(title, trajectory.times, tuple(curves), moments_of(shot))
