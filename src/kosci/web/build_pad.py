"""The pad of a table with real dice for one reader: who begins, the dice, the values of a row, a question.

Asks the game what a row can take; decides nothing.
"""

from dataclasses import replace
from itertools import groupby
from typing import Literal

from kosci.engine.card import Entry
from kosci.engine.dice import FACES, format_dice
from kosci.engine.reported import Reading, readings
from kosci.engine.scorecard import Scorecard
from kosci.web import build_pad_race, build_turn
from kosci.web.build_pad_parts import (
    Hand,
    asking,
    cancel,
    face_tap,
    fix_title,
    hand,
    mover_name,
    posting,
    question,
    slot,
    take_out,
    undo,
)
from kosci.web.build_target import Target
from kosci.web.look import Look
from kosci.web.views import Action
from kosci.web.views_real import Pad, Tap


def pad(look: Look, aim: Target | None) -> Pad:
    """The pad in the state the reader's page asks for."""
    words, asked = look.words, look.asked
    shown = _plain(look)
    if not look.is_telling or (look.mover is None and aim is None):
        return shown
    if not look.view.table.is_begun:
        return _begin(look, shown)
    assert aim is not None
    if asked.ask == "pass":
        title = words("pad.pass-ask", name=look.names[aim.seat])
        return replace(question(look, aim, shown, title, _pass(look)), post_url=f"{look.base}/pass")
    game = look.view.table.game
    if not isinstance(game, Scorecard):
        return build_pad_race.race_pad(look, game, aim, shown)
    if asked.row == "pass":
        return question(look, aim, shown, words("pad.take-out-ask", name=look.names[aim.seat]), _pass(look))
    if asked.row:
        return _row(look, game, aim, shown)
    return _correcting(look, game, aim, shown) if aim.now else _dice(look, game, aim, shown)


def _plain(look: Look) -> Pad:
    """Whose turn it is and what happened last, for everybody."""
    last = build_turn.last(look)
    say = last.text if last else _hint(look)
    return Pad("look", build_turn.heading(look), say, undo=undo(look), last_faces=last.faces if last else ())


def _hint(look: Look) -> str:
    if not look.view.table.is_begun:
        return look.words("pad.begin")
    if look.is_telling or look.role == "spectator" or look.mover is None:
        return ""
    return look.words("pad.host-enters")


def _begin(look: Look, shown: Pad) -> Pad:
    words = look.words
    seats = (seat for seat in range(len(look.names)) if not look.has_left(seat))
    names = tuple(Tap(look.names[seat], look.names[seat], "seat", str(seat + 1)) for seat in seats)
    hint = words("pad.begin-hint") if len(names) > 1 else ""
    post = (("command", look.new_command()),)
    return replace(
        shown,
        state="begin",
        last_faces=(),
        heading=words("pad.begin"),
        say=hint,
        values=names,
        post=post,
        post_url=f"{look.base}/begin",
    )


def _pass(look: Look) -> Tap:
    return Tap(look.words("do.confirm"), look.words("do.confirm"), "row", "pass", is_first=True)


def _row(look: Look, game: Scorecard, aim: Target, shown: Pad) -> Pad:
    """The values of a row, or the question that one of them leaves open."""
    asked, words = look.asked, look.words
    cat = words.row(asked.row, game.id)
    found = hand(look, game.dice)
    if found.dice is not None and aim.now is None and asked.entering.points is None and asked.entering.dice:
        entry = entry_of_dice(game, aim, found.dice, asked.row)
        if entry is not None and not entry.points and not entry.extra:
            return _zero(look, aim, shown, cat, row=asked.row, dice=format_dice(found.dice))
    values = aim.readings(game, asked.row)
    if not values:
        _refuse_row(look, game, aim)
    points = asked.entering.points
    if points is not None:
        fitting = [reading for reading in values if reading.points == points]
        if len({reading.extra for reading in fitting}) > 1:
            return _alike(look, game, aim, shown, fitting)
        if not points:
            return _zero(look, aim, shown, cat, row=asked.row, points="0")
    url, post = posting(look, aim, row=asked.row)
    return replace(
        shown,
        state="values",
        heading=cat,
        say=_hinted(look, aim, cat),
        last_faces=(),
        post_url=url,
        post=post,
        ask=asking(aim),
        row=asked.row,
        values=(*_values(look, game, aim, values), *((replace(take_out(look), text="–"),) if aim.now else ())),
        typed="points",
        cancel=cancel(look),
    )


def entry_of_dice(game: Scorecard, aim: Target, dice: tuple[int, ...], row: str) -> Entry | None:
    """What the dice bring in a row, None where they may not be written there."""
    assert aim.card is not None
    entries = game.entries(aim.card, tuple(sorted(dice)))
    return next((entry for entry in entries if entry.row == row), None)


def _refuse_row(look: Look, game: Scorecard, aim: Target) -> None:
    """Raise why nothing can be written in the row."""
    assert aim.card is not None
    readings(game, aim.card, look.asked.row)


