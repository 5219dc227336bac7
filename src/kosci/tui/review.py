"""What `kosci review` shows: each player's figures, then the decisions that cost most.

Computes nothing.
"""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kosci.coach.ledger import Ledger
from kosci.coach.review import Summary, summary, worst_first
from kosci.coach.sizes import size_of
from kosci.locale.review_words import ReviewWords
from kosci.tui.terminal import say


def show_review(console: Console, told: ReviewWords, books: Sequence[Ledger]) -> None:
    """The review of a game, the dearest decisions first."""
    words = told.words
    found = [summary(book) for book in books]
    say(console, words(f"variant.{told.game.id}.name"), style="bold")
    say(console, told.aim)
    if partly := told.partly(books):
        say(console, partly)
    console.print(_figures(told, found))
    for one in found:
        _say_more(console, told, one)
    console.print()
    dear = worst_first(books)
    if not dear:
        say(console, words("review.nothing-lost"))
        return
    say(console, words("review.dearest"), style="bold")
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for seat, decision in dear:
        size = words(f"size.{size_of(told.game.id, decision)}")
        table.add_row(Text(told.price(decision.cost)), Text(size), Text(told.decision(seat, decision)))
    console.print(table)


def _figures(told: ReviewWords, found: Sequence[Summary]) -> Table:
    words = told.words
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("")
    for key in ("review.expected", "review.luck", "review.decisions", "review.result"):
        table.add_column(words(key), justify="right")
    for one in found:
        figures = one.figures
        changes = told.change(figures.luck), told.change(-figures.cost)
        shown = (told.names[one.seat], told.amount(figures.start), *changes, told.amount(figures.now))
        table.add_row(*map(Text, shown))
    return table


def _say_more(console: Console, told: ReviewWords, one: Summary) -> None:
    say(console, told.names[one.seat], style="bold")
    for fact in told.facts(one):
        say(console, f"  {fact}")
