"""Rules as canonical JSON: what a log's first fact carries outlives the files, and its fingerprint does not move."""

import json

import pytest

from kosci.engine.errors import RuleError
from kosci.variants import canonical, fingerprint, from_canonical, load
from kosci.variants.build import VariantError
from tests.engine.games import VARIANTS

# A change here means that logs of another rule book begin: say so in the changelog.
FINGERPRINTS = {
    "general": "8c9c9f07b1629d6faa33c992e1bdda2171fe2a41f3a4c1f8b332f44c6daff262",
    "general-full-upper": "1c14b95e7f012d895113339a0a82fc07e3fcac4a9df6039e94e7026a0baa0b66",
    "yahtzee": "f4638cc75d3362aff1777bdd0f1b8951ab561ab51a5456baf42734932af5baeb",
    "yatzi": "19a74f50f642fac54b83989232caa47423cf9cb9feeece21444777e6eeab47cf",
    "yatzy": "708433caab4eefa10c8bd0e87b37f36ba938f73ea631a88e5d4f68d72ece0c02",
    "tysiac": "cbc56ae88e0d927edf66bf893303c6ab7230a4f5427e719aba18051f659eee08",
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_fingerprint_stands(variant: str) -> None:
    assert fingerprint(load(variant)) == FINGERPRINTS[variant]


@pytest.mark.parametrize("variant", VARIANTS)
def test_canonical_rules_are_sorted_json_without_spaces_and_names(variant: str) -> None:
    text = canonical(load(variant))
    data = json.loads(text)
    assert json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == text
    assert "name" not in data
    assert "#" not in text
    assert from_canonical(text) == load(variant)


def test_canonical_rules_hold_every_option() -> None:
    game = load("yatzi", {"rigol": "sum", "turns": 14, "joker": "forced"})
    data = json.loads(canonical(game))
    assert (data["turns"], data["options"]["joker"], data["rows"][-1]["pays"]) == (14, "forced", "sum")
    assert from_canonical(canonical(game)) == game


GOOD = json.loads(canonical(load("yatzi")))
BAD_TEXTS = [
    "",
    "null",
    "[]",
    "{}",
    "5",
    '"yahtzee"',
    "{",
    "[" * 100_000,
    json.dumps({**GOOD, "family": "cards"}),
    json.dumps({**GOOD, "family": ["scorecard"]}),
    json.dumps({**GOOD, "colour": 1}),
    json.dumps({**GOOD, "id": 5}),
    json.dumps({**GOOD, "id": "two words"}),
    json.dumps({**GOOD, "id": ""}),
    json.dumps({**GOOD, "options": None}),
    json.dumps({**GOOD, "options": []}),
    json.dumps({**GOOD, "options": {**GOOD["options"], "bonus": float("nan")}}),
    json.dumps({**GOOD, "options": {**GOOD["options"], "upper_first": 1}}),
    json.dumps({**GOOD, "rows": None}),
    json.dumps({**GOOD, "rows": []}),
    json.dumps({**GOOD, "rows": [5]}),
    json.dumps({**GOOD, "rows": [{}]}),
    json.dumps({**GOOD, "rows": {"a": 1}}),
    json.dumps({**GOOD, "rows": [{**GOOD["rows"][0], "pattern": "face"}]}),
    json.dumps({**GOOD, "turns": "13"}),
    json.dumps({**GOOD, "turns": True}),
    json.dumps({**GOOD, "players": None}),
    json.dumps({**GOOD, "players": [1, 10**9]}),
    json.dumps({**GOOD, "extra_pays": 1e9}),
    json.dumps({**GOOD, "box": None}),
]


@pytest.mark.parametrize("text", BAD_TEXTS, ids=range(len(BAD_TEXTS)))
def test_another_text_describes_no_game(text: str) -> None:
    with pytest.raises(RuleError) as refused:
        from_canonical(text)
    assert refused.value.code in {"bad-variant", "option-value"}
    if not isinstance(refused.value, VariantError):
        assert "bonus" in str(refused.value) or "upper_first" in str(refused.value)


def test_unknown_variants_of_old_logs_are_read_from_their_rules() -> None:
    data = {**GOOD, "id": "forgotten"}
    game = from_canonical(json.dumps(data))
    assert game.id == "forgotten"
    assert from_canonical(canonical(game)) == game


@pytest.mark.parametrize("variant", VARIANTS)
def test_equal_rules_are_one_key(variant: str) -> None:
    game = load(variant)
    assert {game: variant}[from_canonical(canonical(game))] == variant
