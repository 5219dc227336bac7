"""Chromium under Playwright: one browser a test, with a profile of its own.

Never shared between tests, never online: the flags switch its own traffic off.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--font-render-hinting=none",
)


@asynccontextmanager
async def launched(chromium: Path) -> AsyncIterator[Browser]:
    """A headless browser with a fresh profile, closed at the end."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, headless=True, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()
