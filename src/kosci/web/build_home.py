"""The home page: the games, with whom to play them, the reader's open tables.

Reads the registry and the reader's tables; changes nothing.
"""

from collections.abc import Sequence

from kosci.coach.means import usual_means
from kosci.locale.rules_text import blurb, players_range
from kosci.locale.words import Words
from kosci.service.view import View
from kosci.variants import Rules, catalogue, load
from kosci.web.build_parts import rules_url
from kosci.web.look import seat_names
from kosci.web.views import HomeView, Mode, ModeChoice, OpenTable, VariantCard

MODES: tuple[Mode, ...] = ("device", "link", "alone", "real")
FIRST_VARIANT = "general"


def home_view(words: Words, device: str, tables: Sequence[View], code: str = "") -> HomeView:
    """The home page of a browser."""
    return HomeView(
        variants=tuple(variant_card(words, load(one.id), is_chosen=one.id == FIRST_VARIANT) for one in catalogue()),
        modes=tuple(ModeChoice(mode, words(f"mode.{mode}"), words(f"mode.{mode}.hint")) for mode in MODES),
        new_url="/new",
        join_url="/join",
        code=code,
        tables=tuple(_open_table(words, device, view) for view in tables),
    )


def variant_card(words: Words, game: Rules, *, is_chosen: bool = False) -> VariantCard:
    """A variant as it is offered."""
    return VariantCard(
        id=game.id,
        name=words(f"variant.{game.id}.name"),
        blurb=blurb(words, game),
        players=words("player.range", range=players_range(words, game.players)),
        rules_url=rules_url(game),
        is_chosen=is_chosen,
        average=_average(words, game),
    )


def _average(words: Words, game: Rules) -> str:
    """What best play averages in few words, empty where that is not written down."""
    match usual_means(game):
        case (mean,):
            return words("home.best-total", mean=words.number(mean, 1))
        case (_, turns, _):
            return words("home.best-turns", turns=words.number(turns, 1))
        case _:
            return ""


def _open_table(words: Words, device: str, view: View) -> OpenTable:
    own = view.own_seats(device)
    is_mine = view.table.mover in own
    names = seat_names(words, view)
    status = words(f"status.{view.row.state}")
    if is_mine and view.table.mover is not None:
        status = words("turn.you") if len(own) == 1 else words("turn.other", name=names[view.table.mover])
    variant = words(f"variant.{view.table.game.id}.name")
    return OpenTable(f"/t/{view.id}", variant, names, status, is_mine)
