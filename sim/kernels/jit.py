"""The one way kernels are compiled: strict IEEE arithmetic, cached on disk, typed for mypy."""

from __future__ import annotations

from collections.abc import Callable
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
    compiled: Callable[P, R] = numba.njit(cache=True, error_model="numpy", fastmath=False)(function)
    return compiled


def shared_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile as :func:`kernel` does, and let go of Python's lock meanwhile: threads can share the work."""
    compiled: Callable[P, R] = numba.njit(cache=True, error_model="numpy", fastmath=False, nogil=True)(
        function
    )
    return compiled


@intrinsic  # type: ignore[untyped-decorator]
def kept_apart(_typing_context: Any) -> Any:
    """Keep the enclosing function a function: LLVM would copy it into each caller, and compile it once for each."""

    def codegen(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), codegen
