"""The form that lays a table, from a draft of it.

Reads what options can be from the registry; checks nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kosci.engine.errors import OptionError, RuleError
from kosci.engine.options import Spec, format_value
from kosci.locale.bot_words import bot_line, bot_pick
from kosci.locale.explain import explain
from kosci.locale.words import Words
from kosci.table.settings import SETTINGS
from kosci.variants import Rules, load
from kosci.web.build_home import variant_card
from kosci.web.build_options import option_field
from kosci.web.build_parts import rules_url
from kosci.web.draft import NOBODY, PERSON, Draft, game_of, needed_seats, usual_text
from kosci.web.look import bot_name
from kosci.web.views import NewTableView, OptionField, Pick, SeatField


def new_view(
    words: Words,
    draft: Draft,
    command: str,
    wrong: Mapping[int, RuleError] | None = None,
    mean: Callable[[Rules], float | None] = lambda _: None,
) -> NewTableView:
    """The form, with what is wrong beside the seat it is about; `mean` knows what best play of a game comes to."""
    variant, needed, game = draft.variant, needed_seats(draft.variant, draft.mode), _game(draft)
    card = replace(variant_card(words, load(variant.id)), rules_url=rules_url(game))
    return NewTableView(
        variant=card,
        mode=draft.mode,
        title=words("new.title", game=card.name),
        url="/new",
        fields=(("variant", variant.id), ("mode", draft.mode), ("command", command)),
        submit=_submit(words, draft),
        invite=words("new.invite-phones") if draft.mode == "real" else "",
        seats=tuple(
            SeatField(
                number=seat + 1,
                name=name,
                kinds=_kinds(words, draft, seat),
                computers=_computers(words, draft, seat, mean(game)) if seat else (),
                is_needed=seat < needed,
                error=explain(words, wrong[seat], variant.id) if wrong and seat in wrong else "",
            )
            for seat, name in enumerate(draft.names)
        ),
        options=tuple(_option(words, draft, name, spec) for name, spec in draft.specs.items()),
        is_changed=any(usual_text(draft, name) != format_value(variant.defaults[name]) for name in draft.specs),
        table_options=tuple(_option(words, draft, name, SETTINGS[name]) for name in draft.table_options),
        computers=_lines(words, draft, mean(game)) if draft.computers and len(draft.names) > 1 else (),
    )


def _submit(words: Words, draft: Draft) -> str:
    keys = {"link": "new.open-table", "real": "new.start-here"}
    return words(keys.get(draft.mode, "new.play"))


def _kinds(words: Words, draft: Draft, seat: int) -> tuple[Pick, ...]:
    """Who may sit there: the first seat is always the reader's own, and only people roll real dice."""
    if seat == 0 or draft.mode == "real":
        return ()
    nobody = words("lobby.open" if draft.mode == "link" else "player.nobody")
    kinds = {PERSON: words("player.person"), NOBODY: nobody}
    return tuple(Pick(value, label, draft.kinds[seat] == value) for value, label in kinds.items())


def _computers(words: Words, draft: Draft, seat: int, mean: float | None) -> tuple[Pick, ...]:
    game, kind = _game(draft), draft.kinds[seat]
    return tuple(Pick(bot, bot_pick(words, game, bot, mean), kind == bot) for bot in draft.computers)


def _lines(words: Words, draft: Draft, mean: float | None) -> tuple[str, ...]:
    """How each computer player plays, and what it comes to where that is known."""
    game = _game(draft)
    return tuple(f"{bot_name(words, bot)}: {bot_line(words, game, bot, mean)}" for bot in draft.computers)


def _option(words: Words, draft: Draft, name: str, spec: Spec) -> OptionField:
    return option_field(words, name, spec, usual_text(draft, name))


def _game(draft: Draft) -> Rules:
    """The game with the options as typed, or the usual one where those are not possible."""
    try:
        return game_of(draft)
    except OptionError:
        return load(draft.variant.id)
