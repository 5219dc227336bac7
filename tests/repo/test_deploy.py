"""That the files for running a public site name commands and options that there are, and addresses that answer."""

import re
import shlex
import stat

import pytest
import typer

from kosci.cli import command_line
from tests.support.project import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def command_lines() -> list[str]:
    """Every `kosci …` that the deployment files and their page start."""
    found = [
        line.split("=", 1)[1]
        for unit in UNITS
        for line in unit.read_text().splitlines()
        if line.startswith("ExecStart=")
    ]
    page = (ROOT / "docs" / "deploy.md").read_text()
    found += [line.strip() for line in page.splitlines() if line.startswith("    kosci ")]
    found += [
        line.strip().partition(" kosci ")[2] for line in page.splitlines() if line.strip().startswith("podman run")
    ]
    return found


@pytest.mark.parametrize("line", command_lines())
def test_each_command_and_option_exists(line: str) -> None:
    words = shlex.split(line)
    words = words[1:] if words[0].endswith("kosci") else words
    group = typer.main.get_command(command_line())
    assert isinstance(group, typer.core.TyperGroup)
    context = typer.Context(group, info_name="kosci")
    name, command, rest = group.resolve_command(context, list(words))
    assert command is not None
    command.make_context(name, rest, parent=context)


def test_the_units_keep_to_themselves() -> None:
    for unit in UNITS:
        text = unit.read_text()
        for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "User=kosci", "Restart=always"):
            assert line in text, f"{unit.name} lacks {line}"
        assert "KOSCI_KEY=" not in text
        assert not stat.S_IMODE(unit.stat().st_mode) & stat.S_IXUSR


def test_the_image_runs_as_nobody_of_importance_and_says_how_it_is() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    assert re.search(r"^USER kosci$", text, re.MULTILINE)
    assert "--require-hashes" in text
    assert "/healthz" in text


def test_proxies_hold_no_event_stream_back() -> None:
    assert "flush_interval -1" in (DEPLOY / "Caddyfile").read_text()
    assert "proxy_buffering off" in (DEPLOY / "nginx.conf").read_text()
