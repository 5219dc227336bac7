"""Sample views of every page and state, in three languages, with sums that add up.

What the templates are shown and tested with; never what a server shows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import segno

from kosci.locale.languages import language_name, languages, words_in
from kosci.locale.words import Words
from kosci.table import fair
from kosci.web.views import (
    Action,
    Bonus,
    Cell,
    Choice,
    Die,
    EndView,
    ErrorView,
    Head,
    HomeView,
    Invite,
    JoinView,
    Lane,
    Language,
    Last,
    Link,
    Live,
    LobbySeat,
    LobbyView,
    ModeChoice,
    NewTableView,
    Notice,
    OpenTable,
    OptionField,
    Page,
    Pick,
    Qr,
    Race,
    RollLine,
    Row,
    RuleRow,
    RuleSection,
    RulesView,
    Seat,
    SeatField,
    SeatLinkView,
    Settings,
    SettingsView,
    ShareLine,
    Sheet,
    Standing,
    StoryLine,
    TableView,
    Turn,
    VariantCard,
    VerifyView,
)
from tests.rulings.counting import YATZY_LOWER
from tests.web.samples_app import app_samples
from tests.web.samples_clock import with_clock
from tests.web.samples_coach import with_coach
from tests.web.samples_paper import printed, with_paper
from tests.web.samples_real import with_real
from tests.web.samples_records import with_records
from tests.web.samples_series import with_series

VARIANTS = ("general", "general-full-upper", "yahtzee", "yatzi", "yatzy", "tysiac")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "five_of_a_kind",
    "chance",
)
OWN_LOWER = {"yatzi": (*LOWER, "rigol"), "yatzy": YATZY_LOWER}
FIXED = {"full_house": 25, "small_straight": 30, "large_straight": 40, "five_of_a_kind": 50, "rigol": 50}
WORTH = (
    ((1,), 10),
    ((5,), 5),
    ((1, 1, 1), 100),
    ((1, 1, 1, 1), 200),
    ((5, 5, 5), 50),
    ((5, 5, 5, 5), 100),
    ((3, 3, 3), 30),
    ((3, 3, 3, 3), 60),
    ((1, 2, 3, 4, 5), 150),
    ((2, 3, 4, 5, 6), 150),
    ((6, 6, 6, 6, 6), 1000),
)
NUMBERS = {"rows": 13, "turns": 13, "rolls": 3, "extra": 100, "target": 1000}
FIELDS = (("command", "6d1f0a"), ("version", "57"))
HTML_NAME = '<b onclick="x">Ola</b> & "Ala"'
LONG_NAME = "Aleksandra-Maria Konstantynowicz"

# Columns after six turns each, seven for who started: what is written so far, and the extras.
Cards = Mapping[str, tuple[Mapping[str, int], int]]
CARDS: Cards = {
    "anna": (
        {"ones": 3, "threes": 9, "fours": 12, "sixes": 24, "full_house": 25, "five_of_a_kind": 50, "chance": 23},
        1,
    ),
    "you": ({"ones": 2, "twos": 6, "sixes": 18, "fours": 12, "small_straight": 30, "chance": 21}, 0),
    "maja": ({"ones": 2, "twos": 6, "fours": 16, "sixes": 24, "three_of_a_kind": 22, "small_straight": 30}, 0),
    "greedy": ({"ones": 1, "twos": 4, "fours": 8, "sixes": 18, "four_of_a_kind": 26, "five_of_a_kind": 0}, 0),
}
# The same people after the last turn.
FULL: Cards = {
    "anna": ({"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": 18, "three_of_a_kind": 22,
              "four_of_a_kind": 0, "full_house": 25, "small_straight": 30, "large_straight": 0, "five_of_a_kind": 50,
              "chance": 23}, 1),
    "you": ({"ones": 2, "twos": 6, "threes": 12, "fours": 12, "fives": 15, "sixes": 18, "three_of_a_kind": 24,
             "four_of_a_kind": 17, "full_house": 25, "small_straight": 30, "large_straight": 40, "five_of_a_kind": 0,
             "chance": 21}, 0),
    "maja": ({"ones": 2, "twos": 6, "threes": 6, "fours": 16, "fives": 5, "sixes": 24, "three_of_a_kind": 22,
              "four_of_a_kind": 26, "full_house": 0, "small_straight": 30, "large_straight": 40, "five_of_a_kind": 0,
              "chance": 27}, 0),
    "greedy": ({"ones": 1, "twos": 4, "threes": 3, "fours": 8, "fives": 10, "sixes": 18, "three_of_a_kind": 18,
                "four_of_a_kind": 26, "full_house": 25, "small_straight": 30, "large_straight": 0,
                "five_of_a_kind": 0, "chance": 19}, 0),
}  # fmt: skip
# 5-2-5-5-3 on the table.
DICE = (5, 2, 5, 5, 3)
VALUES = {"ones": 0, "twos": 2, "threes": 3, "fours": 0, "fives": 15, "sixes": 0, "three_of_a_kind": 20, "chance": 20}


PLAIN = Settings()


def page(lang: str, settings: Settings = PLAIN, notice: Notice | None = None) -> Page:
    named = tuple(Language(code, language_name(code), code == lang) for code in languages())
    return Page(lang, named, "/t/7Q", settings, notice=notice)


def head(t: Words, variant: str = "general", turns: int = 13) -> Head:
    return Head("7Q", t(f"variant.{variant}.name"), variant, t("turn.round", n=7, turns=turns), f"/rules/{variant}")


def live(title: str, *, is_your_turn: bool = False) -> Live:
    return Live("/t/7Q/events", "/t/7Q", 57, title, is_your_turn)


def qr(text: str) -> Qr:
    matrix = [list(row) for row in segno.make(text, error="m").matrix]
    path = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark)
    return Qr(len(matrix) + 8, path)


@cache
def invite(code: str | None = "KLON 47") -> Invite:
    link = "http://192.168.1.20:8437/j/Jf4kW1qYx0pT"
    return Invite(link, qr(link), code, "http://192.168.1.20:8437/w/b7Qm2LpZc9sD")


def bonus(t: Words, card: Mapping[str, int], at: int) -> Bonus:
    written = [(face, card[row]) for face, row in enumerate(UPPER, 1) if row in card]
    have = sum(points for _, points in written)
    par = sum(points - 3 * face for face, points in written)
    if have >= at:
        return Bonus(have, at, par, "earned", 35, t("bonus.certain"))
    if have + sum(5 * face for face, row in enumerate(UPPER, 1) if row not in card) < at:
        return Bonus(have, at, par, "lost", 0, t("bonus.lost"))
    return Bonus(have, at, par, "open", 0)


def total(card: Mapping[str, int], extras: int, at: int) -> int:
    upper = sum(card.get(row, 0) for row in UPPER)
    return sum(card.values()) + (35 if upper >= at else 0) + 100 * extras


def pays(t: Words, row: str) -> str:
    return "" if row in UPPER else str(FIXED.get(row, t("sheet.sum")))


def cell(t: Words, cards: Cards, row: str, who: str, *, mover: str, chosen: str, last: tuple[str, str]) -> Cell:
    card, extras = cards[who]
    if row in card:
        return Cell("filled", card[row], is_last=last == (who, row), marks=extras if row == "five_of_a_kind" else 0)
    if who != mover or cards is FULL:
        return Cell("open")
    points = VALUES.get(row, 0)
    label = t("can.score", cat=t.row(row), n=points)
    return Cell("chosen" if row == chosen else "possible", points, label=label)


def sheet_table(
    lang: str,
    variant: str = "general",
    *,
    people: Sequence[str] = ("anna", "you", "maja", "greedy"),
    mover: str = "you",
    chosen: str = "",
    names: Mapping[str, str] | None = None,
    cards: Cards = CARDS,
) -> TableView:
    t = words_in(lang)
    at = 64 if variant == "yatzi" else 63
    called = {"anna": "Anna", "you": t("player.you"), "maja": "Maja", "greedy": t("bot.greedy.name")} | dict(
        names or {}
    )
    last = ("anna", "full_house") if "anna" in people else ("you", "chance")
    rows = {
        part: tuple(
            Row(
                row,
                t.row(row, variant),
                pays(t, row),
                tuple(cell(t, cards, row, who, mover=mover, chosen=chosen, last=last) for who in people),
            )
            for row in ids
        )
        for part, ids in (("upper", UPPER), ("lower", OWN_LOWER.get(variant, LOWER)))
    }
    seats = tuple(
        seat(t, cards[who], who, name=called[who], number=i, at=at, mover=mover, chosen=chosen)
        for i, who in enumerate(people)
    )
    is_yours = mover == "you"
    turn = Turn(
        t("turn.you") if is_yours else t("turn.other", name=called[mover]),
        t("dice.tap") if is_yours else t("table.other-hint", name=called[mover]),
        tuple(Die(i, face, face == 5, is_on=is_yours) for i, face in enumerate(DICE, 1)),
        is_yours,
        t("roll.n", n=2, rolls=3),
        "keep" if is_yours else "",
        Action(t("roll.n", n=3, rolls=3), "/t/7Q/roll", FIELDS) if is_yours else None,
    )
    return TableView(
        head(t, variant, 13),
        live(t("turn.you"), is_your_turn=is_yours),
        seats,
        turn,
        Sheet(rows["upper"], rows["lower"], t("sheet.bonus-of", bonus=35, at=at), "/t/7Q"),
        None,
        story(t, called),
        choice=choice(t, chosen) if chosen else None,
        invite=invite(None),
        leave=Link(t("do.leave"), "/t/7Q?ask=leave"),
        get_link=Action(t("seat.get-link"), "/t/7Q/link", FIELDS),
        commitment="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        watching=t("table.watching", n=2),
    )


def seat(
    t: Words,
    written: tuple[Mapping[str, int], int],
    who: str,
    *,
    name: str,
    number: int,
    at: int,
    mover: str,
    chosen: str,
) -> Seat:
    card, extras = written
    now = total(card, extras, at)
    is_mover = who == mover
    after = {**card, chosen: VALUES.get(chosen, 0)} if chosen and is_mover else None
    return Seat(
        number,
        name,
        now,
        t("roll.n", n=2, rolls=3) if is_mover else t.count("point", now),
        "computer" if who == "greedy" else "here",
        who == "you",
        is_mover,
        who == "you",
        f"/t/7Q?see={number}",
        total(after, extras, at) if after else None,
        bonus(t, card, at),
    )


def choice(t: Words, row: str) -> Choice:
    before = total(*CARDS["you"], 63)
    points = VALUES.get(row, 0)
    ask = t("zero.ask", cat=t.row(row)) if not points else t("score.ask", cat=t.row(row), n=points)
    return Choice(
        ask,
        (t("choice.total", before=before, after=before + points),),
        Action(t("do.score-n", n=points) if points else t("do.score-zero"), "/t/7Q/score", (*FIELDS, ("row", row))),
        Link(t("do.cancel"), "/t/7Q"),
        row,
        not points,
    )


def story(t: Words, called: Mapping[str, str]) -> tuple[StoryLine, ...]:
    you, maja, greedy, anna = called["you"], called["maja"], called["greedy"], called["anna"]
    return (
        StoryLine(57, t("story.roll-kept", name=you, n=2, rolls=3, dice=DICE, kept=(5, 5)), you, DICE),
        StoryLine(55, t("story.roll", name=you, n=1, rolls=3, dice=(5, 1, 5, 4, 6)), you),
        StoryLine(54, t("story.scored", name=anna, n=25, cat=t.row("full_house")), anna, (3, 3, 6, 6, 6)),
        StoryLine(51, t("story.scored", name=greedy, n=0, cat=t.row("five_of_a_kind")), greedy),
        StoryLine(47, t("story.scored", name=maja, n=30, cat=t.row("small_straight")), maja),
        StoryLine(44, t("story.starts", name=anna)),
    )


def race_table(lang: str, *, is_yours: bool = True, choosing: bool = False) -> TableView:
    t = words_in(lang)
    base = sheet_table(lang)
    people = (("Anna", 635, 0), (t("player.you"), 480, 110), ("Maja", 905, 0), (t("bot.greedy.name"), 0, 0))
    mover = 1 if is_yours else 0
    seats = tuple(
        Seat(i, name, banked, t("player.computer") if i == 3 else "", is_you=i == 1, is_mover=i == mover)
        for i, (name, banked, _) in enumerate(people)
    )
    lanes = tuple(
        Lane(banked, banked // 10, t("race.lane", name=name, n=banked, target=1000), gain // 10)
        for name, banked, gain in people
    )
    dice = (
        Die(1, 1, is_aside=True),
        Die(2, 5, is_scoring=True, is_kept=choosing, is_on=choosing),
        Die(3, 4),
        Die(4, 1, is_aside=True),
        Die(5, 3),
    )
    turn = Turn(
        t("turn.you") if is_yours else t("turn.other", name="Anna"),
        t("race.hint"),
        dice,
        is_yours,
        "",
        "aside" if choosing else "",
        Action(t("do.roll-rest"), "/t/7Q/roll-on", FIELDS) if is_yours else None,
        Action(t("do.bank-n", n=110), "/t/7Q/bank", FIELDS) if is_yours else None,
    )
    race = Race(1000, lanes, 110, t("race.turn", n=110), t("race.dice-left", n=2), t("race.bust", p=4 / 9), WORTH)
    return replace(base, head=head(t, "tysiac"), seats=seats, turn=turn, sheet=None, race=race)


def card_of(t: Words, variant: str, *, is_chosen: bool = False) -> VariantCard:
    blurb = tuple(t(f"variant.{variant}.blurb.{n}", **NUMBERS) for n in (1, 2))
    players = "2–4" if variant == "general" else "2–8"
    return VariantCard(variant, t(f"variant.{variant}.name"), blurb, players, f"/rules/{variant}", is_chosen)


def home(lang: str) -> HomeView:
    t = words_in(lang)
    tables = (
        OpenTable("/t/7Q", t("variant.general.name"), ("Anna", "Maja", "Oleksij"), t("turn.you"), is_your_turn=True),
        OpenTable("/t/8R", t("variant.tysiac.name"), ("Anna", LONG_NAME), t("status.lobby")),
    )
    modes = (
        ModeChoice("device", t("mode.device"), t("mode.device.hint")),
        ModeChoice("link", t("mode.link"), t("mode.link.hint")),
        ModeChoice("alone", t("mode.alone"), t("mode.alone.hint")),
        ModeChoice("real", t("mode.real"), t("mode.real.hint")),
    )
    cards = tuple(card_of(t, variant, is_chosen=variant == "general") for variant in VARIANTS)
    return HomeView(cards, modes, "/new", "/join", tables=tables)


def new_table(lang: str, mode: str = "device") -> NewTableView:
    t = words_in(lang)
    kinds = ("person", "random", "greedy", "")
    labels = (t("player.person"), t("bot.random.name"), t("bot.greedy.name"), t("player.nobody"))
    seats = tuple(
        SeatField(
            number,
            name,
            tuple(Pick(kind, label, kind == chosen) for kind, label in zip(kinds, labels, strict=True)),
            number <= 2,
            t("error.name-twice", given="Anna") if number == 2 and "error.name-twice" in t else "",
        )
        for number, name, chosen in ((1, "Anna", "person"), (2, "Anna", "person"), (3, "", "greedy"), (4, "", ""))
    )
    options = (
        OptionField(
            "joker",
            t("option.joker"),
            tuple(Pick(v, t(f"option.joker.{v}"), v == "own_row") for v in ("own_row", "full_upper", "forced", "none")),
            hint=t("option.joker.hint"),
        ),
        OptionField("bonus_at", t("option.bonus_at"), (), "63", 1, 105),
    )
    pace = OptionField("first", t("option.first"), (Pick("roll", t("option.first.roll"), is_chosen=True),))
    return NewTableView(
        card_of(t, "general"),
        "device",
        t("new.title", game=t("variant.general.name")),
        "/new",
        (("variant", "general"), ("mode", mode), ("command", "9a")),
        t("new.play"),
        seats if mode == "device" else seats[:1],
        options,
        (pace,),
    )


def many_seats(lang: str) -> NewTableView:
    view = new_table(lang)
    first = view.seats[-1]
    return replace(view, seats=(*view.seats[:3], *(replace(first, number=number) for number in range(4, 9))))


def join(lang: str, *, can_sit: bool = True) -> JoinView:
    t = words_in(lang)
    sit = Action(t("join.sit"), "/j/Jf4kW1qYx0pT", (("command", "b1"),))
    return JoinView(
        t("variant.yatzi.name"),
        "Anna",
        ("Anna", "Oleksij", HTML_NAME),
        t("join.places", n=3, most=5),
        sit if can_sit else None,
        why="" if can_sit else t("join.full"),
        watch=Link(t("do.watch"), "/w/b7Qm2LpZc9sD"),
        rules=Link(t("do.rules"), "/rules/yatzi"),
    )


def lobby(lang: str, *, is_host: bool = True) -> LobbyView:
    t = words_in(lang)
    remove = Action(t("lobby.remove", name="Oleksij"), "/t/7Q/remove", FIELDS) if is_host else None
    seats = (
        LobbySeat(1, "Anna", t("lobby.host"), is_you=is_host, is_ready=True),
        LobbySeat(2, "Oleksij", "", is_you=not is_host, presence="away", remove=remove),
        LobbySeat(3, t("bot.greedy.name"), t("player.computer"), is_ready=True, presence="computer"),
        LobbySeat(4, "", "", is_open=True),
    )
    return LobbyView(
        head(t, "yatzi"),
        live(t("lobby.title")),
        seats,
        t("join.places", n=3, most=5),
        invite(),
        is_host,
        ready=Action(t("lobby.say-ready"), "/t/7Q/ready", FIELDS) if not is_host else None,
        start=Action(t("do.start"), "/t/7Q/start", FIELDS, is_on=False) if is_host else None,
        why_not=t("lobby.waiting-ready", names="Oleksij"),
        add_computers=(
            Action(t("lobby.add-computer", name=t("bot.random.name")), "/t/7Q/add", (*FIELDS, ("bot", "random"))),
            Action(t("lobby.add-computer", name=t("bot.greedy.name")), "/t/7Q/add", (*FIELDS, ("bot", "greedy"))),
        )
        if is_host
        else (),
        add_person=Action(t("do.join"), "/t/7Q/add", FIELDS) if is_host else None,
        leave=Link(t("lobby.leave"), "/t/7Q?ask=leave"),
        lock=Action(t("host.unlock"), "/t/7Q/unlock", FIELDS) if is_host else None,
        locked=t("host.locked") if is_host else "",
        close=Link(t("host.close"), "/t/7Q?ask=close") if is_host else None,
        commitment="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    )


def end(lang: str, variant: str = "general") -> EndView:
    t = words_in(lang)
    table = (
        race_table(lang, is_yours=False)
        if variant == "tysiac"
        else sheet_table(lang, variant, mover="anna", cards=FULL)
    )
    ranked = sorted(table.seats, key=lambda one: -one.total)
    best = ranked[0].total
    standings = tuple(
        Standing(i, one.name, one.total, t("end.behind", n=best - one.total) if i > 1 else "", one.is_you, i == 4)
        for i, one in enumerate(ranked, 1)
    )
    return EndView(
        replace(table.head, round=""),
        live(t("end.title")),
        t("end.win", name=ranked[0].name, n=best),
        (t("end.win-by", n=best - ranked[1].total),),
        standings,
        tuple(replace(one, is_shown=one.is_you, is_mover=False) for one in table.seats),
        table.sheet,
        table.race,
        table.story,
        "/t/7Q/verify",
        "/t/7Q/export",
        Link(t("do.new-game"), "/new?variant=general&mode=device"),
        undo=Action(t("do.undo"), "/t/7Q/undo", FIELDS) if variant == "yatzi" else None,
        close=Action(t("end.close"), "/t/7Q/close", FIELDS) if variant == "yatzi" else None,
        reviewed=reviewed(t, ranked) if variant != "yatzi" else (),
        review=Link(t("review.title"), "/t/7Q/review") if variant != "yatzi" else None,
        paper=printed(t),
    )


def reviewed(t: Words, seats: Sequence[Seat]) -> tuple[str, ...]:
    """A sentence a player, and what is meant by expected."""
    numbers = {"expected": t.number(250.2, 1), "luck": f"\N{MINUS SIGN}{t.number(11.2, 1)}"}
    lines = (
        t("review.sentence", name=seat.name, result=t.number(seat.total), decisions=t.number(0, 1), **numbers)
        for seat in seats
    )
    return (*lines, t("review.aim.points"))


def rules(lang: str) -> RulesView:
    t = words_in(lang)
    rows = tuple(
        RuleRow(t.row(row), t(f"option.{'joker'}.hint"), pays(t, row), example, "25")
        for row, example in (
            ("full_house", (3, 3, 3, 6, 6)),
            ("small_straight", (2, 3, 4, 5, 5)),
            ("chance", (1, 3, 4, 6, 6)),
        )
    )
    return RulesView(
        t("variant.general.name"),
        tuple(t(f"variant.general.blurb.{n}", **NUMBERS) for n in (1, 2)),
        (
            RuleSection(t("sheet.upper"), (t("option.bonus.hint"), t("option.zero.hint"))),
            RuleSection(t("sheet.lower"), (), rows),
        ),
        Link(t("new.play"), "/new?variant=general"),
        tuple(Link(t(f"variant.{variant}.name"), f"/rules/{variant}") for variant in VARIANTS[1:]),
        paper=printed(t)[-1],
    )


SEED = bytes(range(32))
SHARES = (bytes(range(16)), bytes(range(16, 32)))


def verify(lang: str, *, is_over: bool = True) -> VerifyView:
    t = words_in(lang)
    shares = tuple(
        ShareLine(name, share.hex() if is_over else "", fair.share_digest(share), by_browser)
        for name, share, by_browser in (("Anna", SHARES[0], True), (t("player.you"), SHARES[1], False))
    )
    rolls = tuple(
        RollLine(number, "Anna" if number % 2 else t("player.you"), fair.faces(SEED, SHARES, number, dice))
        for number, dice in enumerate((5, 5, 5, 2, 1, 5, 3), start=1)
    )
    return VerifyView(
        head(t),
        fair.commitment(SEED),
        SEED.hex() if is_over else "",
        shares,
        rolls if is_over else (),
        Link(t("do.back"), "/t/7Q"),
        "/t/7Q/export" if is_over else "",
    )


def seat_link(lang: str, *, is_taking: bool = False) -> SeatLinkView:
    t = words_in(lang)
    link = "http://192.168.1.20:8437/s/0aG5Lw8QmXvT"
    lines = (f"{t('variant.general.name')} · Anna", t("seat.take-line" if is_taking else "table.seat-link"))
    back = Link(t("do.back"), "/t/7Q")
    if is_taking:
        return SeatLinkView(t("seat.take-title"), lines, back, take=Action(t("seat.take"), "/s/0aG5Lw8QmXvT"))
    return SeatLinkView(t("table.seat-link-title"), lines, back, link, qr(link), t("lobby.near"))


def error(lang: str) -> ErrorView:
    t = words_in(lang)
    return ErrorView(404, t("http.404.title"), t("http.404"), Link(t("page.home"), "/"))


def tables(lang: str) -> dict[str, TableView]:
    """Tables in every state that looks different."""
    t = words_in(lang)
    plain = sheet_table(lang)
    assert plain.sheet
    blank = tuple(Die(i, None) for i in range(1, 6))
    first = replace(
        plain.turn,
        dice=blank,
        count="",
        field="",
        hint=t("table.roll-hint"),
        roll=Action(t("roll.n", n=1, rolls=3), "/t/7Q/roll", FIELDS),
        last=Last(t("story.scored", name="Anna", n=25, cat=t.row("full_house")), (3, 3, 6, 6, 6)),
    )
    third = replace(
        plain.turn,
        dice=tuple(replace(die, is_on=False) for die in plain.turn.dice),
        count=t("roll.n", n=3, rolls=3),
        field="",
        hint=t("table.last-roll-hint"),
        roll=Action(t("choose"), "/t/7Q/roll", FIELDS, is_on=False),
    )
    joker = replace(
        plain.sheet,
        lower=tuple(
            replace(
                row,
                cells=tuple(
                    Cell("possible", FIXED.get(row.id, 25), 100, is_joker=True, label=f"{row.name} 100")
                    if one.state == "possible"
                    else one
                    for one in row.cells
                ),
            )
            for row in plain.sheet.lower
        ),
        upper=tuple(
            replace(
                row,
                cells=tuple(
                    Cell("refused", label=t("cell.refused", cat=row.name)) if one.state == "possible" else one
                    for one in row.cells
                ),
            )
            for row in plain.sheet.upper
        ),
    )
    undo = Action(t("do.undo"), "/t/7Q/undo", FIELDS)
    race, away = race_table(lang), t("table.away")
    six = ("anna", "you", "maja", "greedy", "anna", "maja")
    return {
        "roll": plain,
        "first": replace(plain, turn=first, undo=undo),
        "third": replace(plain, turn=third),
        "joker": replace(plain, sheet=joker),
        "chosen": sheet_table(lang, chosen="fives"),
        "zero": sheet_table(lang, chosen="four_of_a_kind"),
        "other": sheet_table(lang, mover="anna"),
        "solo": sheet_table(lang, "yahtzee", people=("you",)),
        "yatzi": sheet_table(lang, "yatzi", chosen="fives"),
        "yatzy": sheet_table(lang, "yatzy", people=("you", "anna")),
        "long": sheet_table(lang, names={"anna": LONG_NAME, "maja": HTML_NAME, "greedy": LONG_NAME}, mover="anna"),
        "six": sheet_table(lang, people=six),
        "refused": replace(plain, notice=Notice(t("error.keep-all"))),
        "watched": replace(sheet_table(lang, mover="anna"), role="spectator", leave=None, get_link=None),
        "away": replace(sheet_table(lang, mover="greedy"), take_back=Action(t("do.take-seat"), "/t/7Q/back", FIELDS)),
        "absent": replace(
            sheet_table(lang, names={"anna": LONG_NAME}, mover="anna"),
            for_absent=(
                Action(t("host.stand-in"), "/t/7Q/stand-in", FIELDS),
                Action(t("host.pass"), "/t/7Q/pass", FIELDS),
            ),
            close=Link(t("host.close"), "/t/7Q?ask=close"),
        ),
        "leaving": replace(
            plain,
            choice=Choice(
                t("leave.ask"),
                (t("leave.sheet"), t("leave.final")),
                Action(t("do.leave"), "/t/7Q/leave", FIELDS),
                Link(t("do.cancel"), "/t/7Q"),
                is_warning=True,
            ),
        ),
        "inverted": replace(plain, turn=replace(plain.turn, field="roll", hint=t("dice.tap-inverted"))),
        "race": race_table(lang),
        "race-choosing": race_table(lang, choosing=True),
        "race-other": race_table(lang, is_yours=False),
        "race-long": replace(race, seats=tuple(replace(seat, name=LONG_NAME, caption=away) for seat in race.seats)),
        "gone": replace(
            plain,
            seats=(
                replace(plain.seats[0], presence="left", caption=t("table.left")),
                plain.seats[1],
                replace(plain.seats[2], presence="away", caption=away),
                plain.seats[3],
            ),
        ),
        "race-leaving": replace(
            race_table(lang),
            choice=Choice(t("leave.ask"), (), Action(t("do.leave"), "/x", FIELDS), Link(t("do.cancel"), "/t/7Q")),
        ),
        **with_clock(plain, lang),
        **with_real(plain, sheet_table(lang, "yatzi", names={"you": LONG_NAME, "anna": LONG_NAME}), race, lang),
    } | with_coach(plain, sheet_table(lang, people=six, mover="you"), race_table(lang, choosing=True), lang)


@cache
def samples(lang: str) -> dict[str, tuple[str, object]]:
    """Every page by a name of its own: the template and the view."""
    found: dict[str, tuple[str, object]] = {
        "home": ("home", home(lang)),
        "new": ("new", new_table(lang)),
        "new-link": ("new", new_table(lang, "link")),
        "new-many": ("new", many_seats(lang)),
        "seat": ("seat", seat_link(lang)),
        "seat-take": ("seat", seat_link(lang, is_taking=True)),
        "join": ("join", join(lang)),
        "join-full": ("join", join(lang, can_sit=False)),
        "lobby": ("lobby", lobby(lang)),
        "lobby-guest": ("lobby", lobby(lang, is_host=False)),
        "end": ("end", end(lang)),
        "end-yatzi": ("end", end(lang, "yatzi")),
        "end-race": ("end", end(lang, "tysiac")),
        "rules": ("rules", rules(lang)),
        "verify": ("verify", verify(lang)),
        "verify-running": ("verify", verify(lang, is_over=False)),
        "settings": ("settings", SettingsView("/settings", "/t/7Q")),
        "error": ("error", error(lang)),
    }
    found |= app_samples(lang)
    found |= with_paper(lang)
    found |= with_records(lang)
    found |= with_series(lang, end(lang), end(lang, "tysiac"), tables(lang)["long"])
    return found | {f"table-{name}": ("table", view) for name, view in tables(lang).items()}
