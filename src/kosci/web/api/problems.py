"""What is refused or fails in the programs' interface, as JSON with a status.

Never shows a token, a seed, a path of this server or a traceback.
"""

from http import HTTPStatus

from starlette.responses import Response

from kosci.engine.errors import RuleError
from kosci.web.api.caller import NoToken, answer
from kosci.web.api.messages import Problem
from kosci.web.refusals import Refused


def problem(error: Exception, status: int) -> Response:
    """The answer that says why."""
    if isinstance(error, NoToken):
        status = 401
    response = answer(_told(error, status), status)
    if status == HTTPStatus.UNAUTHORIZED:
        response.headers["www-authenticate"] = "Bearer"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        response.headers["retry-after"] = str(error.retry if isinstance(error, Refused) else 60)
    return response


def _told(error: Exception, status: int) -> Problem:
    if isinstance(error, RuleError):
        params = {name: value for name, value in error.params.items() if value is not None}
        return Problem(error.code, str(error), dict(params))
    return Problem(f"http-{status}", HTTPStatus(status).phrase)
