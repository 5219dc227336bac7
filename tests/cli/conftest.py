"""What the tests of the command line ask for."""

import pytest

from tests.cli.running import Runner


@pytest.fixture
def kosci(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs a command line: `kosci("score", "--dice", …)`."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return Runner(capsys)
