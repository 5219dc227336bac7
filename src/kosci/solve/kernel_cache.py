"""Where machine code is kept between runs: a folder named by the source that went into it.

numba looks only at the file a kernel stands in to see whether what it kept still holds.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numba
from numba.extending import intrinsic
from platformdirs import user_cache_path

_SOURCES = (
    *("lanes.py", "rerolls.py", "kernel.py", "kernel_batch.py", "lattice.py", "tables.py"),
    *("race_kernels.py", "race_tables.py"),
    *("kernel_flow.py", "kernel_flow_turn.py", "flow_room.py", "kernel_spread.py", "spread_room.py"),
    *("kernel_play.py", "kernel_race_play.py", "simulate_cards.py", "simulate_dice.py", "simulate_rolls.py"),
)


def compiled(function: Callable[..., Any]) -> Any:
    """The function as machine code, made when it is first called and kept if the folder can be written."""
    folder = kernel_folder()
    is_kept = _can_write(folder)
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder) if is_kept else before
    try:
        return _njit(cache=is_kept)(function)
    finally:
        config.CACHE_DIR = before


def inlined(function: Callable[..., Any]) -> Any:
    """The function as a part of those that call it."""
    return _njit(inline="always")(function)


def operation(function: Callable[..., Any]) -> Any:
    """The function, which gives the type of a call and what writes out its code, as a call in compiled functions."""
    return intrinsic(function)


def _njit(**options: Any) -> Any:
    # No reference to the arrays given is counted: that would cost more than the arithmetic.
    njit: Any = numba.njit
    return njit(nogil=True, _nrt=False, error_model="numpy", **options)


@cache
def kernel_folder() -> Path:
    """Where the machine code of these sources is kept."""
    source = b"\0".join((files("kosci.solve") / name).read_bytes() for name in _SOURCES)
    return user_cache_path("kosci") / "kernels" / hashlib.sha256(source).hexdigest()[:16]


def is_kept(kernel: str) -> bool:
    """Whether the machine code of a kernel, named as in `kernel.solve_items`, was made on this machine before."""
    return any(kernel_folder().rglob(f"{kernel}-*.nbi"))


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