def _values(look: Look, game: Scorecard, aim: Target, values: tuple[Reading, ...]) -> tuple[Tap, ...]:
    """A button for each value; one with a question left open, and a zero, ask once more."""
    row = next(row for row in game.rows if row.id == look.asked.row)
    face = max(reading.points for reading in values) // game.dice if row.section == "upper" else 0
    return tuple(_value(look, game, aim, list(group), face) for _, group in groupby(values, lambda one: one.points))


def _hinted(look: Look, aim: Target, cat: str) -> str:
    """What to do, after the row where it is another than before, or whose turn it is among several players."""
    if aim.now is not None:
        hint = look.words("pad.fix-hint")
        return hint if look.asked.row == aim.now.row else f"{cat} · {hint}"
    hint = look.words("pad.values-hint")
    return f"{look.names[aim.seat]} · {hint}" if len(look.names) > 1 else hint


def _value(look: Look, game: Scorecard, aim: Target, ways: list[Reading], face: int) -> Tap:
    """One value; `face` is that of an upper row, whose values are so many of it."""
    words, points = look.words, ways[0].points
    extras = {reading.extra for reading in ways}
    extra = extras.pop() if len(extras) == 1 else 0
    is_open = bool(extras)
    note = f"{points // face}×" if face else f"+{words.number(extra)}" if extra else ""
    is_now = aim.written is not None and (aim.written.row, aim.written.points) == (look.asked.row, points)
    key = "cell.extra" if extra else "can.score"
    label = words(key, cat=words.row(look.asked.row, game.id), n=points, extra=extra)
    form: Literal["post", "value"] = "value" if is_open or not (points or extra) else "post"
    return Tap(
        words.number(points),
        label,
        "points",
        str(points),
        form,
        note,
        is_now,
        is_first=bool(face) and points == 3 * face,
    )


def _zero(look: Look, aim: Target, shown: Pad, cat: str, **more: str) -> Pad:
    words = look.words
    label = words("do.score-zero")
    return question(
        look, aim, shown, words("pad.zero", cat=cat), Tap(label, label, "sure", "yes", is_first=True), **more
    )


def _alike(look: Look, game: Scorecard, aim: Target, shown: Pad, ways: list[Reading]) -> Pad:
    """Natural or by five alike: they bring different extras."""
    words, row = look.words, look.asked.row
    yes, no = (next((one.extra for one in ways if one.alike is alike), 0) for alike in (True, False))
    line = words("pad.alike-line", cat=words.row(row, game.id), n=ways[0].points, yes=yes, no=no)
    answers = (Tap(words(f"pad.{name}"), words(f"pad.{name}"), "alike", name) for name in ("yes", "no"))
    asked = question(look, aim, shown, line, *answers, row=row, points=str(ways[0].points))
    return replace(asked, heading=words("pad.alike"), is_warning=False)


def _correcting(look: Look, game: Scorecard, aim: Target, shown: Pad) -> Pad:
    """An entry to be corrected: first the values of its own row, where it can be filled."""
    row = aim.now.row if aim.now else None
    titled = replace(shown, heading=fix_title(look, aim))
    if row is not None and aim.readings(game, row):
        own = replace(look, asked=replace(look.asked, row=row))
        return replace(_row(own, game, aim, titled), heading=titled.heading)
    url, post = posting(look, aim)
    return replace(
        titled, state="values", last_faces=(), say=look.words("pad.fix-row"), post_url=url, post=post, ask=asking(aim),
        buttons=(take_out(look),) if row is not None else (), cancel=cancel(look),
    )  # fmt: skip


def _dice(look: Look, game: Scorecard, aim: Target, shown: Pad) -> Pad:
    words, found, used = look.words, hand(look, game.dice), look.play.rolls_told
    dice = found.dice
    is_new = dice is not None and (not look.play.faces or bool(found.tapped))
    url, post = posting(look, aim, **({"dice": format_dice(dice)} if dice else {}))
    tap = (("at", str(look.view.version)),)
    ask = asking(aim, **({"dice": format_dice(dice)} if dice else {}))
    hint = "pad.rows-hint" if is_new else "pad.keep-hint" if look.play.faces else "pad.dice-hint"
    number = used + is_new
    more = _more(look, aim, found, used + 1) if is_new and used + 1 < game.rolls else None
    return replace(
        shown,
        state="dice",
        heading=mover_name(look, aim),
        say=shown.say if shown.say and not found.tapped else words(hint),
        post_url=url,
        post=post,
        ask=ask,
        tap=tap,
        slots=tuple(slot(look, found, at) for at in range(game.dice)),
        faces=tuple(face_tap(look, found, face) for face in FACES),
        is_full=is_new,
        count=words("roll.n", n=number, rolls=game.rolls) if number and used else "",
        more=more,
        cancel=cancel(look) if found.tapped or found.kept else None,
    )


def _more(look: Look, aim: Target, found: Hand, roll: int) -> Action:
    told = (("seat", str(aim.seat + 1)), ("turn", str(aim.turn)), ("roll", str(roll)))
    kept = tuple(("keep", str(place)) for place in found.kept)
    fields = (("command", look.new_command()), *told, ("dice", format_dice(found.tapped)), *kept)
    return Action(look.words("pad.more"), f"{look.base}/told", fields)
