"""Point dipoles: forces, torques, field and energy. Checks here, arithmetic in :mod:`sim.kernels.dipole`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from sim.kernels.dipole import energy_of, field_at, forces_torques_of
from sim.values import Floats


def _vectors(name: str, values: ArrayLike) -> Floats:
    """Return `values` as a contiguous (n, 3) array. ValueError names the argument and the index that is wrong."""
    try:
        array = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be an array of numbers of shape (n, 3): {error}") from None
    if array.size == 0 and array.ndim < 2:
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


def _coincident(p: Floats, i: int) -> ValueError:
    same = [int(j) for j in np.nonzero((p == p[i]).all(axis=1))[0] if j != i]
    # two places so near that the square of their distance is 0 coincide too
    other = same[0] if same else int(np.argsort(((p - p[i]) ** 2).sum(axis=1), kind="stable")[1])
    first, second = sorted((i, other))
    return ValueError(f"positions[{first}] and positions[{second}] coincide at {p[i].tolist()}")


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
    method : "auto" or "direct" (the sum over all pairs). "tree" is not available yet.
    rtol : relative accuracy asked of an approximate method; the direct sum is exact to rounding
    threads : over how many threads the targets are split; the result has the same bits for any number

    Returns
    -------
    forces : (n, 3) N
    torques : (n, 3) N·m

    Raises
    ------
    ValueError
        Wrong shapes, numbers that are not finite, coincident dipoles (saying which), an unknown method.

    Notes
    -----
    Yung, Landecker, Villani, Magn. Electr. Sep. 9, 39 (1998), eq. 7 for the force; τ = m × B.
    """
    if method not in ("auto", "direct"):
        what = "is not available yet" if method == "tree" else "is unknown"
        raise ValueError(f"method {method!r} {what}; use 'auto' or 'direct'")
    if not rtol > 0.0:
        raise ValueError(f"rtol must be above 0, got {rtol!r}")
    if threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads!r}")
    p, m = _dipoles(positions, moments)
    n = len(p)
    force, torque = np.zeros((n, 3)), np.zeros((n, 3))
    if threads == 1 or n < 2 * threads:
        bad = forces_torques_of(0, n, p, m, force, torque)
    else:
        edges = [n * k // threads for k in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            parts = [
                pool.submit(forces_torques_of, first, last, p, m, force, torque)
                for first, last in zip(edges[:-1], edges[1:], strict=True)
            ]
            bad = next((k for k in (part.result() for part in parts) if k >= 0), -1)
    if bad >= 0:
        raise _coincident(p, bad)
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
        Wrong shapes, numbers that are not finite, a point that lies on a dipole.
    """
    at = _vectors("points", points)
    p, m = _dipoles(positions, moments)
    out = np.zeros((len(at), 3))
    bad = field_at(at, p, m, out)
    if bad >= 0:
        raise ValueError(f"points[{bad}] lies on a dipole, where the field has no value")
    return out


def energy(positions: ArrayLike, moments: ArrayLike) -> float:
    """Magnetic energy of n dipoles in each other's field, J; arguments and errors as :func:`forces_torques`."""
    p, m = _dipoles(positions, moments)
    total = float(energy_of(p, m))
    if np.isnan(total):
        forces_torques(p, m)  # says which coincide
    return total
