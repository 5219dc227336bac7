"""All that a device needs to score a sheet game by looking it up: points of each hand, duties, bonus, as plain data.

Asks the rules and holds none; nothing here depends on a game that is being played.
"""

from typing import TYPE_CHECKING, Any

from kosci.engine.card import possible_values
from kosci.engine.dice import rolls
from kosci.engine.duties import HandBits
from kosci.engine.duty_trees import Question, Tree, duty_tree

if TYPE_CHECKING:
    from kosci.engine.scorecard import Scorecard

#: How a card is asked about: the box open, with nothing in it, or with points; without an extra so far, or with one.
CARD_STATES = tuple((box, extras) for box in (None, 0, 50) for extras in (0, 1))


def scoring_table(rules: "Scorecard") -> dict[str, Any]:
    """The table of a sheet game as plain data for JSON.

    `points[hand][row]` is what a hand gives without a joker; `states[hand]` is a line of `duties`, which has for each
    of `CARD_STATES` a number of `trees`. A tree is [rows, yes, no], a question whether any of these rows is open, or
    what of the open rows may be written: [rows, jokers, used, paid, {code: refused rows}], all as sets in bits.
    """
    hands = [dice for dice, _ in rolls(rules.dice)]
    trees: dict[Tree, int] = {}
    duties: dict[tuple[int, ...], int] = {}
    asked = {hand: _states(rules, hand, trees) for hand in dict.fromkeys(rules.hands[dice] for dice in hands)}
    states = [duties.setdefault(asked[rules.hands[dice]], len(duties)) for dice in hands]
    return {
        "family": "scorecard",
        "id": rules.id,
        "dice": rules.dice,
        "rolls": rules.rolls,
        "turns": rules.turns,
        "rows": [_row(rules, at) for at in range(len(rules.rows))],
        "box": rules.index[rules.box],
        "bonus_at": rules.bonus_at,
        "bonus": rules.bonus,
        "extra_pays": rules.extra_pays,
        "hands": ["".join(map(str, dice)) for dice in hands],
        "alike": [at for at, dice in enumerate(hands) if rules.hands[dice].is_five],
        "points": [[entry.points for entry in rules.plain(dice)] for dice in hands],
        "states": states,
        "duties": [list(line) for line in duties],
        "trees": [_tree(tree) for tree in trees],
    }


def _states(rules: "Scorecard", hand: HandBits, trees: dict[Tree, int]) -> tuple[int, ...]:
    """The tree of a hand in each state of a card; trees that are alike are one."""
    grown = (duty_tree(rules, hand, box, extras) for box, extras in CARD_STATES)
    return tuple(trees.setdefault(tree, len(trees)) for tree in grown)


def _row(rules: "Scorecard", at: int) -> dict[str, Any]:
    """A row: its part, what it gives a joker; of an upper one the most it can hold and par, three of its face."""
    row = rules.rows[at]
    told: dict[str, Any] = {"id": row.id, "section": row.section, "joker": row.joker}
    if row.section == "upper":
        written = rules.empty_card().with_value(at, 0, 0)
        told |= {"most": max(possible_values(row)), "par": -rules.bonus_state(written).against_par}
    return told


def _tree(tree: Tree) -> list[Any]:
    if isinstance(tree, Question):
        return [tree.any_open, _tree(tree.yes), _tree(tree.no)]
    return [tree.rows, tree.jokers, tree.used, tree.paid, dict(tree.refused)]
