"""That the tests' own PostgreSQL and browser are real."""

import sys
from pathlib import Path

import asyncpg
import pytest
from playwright.async_api import Browser

from tests.support import chromium


async def test_postgres_is_real_and_each_test_has_an_empty_database(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url)
    try:
        version = await connection.fetchval("select version()")
        tables = await connection.fetchval(
            "select count(*) from information_schema.tables where table_schema = 'public'"
        )
    finally:
        await connection.close()
    assert str(version).startswith("PostgreSQL 18")
    assert tables == 0


async def test_browser_is_real_and_each_context_is_a_device_of_its_own(browser: Browser) -> None:
    one, other = await browser.new_context(), await browser.new_context()
    await one.add_cookies([{"name": "seat", "value": "1", "url": "http://127.0.0.1/"}])
    page = await one.new_page()
    await page.set_content("<h1>Kości</h1><script>document.body.dataset.ran = 'yes'</script>")
    assert await page.locator("body").get_attribute("data-ran") == "yes"
    assert len(await one.cookies()) == 1
    assert await other.cookies() == []


def test_browser_named_in_the_environment_is_taken_before_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, sys.executable)
    assert chromium.find_chromium() == Path(sys.executable)


def test_browser_named_in_the_environment_that_is_none_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, "/no/such/browser")
    with pytest.raises(chromium.NoBrowserError, match="'/no/such/browser', which is no program: install chromium"):
        chromium.find_chromium()


def test_without_a_browser_and_without_one_to_fetch_it_is_said_how_to_give_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "MAC_APPLICATIONS", ())
    monkeypatch.setattr(sys, "platform", "freebsd14")
    with pytest.raises(
        chromium.NoBrowserError, match=f"name a Chromium in the environment variable {chromium.VARIABLE}"
    ):
        chromium.find_chromium()


def test_browser_of_playwright_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "browsers" / "chromium-1234" / "chrome-linux64" / "chrome"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "browsers"))
    monkeypatch.setattr(chromium, "MAC_APPLICATIONS", ())
    assert chromium.find_chromium() == program
