"""A closed cord on a table, led by one node: what moves in one small step against dry friction.

Without inertia, the displacements d of nodes and D of stones over a step are those that cost least,

    Σ f|d| + Σ grip|D| + Σ rub·φ|s| + (b/2) Σ |x₋ − 2x + x₊|²,

with every segment at its rest length and no overlap: f is a node's load of friction, b = B/ds³ its bending, φ the
force of a contact and s the way it slides. This is the incremental principle of dry friction (Moreau 1977), the rod
discretised as in Bergou et al. 2008. Lengths are held by multipliers, which are the tensions. Each Newton step weighs
a node by f/√(d² + ε²), with ε falling to a thousandth of the hand's way, so that what need not move does not.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sim.kernels.jit import inner, kept_apart, kernel
from sim.kernels.trig import sine_cosine
from sim.values import Floats

LONGEST = 1e-3  # m, that the hand moves in one step
REACH = 4e-3  # m, within which contacts are looked for, and the most that a node or stone moves in a step
DEPTH = 8e-6  # m, of overlap that is let pass
STRETCH = 1.5e-3  # of a segment's length that is let pass

ARRIVED = 1e-5  # m from its target, at which the hand is not held back

_SWEEPS = 36
_PATIENCE = 11  # sweeps, after which they are shortened, and what keeps lengths and gaps is taken
_BAND = 6  # unknowns between x of a node and x of the next but one
_SOFT = 2.5e-7  # m, that a contact gives under the whole load of friction
_SHARP = 1e-3  # of the hand's way, below which a node counts as unmoved
_LEAP = 1.5e-3  # m, above which a node's motion in a step is braked: a bend that snaps takes some steps to
_GIVE = 1e-9  # m/N, of the segments: keeps a cord that is one straight line solvable


@inner
def _point_to_ellipse(x: float, y: float, a: float, b: float) -> tuple[float, float, float]:
    """Distance of a point from an ellipse on the axes, negative inside, and the normal: Eberly's root, by Newton."""
    if a == b:
        r = math.sqrt(x * x + y * y)
        if r == 0.0:
            return -a, 1.0, 0.0
        return r - a, x / r, y / r
    u, v = abs(x), abs(y)
    t = max(a * (u - a), b * (v - b))
    t = max(t, 1e-9 * min(a * a, b * b) - min(a * a, b * b))
    for _ in range(50):
        p, q = a * u / (t + a * a), b * v / (t + b * b)
        excess = p * p + q * q - 1.0
        slope = -2.0 * (p * p / (t + a * a) + q * q / (t + b * b))
        if excess <= 0.0 or slope == 0.0:
            break
        change = excess / slope
        t -= change
        if abs(change) < 1e-12 * a * b:
            break
    nx, ny = x / (t + a * a), y / (t + b * b)
    norm = math.sqrt(nx * nx + ny * ny)
    if norm == 0.0:
        return -min(a, b), (1.0 if a < b else 0.0), (0.0 if a < b else 1.0)
    return t * norm, nx / norm, ny / norm


@inner
def _segment_to_ellipse(
    px: float, py: float, qx: float, qy: float, a: float, b: float
) -> tuple[float, float, float, float]:
    """Distance of a segment from an ellipse on the axes, the normal towards it, and where on it (0 to 1).

    The distance is convex along the segment: where the rim's point of parallel tangent lies beside it, that is the
    nearest, elsewhere an end is.
    """
    ex, ey = qx - px, qy - py
    length = math.sqrt(ex * ex + ey * ey)
    along = 0.0
    if length > 0.0:
        nx, ny = -ey / length, ex / length
        side = nx * px + ny * py
        if side < 0.0:
            nx, ny, side = -nx, -ny, -side
        h = math.sqrt(a * a * nx * nx + b * b * ny * ny)
        along = ((a * a * nx / h - px) * ex + (b * b * ny / h - py) * ey) / (length * length)
        if 0.0 <= along <= 1.0:
            return side - h, nx, ny, along
    if along <= 0.0:
        gap, nx, ny = _point_to_ellipse(px, py, a, b)
        return gap, nx, ny, 0.0
    gap, nx, ny = _point_to_ellipse(qx, qy, a, b)
    return gap, nx, ny, 1.0


