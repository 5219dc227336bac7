"""The site as an app: the page about it, the page without a connection, manifest and service worker.

Opens no table and keeps nothing.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.responses import Response

from kosci.locale.languages import languages, words_in
from kosci.web.build_app import app_view
from kosci.web.views_app import OfflineView
from kosci.web.visit import HOME, Visit
from kosci.web.worker import manifest, worker_script

ASK_AGAIN = {"cache-control": "no-cache"}


async def about(visit: Visit) -> Response:
    """What the app is, whether this browser can have it, and how https comes into a home."""
    local = next((name for name in sorted(visit.site.where.hosts) if name.endswith(".local")), "")
    return visit.html("app", app_view(visit.words, _lead(visit), _address(visit), local))


def _lead(visit: Visit) -> str:
    url = visit.request.url
    if url.scheme == "https":
        return visit.words("https.lead-here")
    return visit.words("https.lead", url=f"http://localhost:{url.port}" if url.port else "http://localhost")


def _address(visit: Visit) -> str:
    """The IPv4 address phones in this network use, empty where it is not known."""
    host = urlsplit(visit.origin).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        return ""
    return host if address.version == 4 and not address.is_loopback else ""


async def offline(visit: Visit) -> Response:
    """The page that the service worker shows where there is no connection."""
    return visit.html("offline", OfflineView(), here=HOME)


async def web_manifest(visit: Visit) -> Response:
    """The manifest in the language the query names: browsers ask for it without cookies."""
    lang = visit.query().choice("lang", languages())
    text = manifest(visit.site.renderer, words_in(lang))
    return Response(text, media_type="application/manifest+json", headers=ASK_AGAIN)


async def service_worker(visit: Visit) -> Response:
    """The service worker; browsers look for a newer one at every visit."""
    return Response(worker_script(visit.site.renderer), media_type="text/javascript", headers=ASK_AGAIN)
