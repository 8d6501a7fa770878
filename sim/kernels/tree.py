"""Forces on very many dipoles: near ones pair by pair, far ones through a few that stand for them.

A treecode with barycentric Lagrange interpolation (Wang, Krasny, Tlupova, Commun. Comput. Phys. 28, 1415 (2020)): a box
of dipoles is seen from afar as dipoles on a Chebyshev grid in it. What a dipole m at y does elsewhere is linear in m
and smooth in y, so that interpolating in y carries m to grid point k with the weight L_k(y); the far field then needs
no formula of its own. Boxes are shrunk to what they hold and halved across their longest side, so that a layer is
divided as a plane and a cloud as a space; a thin box has fewer points across.

Sums may be reordered and contracted: the same bits on one machine only, for any number of threads. `deep` and `tilted`
are None or 0, as in :mod:`sim.kernels.pairs`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sim.kernels.apart import aligned_spills, apart, at
from sim.kernels.jit import inner, kept_apart, kernel, shared_kernel
from sim.kernels.pairs import NEAREST_SQUARED
from sim.values import Floats

_C = 1e-7  # μ0/4π, T·m/A


@apart({"contract", "reassoc", "nsz"})
def _sum(t: Any, x: Any, y: Any, z: Any, a: Any, b: Any, c: Any, n: int, out: Any, deep: Any, tilted: Any) -> int:
    """Write force and field of `n` dipoles on the dipole `t` (x, y, z, mx, my, mz) into `out`, without μ0/4π.

    One that coincides with it adds nothing, and is counted.
    """
    kept_apart()
    aligned_spills()
    met = 0
    fx = fy = fz = bx = by = bz = along = 0.0
    tx, ty, tz, ux, uy, uz = t[0], t[1], t[2], t[3], t[4], t[5]
    for k in range(n):
        dx, dy = tx - x[k], ty - y[k]
        r2 = dx * dx + dy * dy
        if deep is not None:
            dz = tz - z[k]
            r2 = r2 + dz * dz
        near = r2 < NEAREST_SQUARED
        met += near
        r2 = 1e60 if near else r2
        inverse = 1.0 / r2
        r3 = (inverse * inverse) * math.sqrt(r2)
        q = r3 * (3.0 * inverse)
        az = c[k]
        if tilted is None:
            s = q * az
            fx += s * dx
            fy += s * dy
        else:
            ax, ay = a[k], b[k]
            ar = ax * dx + ay * dy
            ur = ux * dx + uy * dy
            if deep is not None:
                ar = ar + az * dz
                ur = ur + uz * dz
            au = ax * ux + ay * uy + az * uz
            s = q * (au - (5.0 * (ar * ur)) * inverse)
            sa, su = q * ar, q * ur
            along += sa
            fx += su * ax + s * dx
            fy += su * ay + s * dy
            bx += sa * dx - r3 * ax
            by += sa * dy - r3 * ay
            if deep is not None:
                fz += su * az + s * dz
                bz += sa * dz - r3 * az
            else:
                fz += su * az
                bz -= r3 * az
    if tilted is None:
        out[0], out[1], out[2] = uz * fx, uz * fy, 0.0
    else:
        out[0], out[1], out[2] = fx + along * ux, fy + along * uy, fz + along * uz
    out[3], out[4], out[5] = bx, by, bz
    return met


@inner
def _write(i: int, t: Floats, row: Floats, out: Floats) -> None:
    """Write force and torque of dipole i, which is `t`, from its force and field."""
    for c in range(3):
        out[0, i, c] = _C * row[c]
    bx, by, bz = _C * row[3], _C * row[4], _C * row[5]
    out[1, i, 0] = t[4] * bz - t[5] * by
    out[1, i, 1] = t[5] * bx - t[3] * bz
    out[1, i, 2] = t[3] * by - t[4] * bx


@kernel
def boxes(p: Floats, most: int) -> Any:
    """Divide dipoles at `p` (n, 3) into boxes of at most `most` dipoles.

    Return their order (n), and for each box its first dipole and the one behind its last (k, 2), its first child or −1
    (k), the second following it, and its middle and half sides (k, 6).
    """
    n = p.shape[0]
    x = p.copy()
    order = np.arange(n)
    held = np.zeros((64, 2), np.int64)
    child = np.full(64, -1, np.int64)
    shape = np.zeros((64, 6))
    count = 1
    held[0, 1] = n
    b = 0
    while b < count:
        first, last = held[b, 0], held[b, 1]
        axis = 0
        for c in range(3):
            low = high = x[first, c]
            for i in range(first, last):
                low, high = min(low, x[i, c]), max(high, x[i, c])
            shape[b, c], shape[b, 3 + c] = 0.5 * (low + high), 0.5 * (high - low)
            if shape[b, 3 + c] > shape[b, 3 + axis]:
                axis = c
        if last - first > most:
            i, j = first, last - 1
            while i <= j:
                if x[i, axis] < shape[b, axis]:
                    i += 1
                else:
                    for c in range(3):
                        x[i, c], x[j, c] = x[j, c], x[i, c]
                    order[i], order[j] = order[j], order[i]
                    j -= 1
            if first < i < last:
                if count + 2 > held.shape[0]:
                    held = np.concatenate((held, np.zeros_like(held)))
                    child = np.concatenate((child, np.full_like(child, -1)))
                    shape = np.concatenate((shape, np.zeros_like(shape)))
                held[count, 0], held[count, 1] = first, i
                held[count + 1, 0], held[count + 1, 1] = i, last
                child[b] = count
                count += 2
        b += 1
    return order, held[:count].copy(), child[:count].copy(), shape[:count].copy()


@kernel
def grids(held: Any, shape: Floats, degree: int, opening: float) -> Any:
    """Return the points along each side of every box's grid (k, 3), and where its points begin (k + 1).

    A grid that has more points than its box dipoles is left out: it begins where it ends. The error of n points across
    a half side h is about (h/2d)ⁿ at a distance d.
    """
    count = held.shape[0]
    points = np.ones((count, 3), np.int64)
    begin = np.zeros(count + 1, np.int64)
    wanted = (degree + 1) * math.log(opening / math.sqrt(8.0))
    for b in range(count):
        radius = math.sqrt(shape[b, 3] ** 2 + shape[b, 4] ** 2 + shape[b, 5] ** 2)
        for c in range(3):
            half = shape[b, 3 + c]
            if half > 0.0:
                needed = wanted / math.log(0.5 * opening * half / radius)
                points[b, c] = min(degree + 1, max(1, math.ceil(needed - 1e-9)))
        all_points = points[b, 0] * points[b, 1] * points[b, 2]
        begin[b + 1] = begin[b] + (all_points if held[b, 1] - held[b, 0] > all_points else 0)
    return points, begin


@inner
def _weights(at_: float, middle: float, half: float, n: int, out: Floats) -> None:
    """Write the values of the Lagrange polynomials of n Chebyshev points at a place, by the barycentric formula."""
    u = (at_ - middle) / half if half > 0.0 else 0.0
    total = 0.0
    for k in range(n):
        angle = (2 * k + 1) * math.pi / (2 * n)
        off = u - math.cos(angle)
        if abs(off) < 1e-14:
            off = 1e-14
        out[k] = (math.sin(angle) if k % 2 == 0 else -math.sin(angle)) / off
        total += out[k]
    for k in range(n):
        out[k] /= total


@inner
def _carry(b: int, first: int, last: int, source: Floats, points: Any, to: int, shape: Floats, weights: Floats) -> None:
    """Carry dipoles `first` to `last` of `source` to the grid of box `b`, which begins at `to`."""
    nx, ny, nz = points[b, 0], points[b, 1], points[b, 2]
    for i in range(first, last):
        for c in range(3):
            _weights(source[c, i], shape[b, c], shape[b, 3 + c], points[b, c], weights[c])
        k = to
        for kx in range(nx):
            for ky in range(ny):
                w = weights[0, kx] * weights[1, ky]
                for kz in range(nz):
                    v = w * weights[2, kz]
                    source[3, k] += v * source[3, i]
                    source[4, k] += v * source[4, i]
                    source[5, k] += v * source[5, i]
                    k += 1


@kernel
def carried(p: Floats, m: Floats, order: Any, held: Any, child: Any, shape: Floats, points: Any, begin: Any) -> Floats:
    """Return all sources (6, n + grid points): the dipoles in the order of boxes, then the grids' dipoles.

    A box's grid is filled from those of its children, where they have one.
    """
    n, count = p.shape[0], held.shape[0]
    source = np.zeros((6, n + begin[count]))
    for k in range(n):
        for c in range(3):
            source[c, k] = p[order[k], c]
            source[3 + c, k] = m[order[k], c]
    weights = np.empty((3, 64))
    for b in range(count - 1, -1, -1):
        if begin[b + 1] == begin[b]:
            continue
        to = n + begin[b]
        k = to
        for kx in range(points[b, 0]):
            x = shape[b, 0] + shape[b, 3] * math.cos((2 * kx + 1) * math.pi / (2 * points[b, 0]))
            for ky in range(points[b, 1]):
                y = shape[b, 1] + shape[b, 4] * math.cos((2 * ky + 1) * math.pi / (2 * points[b, 1]))
                for kz in range(points[b, 2]):
                    z = shape[b, 2] + shape[b, 5] * math.cos((2 * kz + 1) * math.pi / (2 * points[b, 2]))
                    source[0, k], source[1, k], source[2, k] = x, y, z
                    k += 1
        if child[b] < 0:
            _carry(b, held[b, 0], held[b, 1], source, points, to, shape, weights)
        else:
            for one in (child[b], child[b] + 1):
                if begin[one + 1] > begin[one]:
                    _carry(b, n + begin[one], n + begin[one + 1], source, points, to, shape, weights)
                else:
                    _carry(b, held[one, 0], held[one, 1], source, points, to, shape, weights)
    return source


@shared_kernel
def leaves(
    first: int,
    last: int,
    leaf: Any,
    order: Any,
    held: Any,
    child: Any,
    shape: Floats,
    begin: Any,
    source: Floats,
    opening: float,
    out: Floats,
    deep: Any,
    tilted: Any,
) -> int:
    """Write forces and torques on the dipoles of leaves `first` to `last`; return one that meets another, or −1.

    A box is far when the radii of it and of the leaf together are below `opening` times the distance of their middles.
    """
    n = order.shape[0]
    t, row = np.empty(6), np.empty(6)
    near = np.empty((6, 4096))
    stack = np.empty(256, np.int64)
    for q in range(first, last):
        b = leaf[q]
        radius = math.sqrt(shape[b, 3] ** 2 + shape[b, 4] ** 2 + shape[b, 5] ** 2)
        length, depth = 0, 1
        stack[0] = 0
        while depth > 0:
            depth -= 1
            o = stack[depth]
            distance = math.sqrt(
                (shape[b, 0] - shape[o, 0]) ** 2 + (shape[b, 1] - shape[o, 1]) ** 2 + (shape[b, 2] - shape[o, 2]) ** 2
            )
            size = math.sqrt(shape[o, 3] ** 2 + shape[o, 4] ** 2 + shape[o, 5] ** 2)
            far = radius + size < opening * distance
            start, stop = held[o, 0], held[o, 1]
            if far and begin[o + 1] > begin[o]:
                start, stop = n + begin[o], n + begin[o + 1]
            elif not far and child[o] >= 0:
                if depth + 2 > stack.shape[0]:
                    stack = np.concatenate((stack, stack))
                stack[depth], stack[depth + 1] = child[o], child[o] + 1
                depth += 2
                continue
            if length + stop - start > near.shape[1]:
                grown = np.empty((6, 2 * (length + stop - start)))
                grown[:, :length] = near[:, :length]
                near = grown
            for c in range(6):
                for k in range(stop - start):
                    near[c, length + k] = source[c, start + k]
            length += stop - start
        wide = near.shape[1]
        for i in range(held[b, 0], held[b, 1]):
            for c in range(6):
                t[c] = source[c, i]
            met = _sum(
                at(t, 0),
                at(near, 0),
                at(near, wide),
                at(near, 2 * wide),
                at(near, 3 * wide),
                at(near, 4 * wide),
                at(near, 5 * wide),
                length,
                at(row, 0),
                deep,
                tilted,
            )
            if met > 1:
                return int(order[i])
            _write(order[i], t, row, out)
    return -1


@kernel
def sampled(targets: Any, n: int, source: Floats, out: Floats, deep: Any, tilted: Any) -> None:
    """Write forces and torques on a few of the first `n` sources, from each of them, into `out` (2, k, 3)."""
    t, row = np.empty(6), np.empty(6)
    wide = source.shape[1]
    for k in range(targets.shape[0]):
        for c in range(6):
            t[c] = source[c, targets[k]]
        _sum(
            at(t, 0),
            at(source, 0),
            at(source, wide),
            at(source, 2 * wide),
            at(source, 3 * wide),
            at(source, 4 * wide),
            at(source, 5 * wide),
            n,
            at(row, 0),
            deep,
            tilted,
        )
        _write(k, t, row, out)
