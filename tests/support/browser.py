"""Chromium under Playwright: one browser a test, with a profile of its own.

Never shared between tests, never online: the flags switch its own traffic off.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright, expect

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
# What takes longer is wrong; on a busy machine the five seconds of Playwright are not long enough to say so.
PATIENCE_MS = 30_000


@asynccontextmanager
async def launched(chromium: Path) -> AsyncIterator[Browser]:
    """A headless browser with a fresh profile, closed at the end."""
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, headless=True, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()
