"""Which game and who plays: what was given on the command line, or asked for.

Names and numbers of players are checked by the layers below; a refusal asks again.
"""

from collections.abc import Mapping, Sequence

from rich.padding import Padding
from rich.text import Text

from kosci.bots import BOTS, BotInfo, bot, bots
from kosci.engine.errors import RuleError
from kosci.locale.bot_words import bot_line
from kosci.locale.explain import explain
from kosci.locale.rules_text import blurb, players_range
from kosci.locale.words import Words
from kosci.service.names import clean_name
from kosci.table import Table
from kosci.tui.desk import Desk
from kosci.tui.saved import Sitting
from kosci.variants import Rules, VariantInfo, catalogue, load

GO_ON = "0"
_STOP = ("q", "quit")


def parse_players(text: str, rules: Rules, computers: Mapping[str, BotInfo] = BOTS) -> tuple[Sitting, ...]:
    """The seats that a text such as `Anna,Olek,@greedy` names; what was wrong with it is raised."""
    seats: list[Sitting] = []
    for part in text.split(","):
        if part.strip().startswith("@"):
            known = part.strip().removeprefix("@")
            bot(known, computers)
            seats.append(Sitting(bot=known))
        else:
            seats.append(Sitting(clean_name(part, [seat.name for seat in seats if seat.name])))
    rules.start(len(seats))
    return tuple(seats)


def ask_variant(desk: Desk, words: Words, last: str | None = None) -> str | None:
    """The game chosen from a list by its number, id or name; None where nobody wants one.

    `last` is the game played last, in words: it stands first, and GO_ON is the answer that takes it up.
    """
    offered = catalogue()
    desk.show(Text(words("home.choose-game"), style="bold"))
    if last is not None:
        desk.show(Text(" 0  ").append(words("tui.go-on", game=last), style="bold"))
    for number, info in enumerate(offered, start=1):
        game = load(info.id)
        line = Text(f"{number:2}  ").append(words(f"variant.{info.id}.name"), style="bold")
        desk.show(line.append(f"  {players_range(words, game.players)}  ({info.id})", style="dim"))
        desk.show(Padding(Text("\n".join(blurb(words, game))), (0, 0, 0, 4), expand=False))
    while True:
        text = desk.ask(f"{words('tui.which')} > ")
        if text is None or text.strip().lower() in _STOP:
            return None
        if last is not None and text.strip() == "0":
            return GO_ON
        chosen = _chosen(words, offered, text)
        if chosen is not None:
            return chosen
        desk.show(Text(words("tui.which-of", given=text, most=len(offered))))


def _chosen(words: Words, offered: Sequence[VariantInfo], text: str) -> str | None:
    asked = text.strip().casefold()
    if asked.isascii() and asked.isdigit():
        at = int(asked) if len(asked) < 4 else 0
        return offered[at - 1].id if 1 <= at <= len(offered) else None
    named = {info.id: (info.id, words(f"variant.{info.id}.name").casefold()) for info in offered}
    for exact in (True, False):
        found = [
            id_ for id_, names in named.items() if any(n == asked if exact else n.startswith(asked) for n in names)
        ]
        if asked and len(found) == 1:
            return found[0]
    return None


def ask_players(
    desk: Desk, words: Words, rules: Rules, computers: Mapping[str, BotInfo] = BOTS
) -> tuple[Sitting, ...] | None:
    """The seats, one person alone where nothing is typed; None where nobody wants to play."""
    span = players_range(words, rules.players)
    desk.show(Text(words("tui.who", range=span)), Text(words("tui.who-computers")))
    for name in bots(rules, computers):
        desk.show(Text(f"  @{name} – {bot_line(words, rules, name)}"))
    while True:
        text = desk.ask("> ")
        if text is None or text.strip().lower() in _STOP:
            return None
        if not text.strip():
            return (Sitting(words("player.default", n=1)),)
        try:
            return parse_players(text, rules, computers)
        except RuleError as error:
            desk.show(Text(explain(words, error)))


def paper_names(words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """What the players of a game on paper are called, with whatever could move a cursor made visible."""
    shown = ("".join(one if one.isprintable() else "�" for one in name) for name in names)
    return tuple(name or words("player.default", n=seat) for seat, name in enumerate(shown, start=1))


def shown_names(words: Words, table: Table, names: Sequence[str]) -> tuple[str, ...]:
    """What each seat is called on the screen: people by their names, computers by theirs, numbered where alike.

    Names of a file are not trusted: whatever could move a cursor is made visible.
    """
    shown: list[str] = []
    for seat, taken in enumerate(table.seats):
        given = "".join(one if one.isprintable() else "�" for one in names[seat]) if seat < len(names) else ""
        name = words(f"bot.{taken.bot}.name") if taken.bot and f"bot.{taken.bot}.name" in words else given
        name = name or words("player.default", n=seat + 1)
        alike = [f"{name} {number}" for number in range(2, len(table.seats) + 2)]
        shown.append(next(one for one in (name, *alike) if one not in shown))
    return tuple(shown)
