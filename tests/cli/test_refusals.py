"""Bad input on the command line (section 5): status 2, one line that quotes it and says what is allowed, no more."""

import pytest

from tests.cli.running import Runner, program

FULL = (
    "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three_of_a_kind=17,four_of_a_kind=14,"
    "full_house=25,small_straight=30,large_straight=40,five_of_a_kind=50,chance=20"
)
HUGE = "9" * 5000


def score(variant: str = "general", dice: str = "5,5,2,3,1", **more: str) -> list[str]:
    words = ["score", "--variant", variant, "--dice", dice]
    for option, value in more.items():
        words += [f"--{option}", value]
    return [*words, "--json"]


# what was typed, what the line must quote, what it must allow
BAD = {
    "dice-four": (score(dice="5,5,2,3"), "5,5,2,3", "5 are needed"),
    "dice-six": (score(dice="5,5,2,3,1,1"), "5,5,2,3,1,1", "5 are needed"),
    "dice-none": (score(dice=""), "“”", "5 are needed"),
    "dice-0": (score(dice="0,5,2,3,1"), "0,5,2,3,1", "1 to 6"),
    "dice-7": (score(dice="7,5,2,3,1"), "7,5,2,3,1", "1 to 6"),
    "dice-negative": (score(dice="-1,5,2,3,1"), "-1,5,2,3,1", "1 to 6"),
    "dice-5.0": (score(dice="5.0,5,2,3,1"), "5.0,5,2,3,1", "1 to 6"),
    "dice-string": (score(dice='"5",5,2,3,1'), '"5",5,2,3,1', "1 to 6"),
    "dice-true": (score(dice="true,5,2,3,1"), "true,5,2,3,1", "1 to 6"),
    "dice-null": (score(dice="null,5,2,3,1"), "null", "1 to 6"),
    "dice-nan": (score(dice="NaN,5,2,3,1"), "NaN", "1 to 6"),
    "dice-other-digits": (score(dice="٥,5,2,3,1"), "٥", "1 to 6"),
    "dice-empty-between": (score(dice="5,,5,2,3"), "5,,5,2,3", "1 to 6"),
    "dice-two-lines": (score(dice="5,5,2\n3,x"), "5,5,2\\n3,x", "1 to 6"),
    "dice-escape": (score(dice="\x1b[2J"), "\\x1b[2J", "1 to 6"),
    "dice-direction": (score(dice="\u202e5"), "\\u202e5", "1 to 6"),
    "dice-missing": (["score", "--variant", "general"], "--dice", "5,5,2,3,1"),
    "T2-dice-six": (score("tysiac", "1,1,1,1,1,1"), "1,1,1,1,1,1", "1–5"),
    "T2-dice-none": (score("tysiac", ""), "“”", "1–5"),
    "variant-unknown": (score("General"), "General", "general, general-full-upper, yahtzee, yatzi, yatzy, tysiac"),
    "variant-empty": (score(""), "“”", "general, "),
    "variant-missing": (["score", "--dice", "55231"], "Which game", "general, "),
    "row-unknown": (score(sheet="sevens=7"), "sevens", "ones, twos"),
    "row-empty": (score(sheet="=7"), "“”", "ones, twos"),
    "row-wrong-case": (score(sheet="Fives=15"), "Fives", "fives"),
    "row-of-yatzi": (score(sheet="rigol=50"), "rigol", "chance"),
    "row-without-value": (score(sheet="fives"), "fives", "fives=15"),
    "row-twice": (score(sheet="fives=15,fives=15"), "fives", "twice"),
    "value-fives-7": (score(sheet="fives=7"), "7", "0, 5, 10, 15, 20, 25"),
    "value-box-49": (score(sheet="five_of_a_kind=49"), "49", "0, 50"),
    "value-negative": (score(sheet="chance=-5"), "-5", "0, 5, 6"),
    "value-fraction": (score(sheet="fives=15.0"), "15.0", "0, 5, 10"),
    "value-empty": (score(sheet="fives="), "“”", "0, 5, 10"),
    "value-huge": (score(sheet=f"fives={HUGE}"), HUGE, "0, 5, 10"),
    "sheet-full": (score(sheet=FULL), FULL, "13"),
    "S3-yatzi-thirteen-rows": (score("yatzi", sheet=FULL), FULL, "13"),
    "yatzi-fourteen-rows": (score("yatzi", sheet=f"{FULL},rigol=50"), "rigol=50", "13"),
    "extras-without-50": (score(sheet="five_of_a_kind=0,ones=3", extras="1"), "1", "five_of_a_kind"),
    "extras-too-many": (score(sheet="five_of_a_kind=50,ones=3", extras="2"), "2", "1"),
    "E2-extras-of-yatzi": (score("yatzi", sheet="five_of_a_kind=50,ones=3,twos=2", extras="2"), "2", "1"),
    "extras-negative": (score(sheet="five_of_a_kind=50", extras="-1"), "-1", "from 0"),
    "extras-no-number": (score(extras="one"), "one", "from 0"),
    "extras-fraction": (score(extras="1.0"), "1.0", "from 0"),
    "extras-huge": (score(extras=HUGE), HUGE, "from 0"),
    "option-of-another-game": (score(set="target=500"), "target", "joker, joker_needs_50"),
    "option-of-yatzi": (score(set="rigol=50"), "rigol", "joker, joker_needs_50"),
    "option-out-of-bounds": (score(set="bonus_at=106"), "106", "1–105"),
    "option-huge": (score(set=f"bonus_at={HUGE}"), HUGE, "1–105"),
    "option-step": (score("tysiac", set="target=120"), "120", "100–10,000 in steps of 50"),
    "option-value": (score(set="joker=maybe"), "maybe", "own_row, full_upper, forced, free_choice, none"),
    "option-yes": (score(set="upper_first=yes"), "yes", "false, true"),
    "option-form": (score(set="joker"), "joker", "name=value"),
    "option-empty": (score(set=""), "“”", "name=value"),
    "option-twice": ([*score(set="joker=none"), "--set", "joker=forced"], "joker", "twice"),
    "T-sheet": (score("tysiac", sheet="fives=15"), "--sheet fives=15", "--dice and --set"),
    "T-extras": (score("tysiac", extras="1"), "--extras 1", "--dice and --set"),
    "no-such-option": ([*score(), "--points", "7"], "--points", "--variant, --dice, --sheet"),
    "option-needs-a-value": (["score", "--variant", "general", "--dice"], "--dice", "kosci score --help"),
    "flag-with-a-value": ([*score(), "--json=yes"], "--json", "kosci score --help"),
    "further-word": ([*score(), "further"], "further", "--variant"),
    "no-such-command": (
        ["scores"],
        "scores",
        "play, serve, work, backup, restore, variants, rules, score, solve, advise",
    ),
    "lang-unknown": ([*score(), "--lang", "de"], "de", "pl, uk, en"),
    "lang-unknown-before": (["--lang", "DE", *score()], "DE", "pl, uk, en"),
    "rules-variant-unknown": (["rules", "chess"], "chess", "general, "),
    "rules-variant-missing": (["rules"], "Which game", "general, "),
    "rules-option": (["rules", "yahtzee", "--set", "target=500"], "target", "joker"),
    "verify-no-file": (["verify", "no/such/file"], "no/such/file", "file of a game"),
    "verify-folder": (["verify", "/"], "“/”", "file of a game"),
    "verify-device": (["verify", "/dev/zero"], "/dev/zero", "at most"),
    "replay-no-file": (["replay", ""], "“”", "file of a game"),
    "replay-missing": (["replay"], "FILE", "--at"),
    "play-what": (["play", "chess"], "chess", "general, "),
    "play-seats": (["play", "general", "--players", "A,B,C,D,E"], "5", "2–4"),
    "C1-yahtzee-nine": (["play", "yahtzee", "--players", "A,B,C,D,E,F,G,H,I"], "9", "1–8"),
    "play-blank-name": (["play", "general", "--players", "Anna, "], "Anna, ", "name"),
    "play-long-name": (["play", "general", "--players", "Anna," + "ы" * 33], "ы" * 33, "32"),
    "play-same-name": (["play", "general", "--players", "Anna,ＡＮＮＡ"], "Anna,ＡＮＮＡ", "already"),
    "play-direction-mark": (["play", "general", "--players", "Anna,Ol\u202eek"], "Ol\\u202eek", "marks"),
    "play-bot": (["play", "general", "--players", "Anna,@deep"], "deep", "greedy, hard, best"),
    "play-pace": (["play", "general", "--players", "Anna", "--pace", "fast"], "fast", "slow, normal, at_once"),
    "play-two-games": (["play", "general", "--variant", "yatzi"], "general", "variant"),
    "play-resume-new": (["play", "--resume", "--variant", "yatzi"], "--variant yatzi", "variant"),
    "serve-port": (["serve", "--port", "70000"], "70000", "0–65,535"),
    "serve-port-text": (["serve", "--port", "http"], "http", "0–65,535"),
    "serve-half-tls": (["serve", "--tls-cert", "cert.pem"], "--tls-cert cert.pem", "--tls-key"),
    "bench-unknown": (["bench", "dishes"], "dishes", "games"),
    "bench-seconds": (["bench", "--seconds", "0"], "0", "1–3,600"),
}


