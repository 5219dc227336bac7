"""Options of the rules and of a table in words: what each means, and its values.

Knows no default and no bound; those stand where the rule stands.
"""

from kosci.engine.options import Value, format_value
from kosci.locale.words import Words
from kosci.variants import Rules
from kosci.variants.registry import changed_options


def option_label(words: Words, name: str) -> str:
    """What the option is called."""
    return words(f"option.{name}")


def option_meaning(words: Words, name: str) -> str:
    """One sentence on what the option does."""
    return words(f"option.{name}.hint")


def option_value(words: Words, name: str, value: Value) -> str:
    """A value of the option in words; yes and no, and plain numbers, where it has none of its own."""
    key = f"option.{name}.{format_value(value)}"
    if key in words:
        return words(key)
    if isinstance(value, bool):
        return words(f"option.{format_value(value)}")
    return words.number(value) if isinstance(value, int) else words(key)


def changed_rules(words: Words, game: Rules) -> tuple[str, ...]:
    """Each option in which the game differs from its variant, as "Próg premii: 60"."""
    changes = changed_options(game).items()
    return tuple(
        words("option.set", option=option_label(words, name), value=option_value(words, name, value))
        for name, value in changes
    )
