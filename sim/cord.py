"""The cord of Kluster: a closed loop that lies flat on a table, taken hold of at one point and drawn along by hand.

At hand speeds of 0.05 to 0.5 m/s its inertia does nothing: friction decides. A step of :func:`pull` moves what costs
least friction and bending, with the cord at its length and outside every stone; :mod:`sim.kernels.cord` has the method.

A bend is held by friction up to a curvature. Of the elastica (Love 1927, §262) M = Bκ, M' = −V, N' = −κV and
q = −V' + κN, with no tension N where the cord is straight, there follows N = Bκ²/2 and q = B(κ'' + κ³/2) as the load
along the normal, which friction bears up to f = μλg. An even arc so keeps a radius of at least (B/(2f))^(1/3): see
:attr:`CordKind.least_radius`. A half turn between straight strands may be tighter at its top, where κ'' is negative:
one that was bent sharper opens to 0.6 to 0.7 of that radius. Bends that tension or a stone draws are tighter still.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sim.values import Floats, frozen

GRAVITY = 9.81
"""As a board has it where it says nothing, m/s²."""

FEWEST = 12
"""Nodes of the shortest cord."""

_UNEVEN = 0.02  # of a segment's rest length, above which nodes are not a cord that was made or moved here
_FINEST = 2.0  # spacings in the least radius: a bend tighter than that the nodes can't show
_ROUNDS = 2000
_EQUAL = 2e-4  # of a segment's length


@dataclass(frozen=True)
class CordKind:
    """What a cord is made of.

    Attributes
    ----------
    thickness : m
        Of the round cord: stones keep half of it away from its middle line.
    friction : dimensionless
        Against the table, static and sliding alike. With the mass it is the cord's hold, μλg per length.
    mass_per_length : kg/m
        λ; only its weight counts.
    bending : N·m²
        Stiffness B = EI, straight when unloaded. It rounds bends to :attr:`least_radius`; at 0 the cord is as limp
        as nodes can show.
    rub : dimensionless
        Friction against stones: how firmly a cord that slides along a stone takes it along.
    """

    thickness: float = 2e-3
    friction: float = 0.3
    mass_per_length: float = 0.004
    bending: float = 1e-7
    rub: float = 0.1

    def __post_init__(self) -> None:
        for name in ("thickness", "friction", "mass_per_length"):
            if not 0.0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name} of a cord must be above 0, got {getattr(self, name)}")
        for name in ("bending", "rub"):
            if not 0.0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name} of a cord must be 0 or more, got {getattr(self, name)}")

    @property
    def hold(self) -> float:
        """Friction on the table per length, μλg, N/m."""
        return self.friction * self.mass_per_length * GRAVITY

    @property
    def least_radius(self) -> float:
        """Radius of curvature (B/(2μλg))^(1/3) down to which friction holds an even arc, m."""
        return float(np.cbrt(0.5 * self.bending / self.hold))


@dataclass(frozen=True, eq=False)
class Pull:
    """What a step did.

    Attributes
    ----------
    nodes : (k, 2) m
        Where the cord lies now, in the order given.
    pushes : (n, 2) m
        How far each stone was pushed.
    crossed : bool
        The cord would have crossed or touched itself: refused, and nothing has moved.
    held_back : bool
        The hand is not at its target: a pinned stone or a wall is in the way, or the cord is taut around one.
    """

    nodes: Floats
    pushes: Floats
    crossed: bool
    held_back: bool


def length(points: ArrayLike) -> float:
    """Perimeter of the closed line through `points` (k, 2), m."""
    corners = _line(points, 2)
    steps = np.roll(corners, -1, axis=0) - corners
    return float(np.hypot(steps[:, 0], steps[:, 1]).sum())


def nearest(nodes: ArrayLike, point: ArrayLike) -> int:
    """Index of the node of `nodes` (k, 2) nearest to `point` (2,): where a hand takes hold there. Ties: the first."""
    away = _line(nodes, 1) - _vector("point", point)
    return int(np.argmin((away * away).sum(axis=1)))


def resample(points: ArrayLike, spacing: float = 4e-3) -> Floats:
    """Nodes at equal distances along a closed polygon.

    Parameters
    ----------
    points : (c, 2) m
        Corners in order, three at least; the last is joined to the first.
    spacing : m
        Wanted; the number of nodes is the perimeter over it, rounded, and 12 at least.

    Returns
    -------
    (k, 2) m
        Distances between neighbours are equal to 0.1 %. Nodes cut the corners; the whole is then scaled about its
        middle to the polygon's perimeter, which moves a node by some tenths of a millimetre.

    Raises
    ------
    ValueError
        Where the points are too few, not finite or all one place, or the polygon is too jagged for the spacing.
    """
    corners = _line(points, 3)
    if not 0.0 < spacing < math.inf:
        raise ValueError(f"spacing must be above 0 m, got {spacing}")
    closed = np.vstack([corners, corners[:1]])
    sides = np.hypot(*np.diff(closed, axis=0).T)
    closed = closed[np.concatenate([[True], sides > 0.0])]
    along = np.concatenate([[0.0], np.cumsum(sides[sides > 0.0])])
    perimeter = float(along[-1])
    if perimeter == 0.0:
        raise ValueError("points of a cord must not all be one place")
    count = max(FEWEST, round(perimeter / spacing))
    places = np.linspace(0.0, perimeter, count + 1)
    even = np.linspace(0.0, 1.0, count + 1)
    for _ in range(_ROUNDS):
        nodes = np.column_stack([np.interp(places, along, closed[:, axis]) for axis in range(2)])
        chords = np.hypot(*np.diff(nodes, axis=0).T)
        if float(np.ptp(chords)) <= _EQUAL * float(chords.mean()):
            middle = nodes[:-1].mean(axis=0)
            return np.asarray(middle + (nodes[:-1] - middle) * (perimeter / chords.sum()))
        reached = np.concatenate([[0.0], np.cumsum(chords)])
        places = np.interp(even * reached[-1], reached, places)
    raise ValueError(f"a cord of {count} nodes can't follow these points: a smaller spacing may")


def is_even(points: ArrayLike, spacing: float = 6e-3) -> bool:
    """Whether the nodes of a closed line (k, 2) lie at even distances, at most `spacing` (m): as a cord's do."""
    corners = _line(points, 3)
    steps = np.roll(corners, -1, axis=0) - corners
    sides = np.hypot(steps[:, 0], steps[:, 1])
    return bool(sides.max() <= spacing and np.abs(sides - sides.mean()).max() <= _UNEVEN * sides.mean())


