"""Certificates: which hosts they are for, and what is warned of before browsers refuse them."""

import asyncio
import os
import socket
import ssl
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kosci.locale.languages import languages, words_in
from kosci.web.certificate import Certificate, best_host, read_certificate, warnings
from kosci.web.listening import Listening, ServeOptions, Told, told_of
from kosci.web.renewal import keep_renewed
from tests.web.test_server import certified

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def certificate(*names: str, addresses: tuple[str, ...] = (), days: float = 60, whole: float = 90) -> Certificate:
    """One that ends in so many days."""
    ends = NOW + timedelta(days=days)
    return Certificate(names, addresses, ends - timedelta(days=whole), ends)


@pytest.mark.parametrize(
    ("host", "is_for"),
    [
        ("kosci.example", True),
        ("KOSCI.example.", True),
        ("dice.home.example", True),
        ("home.example", False),
        ("a.dice.home.example", False),
        ("192.168.1.20", True),
        ("192.168.1.21", False),
        ("[fd00::1]", True),
        ("fd00:0::1", True),
        ("localhost", False),
    ],
)
def test_hosts_of_a_certificate(host: str, is_for: bool) -> None:
    """Names, names under a star, one label deep, and addresses however they are written."""
    mine = certificate("kosci.example", "*.home.example", addresses=("192.168.1.20", "fd00::1"))
    assert mine.is_for(host) is is_for


def test_a_certificate_is_read_from_its_file(tmp_path: Path) -> None:
    path, _ = certified(tmp_path)
    mine = read_certificate(path)
    assert (mine.names, mine.addresses) == (("localhost",), ("127.0.0.1",))
    assert mine.begins < datetime.now(UTC) < mine.ends


def test_the_address_people_are_told_is_one_the_certificate_is_for() -> None:
    assert best_host(("127.0.0.1", "localhost"), None) == "127.0.0.1"
    assert best_host(("127.0.0.1", "localhost"), certificate("localhost")) == "localhost"
    assert best_host(("127.0.0.1", "localhost"), certificate("other.example")) == "127.0.0.1"


def told(certificate: Certificate | None, *addresses: str, host: str = "0.0.0.0") -> Told:
    """What is said of a server that listens on these addresses, at port 8765."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        said = told_of(ServeOptions(lan=True, lang="en"), Listening(host, (bound,), certificate), addresses)
    own, phone = (url.replace(f":{port}", ":8765") for url in (said.own_url, said.phone_url))
    return Told(own, phone, said.warnings)


def test_phones_are_told_a_name_where_the_certificate_is_for_a_name() -> None:
    """A domain of one's own: its name, not the number, goes into the QR code; the number where it is for that."""
    found = ("192.168.1.20", "10.0.0.2")
    named = told(certificate("kosci.example", days=9999, whole=20_000), *found)
    assert (named.own_url, named.phone_url) == ("https://kosci.example:8765", "https://kosci.example:8765")
    numbered = told(certificate("localhost", addresses=("10.0.0.2",), days=9999, whole=20_000), *found)
    assert (numbered.own_url, numbered.phone_url) == ("https://localhost:8765", "https://10.0.0.2:8765")
    assert told(None, *found).phone_url == "http://192.168.1.20:8765"
    assert told(None, host="127.0.0.1") == Told("http://127.0.0.1:8765")


def test_a_certificate_for_another_address_is_warned_of() -> None:
    """With the address that people are told, and those it is for."""
    (warning,) = told(certificate("localhost", days=9999, whole=20_000), "10.0.0.2").warnings
    assert "10.0.0.2" in warning
    assert "localhost" in warning


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    ("days", "whole", "key"),
    [
        (60, 90, ""),
        (22, 90, ""),
        (20, 90, "serve.tls-ending"),
        (5, 6, ""),
        (1, 6, "serve.tls-ending"),
        (-1, 90, "serve.tls-ended"),
        (91, 90, "serve.tls-not-yet"),
    ],
)
def test_the_end_of_a_certificate_is_said_in_time(lang: str, days: int, whole: int, key: str) -> None:
    """Three weeks before, or in the last third of a short one; also that it ended, or has not begun."""
    words, mine = words_in(lang), certificate("kosci.example", days=days, whole=whole)
    date = mine.begins if key == "serve.tls-not-yet" else mine.ends
    expected = [words(key, date=f"{date:%Y-%m-%d}")] if key else []
    assert list(warnings(words, mine, ["kosci.example"], NOW)) == expected


async def test_a_renewed_certificate_is_taken_while_the_server_runs(tmp_path: Path) -> None:
    """New connections get it; a key that does not belong to it, half of a renewal say, changes nothing."""
    folders = [tmp_path / name for name in ("used", "first", "second")]
    for folder in folders:
        folder.mkdir()
    (cert, key), first, second = (certified(folder) for folder in folders)

    def renew(part: Path, file: Path) -> None:
        file.write_bytes(part.read_bytes())
        os.utime(file, ns=(time.time_ns(), time.time_ns()))

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(cert, key)
    old = shown(cert)
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=context)
    keeping = asyncio.create_task(keep_renewed(context, cert, key, 0.01))
    async with server:
        port = server.sockets[0].getsockname()[1]
        assert await served(port) == old
        renew(first[0], cert)
        await asyncio.sleep(0.1)
        assert await served(port) == old
        renew(second[0], cert)
        renew(second[1], key)
        for _ in range(200):
            if await served(port) == shown(second[0]):
                break
            await asyncio.sleep(0.02)
        assert await served(port) == shown(second[0])
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


def shown(path: Path) -> bytes:
    """The certificate of a file as it goes over the wire."""
    return ssl.PEM_cert_to_DER_cert(path.read_text())


async def served(port: int) -> bytes:
    """The certificate that the server shows."""
    anyone = ssl.create_default_context()
    anyone.check_hostname = False
    anyone.verify_mode = ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=anyone)
    found: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return found
