"""Reload, sleep, and a server that is killed: the same dice in their places, those kept, roll count and seat."""

import re
from collections.abc import Callable
from http.client import HTTPConnection
from random import Random
from time import time_ns
from urllib.parse import urlencode

from playwright.async_api import Browser, Page, expect

from kosci.locale.languages import words_in
from kosci.table.gamefile import parse_game
from tests.browser.driving import acted, device, dice, follows, kept, laid, scored
from tests.support.server import Server

WORDS = words_in("pl")


async def what_stands(page: Page) -> tuple[list[str], list[int], str, str]:
    """Dice by place, kept places, the count and whose turn it is."""
    texts = [await page.locator(one).inner_text() for one in (".count", "#turn-heading")]
    return await dice(page), await kept(page), texts[0], texts[1]


async def in_the_middle_of_a_turn(page: Page, url: str) -> None:
    """Anna has rolled twice, the second time with the second and fifth dice kept."""
    await laid(page, url, "general", "device", name_1="Anna", name_2="Ola", who_2="person", first="seat")
    await acted(page, "button.roll")
    for place in (2, 5):
        await page.locator(f"label[for=die-{place}]").click()
    await acted(page, "button.roll")
    assert await kept(page) == [2, 5]


async def test_a_reload_brings_everything_back(browser: Browser, site: str) -> None:
    """Also the taps that were not sent yet: they belong to the page."""
    async with device(browser) as page:
        await in_the_middle_of_a_turn(page, site)
        stands = await what_stands(page)
        await page.reload()
        await page.wait_for_selector("#turn")
        assert await what_stands(page) == stands
        await page.locator("label[for=die-1]").click()
        await page.reload()
        await expect(page.locator("#die-1")).to_be_checked()


async def test_a_killed_server_brings_everything_back(browser: Browser, server: Server) -> None:
    """kill -9 in the middle of a turn: the open page says so, finds its way back by itself and plays on."""
    async with device(browser) as page, device(browser) as other:
        await in_the_middle_of_a_turn(page, server.url)
        stands = await what_stands(page)
        await other.goto(await page.locator("#watch-address").input_value())
        await other.wait_for_selector("#turn")
        server.kill()
        await expect(page.locator("#alarm")).to_have_text(WORDS("page.connection-lost"), timeout=15_000)
        server.start()
        await expect(page.locator("#alarm")).to_have_text("", timeout=15_000)
        assert await what_stands(page) == stands
        await page.reload()
        await page.wait_for_selector("#turn")
        assert await what_stands(page) == stands
        await scored(page, Random(1))
        await follows(other, page)


async def test_a_page_that_slept_shows_what_has_happened(browser: Browser, site: str) -> None:
    """Without a connection for a while: the moves of the other device are there when it is back."""
    async with device(browser) as page, device(browser) as guest:
        await laid(page, site, "general", "link", name_1="Anna", first="seat")
        await guest.goto(await page.locator("#join-address").input_value())
        await guest.locator("#name").fill("Ola")
        await guest.locator("main form button.primary").click()
        await guest.wait_for_selector("#page.lobby")
        await acted(page, "button.start")
        await guest.wait_for_selector("#turn")
        await guest.context.set_offline(offline=True)
        await acted(page, "button.roll")
        await scored(page, Random(2))
        await guest.context.set_offline(offline=False)
        await follows(guest, page)
        await expect(guest.locator(".tray.yours")).to_be_visible()


class Player:
    """Somebody who sends plain forms, to a server that is killed between them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookie = ""
        self.url = ""

    def asked(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, location and body of an answer."""
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        headers = {
            "cookie": self.cookie,
            "origin": self.server.url,
            "content-type": "application/x-www-form-urlencoded",
        }
        connection.request(method, path, urlencode(fields) if fields else None, headers)
        answer = connection.getresponse()
        body = answer.read().decode()
        self.cookie = self.cookie or (answer.getheader("set-cookie") or "").split(";")[0]
        connection.close()
        return answer.status, answer.getheader("location") or "", body

    def command(self, verb: str, **fields: str) -> None:
        """Send a command made for the table as it is now; it has to be answered well."""
        version = re.search(r'data-version="(\d+)"', self.asked("GET", self.url)[2])
        assert version
        sent = {"command": f"command-{time_ns()}", "at": version.group(1), "seat": "1", **fields}
        status, _, body = self.asked("POST", f"{self.url}/{verb}", sent)
        assert status == 303, body[-2000:]

    def facts(self) -> int:
        """How many facts the log holds; every roll in it is checked by the rules when it is read."""
        return len(parse_game(self.asked("GET", f"{self.url}/export")[2]).facts)


def test_a_server_killed_between_any_two_commands_loses_nothing(start_server: Callable[..., Server]) -> None:
    """Whatever was answered is there after kill -9: the table, each roll, each entry, the taking back."""
    server = start_server()
    player = Player(server)
    player.asked("GET", "/")
    laying = {"variant": "general", "mode": "alone", "name-1": "Anna", "command": "0123456789"}
    _, player.url, _ = player.asked("POST", "/new", laying)
    facts = 3  # created, joined, started
    commands = [
        ("roll", {}, 2),
        ("keep", {"ticks": "keep", "keep": "3"}, 2),
        ("score", {"row": "chance"}, 1),
        ("undo", {}, 1),
        ("score", {"row": "ones"}, 1),
    ]
    for verb, fields, adds in commands:
        server.kill()
        server.start()
        assert player.facts() == facts
        player.command(verb, **fields)
        facts += adds
    server.kill()
    server.start()
    assert player.facts() == facts
