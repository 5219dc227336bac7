"""What `kosci solve` and `kosci advise` do for Tysiąc.

Only reading of what was typed and printing; values come from the solver.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kosci.commands.asked import print_json, whole_number
from kosci.commands.errors import CommandError
from kosci.commands.solving import check_installed, kept_solutions, solving

if TYPE_CHECKING:
    from kosci.engine.race import Race
    from kosci.locale.words import Words
    from kosci.solve.options import Option
    from kosci.solve.race import RaceSolution
    from kosci.solve.spread import Distribution

_MOST_TURN = 100_000  # ten times the farthest target


@dataclass(frozen=True, slots=True)
class TypedStanding:
    """Where a player of Tysiąc stands, as it was typed."""

    banked: str | None
    turn: str | None
    dice_left: str | None
    opponent: str | None

    @property
    def given(self) -> str | None:
        """The first of these options that was typed."""
        named = {"--banked": self.banked, "--turn": self.turn, "--dice-left": self.dice_left}
        named["--opponent"] = self.opponent
        return next((f"{option} {text}" for option, text in named.items() if text is not None), None)


@dataclass(frozen=True, slots=True)
class Standing:
    """Points banked, points of the turn, dice left to roll; and what the other player has banked, if there is one."""

    banked: int
    turn: int
    dice_left: int
    opponent: int | None


def solve_race(words: "Words", game: "Race", *, spread: bool, as_json: bool) -> None:
    """Say what the best play of a race comes to, and how likely every number of turns alone is."""
    from kosci.commands.spreading import PERCENTILES, as_data

    found = _solution(words, game)
    turns = _turns_alone(found) if spread else None
    if as_json:
        names = ("turn_mean", "solo_turns", "first_wins", "seconds", "cpu_seconds", "states", "table_bytes")
        told = {name: getattr(found, name) for name in names}
        print_json(told if turns is None else {**told, "distribution": as_data(turns)})
        return
    from kosci.tui.race_advice import show_race
    from kosci.tui.spread import show_turns
    from kosci.tui.terminal import open_terminal

    if turns is None:
        show_race(open_terminal(), words, found)
    else:
        show_turns(open_terminal(), words, turns, PERCENTILES)


def advise_race(words: "Words", game: "Race", typed: TypedStanding, *, as_json: bool) -> None:
    """Say what banking and rolling on are worth."""
    check_installed()
    from kosci.solve.race_advisor import RaceAdvisor
    from kosci.solve.race_model import check_solved, turn_model

    check_solved(game)
    standing = _standing(game, typed, turn_model(game).step)
    advisor = RaceAdvisor(_solution(words, game))
    options = advisor.standing(standing.banked, standing.turn, standing.dice_left, standing.opponent)
    if as_json:
        measure = "turns_to_target" if standing.opponent is None else "chance_to_win"
        print_json({"measure": measure, "options": [_told(option) for option in options]})
        return
    from kosci.tui.race_advice import show_standing
    from kosci.tui.terminal import open_terminal

    show_standing(open_terminal(), words, options, is_alone=standing.opponent is None)


def _solution(words: "Words", game: "Race") -> "RaceSolution":
    check_installed()
    from kosci.solve.race_kept import race_solution

    def solve(game: "Race") -> "RaceSolution":
        from kosci.solve.race import solve_race as solved

        with solving(words, "race_kernels.duel") as progress:
            return solved(game, progress=progress)

    return race_solution(kept_solutions(words), game, solve)


def _turns_alone(found: "RaceSolution") -> "Distribution":
    from kosci.solve.race_spread import turns_alone

    return turns_alone(found)


def _standing(game: "Race", typed: TypedStanding, step: int) -> Standing:
    if typed.banked is None:
        raise CommandError("banked-missing", "how many points are banked? write --banked 250")
    banked = _points("--banked", typed.banked, game.target - 1, step)
    turn = _points("--turn", typed.turn or "0", _MOST_TURN, step)
    opponent = None if typed.opponent is None else _points("--opponent", typed.opponent, game.target - 1, step)
    return Standing(banked, turn, _dice_left(game, turn, typed.dice_left), opponent)


def _dice_left(game: "Race", turn: int, text: str | None) -> int:
    if text is None:
        if turn:
            raise CommandError("dice-left-missing", "how many dice are left to roll? write --dice-left 3")
        return game.dice
    return whole_number("--dice-left", text, 1 if turn else game.dice, game.dice)


def _points(option: str, text: str, most: int, step: int) -> int:
    points = whole_number(option, text, 0, most // step * step)
    if points % step:
        message = f"{option} {text!r} is not possible: points come in steps of {step}"
        raise CommandError("points-step", message, option=option, given=text, step=step)
    return points


def _told(option: "Option") -> dict[str, object]:
    from kosci.engine.moves import format_move

    return {"move": format_move(option.move), "value": option.value, "cost": option.cost, "place": option.place}
