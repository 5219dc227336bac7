"""What the program can name has words: variants, rows, options, refusals, every key in the source."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import kosci
from kosci.bots.strengths import WEAKEST_FIRST
from kosci.engine.options import Choice
from kosci.locale.catalogue import read_catalogue
from kosci.locale.languages import languages, words_in
from kosci.locale.option_words import option_label, option_meaning, option_value
from kosci.table.settings import SETTINGS
from kosci.variants import VariantInfo, catalogue

SOURCE = Path(kosci.__file__).parent
KEYS = frozenset(read_catalogue("pl"))
MODULES = {path: ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
TEMPLATES = {path: path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.html"))}

# Where a refusal's code is computed: the file, and a pattern of the codes it may choose.
COMPUTED_CODES = {"entries.py": r"row-refused-[a-z-]+"}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("variant", catalogue(), ids=lambda variant: str(variant.id))
def test_every_variant_with_its_rows_and_options_has_words(variant: VariantInfo, lang: str) -> None:
    words = words_in(lang)
    assert words(f"variant.{variant.id}.name")
    assert all(words.row(row, variant.id) for row in variant.rows)
    for name, spec in variant.specs.items():
        assert option_label(words, name)
        assert option_meaning(words, name).endswith(".")
        values = spec.values if isinstance(spec, Choice) else (spec.least, spec.most)
        shown = [option_value(words, name, value) for value in values]
        assert len(set(shown)) == len(values), f"values of {name} read alike: {shown}"


@pytest.mark.parametrize("lang", languages())
def test_every_setting_of_a_table_has_words(lang: str) -> None:
    words = words_in(lang)
    for name, spec in SETTINGS.items():
        assert option_label(words, name)
        assert option_meaning(words, name)
        assert all(option_value(words, name, value) for value in (spec.values if isinstance(spec, Choice) else ()))


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            yield name, node


def strings(tree: ast.AST) -> set[str]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def refusals() -> set[str]:
    """The classes of errors that carry a code: the bases and everything derived from them."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for tree in MODULES.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"RuleError", "DataError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def test_every_refusal_gives_the_params_its_words_want() -> None:
    classes = refusals()
    lacking = [
        (path.name, code, fields(f"error.{code}") - given)
        for path, tree in MODULES.items()
        for name, call in calls(tree)
        if name in classes
        for code, given in literal_refusal(call)
    ]
    assert len(lacking) > 40
    assert [found for found in lacking if found[2]] == []


def literal_refusal(call: ast.Call) -> Iterator[tuple[str, set[str]]]:
    """The code of a refusal that is written out, with the params it gives; `range` is made of least and most."""
    first = call.args[0] if call.args else None
    given = {keyword.arg for keyword in call.keywords}
    if isinstance(first, ast.Constant) and isinstance(first.value, str) and None not in given:
        params = {name for name in given if name is not None}
        yield first.value, params | ({"range"} if {"least", "most"} <= params else set())


def fields(key: str) -> set[str]:
    """The fields that the words of a key want filled."""
    text = read_catalogue("pl").get(key, "")
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def error_codes() -> Iterator[tuple[str, str]]:
    classes = refusals()
    for path, tree in MODULES.items():
        for name, call in calls(tree):
            if name not in classes:
                continue
            first = call.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield path.name, first.value
            else:
                yield from computed(path, tree)


def computed(path: Path, tree: ast.AST) -> Iterator[tuple[str, str]]:
    assert path.name in COMPUTED_CODES, f"{path}: which codes may this error have?"
    yield from ((path.name, code) for code in strings(tree) if re.fullmatch(COMPUTED_CODES[path.name], code))


def test_every_refusal_has_words() -> None:
    codes = sorted(set(error_codes()))
    assert len(codes) > 40
    assert [(where, code) for where, code in codes if f"error.{code}" not in KEYS] == []


def keys_in_modules() -> Iterator[tuple[str, str]]:
    """Literal keys given to words: `words("…")`, `t("…")` and the like."""
    for path, tree in MODULES.items():
        for name, call in calls(tree):
            if name in {"words", "t", "own"} and call.args:
                first = call.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield path.name, first.value


def keys_in_templates() -> Iterator[tuple[str, str]]:
    for path, text in TEMPLATES.items():
        for key in re.findall(r"""\bt\(\s*["']([^"']+)["']\s*[,)]""", text):
            yield path.name, key


def test_every_key_in_the_source_exists() -> None:
    used = sorted({*keys_in_modules(), *keys_in_templates()})
    assert len(used) > 100
    assert [(where, key) for where, key in used if key not in KEYS] == []


def dynamic_prefixes() -> set[str]:
    """What computed keys begin with: f"rules.zero.{…}" in modules, "settings." ~ name in templates."""
    found = {
        match for text in TEMPLATES.values() for match in re.findall(r"""\bt\(\s*["']([a-z.-]+[.-])["']\s*~""", text)
    }
    for tree in MODULES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                found.add(str(node.values[0].value))
    return {prefix for prefix in found if re.fullmatch(r"[a-z]+\.[a-z.-]*", prefix)}


def is_used(key: str, literals: set[str], prefixes: tuple[str, ...]) -> bool:
    """Named in the source, begun by a computed key, or a variant's own wording of one."""
    return key in literals or key.startswith(prefixes) or key.rpartition(".")[0] in literals


def test_every_key_is_used() -> None:
    literals = {text for tree in MODULES.values() for text in strings(tree)} | {key for _, key in keys_in_templates()}
    literals |= {match for text in TEMPLATES.values() for match in re.findall(r"""["']([a-z0-9.-]+)["']""", text)}
    prefixes = tuple(dynamic_prefixes())
    assert {"row.", "error.", "option.", "variant."} <= set(prefixes)
    unused = [key for key in sorted(KEYS) if not is_used(key, literals, prefixes)]
    assert unused == []


def test_no_words_are_left_of_what_is_gone() -> None:
    """The families whose keys are computed hold no more than there is to name."""
    known = {
        "variant": {variant.id for variant in catalogue()},
        "row": {row for variant in catalogue() for row in variant.rows},
        "option": {name for variant in catalogue() for name in variant.specs} | {*SETTINGS, "true", "false", "set"},
        "error": {code for _, code in error_codes()},
        "bot": {*WEAKEST_FIRST, "total", "wins", "turns", "pick"},
    }
    literals = {text for tree in MODULES.values() for text in strings(tree)}
    named = [key.split(".") for key in sorted(KEYS - literals)]
    assert [key for key in named if key[0] in known and key[1] not in known[key[0]]] == []


def test_every_counted_noun_is_used() -> None:
    nouns = {key.split(".")[1] for key in KEYS if key.startswith("count.")}
    texts = " ".join(read_catalogue("pl").values())
    counted = {
        call.args[0].value
        for tree in MODULES.values()
        for name, call in calls(tree)
        if name == "count" and call.args and isinstance(call.args[0], ast.Constant)
    }
    counted |= {match for text in TEMPLATES.values() for match in re.findall(r"""count\(\s*["'](\w+)["']""", text)}
    assert {noun for noun in nouns if f":{noun}}}" not in texts and noun not in counted} == set()
