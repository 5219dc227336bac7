"""One request with what every handler needs of it: the site, the reader, the words, and how to answer.

Knows no table.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kosci.locale.languages import language_name, languages, words_in
from kosci.locale.words import Words
from kosci.service.tokens import new_id, new_token
from kosci.web.forms import Fields, asked, posted
from kosci.web.limits import address_key
from kosci.web.session import Visitor, keep_device, read_visitor
from kosci.web.site import Site
from kosci.web.views import Language, Notice, Page

HOME, SETTINGS, LANGUAGE = "/", "/settings", "/language"
# These have a part that open pages ask for again.
LIVE = ("lobby", "table", "end", "own_average", "review", "spread", "record_plot")


@dataclass(frozen=True)
class Visit:
    """A request to the site."""

    site: Site
    request: Request
    is_forgotten: bool = False

    @cached_property
    def visitor(self) -> Visitor:
        """The browser that asks; one that was to be forgotten is a new one."""
        found = read_visitor(self.request, self.site.parts.vault, self.site.parts.chance)
        return replace(found, token=new_token(self.site.parts.chance), is_new=True) if self.is_forgotten else found

    @cached_property
    def words(self) -> Words:
        """The words of the reader's language."""
        return words_in(self.visitor.lang)

    @property
    def device(self) -> str:
        """The browser as the service knows it."""
        return self.visitor.device

    @property
    def known_device(self) -> str | None:
        """The browser, None where it brought no token: then nothing tells it from others but its address."""
        return None if self.visitor.is_new else self.device

    @property
    def address(self) -> str:
        """What counts as the reader's address."""
        client = self.request.client
        return address_key(client.host) if client else ""

    @property
    def is_fragment(self) -> bool:
        """Whether an open page asks for its live part only."""
        return self.request.headers.get("hx-request") == "true"

    @property
    def here(self) -> str:
        """The path and query to come back to; for a post the page it came from is not known, so the path alone."""
        url = self.request.url
        return f"{url.path}?{url.query}" if url.query and self.request.method == "GET" else url.path

    @property
    def origin(self) -> str:
        """The address others reach this server at: the network's where the reader sits at the server itself."""
        where, host = self.site.where, self.request.url.hostname or ""
        if where.phone_url and self.is_at_server:
            return where.phone_url
        return f"{self.request.url.scheme}://{self.request.url.netloc or host}"

    @property
    def is_at_server(self) -> bool:
        """Whether the reader used an address that works on the server's own machine only."""
        return self.request.url.hostname in ("127.0.0.1", "localhost", "::1")

    def path(self, name: str) -> str:
        """A part of the path that the route named."""
        return str(self.request.path_params[name])

    def new_command(self) -> str:
        """An id for a command that a form on this page may send."""
        return new_id(self.site.parts.chance)

    def query(self) -> Fields:
        """The query, read strictly."""
        return asked(self.request, self.site.limits.fields)

    async def form(self) -> Fields:
        """The posted form, read strictly."""
        return await posted(self.request, self.site.limits.fields)

    def html(
        self, name: str, view: object, *, notice: Notice | None = None, status: int = 200, here: str | None = None
    ) -> Response:
        """The page, or its live part where that was asked for."""
        page = self._page(notice, here)
        is_fragment = self.is_fragment and name in LIVE
        text = self.site.renderer.page(name, page=page, view=view, words=self.words, fragment=is_fragment)
        response = HTMLResponse(text, status, headers={"vary": "Cookie, Accept-Language, HX-Request"})
        return response if is_fragment else self.keeping(response)

    def see_other(self, path: str) -> Response:
        """Go on to a path of this site (post, redirect, get)."""
        return self.keeping(RedirectResponse(quote(path, safe="/?&=%:+,.~-_"), 303))

    def keeping(self, response: Response) -> Response:
        """The response that lets a new browser keep its token, and an old one keep it longer."""
        keep_device(response, self.request, self.site.parts.vault, self.visitor)
        return response

    def _page(self, notice: Notice | None, here: str | None) -> Page:
        lang = self.visitor.lang
        return Page(
            lang=lang,
            languages=tuple(Language(code, language_name(code), code == lang) for code in languages()),
            here=here or self.here,
            settings=self.visitor.prefs.settings,
            home_url=HOME,
            settings_url=SETTINGS,
            language_url=LANGUAGE,
            notice=notice,
            is_secure=self.request.url.scheme == "https" or self.is_at_server,
        )
