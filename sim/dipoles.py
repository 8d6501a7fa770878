"""Point dipoles: forces, torques, field and energy. Checks here, arithmetic in :mod:`sim.kernels`."""

from __future__ import annotations

from operator import index
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from sim.kernels.dipole import energy_of, field_at
from sim.kernels.pairs import STRICT, coincident, few, finished, packed, packed_length, prepared, strip, survey
from sim.threads import shared_out
from sim.values import Floats

_FLAT_ABOVE, _DEEP_ABOVE = 4000, 30000
"""Number of dipoles above which "auto" takes the tree at its usual accuracy: in one plane, and in space."""


class _Kind(NamedTuple):
    """What compiled functions are told apart by: None leaves out what is zero for all dipoles."""

    deep: int | None
    tilted: int | None


_KINDS = (_Kind(None, None), _Kind(None, 0), _Kind(0, 0))


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
        "direct" sums over all pairs; "tree" takes far dipoles together, if there are more than 128; "auto" does
        whichever is faster.
    rtol : float
        Error that "tree" may make: the root mean square over all dipoles of the error of the force, relative to the
        median force (to the root mean square force, if that is less), and likewise for torques. It is measured on a
        sample of the dipoles, and if it is missed they are summed again more finely, in the end over all pairs. The
        direct sum makes no error but rounding, and does not read it.
    threads : int
        Over how many threads the work is shared out. The result has the same bits for any number.

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
    Yung, Landecker, Villani, Magnetic and Electrical Separation 9, 39 (1998) for the force; τ = m × B. Up to 128
    dipoles the direct sum is strict IEEE arithmetic: the same bits on every x86-64 machine. Above, and in the tree,
    products and sums may contract or be reordered: the same bits on one machine.

    Examples
    --------
    Two pucks side by side, both facing up, push each other apart:

    >>> forces, torques = forces_torques([[0, 0, 0], [0.03, 0, 0]], [[0, 0, 0.4], [0, 0, 0.4]])
    >>> round(float(forces[1, 0]), 6)
    0.059259
    """
    if method not in ("auto", "direct", "tree"):
        raise ValueError(f"method {method!r} is unknown; use 'auto', 'direct' or 'tree'")
    if not rtol > 0.0:
        raise ValueError(f"rtol must be above 0, got {rtol!r}")
    workers = _workers(threads)
    p, m, kind = _surveyed(positions, moments)
    n = len(p)
    if n == 0:
        return np.zeros((0, 3)), np.zeros((0, 3))
    out: Floats | None = None
    if n > STRICT and (method == "tree" or (method == "auto" and _tree_pays(n, kind, rtol))):
        from sim.treecode import by_tree

        out = by_tree(p, m, kind, rtol, workers)
        if out is not None:
            _check_range(np.hstack([out[0], out[1]]), "the force on positions")
    if out is None:
        out = _direct(p, m, kind, workers)
    return out[0], out[1]


def _direct(p: Floats, m: Floats, kind: _Kind, workers: int) -> Floats:
    """Forces and torques (2, n, 3) over all pairs."""
    n = len(p)
    out = np.empty((2, n, 3))
    if n <= STRICT:
        met = few(p, m, out, *kind)
    else:
        work, parts = prepared(p, m)
        met = sum(shared_out(lambda part: strip(part, n, work, *kind), parts, workers))
        if not met:
            met = finished(n, work, out, kind.tilted)
    if met > 0:
        raise _coincident(p)
    if met < 0:
        _check_range(np.hstack([out[0], out[1]]), "the force on positions")
    return out


def _tree_pays(n: int, kind: _Kind, rtol: float) -> bool:
    """Say whether the tree is likely faster: measured at 1e-6, and guessed from there for other digits."""
    digits = max(3.0, -float(np.log10(rtol)))
    usual = _FLAT_ABOVE * (digits / 6.0) if kind.deep is None else _DEEP_ABOVE * (digits / 6.0) ** 2
    return n > usual


class Packed:
    """Up to 128 dipoles that are summed again and again, without checks: for loops of one's own.

    Parameters
    ----------
    positions : (n, 3) m
    moments : (n, 3) A·m²

    Attributes
    ----------
    state : (6, n)
        x, y, z (m), mx, my, mz (A·m²); write into it. Dipoles that lay in one horizontal plane must stay in one, and
        upright ones in one upright: what was zero for all is left out of the sum.
    result : (6, n)
        Fx, Fy, Fz (N), τx, τy, τz (N·m), as the last call left them.

    Raises
    ------
    ValueError
        As :func:`forces_torques`; more than 128 dipoles, or none.

    Examples
    --------
    >>> pair = Packed([[0, 0, 0], [0.03, 0, 0]], [[0, 0, 0.4], [0, 0, 0.4]])
    >>> pair.state[0, 1] = 0.025
    >>> pair()
    0
    >>> round(float(pair.result[0, 1]), 5)
    0.12288
    """

    __slots__ = ("_all", "_deep", "_n", "_tilted", "result", "state")

    def __init__(self, positions: ArrayLike, moments: ArrayLike) -> None:
        p, m, kind = _surveyed(positions, moments)
        if not 0 < len(p) <= STRICT:
            raise ValueError(f"between 1 and {STRICT} dipoles can be packed, got {len(p)}")
        n = self._n = len(p)
        self._deep, self._tilted = kind
        self._all = np.zeros(packed_length(n))
        self.state, self.result = self._all[: 12 * n].reshape(2, 6, n)
        self.state[:3], self.state[3:] = p.T, m.T

    def __call__(self) -> int:
        """Work out `result` from `state`; return 0, or how many pairs coincide, which leaves the result undefined."""
        return packed(self._n, self._all, self._deep, self._tilted)


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
        raise _coincident(p)
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


_DOUBLE = np.dtype(np.float64)


def _surveyed(positions: Any, moments: Any) -> tuple[Floats, Floats, _Kind]:
    """Return arrays for the kernels, and of which kind the dipoles are.

    Arrays that can be read as they are are taken without a copy, and looked over once in compiled code: the checks
    of :func:`_dipoles` would take several times as long as the sum of a dozen dipoles.
    """
    for values in (positions, moments):
        if not (
            type(values) is np.ndarray
            and values.dtype is _DOUBLE
            and values.ndim == 2
            and values.shape[1] == 3
            and values.flags.carray
        ):
            positions, moments = _dipoles(positions, moments)
            break
    if len(positions) != len(moments):
        raise ValueError(f"positions and moments must be as many, got {len(positions)} and {len(moments)}")
    kind, bad = survey(positions, moments)
    if bad >= 0:
        _dipoles(positions, moments)  # says which
    return positions, moments, _KINDS[kind]


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


def _coincident(p: Floats) -> ValueError:
    first, second = coincident(p)
    return ValueError(f"positions[{first}] and positions[{second}] coincide at {p[first].tolist()}")


def _check_range(rows: Floats, what: str) -> None:
    bad = np.nonzero(~np.isfinite(rows).all(axis=1))[0]
    if bad.size:
        raise ValueError(f"{what}[{bad[0]}] is beyond the range of a float")
