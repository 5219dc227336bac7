"""Eight numbers side by side, as numba knows no such thing: their type, and what can be done with them.

LLVM cannot prove that rows of one array do not overlap, so plain loops would not become vector instructions.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import models, register_model

from kosci.solve.kernel_cache import operation
from kosci.solve.tables import LANES

VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_FLAGS = ir.VectorType(ir.IntType(1), LANES)


class LanesType(types.Type):
    """A number in each lane."""

    def __init__(self) -> None:
        super().__init__(name="kosci_lanes")


_lanes = LanesType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    at = context.cast(builder, arguments[1], signature.args[1], types.intp)
    return builder.bitcast(builder.gep(data, [at], inbounds=True), VECTOR.as_pointer())


@operation
def load(_typing, array, at):
    """The numbers of an array from `at` on."""

    def code(context, builder, signature, arguments):
        return builder.load(_pointer(context, builder, signature, arguments), align=8)

    return _lanes(array, at), code


@operation
def pick(_typing, array, start, places, first):
    """The numbers of an array at eight places, which count from `start` and stand in another array from `first` on."""

    def code(context, builder, signature, arguments):
        source, start, places, first = arguments
        numbers = context.make_array(signature.args[0])(context, builder, source).data
        where = context.make_array(signature.args[2])(context, builder, places).data
        start = context.cast(builder, start, signature.args[1], types.intp)
        first = context.cast(builder, first, signature.args[3], types.intp)
        found = ir.Constant(VECTOR, ir.Undefined)
        for lane in range(LANES):
            step = builder.load(builder.gep(where, [builder.add(first, ir.Constant(first.type, lane))], inbounds=True))
            at = builder.add(start, context.cast(builder, step, signature.args[2].dtype, types.intp))
            number = builder.load(builder.gep(numbers, [at], inbounds=True))
            found = builder.insert_element(found, number, ir.IntType(32)(lane))
        return found

    return _lanes(array, start, places, first), code


@operation
def store(_typing, array, at, lanes):
    """Write the lanes into an array from `at` on."""

    def code(context, builder, signature, arguments):
        builder.store(arguments[2], _pointer(context, builder, signature, arguments), align=8)
        return context.get_dummy_value()

    return types.void(array, at, lanes), code


@operation
def plus(_typing, one, other):
    """The sum in each lane."""
    return _lanes(one, other), lambda _context, builder, _signature, arguments: builder.fadd(*arguments)


@operation
def times(_typing, one, other):
    """The product in each lane."""
    return _lanes(one, other), lambda _context, builder, _signature, arguments: builder.fmul(*arguments)


@operation
def higher(_typing, one, other):
    """The higher number in each lane."""

    def code(_context, builder, _signature, arguments):
        return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

    return _lanes(one, other), code


@operation
def everywhere(_typing, number):
    """The same number in every lane."""

    def code(_context, builder, _signature, arguments):
        unset = ir.Constant(VECTOR, ir.Undefined)
        first = builder.insert_element(unset, arguments[0], ir.IntType(32)(0))
        return builder.shuffle_vector(first, unset, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES))

    return _lanes(types.float64), code


@operation
def same(_typing, one, other):
    """In which lanes the numbers are equal, as bits."""

    def code(_context, builder, _signature, arguments):
        return _as_bits(builder, builder.fcmp_ordered("==", *arguments))

    return types.int64(one, other), code


@operation
def at_least(_typing, one, other):
    """In which lanes the one is not below the other, as bits."""

    def code(_context, builder, _signature, arguments):
        return _as_bits(builder, builder.fcmp_ordered(">=", *arguments))

    return types.int64(one, other), code


@operation
def only(_typing, bits, lanes):
    """The numbers in the lanes of these bits, 0 in the others."""

    def code(_context, builder, _signature, arguments):
        flags = builder.bitcast(builder.trunc(arguments[0], ir.IntType(LANES)), _FLAGS)
        return builder.select(flags, arguments[1], ir.Constant(VECTOR, [0.0] * LANES))

    return _lanes(types.int64, lanes), code


def _as_bits(builder: Any, flags: Any) -> Any:
    return builder.zext(builder.bitcast(flags, ir.IntType(LANES)), ir.IntType(64))
