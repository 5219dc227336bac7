"""`/metrics`: the numbers of the server for whoever holds its token.

Counts nothing itself.
"""

from starlette.responses import Response

from kosci.web.metrics import CONTENT_TYPE, is_allowed
from kosci.web.refusals import Refused
from kosci.web.visit import Visit


async def numbers(visit: Visit) -> Response:
    """The numbers as Prometheus reads them; for everybody else there is no such page."""
    if not is_allowed(visit.request.headers.get("authorization", ""), visit.site.where.metrics_token):
        raise Refused(404, "no such page")
    jobs = visit.site.parts.jobs
    counts = None if jobs is None else await jobs.counts()
    return Response(visit.site.metrics.exposed(counts), media_type=CONTENT_TYPE)
