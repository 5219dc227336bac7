"""The rules page of a game, from the words that are drawn from the game's own numbers.

Words no rule itself.
"""

from urllib.parse import urlencode

from kosci.engine.options import format_value
from kosci.locale.option_words import changed_rules
from kosci.locale.rules_text import blurb, rules_text
from kosci.locale.words import Words
from kosci.variants import Rules, catalogue
from kosci.variants.registry import changed_options
from kosci.web.build_own import short_url
from kosci.web.build_paper import blank_link
from kosci.web.views import Link, RuleRow, RuleSection, RulesView


def rules_view(words: Words, game: Rules, averages: tuple[str, ...] = ()) -> RulesView:
    """How a game is played, with its options as they are; `averages` say what best play comes to, if it is known."""
    changed = {name: format_value(value) for name, value in changed_options(game).items()}
    return RulesView(
        name=words(f"variant.{game.id}.name"),
        lead=(*blurb(words, game), *changed_rules(words, game)),
        sections=tuple(
            RuleSection(
                section.title,
                section.lines,
                tuple(RuleRow(row.name, row.asks, row.pays, row.example, row.points) for row in section.rows),
            )
            for section in rules_text(words, game)
        ),
        play=Link(words("new.play"), f"/new?{urlencode({'variant': game.id, 'mode': 'device', **changed})}"),
        others=tuple(
            Link(words(f"variant.{other.id}.name"), f"/rules/{other.id}")
            for other in catalogue()
            if other.id != game.id
        ),
        averages=averages,
        own=Link(words("own.from-rules"), short_url(game)),
        paper=blank_link(words, game),
    )
