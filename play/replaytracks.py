"""Paths made small for the replay page: whole numbers, few knots, and a cubic between them.

A piece's way through a shot is kept at some of the recorded instants, the *knots*, with position and velocity. Between
two knots the page draws the cubic that has these at both ends (Hermite's), so that a puck that slides to a stop needs a
handful of knots, and a blow has one on either side. Knots are added until every recorded instant is met within
:data:`NEAR`, :data:`TURN` and :data:`PACE`.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.shot import Trajectory
from sim.values import Floats

Ints: TypeAlias = NDArray[np.int64]

NEAR = 0.05
"""Largest error of a position at a recorded instant, mm, rounding included."""
TURN = 0.25
"""Of an angle, degrees."""
PACE = 0.02
"""Of a velocity, m/s, read off the line between the knots' velocities."""

UNITS = {"t": 1e-6, "x": 1e-2, "y": 1e-2, "angle": 0.1, "vx": 1e-3, "vy": 1e-3, "spin": 1.0}
"""What one step of a stored number is worth: s, mm, mm, degrees, m/s, m/s, degrees/s. In the order of storing."""


MOST = 2.0**50
"""Steps that a stored number may be worth: a browser counts them exactly, sums included."""


def packed(trajectory: Trajectory, ids: Sequence[str]) -> str:
    """Return the ways of some pieces as text.

    Parameters
    ----------
    trajectory : with every piece of `ids`
    ids : which pieces, in this order

    Returns
    -------
    str
        Base64 of a row of variable-length numbers. Piece by piece: the number of knots, then one column after the
        other as in :data:`UNITS`, each as differences from knot to knot, beginning from 0.
    """
    numbers: list[NDArray[Any]] = []
    for piece in ids:
        columns = _columns(trajectory, trajectory.ids.index(piece))
        rows = knots(columns)
        numbers.append(np.array([len(rows)]))
        whole = _rounded(columns[:, rows])
        numbers.append(zigzag(np.diff(whole, axis=1, prepend=0)).ravel())
    return base64.b64encode(varints(np.concatenate(numbers) if numbers else np.zeros(0, np.int64))).decode("ascii")


def packed_points(points: Floats) -> str:
    """Return points (k, 2) mm as text, to 0.1 mm: their number, then x and y as differences."""
    whole = np.rint(10.0 * np.asarray(points).T).astype(np.int64)
    numbers = np.concatenate([[whole.shape[1]], zigzag(np.diff(whole, axis=1, prepend=0)).ravel()])
    return base64.b64encode(varints(numbers)).decode("ascii")


def _columns(trajectory: Trajectory, k: int) -> Floats:
    """Return time and motion of a piece in the units of :data:`UNITS`' steps, (7, rows)."""
    return np.stack(
        [
            trajectory.times,
            1000.0 * trajectory.positions[:, k, 0],
            1000.0 * trajectory.positions[:, k, 1],
            np.degrees(trajectory.angles[:, k]),
            trajectory.velocities[:, k, 0],
            trajectory.velocities[:, k, 1],
            np.degrees(trajectory.spins[:, k]),
        ]
    )


def _rounded(columns: Floats) -> Ints:
    steps = np.array(list(UNITS.values()))[:, None]
    if not np.all(np.abs(columns) < MOST * steps):
        raise ValueError("a trajectory of finite numbers")
    return np.asarray(np.rint(columns / steps), dtype=np.int64)


def knots(columns: Floats) -> list[int]:
    """Choose the rows (out of (7, rows) as in :data:`UNITS`) that are kept: first and last, or one of a still piece."""
    steps = np.array(list(UNITS.values()))[:, None]
    kept = _rounded(columns) * steps  # what the page will read
    last = columns.shape[1] - 1
    if _lies_still(columns, kept):
        return [0]
    rows = [0]
    while rows[-1] < last:
        here = rows[-1]
        step = 1
        # as far as it goes in doubled strides, then halved ones; two neighbours always do
        while here + 2 * step <= last and _meets(columns, kept, here, here + 2 * step):
            step *= 2
        good, bad = here + step, min(here + 2 * step, last + 1)
        while bad - good > 1:
            middle = (good + bad) // 2
            if _meets(columns, kept, here, middle):
                good = middle
            else:
                bad = middle
        rows.append(good)
    return rows


def _lies_still(columns: Floats, kept: Floats) -> bool:
    away = np.hypot(columns[1] - kept[1, 0], columns[2] - kept[2, 0])
    return bool(
        away.max() <= NEAR
        and np.abs(columns[3] - kept[3, 0]).max() <= TURN
        and np.hypot(columns[4], columns[5]).max() <= PACE
    )


def _meets(columns: Floats, kept: Floats, i: int, j: int) -> bool:
    """Tell whether the cubic from row i to row j meets all rows between within the bounds."""
    rows = columns[:, i : j + 1]
    read = between(kept[:, i], kept[:, j], rows[0])
    return bool(
        np.hypot(read[0] - rows[1], read[1] - rows[2]).max() <= NEAR
        and np.abs(read[2] - rows[3]).max() <= TURN
        and np.hypot(read[3] - rows[4], read[4] - rows[5]).max() <= PACE
    )


def between(a: Floats, b: Floats, times: Floats) -> Floats:
    """Return x, y, angle, vx and vy, (5, k), at times between two knots (7,): what the page reads there.

    Notes
    -----
    Positions and angles by Hermite's cubic, velocities by a straight line.
    """
    span = max(float(b[0] - a[0]), 1e-9)
    u = np.clip((times - a[0]) / span, 0.0, 1.0)
    h = u * u * (3.0 - 2.0 * u)
    out, into = u * (1.0 - u) ** 2, u * u * (1.0 - u)
    slopes = np.array([1000.0, 1000.0, 1.0])[:, None] * span  # m/s to mm/s; degrees/s stay
    start, end = a[[4, 5, 6], None] * slopes, b[[4, 5, 6], None] * slopes
    places = a[1:4, None] + (b[1:4] - a[1:4])[:, None] * h + start * out - end * into
    return np.vstack([places, a[4:6, None] + (b[4:6] - a[4:6])[:, None] * u])


def zigzag(numbers: Ints) -> Ints:
    """Fold signed numbers to natural ones: 0, -1, 1, -2 to 0, 1, 2, 3."""
    return (numbers << 1) ^ (numbers >> 63)


def varints(numbers: Ints) -> bytes:
    """Return natural numbers in groups of seven bits, lowest first; the top bit says that more follow."""
    out = bytearray()
    for number in numbers.tolist():
        rest = number
        while rest > 127:
            out.append(rest & 127 | 128)
            rest >>= 7
        out.append(rest)
    return bytes(out)
