"""What `kosci variants` and `kosci rules` show people.

Every sentence comes from the catalogues, every number from the game.
"""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kosci.engine.options import Choice, Spec, format_value
from kosci.locale.option_words import changed_rules, option_label, option_value
from kosci.locale.rules_text import RuleRow, blurb, players_range, rules_text
from kosci.locale.words import Words
from kosci.tui.terminal import listed
from kosci.variants import Rules, VariantInfo, info, load, options_of


def variant_lines(words: Words, offered: Sequence[VariantInfo]) -> Iterator[RenderableType]:
    """Each game with its id, name, players, rows and turns, and two lines of its rules."""
    for entry in offered:
        game = load(entry.id)
        numbers = [f"{words('cli.variants.players')}: {players_range(words, game.players)}"]
        if entry.turns is not None:
            numbers.append(f"{words('cli.variants.rows')}: {len(entry.rows)}")
            numbers.append(f"{words('cli.variants.turns')}: {entry.turns}")
        yield Text(entry.id, style="bold cyan").append(f"  {words(f'variant.{entry.id}.name')}", "bold")
        yield Padding(Text("\n".join([" · ".join(numbers), *blurb(words, game)])), (0, 0, 1, 4), expand=False)
    yield Text(words("cli.variants.more"))


def rules_lines(words: Words, game: Rules) -> Iterator[RenderableType]:
    """The rules of a game, its tables of values, and the options it can have."""
    yield Text(words(f"variant.{game.id}.name"), style="bold")
    yield from map(Text, blurb(words, game))
    for section in rules_text(words, game):
        yield Text(f"\n{section.title}", style="bold")
        yield from map(listed, section.lines)
        if section.rows:
            yield _values(words, section.rows)
    yield from _option_lines(words, game)


def _values(words: Words, rows: Sequence[RuleRow]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="")
    for key in ("sheet.row", "rules.asks", "rules.pays"):
        table.add_column("" if key == "sheet.row" else words(key))
    table.add_column(words("rules.example"), no_wrap=True)
    for row in rows:
        table.add_row(row.name, row.asks, row.pays, f"{words.dice(row.example)} → {row.points}")
    return table


def _option_lines(words: Words, game: Rules) -> Iterator[RenderableType]:
    """What a house may change with --set, and what is changed here."""
    yield Text(f"\n{words('cli.variants.options')}", style="bold")
    changed = changed_rules(words, game)
    if changed:
        yield Text(words("cli.rules.changed", changes="; ".join(changed)))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    for cells in _options(words, game):
        table.add_row(*cells)
    yield table


def _options(words: Words, game: Rules) -> Iterator[tuple[Text, str]]:
    values = options_of(game)
    for name, spec in info(game.id).specs.items():
        value = values[name]
        set_to = f"{option_label(words, name)}: {option_value(words, name, value)}"
        yield Text(f"{name}={format_value(value)}", style="cyan"), f"{set_to}\n({_allowed(words, spec)})"


def _allowed(words: Words, spec: Spec) -> str:
    """What an option can be, as it is typed."""
    if isinstance(spec, Choice):
        return spec.allowed
    span = f"{words.number(spec.least)}–{words.number(spec.most)}"
    return span if spec.step == 1 else words("range.step", range=span, step=spec.step)
