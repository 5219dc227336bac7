"""The tray of a sheet game: dice by place, what may be done with them now, and the hint.

Asks the position what it waits for; decides nothing.
"""

from typing import Literal

from kosci.locale.telling import Teller
from kosci.table.story import (
    Banked,
    Busted,
    CameBack,
    Correction,
    Entered,
    GaveTime,
    SeatLeft,
    Starts,
    StoodIn,
    TurnLost,
    TurnPassed,
)
from kosci.web.build_choice import Sheets
from kosci.web.build_parts import told_faces
from kosci.web.look import Look
from kosci.web.views import Action, Die, Last, Turn

Field = Literal["", "keep", "roll", "aside"]
# What ends a turn, or changes how one ended.
ENDS = (Entered, Banked, Busted, Starts, TurnPassed, SeatLeft, TurnLost, Correction)


def turn(look: Look, found: Sheets) -> Turn:
    """The tray as this reader sees it."""
    words, game, position = look.words, found.game, found.position
    may_keep = look.is_acting and 0 < position.rolls_used < game.rolls
    field: Field = "" if not may_keep else "roll" if look.settings.invert_keep else "keep"
    return Turn(
        heading=heading(look),
        hint=_hint(look, found, field),
        dice=_dice(look, game.dice, field),
        is_yours=look.is_acting,
        count=words("roll.n", n=position.rolls_used, rolls=game.rolls) if position.rolls_used else "",
        field=field,
        roll=_roll(look, found) if look.is_acting else None,
        last=last(look),
    )


def heading(look: Look) -> str:
    """Whose turn it is."""
    if look.mover is None:
        return look.words("end.title")
    if look.is_acting and not look.is_shared:
        return look.words("turn.you")
    return look.words("turn.other", name=look.names[look.mover])


def waiting_hint(look: Look) -> str:
    """What somebody sees who is not to move."""
    table, mover = look.view.table, look.mover
    if mover is None:
        return ""
    if mover in look.own:
        return look.words("away.you")
    computer = table.seats[mover].acting_bot
    if computer is None:
        return look.words("table.other-hint", name=look.names[mover])
    is_waiting = table.undoable is not None and table.seats[table.undoable[0]].acting_bot is None
    if is_waiting:
        return look.words("table.computer-waits")
    return look.words("table.computer-prepares-hint" if computer in look.preparing else "table.computer-hint")


def _hint(look: Look, found: Sheets, field: Field) -> str:
    if not look.is_acting:
        return waiting_hint(look)
    if not found.position.rolls_used:
        return look.words("table.roll-hint")
    hints = {"keep": "dice.tap", "roll": "dice.tap-inverted"}
    return look.words(hints.get(field, "table.last-roll-hint"))


def _dice(look: Look, count: int, field: Field) -> tuple[Die, ...]:
    faces = look.play.faces or (None,) * count
    ticks = look.ticks
    return tuple(
        Die(
            place,
            face,
            is_kept=_is_kept(place, look.play.fixed, ticks, field),
            is_on=bool(field),
            is_still=place in look.play.fixed,
        )
        for place, face in enumerate(faces, start=1)
    )


def _is_kept(place: int, fixed: tuple[int, ...], ticks: tuple[int, ...] | None, field: Field) -> bool:
    """Whether the die stays: as ticked; else what lay still, and all where a tap chooses what is rolled."""
    if ticks is None or not field:
        return place in fixed or field == "roll"
    return (place in ticks) != (field == "roll")


def _roll(look: Look, found: Sheets) -> Action:
    words, used, rolls = look.words, found.position.rolls_used, found.game.rolls
    if used >= rolls:
        return look.action(words("choose"), "keep", seat=look.mover, is_on=False)
    label = words("roll.n", n=used + 1, rolls=rolls)
    if not used:
        return look.action(label, "roll", seat=look.mover)
    return look.action(label, "keep", seat=look.mover, ticks="roll" if look.settings.invert_keep else "keep")


def last(look: Look) -> Last | None:
    """What ended the turn before or settled who starts, while nothing has been rolled since."""
    if look.play.faces:
        return None
    story = look.play.story
    happened = (at for at in reversed(range(len(story))) if not isinstance(story[at], StoodIn | CameBack | GaveTime))
    at = next(happened, None)
    if at is None or not isinstance(story[at], ENDS):
        return None
    sentence = Teller(look.words, look.play.game, look.names).sentence(story[at], story[:at])
    return Last(sentence, told_faces(story[at]))
