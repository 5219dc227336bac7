"""Writes a new golden game to standard output: sensible moves, dice from a seed.

Run as `.venv/bin/python tools/golden.py yahtzee --seats 3 --seed 7 --loaded --leave 2@40 --pass 1@10 > FILE`.
What it writes is checked by hand before it is committed; the tests never run it.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from kosci.engine.dice import is_part
from kosci.engine.game import Event, Game, Left, Moved, Over, Passed, Rolled, ToMove, ToRoll, apply
from kosci.engine.moves import Bank, Keep, Move, RollOn, Score
from kosci.engine.race import Race, RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.variants import Position, Rules, format_position, load, parse_options
from tests.golden.scripts import Script, format_result, format_script
from tests.table.retold import retold


def sheet_move(rules: Scorecard, position: SheetPosition, legal: Sequence[Move]) -> Move:
    """Keep the commonest face, highest first; then write where it gives most for what the row can give."""
    keeps = [move for move in legal if isinstance(move, Keep)]
    dice = position.dice
    if keeps:
        face = max(dice, key=lambda die: (dice.count(die), die))
        wanted = tuple(die for die in dice if die == face)
        run = tuple(sorted(set(dice)))
        if len(wanted) < 3 and len(run) == 4 and run[-1] - run[0] == 3:
            wanted = run
        if len(wanted) < len(dice) and is_part(wanted, dice):
            return Keep(wanted)
    scores = [move for move in legal if isinstance(move, Score)]
    if not scores:
        return legal[0]
    entries = {entry.row: entry for entry in rules.entries(position.cards[position.mover], dice)}
    most = {row.id: max(row.natural((face,) * 5) for face in range(1, 7)) or 40 for row in rules.rows}
    return max(scores, key=lambda move: (entries[move.row].points + entries[move.row].extra) / most[move.row])


def race_move(position: RacePosition, legal: Sequence[Move]) -> Move:
    """Bank with enough points or few dice left, else roll on; of several parts the one of most dice."""
    wanted = Bank if position.turn + 10 * (5 - len(position.roll)) >= 40 else RollOn
    return max(legal, key=lambda move: (isinstance(move, wanted), len(getattr(move, "aside", ()))))


def faces(count: int, kept: Sequence[int], random: Random, *, loaded: bool) -> tuple[int, ...]:
    """Fair dice, or dice that fall alike half of the time."""
    if loaded and kept and random.random() < 1 / 2:
        return (kept[0],) * count
    return tuple(random.randint(1, 6) for _ in range(count))


def interruptions(words: Sequence[str], kind: type[Left] | type[Passed]) -> dict[int, Event]:
    """Which event comes after how many: `2@40` is seat 2 after 40 events."""
    pairs = (word.split("@") for word in words)
    return {int(at): kind(int(seat) - 1) for seat, at in pairs}


def next_event(rules: Rules, position: Position, awaiting: ToMove | ToRoll, random: Random, *, loaded: bool) -> Event:
    """The dice that fall, or a sensible move."""
    if isinstance(awaiting, ToRoll):
        return Rolled(faces(awaiting.count, getattr(position, "dice", ()), random, loaded=loaded))
    if isinstance(rules, Race) and isinstance(position, RacePosition):
        return Moved(awaiting.seat, race_move(position, rules.legal_moves(position)))
    assert isinstance(rules, Scorecard)
    assert isinstance(position, SheetPosition)
    return Moved(awaiting.seat, sheet_move(rules, position, rules.legal_moves(position)))


def can_happen(event: Event, awaiting: ToMove | ToRoll, position: Position) -> bool:
    """A seat can leave at any time; its turn is passed over once it is its turn."""
    is_turn = position.contest is None and getattr(event, "seat", -1) == awaiting.seat
    return isinstance(event, Left) or is_turn


def played(rules: Rules, seats: int, random: Random, *, loaded: bool, planned: dict[int, Event]) -> Script:
    """The game, with its position noted at every fortieth event."""
    game: Game[Any] = rules
    position = game.start(seats)
    events: list[Event] = []
    steps: list[Event | str] = []
    while not isinstance(awaiting := game.awaiting(position), Over):
        due = [at for at, event in planned.items() if at <= len(events) and can_happen(event, awaiting, position)]
        event = planned.pop(min(due)) if due else next_event(rules, position, awaiting, random, loaded=loaded)
        position = apply(game, position, event)
        events.append(event)
        steps.append(event)
        if len(events) % 40 == 0:
            steps.append(format_position(rules, position))
    steps.append(format_position(rules, position))
    return Script(rules, seats, tuple(steps), tuple(map(format_result, awaiting.results)))


def told_real(script: Script, random: Random) -> Script:
    """The game as people tell one with real dice, with its position noted at every twelfth event."""
    game: Game[Any] = script.rules
    position = game.start(script.seats)
    steps: list[Event | str] = []
    for number, event in enumerate(retold(script.rules, script.seats, script.events, random), start=1):
        position = apply(game, position, event)
        steps.append(event)
        if number % 12 == 0:
            steps.append(format_position(script.rules, position))
    return replace(script, steps=(*steps, format_position(script.rules, position)))


def main() -> None:
    """Read the options and write the game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loaded", action="store_true", help="dice that often fall alike: jokers and extras")
    parser.add_argument("--set", action="append", default=[], help="an option, as in joker=none")
    parser.add_argument("--leave", action="append", default=[], help="SEAT@EVENTS")
    parser.add_argument("--pass", action="append", default=[], dest="passes", help="SEAT@EVENTS")
    parser.add_argument("--real", action="store_true", help="told as people tell a game with real dice")
    given = parser.parse_args()
    rules = load(given.variant, parse_options(given.variant, given.set))
    planned = interruptions(given.leave, Left) | interruptions(given.passes, Passed)
    random = Random(given.seed)  # noqa: S311 (the same game each time)
    script = played(rules, given.seats, random, loaded=given.loaded, planned=planned)
    print(format_script(told_real(script, random) if given.real else script), end="")


if __name__ == "__main__":
    main()
