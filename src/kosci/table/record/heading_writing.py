"""The heading of a record, written: only what differs from the usual, and the dice if somebody committed to them.

Nothing is read here.
"""

from collections.abc import Iterator, Sequence

from kosci.engine.errors import RuleError
from kosci.engine.options import format_value
from kosci.table import fair
from kosci.table.facts import Created, Fact, Joined, Started, Unseated
from kosci.table.record.heading import FIRST_LINE, MARK, uncommitted, usual_bot
from kosci.table.settings import Settings, format_settings
from kosci.variants import Rules, canonical, changed_options, fingerprint, from_canonical, load, parse_options


def format_rules(rules: Rules, text: str) -> Iterator[str]:
    """The lines for the rules: the variant and its changed options where they say all, else the rules in full."""
    options = [f"{name}={format_value(value)}" for name, value in changed_options(rules).items()]
    try:
        is_known = canonical(load(rules.id, parse_options(rules.id, options))) == text
    except RuleError:
        is_known = False
    if is_known:
        yield " ".join(["game", rules.id, *options])
    else:
        yield f"rules {text}"


def format_heading(names: tuple[str, ...], facts: Sequence[Fact], open_seed: bytes | None) -> list[str]:
    """The lines before the first turn of a game with this log."""
    created = facts[0]
    assert isinstance(created, Created)
    rules = from_canonical(created.rules)
    lines = [FIRST_LINE, *format_rules(rules, created.rules)]
    usual = format_settings(Settings()).split(",")
    changed = [pair for pair in format_settings(created.settings).split(",") if pair not in usual]
    has_dice = tuple(facts) != uncommitted(rules, created.settings, names)
    if has_dice and lines[-1].startswith("game "):
        lines.append(f"fingerprint {fingerprint(rules)[:MARK]}")
    lines += [" ".join(["table", *changed])] if changed else []
    lines += [f"player {name}".rstrip() for name in names]
    lines += [f"open-seed {open_seed.hex()}"] if open_seed is not None else []
    return [*lines, f"commitment {created.commitment}", *_format_seats(names, facts)] if has_dice else lines


def _format_seats(names: tuple[str, ...], facts: Sequence[Fact]) -> Iterator[str]:
    """A line for each seat taken or given up; the share itself where it is open."""
    shares = next((fact.shares for fact in facts if isinstance(fact, Started)), ())
    by_digest = {fair.share_digest(share): share for share in shares}
    staying = _staying(facts)
    for at, fact in enumerate(facts):
        if isinstance(fact, Unseated):
            yield f"given-up {fact.seat + 1}"
        elif isinstance(fact, Joined):
            is_open = shares and at in staying
            what = f"share {by_digest[fact.digest].hex()}" if is_open else f"sealed {fact.digest}"
            usual = usual_bot(names, fact.seat)
            who = [] if fact.bot == usual else [fact.bot or "-"]
            yield " ".join([what, "server" if fact.drawn else "browser", *who])


def _staying(facts: Sequence[Fact]) -> list[int]:
    """Which facts took a seat that was not given up again."""
    seats: list[int] = []
    for at, fact in enumerate(facts):
        if isinstance(fact, Joined):
            seats.append(at)
        elif isinstance(fact, Unseated):
            del seats[fact.seat]
    return seats
