"""The pad of Tysiąc with real dice for one reader: the dice set aside, the points of the turn, how it ended.

Asks the game what dice are worth; decides nothing.
"""

from collections.abc import Iterator
from dataclasses import replace

from kosci.engine.dice import FACES
from kosci.engine.errors import RuleError
from kosci.engine.race import Race
from kosci.engine.reported import Reported
from kosci.web.build_pad_parts import (
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
)
from kosci.web.build_target import Target
from kosci.web.look import Look
from kosci.web.views_real import Pad, Tap


def race_pad(look: Look, game: Race, aim: Target, shown: Pad) -> Pad:
    """The pad in the state the reader's page asks for."""
    words, row = look.words, look.asked.row
    if row == "pass":
        title = words("pad.take-out-ask", name=look.names[aim.seat])
        return question(look, aim, shown, title, Tap(words("do.confirm"), words("do.confirm"), "row", "pass"))
    if row == "bust":
        return question(look, aim, shown, words("pad.bust-ask"), _yes(look), row="bust", points="0")
    if row == "wins":
        points = (look.asked.entering.points or 0) + game.alike_pays
        return question(look, aim, shown, words("pad.wins-ask"), _yes(look), row="wins", points=str(points))
    return _correcting(look, aim, shown) if aim.now else _dice(look, game, aim, shown)


def _yes(look: Look) -> Tap:
    return Tap(look.words("pad.yes"), look.words("pad.yes"), "sure", "yes", is_first=True)


def _correcting(look: Look, aim: Target, shown: Pad) -> Pad:
    url, post = posting(look, aim, row="bank")
    return replace(
        shown, state="values", last_faces=(), heading=fix_title(look, aim), say=look.words("pad.fix-race"),
        post_url=url, post=post, ask=asking(aim), buttons=(_bust(look), take_out(look)), typed="points",
        cancel=cancel(look), is_race=True,
    )  # fmt: skip


def _bust(look: Look) -> Tap:
    return Tap(look.words("pad.bust"), look.words("pad.bust"), "row", "bust", "ask")


def _dice(look: Look, game: Race, aim: Target, shown: Pad) -> Pad:
    """The dice that are set aside of one roll, beside the points of the turn so far."""
    words, found, before = look.words, hand(look, game.dice), look.asked.entering.points or 0
    value = game.value(tuple(sorted(found.tapped))) if found.tapped else None
    points = before + (value.points if value else 0)
    url, post = posting(look, aim, row="bank")
    has_begun = bool(found.tapped or before)
    say = words("race.turn", n=points) if has_begun else shown.say or words("pad.race-hint")
    return replace(
        shown,
        state="dice",
        heading=mover_name(look, aim),
        say=say,
        post_url=url,
        post=post,
        ask=asking(aim, **({"points": str(before)} if before else {})),
        tap=(("points", str(before)),) if before else (),
        slots=tuple(slot(look, found, at) for at in range(game.dice)),
        faces=tuple(face_tap(look, found, face) for face in FACES),
        is_full=len(found.tapped) >= game.dice,
        buttons=tuple(_ends(look, game, points, wins=bool(value and value.wins))),
        typed="" if has_begun else "points",
        cancel=cancel(look) if has_begun else None,
        is_race=True,
    )


def _ends(look: Look, game: Race, points: int, *, wins: bool) -> Iterator[Tap]:
    """How the turn may go on: banked, rolled on, ended without points, won."""
    words = look.words
    if wins:
        yield Tap(words("pad.wins"), words("pad.wins"), "row", "wins", "ask", is_first=True)
        return
    if not points:
        yield _bust(look)
        return
    yield Tap(words("pad.race-on", n=points), words("pad.race-on", n=points), "points", str(points), "fix")
    if may_bank(look, game, points):
        yield Tap(words("do.score-n", n=points), words("do.bank-n", n=points), "points", str(points), is_first=True)
    yield _bust(look)


def may_bank(look: Look, game: Race, points: int) -> bool:
    """Whether a turn may end with these points."""
    assert look.mover is not None
    try:
        game.after_report(look.play.position, Reported(look.mover, "bank", points=points))  # type: ignore[arg-type]
    except RuleError:
        return False
    return True
