"""A seat's personal link: shown to who sits there, and the page behind it.

The link itself is made by the service; here it is only shown.
"""

from kosci.web import build_parts as parts
from kosci.web.look import Look
from kosci.web.views import Action, Link, SeatLinkView


def link_view(look: Look, seat: int, link: str) -> SeatLinkView:
    """The new link with its QR code."""
    words = look.words
    return SeatLinkView(
        title=words("table.seat-link-title"),
        lines=(f"{parts.variant_name(look)} · {look.names[seat]}", words("table.seat-link")),
        link=link,
        qr=parts.qr(link),
        near=words("lobby.near") if look.is_near else "",
        back=Link(words("do.back"), look.base),
    )


def taking_view(look: Look, seat: int, url: str) -> SeatLinkView:
    """What taking the seat means, and the button that does it."""
    words = look.words
    return SeatLinkView(
        title=words("seat.take-title"),
        lines=(f"{parts.variant_name(look)} · {look.names[seat]}", words("seat.take-line")),
        take=Action(words("seat.take"), url),
        back=Link(words("page.home"), "/"),
    )
