"""The results of best play for a page: those at hand, or found by a job once the reader asks for them.

Words nothing; asks for no more than an address may, and for nothing where a page is merely opened.
"""

from typing import TYPE_CHECKING

from starlette.responses import Response

from kosci.engine.scorecard import Scorecard
from kosci.service.solving import Failed, Running
from kosci.variants import Rules
from kosci.web.build_spread import coming, failed, not_asked, refused, spread_view
from kosci.web.views_spread import SpreadView
from kosci.web.visit import Visit

if TYPE_CHECKING:
    from kosci.solve.spread import Distribution

ASKED = "spread"  # the name in the query
TOO_MANY = 429
_WORK = 10  # as much as solving so many games


def is_asked(visit: Visit) -> bool:
    """Whether the reader asks for the results to be found."""
    return bool(visit.query().maybe(ASKED))


def retrying(response: Response) -> Response:
    """The response, which says when to come again where the address has asked for too much."""
    if response.status_code == TOO_MANY:
        response.headers["retry-after"] = "600"
    return response


async def spread_of(visit: Visit, game: Rules, url: str) -> tuple[SpreadView | None, int]:
    """The results of a game as far as they are there, with the status; None where there are none: in a race.

    `url` is the page's own.
    """
    if not isinstance(game, Scorecard):
        return None, 200
    known, spread, status = await chances_of(visit, game, url)
    if known is None or spread is None:
        return spread, status
    own = () if visit.visitor.is_new else await _own(visit, game)
    return spread_view(visit.words, spread.url, game, known, own), status


async def chances_of(visit: Visit, game: Rules, url: str) -> tuple["Distribution | None", SpreadView | None, int]:
    """How likely every total of best play is where that is known, how far the work is, and the status.

    In a race totals are the turns of one who plays alone. Nothing at all where exact play is not installed.
    """
    spreading = visit.site.spreading
    if spreading is None:
        return None, None, 200
    here = f"{url}{'&' if '?' in url else '?'}{ASKED}=1"
    known = await spreading.known(game)
    if is_asked(visit) and (known is None or (isinstance(known, Failed) and not visit.is_fragment)):
        if visit.site.solved.is_full(visit.address):
            return None, refused(visit.words, here), TOO_MANY
        for _ in range(_WORK):
            visit.site.solved.count(visit.address)
        spreading.start(game)
        known = Running(0.0)
    match known:
        case None:
            return None, not_asked(here), 200
        case Running(progress):
            return None, coming(here, progress), 200
        case Failed(error):
            return None, failed(visit.words, here, error), 200
    return known, SpreadView(here), 200


async def _own(visit: Visit, game: Rules) -> tuple[int, ...]:
    return await visit.site.parts.tables.records.totals(visit.device, game)
