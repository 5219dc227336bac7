"""A reader without JavaScript: opens pages, reads their forms, sends them and follows redirects.

Knows no rule and no table: only HTML and HTTP, as a browser does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode

from httpx2 import ASGITransport, AsyncClient, Response
from starlette.types import ASGIApp

ORIGIN = "http://localhost"
Pairs = list[tuple[str, str]]
VOID = frozenset({"input", "meta", "link", "br", "rect", "circle", "path", "col"})


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends a form, perhaps with a value and to an address of its own."""

    label: str
    form: "Form"
    name: str = ""
    value: str = ""
    action: str = ""
    method: str = ""
    classes: tuple[str, ...] = ()
    is_on: bool = True


@dataclass(slots=True)
class Form:
    """A form with its fields as they would be sent, ticked boxes only, and the boxes there are."""

    action: str
    method: str
    id: str = ""
    fields: Pairs = field(default_factory=list)
    boxes: Pairs = field(default_factory=list)

    def value(self, name: str) -> str:
        """The value of the only field with this name."""
        (value,) = [value for known, value in self.fields if known == name]
        return value


@dataclass(slots=True)
class Page:
    """A page as it was answered."""

    response: Response
    url: str
    forms: list[Form] = field(default_factory=list)
    buttons: list[Button] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.response.status_code

    @property
    def text(self) -> str:
        """The HTML."""
        return self.response.text

    @property
    def heading(self) -> str:
        """The words of the main heading."""
        return self.texts["h1"][0]

    @property
    def notices(self) -> list[str]:
        """What the page says to the reader about the last request."""
        return self.texts.get("notice", []) + self.texts.get("error", [])

    def form(self, ending: str) -> Form:
        """The form whose address ends so."""
        return next(form for form in self.forms if form.action.endswith(ending))

    def has_form(self, ending: str) -> bool:
        """Whether a form's or button's address ends so."""
        return any(form.action.endswith(ending) for form in self.forms) or any(
            button.action.endswith(ending) for button in self.buttons
        )

    def button(self, label: str) -> Button:
        """The button with this label."""
        return next(button for button in self.buttons if button.label == label)

    def takes(self) -> list[Button]:
        """The buttons of the rows that may be written."""
        return [button for button in self.buttons if "take" in button.classes and "refused" not in button.classes]

    def link(self, label: str) -> str:
        """The address of the link whose words begin so."""
        return next(url for url, text in self.links if text.startswith(label))


class _Reading(HTMLParser):
    """Collects forms, buttons, links and a few texts of a page."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self._form: Form | None = None
        self._open: list[tuple[str, dict[str, str], list[str]]] = []
        self._late: list[tuple[str, dict[str, str], str]] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get").lower(), given.get("id", ""))
            self.page.forms.append(self._form)
        if tag == "input" and self._form is not None:
            self._field(given)
        if tag not in VOID:
            self._open.append((tag, given, []))
        if tag == "select":
            self._late.append(("select", given, ""))
        if tag == "option" and self._form is not None and "selected" in given:
            name = next(given for kind, given, _ in reversed(self._open) if kind == "select")["name"]
            self._form.fields.append((name, given["value"]))

    def _field(self, given: dict[str, str]) -> None:
        assert self._form is not None
        kind, name, value = given.get("type", "text"), given.get("name", ""), given.get("value", "")
        if kind in ("checkbox", "radio"):
            self._form.boxes.append((name, value))
            if "checked" not in given:
                return
        if name:
            self._form.fields.append((name, value))

    def handle_data(self, data: str) -> None:
        for _, _, texts in self._open:
            texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            kind, given, texts = self._open.pop()
            self._closed(kind, given, " ".join("".join(texts).split()))
            if kind == tag:
                break
        if tag == "form":
            self._form = None

    def _closed(self, kind: str, given: dict[str, str], text: str) -> None:
        if kind == "a":
            self.page.links.append((given.get("href", ""), text))
        if kind == "button" and given.get("type") != "button":
            self._button(given, text)
        if kind == "h1":
            self.page.texts.setdefault("h1", []).append(text)
        for name in ("notice", "error"):
            if name in given.get("class", "").split():
                self.page.texts.setdefault(name, []).append(text)

    def _button(self, given: dict[str, str], text: str) -> None:
        by_id = (form for form in self.page.forms if form.id == given.get("form"))
        form = next(by_id, None) if "form" in given else self._form
        if form is None:
            return
        self.page.buttons.append(
            Button(
                given.get("aria-label") or text,
                form,
                given.get("name", ""),
                given.get("value", ""),
                given.get("formaction", ""),
                given.get("formmethod", ""),
                tuple(given.get("class", "").split()),
                "disabled" not in given,
            )
        )


def read(response: Response, url: str) -> Page:
    """The page of an answer."""
    page = Page(response, url)
    if response.headers.get("content-type", "").startswith("text/html"):
        reading = _Reading(page)
        reading.feed(response.text)
        reading.close()
    return page


class Reader:
    """A browser with its own cookies before a site."""

    def __init__(self, app: ASGIApp, lang: str = "pl", origin: str = ORIGIN, address: str = "10.0.0.1") -> None:
        transport = ASGITransport(app, client=(address, 40000))
        self.client = AsyncClient(transport=transport, base_url=origin, headers={"accept-language": lang})
        self.origin = origin

    async def get(self, path: str, **headers: str) -> Page:
        """Open an address and go where it leads."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self._followed(await self.client.get(path, headers=named))

    async def post(self, path: str, fields: Pairs | Mapping[str, str], **headers: str) -> Page:
        """Send a form's fields as a page of this origin does, and go where that leads."""
        return await self._followed(await self.raw(path, fields, **headers))

    async def raw(self, path: str, fields: Pairs | Mapping[str, str], **headers: str) -> Response:
        """Send a form's fields and follow nothing; `headers` replace what a browser says."""
        pairs = list(fields.items()) if isinstance(fields, Mapping) else fields
        said = {"origin": self.origin, "content-type": "application/x-www-form-urlencoded"}
        said |= {name.replace("_", "-"): value for name, value in headers.items()}
        kept = {name: value for name, value in said.items() if value}
        return await self.client.post(path, content=urlencode(pairs), headers=kept)

    async def send(self, form: Form, changes: Mapping[str, str] | None = None, ticks: Pairs | None = None) -> Page:
        """Send a form with some fields changed and these boxes ticked instead."""
        fields = [(name, value) for name, value in form.fields if name not in (changes or {})]
        if ticks is not None:
            boxes = {name for name, _ in form.boxes}
            fields = [(name, value) for name, value in fields if name not in boxes] + ticks
        return await self.post(form.action, [*fields, *(changes or {}).items()])

    async def press(self, button: Button, ticks: Pairs | None = None) -> Page:
        """Press a button: its form is sent, with its own value and address."""
        fields = [*button.form.fields, *([(button.name, button.value)] if button.name else [])]
        if ticks is not None:
            boxes = {name for name, _ in button.form.boxes}
            fields = [(name, value) for name, value in fields if name not in boxes] + ticks
        action = button.action or button.form.action
        if (button.method or button.form.method) == "get":
            return await self.get(f"{action}?{urlencode(fields)}")
        return await self.post(action, fields)

    async def _followed(self, response: Response) -> Page:
        for _ in range(5):
            if response.status_code != 303:
                return read(response, response.url.raw_path.decode())
            response = await self.client.get(response.headers["location"])
        raise AssertionError("the redirects have no end")


def links_of(page: Page) -> Iterator[str]:
    """The addresses of this site that a page links to."""
    yield from (url.partition("#")[0] for url, _ in page.links if url.startswith("/"))
