"""Where time and secrets come from."""

from datetime import UTC, datetime, timedelta

import pytest

from kosci.adapters.chance import SystemChance
from kosci.adapters.clock import SystemClock
from kosci.service.ports import Chance, Clock
from tests.support.clock import FakeClock


def test_the_clock_says_the_present_moment_in_utc() -> None:
    clock: Clock = SystemClock()
    before = datetime.now(UTC)
    now = clock.now()
    assert before <= now <= datetime.now(UTC)
    assert now.tzinfo is UTC


def test_its_seconds_only_ever_go_on() -> None:
    clock: Clock = SystemClock()
    assert clock.monotonic() <= clock.monotonic()


def test_a_fake_clock_stands_still_until_it_is_moved() -> None:
    clock = FakeClock()
    port: Clock = clock
    noon = port.now()
    assert port.now() == noon
    clock.pass_seconds(1.5)
    assert port.now() - noon == timedelta(seconds=1.5)
    clock.set(noon)
    assert port.now() == noon
    assert port.monotonic() == 1.5, "to set the clock takes no time"


@pytest.mark.parametrize("size", [1, 16, 32])
def test_secrets_have_the_size_asked_for_and_differ(size: int) -> None:
    chance: Chance = SystemChance()
    assert len(chance.secret(size)) == size
    assert len({chance.secret(32) for _ in range(100)}) == 100


@pytest.mark.parametrize("size", [0, -1])
def test_no_secret_is_empty(size: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        SystemChance().secret(size)
