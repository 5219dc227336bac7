"""A table with real dice for one reader: its pad, its sheet to tap, what has to be settled, what scripts need.

Puts the parts together; decides nothing about the game.
"""

from collections.abc import Iterator
from dataclasses import replace

from kosci.engine.card import Entry
from kosci.engine.race import Race
from kosci.engine.scorecard import Scorecard
from kosci.web.build_model import model_of, says_of
from kosci.web.build_pad import pad
from kosci.web.build_pad_parts import hand
from kosci.web.build_target import Target, target
from kosci.web.look import Look
from kosci.web.told import ToldTurn, told_turns
from kosci.web.views import Cell, Link, Notice, Row, Sheet
from kosci.web.views_real import Flag, Real, TurnCell


def real(look: Look, notice: Notice | None = None) -> Real | None:
    """What a table with real dice has beside its sheet; None where the dice are drawn."""
    if not look.is_real:
        return None
    aim, told = target(look), told_turns(look.play)
    is_running = not look.view.table.is_over and look.view.table.seed is None
    found = pad(look, aim)
    if notice is not None:
        found = replace(found, say=notice.text, is_warning=True, last_faces=())
    return Real(
        pad=found,
        model=model_of(look) if is_running else "",
        says=says_of(look) if is_running else "",
        flags=tuple(_flag(look, turn) for turn in told if turn.is_flagged or turn.row is None),
        turns=_turns(look, told, aim),
        pass_turn=_pass_turn(look, aim),
    )


def _flag(look: Look, turn: ToldTurn) -> Flag:
    """An entry that no longer fits, named as it was told; or a turn that was passed over."""
    settle = look.link(look.words("pad.settle"), seq=turn.seq) if look.is_telling else None
    if turn.row is None:
        return Flag(look.words("pad.without", name=look.names[turn.seat], n=turn.turn), settle)
    words, game = look.words, look.view.table.game
    row = words.row(turn.row, game.id) if turn.row and isinstance(game, Scorecard) else ""
    shown = [words.quote(row) if row else "", words.dice(turn.dice) if turn.dice else "", number(look, turn.points)]
    text = words("pad.flag", name=look.names[turn.seat], old=" ".join(part for part in shown if part))
    return Flag(text, settle)


def number(look: Look, points: int | None) -> str:
    """The points as the language writes them, empty where none were told."""
    return "" if points is None else look.words.number(points)


def _pass_turn(look: Look, aim: Target | None) -> Link | None:
    if aim is None or aim.now is not None or look.mover is None:
        return None
    return look.link(f"{look.words('pad.pass')}: {look.names[look.mover]}", ask="pass")


def _turns(look: Look, told: tuple[ToldTurn, ...], aim: Target | None) -> tuple[tuple[TurnCell | None, ...], ...]:
    """The turns of Tysiąc in rounds."""
    if not isinstance(look.view.table.game, Race):
        return ()
    rounds = max((turn.turn for turn in told), default=0)
    cells = {(turn.turn, turn.seat): _turn_cell(look, turn, aim, is_last=turn is told[-1]) for turn in told}
    seats = range(len(look.names))
    return tuple(tuple(cells.get((number, seat)) for seat in seats) for number in range(1, rounds + 1))


def _turn_cell(look: Look, turn: ToldTurn, aim: Target | None, *, is_last: bool) -> TurnCell:
    words = look.words
    text = words("pad.passed-short") if turn.row is None else words.number(turn.points or 0)
    label = words("pad.turn-fix", name=look.names[turn.seat], n=turn.turn, points=text)
    is_now = aim is not None and aim.now == turn
    seq = turn.seq if turn.is_open and look.is_telling else None
    return TurnCell(text, label, seq, is_now, is_last)


# --- the sheet --------------------------------------------------------------------------------


def to_tap(look: Look, sheet: Sheet) -> Sheet:
    """The sheet with every box that may be entered or corrected as a button."""
    if not look.is_telling or look.asked.ask not in ("", "pass"):
        return sheet
    aim = target(look)
    seqs = {(turn.seat, turn.row): turn.seq for turn in told_turns(look.play) if turn.is_open and not turn.is_flagged}
    entries = _entries(look, aim)

    def rows(part: tuple[Row, ...]) -> tuple[Row, ...]:
        return tuple(replace(row, cells=tuple(_cells(look, row, aim, entries, seqs))) for row in part)

    return replace(sheet, upper=rows(sheet.upper), lower=rows(sheet.lower))


def _entries(look: Look, aim: Target | None) -> dict[str, Entry] | None:
    """What the dice on the pad bring in each row; None as long as not all of them lie."""
    game = look.view.table.game
    if aim is None or aim.now is not None or aim.card is None or not isinstance(game, Scorecard):
        return None
    dice = hand(look, game.dice).dice
    if dice is None:
        return None
    return {entry.row: entry for entry in game.entries(aim.card, tuple(sorted(dice)))}


def _cells(
    look: Look,
    row: Row,
    aim: Target | None,
    entries: dict[str, Entry] | None,
    seqs: dict[tuple[int, str | None], int],
) -> Iterator[Cell]:
    for seat, cell in enumerate(row.cells):
        seq = seqs.get((seat, row.id))
        is_now = aim is not None and aim.now is not None and aim.now.seq == seq
        if aim is not None and aim.seat == seat and not is_now and _is_open(look, aim, row):
            yield _open_cell(look, row, cell, entries)
        elif cell.state == "filled" and seq is not None:
            label = look.words("pad.fix", cat=row.name, n=cell.points or 0)
            yield replace(cell, label=label, form="fix", seq=seq, is_chosen=is_now)
        else:
            yield cell if cell.state == "filled" else Cell("open", label=cell.label)


def _is_open(look: Look, aim: Target, row: Row) -> bool:
    """Whether the row was open when the turn was played; a later entry may have filled it."""
    game = look.view.table.game
    return isinstance(game, Scorecard) and aim.card is not None and aim.card.values[game.index[row.id]] is None


def _open_cell(look: Look, row: Row, cell: Cell, entries: dict[str, Entry] | None) -> Cell:
    """A box of the column that is entered in: with what the dice bring, or to choose its value."""
    is_chosen = look.asked.row == row.id
    if cell.state == "filled":
        return replace(cell, label=look.words("pad.open", cat=row.name), form="ask", is_chosen=is_chosen)
    if entries is None:
        return Cell("empty", label=look.words("pad.open", cat=row.name), form="ask", is_chosen=is_chosen)
    entry = entries.get(row.id)
    if entry is None:
        return replace(cell, state="refused", label=look.words("cell.refused", cat=row.name), form="ask")
    return Cell(
        "possible",
        points=entry.points,
        extra=entry.extra,
        is_joker=entry.joker,
        label=entry_label(look, row.name, entry),
        form="post" if entry.points or entry.extra else "ask",
        worth=cell.worth,
        is_best=cell.is_best,
    )


def entry_label(look: Look, name: str, entry: Entry) -> str:
    """What a button says that enters this."""
    if entry.extra:
        key = "cell.joker-extra" if entry.joker else "cell.extra"
    else:
        key = "cell.joker" if entry.joker else "can.score"
    return look.words(key, cat=name, n=entry.points, extra=entry.extra)
