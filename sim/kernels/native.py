"""Calling pymunk's exported C functions from compiled code, by address.

An address travels as a ``uint64`` argument, so that compiled code holds none and can be cached on disk. Only pointers
and doubles are passed: no structure of the library is read or written here.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _caller(argument_types: tuple[Any, ...]) -> Any:
    """Return an intrinsic that calls ``void f(arguments…)`` at an address."""

    def typing(_context: Any, address: Any, *arguments: Any) -> Any:
        signature = types.void(types.uint64, *argument_types)

        def codegen(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            native = [ir.DoubleType() if t is types.float64 else ir.IntType(64) for t in argument_types]
            function = ir.FunctionType(ir.VoidType(), native)
            builder.call(builder.inttoptr(values[0], function.as_pointer()), values[1:])
            return context.get_dummy_value()

        return signature, codegen

    return typing


def _call_pointer_double(typing_context: Any, address: Any, pointer: Any, number: Any) -> Any:
    """``void f(void *, double)`` at `address`."""
    return _caller((types.uint64, types.float64))(typing_context, address, pointer, number)


def _call_two_pointers(typing_context: Any, address: Any, first: Any, second: Any) -> Any:
    """``void f(void *, void *)`` at `address`."""
    return _caller((types.uint64, types.uint64))(typing_context, address, first, second)


def _call_three_pointers(typing_context: Any, address: Any, first: Any, second: Any, third: Any) -> Any:
    """``void f(void *, void *, void *)`` at `address`."""
    return _caller((types.uint64, types.uint64, types.uint64))(typing_context, address, first, second, third)


call_pointer_double: Any = intrinsic(_call_pointer_double)
call_two_pointers: Any = intrinsic(_call_two_pointers)
call_three_pointers: Any = intrinsic(_call_three_pointers)
