"""Who asks: the browser's secret token, the language and the settings, each in a signed cookie.

Knows no table and no name of a person; a cookie that was altered counts as none.
"""

from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from kosci.locale.languages import choose_language, languages
from kosci.service.ports import Chance, Vault
from kosci.service.tokens import new_token, token_digest
from kosci.web.views import Settings, Theme

KEPT_SECONDS = 400 * 24 * 3600  # as long as browsers keep any
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")


@dataclass(frozen=True, slots=True)
class Prefs:
    """What a reader chose for this browser; no language means the one the browser asks for."""

    lang: str = ""
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser: its secret token, whether it brought it along, its language and what it chose."""

    token: str
    is_new: bool
    lang: str
    prefs: Prefs

    @property
    def device(self) -> str:
        """What the service knows the browser by: a digest that opens nothing."""
        return token_digest(self.token)


def read_visitor(request: Request, vault: Vault, chance: Chance) -> Visitor:
    """The browser that sent the request."""
    token = _signed(request, vault, "device")
    prefs = parse_prefs(_signed(request, vault, "prefs") or "")
    lang = prefs.lang or choose_language(request.headers.get("accept-language"))
    return Visitor(token or new_token(chance), token is None, lang, prefs)


def keep_device(response: Response, request: Request, vault: Vault, visitor: Visitor) -> None:
    """Let the browser bring its token along from now on."""
    _keep(response, request, vault, "device", visitor.token)


def keep_prefs(response: Response, request: Request, vault: Vault, prefs: Prefs) -> None:
    """Let the browser bring what was chosen."""
    _keep(response, request, vault, "prefs", format_prefs(prefs))


def format_prefs(prefs: Prefs) -> str:
    """The choices as one word.

    >>> format_prefs(Prefs("pl"))
    'lang=pl,theme=auto,invert_keep=0,sound=0,keys=1'
    """
    chosen = prefs.settings
    flags = {"invert_keep": chosen.invert_keep, "sound": chosen.sound, "keys": chosen.keys}
    pairs = {"lang": prefs.lang, "theme": chosen.theme, **{name: str(int(flag)) for name, flag in flags.items()}}
    return ",".join(f"{name}={value}" for name, value in pairs.items())


def parse_prefs(text: str) -> Prefs:
    """The choices a word names; the usual ones for whatever it does not name."""
    given = dict(pair.split("=", 1) for pair in text.split(",") if "=" in pair)
    lang = given.get("lang", "")
    settings = Settings(
        theme=parse_theme(given.get("theme", "")),
        invert_keep=given.get("invert_keep") == "1",
        sound=given.get("sound") == "1",
        keys=given.get("keys", "1") == "1",
    )
    return Prefs(lang if lang in languages() else "", settings)


def parse_theme(text: str) -> Theme:
    """The theme a word names, the system's for any other."""
    return next((theme for theme in THEMES if theme == text), "auto")


def cookie_name(request: Request, name: str) -> str:
    """The cookie's name; over TLS one that no other server of the domain can set."""
    return f"__Host-kosci-{name}" if request.url.scheme == "https" else f"kosci-{name}"


def _signed(request: Request, vault: Vault, name: str) -> str | None:
    given = request.cookies.get(cookie_name(request, name))
    text = vault.signed(given) if given else None
    kind, _, value = (text or "").partition(":")
    return value if text is not None and kind == name else None


def _keep(response: Response, request: Request, vault: Vault, name: str, value: str) -> None:
    response.set_cookie(
        cookie_name(request, name),
        vault.sign(f"{name}:{value}"),
        max_age=KEPT_SECONDS,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
