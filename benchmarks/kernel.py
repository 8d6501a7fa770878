"""Dipole kernels beside C, NumPy and peers: what ``magpuck bench kernel`` measures.

The C reference is ``kernel.c``: the same formula, each pair once, compiled on the spot with gcc -O3 -march=native
-ffast-math into a temporary directory. It works on arrays that lie ready; so does ours.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import numba
import numpy as np

from benchmarks.bars import Bar, at_least, at_most, interleaved, missing
from sim.dipoles import Packed, field, forces_torques
from sim.kernels import pairs
from sim.kernels.tree import sampled

FLAGS = ("-O3", "-march=native", "-ffast-math")
C_BARS = {12: 1.3, 24: 1.3, 100: 1.3, 1000: 1.2, 10_000: 1.2}
KINDS = ("general", "coplanar", "upright")


def cloud(n: int, kind: str) -> tuple[Any, Any]:
    """Return n dipoles anyhow in a box, or in a square, or upright in a square; as dense for every n."""
    rng = np.random.default_rng(n)
    side = n ** (1 / 3) if kind == "general" else n**0.5
    places = rng.uniform(0.0, 0.03 * side, (n, 3))
    moments = rng.normal(0.0, 0.3, (n, 3))
    if kind != "general":
        places[:, 2] = 0.004
    if kind == "upright":
        moments[:, :2] = 0.0
    return places, moments


@contextmanager
def reference() -> Iterator[Any]:
    """Give the compiled C library, or None where it cannot be made."""
    if shutil.which("gcc") is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as directory:
        library = Path(directory) / "kernel.so"
        source = Path(__file__).with_name("kernel.c")
        made = subprocess.run(
            ["gcc", *FLAGS, "-shared", "-fPIC", str(source), "-o", str(library), "-lm"], capture_output=True
        )
        yield ctypes.CDLL(str(library)) if made.returncode == 0 else None


@numba.njit
def _packed_often(n: int, s: Any, deep: Any, tilted: Any, often: int) -> int:
    met = 0
    for _ in range(often):
        met += pairs.packed(n, s, deep, tilted)
    return met


def _beside_c(library: Any, n: int, kind: str, repeats: int) -> tuple[dict[str, float], float]:
    """Time of one sum, ours and C's, s, and by how much they differ."""
    places, moments = cloud(n, kind)
    state = np.ascontiguousarray(np.hstack([places, moments]).T)
    theirs = np.zeros((6, n))
    often = max(1, 1_000_000 // n**2)
    many = getattr(library, f"{kind}_many")
    pointers = (ctypes.c_void_p(state.ctypes.data), ctypes.c_void_p(theirs.ctypes.data))
    works: dict[str, Callable[[], Any]] = {"C": lambda: many(ctypes.c_long(n), *pointers, ctypes.c_long(often))}
    if n <= pairs.STRICT:
        none = {"general": (0, 0), "coplanar": (None, 0), "upright": (None, None)}[kind]
        packed = np.zeros(pairs.packed_length(n))
        packed[: 6 * n] = state.ravel()
        works["ours"] = lambda: _packed_often(n, packed, *none, often)
    else:
        works["ours"] = lambda: [forces_torques(places, moments, method="direct") for _ in range(often)]
    times = interleaved(works, repeats)
    ours = np.hstack(forces_torques(places, moments, method="direct")).T
    return {name: t / often for name, t in times.items()}, float(np.abs(ours - theirs).max() / np.abs(theirs).max())


def _c_bars(quick: bool) -> list[Bar]:
    found = []
    with reference() as library:
        for n, most in C_BARS.items():
            for kind in KINDS:
                name = f"time over C, one thread, {kind}, N = {n}"
                if library is None:
                    found.append(missing(name, "no gcc here", f"≤ {most:g}"))
                elif not (quick and n > 1000):
                    repeats = (20 if quick else 100) if n <= 1000 else 5
                    times, differ = _beside_c(library, n, kind, repeats)
                    note = f"{_time(times['ours'])} against {_time(times['C'])}, they differ by {differ:.0e}"
                    found.append(at_most(name, times["ours"] / times["C"], most, note=note))
    return found


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _thread_bars(quick: bool) -> list[Bar]:
    found = []
    for n in (1000,) if quick else (1000, 10_000):
        places, moments = cloud(n, "general")
        times = interleaved(
            {
                "one": lambda p=places, m=moments: forces_torques(p, m, method="direct"),  # type: ignore[misc]
                "two": lambda p=places, m=moments: forces_torques(p, m, method="direct", threads=2),  # type: ignore[misc]
            },
            30 if n <= 1000 else 8,
        )
        note = f"{_time(times['one'])} and {_time(times['two'])}"
        found.append(at_least(f"two threads against one, N = {n}", times["one"] / times["two"], 1.8, note=note))
    return found


def _call_bars(quick: bool) -> list[Bar]:
    places, moments = cloud(12, "general")
    dipoles = Packed(places, moments)
    times = interleaved(
        {"public": lambda: forces_torques(places, moments), "packed": dipoles}, 50 if quick else 300, 1e-3
    )
    return [
        at_most("public call with its checks, N = 12", times["public"] * 1e6, 5.0, "µs", "arrays of doubles"),
        at_most("packed call from Python, N = 12", times["packed"] * 1e6, 1.0, "µs", "sim.dipoles.Packed"),
    ]


def broadcast(places: Any, moments: Any) -> tuple[Any, Any]:
    """Forces and torques as NumPy's broadcasting gives them: what people write today."""
    r = places[:, None] - places[None]
    r2 = (r**2).sum(-1)
    np.fill_diagonal(r2, 1.0)
    inverse = 1.0 / r2
    r3 = inverse * np.sqrt(inverse)
    a, u = moments[None], moments[:, None]
    ar, ur, au = (a * r).sum(-1), (u * r).sum(-1), (a * u).sum(-1)
    k = 3e-7 * r3 * inverse
    np.fill_diagonal(k, 0.0)
    g = au - 5.0 * ar * ur * inverse
    pair = k[..., None] * (ar[..., None] * u + ur[..., None] * a + g[..., None] * r)
    np.fill_diagonal(r3, 0.0)
    b = 1e-7 * r3[..., None] * (3.0 * (ar * inverse)[..., None] * r - a)
    return pair.sum(1), np.cross(moments, b.sum(1))


def _peer_bars(quick: bool) -> list[Bar]:
    n = 1000
    places, moments = cloud(n, "general")
    times = interleaved(
        {"ours": lambda: forces_torques(places, moments), "numpy": lambda: broadcast(places, moments)},
        3 if quick else 10,
    )
    off = np.abs(forces_torques(places, moments)[0] - broadcast(places, moments)[0]).max()
    off /= np.abs(broadcast(places, moments)[0]).max()
    note = f"{_time(times['ours'])} against {_time(times['numpy'])}, they differ by {off:.0e}"
    found = [at_least("NumPy broadcasting over ours, N = 1000", times["numpy"] / times["ours"], 50.0, note=note)]
    if find_spec("magpylib") is None:
        found.append(missing("magpylib's field over ours", "magpylib is not installed"))
    else:
        found.append(_magpylib(quick))
    found += [
        missing(f"{name} over ours", f"{name} is not {'compared yet' if find_spec(module) else 'installed'}", bar)
        for name, module, bar in (("fmm3dpy", "fmm3dpy", "≥ 10"), ("LAMMPS", "lammps", "≥ 5"))
    ]
    return found


def _magpylib(quick: bool) -> Bar:
    """Field of 200 dipoles at 1000 points: magpylib has no kernel for forces between dipoles alone."""
    import magpylib

    places, moments = cloud(200, "general")
    points = cloud(1000, "general")[0] + 0.5
    dipoles = [magpylib.misc.Dipole(position=p, moment=m) for p, m in zip(places, moments, strict=True)]
    times = interleaved(
        {
            "ours": lambda: field(points, places, moments),
            "magpylib": lambda: magpylib.getB(dipoles, points, sumup=True),
        },
        3 if quick else 10,
    )
    theirs = magpylib.getB(dipoles, points, sumup=True)
    off = np.abs(field(points, places, moments) - theirs).max() / np.abs(theirs).max()
    note = f"{_time(times['ours'])} against {_time(times['magpylib'])}, they differ by {off:.0e}"
    return Bar(
        "magpylib's field over ours, 200 dipoles, 1000 points",
        times["magpylib"] / times["ours"],
        "times",
        "",
        None,
        note,
    )


def _growth_bars(quick: bool) -> list[Bar]:
    """The tree: errors on 200 sampled targets, and how its time grows."""
    found = []
    rtol = 1e-5
    for kind in ("coplanar", "general"):
        sizes = [1000, 10_000, 100_000] if quick else [1000, 10_000, 100_000, 1_000_000]
        times = []
        for n in sizes:
            places, moments = cloud(n, kind)
            best = float("inf")
            for _ in range(3 if n <= 10_000 else 2 if n <= 100_000 else 1):
                begun = perf_counter()
                ours = forces_torques(places, moments, rtol=rtol)
                best = min(best, perf_counter() - begun)
            times.append(best)
            source = np.ascontiguousarray(np.hstack([places, moments]).T)
            targets = np.unique(np.linspace(0, n - 1, 200).astype(np.int64))
            exact = np.empty((2, len(targets), 3))
            sampled(targets, n, source, exact, 0, 0)
            error = 0.0
            for a, b in zip(ours, exact, strict=True):
                squares = (a**2).sum(axis=1)
                off = ((a[targets] - b) ** 2).sum(axis=1).mean()
                error = max(error, float(np.sqrt(off / min(np.median(squares), squares.mean()))))
            found.append(
                at_most(f"error, {kind}, N = {n}, rtol = {rtol:g}", error, rtol, "", f"{_time(best)}, one thread")
            )
        # the direct sum below the crossover grows as N²
        above = slice(1 if kind == "coplanar" else 2, None)
        if len(sizes[above]) > 1:
            slope = float(np.polyfit(np.log(sizes[above]), np.log(times[above]), 1)[0])
            found.append(at_most(f"growth above the crossover, {kind}", slope, 1.15, "(exponent)"))
    return found


def bars(quick: bool) -> list[Bar]:
    """Measure everything."""
    return [*_c_bars(quick), *_thread_bars(quick), *_call_bars(quick), *_peer_bars(quick), *_growth_bars(quick)]
