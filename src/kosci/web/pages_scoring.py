"""The tables a device scores by, as JSON under an address that changes with their content.

Holds no rule: the engine makes the tables, and nothing in them is of a game that is being played.
"""

import asyncio
import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache

from starlette.responses import Response

from kosci.engine.errors import OptionError
from kosci.engine.race import Race
from kosci.engine.race_scoring_tables import race_scoring_table
from kosci.engine.scoring_tables import scoring_table
from kosci.variants import Rules, load, options_of
from kosci.variants.short import format_short, parse_short
from kosci.web import access
from kosci.web.files import BRIEFLY, FOR_EVER
from kosci.web.visit import Visit

_OWN_FOR_EVER = FOR_EVER.replace("public", "private")


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of some rules: their JSON, and a short hash of it."""

    content: bytes
    digest: str


@lru_cache(maxsize=128)
def tables_of(game: Rules) -> Tables:
    """The tables of a game, worked out once."""
    data = race_scoring_table(game) if isinstance(game, Race) else scoring_table(game)
    content = json.dumps(data, separators=(",", ":")).encode()
    return Tables(content, hashlib.sha256(content).hexdigest()[:12])


def scoring_url(game: Rules, table: str) -> str:
    """Where the tables of a game are: by its short code, or at its own table where the game has no code any more."""
    place = f"/scoring/{format_short(game)}.json" if _has_code(game) else f"/t/{table}/scoring.json"
    return f"{place}?v={tables_of(game).digest}"


def _has_code(game: Rules) -> bool:
    """Whether a short code leads back to these rules: an old log may hold a variant, or a row, that is no more."""
    try:
        return load(game.id, options_of(game)) == game
    except (KeyError, OptionError):
        return False


async def by_code(visit: Visit) -> Response:
    """The tables of the rules of a short code."""
    return await _answer(visit, parse_short(visit.path("code")), FOR_EVER)


async def of_table(visit: Visit) -> Response:
    """The tables of a table's own rules, for whoever sits there."""
    view = await access.own_table(visit)
    return await _answer(visit, view.table.game, _OWN_FOR_EVER)


async def _answer(visit: Visit, game: Rules, caching: str) -> Response:
    tables = await asyncio.to_thread(tables_of, game)
    is_current = visit.query().maybe("v") == tables.digest
    headers = {"cache-control": caching if is_current else BRIEFLY}
    return Response(tables.content, media_type="application/json", headers=headers)
