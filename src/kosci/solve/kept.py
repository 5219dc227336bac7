"""Solutions kept on disk, so that a game is solved once a machine.

A file is trusted only if it is whole; whatever is wrong with one, the game is solved again.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from platformdirs import user_cache_path

from kosci.engine.scorecard import Scorecard
from kosci.solve.compiled import compile_rules
from kosci.solve.errors import SolveError
from kosci.solve.solution import SOLVER_VERSION, Solution
from kosci.solve.tables import Floats
from kosci.variants import fingerprint

MOST_BYTES = 2_000_000_000
_NUMBERS = "<f8"

T = TypeVar("T")
Notice = Callable[[SolveError], None]
Solve = Callable[[Scorecard], Solution]


@dataclass(frozen=True, slots=True)
class KeptSolutions:
    """A folder of solutions, of which those used longest ago go first when there are more than `most_bytes`.

    `notice` is told what is wrong with a file, or why none can be written; the solution is given all the same.
    """

    folder: Path
    notice: Notice = lambda _: None
    most_bytes: int = MOST_BYTES

    def solution(self, rules: Scorecard, solve: Solve) -> Solution:
        """The solution of a game: the one that is kept, or a new one, which is kept from now on."""
        return self.kept(self.path(rules), lambda data: _parsed(rules, data), lambda: solve(rules), _packed)

    def found(self, rules: Scorecard) -> Solution | None:
        """The solution of a game that is kept; None where it would have to be solved."""
        return self.read(self.path(rules), lambda data: _parsed(rules, data))

    def kept(self, path: Path, parse: Callable[[bytes], T], solve: Callable[[], T], pack: Callable[[T], bytes]) -> T:
        """What `parse` makes of the file; if it is missing or damaged, what `solve` gives, kept as `pack` writes it.

        `parse` raises ValueError where the file holds something else.
        """
        kept = self.read(path, parse)
        if kept is not None:
            return kept
        solution = solve()
        try:
            _write(path, pack(solution))
            self._trim(path)
        except OSError as error:
            why = error.strerror or str(error)
            message = f"the solution cannot be kept in {str(path)!r}: {why}"
            self.notice(SolveError("solution-not-kept", message, path=str(path), why=why))
        return solution

    def path(self, rules: Scorecard) -> Path:
        """Where the solution of a game is kept: by its rules with all options, and by the solver's version."""
        return self.folder / f"{fingerprint(rules)}-{SOLVER_VERSION}.values"

    def read(self, path: Path, parse: Callable[[bytes], T]) -> T | None:
        """What `parse` makes of the file; None if it is missing or damaged, which `notice` is told."""
        try:
            solution = parse(_checked(path.read_bytes()))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError) as error:
            message = f"the solution in {str(path)!r} is damaged, {error}: the game is solved again"
            self.notice(SolveError("solution-damaged", message, path=str(path), why=str(error)))
            return None
        with suppress(OSError):  # read-only folders may be used
            os.utime(path)
        return solution

    def _trim(self, newest: Path) -> None:
        """Remove the solutions used longest ago until the others fit."""
        found = [(path.stat(), path) for path in self.folder.iterdir() if path != newest]
        room = self.most_bytes - newest.stat().st_size
        for stat, path in sorted(found, key=lambda one: -one[0].st_mtime_ns):
            room -= stat.st_size
            if room < 0:
                path.unlink(missing_ok=True)


def usual_folder() -> Path:
    """Where the user's solutions are kept."""
    return user_cache_path("kosci") / "solutions"


def _write(path: Path, data: bytes) -> None:
    """Write all or nothing: nobody ever reads half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", delete=False) as file:
        try:
            file.write(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise


def _checked(data: bytes) -> bytes:
    """What a file holds after its checksum; ValueError where it is not as it was written."""
    checksum, _, rest = data.partition(b"\n")
    if hashlib.sha256(rest).hexdigest().encode() != checksum:
        raise ValueError("its checksum is wrong")
    return rest


def _packed(solution: Solution) -> bytes:
    head = {"count": solution.game.size, "seconds": solution.seconds, "cpu_seconds": solution.cpu_seconds}
    values = solution.values[: solution.game.size].astype(_NUMBERS).tobytes()
    return json.dumps(head).encode() + b"\n" + values


def _parsed(rules: Scorecard, data: bytes) -> Solution:
    """The solution that bytes hold; ValueError where they are of another game."""
    text, _, values = data.partition(b"\n")
    head = json.loads(text)
    game = compile_rules(rules)
    if head["count"] != game.size or len(values) != 8 * game.size:
        raise ValueError("it holds another game")
    numbers: Floats = np.frombuffer(values, _NUMBERS).astype(np.float64)
    numbers.flags.writeable = False
    return Solution(game, numbers, head["seconds"], head["cpu_seconds"])
