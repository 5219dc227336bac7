"""The site of the page tests for attacks: its limits as they are for the public, where a test asks for them.

Nothing real is opened here.
"""

from collections.abc import Callable

import pytest

from kosci.web.limits import Limits
from tests.web.conftest import House, house, open_house

__all__ = ["house", "open_house", "public"]


@pytest.fixture
def public(open_house: Callable[..., House]) -> House:
    """A site with the usual limits of a public server."""
    return open_house(Limits())