@inner
def _nearest_on(x: float, y: float, px: float, py: float, qx: float, qy: float) -> tuple[float, float, float, float]:
    """Distance of a point from a segment, where on it, and the vector from the segment to the point."""
    ex, ey = qx - px, qy - py
    length2 = ex * ex + ey * ey
    along = 0.0
    if length2 > 0.0:
        along = min(max(((x - px) * ex + (y - py) * ey) / length2, 0.0), 1.0)
    dx, dy = x - px - along * ex, y - py - along * ey
    return math.sqrt(dx * dx + dy * dy), along, dx, dy


@inner
def _segment_to_wall(
    px: float, py: float, qx: float, qy: float, walls: Floats, w: int
) -> tuple[float, float, float, float]:
    """Distance of a segment from a wall's rim, the normal from the wall, and where on the segment (0 to 1)."""
    ax, ay, bx, by = walls[w, 0], walls[w, 1], walls[w, 2], walls[w, 3]
    best, _, nx, ny = _nearest_on(px, py, ax, ay, bx, by)
    along = 0.0
    r, _, dx, dy = _nearest_on(qx, qy, ax, ay, bx, by)
    if r < best:
        best, nx, ny, along = r, dx, dy, 1.0
    r, t, dx, dy = _nearest_on(ax, ay, px, py, qx, qy)
    if r < best:
        best, nx, ny, along = r, -dx, -dy, t
    r, t, dx, dy = _nearest_on(bx, by, px, py, qx, qy)
    if r < best:
        best, nx, ny, along = r, -dx, -dy, t
    if best == 0.0:
        return -walls[w, 4], 1.0, 0.0, along
    return best - walls[w, 4], nx / best, ny / best, along


@inner
def _contact(
    x: Floats, s: int, j: int, centres: Floats, turns: Floats, semi_axes: Floats, walls: Floats, half: float
) -> tuple[float, float, float, float]:
    """Gap of segment s to stone j, or to wall j − n: gap, normal towards the cord, where on the segment."""
    kept_apart()
    k, n = x.shape[0], centres.shape[0]
    e = s + 1 if s + 1 < k else 0
    if j >= n:
        gap, nx, ny, along = _segment_to_wall(x[s, 0], x[s, 1], x[e, 0], x[e, 1], walls, j - n)
        return gap - half, nx, ny, along
    c, d = turns[j, 0], turns[j, 1]
    px, py = x[s, 0] - centres[j, 0], x[s, 1] - centres[j, 1]
    qx, qy = x[e, 0] - centres[j, 0], x[e, 1] - centres[j, 1]
    gap, u, v, along = _segment_to_ellipse(
        c * px + d * py, c * py - d * px, c * qx + d * qy, c * qy - d * qx, semi_axes[j, 0], semi_axes[j, 1]
    )
    return gap - half, c * u - d * v, d * u + c * v, along


@inner
def _near(
    x: Floats,
    centres: Floats,
    turns: Floats,
    semi_axes: Floats,
    walls: Floats,
    half: float,
    pairs: NDArray[np.int64],
) -> int:
    """List the pairs of segment and stone or wall that may touch in this step; returns how many."""
    kept_apart()
    k, n, m = x.shape[0], centres.shape[0], walls.shape[0]
    found = 0
    for s in range(k):
        e = s + 1 if s + 1 < k else 0
        mx, my = 0.5 * (x[s, 0] + x[e, 0]), 0.5 * (x[s, 1] + x[e, 1])
        ex, ey = x[e, 0] - x[s, 0], x[e, 1] - x[s, 1]
        extent = 0.5 * math.sqrt(ex * ex + ey * ey) + half + 2.0 * REACH
        for j in range(n):
            far = extent + max(semi_axes[j, 0], semi_axes[j, 1])
            dx, dy = mx - centres[j, 0], my - centres[j, 1]
            if dx * dx + dy * dy < far * far:
                gap, _, _, _ = _contact(x, s, j, centres, turns, semi_axes, walls, half)
                if gap < 2.0 * REACH:
                    pairs[found, 0], pairs[found, 1] = s, j
                    found += 1
        for w in range(m):
            gap, _, _, _ = _contact(x, s, n + w, centres, turns, semi_axes, walls, half)
            if gap < 2.0 * REACH:
                pairs[found, 0], pairs[found, 1] = s, n + w
                found += 1
    return found


