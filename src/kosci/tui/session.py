"""A game at one keyboard: people type, computers answer at their pace, every step is in the file first.

Everything goes through the table; no rule is decided here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from rich.text import Text

from kosci.bots import BOTS, BotInfo, bot
from kosci.engine.errors import RuleError
from kosci.engine.moves import End, Score
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.explain import explain
from kosci.locale.option_words import changed_rules
from kosci.locale.telling import Teller
from kosci.locale.words import Words
from kosci.table import TableError
from kosci.tui.board import Board
from kosci.tui.coaching import TableCoach
from kosci.tui.desk import Desk
from kosci.tui.help import help_lines
from kosci.tui.offering import rules_lines
from kosci.tui.places import ranking
from kosci.tui.prompting import hints_at, may_undo, reader_at
from kosci.tui.saved import SavedError, SavedGame
from kosci.tui.setup import shown_names
from kosci.tui.typed import Act, Hint, Leave, Quit, Show, Typed, TypedError, Undo

if TYPE_CHECKING:
    from kosci.coach.exact import Exact

PACE = {"slow": 1.6, "normal": 0.8, "at_once": 0.0}  # seconds after each thing a computer does
UNDO_SECONDS = 3.0
_TOLD_AGAIN = 12  # sentences, as much of a game taken up as one likes to read again
_YES = ("y", "yes", "t", "tak", "т", "так")


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting at a game: the desk, the words, chance for the computers, and who of them there are."""

    desk: Desk
    words: Words
    chance: Random
    computers: Mapping[str, BotInfo] = field(default_factory=lambda: BOTS)
    exact: "Exact | None" = None

    def play(self, saved: SavedGame) -> SavedGame:
        """The game as it stands when it is over for good or the people stop; what happened last is told first."""
        assert saved.table.play is not None
        self.desk.show(*map(Text, changed_rules(self.words, saved.table.game)))
        self._tell(saved, len(saved.table.play.story) - _TOLD_AGAIN)
        while saved.table.seed is None:
            after = self._step(saved)
            if after is None:
                return saved
            saved = after
        self._show_end(saved)
        return saved

    def _step(self, saved: SavedGame) -> SavedGame | None:
        """The game after one more step; None to stop here."""
        table = saved.table
        if table.is_over:
            return self._finish(saved)
        assert table.mover is not None
        if table.seats[table.mover].acting_bot is not None:
            return self._computer(saved, table.mover)
        return self._person(saved, table.mover)

    # --- computers --------------------------------------------------------------------------

    def _computer(self, saved: SavedGame, seat: int) -> SavedGame:
        """The game after a computer's move, or after the person's entry before it was taken back."""
        table = saved.table
        person = may_undo(table)
        waits = self.words("tui.computer-waits", n=int(UNDO_SECONDS))
        if person is not None and self.desk.wants_undo(UNDO_SECONDS, waits):
            return self._told(saved, saved.after(table.undo(person)))
        player = table.seats[seat].acting_bot
        assert player is not None
        play = table.running
        move = bot(player, self.computers)(play.game, play.position, self.chance)
        after = self._told(saved, saved.after(table.move(seat, move, saved.draw)))
        if self._people(after):
            self.desk.pause(PACE[table.settings.pace])
        return after

    def _people(self, saved: SavedGame) -> bool:
        """Whether a person still plays: else nobody has to be given time."""
        play = saved.table.play
        assert play is not None
        return any(
            taken.acting_bot is None and not gone
            for taken, gone in zip(saved.table.seats, play.position.left, strict=True)
        )

    # --- people -----------------------------------------------------------------------------

    def _person(self, saved: SavedGame, seat: int) -> SavedGame | None:
        """The game after the person has done something that counts; None to stop here."""
        names = self._names(saved)
        self._show_board(saved)
        if saved.table.advised == seat:
            self._show_advice(saved)
        hints = hints_at(self.words, saved.table, names)
        while True:
            self.desk.show(Text(hints, style="dim"))
            text = self.desk.ask(f"{names[seat]} > ")
            if text is None:
                return None
            try:
                typed = reader_at(self.words, saved.table).read(text)
                after = self._done(saved, seat, typed)
            except SavedError:
                raise  # no other line would help
            except RuleError as error:
                self.desk.show(Text(explain(self.words, error, saved.table.game.id), style="bold"))
                continue
            if after is None or after is not saved:
                return after

    def _done(self, saved: SavedGame, seat: int, typed: Typed) -> SavedGame | None:
        """The game after what was typed; the same one where nothing has happened, None to stop."""
        match typed:
            case Act(move, is_sure):
                return self._moved(saved, seat, Act(move, is_sure))
            case Undo():
                return self._undone(saved, seat)
            case Leave(who):
                return self._left(saved, self._leaver(saved, who) if who else seat)
            case Show(what):
                self._show(saved, what)
                return saved
            case Hint():
                return self._hinted(saved, seat)
            case Quit():
                return None

    def _moved(self, saved: SavedGame, seat: int, act: Act) -> SavedGame:
        facts = saved.table.move(seat, act.move, saved.draw)
        if isinstance(act.move, Score) and not act.is_sure and self._gives_points_away(saved, act.move.row):
            row = self.words.row(act.move.row, saved.table.game.id)
            if not self._is_sure(self.words("zero.ask", cat=row)):
                return saved
        if isinstance(act.move, End) and not act.is_sure:
            self.desk.show(Text(self.words("end-now.line")))
            if not self._is_sure(self.words("end-now.ask")):
                return saved
        after = self._told(saved, saved.after(facts))
        judged = after.table.coaching.last_of(seat)
        if judged is not None and saved.table.advised == seat:
            self.desk.show(*self._coach.verdict(after.table, judged))
        return after

    def _hinted(self, saved: SavedGame, seat: int) -> SavedGame:
        """The game marked as one with coach, its advice to be shown; the same where it is shown again."""
        self._coach.check()
        facts = saved.table.advise(seat)
        if facts:
            return self._told(saved, saved.after(facts))
        self._show_advice(saved)
        return saved

    def _gives_points_away(self, saved: SavedGame, row: str) -> bool:
        """Whether the row takes 0 while another one would give points."""
        play = saved.table.running
        match play.game, play.position:
            case Scorecard() as game, SheetPosition() as position:
                entries = game.entries(position.cards[position.mover], position.dice)
                chosen = [entry for entry in entries if entry.row == row and not entry.points]
                return bool(chosen) and any(entry.points for entry in entries)
            case _:
                return False

    def _undone(self, saved: SavedGame, seat: int) -> SavedGame:
        person = may_undo(saved.table)
        if person is None and saved.table.undoable is not None:
            raise TableError("undo-past-roll", "the last entry is a computer's")
        return self._told(saved, saved.after(saved.table.undo(seat if person is None else person)))

    def _leaver(self, saved: SavedGame, who: str) -> int:
        """The seat of the person named, by the beginning of the name or the number of the seat."""
        names = self._names(saved)
        people = [seat for seat, taken in enumerate(saved.table.seats) if taken.bot is None]
        asked = who.casefold()
        exact = [seat for seat in people if asked in (names[seat].casefold(), str(seat + 1))]
        found = exact or [seat for seat in people if names[seat].casefold().startswith(asked)]
        if len(found) != 1:
            allowed = tuple(names[seat] for seat in people)
            message = f"{who!r} is nobody here who can leave: {', '.join(allowed)} can"
            raise TypedError("leave-who", message, given=who, allowed=allowed)
        return found[0]

    def _left(self, saved: SavedGame, seat: int) -> SavedGame:
        facts = saved.table.leave(seat)
        sort = "race" if isinstance(saved.table.game, Race) else "sheet"
        self.desk.show(Text(self.words(f"leave.{sort}")), Text(self.words("leave.final")))
        if not self._is_sure(f"{self._names(saved)[seat]}: {self.words('leave.ask')}"):
            return saved
        return self._told(saved, saved.after(facts))

    def _is_sure(self, question: str) -> bool:
        answer = self.desk.ask(f"{question} {self.words('tui.yes-no')} > ")
        return answer is not None and answer.strip().lower() in _YES

    # --- the end ----------------------------------------------------------------------------

    def _finish(self, saved: SavedGame) -> SavedGame | None:
        """The game closed; before that a person's last entry may be taken back."""
        person = may_undo(saved.table)
        if person is not None:
            answer = self.desk.ask(f"{self.words('tui.last-undo')} > ")
            if answer is not None and answer.strip().lower() in ("u", "undo"):
                return self._told(saved, saved.after(saved.table.undo(person)))
        return saved.closed()

    def _show_end(self, saved: SavedGame) -> None:
        self._show_board(saved)
        self.desk.show(ranking(self.words, saved.table, self._names(saved)))

    # --- what is shown ----------------------------------------------------------------------

    def _names(self, saved: SavedGame) -> tuple[str, ...]:
        return shown_names(self.words, saved.table, saved.game.names)

    def _told(self, before: SavedGame, after: SavedGame) -> SavedGame:
        """The game after, with what has happened since told."""
        known = len(before.table.play.story) if before.table.play else 0
        self._tell(after, known)
        return after

    def _tell(self, saved: SavedGame, known: int) -> None:
        """The story from its so-many-th sentence on."""
        assert saved.table.play is not None
        teller = Teller(self.words, saved.table.game, self._names(saved))
        story = saved.table.play.story
        for at in range(max(known, 0), len(story)):
            self.desk.show(Text(teller.sentence(story[at], story[:at])))

    def _show_board(self, saved: SavedGame) -> None:
        self.desk.show(*Board(self.words, saved.table, self._names(saved), self.desk.width).drawn())

    @property
    def _coach(self) -> TableCoach:
        return TableCoach(self.words, self.exact)

    def _show_advice(self, saved: SavedGame) -> None:
        if self.exact is not None and not self.exact.is_ready(saved.table.game):
            self.desk.show(Text(self.words("coach.coming"), style="dim"))
        self.desk.show(*self._coach.advice(saved.table))

    def _show(self, saved: SavedGame, what: str) -> None:
        if what == "rules":
            self.desk.show(*rules_lines(self.words, saved.table.game))
        elif what == "help":
            self.desk.show(*help_lines(self.words, saved.table.game))
        else:
            self._show_board(saved)
