"""A finger on the pad of a table with real dice: it taps what is seen, and counts its taps.

Knows no rule; entries are written as people say them: "fives 2 5 5 5 6", "threes =9", "large_straight =40 alike".
"""

from dataclasses import dataclass

from playwright.async_api import Page

READY = "#page[data-pad=ready]"


@dataclass
class Finger:
    """A finger on one phone, with the taps it has made."""

    page: Page
    taps: int = 0

    async def tap(self, selector: str) -> None:
        """Tap the first thing seen of this kind."""
        await self.page.locator(selector).locator("visible=true").first.click()
        self.taps += 1

    async def value(self, points: int) -> None:
        """Tap one of the values of a row."""
        await self.page.locator("#pad-values button").filter(has=self.page.get_by_text(f"{points}", exact=True)).click()
        self.taps += 1

    async def begins(self, name: str) -> None:
        """Say who begins."""
        await self.page.locator("#pad-values button", has_text=name).click()
        await self.page.wait_for_selector(".face:visible")

    async def enters(self, entry: str) -> int:
        """Enter a turn, and give the taps it took."""
        row, *rest = entry.split()
        before = self.taps
        if rest[0].startswith("="):
            await self.tap(f".row-{row} td.shown .take")
            await self.value(int(rest[0][1:]))
        else:
            for face in rest:
                await self.tap(f"#face-{face}")
            await self.tap(f".row-{row} td.shown .take")
        if rest[-1] in ("alike", "not-alike"):
            await self.tap(f"#pad-do button:nth-child({1 if rest[-1] == 'alike' else 2})")
        elif await self.page.locator("#pad-do .confirm").count():
            await self.tap("#pad-do .confirm")
        return self.taps - before
