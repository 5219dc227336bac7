"""The solutions of a running program: every game solved once, those asked for last at hand.

Safe to ask from any thread; whoever asks for a game that is being solved waits for it.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal, TypeVar

from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.solve.advisor import Advisor
from kosci.solve.kept import KeptSolutions
from kosci.solve.race import RaceSolution, solve_race
from kosci.solve.race_advisor import RaceAdvisor
from kosci.solve.race_kept import found_race, race_solution
from kosci.solve.race_model import turn_model
from kosci.solve.race_spread import turns_alone
from kosci.solve.race_turn import TurnTable, turn_table
from kosci.solve.solution import Solution
from kosci.solve.solver import solve
from kosci.solve.spread import Distribution, distribution
from kosci.solve.spread_kept import found_distribution, kept_distribution
from kosci.variants import Rules, fingerprint

Progress = Callable[[float], None]
Ask = Callable[[Literal["solve", "spread"], Rules, Progress], None]
Known = Advisor | RaceAdvisor | TurnTable | Distribution
T = TypeVar("T")
_MOST_HELD = 12  # a solution takes 3 to 40 MB
_SOLVING = 0.2  # about the share of solving in finding the distribution of a game


def _silent(_: float) -> None:
    return


def _nobody(_kind: str, _rules: Rules, _progress: Progress) -> None:
    """There is nobody to ask: what is not kept is solved here."""


@dataclass(slots=True, eq=False)
class Library:
    """Advisors by game, from disk or newly solved.

    `ask` is called before anything is solved that is not on disk, in the thread that waits for it: another process may
    do it meanwhile, and what it keeps is taken from the disk.
    """

    kept: KeptSolutions
    most_held: int = _MOST_HELD
    ask: Ask = _nobody
    _held: OrderedDict[str, Known] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _solving: defaultdict[str, Lock] = field(default_factory=lambda: defaultdict(Lock))

    def sheet(self, game: Scorecard, progress: Progress = _silent) -> Advisor:
        """The advisor of a sheet game, which may have to be solved first; `progress` runs from 0 to 1."""

        def made() -> Advisor:
            def anew(rules: Scorecard) -> Solution:
                self.ask("solve", rules, progress)
                return self._by_others(lambda: self.kept.found(rules)) or solve(rules, progress=progress)

            def solved(rules: Scorecard) -> Solution:
                return self.kept.solution(rules, anew)

            return Advisor(solved(game), solve=solved)

        found = self._known(fingerprint(game), made)
        assert isinstance(found, Advisor)
        return found

    def race(self, game: Race, progress: Progress = _silent) -> RaceAdvisor:
        """The advisor of a race of one or two players, solved first if it must be; RaceNotSolvedError if it cannot."""

        def solved(game: Race) -> RaceSolution:
            self.ask("solve", game, progress)
            return self._by_others(lambda: found_race(self.kept, game)) or solve_race(game, progress=progress)

        found = self._known(fingerprint(game), lambda: RaceAdvisor(race_solution(self.kept, game, solved)))
        assert isinstance(found, RaceAdvisor)
        return found

    def turn(self, game: Race) -> TurnTable:
        """What turns of a race that are played for their points may bring."""
        found = self._known(f"{fingerprint(game)}-turn", lambda: turn_table(turn_model(game)))
        assert isinstance(found, TurnTable)
        return found

    def distribution(self, game: Scorecard, progress: Progress = _silent) -> Distribution:
        """How likely every final total of a sheet game is under best play; the game is solved first if it must be."""

        def found() -> Distribution:
            self.ask("spread", game, progress)
            by_others = self._by_others(lambda: found_distribution(self.kept, game))
            return by_others or here()

        def here() -> Distribution:
            solution, _ = self.sheet(game, lambda done: progress(_SOLVING * done)).solved(game.empty_card())
            return distribution(solution, progress=lambda done: progress(_SOLVING + (1 - _SOLVING) * done))

        known = self._known(f"{fingerprint(game)}-chances", lambda: kept_distribution(self.kept, game, found))
        assert isinstance(known, Distribution)
        return known

    def turns_alone(self, game: Race, progress: Progress = _silent) -> Distribution:
        """How likely best play of a race needs how many turns alone; RaceNotSolvedError as for `race`."""
        known = self._known(f"{fingerprint(game)}-turns", lambda: turns_alone(self.race(game, progress).solution))
        assert isinstance(known, Distribution)
        return known

    def found_distribution(self, game: Scorecard) -> Distribution | None:
        """The distribution where it is at hand or kept on disk; nothing is solved."""
        held = self._at_hand(f"{fingerprint(game)}-chances")
        return held if isinstance(held, Distribution) else found_distribution(self.kept, game)

    def _by_others(self, find: Callable[[], T | None]) -> T | None:
        """What another process has kept meanwhile, if there is one to ask."""
        return None if self.ask is _nobody else find()

    def holds(self, game: Rules) -> bool:
        """Whether the game's advisor is at hand, with nothing to wait for."""
        with self._lock:
            return fingerprint(game) in self._held

    def _known(self, key: str, make: Callable[[], Known]) -> Known:
        held = self._at_hand(key)
        if held is not None:
            return held
        with self._lock:
            alone = self._solving[key]
        with alone:
            held = self._at_hand(key) or make()
            with self._lock:
                self._held[key] = held
                self._held.move_to_end(key)
                self._solving.pop(key, None)
                while len(self._held) > self.most_held:
                    self._held.popitem(last=False)
        return held

    def _at_hand(self, key: str) -> Known | None:
        with self._lock:
            held = self._held.get(key)
            if held is not None:
                self._held.move_to_end(key)
            return held
