"""What people came to in finished games, by the device they played on.

Reads tables only; whose they may be shown to is decided by whoever asks.
"""

from collections.abc import Iterable, Iterator

from kosci.engine.game import Over
from kosci.service.reviewing import is_reviewed
from kosci.service.view import Device, View
from kosci.table.story import StoodIn
from kosci.variants import Rules, fingerprint


def own_totals(views: Iterable[View], device: Device, game: Rules) -> tuple[int, ...]:
    """The final totals of the device's seats in finished games of these rules, in the order of the tables.

    Left out: those who left, those a computer stood in for, those who had advice, and games that were not played out.
    """
    key = fingerprint(game)
    return tuple(
        total
        for view in views
        if is_reviewed(view) and fingerprint(view.table.game) == key
        for total in _totals(view, device)
    )


def _totals(view: View, device: Device) -> Iterator[int]:
    play = view.table.play
    awaiting = play.awaiting if play is not None else None
    if play is None or not isinstance(awaiting, Over):
        return
    helped = view.table.coached | {item.seat for item in play.story if isinstance(item, StoodIn)}
    for seat in view.own_seats(device):
        result = awaiting.results[seat]
        if seat not in helped and not result.left:
            yield result.points
