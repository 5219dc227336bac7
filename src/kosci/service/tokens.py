"""Ids, codes and tokens made of unpredictable bytes, and the digests that are stored of them.

Nothing is drawn here: the bytes come from the Chance port.
"""

import base64
import hashlib

from kosci.service.ports import Chance

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that is read as another
CODE_LENGTH = 6


def new_id(chance: Chance) -> str:
    """A table's id: short enough for an address, and opening nothing."""
    return base64.b32encode(chance.secret(10)).decode().lower()


def id_of_command(host: str, command: str) -> str:
    """The id of the table that a host's command lays: the same for the same command."""
    digest = hashlib.sha256(f"{host} {command}".encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()


def id_of_next(table: str) -> str:
    """The id of the table at which the same people play on: there is one, whoever lays it."""
    return id_of_command(table, "next")


def new_token(chance: Chance) -> str:
    """An unguessable token of 192 bits for a link or a browser."""
    return base64.urlsafe_b64encode(chance.secret(24)).decode()


def new_code(chance: Chance) -> str:
    """A lobby code to be read aloud.

    A byte too large to be fair to every letter is skipped.
    """
    size = len(CODE_LETTERS)
    letters = ""
    while len(letters) < CODE_LENGTH:
        usable = (byte for byte in chance.secret(16) if byte < 256 - 256 % size)
        letters += "".join(CODE_LETTERS[byte % size] for byte in usable)
    return letters[:CODE_LENGTH]


def format_code(code: str) -> str:
    """The code in two halves, as people read it.

    >>> format_code("KLO4N7")
    'KLO 4N7'
    """
    return f"{code[:3]} {code[3:]}"


def parse_code(text: str) -> str | None:
    """The code a person typed, in any case and with any spaces, or None where it cannot be one."""
    code = "".join(text.split()).replace("-", "").upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def token_digest(token: str) -> str:
    """What is stored of a token that opens a seat or a table."""
    return hashlib.sha256(token.encode()).hexdigest()
