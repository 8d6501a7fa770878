"""The outline of the table: who is past it, and when."""

from __future__ import annotations

from sim.kernels.jit import inner, kept_apart
from sim.kernels.tables import EVENTS, FELL, LEFT_BOARD, NOW, State, Table
from sim.values import Floats


@inner
def inside_outline(outline: Floats, x: float, y: float) -> bool:
    """Whether a point lies inside a simple polygon, by crossings."""
    inside = False
    n = outline.shape[0]
    j = n - 1
    for i in range(n):
        yi, yj = outline[i, 1], outline[j, 1]
        if (yi > y) != (yj > y):
            x_cross = outline[i, 0] + (y - yi) * (outline[j, 0] - outline[i, 0]) / (yj - yi)
            if x < x_cross:
                inside = not inside
        j = i
    return inside


@inner
def outline_crossing(outline: Floats, x0: float, y0: float, x1: float, y1: float) -> float:
    """Share of the way from (x0, y0), inside, to (x1, y1), outside, at which the outline is passed."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        if inside_outline(outline, x0 + middle * (x1 - x0), y0 + middle * (y1 - y0)):
            low = middle
        else:
            high = middle
    return high


@inner
def watch_edge(table: Table, state: State, i: int, dt: float) -> None:
    """Note when a centre passes the outline, either way."""
    kept_apart()
    body = state.body
    beyond = state.beyond
    before = state.before
    counts = state.counts
    events = state.events
    outline = table.outline
    if outline.shape[0] == 0:
        return
    inside = inside_outline(outline, body[i, 0], body[i, 1])
    if inside:
        beyond[i] = 0
        return
    if beyond[i] == 0:
        share = outline_crossing(outline, before[i, 0], before[i, 1], body[i, 0], body[i, 1])
        k = counts[EVENTS]
        events[k, 0] = state.clock[NOW] + share * dt
        events[k, 1] = LEFT_BOARD
        events[k, 2] = i
        events[k, 3] = -1
        counts[EVENTS] = k + 1
        if table.drops:
            counts[FELL] += 1
    beyond[i] = 1
