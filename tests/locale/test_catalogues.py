"""The three catalogues: complete, alike in fields, clean in letters and quotes."""

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.core import Locale
from babel.messages.pofile import read_po

import kosci.locale
from kosci.locale.catalogue import CatalogueError, parse_catalogue, read_catalogue
from kosci.locale.languages import languages, words_in

HERE = Path(kosci.locale.__file__).parent
CATALOGUES = {lang: read_catalogue(lang) for lang in languages()}
ENTRIES = [(lang, key, text) for lang, entries in CATALOGUES.items() for key, text in entries.items()]
SPECS = {"", "quote", "signed", "percent"}


@pytest.mark.parametrize("lang", languages())
def test_reads_as_babel_reads(lang: str) -> None:
    with (HERE / f"{lang}.po").open("rb") as file:
        babel = read_po(file, locale=lang)
    assert {message.id: message.string for message in babel if message.id} == CATALOGUES[lang]
    assert not [message.id for message in babel if message.id and (message.fuzzy or not message.string)]
    assert not babel.obsolete


def test_every_key_has_words_in_every_language() -> None:
    assert {lang: sorted(set(CATALOGUES["pl"]) ^ set(entries)) for lang, entries in CATALOGUES.items()} == {
        lang: [] for lang in languages()
    }
    assert [(lang, key) for lang, key, text in ENTRIES if not text.strip() or text != text.strip()] == []


def test_every_language_fills_the_same_fields() -> None:
    def fields(text: str) -> set[str]:
        return {field for _, field, _, _ in Formatter().parse(text) if field is not None}

    differing = {
        key: [fields(CATALOGUES[lang][key]) for lang in languages()]
        for key in CATALOGUES["pl"]
        if len({frozenset(fields(CATALOGUES[lang][key])) for lang in languages()}) > 1
    }
    assert differing == {}


def test_every_field_is_of_a_known_kind() -> None:
    nouns = {key.split(".")[1] for key in CATALOGUES["pl"] if key.startswith("count.")}
    wrong = [
        (lang, key, field, spec)
        for lang, key, text in ENTRIES
        for _, field, spec, conversion in Formatter().parse(text)
        if field is not None and (not field.isidentifier() or conversion or spec not in SPECS | nouns)
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", languages())
def test_every_counted_noun_has_each_form_of_the_language(lang: str) -> None:
    wanted = set(Locale(lang).plural_form.tags) | {"other"}
    nouns = {key.split(".")[1] for key in CATALOGUES[lang] if key.startswith("count.")}
    assert nouns
    missing = [
        (noun, form)
        for noun in nouns
        for form in wanted
        if "{n}" not in CATALOGUES[lang].get(f"count.{noun}.{form}", "")
    ]
    assert missing == []


def lacking(pattern: str, *langs: str) -> list[tuple[str, str, str]]:
    return [(lang, key, text) for lang, key, text in ENTRIES if lang in langs and re.search(pattern, text)]


def test_quotes_and_apostrophes_are_typographic() -> None:
    assert lacking(r"[\"'`]", "pl", "uk", "en") == []
    assert lacking(r"[«»“]", "pl") == []
    assert lacking(r"[„“”]", "uk") == []
    assert lacking(r"[«»„]", "en") == []
    unbalanced = [
        (key, text)
        for lang, key, text in ENTRIES
        for quoting, opening, closing in (("pl", "„", "”"), ("uk", "«", "»"), ("en", "“", "”"))
        if quoting == lang and text.count(opening) != text.count(closing)
    ]
    assert unbalanced == []


def test_ukrainian_has_no_russian_letters_and_polish_no_cyrillic() -> None:
    assert lacking(r"[ыэъёЫЭЪЁ]", "uk") == []
    assert lacking(r"[\u0400-\u04FF]", "pl", "en") == []


def test_no_word_mixes_alphabets() -> None:
    mixed = r"[A-Za-z][\u0400-\u04FF]|[\u0400-\u04FF][A-Za-z]"
    assert lacking(mixed, *languages()) == []


def test_a_sentence_ends_or_does_not_in_all_languages_alike() -> None:
    def end(text: str) -> str:
        return text[-1] if " " in text and text[-1] in ".?!:…" else ""

    uneven = [key for key in CATALOGUES["pl"] if len({end(CATALOGUES[lang][key]) for lang in languages()}) > 1]
    assert uneven == []


# Past forms of the singular, where a sentence is about a person or speaks to one.
GENDERED = {"pl": r"\b(?!Udział)\w+(?:ł|ła)\b", "uk": r"\w(?:[аиіу]в|[аиіу]ла|вся|лася)\b"}


@pytest.mark.parametrize("lang", GENDERED)
def test_nobody_is_given_a_gender(lang: str) -> None:
    assert [found for found in lacking(GENDERED[lang], lang) if "{name" in found[2]] == []
    assert lacking(r"ł[ea]m\b|ł[ea]ś\b", "pl") == []


def test_a_broken_catalogue_is_refused_with_its_line() -> None:
    with pytest.raises(CatalogueError, match=r"line 2: expected .* found 'nonsense'"):
        parse_catalogue("# a comment\nnonsense\n")
    with pytest.raises(CatalogueError, match="line 3: the key 'a' is given twice"):
        parse_catalogue('msgid "a"\nmsgstr "1"\nmsgid "a"\nmsgstr "2"\n')


def test_reads_continued_lines_and_escapes() -> None:
    text = 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\nmsgid "a"\nmsgstr ""\n"one "\n"\\"two\\"\\n"\n'
    assert parse_catalogue(text) == {"a": 'one "two"\n'}


def test_the_words_of_each_language_speak_it() -> None:
    assert [words_in(lang)("turn.you") for lang in languages()] == ["Twoja kolej", "Ваш хід", "Your turn"]
