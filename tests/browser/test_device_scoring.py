"""Scoring on the device says what the engine says: the same facts, worked out by the script in a real browser."""

import json
from random import Random
from typing import Any

from playwright.async_api import Browser, Page

from kosci.engine.race import Race
from kosci.engine.race_scoring_tables import race_scoring_table
from kosci.engine.reported import value_ranges
from kosci.engine.scorecard import Scorecard
from kosci.engine.scoring_tables import scoring_table
from kosci.variants import catalogue, load
from tests.browser import scoring_facts as facts
from tests.browser.driving import device
from tests.browser.told_games import Told, played

HOUSES = [
    load(
        "yatzi", {"upper_first": True, "joker": "forced", "extra": "each", "zero": "only_if_nothing_fits", "turns": 14}
    ),
    load("tysiac", {"target": 100, "opening": 50, "exact": True, "last_round": True, "set_aside": "any"}),
    load("tysiac", {"target": 200, "opening": 25, "bust": "keep", "hot_dice": "must", "last_round": True}),
    load("tysiac", {"target": 150, "exact": True, "bust": "keep", "hot_dice": "stop", "set_aside": "any"}),
]
GAMES, RACE_GAMES, TURNS = 6, 32, 80

# Everything a script is asked for at once; hands go in and hashes come out, so that little has to be carried.
SCRIPT = """async (asked) => {
    const { scoringBy } = await import("/static/newest/js/scoring.js");
    const digest = (text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    const hash = async (text) =>
        [...new Uint8Array(await digest(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const scoring = scoringBy(asked.tables);
    const on = (card) => ({ seats: [card] });
    const told = (entry) => [entry.row, entry.points, entry.extra, Number(entry.joker)].join(":");
    const hands = asked.hands ?? [];
    const entriesOf = (card, dice) => scoring.entries(on(card), 0, dice).map(told).join(",");
    const entries = (card) => hash(hands.map((dice) => entriesOf(card, dice)).join("\\n"));
    const ends = async () => {
        const codes = [];
        const { target } = asked.tables;
        const turns = [...Array(target / 5 + 12).keys()].map((n) => 5 * n).concat(7, 1000, 1005);
        for (let banked = 0; banked <= target; banked += 5) {
            for (const points of turns) {
                for (const end of ["bank", "bust", "wins"]) {
                    codes.push(scoring.bankRefusal(on({ total: banked }), 0, end, points)?.code ?? "-");
                }
            }
        }
        return hash(codes.join(","));
    };
    return {
        entries: await Promise.all((asked.cards ?? []).map(entries)),
        readings: (asked.readings ?? []).map(([card, row]) => scoring.readings(on(card), 0, row)),
        checks: (asked.checks ?? []).map(([card, report]) => scoring.check(on(card), 0, report)),
        games: asked.games.map((model) => scoring.fold(model)),
        ends: asked.turns ? await ends() : null,
        turns: (asked.turns ?? []).map(([banked, rolls]) => scoring.turnOf(on({ total: banked }), 0, rolls)),
    };
}"""


def without(told: dict[str, Any], *names: str) -> dict[str, Any]:
    """The data without some names."""
    return {name: value for name, value in told.items() if name not in names}


def answer(told: dict[str, Any]) -> dict[str, Any]:
    """What the device says of a report, as the facts have it."""
    refused = told["refusal"]
    if refused is None:
        return dict(told["entry"])
    possible = value_ranges(refused["possible"]) if "possible" in refused else None
    allowed = tuple(refused["allowed"]) if "allowed" in refused else None
    return {"code": refused["code"], "possible": possible, "allowed": allowed}


def state(folded: dict[str, Any]) -> dict[str, Any]:
    """What the device makes of a model, as the facts have it."""
    return {**without(folded, "entries", "final"), "flags": [told["isFlagged"] for told in folded["entries"]]}


def same_games(folded: list[dict[str, Any]], games: list[Told]) -> None:
    """Positions, sums, bonus, extras, mover, end and places are the engine's."""
    for got, game in zip(folded, games, strict=True):
        assert state(got) == json.loads(json.dumps(game.state())), (game.rules.id, game.model())


async def check_sheet(page: Page, rules: Scorecard) -> None:
    """All hands on all kinds of cards; readings, reports and whole games by chance."""
    rng = Random(rules.id)
    cards = list(facts.cards(rules))
    some = [(card, row.id) for card in rng.sample(cards, 3) for row in rules.rows]
    reports = [(card, facts.some_report(rules, card, rng)) for card in rng.choices(cards, k=80)]
    games = [played(rules, seed, 200 if seed % 3 else 20) for seed in range(GAMES)]
    asked = {
        "tables": scoring_table(rules),
        "hands": facts.HANDS,
        "cards": [facts.card_data(card) for card in cards],
        "readings": [(facts.card_data(card), row) for card, row in some],
        "checks": [(facts.card_data(card), facts.report_data(report)) for card, report in reports],
        "games": [game.model() for game in games],
    }
    got = await page.evaluate(SCRIPT, asked)
    wrong = [card for card, told in zip(cards, got["entries"], strict=True) if told != facts.hand_entries(rules, card)]
    assert not wrong, wrong[:3]
    assert got["readings"] == [facts.row_readings(rules, card, row) for card, row in some]
    for (card, report), told in zip(reports, got["checks"], strict=True):
        assert answer(told) == facts.checked(rules, card, report), (rules.id, card, report)
    same_games(got["games"], games)


async def check_race(page: Page, race: Race) -> None:
    """All that may be banked, turns roll by roll, whole games."""
    steps = [step for seed in range(TURNS) for step in facts.race_turn(race, Random(seed))]
    games = [played(race, seed, 200 if seed % 3 else 6) for seed in range(RACE_GAMES)]
    asked = {
        "tables": race_scoring_table(race),
        "games": [game.model() for game in games],
        "turns": [(step["banked"], step["rolls"]) for step in steps],
    }
    got = await page.evaluate(SCRIPT, asked)
    for step, turn in zip(steps, got["turns"], strict=True):
        assert turn == step["turn"], (race, step)
    if race.target <= 200:
        assert got["ends"] == facts.race_ends(race)
    same_games(got["games"], games)


async def test_the_device_scores_as_the_engine_does(browser: Browser, site: str) -> None:
    """Every variant and some house rules: entries of all hands, readings, reports, refusals, whole games."""
    async with device(browser) as page:
        await page.goto(site)
        for rules in [*(load(variant.id) for variant in catalogue()), *HOUSES]:
            await (check_race(page, rules) if isinstance(rules, Race) else check_sheet(page, rules))
