"""Point dipoles: forces, torques, field and energy. Checks here, arithmetic in :mod:`sim.kernels.dipole`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from operator import index
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sim.kernels.dipole import NEAREST_SQUARED, energy_of, field_at, forces_torques_of
from sim.values import Floats


def forces_torques(
    positions: ArrayLike,
    moments: ArrayLike,
    *,
    method: Literal["auto", "direct", "tree"] = "auto",
    rtol: float = 1e-6,
    threads: int = 1,
) -> tuple[Floats, Floats]:
    """Force and torque on each of n dipoles from all others.

    Parameters
    ----------
    positions : (n, 3) m
    moments : (n, 3) A·m²
    method : {"auto", "direct", "tree"}
        "direct" sums over all pairs, and so does "auto" for now; "tree" is not available yet.
    rtol : float
        Relative error that an approximate method may make. The direct sum makes none but rounding, and does
        not read it.
    threads : int
        Over how many threads the targets are shared out. The result has the same bits for any number.

    Returns
    -------
    forces : (n, 3) N
    torques : (n, 3) N·m
        About each dipole's own place.

    Raises
    ------
    ValueError
        A wrong shape, a number that is not finite, two dipoles that coincide, a result beyond the range of a
        float, a bad option. The message names the argument and the index.

    Notes
    -----
    Yung, Landecker, Villani, Magnetic and Electrical Separation 9, 39 (1998) for the force; τ = m × B.

    Examples
    --------
    Two pucks side by side, both facing up, push each other apart:

    >>> forces, torques = forces_torques([[0, 0, 0], [0.03, 0, 0]], [[0, 0, 0.4], [0, 0, 0.4]])
    >>> round(float(forces[1, 0]), 6)
    0.059259
    """
    if method not in ("auto", "direct"):
        what = "is not available yet" if method == "tree" else "is unknown"
        raise ValueError(f"method {method!r} {what}; use 'auto' or 'direct'")
    if not rtol > 0.0:
        raise ValueError(f"rtol must be above 0, got {rtol!r}")
    workers = _workers(threads)
    p, m = _dipoles(positions, moments)
    n = len(p)
    force, torque = np.zeros((n, 3)), np.zeros((n, 3))
    workers = min(workers, n)
    if workers <= 1:
        met = forces_torques_of(0, n, p, m, force, torque)
    else:
        edges = [n * k // workers for k in range(workers + 1)]
        with ThreadPoolExecutor(workers) as pool:
            parts = [
                pool.submit(forces_torques_of, first, last, p, m, force, torque) for first, last in pairwise(edges)
            ]
            met = next((k for k in (part.result() for part in parts) if k >= 0), -1)
    if met >= 0:
        raise _coincident(p, met)
    _check_range(np.hstack([force, torque]), "the force on positions")
    return force, torque


def field(points: ArrayLike, positions: ArrayLike, moments: ArrayLike) -> Floats:
    """Flux density of n dipoles at k points.

    Parameters
    ----------
    points : (k, 3) m
    positions : (n, 3) m
    moments : (n, 3) A·m²

    Returns
    -------
    (k, 3) T

    Raises
    ------
    ValueError
        A wrong shape, a number that is not finite, a point that lies on a dipole, a result beyond the range
        of a float. The message names the argument and the index.

    Examples
    --------
    On the axis of a dipole, B = μ0·2m/(4πz³):

    >>> b = field([[0, 0, 0.05]], [[0, 0, 0]], [[0, 0, 0.4]])
    >>> round(float(b[0, 2] * 1e3), 6)
    0.64
    """
    at = _vectors("points", points)
    p, m = _dipoles(positions, moments)
    out = np.zeros((len(at), 3))
    met = field_at(at, p, m, out)
    if met >= 0:
        on = int(np.argmin(_distances_squared(p, at[met])))
        raise ValueError(f"points[{met}] lies on the dipole positions[{on}] at {p[on].tolist()}: no field there")
    _check_range(out, "the field at points")
    return out


def energy(positions: ArrayLike, moments: ArrayLike) -> float:
    """Magnetic energy of n dipoles in each other's field, J: zero when they are infinitely far apart.

    Parameters
    ----------
    positions : (n, 3) m
    moments : (n, 3) A·m²

    Raises
    ------
    ValueError
        As :func:`forces_torques`.

    Examples
    --------
    >>> round(energy([[0, 0, 0], [0.025, 0, 0]], [[0, 0, 0.4], [0, 0, 0.4]]) * 1e3, 6)
    1.024
    """
    p, m = _dipoles(positions, moments)
    total, met = energy_of(p, m)
    if met >= 0:
        raise _coincident(p, met)
    if not np.isfinite(total):
        raise ValueError("the energy of positions and moments is beyond the range of a float")
    return float(total)


def _vectors(name: str, values: ArrayLike) -> Floats:
    """Return `values` as a new contiguous (n, 3) array; ValueError names the argument and the index.

    Always a copy: a read-only array would have the kernels compiled once more for it.
    """
    try:
        given = np.asarray(values)
        if given.dtype.kind not in "biuf":
            # objects that are numbers (fractions, say) still convert; text and complex numbers do not
            if given.dtype.kind != "O":
                raise TypeError(f"got {given.dtype}")
            given = given.astype(np.float64)
        array = np.array(given, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be real numbers of shape (n, 3): {error}") from None
    if array.shape == (0,):
        return np.zeros((0, 3))
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must have shape (n, 3), got {array.shape}")
    bad = np.nonzero(~np.isfinite(array).all(axis=1))[0]
    if bad.size:
        raise ValueError(f"{name}[{bad[0]}] must be finite, got {array[bad[0]].tolist()}")
    return array


def _dipoles(positions: ArrayLike, moments: ArrayLike) -> tuple[Floats, Floats]:
    p, m = _vectors("positions", positions), _vectors("moments", moments)
    if len(p) != len(m):
        raise ValueError(f"positions and moments must be as many, got {len(p)} and {len(m)}")
    return p, m


def _workers(threads: int) -> int:
    try:
        count = index(threads)
    except TypeError:
        raise ValueError(f"threads must be a whole number, got {threads!r}") from None
    if count < 1:
        raise ValueError(f"threads must be at least 1, got {threads!r}")
    return count


def _distances_squared(p: Floats, at: Floats) -> Floats:
    # a far dipole may overflow here: it isn't the one sought
    with np.errstate(over="ignore"):
        return np.asarray(((p - at) ** 2).sum(axis=1))


def _coincident(p: Floats, i: int) -> ValueError:
    near = np.nonzero(_distances_squared(p, p[i]) < NEAREST_SQUARED)[0]
    first, second = (int(k) for k in near[:2])
    return ValueError(f"positions[{first}] and positions[{second}] coincide at {p[first].tolist()}")


def _check_range(rows: Floats, what: str) -> None:
    bad = np.nonzero(~np.isfinite(rows).all(axis=1))[0]
    if bad.size:
        raise ValueError(f"{what}[{bad[0]}] is beyond the range of a float")
