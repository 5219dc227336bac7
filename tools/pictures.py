"""Takes pictures of the pages in a real browser: the README's, or every sample page at phone and desk width.

For people to look at; checks nothing and never talks to a running server.
"""

import argparse
import asyncio
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from kosci.locale.languages import languages, words_in
from kosci.web.render import STATIC, renderer
from kosci.web.views import Settings
from tests.support.browser import launched
from tests.support.chromium import find_chromium
from tests.web.samples import page, samples

README_PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "table.png"
SIZES = {"phone": (360, 700), "small": (320, 568), "desk": (1280, 860)}


class Pages(SimpleHTTPRequestHandler):
    """Serves rendered samples as `/LANG/THEME/NAME` and the static files."""

    def __init__(self, *args: Any, pages: dict[str, str], **named: Any) -> None:  # noqa: ANN401
        self.pages = pages
        super().__init__(*args, directory=str(STATIC), **named)

    def do_GET(self) -> None:
        """A rendered page, or a file below `/static/<digest>/`."""
        path = self.path.partition("?")[0]
        if path.startswith("/static/"):
            self.path = "/" + path.split("/", 3)[3]
            super().do_GET()
            return
        body = self.pages.get(path, "").encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: the pictures are the output."""


def rendered(langs: Iterable[str], themes: Iterable[str], names: list[str]) -> dict[str, str]:
    """The wanted samples as HTML by their path."""
    paper = renderer()
    found = {}
    for lang in langs:
        for name, (template, view) in samples(lang).items():
            if not names or name in names:
                for theme in themes:
                    settings = Settings("dark" if theme == "dark" else "light")
                    found[f"/{lang}/{theme}/{name}"] = paper.page(
                        template, page=page(lang, settings), view=view, words=words_in(lang)
                    )
    return found


@contextmanager
def served(pages: dict[str, str]) -> Iterator[str]:
    """The address under which the pages can be opened."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, pages=pages))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


async def take(pages: dict[str, str], sizes: Iterable[str], folder: Path, *, whole: bool) -> None:
    """One picture of each page at each size."""
    with served(pages) as address:
        async with launched(find_chromium()) as browser:
            for size in sizes:
                width, height = SIZES[size]
                context = await browser.new_context(
                    viewport={"width": width, "height": height}, device_scale_factor=2 if width < 500 else 1
                )
                sheet = await context.new_page()
                for path in pages:
                    await sheet.goto(address + path)
                    await sheet.evaluate("document.fonts.ready")
                    name = path.strip("/").replace("/", "-") + f"-{size}.png"
                    await sheet.screenshot(path=folder / name, full_page=whole)
                await context.close()


BESIDE = """<body style="margin:0;background:#e9e2d3;display:flex;align-items:center;height:900px;overflow:hidden">
<img style="width:1240px;margin-left:-30px" src="data:image/png;base64,{desk}">
<img style="width:340px;border-radius:30px;box-shadow:0 0 0 8px #20242e,0 20px 50px #3a2f1566;margin-left:-16px"
src="data:image/png;base64,{phone}">"""


async def take_readme(picture: Path) -> None:
    """One picture of a game on a desk, with the same table on a phone in dark beside it."""
    desk, phone = "/en/light/table-roll", "/en/dark/table-chosen"
    with served(rendered(["en"], ["light", "dark"], ["table-roll", "table-chosen"])) as address:
        async with launched(find_chromium()) as browser:
            taken = {}
            for name, path, (width, height) in (("desk", desk, (1280, 932)), ("phone", phone, SIZES["phone"])):
                sheet = await browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=2)
                await sheet.goto(address + path)
                await sheet.evaluate("document.fonts.ready")
                taken[name] = b64encode(await sheet.screenshot()).decode()
            both = await browser.new_page(viewport={"width": 1600, "height": 900})
            await both.set_content(BESIDE.format(**taken))
            await both.screenshot(path=picture)


def main() -> None:
    """Read what is wanted and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where to; without it the README's picture is made anew")
    parser.add_argument("names", nargs="*", help="samples; all of them if none is named")
    parser.add_argument("--lang", choices=languages(), action="append")
    parser.add_argument("--theme", choices=("light", "dark"), action="append")
    parser.add_argument("--size", choices=tuple(SIZES), action="append")
    parser.add_argument("--whole", action="store_true", help="the whole page, not only the first screen")
    asked = parser.parse_args()
    if asked.folder is None:
        asyncio.run(take_readme(README_PICTURE))
        return
    asked.folder.mkdir(parents=True, exist_ok=True)
    pages = rendered(asked.lang or languages(), asked.theme or ("light", "dark"), asked.names)
    asyncio.run(take(pages, asked.size or ("phone", "desk"), asked.folder, whole=asked.whole))


if __name__ == "__main__":
    main()
