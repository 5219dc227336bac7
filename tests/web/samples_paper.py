"""Sample of the page that asks for blank sheets, with rules of a house, and links to what is printed.

What the templates are shown and tested with; never what a server shows.
"""

from kosci.locale.languages import words_in
from kosci.locale.words import Words
from kosci.paper.press import Press
from kosci.variants import load
from kosci.web.build_paper import paper_view
from kosci.web.views import Link


def with_paper(lang: str) -> dict[str, tuple[str, object]]:
    """The page that asks for blank sheets."""
    game = load("general-full-upper", {"bonus_at": 60, "joker": "free_choice"})
    return {"paper": ("paper", paper_view(words_in(lang), game, Press()))}


def printed(t: Words) -> tuple[Link, ...]:
    """What the end of a game offers to print."""
    links = (
        ("paper.sheet", "/t/7Q/sheet.pdf"),
        ("paper.review", "/t/7Q/review.pdf"),
        ("paper.blank", "/paper/general"),
    )
    return tuple(Link(t(key), url) for key, url in links)
