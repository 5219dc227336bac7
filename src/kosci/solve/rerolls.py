"""The two steps of a roll as machine code: means over the next die, and the best of what may be kept.

Both are written out without loops, 1,260 sums or comparisons, in an order that keeps numbers at hand.
"""

from typing import Any

from llvmlite import ir
from numba import types

from kosci.solve.kernel_cache import operation
from kosci.solve.lanes import VECTOR
from kosci.solve.lattice import lattice
from kosci.solve.tables import LANES

_DICE = lattice(5)
FIRST_HAND = _DICE.first_hand


class _Cells:
    """The keeps in memory while code is written out: each is read once within a group."""

    def __init__(self, context: Any, builder: Any, kind: Any, cells: Any) -> None:
        self._builder = builder
        self._start = builder.bitcast(context.make_array(kind)(context, builder, cells).data, VECTOR.as_pointer())
        self._read: dict[int, Any] = {}

    def forget(self) -> None:
        """Begin a new group."""
        self._read.clear()

    def read(self, keep: int) -> Any:
        if keep not in self._read:
            self._read[keep] = self._builder.load(self._at(keep), align=8)
        return self._read[keep]

    def write(self, keep: int, lanes: Any) -> None:
        self._builder.store(lanes, self._at(keep), align=8)

    def _at(self, keep: int) -> Any:
        return self._builder.gep(self._start, [ir.Constant(ir.IntType(64), keep)], inbounds=True)


@operation
def average(_typing, cells):
    """For each keep the mean over the die that is rolled next, the largest keeps first."""

    def code(context, builder, signature, arguments):
        found = _Cells(context, builder, signature.args[0], arguments[0])
        sixth = ir.Constant(VECTOR, [1.0 / 6.0] * LANES)
        for size in range(_DICE.dice - 1, -1, -1):
            for group in _DICE.groups(size, 1):
                found.forget()
                for keep in group:
                    low, middle, high = (
                        builder.fadd(found.read(one), found.read(other))
                        for one, other in zip(_DICE.more[keep, ::2], _DICE.more[keep, 1::2], strict=True)
                    )
                    found.write(keep, builder.fmul(builder.fadd(builder.fadd(low, middle), high), sixth))
        return context.get_dummy_value()

    return types.void(cells), code


@operation
def best(_typing, cells):
    """For each hand the best of its keeps, by way of the best of every smaller keep."""

    def code(context, builder, signature, arguments):
        found = _Cells(context, builder, signature.args[0], arguments[0])
        for size in range(1, _DICE.dice + 1):
            for group in _DICE.groups(size, 2):
                found.forget()
                for keep in group:
                    highest = found.read(keep)
                    for smaller in _DICE.smaller(keep):
                        other = found.read(smaller)
                        highest = builder.select(builder.fcmp_ordered(">", highest, other), highest, other)
                    found.write(keep, highest)
        return context.get_dummy_value()

    return types.void(cells), code
