"""House rules as a short code for links: the variant's id, and a number that says which options differ.

Keeps nothing anywhere: all that the rules are stands in the code.
"""

from collections.abc import Iterator, Mapping

from kosci.engine.errors import RuleError
from kosci.engine.options import Choice, Spec, Value
from kosci.variants.build import Rules
from kosci.variants.registry import catalogue, fingerprint, info, load, options_of

#: No letter or digit that is read as another, and no vowel: no code spells a word or ends as an id does.
LETTERS = "346789CDFGHJKMNPQRTVWXY"
_CHECKED = len(LETTERS) ** 2
_LONGEST = 40


class ShortCodeError(RuleError):
    """A text that is no short code of any rules."""


def format_short(game: Rules) -> str:
    """The short code of a variant's rules: its id alone where every option is the usual one.

    The first two letters of the number are a checksum of the rules, the rest are the options.

    >>> format_short(load("yahtzee")), format_short(load("yahtzee", {"joker": "none"}))
    ('yahtzee', 'yahtzee-N4QQ')
    """
    chosen, rank, number = options_of(game), 1, 0
    for name, values in _wheels(game.id):
        number += rank * _at(values, chosen[name])
        rank *= len(values)
    if not number:
        return game.id
    return f"{game.id}-{_letters(_checksum(game)).rjust(2, LETTERS[0])}{_letters(number)}"


def parse_short(text: str) -> Rules:
    """The rules of a short code in any case; ShortCodeError, or OptionError for an unknown variant."""
    code = text.strip().lower()
    if any(variant.id == code for variant in catalogue()):
        return load(code)
    id_, dash, letters = code.rpartition("-")
    number = _number(letters[2:].upper()) if len(code) <= _LONGEST else None
    if not dash or not any(variant.id == id_ for variant in catalogue()):
        info(code[:_LONGEST])  # says which variants there are
    if number is not None:
        game = _game(id_, number)
        if format_short(game).lower() == code:
            return game
    message = f"{text[:_LONGEST]!r} is no short code of rules: the variant, - and letters of {LETTERS} are needed"
    raise ShortCodeError("rules-code-unknown", message, given=text[:_LONGEST])


def _game(id_: str, number: int) -> Rules:
    options = {}
    for name, values in _wheels(id_):
        number, at = divmod(number, len(values))
        if at:
            options[name] = values[at]
    return load(id_, options)


def _wheels(id_: str) -> Iterator[tuple[str, tuple[Value, ...]]]:
    """The options, those with few values first, each with its values by how near they are to the usual one."""
    offered = info(id_)
    specs: Mapping[str, Spec] = offered.specs
    wheels = [(name, _values(spec, offered.defaults[name])) for name, spec in specs.items()]
    return iter(sorted(wheels, key=lambda wheel: len(wheel[1])))


def _values(spec: Spec, usual: Value) -> tuple[Value, ...]:
    if isinstance(spec, Choice):
        return (usual, *(value for value in spec.values if not _is_same(value, usual)))
    assert isinstance(usual, int)
    return tuple(sorted(range(spec.least, spec.most + 1, spec.step), key=lambda value: (abs(value - usual), value)))


def _at(values: tuple[Value, ...], value: Value) -> int:
    return next(at for at, own in enumerate(values) if _is_same(own, value))


def _is_same(one: Value, other: Value) -> bool:
    """Whether two values are the same; 1 is not True here."""
    return type(one) is type(other) and one == other


def _checksum(game: Rules) -> int:
    """A number that follows from the rules themselves, so that an old link never quietly means other rules."""
    return int(fingerprint(game), 16) % _CHECKED


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, at = divmod(number, len(LETTERS))
        letters = LETTERS[at] + letters
    return letters


def _number(letters: str) -> int | None:
    """The number that letters stand for, or None where one of them stands for nothing."""
    number = 0
    for letter in letters:
        if letter not in LETTERS:
            return None
        number = number * len(LETTERS) + LETTERS.index(letter)
    return number
