"""Is a list of corners a simple polygon? Asked once of every outline and zone of a file."""

from __future__ import annotations

from collections.abc import Sequence

from sim.values import Vector2


def opened(corners: Sequence[Vector2]) -> list[Vector2]:
    """Return the corners without a last one that only repeats the first: a polygon closes by itself."""
    kept = list(corners)
    if len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    return kept


def fault(corners: Sequence[Vector2]) -> str | None:
    """Return why `corners` are no simple polygon, or None.

    Examples
    --------
    >>> fault([(0, 0), (2, 0), (2, 1), (0, 1)])
    >>> fault([(0, 0), (2, 1), (2, 0), (0, 1)])
    'its side from [0, 0] to [2, 1] crosses the one from [2, 0] to [0, 1]'
    """
    n = len(corners)
    if n < 3:
        return f"it has {n} corner{'' if n == 1 else 's'}"
    if all(_turn(corners[0], corners[1], corner) == 0.0 for corner in corners):
        return "it has no area"
    seen: set[Vector2] = set()
    for corner in corners:
        if corner in seen:
            return f"its corner {_text(corner)} comes twice"
        seen.add(corner)
    for i in range(n):
        for j in range(i + 1, n):
            a, b, c, d = corners[i], corners[(i + 1) % n], corners[j], corners[(j + 1) % n]
            beside = b == c or d == a
            if _folds(a, b, c, d) if beside else _meet(a, b, c, d):
                return f"its side from {_text(a)} to {_text(b)} crosses the one from {_text(c)} to {_text(d)}"
    return None


def _text(p: Vector2) -> str:
    return f"[{p[0]:g}, {p[1]:g}]"


def _turn(a: Vector2, b: Vector2, c: Vector2) -> float:
    """Twice the signed area of the triangle a b c."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _folds(a: Vector2, b: Vector2, c: Vector2, d: Vector2) -> bool:
    """Whether two sides that share a corner run back over each other."""
    first, middle, last = (a, b, d) if b == c else (c, d, b)
    back = (middle[0] - first[0]) * (last[0] - middle[0]) + (middle[1] - first[1]) * (last[1] - middle[1])
    return _turn(first, middle, last) == 0.0 and back < 0.0


def _meet(a: Vector2, b: Vector2, c: Vector2, d: Vector2) -> bool:
    """Whether the segments a b and c d have a point in common."""
    t1, t2, t3, t4 = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if t1 * t2 < 0.0 and t3 * t4 < 0.0:
        return True
    ends = ((t1, a, b, c), (t2, a, b, d), (t3, c, d, a), (t4, c, d, b))
    return any(t == 0.0 and _within(p, q, end) for t, p, q, end in ends)


def _within(a: Vector2, b: Vector2, p: Vector2) -> bool:
    """Whether p, on the line through a and b, lies between them."""
    x, y = sorted((a[0], b[0])), sorted((a[1], b[1]))
    return x[0] <= p[0] <= x[1] and y[0] <= p[1] <= y[1]
