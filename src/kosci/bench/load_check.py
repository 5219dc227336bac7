"""Whether what programs were told is what the logs say: nothing lost, doubled or in another order.

Measures nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from kosci.bench.load_client import Told
from kosci.engine.game import Game
from kosci.table import Table, parse_fact
from kosci.table.facts import Closed


def faults(lines: Iterable[str], told: Sequence[Told]) -> list[str]:
    """What does not agree between a table's log and the answers to its moves, in the order they came."""
    facts = [parse_fact(line) for line in lines]
    wanted = dict(told)
    found = [f"version {version} was told twice" for version in _repeated([version for version, _ in told])]
    found += ["versions went back"] if [version for version, _ in told] != sorted(wanted) else []
    table, seen = Table.rebuilt(facts[:1]), dict[int, str]()
    for fact in facts[1:]:
        table = table.after(fact)
        if table.version in wanted and table.play is not None:
            rules: Game[Any] = table.game
            seen[table.version] = rules.format_position(table.play.position)
    for version, position in wanted.items():
        if version not in seen:
            found.append(f"the move told at version {version} is lost: the log ends at {len(facts)}")
        elif seen[version] != position:
            found.append(f"at version {version} the log leads to another position than was told")
    played = table.version - isinstance(facts[-1], Closed)  # a finished table is closed after a while
    if told and played != told[-1][0]:
        found.append(f"the log has {played} facts, the last move was told at {told[-1][0]}")
    return found


def _repeated(versions: list[int]) -> list[int]:
    return sorted({version for version in versions if versions.count(version) > 1})
