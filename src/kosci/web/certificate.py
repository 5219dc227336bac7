"""A server's certificate: which names it is for, from when until when, and what to warn of before browsers refuse it.

Only reads it; whether the key belongs to it finds out who serves.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509

from kosci.locale.words import Words

SOON = timedelta(days=21)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a certificate says of itself; `names` in small letters, `*.` before those that stand for many."""

    names: tuple[str, ...]
    addresses: tuple[str, ...]
    begins: datetime
    ends: datetime

    def is_for(self, host: str) -> bool:
        """Whether browsers accept it at this host."""
        try:
            return str(ip_address(host.strip("[]"))) in self.addresses
        except ValueError:
            name = host.lower().rstrip(".")
        return name in self.names or f"*.{name.partition('.')[2]}" in self.names

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names of single servers it is for."""
        return tuple(name for name in self.names if not name.startswith("*."))


def read_certificate(path: Path) -> Certificate:
    """The first certificate of a PEM file, the server's own; ValueError where there is none."""
    first = x509.load_pem_x509_certificates(path.read_bytes())[0]
    names: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    try:
        said = first.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        pass  # browsers look nowhere else: it is for no name at all
    else:
        names = tuple(name.lower() for name in said.get_values_for_type(x509.DNSName))
        addresses = tuple(str(address) for address in said.get_values_for_type(x509.IPAddress))
    return Certificate(names, addresses, first.not_valid_before_utc, first.not_valid_after_utc)


def best_host(hosts: Sequence[str], certificate: Certificate | None) -> str:
    """The first host that browsers accept, or the first of all."""
    return next((host for host in hosts if certificate is None or certificate.is_for(host)), hosts[0])


def warnings(words: Words, certificate: Certificate, hosts: Iterable[str], now: datetime) -> Iterator[str]:
    """A sentence for each fault that browsers will find, or soon, at the hosts that people are told."""
    until, since = (f"{time:%Y-%m-%d}" for time in (certificate.ends, certificate.begins))
    left, whole = certificate.ends - now, certificate.ends - certificate.begins
    if left < timedelta(0):
        yield words("serve.tls-ended", date=until)
    elif left < min(SOON, whole / 3):
        yield words("serve.tls-ending", date=until)
    if now < certificate.begins:
        yield words("serve.tls-not-yet", date=since)
    known = ", ".join((*certificate.names, *certificate.addresses)) or "–"
    for host in dict.fromkeys(hosts):
        if not certificate.is_for(host):
            yield words("serve.tls-other", host=host, names=known)
