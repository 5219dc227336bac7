"""What a table tells, as sentences: each value of `table.story` with the names of the seats.

Decides nothing; the sentences themselves stand in `story.py` and the catalogues.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.locale import story
from kosci.locale.words import Words
from kosci.table.story import (
    AllAlike,
    Banked,
    Busted,
    CameBack,
    Correction,
    Ended,
    Entered,
    GaveTime,
    RaceRolled,
    RollTakenBack,
    SeatLeft,
    SetAside,
    StartRolled,
    Starts,
    StoodIn,
    Told,
    TookAdvice,
    TookBack,
    TurnLost,
    TurnPassed,
    TurnRolled,
    Written,
)

_OF_A_NAME: Mapping[type[Told], str] = {
    Starts: "story.starts",
    TurnPassed: "story.passed",
    SeatLeft: "story.left",
    StoodIn: "story.stand-in",
    CameBack: "story.returned",
    TookAdvice: "story.advised",
    GaveTime: "story.more-time",
    TookBack: "story.undone",
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Who tells: the words, the game, and the names in seat order."""

    words: Words
    game: Scorecard | Race
    names: Sequence[str]

    def sentence(self, item: Told, earlier: Sequence[Told] = ()) -> str:
        """One line; `earlier` is the story before it (a last round begins only once, T6)."""
        if isinstance(item, Ended):
            return self._ended(item)
        if isinstance(item, RollTakenBack | Correction | TurnLost):
            return self._of_real_dice(item)
        name = self.names[item.seat]
        match item:
            case TurnRolled() | Entered():
                return self._of_sheet(name, item)
            case RaceRolled() | SetAside() | Banked() | Busted() | AllAlike():
                return self._of_race(name, item, earlier)
            case StartRolled(_, faces, _):
                return story.start_rolled(self.words, name, faces)
            case _:
                return self.words(_OF_A_NAME[type(item)], name=name)

    def sentences(self, told: Sequence[Told]) -> tuple[str, ...]:
        """The whole story, a line an item."""
        return tuple(self.sentence(item, told[:at]) for at, item in enumerate(told))

    def _of_sheet(self, name: str, item: TurnRolled | Entered) -> str:
        if isinstance(item, TurnRolled):
            return story.rolled(self.words, name, item.number, item.of, item.faces, kept=item.kept)
        entered = story.Entered(item.row, item.points, item.joker, item.extra, item.bonus)
        return story.scored(self.words, name, entered, self.game.id)

    def _of_race(
        self, name: str, item: RaceRolled | SetAside | Banked | Busted | AllAlike, earlier: Sequence[Told]
    ) -> str:
        match item:
            case RaceRolled(_, faces, scoring, points):
                return story.race_rolled(self.words, name, faces, scoring, points)
            case SetAside(_, dice, _, turn, rolling):
                return story.race_went_on(self.words, name, dice, turn, hot=rolling == self.game.dice)
            case AllAlike(_, (), _):
                return self.words("story.race-five-told", name=name)
            case AllAlike(_, faces, _):
                return self.words("story.race-five", name=name, dice=faces)
            case Busted(_, faces, _, kept):
                return story.race_busted(self.words, name, faces, kept=kept, above_target=self._scores(faces))
            case Banked(_, points, total):
                banked = self.words("story.race-banked", name=name, n=points, total=total)
                opens = self._opens_last_round(item, earlier)
                return f"{banked} {self.words('story.race-last-round', name=name)}" if opens else banked

    def _of_real_dice(self, item: RollTakenBack | Correction | TurnLost) -> str:
        if isinstance(item, RollTakenBack) and item.seat is None:
            return self.words("story.begun-undone")
        name = self.names[item.seat or 0]
        match item:
            case RollTakenBack():
                return self.words("story.roll-undone", name=name)
            case TurnLost(_, kept):
                return self.words("story.race-lost-kept" if kept else "story.race-lost", name=name, n=kept)
            case Correction(_, before, after):
                return self.words("story.corrected", name=name, old=self.written(before), new=self.written(after))

    def written(self, what: Written) -> str:
        """What an entry brought, in few words."""
        if what.row is None:
            return self.words("story.written-none")
        if isinstance(self.game, Race):
            return self.words("story.written-race", n=what.points)
        row = self.words.row(what.row, self.game.id)
        written = self.words("story.written", cat=row, n=what.points)
        return self.words("story.written-extra", written=written, n=what.extra) if what.extra else written

    def _scores(self, faces: Sequence[int]) -> bool:
        """Whether a roll that ended the turn has points: then they went above an exact target (T6)."""
        return isinstance(self.game, Race) and self.game.value(tuple(sorted(faces))).points > 0

    def _opens_last_round(self, item: Banked, earlier: Sequence[Told]) -> bool:
        if not isinstance(self.game, Race) or not self.game.last_round or item.total < self.game.target:
            return False
        reached: list[int] = []
        for told in earlier:
            if isinstance(told, Banked) and told.total >= self.game.target:
                reached.append(told.seat)
            elif isinstance(told, TookBack) and told.seat in reached[-1:]:
                reached.pop()
        return not reached

    def _ended(self, item: Ended) -> str:
        if len(self.names) == 1:
            return story.outcome(self.words, [story.Placed(self.names[0], item.points, 1)])
        first = [story.Placed(self.names[seat], item.points, 1) for seat in item.winners]
        return story.outcome(self.words, first) if len(first) != 1 else self._won(first[0])

    def _won(self, first: story.Placed) -> str:
        return self.words("story.win", name=first.name, n=first.points)