@inner
def _add(band: Floats, side: Floats, corner: Floats, p: int, q: int, value: float, size: int) -> None:
    """Add to one entry of the symmetric matrix: unknowns below `size` are in the band, the others at the border."""
    if p > q:
        p, q = q, p
    if p < 0:
        return
    if q < size:
        band[q + _BAND, q - p] += value
    elif p < size:
        side[p, q - size] += value
    else:
        corner[p - size, q - size] += value
        if p != q:
            corner[q - size, p - size] += value


@inner
def _solve(band: Floats, side: Floats, corner: Floats, right: Floats, work: Floats, size: int, wide: int) -> None:
    """Solve the bordered band in place of `right` (size + wide): LDLᵀ of the band, then the border's complement.

    The band has _BAND rows of the unit matrix before the first, so that all rows are alike.
    """
    kept_apart()
    for i in range(_BAND):
        band[i, 0] = 1.0
        for c in range(1, _BAND + 1):
            band[i, c] = 0.0
    # the factor: a row keeps 1/D in column 0 and L, back from the diagonal, in the others
    for i in range(_BAND, size + _BAND):
        t6 = band[i, 6]
        t5 = band[i, 5] - t6 * band[i - 5, 1]
        t4 = band[i, 4] - t6 * band[i - 4, 2] - t5 * band[i - 4, 1]
        t3 = band[i, 3] - t6 * band[i - 3, 3] - t5 * band[i - 3, 2] - t4 * band[i - 3, 1]
        t2 = band[i, 2] - t6 * band[i - 2, 4] - t5 * band[i - 2, 3] - t4 * band[i - 2, 2] - t3 * band[i - 2, 1]
        t1 = band[i, 1] - t6 * band[i - 1, 5] - t5 * band[i - 1, 4] - t4 * band[i - 1, 3] - t3 * band[i - 1, 2]
        t1 -= t2 * band[i - 1, 1]
        l6, l5, l4 = t6 * band[i - 6, 0], t5 * band[i - 5, 0], t4 * band[i - 4, 0]
        l3, l2, l1 = t3 * band[i - 3, 0], t2 * band[i - 2, 0], t1 * band[i - 1, 0]
        pivot = band[i, 0] - t6 * l6 - t5 * l5 - t4 * l4 - t3 * l3 - t2 * l2 - t1 * l1
        band[i, 0] = 1.0 / pivot
        band[i, 1], band[i, 2], band[i, 3], band[i, 4], band[i, 5], band[i, 6] = l1, l2, l3, l4, l5, l6
    for i in range(size):
        total = right[i]
        for o in range(1, min(i, _BAND) + 1):
            total -= band[i + _BAND, o] * right[i - o]
        right[i] = total
    for i in range(size):
        right[i] *= band[i + _BAND, 0]
    for i in range(size - 1, -1, -1):
        value = right[i]
        for o in range(1, min(i, _BAND) + 1):
            right[i - o] -= band[i + _BAND, o] * value
    if wide == 0:
        return
    first = size
    for i in range(size):
        for c in range(wide):
            work[i, c] = side[i, c]
            if first == size and side[i, c] != 0.0:
                first = i
    for i in range(first, size):
        for o in range(1, min(i - first, _BAND) + 1):
            weight = band[i + _BAND, o]
            for c in range(wide):
                work[i, c] -= weight * work[i - o, c]
    for i in range(first, size):
        for c in range(wide):
            work[i, c] *= band[i + _BAND, 0]
    for i in range(size - 1, -1, -1):
        for o in range(1, min(i, _BAND) + 1):
            weight = band[i + _BAND, o]
            for c in range(wide):
                work[i - o, c] -= weight * work[i, c]
    for i in range(size):
        for p in range(wide):
            weight = side[i, p]
            if weight != 0.0:
                for c in range(wide):
                    corner[p, c] -= weight * work[i, c]
                right[size + p] -= weight * right[i]
    for p in range(wide):
        for q in range(p + 1, wide):
            weight = corner[q, p] / corner[p, p]
            if weight != 0.0:
                for c in range(p, wide):
                    corner[q, c] -= weight * corner[p, c]
                right[size + q] -= weight * right[size + p]
    for p in range(wide - 1, -1, -1):
        total = right[size + p]
        for c in range(p + 1, wide):
            total -= corner[p, c] * right[size + c]
        right[size + p] = total / corner[p, p]
    for i in range(size):
        total = right[i]
        for c in range(wide):
            total -= work[i, c] * right[size + c]
        right[i] = total


