"""The one way kernels are compiled: strict IEEE arithmetic, cached on disk, typed for mypy."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
from numba.core import types
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile with numba, without fast-math, so that a result is the same bits on every x86-64 machine.

    ``error_model="numpy"`` lets a division stand without a branch for zero; callers keep zero out.
    """
    compiled: Callable[P, R] = stamped(numba.njit(cache=True, error_model="numpy", fastmath=False)(function))
    return compiled


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """Compile as :func:`kernel`, to be called by kernels only: what calls it is cached and holds a copy of it.

    With a cache of its own it would be turned into machine code once more for itself and once for each level above.
    """
    # Python never calls it, so it needs none of the wrappers for that
    bare: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    compiled: Callable[P, R] = numba.njit(error_model="numpy", fastmath=False, **bare)(function)
    return compiled


def merged(function: Callable[P, R]) -> Callable[P, R]:
    """Compile as :func:`inner`, as part of the caller: for short functions whose arguments are costly to pass."""
    compiled: Callable[P, R] = numba.njit(error_model="numpy", fastmath=False, inline="always")(function)
    return compiled


@cache
def _sources() -> tuple[str, int]:
    """Digest and size of all kernels' sources."""
    text = b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    return hashlib.sha256(text).hexdigest(), len(text)


def stamped(compiled: Any) -> Any:
    """Stamp a compiled function's disk cache with the sources of all kernels, not of its own file alone.

    A kernel holds copies of the kernels it calls. Numba looks only at the file a function stands in, so that a change
    in another one would go unseen and the old copy be run.
    """
    compiled._cache._cache_file._source_stamp = _sources()
    return compiled


def shared_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile as :func:`kernel` does, and let go of Python's lock meanwhile: threads can share the work."""
    compiled: Callable[P, R] = stamped(
        numba.njit(cache=True, error_model="numpy", fastmath=False, nogil=True)(function)
    )
    return compiled


def _kept_apart(_typing_context: Any) -> Any:
    """Keep the enclosing function a function: LLVM would copy it into each caller, and compile it once for each."""

    def codegen(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), codegen


kept_apart: Any = intrinsic(_kept_apart)
