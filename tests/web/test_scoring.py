"""The tables a device scores by: public, kept for ever under an address that changes with what is in them."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from kosci.engine.race import Race
from kosci.engine.race_scoring_tables import race_scoring_table
from kosci.engine.scorecard import Scorecard
from kosci.engine.scoring_tables import scoring_table
from kosci.variants import Rules, catalogue, load
from kosci.web.pages_scoring import scoring_url
from tests.web.conftest import House, table_of

Opened = Callable[..., House]
GAMES = [*(load(variant.id) for variant in catalogue()), load("yatzi", {"rigol": "sum", "bonus": 50})]
FOR_EVER = "public, max-age=31536000, immutable"


def tables(game: Rules) -> object:
    """The engine's tables, as JSON has them."""
    return json.loads(json.dumps(race_scoring_table(game) if isinstance(game, Race) else scoring_table(game)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
async def test_the_tables_of_any_rules_are_public_and_kept_for_ever(open_house: Opened, game: Rules) -> None:
    """Without a cookie, by the short code of the rules; in small letters or capitals."""
    url = scoring_url(game, "no-table")
    assert url.startswith(f"/scoring/{game.id}")
    answer = (await open_house().reader().get(url)).response
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == FOR_EVER
    assert "set-cookie" not in answer.headers
    assert json.loads(answer.text) == tables(game)


async def test_an_address_of_another_content_is_kept_only_for_a_while(open_house: Opened) -> None:
    """An old page asks by the digest of older tables: it gets those of now."""
    reader = open_house().reader()
    for query in ("", "?v=0123456789ab"):
        answer = (await reader.get(f"/scoring/yahtzee.json{query}")).response
        assert answer.headers["cache-control"] == "public, max-age=300"
        assert json.loads(answer.text) == tables(load("yahtzee"))


@pytest.mark.parametrize("code", ["nonsense", "yahtzee-XXXX", "yahtzee.json", "%20"])
async def test_a_code_of_no_rules_is_not_found(open_house: Opened, code: str) -> None:
    assert (await open_house().reader().get(f"/scoring/{code}.json")).response.status_code == 404


def test_rules_that_no_code_leads_to_any_more_are_had_at_their_table() -> None:
    """An old log holds the rules of a variant as it once was."""
    game = load("yahtzee")
    assert isinstance(game, Scorecard)
    older = replace(game, rows=game.rows[:-1])
    assert scoring_url(older, "T1").startswith("/t/T1/scoring.json?v=")
    assert scoring_url(replace(game, id="forgotten"), "T1").startswith("/t/T1/scoring.json?v=")
    assert scoring_url(older, "T1") != scoring_url(game, "T1")


async def test_the_tables_at_a_table_are_for_those_who_sit_there(open_house: Opened) -> None:
    house = open_house()
    reader, stranger = house.reader(), house.reader()
    page = await reader.get("/new?variant=yahtzee&mode=device&name-1=Anna&name-2=Ola&who-2=person")
    table = table_of(await reader.send(page.form("/new")))
    url = f"/t/{table}/scoring.json"
    answer = (await reader.get(url)).response
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert json.loads(answer.text) == tables(load("yahtzee"))
    assert (await stranger.get(url)).response.status_code == 403
