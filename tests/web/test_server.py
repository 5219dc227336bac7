"""The server as a process: what it binds and says, what it refuses in one line, how it ends."""

import os
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPSConnection
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from kosci.web.network import known_hosts, network_addresses
from tests.support.ports import free_port
from tests.support.server import PROGRAM, Server

Starts = Callable[..., Server]


def said(server: Server) -> str:
    """What it has printed so far."""
    return server.log.read_text(encoding="utf-8")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """One run that is to end by itself."""
    command = [str(PROGRAM), "serve", "--no-open", "--lang", "en", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as it is started without options, for tests that only ask it."""
    yield from started(tmp_path_factory.mktemp("plain"), "--lang", "pl")


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the network, behind a proxy with a name."""
    options = ("--lang", "pl", "--lan", "--name", "kosci.example", "--trusted-proxy", "127.0.0.1")
    yield from started(tmp_path_factory.mktemp("public"), *options)


def started(folder: Path, *options: str) -> Iterator[Server]:
    """A server that runs meanwhile."""
    server = Server(folder / "data", options)
    server.start()
    yield server
    server.kill()


def test_it_says_where_it_is_and_that_lan_exists(plain: Server) -> None:
    """Without --lan only this machine is served, and that is said."""
    assert f"http://127.0.0.1:{plain.port}" in said(plain)
    assert "kosci serve --lan" in said(plain)
    assert "█" not in said(plain)


@pytest.mark.parametrize("option", [(), ("--no-open",)], ids=["usual", "--no-open"])
def test_it_opens_the_page(tmp_path: Path, option: tuple[str, ...]) -> None:
    """In the browser of the machine, which may keep it waiting, unless told not to."""
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\nsleep 30\n')
    browser.chmod(0o755)
    port = free_port()
    command = [str(PROGRAM), "serve", "--port", str(port), "--data", str(tmp_path / "data"), *option]
    environment = os.environ | {"BROWSER": str(browser), "DISPLAY": ":99"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment, start_new_session=True) as process:
        try:
            assert answers(port)
            for _ in range(100):
                if option or opened.exists():
                    break
                time.sleep(0.05)
            assert opened.exists() is not bool(option)
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def answers(port: int) -> bool:
    """Whether a page comes within a while."""
    for _ in range(400):
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status == 200
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    return False


def test_only_the_local_address_is_bound(plain: Server) -> None:
    """The machine's address in its network answers nothing."""
    for address in network_addresses():
        with pytest.raises(ConnectionRefusedError), socket.create_connection((address, plain.port), timeout=1):
            pass


def test_with_lan_it_prints_the_address_and_its_qr_code(public: Server) -> None:
    """Phones scan it from the terminal; the network's address is answered and goes into invitations."""
    address = network_addresses()[0]
    assert f"Telefony w tej sieci: http://{address}:{public.port}" in said(public)
    assert "█" in said(public)
    assert status_of(public, "/", at=address) == 200


def status_of(server: Server, path: str, *, at: str = "127.0.0.1", **headers: str) -> int:
    """The status of one answer."""
    connection = HTTPConnection(at, server.port, timeout=10)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


def test_a_port_in_use_is_said_in_one_line(plain: Server, tmp_path: Path) -> None:
    """With the way out; exit status 1, no traceback."""
    done = run("--port", str(plain.port), "--data", str(tmp_path / "other"))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"--port {plain.port + 1}" in done.stderr


def test_data_in_use_are_said_in_one_line(plain: Server) -> None:
    """One file serves one process."""
    done = run("--port", str(free_port()), "--data", str(plain.data))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert str(plain.pid) in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--host", "192.0.2.99"),
        ("--host", "nowhere.invalid"),
        ("--tls-cert", "/nowhere/cert.pem", "--tls-key", "/nowhere/key.pem"),
    ],
    ids=["address", "name", "certificate"],
)
def test_what_cannot_be_served_is_said_in_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """An address that is not this machine's, a name that is none, a certificate that is not there."""
    done = run("--port", str(free_port()), "--data", str(tmp_path / "data"), *arguments)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_a_data_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    """A file stands where the folder should."""
    (tmp_path / "file").write_text("")
    done = run("--port", str(free_port()), "--data", str(tmp_path / "file" / "data"))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_in_order_with_open_streams(server: Server, number: signal.Signals) -> None:
    """Within two seconds, exit status 0, the stream's last words said, and the data let go of."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    path = laid_table(connection, server)
    cookie, url = path
    connection.request("GET", f"{url}/events", headers={"cookie": cookie})
    stream = connection.getresponse()
    assert stream.status == 200
    assert stream.readline().startswith(b"retry")
    process = server._running()
    began = time.monotonic()
    process.send_signal(number)
    assert process.wait(10) == 0
    assert time.monotonic() - began < 3  # two seconds of grace, and the machine's own
    assert b"changed" in stream.read()
    connection.close()
    server.process = None
    assert "Traceback" not in said(server)


def laid_table(connection: HTTPConnection, server: Server) -> tuple[str, str]:
    """A table laid by this connection: its cookie and its path."""
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    cookie = (answer.getheader("set-cookie") or "").split(";")[0]
    body = "variant=general&mode=alone&name-1=Anna&command=0123456789"
    headers = {"cookie": cookie, "origin": server.url, "content-type": "application/x-www-form-urlencoded"}
    connection.request("POST", "/new", body, headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 303
    return cookie, answer.getheader("location") or ""


def test_logs_hold_no_names_and_no_secrets(plain: Server) -> None:
    """Not even of requests that fail."""
    connection = HTTPConnection("127.0.0.1", plain.port, timeout=10)
    cookie, url = laid_table(connection, plain)
    connection.close()
    for path in ("/w/secret-token", "/j/secret-token", f"{url}/verify", "/%00", "/t/Anna"):
        status_of(plain, path, cookie=cookie)
    for secret in ("secret-token", "Anna", url, cookie.partition("=")[2]):
        assert secret not in said(plain)


def test_forwarded_addresses_are_believed_of_a_trusted_proxy_alone(plain: Server, public: Server) -> None:
    """Without one everybody is who connects: a made-up header opens no more tries at codes."""
    for server, last in ((plain, 429), (public, 404)):
        addresses = [f"10.0.0.{number}" for number in range(12)]
        statuses = [status_of(server, "/join?code=AAAAAA", x_forwarded_for=address) for address in addresses]
        assert statuses[-1] == last


def test_a_proxys_name_is_answered_when_it_is_given(plain: Server, public: Server) -> None:
    """--name; others are not."""
    assert status_of(public, "/", host="kosci.example") == 200
    assert status_of(plain, "/", host="kosci.example") == 421
    assert status_of(public, "/", host="evil.example") == 421


def test_over_tls_pages_come_and_cookies_are_secure(start_server: Starts, tmp_path: Path) -> None:
    """With --tls-cert and --tls-key."""
    certificate, key = certified(tmp_path)
    server = start_server("--tls-cert", str(certificate), "--tls-key", str(key))
    trusting = ssl.create_default_context(cafile=str(certificate))
    connection = HTTPSConnection("127.0.0.1", server.port, timeout=5, context=trusting)
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert answer.status == 200
    assert "Secure" in (answer.getheader("set-cookie") or "")
    connection.close()
    assert f"https://127.0.0.1:{server.port}" in said(server)


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(IPv4Address("127.0.0.1"))])
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, secret = folder / "cert.pem", folder / "key.pem"
    certificate.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    return certificate, secret


def test_the_names_of_a_bound_address() -> None:
    """Bound to one address: that one and the machine itself; to all: every one of the machine's."""
    assert known_hosts("10.1.2.3", (), ()) == {"127.0.0.1", "localhost", "[::1]", "10.1.2.3"}
    everywhere = known_hosts("0.0.0.0", ("10.1.2.3", "fe80::1"), ("Kosci.example",))
    assert {"10.1.2.3", "[fe80::1]", "kosci.example", socket.gethostname().lower()} <= everywhere
