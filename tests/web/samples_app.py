"""Sample views of the page about the app and of the page without a connection.

What the templates are shown and tested with; never what a server shows.
"""

from kosci.locale.languages import words_in
from kosci.web.build_app import app_view
from kosci.web.views_app import OfflineView


def app_samples(lang: str) -> dict[str, tuple[str, object]]:
    """Both pages."""
    words = words_in(lang)
    view = app_view(words, words("https.lead", url="http://localhost:8765"), "192.168.1.20", "tower.local")
    return {"app": ("app", view), "offline": ("offline", OfflineView())}
