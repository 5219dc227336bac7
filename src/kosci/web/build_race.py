"""The board and tray of Tysiąc: everybody's way to the target, this turn's points, the risk, two buttons.

Asks the game what dice are worth and what is allowed; decides nothing.
"""

from dataclasses import dataclass, replace

from kosci.engine.dice import FACES, Dice
from kosci.engine.errors import RuleError
from kosci.engine.moves import Bank, Move, RollOn
from kosci.engine.race import Race, RacePosition
from kosci.locale.explain import explain
from kosci.web import views
from kosci.web.build_turn import Field, heading, last, waiting_hint
from kosci.web.look import Look


@dataclass(frozen=True, slots=True)
class Lanes:
    """A game of Tysiąc under way, with what the last roll would bring.

    `scoring` are the dice that score in it, `part` those that would be set aside: what the reader ticked,
    else all that score; none where the rules do not take what is ticked.
    """

    game: Race
    position: RacePosition
    scoring: Dice
    part: Dice
    moves: tuple[Move, ...]

    @property
    def turn(self) -> int:
        """The points of this turn if the part is set aside."""
        return self.position.turn + (self.game.value(self.part).points if self.part else 0)

    @property
    def left_to_roll(self) -> int:
        """How many dice would be rolled next."""
        if not self.position.roll:
            return self.position.rolling or self.game.dice
        return len(self.position.roll) - len(self.part) or self.game.dice

    @property
    def is_hot(self) -> bool:
        """Whether all dice have scored."""
        return bool(self.position.roll) and len(self.part) == len(self.position.roll)

    @property
    def reaches_target(self) -> bool:
        """Whether banking now would reach the target."""
        return self.position.banked[self.position.mover] + self.turn >= self.game.target


def lanes(look: Look) -> Lanes | None:
    """The game, where it is one of Tysiąc."""
    game, position = look.play.game, look.play.position
    if not isinstance(game, Race) or not isinstance(position, RacePosition):
        return None
    scoring = game.value(position.roll).scoring if position.roll else ()
    ticked = ticked_dice(look, game)
    part = scoring if ticked is None else ticked if ticked in game.parts(position.roll) else ()
    return Lanes(game, position, scoring, part, game.legal_moves(position))


def ticked_dice(look: Look, game: Race) -> Dice | None:
    """The dice the reader ticked to set aside, where the rules let them choose."""
    if look.ticks is None or game.set_aside != "any" or not look.is_acting or not look.play.faces:
        return None
    return tuple(sorted(look.play.faces[place - 1] for place in look.ticks if place in look.play.free))


def race(look: Look, found: Lanes) -> views.Race:
    """The board."""
    words, game = look.words, found.game
    is_over = look.mover is None
    return views.Race(
        target=game.target,
        lanes=tuple(_lane(look, found, seat) for seat in range(len(found.position.banked))),
        turn_points=0 if is_over else found.turn,
        turn_words="" if is_over else words("race.turn", n=found.turn),
        dice_left="" if is_over else words("race.dice-left", n=found.left_to_roll),
        bust=_bust(look, found),
        worth=_worth(game),
    )


def _worth(game: Race) -> tuple[tuple[Dice, int], ...]:
    """The price list: single dice, three and four of a face, straights, five alike."""
    alike = [(face,) * many for many in (1, 3, 4) for face in FACES]
    listed = [*alike, *game.straights, (FACES[-1],) * game.dice]
    return tuple((dice, game.value(dice).points) for dice in listed if game.value(dice).points)


def _lane(look: Look, found: Lanes, seat: int) -> views.Lane:
    target, banked = found.game.target, found.position.banked[seat]
    gain = found.turn if seat == look.mover else 0
    return views.Lane(
        banked=banked,
        percent=min(100, 100 * banked // target),
        words=look.words("race.lane", name=look.names[seat], n=banked, target=target),
        gain_percent=min(100, -(-100 * gain // target)),
    )


def _bust(look: Look, found: Lanes) -> str:
    """The chance that the next roll ends the turn, where a roll is to be decided on."""
    if not found.part:
        return ""
    after = replace(found.position, turn=found.turn, roll=(), rolling=found.left_to_roll)
    return look.words("race.bust", p=found.game.bust_chance(after))


def turn(look: Look, found: Lanes) -> views.Turn:
    """The tray as this reader sees it."""
    field: Field = "aside" if look.is_acting and found.position.roll and found.game.set_aside == "any" else ""
    bank, roll = (_action(look, found, kind) for kind in (Bank, RollOn))
    return views.Turn(
        heading=heading(look),
        hint=_hint(look, found, field),
        dice=_dice(look, found, field),
        is_yours=look.is_acting,
        field=field,
        roll=_first_roll(look) if look.is_acting and not found.position.roll else roll,
        bank=bank,
        bank_first=bool(bank and bank.is_on and (found.reaches_target or not (roll and roll.is_on))),
        last=last(look),
    )


def _first_roll(look: Look) -> views.Action:
    return look.action(look.words("do.roll-all"), "roll", seat=look.mover)


def _action(look: Look, found: Lanes, kind: type[Bank] | type[RollOn]) -> views.Action | None:
    """Banking or rolling on, switched off where the rules forbid it now."""
    if not look.is_acting or not found.position.roll:
        return None
    # Without JavaScript the page does not follow the ticks: then what some part would allow is on.
    may_be = any(isinstance(move, kind) for move in found.moves)
    is_on = may_be if look.ticks is None else kind(found.part) in found.moves
    if kind is Bank:
        return look.action(look.words("do.bank"), "bank", seat=look.mover, is_on=is_on)
    label = look.words("do.roll-all" if found.is_hot else "do.roll-rest")
    return look.action(label, "roll-on", seat=look.mover, is_on=is_on)


def _hint(look: Look, found: Lanes, field: Field) -> str:
    """What to do now; where the part to set aside forbids banking or rolling on, why."""
    words = look.words
    if not look.is_acting:
        return waiting_hint(look)
    if not found.position.roll:
        return words("table.roll-hint")
    part = found.part or ticked_dice(look, found.game)
    if not part:
        return words("error.aside-nothing")
    for move in (Bank(part), RollOn(part)):
        try:
            look.play.full_move(move)
        except RuleError as refused:
            return explain(words, refused, found.game.id)
    return words("race.hot" if found.is_hot else "race.choose-aside" if field else "race.hint")


def _dice(look: Look, found: Lanes, field: Field) -> tuple[views.Die, ...]:
    faces = look.play.faces or (None,) * found.game.dice
    scoring = set(found.scoring)  # dice of one face score all or none
    ticks = look.ticks
    dice = []
    for place, face in enumerate(faces, start=1):
        is_free = place in look.play.free
        scores = is_free and face in scoring
        dice.append(
            views.Die(
                place,
                face,
                is_kept=bool(field) and scores and (ticks is None or place in ticks),
                is_scoring=scores,
                is_aside=face is not None and not is_free,
                is_on=bool(field) and scores,
            )
        )
    return tuple(dice)
