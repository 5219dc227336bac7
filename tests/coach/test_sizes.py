"""Words for sizes: every variant has limits that simulated games gave, and they are in order."""

import pytest

from kosci.coach.sizes import SIZES, limits
from kosci.locale.languages import languages, words_in
from kosci.variants import catalogue

IDS = [info.id for info in catalogue()]


def test_every_variant_has_its_limits_and_nothing_else_has() -> None:
    assert sorted(limits()) == sorted(IDS)


@pytest.mark.parametrize("variant", IDS)
def test_dearer_choices_have_stronger_words(variant: str) -> None:
    found = limits()[variant]
    assert 0 < found.fine < found.inaccuracy < found.mistake
    assert found.choices >= 1000
    costs = (0.0, found.fine, found.inaccuracy, found.mistake, found.mistake * 1.01)
    assert tuple(map(found.size, costs)) == SIZES
    assert found.size(1e-12) == "best"


@pytest.mark.parametrize("lang", languages())
def test_every_size_has_a_word_of_its_own(lang: str) -> None:
    assert len({words_in(lang)(f"size.{size}") for size in SIZES}) == len(SIZES)
