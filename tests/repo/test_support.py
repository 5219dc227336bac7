"""That the tests' own PostgreSQL and browser are real."""

import asyncpg
from playwright.async_api import Browser


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
