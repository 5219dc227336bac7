"""Sample views of the page about the app and of the page without a connection.

What the templates are shown and tested with; never what a server shows.
"""

from kosci.locale.languages import words_in
from kosci.web.build_app import app_view
from kosci.web.views_app import OfflineView


def app_samples(lang: str) -> dict[str, tuple[str, object]]:
    """Both pages."""
    view = app_view(words_in(lang), "192.168.1.20", "tower.local", 8765)
    return {"app": ("app", view), "offline": ("offline", OfflineView())}
