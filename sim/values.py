"""Small shared values: frozen arrays and the types that every part of :mod:`sim` names."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]
Vector3: TypeAlias = tuple[float, float, float]
Vector2: TypeAlias = tuple[float, float]
Face: TypeAlias = Literal["up", "down", "edge"]
Status: TypeAlias = Literal["live", "dead", "removed", "hand"]

MU0 = 4e-7 * np.pi
"""Vacuum permeability, T·m/A, as physics tables of magnets use it (the exact CODATA value differs by 5e-10)."""


def frozen(values: ArrayLike, shape: tuple[int, ...] | None = None) -> Floats:
    """Return a read-only float64 copy of `values`, reshaped to `shape` where one is given."""
    array = np.array(values, dtype=np.float64)
    if shape is not None:
        array = array.reshape(shape)
    array.flags.writeable = False
    return array