@inner
def _advance(
    start: Floats,
    x: Floats,
    shift: Floats,
    rest: float,
    goal: Floats,
    soft: bool,
    centres: Floats,
    turns: Floats,
    semi_axes: Floats,
    grips: Floats,
    walls: Floats,
    load: float,
    bending: float,
    rub: float,
    half: float,
    pairs: NDArray[np.int64],
    found: int,
) -> bool:
    """Move node 0 to `goal`, and the others and the stones as little as can be; tells whether that is possible.

    Parameters
    ----------
    start, x : (k, 2) m
        Nodes before, and as an output after; in the order of the chain, node 0 held.
    shift : (n, 2) m, output
        Displacements of the stones.
    soft : bool
        The hand is a spring that ends where the rest lets it, not a given place.
    pairs : (found, 2)
        What may touch what.
    """
    kept_apart()
    k, n = start.shape[0], centres.shape[0]
    size = 3 * (k - 1) + 1
    hand = 2 if soft else 0
    way = math.sqrt((goal[0] - start[0, 0]) ** 2 + (goal[1] - start[0, 1]) ** 2)
    for c in range(found):
        gap, _, _, _ = _contact(start, pairs[c, 0], pairs[c, 1], centres, turns, semi_axes, walls, half)
        way = max(way, min(-gap, LONGEST))
    sharp = _SHARP * way
    force = load * k
    for j in range(n):
        if grips[j] < math.inf:
            force += grips[j]
    stiff = force / _SOFT
    spring = 5.0 * force / way

    column = np.full(n, -1, np.int64)
    stones = np.empty(n, np.int64)
    active = 0
    places = centres.copy()
    tension = np.zeros(k)
    press = np.zeros(found)
    band = np.empty((size + _BAND, _BAND + 1))
    side = np.empty((size, hand + 2 * n))
    corner = np.empty((hand + 2 * n, hand + 2 * n))
    right = np.empty(size + hand + 2 * n)
    work = np.empty((size, hand + 2 * n + 1))
    index = np.empty(k, np.int64)
    index[0] = size if soft else -2
    for i in range(1, k):
        index[i] = 3 * (i - 1)
    for i in range(k):
        x[i, 0], x[i, 1] = start[i, 0], start[i, 1]
    if not soft:
        x[0, 0], x[0, 1] = goal[0], goal[1]
    shift[:] = 0.0
    smooth = way
    settled = False

    for sweep in range(_SWEEPS):
        # stones that are touched become unknowns
        for c in range(found):
            j = pairs[c, 1]
            if j < n and column[j] < 0 and grips[j] < math.inf:
                gap, _, _, _ = _contact(x, pairs[c, 0], j, places, turns, semi_axes, walls, half)
                if gap < way:
                    column[j] = size + hand + 2 * active
                    stones[active] = j
                    active += 1
        wide = hand + 2 * active
        band[:] = 0.0
        for i in range(size):
            for c in range(wide):
                side[i, c] = 0.0
        for p in range(wide):
            for q in range(wide):
                corner[p, q] = 0.0
        right[:] = 0.0

        # where sweeps do not settle (a bend snaps, a contact comes and goes), they are made shorter: a proximal term
        # that leaves lengths and gaps free to close
        brake = 0.0 if sweep < _PATIENCE else 0.1 * bending * min(2.0 ** (sweep - _PATIENCE), 1e4)

        # friction of the nodes on the table
        if soft:
            dx, dy = x[0, 0] - start[0, 0], x[0, 1] - start[0, 1]
            weight = load / math.sqrt(dx * dx + dy * dy + smooth * smooth)
            corner[0, 0] += weight + spring + brake
            corner[1, 1] += weight + spring + brake
            right[size] += spring * (goal[0] - x[0, 0]) - weight * dx
            right[size + 1] += spring * (goal[1] - x[0, 1]) - weight * dy
        for i in range(1, k):
            dx, dy = x[i, 0] - start[i, 0], x[i, 1] - start[i, 1]
            r = math.sqrt(dx * dx + dy * dy + smooth * smooth)
            weight = load / r + bending * max(0.0, 1.0 - _LEAP / r)
            p = 3 * (i - 1)
            band[p + _BAND, 0] += weight + brake
            band[p + 1 + _BAND, 0] += weight + brake
            right[p] -= weight * dx
            right[p + 1] -= weight * dy

        # bending
        for i in range(k):
            h = i - 1 if i > 0 else k - 1
            j = i + 1 if i + 1 < k else 0
            p, q, r = index[h], index[i], index[j]
            for a in range(2):
                turn = bending * (x[h, a] - 2.0 * x[i, a] + x[j, a])
                if 2 <= i < k - 1:
                    band[p + a + _BAND, 0] += bending
                    band[q + a + _BAND, 0] += 4.0 * bending
                    band[r + a + _BAND, 0] += bending
                    band[q + a + _BAND, 3] -= 2.0 * bending
                    band[r + a + _BAND, 3] -= 2.0 * bending
                    band[r + a + _BAND, 6] += bending
                    right[p + a] -= turn
                    right[q + a] += 2.0 * turn
                    right[r + a] -= turn
                    continue
                # first and last node are far apart in the band: for i = 0 their product is bounded by squares
                _add(band, side, corner, p + a, p + a, (2.0 if i == 0 else 1.0) * bending, size)
                _add(band, side, corner, q + a, q + a, 4.0 * bending, size)
                _add(band, side, corner, r + a, r + a, (2.0 if i == 0 else 1.0) * bending, size)
                _add(band, side, corner, p + a, q + a, -2.0 * bending, size)
                _add(band, side, corner, q + a, r + a, -2.0 * bending, size)
                if i != 0:
                    _add(band, side, corner, p + a, r + a, bending, size)
                if p >= 0:
                    right[p + a] -= turn
                if q >= 0:
                    right[q + a] += 2.0 * turn
                if r >= 0:
                    right[r + a] -= turn

        # lengths
        worst = 0.0
        for s in range(k):
            e = s + 1 if s + 1 < k else 0
            ex, ey = x[e, 0] - x[s, 0], x[e, 1] - x[s, 1]
            length = math.sqrt(ex * ex + ey * ey)
            ux, uy = ex / length, ey / length
            row = 3 * s + 2 if s + 1 < k else size - 1
            worst = max(worst, abs(length - rest))
            right[row] = rest - length
            band[row + _BAND, 0] -= _GIVE
            pull = max(tension[s], 0.0) / length
            xx, xy, yy = pull * uy * uy, -pull * ux * uy, pull * ux * ux
            p, q = index[s], index[e]
            if 0 < s < k - 1:
                band[row + _BAND, 5] -= ux
                band[row + _BAND, 4] -= uy
                band[row + _BAND, 2] += ux
                band[row + _BAND, 1] += uy
                band[p + _BAND, 0] += xx
                band[p + 1 + _BAND, 1] += xy
                band[p + 1 + _BAND, 0] += yy
                band[q + _BAND, 0] += xx
                band[q + 1 + _BAND, 1] += xy
                band[q + 1 + _BAND, 0] += yy
                band[q + _BAND, 3] -= xx
                band[q + 1 + _BAND, 4] -= xy
                band[q + _BAND, 2] -= xy
                band[q + 1 + _BAND, 3] -= yy
                continue
            for v, sign in ((p, -1.0), (q, 1.0)):
                if v >= 0:
                    _add(band, side, corner, v, row, sign * ux, size)
                    _add(band, side, corner, v + 1, row, sign * uy, size)
                    _add(band, side, corner, v, v, xx, size)
                    _add(band, side, corner, v, v + 1, xy, size)
                    _add(band, side, corner, v + 1, v + 1, yy, size)
            if p >= 0 and q >= 0:
                _add(band, side, corner, p, q, -xx, size)
                _add(band, side, corner, p, q + 1, -xy, size)
                _add(band, side, corner, p + 1, q, -xy, size)
                _add(band, side, corner, p + 1, q + 1, -yy, size)

        # stones on the table
        for a in range(active):
            j = stones[a]
            p = column[j]
            dx, dy = shift[j, 0], shift[j, 1]
            weight = grips[j] / math.sqrt(dx * dx + dy * dy + smooth * smooth)
            corner[p - size, p - size] += weight + brake
            corner[p + 1 - size, p + 1 - size] += weight + brake
            right[p] -= weight * dx
            right[p + 1] -= weight * dy

        # contacts
        deepest = 0.0
        wide2 = 4.0 * 0.1 * smooth * _SOFT
        for c in range(found):
            s, j = pairs[c, 0], pairs[c, 1]
            gap, nx, ny, along = _contact(x, s, j, places, turns, semi_axes, walls, half)
            deepest = max(deepest, -gap)
            if gap > REACH:
                press[c] = 0.0
                continue
            root = math.sqrt(gap * gap + wide2)
            push = 0.5 * stiff * (wide2 / (root + gap) if gap > 0.0 else root - gap)
            slope = push / root
            e = s + 1 if s + 1 < k else 0
            tx, ty = -ny, nx
            slid = (1.0 - along) * ((x[s, 0] - start[s, 0]) * tx + (x[s, 1] - start[s, 1]) * ty)
            slid += along * ((x[e, 0] - start[e, 0]) * tx + (x[e, 1] - start[e, 1]) * ty)
            own = column[j] if j < n else -2
            if own >= 0:
                slid -= shift[j, 0] * tx + shift[j, 1] * ty
            # friction by the force of the sweep before: this one's may be far off at first
            drag = rub * min(press[c], force) / math.sqrt(slid * slid + smooth * smooth)
            press[c] = 0.5 * (press[c] + push)
            xx = slope * nx * nx + drag * tx * tx
            xy = slope * nx * ny + drag * tx * ty
            yy = slope * ny * ny + drag * ty * ty
            fx = push * nx - drag * slid * tx
            fy = push * ny - drag * slid * ty
            for a in range(3):
                p = index[s] if a == 0 else (index[e] if a == 1 else own)
                wp = 1.0 - along if a == 0 else (along if a == 1 else -1.0)
                if p < 0:
                    continue
                right[p] += wp * fx
                right[p + 1] += wp * fy
                _add(band, side, corner, p, p, wp * wp * xx, size)
                _add(band, side, corner, p, p + 1, wp * wp * xy, size)
                _add(band, side, corner, p + 1, p + 1, wp * wp * yy, size)
                for b in range(a + 1, 3):
                    q = index[e] if b == 1 else own
                    wq = along if b == 1 else -1.0
                    if q < 0:
                        continue
                    _add(band, side, corner, p, q, wp * wq * xx, size)
                    _add(band, side, corner, p, q + 1, wp * wq * xy, size)
                    _add(band, side, corner, p + 1, q, wp * wq * xy, size)
                    _add(band, side, corner, p + 1, q + 1, wp * wq * yy, size)

        if settled and worst < 0.2 * STRETCH * rest and deepest < 0.5 * DEPTH:
            break
        if not soft and sweep >= _PATIENCE and deepest > 0.1 * way + 2.0 * DEPTH:
            return False
        _solve(band, side, corner, right, work, size, wide)

        largest = 0.0
        for i in range(0 if soft else 1, k):
            p = index[i]
            largest = max(largest, right[p] * right[p] + right[p + 1] * right[p + 1])
        for a in range(active):
            p = column[stones[a]]
            largest = max(largest, right[p] * right[p] + right[p + 1] * right[p + 1])
        largest = math.sqrt(largest)
        if not largest < 1.0:
            return False
        damp = min(1.0, 2.0 * LONGEST / largest) if largest > 0.0 else 1.0
        for i in range(0 if soft else 1, k):
            p = index[i]
            x[i, 0] += damp * right[p]
            x[i, 1] += damp * right[p + 1]
        for s in range(k):
            tension[s] = right[3 * s + 2 if s + 1 < k else size - 1]
        for a in range(active):
            j = stones[a]
            p = column[j]
            shift[j, 0] += damp * right[p]
            shift[j, 1] += damp * right[p + 1]
            places[j, 0] = centres[j, 0] + shift[j, 0]
            places[j, 1] = centres[j, 1] + shift[j, 1]
        settled = smooth <= sharp and (largest < 0.03 * way or sweep >= _PATIENCE)
        smooth = max(sharp, 0.3 * smooth)

    # what hardly moved has not moved
    for i in range(0 if soft else 1, k):
        dx, dy = x[i, 0] - start[i, 0], x[i, 1] - start[i, 1]
        if dx * dx + dy * dy < 4.0 * sharp * sharp:
            x[i, 0], x[i, 1] = start[i, 0], start[i, 1]
    for j in range(n):
        if shift[j, 0] ** 2 + shift[j, 1] ** 2 < 4.0 * sharp * sharp:
            shift[j, 0], shift[j, 1] = 0.0, 0.0
        places[j, 0] = centres[j, 0] + shift[j, 0]
        places[j, 1] = centres[j, 1] + shift[j, 1]
        if shift[j, 0] ** 2 + shift[j, 1] ** 2 > REACH * REACH:
            return False
    for i in range(k):
        e = i + 1 if i + 1 < k else 0
        ex, ey = x[e, 0] - x[i, 0], x[e, 1] - x[i, 1]
        if not abs(math.sqrt(ex * ex + ey * ey) - rest) < STRETCH * rest:
            return False
        dx, dy = x[i, 0] - start[i, 0], x[i, 1] - start[i, 1]
        if dx * dx + dy * dy > REACH * REACH:
            return False
    for c in range(found):
        gap, _, _, _ = _contact(x, pairs[c, 0], pairs[c, 1], places, turns, semi_axes, walls, half)
        if gap < -DEPTH:
            return False
    return True