@pytest.mark.parametrize(("typed", "quoted", "allowed"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_nothing_else(kosci: Runner, typed: list[str], quoted: str, allowed: str) -> None:
    answer = kosci(*typed)
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.endswith("\n")
    assert answer.err.count("\n") == 1
    assert quoted in answer.err
    assert allowed in answer.err


@pytest.mark.parametrize("name", ["dice-7", "value-fives-7", "no-such-option", "no-such-command", "verify-no-file"])
def test_the_program_itself_answers_so(name: str) -> None:
    typed, quoted, allowed = BAD[name]
    answer = program(*typed)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert quoted in answer.err
    assert allowed in answer.err


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("pl", "„7,1,1,1,1” to nie kości: podaj liczby od 1 do 6 po przecinku, np. 5,2,5,5,3.\n"),
        ("uk", "«7,1,1,1,1»"),
        ("en", "“7,1,1,1,1”"),
    ],
)
def test_refusals_speak_the_language_asked_for(kosci: Runner, lang: str, said: str) -> None:
    for typed in (["--lang", lang, *score(dice="7,1,1,1,1")], [*score(dice="7,1,1,1,1"), f"--lang={lang}"]):
        assert said in kosci(*typed).err


def test_refusals_speak_the_language_of_the_environment(kosci: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "uk_UA.UTF-8")
    assert "Дозволено" in kosci("bench", "--seconds", "0").err
