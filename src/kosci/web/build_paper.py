"""The page that asks for a blank sheet, and the links to paper on other pages.

Prints nothing.
"""

from kosci.engine.options import format_value
from kosci.locale.languages import language_name, languages
from kosci.locale.option_words import changed_rules
from kosci.locale.words import Words
from kosci.variants import Rules, catalogue
from kosci.variants.registry import changed_options
from kosci.web.build_parts import paper_url, rules_url
from kosci.web.printing import Printing
from kosci.web.views import Link, Pick
from kosci.web.views_paper import PaperView

PAPER = "/paper"


def blank_link(words: Words, game: Rules) -> Link:
    """A link to that page."""
    return Link(words("paper.blank"), paper_url(game))


def paper_view(words: Words, game: Rules, press: Printing) -> PaperView:
    """The form, with what most people print chosen already."""
    least, most = game.players
    numbers = sorted({1, *range(least, most + 1)})
    return PaperView(
        title=words("paper.title", game=words(f"variant.{game.id}.name")),
        url=f"{PAPER}/{game.id}.pdf",
        notes=changed_rules(words, game),
        fields=tuple(_changed(game).items()),
        variants=tuple(
            Link(words(f"variant.{one.id}.name"), "" if one.id == game.id else f"{PAPER}/{one.id}")
            for one in catalogue()
        ),
        players=tuple(Pick(f"players-{n}", words.count("player", n), n == min(4, most)) for n in numbers),
        games=tuple(
            Pick(f"games-{n}", words("paper.games", n=n), is_chosen=False) for n in range(1, press.most_games + 1)
        ),
        sizes=tuple(Pick(size, words(f"paper.size.{size}"), at == 0) for at, size in enumerate(press.sizes)),
        languages=tuple(Pick(code, language_name(code), code == words.lang) for code in languages()),
        rules=Link(words("do.rules"), rules_url(game)),
    )


def _changed(game: Rules) -> dict[str, str]:
    return {name: format_value(value) for name, value in changed_options(game).items()}
