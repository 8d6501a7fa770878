"""How a piece lies or stands after it has tipped over: its place, angle, face, and moment in its own frame."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from sim.kernels import tables as t
from sim.pieces import PieceKind, faced
from sim.values import Face, Floats, Vector3


def after_tipping(kind: PieceKind, face: Face, body: Floats, tilt: Floats) -> tuple[Floats, PieceKind, Face]:
    """Return body (6,), kind and face of a piece that has turned over, or stands against something.

    A half turn about a horizontal axis at an angle α takes a piece at ψ to one with the other face up at 2α − ψ. One
    that stands is on edge, its axis along the direction in which it tipped; what its moment has beside that axis, and
    what a lean gives it, go into the kind's moment.
    """
    nx, ny = float(tilt[t.TOWARD_X]), float(tilt[t.TOWARD_Y])
    angle = float(tilt[t.TILT])
    out = np.array(body)
    out[:2] += tilt[t.GONE] * np.array([nx, ny])
    if tilt[t.PHASE] == t.OVERTURNED:
        out[2] = _near(2.0 * math.atan2(nx, -ny) - float(body[2]), float(body[2]))
        return out, kind, "down" if face == "up" else "up"
    out[3:] = 0.0
    side = 1.0 if face == "up" else -1.0
    out[2] = math.atan2(side * nx, -side * ny)
    moment = _frame(out[2]).T @ _tipped(nx, ny, angle) @ _frame(float(body[2])) @ np.array(faced(kind.moment, face))
    # back through the quarter turn that a face on edge stands for
    own: Vector3 = (float(moment[0]), float(moment[2]), -float(moment[1]))
    if not np.allclose(own, kind.moment, rtol=1e-9, atol=1e-12 * float(np.linalg.norm(own))):
        kind = dataclasses.replace(kind, moment=own)
    return out, kind, "edge"


def _frame(angle: float) -> Floats:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _tipped(nx: float, ny: float, angle: float) -> Floats:
    """Turn about the horizontal axis z × n that takes z over to n."""
    c, s = math.cos(angle), math.sin(angle)
    n = np.array([[nx, ny, 0.0], [-ny, nx, 0.0], [0.0, 0.0, 1.0]])
    turn: Floats = n.T @ np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]) @ n
    return turn


def _near(angle: float, other: float) -> float:
    """The same direction, less than half a turn from `other`."""
    return angle - 2.0 * math.pi * round((angle - other) / (2.0 * math.pi))
