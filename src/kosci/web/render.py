"""Turns a view into a page: the one Jinja environment, the words it speaks, the addresses of its files.

Knows no request and no rule; escapes everything that is not markup of its own, and lets no control mark through.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from kosci.locale.words import Words
from kosci.web.views import Page

HERE = Path(__file__).parent
STATIC = HERE / "static"
TEMPLATES = HERE / "templates"
STATIC_URL = "/static"
# Controls, and marks that turn the direction of what follows: in no page but as something that a stranger sent.
_MARKS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def digest_of(folder: Path) -> str:
    """A short hash over every file of a folder, names included: the changing part of the files' address."""
    whole = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        whole.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Renderer:
    """The templates with everything they need but the page, the view and the words.

    Static files live under `/static/<digest>/…`: the digest may be ignored when serving, and the
    answer may be cached for ever.
    """

    environment: Environment
    digest: str

    def page(self, name: str, *, page: Page, view: object, words: Words, fragment: bool = False) -> str:
        """The page `name` ("table") as HTML, or only its main part, as asked for by a live page."""
        template = self.environment.get_template(f"_{name}.html" if fragment else f"{name}.html")
        text = template.render(
            page=page, view=view, t=words, count=words.count, number=words.number, quote=words.quote, asset=self.asset
        )
        return _MARKS.sub("\N{REPLACEMENT CHARACTER}", text)

    def asset(self, path: str) -> str:
        """The address of a static file."""
        return f"{STATIC_URL}/{self.digest}/{path}"


@cache
def renderer() -> Renderer:
    """The renderer over this package's templates and static files, each template compiled once."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["named"] = named
    return Renderer(environment, digest_of(STATIC))


def named(text: str, name: str) -> Markup:
    """A sentence with the name it starts with set apart."""
    if name and text.startswith(name):
        return Markup("<b>{}</b>{}").format(name, text[len(name) :])
    return escape(text)
