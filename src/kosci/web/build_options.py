"""Options as fields of a form: the label, what may be chosen, what it means.

Checks nothing; shows what was typed, possible or not.
"""

from kosci.engine.options import Choice, Span, Spec, format_value
from kosci.locale.option_words import option_label, option_meaning, option_value
from kosci.locale.words import Words
from kosci.web.views import OptionField, Pick


def option_field(words: Words, name: str, spec: Spec, text: str, *, note: str = "", error: str = "") -> OptionField:
    """The field of one option with this text in it; `note` follows its meaning, `error` says what is wrong."""
    label = option_label(words, name)
    hint = " ".join(filter(None, (option_meaning(words, name), note)))
    match spec:
        case Choice(values):
            picks = tuple(
                Pick(format_value(value), option_value(words, name, value), format_value(value) == text)
                for value in values
            )
            return OptionField(name, label, picks=picks, hint=hint, error=error)
        case Span(least, most, step):
            return OptionField(name, label, value=text, least=least, most=most, step=step, hint=hint, error=error)


def allowed_values(words: Words, name: str, spec: Spec) -> str:
    """What the option can be, in words."""
    if isinstance(spec, Choice):
        return words.joined([option_value(words, name, value) for value in spec.values], "or")
    span = f"{words.number(spec.least)}–{words.number(spec.most)}"
    return span if spec.step == 1 else words("range.step", range=span, step=spec.step)
