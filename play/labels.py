"""Where a zone's words stand: inside the zone, where nothing hides them, as near to its middle as can be. In mm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sim.values import Floats

Shape: TypeAlias = tuple[Floats | None, tuple[float, float, float] | None]
"""A polygon (k, 2) mm, or a circle (x, y, radius) mm; one of the two."""

SHRINKS = (1.0, 0.75, 0.55)
"""Sizes that are tried, as shares of the wanted one."""

_GRID = 13  # odd, so that a middle is among the places
_WIDTH = 0.74  # of a bold character, in heights of the font
_HEIGHT = 0.80  # of a capital, with a little air
_AIR = 1.0  # mm between words and a piece


@dataclass(frozen=True)
class Label:
    """Words about a place, `size` mm high as a font is measured; `turned`: read from below upwards."""

    text: str
    x: float
    y: float
    size: float
    turned: bool = False


def place_label(
    text: str, size: float, shape: Shape, later: Sequence[Shape], discs: Floats, *, may_turn: bool
) -> Label:
    """Return `text` placed within a zone.

    Parameters
    ----------
    text : the words; none: the label stands in the middle and is empty
    size : wanted height of the font, mm
    shape : the zone
    later : the zones that lie over it
    discs : (n, 3) mm, x, y and radius of the pieces to keep clear of
    may_turn : whether the words may run along a zone that is taller than wide

    Notes
    -----
    Where there is no clear place even for small words, pieces may hide them; where there is none at all, they stand
    in the middle.
    """
    low, high = _box(shape)
    middle = (low + high) / 2.0
    turned = may_turn and bool(high[1] - low[1] > high[0] - low[0])
    if not text:
        return Label(text, float(middle[0]), float(middle[1]), size, turned)
    shares = (np.arange(_GRID) + 0.5) / _GRID
    across, up = np.meshgrid(*(low[k] + shares * (high[k] - low[k]) for k in (0, 1)))
    places = np.column_stack([across.ravel(), up.ravel()])
    places = places[_inside(places, np.zeros(2), shape, later)]
    if len(places):
        # the middle of what is seen of the zone: a wedge's lies towards its broad end
        away = np.hypot(*(places - places.mean(axis=0)).T)
        places = places[np.argsort(away.round(6), kind="stable")]
    hidden: Label | None = None
    for share in SHRINKS:
        half = _half(text, share * size, turned)
        fits = places[_inside(places, half, shape, later)]
        for kept in (fits[_clear(fits, half, discs)], fits):
            if len(kept):
                label = Label(text, float(kept[0, 0]), float(kept[0, 1]), share * size, turned)
                if kept is not fits:
                    return label
                hidden = hidden or label
    return hidden or Label(text, float(middle[0]), float(middle[1]), SHRINKS[-1] * size, turned)


def is_clear(label: Label, discs: Floats) -> bool:
    """Tell whether a label touches no disc (n, 3) mm."""
    return bool(_clear(np.array([(label.x, label.y)]), _half(label.text, label.size, label.turned), discs)[0])


def _half(text: str, size: float, turned: bool) -> Floats:
    """Return half the width and height of words, (2,) mm."""
    half = 0.5 * size * np.array([_WIDTH * len(text), _HEIGHT])
    return half[::-1] if turned else half


def _box(shape: Shape) -> tuple[Floats, Floats]:
    polygon, circle = shape
    if polygon is not None:
        return polygon.min(axis=0), polygon.max(axis=0)
    assert circle is not None
    centre = np.array(circle[:2])
    return centre - circle[2], centre + circle[2]


def _inside(places: Floats, half: Floats, shape: Shape, later: Sequence[Shape]) -> NDArray[np.bool_]:
    """Tell at which places a box of half sizes `half` lies in the zone and in none over it, by nine points of it."""
    signs = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)])
    points = (places[:, None, :] + signs * half).reshape(-1, 2)
    free = holds(shape, points)
    for other in later:
        low, high = _box(other)
        if np.all(low < points.max(axis=0)) and np.all(high > points.min(axis=0)):
            free &= ~holds(other, points)
    return np.asarray(free.reshape(-1, len(signs)).all(axis=1))


def holds(shape: Shape, points: Floats) -> NDArray[np.bool_]:
    """Tell which of the points (k, 2) lie in a shape."""
    polygon, circle = shape
    x, y = points[:, 0], points[:, 1]
    if polygon is None:
        assert circle is not None
        return np.asarray(np.hypot(x - circle[0], y - circle[1]) < circle[2])
    within = np.zeros(len(points), dtype=np.bool_)
    for (x1, y1), (x2, y2) in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        # a ray to the right crosses the side if its ends lie on either side of the ray's height
        if y1 != y2:
            within ^= ((y1 > y) != (y2 > y)) & (x < x1 + (y - y1) / (y2 - y1) * (x2 - x1))
    return within


def _clear(places: Floats, half: Floats, discs: Floats) -> NDArray[np.bool_]:
    """Tell at which places a box touches no disc."""
    if not len(discs):
        return np.ones(len(places), dtype=np.bool_)
    away = np.maximum(np.abs(places[:, None, :] - discs[None, :, :2]) - half, 0.0)
    return np.asarray((np.hypot(away[..., 0], away[..., 1]) > discs[:, 2] + _AIR).all(axis=1))
