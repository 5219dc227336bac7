"""What stands around every table: its heading, the live part's data, the invitation, the story, the seats.

Reads a look and answers values for templates; decides nothing about the game.
"""

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlencode

import segno

from kosci.engine.options import format_value
from kosci.engine.race import RacePosition
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.locale.option_words import changed_rules, option_label, option_value
from kosci.locale.telling import Teller
from kosci.service.series import game_of, is_in_series
from kosci.service.tokens import format_code
from kosci.table.story import AllAlike, Busted, Ended, Entered, RaceRolled, StartRolled, Told, TurnRolled
from kosci.variants import Rules
from kosci.variants.registry import changed_options
from kosci.web.look import Look
from kosci.web.views import Head, Invite, Live, Qr, StoryLine
from kosci.web.views_series import HeadSeries


def rules_url(game: Rules) -> str:
    """The rules page of the game with its options as they are."""
    return f"/rules/{game.id}{_query(game)}"


def paper_url(game: Rules) -> str:
    """The page that asks for blank sheets of the game with its options as they are."""
    return f"/paper/{game.id}{_query(game)}"


def _query(game: Rules) -> str:
    """The options in which the game differs from its variant, as the query of an address."""
    changed = {name: format_value(value) for name, value in changed_options(game).items()}
    return f"?{urlencode(changed)}" if changed else ""


def variant_name(look: Look) -> str:
    """The name of the table's game."""
    return look.words(f"variant.{look.view.table.game.id}.name")


def head(look: Look) -> Head:
    """The heading of a table's pages."""
    game = look.view.table.game
    return Head(
        table=look.view.id,
        variant=variant_name(look),
        variant_id=game.id,
        round=_round(look),
        rules_url=rules_url(game),
        options=(*changed_rules(look.words, game), *_clock(look)),
        coached=look.words("coach.badge") if _is_coached(look) else "",
        series=_series(look),
        paper_url=paper_url(game),
    )


def _clock(look: Look) -> tuple[str, ...]:
    """The time that people have for a turn, where they have not all there is."""
    words, seconds = look.words, look.view.table.settings.turn_seconds
    told = words("option.set", option=option_label(words, "clock"), value=option_value(words, "clock", seconds))
    return (told,) if seconds else ()


def _series(look: Look) -> HeadSeries | None:
    """The pad, with the number of the game that is played on it."""
    if not is_in_series(look.view):
        return None
    number, words = game_of(look.view), look.words
    return HeadSeries(words("series.column", n=number), words("series.game", n=number), f"{look.base}/series")


def _is_coached(look: Look) -> bool:
    """Whether somebody has had advice, or will have it from the first roll on."""
    table = look.view.table
    return bool(table.coached) or table.settings.coach == "always"


def _round(look: Look) -> str:
    play = look.view.table.play
    if play is not None and isinstance(play.position, RacePosition) and play.position.final:
        return look.words("race.last-round")
    if play is None or not isinstance(play.game, Scorecard) or not isinstance(play.position, SheetPosition):
        return ""
    if look.mover is None:
        return ""
    card = play.position.cards[look.mover]
    turns = play.game.turns
    return look.words("turn.round", n=turns - play.game.turns_left(card) + 1, turns=turns)


def live(look: Look, title: str, url: str, *, is_your_turn: bool = False) -> Live:
    """What keeps the page fresh; a closed table changes no more, but for the next game that may follow it."""
    table = look.view.table
    is_done = look.view.row.state == "closed" and (table.is_continued or not table.is_over)
    events = "" if is_done else f"{look.base}/events"
    return Live(events, url, look.view.version, title, is_your_turn)


def watching(look: Look) -> str:
    """How many spectators look on, empty where nobody does."""
    return look.words("table.watching", n=look.spectators) if look.spectators else ""


def invite(look: Look) -> Invite:
    """How others come to the table: to sit down before the start, to watch at any time."""
    row = look.view.row
    is_open = row.state == "lobby"
    link = f"{look.origin}/j/{row.join_token}" if is_open else None
    return Invite(
        link=link,
        qr=qr(link) if link else None,
        code=format_code(row.code) if row.code and is_open else None,
        watch_link=f"{look.origin}/w/{row.watch_token}",
        near=look.words("lobby.near") if look.is_near else "",
    )


@lru_cache(maxsize=256)
def qr(text: str) -> Qr:
    """The QR code of a text, with its quiet zone of four modules."""
    code = segno.make(text, error="m", micro=False)
    rows = [tuple(row) for row in code.matrix_iter(border=4)]
    return Qr(len(rows), "".join(_runs(at, row) for at, row in enumerate(rows)))


def _runs(at: int, row: Sequence[int]) -> str:
    """The dark modules of one line as SVG path data, one rectangle for each run."""
    path, column = "", 0
    while column < len(row):
        width = 1
        while column + width < len(row) and bool(row[column + width]) == bool(row[column]):
            width += 1
        path += f"M{column} {at}h{width}v1h-{width}z" if row[column] else ""
        column += width
    return path


def story(look: Look, most: int | None = None) -> tuple[StoryLine, ...]:
    """What has happened, the latest first; all of it, or so many lines."""
    told = look.play.story
    teller = Teller(look.words, look.play.game, look.names)
    first = 0 if most is None else max(0, len(told) - most)
    lines = [
        StoryLine(at + 1, teller.sentence(told[at], told[:at]), _name(look, told[at]), told_faces(told[at]))
        for at in range(first, len(told))
    ]
    return tuple(reversed(lines))


def _name(look: Look, item: Told) -> str:
    return "" if isinstance(item, Ended) or item.seat is None else look.names[item.seat]


def told_faces(item: Told) -> tuple[int, ...]:
    """The dice that what happened is about."""
    match item:
        case TurnRolled() | StartRolled() | RaceRolled() | Busted() | AllAlike():
            return item.faces
        case Entered():
            return item.dice
        case _:
            return ()