def crossing(points: ArrayLike) -> tuple[int, int] | None:
    """First two segments of a closed line that cross or touch and are not neighbours; None where it is simple.

    Parameters
    ----------
    points : (k, 2) m
        Segment i goes from point i to the next, the last one to the first.

    Returns
    -------
    (i, j) with i < j, the least i and then the least j
    """
    a = _line(points, 3)
    count = len(a)
    i, j = np.triu_indices(count, 2)
    apart = ~((i == 0) & (j == count - 1))
    i, j = i[apart], j[apart]
    b = np.roll(a, -1, axis=0)
    low, high = np.minimum(a, b), np.maximum(a, b)
    near = ((low[i] <= high[j]) & (low[j] <= high[i])).all(axis=1)
    i, j = i[near], j[near]

    def sides(first: Floats, second: Floats, third: Floats) -> Floats:
        d, e = second - first, third - first
        return np.asarray(np.sign(d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0]))

    parted_by_i = sides(a[i], b[i], a[j]) * sides(a[i], b[i], b[j]) <= 0.0
    parted_by_j = sides(a[j], b[j], a[i]) * sides(a[j], b[j], b[i]) <= 0.0
    hits = np.flatnonzero(parted_by_i & parted_by_j)
    return (int(i[hits[0]]), int(j[hits[0]])) if len(hits) else None


