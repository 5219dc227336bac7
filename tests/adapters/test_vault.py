"""The vault: what it seals only its key opens, what it signs nobody else can, and its key is nobody else's."""

import os
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kosci.adapters.errors import DataError
from kosci.adapters.vault import KeyVault, format_key, open_vault
from kosci.service.ports import Vault

KEY = bytes(range(32))
SEED = b"\x00\xffseed of the dice" * 2


@pytest.fixture
def vault() -> Vault:
    return KeyVault(KEY)


@pytest.mark.parametrize("secret", [b"", b"\x00", SEED, bytes(100_000)])
def test_what_was_sealed_is_unsealed(vault: Vault, secret: bytes) -> None:
    assert vault.unseal(vault.seal(secret)) == secret


def test_sealed_twice_looks_different_and_shows_nothing(vault: Vault) -> None:
    first, second = vault.seal(SEED), vault.seal(SEED)
    assert first != second
    assert SEED not in first


def test_what_was_altered_anywhere_is_not_unsealed(vault: Vault) -> None:
    sealed = vault.seal(SEED)
    for place in range(len(sealed)):
        altered = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
        with pytest.raises(ValueError, match=r"altered|not something that was sealed"):
            vault.unseal(altered)


@pytest.mark.parametrize("sealed", [b"", b"\x01", b"\x01" * 13, b"\x02" * 60, b"no seal at all"])
def test_what_was_never_sealed_is_not_unsealed(vault: Vault, sealed: bytes) -> None:
    with pytest.raises(ValueError, match=r"altered|not something that was sealed"):
        vault.unseal(sealed)


def test_another_key_opens_and_signs_nothing(vault: Vault) -> None:
    other = KeyVault(bytes(32))
    with pytest.raises(ValueError, match="another server key"):
        other.unseal(vault.seal(SEED))
    assert other.signed(vault.sign("device 1")) is None


def test_a_vault_opened_again_with_its_key_knows_its_own(vault: Vault) -> None:
    again = KeyVault(KEY)
    assert again.unseal(vault.seal(SEED)) == SEED
    assert again.signed(vault.sign("device 1")) == "device 1"


@pytest.mark.parametrize("text", ["", "device 1", "a.b.c", "Żółć; Path=/", '"\n', "x" * 1000])
def test_what_was_signed_comes_back_and_is_safe_in_a_cookie(vault: Vault, text: str) -> None:
    value = vault.sign(text)
    assert re.fullmatch(r"[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{43}", value)
    assert vault.signed(value) == text


def test_a_signature_of_another_text_or_none_is_refused(vault: Vault) -> None:
    value, other = vault.sign("seat 1"), vault.sign("seat 2")
    body, _, signature = value.partition(".")
    forged = [
        "",
        ".",
        body,
        f"{body}.",
        f".{signature}",
        f"{other.partition('.')[0]}.{signature}",
        f"{body}.{signature[:-1]}",
        f"{body}.{signature}A",
        f"{body}A.{signature}",
        f"{body}=.{signature}",
        f"{value}.{signature}",
        f" {value}",
        f"{value}\n",
        f"{body}.ż{signature}",
        "\ud800.\ud800",
        "seat 1",
    ]
    assert [vault.signed(text) for text in forged] == [None] * len(forged)


def test_every_letter_of_a_signed_value_counts(vault: Vault) -> None:
    value = vault.sign("seat 1")
    for place in range(len(value)):
        altered = value[:place] + ("B" if value[place] != "B" else "C") + value[place + 1 :]
        assert vault.signed(altered) is None


def test_sealing_and_signing_use_keys_of_their_own(vault: Vault) -> None:
    kept = KeyVault(KEY)
    assert kept._signing_key != KEY
    signature = vault.sign("")[1:]
    assert KeyVault(kept._signing_key).sign("")[1:] != signature


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_key_of_another_size_is_none(size: int) -> None:
    with pytest.raises(ValueError, match="it has 32"):
        KeyVault(bytes(size))


def test_the_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        first = open_vault(tmp_path, {})
    finally:
        os.umask(before)
    (file,) = tmp_path.iterdir()
    assert file.name == "server.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert re.fullmatch(r"[0-9a-f]{64}\n", file.read_text(encoding="ascii"))
    assert open_vault(tmp_path, {}).unseal(first.seal(SEED)) == SEED


def test_of_many_that_start_at_once_all_get_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        vaults = list(threads.map(lambda _: open_vault(tmp_path, {}), range(32)))
    assert {vault.sign("x") for vault in vaults} == {vaults[0].sign("x")}
    assert [file.name for file in tmp_path.iterdir()] == ["server.key"]


def test_two_servers_have_two_keys(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first, second = (open_vault(tmp_path / name, {}) for name in ("one", "two"))
    assert first.sign("x") != second.sign("x")


def test_the_key_of_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    vault = open_vault(tmp_path, {"KOSCI_KEY": f" {format_key(KEY)}\n"})
    assert vault.sign("x") == KeyVault(KEY).sign("x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["", "secret", "0" * 63, "0" * 66, "g" * 64, "ż" * 64])
def test_a_malformed_key_is_refused_without_saying_it(tmp_path: Path, given: str) -> None:
    with pytest.raises(DataError, match="64 hexadecimal digits") as refused:
        open_vault(tmp_path, {"KOSCI_KEY": given})
    assert refused.value.code == "key-malformed"
    assert "KOSCI_KEY" in str(refused.value)
    assert not given or given not in str(refused.value)
    assert not given or all(given not in value for value in refused.value.params.values())
    (tmp_path / "server.key").write_text(given, encoding="utf-8")
    (tmp_path / "server.key").chmod(0o600)
    with pytest.raises(DataError, match="64 hexadecimal digits") as refused:
        open_vault(tmp_path, {})
    assert str(tmp_path / "server.key") in str(refused.value)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o666, 0o601])
def test_a_key_that_others_may_read_or_change_is_refused(tmp_path: Path, mode: int) -> None:
    open_vault(tmp_path, {})
    (tmp_path / "server.key").chmod(mode)
    with pytest.raises(DataError, match=rf"mode {mode:04o}\): chmod 600") as refused:
        open_vault(tmp_path, {})
    assert refused.value.code == "key-permissions"


def test_a_key_that_its_owner_protected_from_himself_is_fine(tmp_path: Path) -> None:
    open_vault(tmp_path, {})
    (tmp_path / "server.key").chmod(0o400)
    open_vault(tmp_path, {})


def test_a_key_that_cannot_be_made_or_read_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="No such file") as refused:
        open_vault(tmp_path / "nowhere", {})
    assert refused.value.code == "key-unreadable"
    (tmp_path / "server.key").mkdir()
    with pytest.raises(DataError, match="directory"):
        open_vault(tmp_path, {})
