"""Compiling inner loops so that they vectorise: pointers that are told apart, and spills that are aligned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numba
from numba.core import types
from numba.core.compiler import Compiler
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")


class _Apart(Compiler):
    """Compile with the promise that what the pointers among the arguments point to does not overlap."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)  # type: ignore[no-untyped-call]
        self.state.flags = self.state.flags.copy()
        self.state.flags.noalias = True


def apart(flags: set[str]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that compiles an inner loop over pointers (see :func:`at`), none of which overlap.

    `flags` are what LLVM may do to the arithmetic: none for strict IEEE, so that bits are the same on every x86-64.
    To be called by kernels only, as what :func:`sim.kernels.jit.inner` compiles.
    """
    bare: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        compiled: Callable[P, R] = numba.njit(
            pipeline_class=_Apart, error_model="numpy", fastmath=flags or False, **bare
        )(function)
        return compiled

    return decorate


def _at(_context: Any, array: Any, _offset: Any) -> Any:
    """Pointer to element `offset` of a contiguous array of doubles, counted from its first."""
    signature = types.CPointer(types.float64)(array, types.intp)  # type: ignore[no-untyped-call]

    def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        whole = context.make_array(signature.args[0])(context, builder, values[0])
        return builder.gep(whole.data, [values[1]])

    return signature, codegen


def _aligned_spills(_context: Any) -> Any:
    """Align the stack of the enclosing function to 32 bytes: a spilt vector that crosses a cache line is slow."""

    def codegen(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
        builder.function.attributes.alignstack = 32
        return context.get_dummy_value()

    return types.void(), codegen


at: Any = intrinsic(_at)
aligned_spills: Any = intrinsic(_aligned_spills)