def pull(
    kind: CordKind,
    nodes: ArrayLike,
    rest_length: float,
    held: int,
    target: ArrayLike,
    centres: ArrayLike,
    angles: ArrayLike,
    semi_axes: ArrayLike,
    grips: ArrayLike,
    walls: ArrayLike | None = None,
) -> Pull:
    """Draw the cord by one node to a place, straight, and push aside what it runs into.

    A longer way is gone in steps of 1 mm, up to one that is held back. A step whose target is where the hand is moves
    nothing, unless stones have come to overlap the cord: then both give way. Same arguments, same bits.

    Parameters
    ----------
    kind : CordKind
    nodes : (k, 2) m
        The closed cord, 12 nodes at least, about equally spaced: from :func:`resample` or an earlier step.
    rest_length : m
        Of the whole cord, kept from the start: each segment has a k-th of it.
    held : int
        Index of the node in the hand, 0 to k − 1.
    target : (2,) m
    centres, angles, semi_axes : (n, 2) m, (n,) rad, (n, 2) m
        Stones seen from above; semi-axes are equal for a disc.
    grips : (n,) N
        Static friction of each stone, its load times the coefficient. Infinity: pinned, it never moves.
    walls : (m, 5) m, optional
        Ends x, y, x, y and half thickness, as in the step loop; they never move.

    Returns
    -------
    Pull
        Segments have their rest length within 0.2 %; overlaps with stones are below 10 μm.

    Raises
    ------
    ValueError
        Where a shape or a number is none that can be, or the nodes are not of that length and evenly spaced.
    """
    cord = _line(nodes, FEWEST)
    count = len(cord)
    if not 0 <= held < count:
        raise ValueError(f"held must be the index of a node, 0 to {count - 1}, got {held}")
    if not 0.0 < rest_length < math.inf:
        raise ValueError(f"rest_length must be above 0 m, got {rest_length}")
    rest = rest_length / count
    segments = np.hypot(*(np.roll(cord, -1, axis=0) - cord).T)
    if float(np.abs(segments - rest).max()) > _UNEVEN * rest:
        raise ValueError(
            f"nodes must be {rest:.6g} m apart, a {count}th of the cord's length, got {segments.min():.6g} to "
            f"{segments.max():.6g} m: resample makes them even"
        )
    places = _rows("centres", centres, 2)
    n = len(places)
    axes, turns, loads = _rows("semi_axes", semi_axes, 2), _row("angles", angles), _row("grips", grips, pinned=True)
    for name, size in (("semi_axes", len(axes)), ("angles", len(turns)), ("grips", len(loads))):
        if size != n:
            raise ValueError(f"{name} must be as many as the {n} centres, got {size}")
    if not (axes > 0.0).all():
        raise ValueError("semi_axes must be above 0 m")
    if not (loads > 0.0).all():
        raise ValueError("grips must be above 0 N")
    fixed = _rows("walls", np.zeros((0, 5)) if walls is None else walls, 5)

    from sim.kernels.cord import pull_cord

    hold = kind.hold * rest
    stiffness = max(kind.bending, 2.0 * kind.hold * (_FINEST * rest) ** 3) / rest**3
    moved, pushes = np.empty_like(cord), np.zeros_like(places)
    crossed, held_back = pull_cord(
        cord,
        rest,
        int(held),
        _vector("target", target),
        places,
        turns,
        axes,
        loads,
        fixed,
        hold,
        stiffness,
        kind.rub,
        0.5 * kind.thickness,
        moved,
        pushes,
    )
    return Pull(frozen(moved), frozen(pushes), bool(crossed), bool(held_back))


def _line(points: ArrayLike, fewest: int) -> Floats:
    array = _rows("points", points, 2)
    if len(array) < fewest:
        raise ValueError(f"a cord must have {fewest} points or more here, got {len(array)}")
    return array


def _vector(name: str, value: ArrayLike) -> Floats:
    array = _row(name, value)
    if len(array) != 2:
        raise ValueError(f"{name} must be x, y, got {len(array)} numbers")
    return array


def _rows(name: str, values: ArrayLike, width: int) -> Floats:
    array = np.array(values, dtype=np.float64, order="C")
    if array.size == 0:
        array = array.reshape(0, width)
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name} must have the shape (n, {width}), got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def _row(name: str, values: ArrayLike, pinned: bool = False) -> Floats:
    array = np.array(values, dtype=np.float64, order="C")
    if array.ndim != 1:
        raise ValueError(f"{name} must be one row, got the shape {array.shape}")
    if not (np.isfinite(array) | (pinned & (array == np.inf))).all():
        raise ValueError(f"{name} must be finite")
    return array
