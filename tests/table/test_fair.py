"""Fair dice: the recipe is followed to the byte, and favours no face."""

import hashlib
import hmac

import pytest

from kosci.table import fair


def faces_by_the_recipe(seed: bytes, shares: list[bytes], number: int, dice: int) -> tuple[int, ...]:
    """The recipe once more, written apart."""
    mix = hashlib.sha256(b"".join(shares)).digest()
    stream = b""
    for block in range(8):
        text = number.to_bytes(8, "big") + block.to_bytes(4, "big") + mix
        stream += hmac.new(seed, text, hashlib.sha256).digest()
    return tuple(1 + byte % 6 for byte in stream if byte < 252)[:dice]


@pytest.mark.parametrize("number", [1, 2, 77, 10**9])
@pytest.mark.parametrize("dice", [1, 2, 5])
def test_a_roll_follows_the_published_recipe(number: int, dice: int) -> None:
    """HMAC-SHA256 over number, block and the mixed shares, bytes from 252 on skipped."""
    seed, shares = bytes(range(32)), [bytes(16), b"\x07" * 16]
    assert fair.faces(seed, shares, number, dice) == faces_by_the_recipe(seed, shares, number, dice)


def test_bytes_from_252_on_are_skipped() -> None:
    """A roll whose stream holds such a byte among its first five still has the next usable faces."""
    seed, shares = bytes(32), [bytes(16)]
    mix = hashlib.sha256(bytes(16)).digest()
    first = (hmac.digest(seed, n.to_bytes(8, "big") + bytes(4) + mix, "sha256")[:5] for n in range(1, 2000))
    number = next(n for n, head in enumerate(first, start=1) if max(head) >= 252)
    assert fair.faces(seed, shares, number, 5) == faces_by_the_recipe(seed, shares, number, 5)


def test_every_share_changes_the_dice() -> None:
    """No seat alone, and not the server alone, knows the rolls."""
    seed = bytes(32)
    rolls = {fair.faces(seed, [bytes(16), bytes([n]) * 16], 1, 5) for n in range(50)}
    assert len(rolls) > 40


def test_faces_are_even_within_what_chance_allows() -> None:
    """60,000 dice: chi-square of five degrees of freedom under its 99.9 % point."""
    counts = [0] * 6
    for number in range(1, 12_001):
        for face in fair.faces(b"k" * 32, [b"s" * 16], number, 5):
            counts[face - 1] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5


def test_a_commitment_is_the_sha256_of_the_seed() -> None:
    """Known answer: SHA-256 of 32 zero bytes."""
    assert fair.commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
