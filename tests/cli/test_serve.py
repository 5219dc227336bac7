"""`kosci serve`: what is typed reaches the server as it was meant."""

from pathlib import Path

import pytest

from kosci.commands import serving
from kosci.locale.words import Words
from kosci.web.listening import ServeOptions
from tests.cli.running import Runner


def asked(monkeypatch: pytest.MonkeyPatch, kosci: Runner, *arguments: str) -> ServeOptions:
    """The options that the server is started with."""
    started: list[ServeOptions] = []

    def served(options: ServeOptions, _: Words) -> int:
        started.append(options)
        return 0

    monkeypatch.setattr(serving, "served", served)
    answer = kosci("serve", *arguments)
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    (options,) = started
    return options


def test_without_options_it_is_this_computer_only_and_the_page_is_opened(
    monkeypatch: pytest.MonkeyPatch, kosci: Runner
) -> None:
    assert asked(monkeypatch, kosci) == ServeOptions()


def test_every_option(monkeypatch: pytest.MonkeyPatch, kosci: Runner) -> None:
    typed = (
        "--host ::1 --port 0 --lan --no-open --data d --database postgresql://h/k --tls-cert c --tls-key k --lang uk"
    )
    proxies = ["--trusted-proxy", "10.0.0.1", "--trusted-proxy", "10.0.0.2", "--name", "dice.example"]
    assert asked(monkeypatch, kosci, *typed.split(), *proxies) == ServeOptions(
        host="::1",
        port=0,
        lan=True,
        open_page=False,
        data=Path("d"),
        database="postgresql://h/k",
        tls_cert=Path("c"),
        tls_key=Path("k"),
        trusted_proxies=("10.0.0.1", "10.0.0.2"),
        names=("dice.example",),
        lang="uk",
    )