@inner
def _crosses(x: Floats) -> bool:
    """Whether two segments of the closed line that are not neighbours cross or touch."""
    kept_apart()
    k = x.shape[0]
    for i in range(k - 2):
        ax, ay, bx, by = x[i, 0], x[i, 1], x[i + 1, 0], x[i + 1, 1]
        left, right = min(ax, bx), max(ax, bx)
        low, high = min(ay, by), max(ay, by)
        for j in range(i + 2, k if i > 0 else k - 1):
            e = j + 1 if j + 1 < k else 0
            cx, cy, dx, dy = x[j, 0], x[j, 1], x[e, 0], x[e, 1]
            if max(cx, dx) < left or min(cx, dx) > right or max(cy, dy) < low or min(cy, dy) > high:
                continue
            c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
            a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
            b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
            if c * d <= 0.0 and a * b <= 0.0:
                return True
    return False


@kernel
def pull_cord(
    nodes: Floats,
    rest: float,
    held: int,
    target: Floats,
    centres: Floats,
    angles: Floats,
    semi_axes: Floats,
    grips: Floats,
    walls: Floats,
    load: float,
    bending: float,
    rub: float,
    half: float,
    moved: Floats,
    pushes: Floats,
) -> tuple[bool, bool]:
    """Lead node `held` to `target` in steps of at most 1 mm; tells whether it crosses itself and is held back.

    Parameters
    ----------
    nodes : (k, 2) m
    rest : m
        Length of a segment.
    target : (2,) m
    centres, angles, semi_axes, grips : (n, 2) m, (n,) rad, (n, 2) m, (n,) N
        Stones; a grip of infinity: pinned.
    walls : (m, 5) m
        Ends and half thickness.
    load, bending, rub, half
        Friction of a node, N; B/ds³, N/m; friction on stones; half the cord's thickness, m.
    moved, pushes : (k, 2) m, (n, 2) m, outputs
        Where it crosses itself, the nodes as they were and no push.
    """
    k, n = nodes.shape[0], centres.shape[0]
    start, x = np.empty((k, 2)), np.empty((k, 2))
    for i in range(k):
        h = (held + i) % k
        start[i, 0], start[i, 1] = nodes[h, 0], nodes[h, 1]
    places, shift = centres.copy(), np.zeros((n, 2))
    turns = np.empty((n, 2))
    for j in range(n):
        turns[j, 1], turns[j, 0] = sine_cosine(angles[j])
    pairs = np.empty((k * (n + walls.shape[0]), 2), np.int64)
    goal = np.empty(2)
    pushes[:] = 0.0
    crossed = False
    stuck = False
    fraction = 1.0
    way = math.sqrt((target[0] - start[0, 0]) ** 2 + (target[1] - start[0, 1]) ** 2)
    for step in range(4 * math.ceil(way / LONGEST) + 4):
        dx, dy = target[0] - start[0, 0], target[1] - start[0, 1]
        left = math.sqrt(dx * dx + dy * dy)
        found = _near(start, places, turns, semi_axes, walls, half, pairs)
        if left == 0.0:
            overlap = False
            for c in range(found):
                gap, _, _, _ = _contact(start, pairs[c, 0], pairs[c, 1], places, turns, semi_axes, walls, half)
                overlap = overlap or gap < -DEPTH
            if step > 0 or not overlap:
                break
        part = fraction * LONGEST
        if left <= part:
            goal[0], goal[1] = target[0], target[1]
        else:
            goal[0], goal[1] = start[0, 0] + part / left * dx, start[0, 1] + part / left * dy
        done = _advance(
            start,
            x,
            shift,
            rest,
            goal,
            False,
            places,
            turns,
            semi_axes,
            grips,
            walls,
            load,
            bending,
            rub,
            half,
            pairs,
            found,
        )
        if not done and fraction == 1.0:
            fraction = 0.5
            continue
        soft = not done
        if soft:
            done = _advance(
                start,
                x,
                shift,
                rest,
                goal,
                True,
                places,
                turns,
                semi_axes,
                grips,
                walls,
                load,
                bending,
                rub,
                half,
                pairs,
                found,
            )
        if not done:
            fraction *= 0.5
            if fraction < 0.1:
                stuck = True
                break
            continue
        if _crosses(x):
            crossed = True
            break
        for i in range(k):
            start[i, 0], start[i, 1] = x[i, 0], x[i, 1]
        for j in range(n):
            for a in range(2):
                pushes[j, a] += shift[j, a]
                places[j, a] = centres[j, a] + pushes[j, a]
        # a hand that is held back by half its way goes no further in this call
        if soft and math.sqrt((goal[0] - start[0, 0]) ** 2 + (goal[1] - start[0, 1]) ** 2) > 0.5 * part:
            break
    if crossed:
        pushes[:] = 0.0
        for i in range(k):
            moved[i, 0], moved[i, 1] = nodes[i, 0], nodes[i, 1]
        return True, False
    for i in range(k):
        h = (held + i) % k
        moved[h, 0], moved[h, 1] = start[i, 0], start[i, 1]
    left = math.sqrt((target[0] - start[0, 0]) ** 2 + (target[1] - start[0, 1]) ** 2)
    return False, stuck or left > ARRIVED
