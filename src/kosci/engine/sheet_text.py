"""Sheets and sheet positions as text, both ways, and whether a typed sheet can have come about.

A sheet reads `five_of_a_kind=50,fives=15`; a position is one line of words such as
`to=2 rolls=1 dice=23555 card=3,.,9;1;0`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kosci.engine.card import Card, possible_values
from kosci.engine.dice import parse_dice
from kosci.engine.errors import DiceError, SheetError
from kosci.engine.starting import check_contest, format_contest, parse_contest
from kosci.engine.text import bad_position, check_seat_count, is_whole, number, read_words

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard, SheetPosition


def parse_sheet(rules: "Scorecard", text: str, extras: int = 0) -> Card:
    """The card that a text such as `five_of_a_kind=50,fives=15` describes; SheetError where it cannot be."""
    values: dict[str, int] = {}
    for part in (part.strip() for part in text.split(",") if text.strip()):
        row, sign, number = (piece.strip() for piece in part.partition("="))
        if not sign:
            message = f"{part!r} is no row with its value: write fives=15"
            raise SheetError("bad-sheet", message, given=part)
        if row in values:
            raise SheetError("row-twice", f"the row {row!r} is given twice", row=row)
        values[row] = _row_value(rules, row, number)
    return card_of(rules, values, extras)


def _row_value(rules: "Scorecard", row: str, number: str) -> int:
    _check_known(rules, row)
    if not is_whole(number):
        raise _impossible(rules, row, number)
    return int(number)


def card_of(rules: "Scorecard", values: Mapping[str, int], extras: int = 0) -> Card:
    """The card with these values by row; SheetError where a row cannot hold its value or the extras cannot be."""
    for row, value in values.items():
        _check_known(rules, row)
        if type(value) is not int or value not in possible_values(rules.rows[rules.index[row]]):
            raise _impossible(rules, row, str(value))
    card = Card(tuple(values.get(row.id) for row in rules.rows), extras)
    if card.filled > rules.turns:
        message = f"{card.filled} rows are filled: the game has {rules.turns} turns"
        raise SheetError("sheet-over-full", message, filled=card.filled, turns=rules.turns)
    _check_extras(rules, card)
    return card


def format_sheet(rules: "Scorecard", card: Card) -> str:
    """The filled rows as `fives=15,five_of_a_kind=50`, in the order of the rows."""
    filled = zip(rules.rows, card.values, strict=True)
    return ",".join(f"{row.id}={value}" for row, value in filled if value is not None)


def check_open(rules: "Scorecard", card: Card) -> None:
    """SheetError where nothing can be written any more."""
    if rules.turns_left(card) <= 0:
        raise SheetError("sheet-full", f"the sheet is full: all {rules.turns} turns are used", turns=rules.turns)


def _check_known(rules: "Scorecard", row: str) -> None:
    if row not in rules.index:
        names = ", ".join(rules.index)
        message = f"{row!r} is no row of {rules.id}: there are {names}"
        raise SheetError("row-unknown", message, given=row, allowed=tuple(rules.index))


def _impossible(rules: "Scorecard", row: str, given: str) -> SheetError:
    values = possible_values(rules.rows[rules.index[row]])
    shown = ", ".join(map(str, values))
    message = f"{f'{row}={given}'!r} is not possible: {row} can hold {shown}"
    return SheetError("value-impossible", message, row=row, given=given, allowed=values)


def _check_extras(rules: "Scorecard", card: Card) -> None:
    """Each extra came with a row written after the box held 50; `second` pays once, others maybe never (E1, E2)."""
    if type(card.extras) is not int or card.extras < 0:
        message = f"{card.extras!r} extras: a whole number from 0 is needed"
        raise SheetError("extras-number", message, given=str(card.extras))
    if card.extras and not card.values[rules.index[rules.box]]:
        message = f"{card.extras} extras need {rules.box} to hold more than 0"
        raise SheetError("extras-without-50", message, given=card.extras, row=rules.box)
    caps = {"none": 0, "second": 1, "as_joker": 0 if rules.joker == "none" else len(rules.rows)}
    most = min(caps.get(rules.extra, len(rules.rows)), max(card.filled - 1, 0))
    if card.extras > most:
        message = f"{card.extras} extras are more than this sheet allows: at most {most}"
        raise SheetError("extras-too-many", message, given=card.extras, most=most)


def format_position(position: "SheetPosition") -> str:
    """The position as one line; seats count from 1."""
    words = [f"to={position.mover + 1}", f"rolls={position.rolls_used}"]
    words.append(f"dice={''.join(map(str, position.dice)) or '-'}")
    words += [f"card={_format_card(card)}" for card in position.cards]
    if any(position.left):
        words.append("left=" + ",".join(str(seat + 1) for seat, gone in enumerate(position.left) if gone))
    if position.contest is not None:
        words.append(f"contest={format_contest(position.contest)}")
    return " ".join([*words, "ended"] if position.has_ended else words)


def _format_card(card: Card) -> str:
    values = ",".join("." if value is None else str(value) for value in card.values)
    return f"{values};{card.extras};{card.passed}"


def parse_position(rules: "Scorecard", text: str) -> "SheetPosition":
    """The position a line describes; NotationError or SheetError where it describes none."""
    from kosci.engine.scorecard import SheetPosition

    words = text.split()
    fields = read_words(text, once=("to", "rolls", "dice", "left", "contest"), many="card", bare="ended")
    cards = tuple(_parse_card(rules, text, word.removeprefix("card=")) for word in words if word.startswith("card="))
    gone = {number(text, part) - 1 for part in fields["left"].split(",")} if "left" in fields else set()
    dice = fields.get("dice", "-")
    try:
        position = SheetPosition(
            cards,
            tuple(seat in gone for seat in range(len(cards))),
            number(text, fields.get("to", "1")) - 1,
            number(text, fields.get("rolls", "0")),
            () if dice == "-" else parse_dice(dice, least=1, most=rules.dice),
            parse_contest(fields["contest"]) if "contest" in fields else None,
            "ended" in words,
        )
    except DiceError as error:
        raise bad_position(text, str(error)) from error
    _check_position(rules, text, position, gone)
    return position


def _parse_card(rules: "Scorecard", text: str, word: str) -> Card:
    parts = word.split(";")
    values = parts[0].split(",")
    if len(parts) != 3 or len(values) != len(rules.rows):
        raise bad_position(text, f"a card has {len(rules.rows)} values, extras and passed turns, as in 3,.,9;1;0")
    filled = {row.id: number(text, value) for row, value in zip(rules.rows, values, strict=True) if value != "."}
    card = card_of(rules, filled, number(text, parts[1]))
    return Card(card.values, card.extras, number(text, parts[2]))


def _check_position(rules: "Scorecard", text: str, position: "SheetPosition", gone: set[int]) -> None:
    seats = set(range(len(position.cards)))
    check_seat_count(rules.players, text, len(seats))
    if position.mover not in seats or not gone <= seats:
        raise bad_position(text, "it needs a card for each seat it names")
    if any(card.passed < 0 or rules.turns_left(card) < 0 for card in position.cards):
        raise bad_position(text, f"a card has used more than {rules.turns} turns, or fewer than none")
    check_contest(rules.first, text, position.contest, seats - gone)
    is_new = all(card == rules.empty_card() for card in position.cards)
    if position.contest is not None and (position.has_ended or not is_new):
        raise bad_position(text, "the starting roll comes before the first turn")
    used, lying = position.rolls_used, len(position.dice)
    if not 0 <= used <= rules.rolls or (lying and not used) or (used == 1 and 0 < lying < rules.dice):
        raise bad_position(text, f"rolls used are 0 to {rules.rolls}, and the first is of all dice")
    is_idle = position.has_ended or position.contest is not None
    if is_idle and used:
        raise bad_position(text, "no dice lie before the first turn or after the end")
    if not is_idle and (position.mover in gone or not rules.turns_left(position.cards[position.mover])):
        raise bad_position(text, "the seat to move has left or has no turn left")
