"""A whole evening of four at one phone, typed in by hand: dice, values, a joker, zeros, corrections, no connection."""

from playwright.async_api import Browser, Page, expect

from kosci.engine.game import Begun, Event, replay
from kosci.engine.reported import parse_report
from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.variants import load
from tests.browser.driving import device
from tests.browser.tapping import READY, Finger

NAMES = ("Anna", "Jan", "Ola", "Wojtek")
# A line a round, a turn a player. Anna rolls five sixes three times: the third is a joker with an extra.
EVENING = """
five_of_a_kind 6 6 6 6 6   | threes 3 3 3 1 2          | chance 6 5 4 4 2         | ones 1 1 1 4 5
sixes 6 6 6 6 6            | fours =12                 | small_straight =30       | twos =6
large_straight =40 alike   | full_house 2 2 2 5 5      | five_of_a_kind =0        | threes 3 3 3 3 1
full_house 4 4 4 1 1       | five_of_a_kind 1 2 2 4 6  | sixes =18                | fours =16
small_straight 1 2 3 4 6   | ones =2                   | three_of_a_kind =22      | fives 5 5 5 2 1
ones =3                    | twos 2 2 2 6 6            | fours 4 4 4 4 2          | sixes =24
twos =6                    | sixes 6 6 6 3 1           | threes =9                | four_of_a_kind =26
threes 3 3 3 5 5           | fives =20                 | twos 2 2 5 6 1           | small_straight =30
fours =8                   | chance 6 6 5 4 3          | ones =1                  | large_straight 2 3 4 5 6
fives 5 5 5 5 1            | small_straight =0         | fives =15                | three_of_a_kind =17
three_of_a_kind =25 not-alike | large_straight =40      | four_of_a_kind =0        | full_house =25
four_of_a_kind 2 2 2 2 1   | three_of_a_kind =18       | full_house 3 3 6 6 6     | chance =20
chance =21                 | four_of_a_kind =0         | large_straight =0        | five_of_a_kind =0
"""
BROKEN = 10  # the round in which the connection breaks for a moment
STORED = "async () => Boolean(await (await caches.open('kosci-tables')).match(location.pathname))"
OFFLINE = range(5, 8)  # the rounds without a connection; in the middle of it the page is opened anew


def turns() -> list[list[str]]:
    """The evening, round by round."""
    return [[entry.strip() for entry in line.split("|")] for line in EVENING.strip().splitlines()]


def counted(corrected: dict[tuple[int, int], str]) -> list[int]:
    """What the engine makes of the same entries, with some of them told otherwise; by round and seat."""
    game = load("yahtzee")
    assert isinstance(game, Scorecard)
    events: list[Event] = [Begun(0)]
    for number, line in enumerate(turns()):
        for seat, entry in enumerate(line):
            told = corrected.get((number, seat), entry)
            events.append(parse_report(seat, f"reported {told}"))
    position = replay(game, len(NAMES), events)
    assert isinstance(position, SheetPosition)
    return [game.total(card) for card in position.cards]


async def totals(page: Page) -> list[int]:
    """The totals as the strip of players shows them."""
    return [int(text) for text in await page.locator(".strip .chip span").all_inner_texts()]


async def corrected(finger: Finger, player: str, row: str, points: int) -> None:
    """Choose another value for an entry of a player."""
    await finger.page.locator(".chip", has_text=player).click()
    await finger.tap(f".row-{row} td.shown .fix")
    await finger.value(points)


async def connected(page: Page, number: int) -> None:
    """Without a connection for some rounds; meanwhile the page is opened anew, and then all is sent."""
    if number == OFFLINE.start:
        await page.wait_for_function(STORED)
        await page.context.set_offline(offline=True)
    if number == OFFLINE.start + 1:
        before = await totals(page)
        await page.reload()
        await page.wait_for_selector(READY)
        assert await totals(page) == before
    if number == OFFLINE.stop:
        await expect(page.locator("#queue")).to_contain_text("13")  # twelve turns and a correction
        await page.context.set_offline(offline=False)
        await expect(page.locator("#queue")).to_be_hidden()


async def test_an_evening_typed_in_by_hand(browser: Browser, site: str) -> None:
    """The phone shows what the engine counts, at every moment and at the end."""
    async with device(browser, has_worker=True) as page:
        finger = Finger(page)
        names = "&".join(f"name-{number}={name}" for number, name in enumerate(NAMES, start=1))
        await page.goto(f"{site}/new?variant=yahtzee&mode=real&{names}")
        await page.locator("button[value=here]").click()
        await page.wait_for_selector(READY)
        await finger.begins("Anna")
        for number, line in enumerate(turns()):
            await connected(page, number)
            for seat, entry in enumerate(line):
                if number == BROKEN:
                    await page.context.set_offline(offline=seat == 1)
                await finger.enters(entry)
            if number == 2:
                await corrected(finger, "Jan", "fours", 16)
            if number == 6:
                await corrected(finger, "Wojtek", "four_of_a_kind", 27)
        await page.wait_for_selector(".result")
        told = {(1, 1): "fours =16", (6, 3): "four_of_a_kind =27"}
        points = dict(zip(NAMES, counted(told), strict=True))
        shown = {
            await line.locator(".who").inner_text(): int(await line.locator(".points").inner_text())
            for line in await page.locator(".standing").all()
        }
        assert shown == points
