"""The server's key: kept outside the database, it seals dice seeds and signs what browsers carry.

Never writes a secret anywhere but into its own key file, and never says one in an error.
"""

import base64
import hmac
import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kosci.adapters.errors import DataError

KEY_BYTES: Final = 32
KEY_FILE: Final = "server.key"
KEY_VARIABLE: Final = "KOSCI_KEY"
NONCE_BYTES: Final = 12
SEALED_FORM: Final = b"\x01"


class KeyVault:
    """Seals with AES-256-GCM and signs with HMAC-SHA256, under keys of their own derived from one server key."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a server key of {len(key)} bytes: it has {KEY_BYTES}")
        self._cipher = AESGCM(_derived(key, b"kosci: seal, 1"))
        self._signing_key = _derived(key, b"kosci: sign, 1")

    def seal(self, secret: bytes) -> bytes:
        """The secret, encrypted and authenticated; another text each time."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return SEALED_FORM + nonce + self._cipher.encrypt(nonce, secret, SEALED_FORM)

    def unseal(self, sealed: bytes) -> bytes:
        """The secret again; raises ValueError if it was altered or sealed under another key."""
        form, nonce, text = sealed[:1], sealed[1 : 1 + NONCE_BYTES], sealed[1 + NONCE_BYTES :]
        if form != SEALED_FORM or len(nonce) != NONCE_BYTES:
            raise ValueError("not something that was sealed here")
        try:
            return self._cipher.decrypt(nonce, text, form)
        except InvalidTag as error:
            raise ValueError("altered, or sealed under another server key") from error

    def sign(self, text: str) -> str:
        """The text with a signature appended, both of letters, digits, - and _, with a dot between."""
        body = _letters(text.encode())
        return f"{body}.{_letters(self._signature(body))}"

    def signed(self, value: str) -> str | None:
        """The text whose signature is right, or None."""
        body, dot, signature = value.partition(".")
        if (
            not dot
            or not value.isascii()
            or not hmac.compare_digest(signature.encode(), _letters(self._signature(body)).encode())
        ):
            return None
        return base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)).decode()

    def _signature(self, body: str) -> bytes:
        return hmac.digest(self._signing_key, body.encode(), "sha256")


def open_vault(folder: Path, environ: Mapping[str, str]) -> KeyVault:
    """The vault under the key in KOSCI_KEY, else in the folder's key file, which is made if it is missing."""
    given = environ.get(KEY_VARIABLE)
    if given is not None:
        return KeyVault(_parsed(given, KEY_VARIABLE))
    path = folder / KEY_FILE
    if not path.exists():
        _make(path)
    return KeyVault(_read(path))


def format_key(key: bytes) -> str:
    """A server key as it stands in a file or in the environment: 64 hexadecimal digits."""
    return key.hex()


def _parsed(text: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        message = (
            f"{where!r} holds no server key: it is {2 * KEY_BYTES} hexadecimal digits (openssl rand -hex {KEY_BYTES})"
        )
        raise DataError("key-malformed", message, where=where)
    return key


def _read(path: Path) -> bytes:
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(4 * KEY_BYTES)
    except OSError as error:
        raise _unreadable(path, error) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise DataError(
            "key-permissions",
            f"others may read or change the key file {str(path)!r} (mode {mode & 0o777:04o}): chmod 600 it",
            path=str(path),
            mode=f"{mode & 0o777:04o}",
        )
    return _parsed(text, str(path))


def _make(path: Path) -> None:
    # Whole under another name first: whoever starts at the same time finds no key, or a whole one.
    new = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{format_key(secrets.token_bytes(KEY_BYTES))}\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            path.hardlink_to(new)
        except FileExistsError:
            pass
        finally:
            new.unlink()
        _keep_name(path.parent)
    except OSError as error:
        raise _unreadable(path, error) from error


def _keep_name(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unreadable(path: Path, error: OSError) -> DataError:
    reason = error.strerror or str(error)
    return DataError("key-unreadable", f"the key file {str(path)!r}: {reason}", path=str(path), reason=reason)


def _derived(key: bytes, purpose: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=purpose).derive(key)


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
