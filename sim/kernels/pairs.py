"""Forces and torques between all pairs of dipoles, each pair once, in blocks that stay in the first cache.

With r from source to target, c = μ0/4π, after Yung, Landecker and Villani, Magnetic and Electrical Separation 9, 39
(1998): F = 3c/r⁵ [(m1·r)m2 + (m2·r)m1 + (m1·m2 − 5(m1·r)(m2·r)/r²)r], B = c [3(m·r)r/r² − m]/r³, τ = m × B. The
factor c comes last.

A block of n dipoles stands in memory twice in a row, so that the pairs (i, i+k) for one k are two contiguous runs,
and what i and i+k get are two more: the inner loop has neither gathers nor sums across a vector, and vectorises in
strict IEEE arithmetic. Rows of a block are a constant distance apart, which tells the compiler that they do not
overlap. Two blocks meet in the same way.

Up to `STRICT` dipoles the arithmetic is strict IEEE, the same bits on every x86-64 machine. Above, products and sums
may contract (fused multiply-add): the same bits on one machine only, for any number of threads.

`deep` and `tilted` are None or 0, so that each combination is compiled by itself, when it is first met: both None for
upright dipoles in one horizontal plane, `deep` None for any dipoles in one.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sim.kernels.apart import aligned_spills, apart, at
from sim.kernels.jit import inner, kept_apart, kernel, shared_kernel
from sim.values import Floats

BLOCK = 64
"""Dipoles in a block, at the most; a multiple of what a vector holds."""

STRICT = 128
"""Number of dipoles up to which the arithmetic is strict IEEE."""

STRIPS = 8
"""Into how many parts a sum is divided, at the most: the same for any number of threads, so that its bits are, too."""

NEAREST_SQUARED = 1e-60
"""Square of the distance below which two dipoles coincide, m²: nearer, 1/r⁵ leaves the range of a double."""

FLAT, TILTED, DEEP = 0, 1, 2
"""Upright in one plane, in one plane, anyhow: what :func:`survey` finds."""

_ROW = 2 * BLOCK + 8  # not a power of two: rows would compete for the same lines of the cache
_SIZE = 6 * _ROW
_C = 1e-7  # μ0/4π, T·m/A


def _row(m: int, p: Any, q: Any, f: Any, g: Any, deep: Any, tilted: Any) -> int:
    """Add the forces and fields of `m` pairs, of p[i] with q[i], to f[i] and g[i]; return how many coincide.

    Rows of `p`, `q` are x, y, z, mx, my, mz; of `f`, `g` Fx, Fy, Fz, Bx, By, Bz, without μ0/4π.
    """
    kept_apart()
    aligned_spills()
    met = 0
    for i in range(m):
        dx = p[i] - q[i]
        dy = p[_ROW + i] - q[_ROW + i]
        r2 = dx * dx + dy * dy
        if deep is not None:
            dz = p[2 * _ROW + i] - q[2 * _ROW + i]
            r2 = r2 + dz * dz
        met += r2 < NEAREST_SQUARED
        az, uz = p[5 * _ROW + i], q[5 * _ROW + i]
        # what does not wait for the quotient and the root is formed beside them
        inverse = 1.0 / r2
        r3 = (inverse * inverse) * math.sqrt(r2)
        t = r3 * (3.0 * inverse)
        if tilted is None:
            s = t * (az * uz)
            gx, gy = s * dx, s * dy
            f[i] += gx
            f[_ROW + i] += gy
            g[i] -= gx
            g[_ROW + i] -= gy
        else:
            ax, ay = p[3 * _ROW + i], p[4 * _ROW + i]
            ux, uy = q[3 * _ROW + i], q[4 * _ROW + i]
            ar = ax * dx + ay * dy
            ur = ux * dx + uy * dy
            if deep is not None:
                ar = ar + az * dz
                ur = ur + uz * dz
            au = ax * ux + ay * uy + az * uz
            s = t * (au - (5.0 * (ar * ur)) * inverse)
            sa, su = t * ar, t * ur
            gx = sa * ux + su * ax + s * dx
            gy = sa * uy + su * ay + s * dy
            gz = sa * uz + su * az
            if deep is not None:
                gz = gz + s * dz
            f[i] += gx
            f[_ROW + i] += gy
            f[2 * _ROW + i] += gz
            g[i] -= gx
            g[_ROW + i] -= gy
            g[2 * _ROW + i] -= gz
            f[3 * _ROW + i] += su * dx - r3 * ux
            f[4 * _ROW + i] += su * dy - r3 * uy
            g[3 * _ROW + i] += sa * dx - r3 * ax
            g[4 * _ROW + i] += sa * dy - r3 * ay
            if deep is not None:
                f[5 * _ROW + i] += su * dz - r3 * uz
                g[5 * _ROW + i] += sa * dz - r3 * az
            else:
                f[5 * _ROW + i] -= r3 * uz
                g[5 * _ROW + i] -= r3 * az
    return met


_strict_row = apart(set())(_row)
_loose_row = apart({"contract"})(_row)


@inner
def _rows(m: int, p: Any, q: Any, f: Any, g: Any, deep: Any, tilted: Any, loose: Any) -> int:
    if loose is None:
        return _strict_row(m, p, q, f, g, deep, tilted)
    return _loose_row(m, p, q, f, g, deep, tilted)


@inner
def _whole(n: int) -> int:
    """Round up to whole vectors of four."""
    return (n + 3) // 4 * 4


@inner
def _blocks(n: int) -> tuple[int, int]:
    """Return how many blocks n dipoles make, and the dipoles in each but the last: whole vectors."""
    count = (n + BLOCK - 1) // BLOCK
    return count, _whole((n + count - 1) // count)


@inner
def _fill(p: Floats, m: Floats, work: Floats) -> None:
    """Write dipoles `p`, `m` (n, 3) into the blocks that `work` begins with."""
    n = p.shape[0]
    count, size = _blocks(n)
    for b in range(count):
        first = b * size
        for i in range(min(size, n - first)):
            for c in range(3):
                work[b, c, i] = p[first + i, c]
                work[b, 3 + c, i] = m[first + i, c]


@inner
def _repeat(n: int, work: Floats) -> None:
    """Write every block once more behind itself, as far as pairs with another block need it."""
    count, size = _blocks(n)
    for b in range(count):
        held = min(size, n - b * size)
        for c in range(6):
            for i in range(held, held + size):
                work[b, c, i] = work[b, c, i - held]


@inner
def _clear(room: Floats, block: int, rows: int, length: int) -> None:
    for c in range(rows):
        for i in range(length):
            room[block, c, i] = 0.0


@inner
def _within(
    b: int, held: int, work: Floats, to: int, room: Floats, free: int, deep: Any, tilted: Any, loose: Any
) -> int:
    """Add the pairs within block `b` of `held` dipoles to its sums at ``work[to + b]``."""
    rows = 2 if tilted is None else 6
    _clear(room, free, rows, 2 * held)
    met = 0
    for k in range(1, held // 2 + 1):
        # half way round the pairs would come twice
        length = k if 2 * k == held else held
        met += _rows(
            length,
            at(work, b * _SIZE),
            at(work, b * _SIZE + k),
            at(work, (to + b) * _SIZE),
            at(room, free * _SIZE + k),
            deep,
            tilted,
            loose,
        )
    for c in range(rows):
        for i in range(held):
            work[to + b, c, i] += room[free, c, i] + room[free, c, held + i]
    return met


@inner
def _between(
    b: int, later: int, n: int, work: Floats, to: int, room: Floats, free: int, deep: Any, tilted: Any, loose: Any
) -> int:
    """Add the pairs of block `b` with block `later`, which may be the last, to the sums of both."""
    _, size = _blocks(n)
    held = min(size, n - later * size)
    rows = 2 if tilted is None else 6
    _clear(room, free, rows, size + held)
    met = 0
    for k in range(held):
        met += _rows(
            size,
            at(work, b * _SIZE),
            at(work, later * _SIZE + k),
            at(work, (to + b) * _SIZE),
            at(room, free * _SIZE + k),
            deep,
            tilted,
            loose,
        )
    for c in range(rows):
        for start in range(0, size + held, held):
            for i in range(min(held, size + held - start)):
                work[to + later, c, i] += room[free, c, start + i]
    return met


@inner
def _row_of_blocks(
    b: int, n: int, work: Floats, to: int, room: Floats, free: int, deep: Any, tilted: Any, loose: Any
) -> int:
    """Add the pairs within block `b`, and of it with all later ones, to the sums that begin at ``work[to]``."""
    count, size = _blocks(n)
    met = _within(b, min(size, n - b * size), work, to, room, free, deep, tilted, loose)
    for later in range(b + 1, count):
        met += _between(b, later, n, work, to, room, free, deep, tilted, loose)
    return met


@inner
def _turn(n: int, work: Floats, to: int, tilted: Any) -> None:
    """Turn the sums that begin at ``work[to]`` into forces and torques."""
    count, size = _blocks(n)
    for b in range(count):
        s = to + b
        for i in range(min(size, n - b * size)):
            work[s, 0, i] *= _C
            work[s, 1, i] *= _C
            if tilted is None:
                work[s, 2, i] = work[s, 3, i] = work[s, 4, i] = work[s, 5, i] = 0.0
            else:
                work[s, 2, i] *= _C
                bx, by, bz = _C * work[s, 3, i], _C * work[s, 4, i], _C * work[s, 5, i]
                mx, my, mz = work[b, 3, i], work[b, 4, i], work[b, 5, i]
                work[s, 3, i] = my * bz - mz * by
                work[s, 4, i] = mz * bx - mx * bz
                work[s, 5, i] = mx * by - my * bx


@apart(set())
def _ready(n: int, p: Any, q: Any, f: Any, g: Any, h: Any, tilted: Any) -> None:
    """Write the one block `p` again at `q`, and zero into its sums `f`, `g` and `h`."""
    kept_apart()
    for i in range(n):
        q[i], q[_ROW + i], q[5 * _ROW + i] = p[i], p[_ROW + i], p[5 * _ROW + i]
        f[i] = f[_ROW + i] = g[i] = g[_ROW + i] = h[i] = h[_ROW + i] = 0.0
        if tilted is not None:
            q[2 * _ROW + i], q[3 * _ROW + i], q[4 * _ROW + i] = p[2 * _ROW + i], p[3 * _ROW + i], p[4 * _ROW + i]
            f[2 * _ROW + i] = f[3 * _ROW + i] = f[4 * _ROW + i] = f[5 * _ROW + i] = 0.0
            g[2 * _ROW + i] = g[3 * _ROW + i] = g[4 * _ROW + i] = g[5 * _ROW + i] = 0.0
            h[2 * _ROW + i] = h[3 * _ROW + i] = h[4 * _ROW + i] = h[5 * _ROW + i] = 0.0


@apart(set())
def _close(n: int, p: Any, f: Any, g: Any, h: Any, tilted: Any) -> None:
    """Turn the sums of the one block `p` into forces and torques, in `f`."""
    kept_apart()
    for i in range(n):
        f[i] = _C * (f[i] + (g[i] + h[i]))
        f[_ROW + i] = _C * (f[_ROW + i] + (g[_ROW + i] + h[_ROW + i]))
        if tilted is None:
            f[2 * _ROW + i] = f[3 * _ROW + i] = f[4 * _ROW + i] = f[5 * _ROW + i] = 0.0
        else:
            f[2 * _ROW + i] = _C * (f[2 * _ROW + i] + (g[2 * _ROW + i] + h[2 * _ROW + i]))
            bx = _C * (f[3 * _ROW + i] + (g[3 * _ROW + i] + h[3 * _ROW + i]))
            by = _C * (f[4 * _ROW + i] + (g[4 * _ROW + i] + h[4 * _ROW + i]))
            bz = _C * (f[5 * _ROW + i] + (g[5 * _ROW + i] + h[5 * _ROW + i]))
            mx, my, mz = p[3 * _ROW + i], p[4 * _ROW + i], p[5 * _ROW + i]
            f[3 * _ROW + i] = my * bz - mz * by
            f[4 * _ROW + i] = mz * bx - mx * bz
            f[5 * _ROW + i] = mx * by - my * bx


@inner
def _few(n: int, work: Floats, deep: Any, tilted: Any) -> int:
    """Work out the sums for the blocks that `work` (2·count + 1, 6, …) begins with, into those behind them."""
    count, size = _blocks(n)
    met = 0
    if count == 1:
        # most tables: nothing is spent on what a single block does not need
        p, f, g, h = at(work, 0), at(work, _SIZE), at(work, 2 * _SIZE), at(work, 2 * _SIZE + n)
        _ready(n, p, at(work, n), f, g, h, tilted)
        for k in range(1, n // 2 + 1):
            length = k if 2 * k == n else n
            met += _strict_row(length, p, at(work, k), f, at(work, 2 * _SIZE + k), deep, tilted)
        _close(n, p, f, g, h, tilted)
        return met
    _repeat(n, work)
    for b in range(count):
        _clear(work, count + b, 2 if tilted is None else 6, size)
    for b in range(count):
        met += _row_of_blocks(b, n, work, count, work, 2 * count, deep, tilted, None)
    _turn(n, work, count, tilted)
    return met


@inner
def _hand_out(n: int, work: Floats, to: int, out: Floats) -> int:
    """Write forces and torques into `out` (2, n, 3); return 0, or −1 if one is not finite."""
    count, size = _blocks(n)
    spoilt = 0.0
    for b in range(count):
        for i in range(min(size, n - b * size)):
            for c in range(3):
                force, torque = work[to + b, c, i], work[to + b, 3 + c, i]
                out[0, b * size + i, c] = force
                out[1, b * size + i, c] = torque
                # zero, or not a number
                spoilt += 0.0 * force + 0.0 * torque
    return 0 if spoilt == 0.0 else -1


@kernel
def survey(p: Floats, m: Floats) -> tuple[int, int]:
    """Return what kind of dipoles `p`, `m` (n, 3) are, and the first index that is not finite, or −1.

    An index of n or more is one of `m`.
    """
    n = p.shape[0]
    plane = p[0, 2] if n else 0.0
    kind = FLAT
    for i in range(n):
        if not (math.isfinite(p[i, 0]) and math.isfinite(p[i, 1]) and math.isfinite(p[i, 2])):
            return kind, i
        if p[i, 2] != plane:
            kind = DEEP
    for i in range(m.shape[0]):
        if not (math.isfinite(m[i, 0]) and math.isfinite(m[i, 1]) and math.isfinite(m[i, 2])):
            return kind, n + i
        if kind == FLAT and (m[i, 0] != 0.0 or m[i, 1] != 0.0):
            kind = TILTED
    return kind, -1


@kernel
def few(p: Floats, m: Floats, out: Floats, deep: Any, tilted: Any) -> int:
    """Write forces and torques of `p`, `m` (n, 3) into `out` (2, n, 3); return how many pairs coincide.

    −1 if none does, but a result is not finite. 0 < n ≤ `STRICT`.
    """
    n = p.shape[0]
    count, _ = _blocks(n)
    work = np.empty((2 * count + 1, 6, _ROW))
    _fill(p, m, work)
    met = _few(n, work, deep, tilted)
    spoilt = _hand_out(n, work, count, out)
    return met if met > 0 else spoilt


@kernel
def packed_length(n: int) -> int:
    """Return how many doubles :func:`packed` needs for n dipoles."""
    return 12 * n + (2 * _blocks(n)[0] + 1) * _SIZE


@kernel
def packed(n: int, s: Floats, deep: Any, tilted: Any) -> int:
    """Write forces and torques of 0 < n ≤ `STRICT` dipoles; return how many pairs coincide.

    `s` (:func:`packed_length`) begins with n times each of x, y, z, mx, my, mz, then Fx, Fy, Fz, τx, τy, τz; what
    follows is room to work in. A single array, since each costs a caller from Python a tenth of a microsecond.
    """
    count, size = _blocks(n)
    work = s[12 * n :].reshape((2 * count + 1, 6, _ROW))
    for b in range(count):
        for c in range(6):
            for i in range(min(size, n - b * size)):
                work[b, c, i] = s[c * n + b * size + i]
    met = _few(n, work, deep, tilted)
    for b in range(count):
        for c in range(6):
            for i in range(min(size, n - b * size)):
                s[(6 + c) * n + b * size + i] = work[count + b, c, i]
    return met


@kernel
def prepared(p: Floats, m: Floats) -> tuple[Floats, int]:
    """Return blocks of many dipoles `p`, `m` (n, 3), as many again for each part's sums, and how many parts."""
    n = p.shape[0]
    count, _ = _blocks(n)
    parts = min(STRIPS, (count + 3) // 4)
    work = np.zeros((count * (1 + parts), 6, _ROW))
    _fill(p, m, work)
    _repeat(n, work)
    return work, parts


@shared_kernel
def strip(part: int, n: int, work: Floats, deep: Any, tilted: Any) -> int:
    """Add the pairs of one part to its sums; return how many coincide.

    A part takes blocks from both ends, whose pairs with later blocks are as many together everywhere.
    """
    count, _ = _blocks(n)
    room = np.empty((1, 6, _ROW))
    to = count * (1 + part)
    met = 0
    for b in range(part, (count + 1) // 2, work.shape[0] // count - 1):
        for end in range(2):
            row = b if end == 0 else count - 1 - b
            if end == 0 or row != b:
                met += _row_of_blocks(row, n, work, to, room, 0, deep, tilted, 0)
    return met


@kernel
def finished(n: int, work: Floats, out: Floats, tilted: Any) -> int:
    """Write forces and torques into `out` (2, n, 3) from the parts' sums in their order; −1 if one is not finite."""
    count, _ = _blocks(n)
    for part in range(2, work.shape[0] // count):
        work[count : 2 * count] += work[part * count : (part + 1) * count]
    _turn(n, work, count, tilted)
    return _hand_out(n, work, count, out)


@kernel
def coincident(p: Floats) -> tuple[int, int]:
    """Return the first two of `p` (n, 3) that coincide, or −1, −1."""
    for i in range(p.shape[0]):
        for j in range(i + 1, p.shape[0]):
            dx, dy, dz = p[i, 0] - p[j, 0], p[i, 1] - p[j, 1], p[i, 2] - p[j, 2]
            if dx * dx + dy * dy + dz * dz < NEAREST_SQUARED:
                return i, j
    return -1, -1
