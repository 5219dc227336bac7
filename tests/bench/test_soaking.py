"""A server in use: what is asked for, what is held against it, and what is said of its memory."""

import pytest

from kosci.bench import Effort, run, soaking


def test_memory_is_told_after_each_minute_and_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game here is played to its end, and is in its log as it was told."""
    monkeypatch.setattr(soaking, "MINUTE", 1.0)
    monkeypatch.setattr(soaking, "PAUSE", 0.001)
    monkeypatch.setattr(soaking, "TO_THE_END", 1)
    found = list(run(["soak"], Effort(clients=2, minutes=4)))
    assert [row.name for row in found] == [*(f"minute {n}" for n in range(1, 5)), "last quarter to the one before"]
    assert all(row.value > 0 for row in found)
    assert "replayed as told" in found[-1].note
    assert found[-1].target is not None
