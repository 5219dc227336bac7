"""What the scripts of a real-dice table go on from, as JSON: the entries so far, and the sentences to say.

Decides nothing: devices score by the engine's own tables.
"""

import json
from collections.abc import Mapping

from kosci.engine.scorecard import Scorecard, SheetPosition
from kosci.web.build_coach import row_worths
from kosci.web.look import Look
from kosci.web.pages_scoring import scoring_url
from kosci.web.told import ToldTurn, first_seat, told_turns

PLURALS = ("one", "few", "many", "other")  # CLDR's, which devices choose among as the server does
# Sentences whose fields a device fills, by the name they have there.
SENTENCES: Mapping[str, str] = {
    "can": "can.score",
    "canJoker": "cell.joker",
    "canExtra": "cell.extra",
    "canJokerExtra": "cell.joker-extra",
    "refused": "cell.refused",
    "open": "pad.open",
    "fix": "pad.fix",
    "turnOf": "turn.other",
    "round": "turn.round",
    "roll": "roll.n",
    "slot": "die.name",
    "slotBlank": "die.name-blank",
    "slotTap": "pad.slot",
    "face": "pad.face",
    "without": "pad.without",
    "raceOnShort": "pad.race-on-short",
    "scored": "story.scored",
    "scoredJoker": "story.scored-joker",
    "bonus": "story.bonus",
    "bonusGot": "bonus.got",
    "bonusLeft": "bonus.left",
    "bonusPar": "bonus.par",
    "passed": "story.passed",
    "banked": "story.race-banked",
    "lost": "story.race-lost",
    "won": "story.race-five-told",
    "win": "story.win",
    "zero": "pad.zero",
    "alikeLine": "pad.alike-line",
    "fixTitle": "pad.fix-title",
    "takeOutAsk": "pad.take-out-ask",
    "passAsk": "pad.pass-ask",
    "flag": "pad.flag",
    "impossible": "error.report-impossible",
    "raceRoll": "pad.race-roll",
    "raceTurn": "race.turn",
    "raceLane": "race.lane",
    "raceOn": "pad.race-on",
    "raceBank": "do.score-n",
    "racePoints": "error.report-race-points",
    "raceOpening": "error.opening",
    "raceExact": "error.exact",
    "raceDead": "pad.race-dead",
    "turnCell": "pad.turn-fix",
    "waiting": "pad.waiting",
    "refusedPost": "pad.refused",
}
# The fields that the sentences have, which a device fills.
FIELDS = ("d", "cat", "n", "extra", "name", "turns", "rolls", "i", "v", "bonus", "total", "yes", "no", "old", "points",
          "row", "possible", "target", "opening", "banked", "dice", "what", "why")  # fmt: skip
OPEN: Mapping[str, str] = {field: f"{{{field}}}" for field in FIELDS}
PLAIN = (
    "pad.begin", "pad.begin-hint", "pad.dice-hint", "pad.rows-hint", "pad.keep-hint", "pad.values-hint", "pad.fix-hint",
    "pad.fix-row", "pad.fix-race", "pad.race-hint", "pad.alike", "pad.yes", "pad.no", "pad.take-out", "pad.bust",
    "pad.bust-ask", "pad.wins", "pad.wins-ask", "pad.more", "pad.settle", "pad.passed-short", "pad.over", "pad.unsent",
    "pad.unkept", "pad.pass", "do.score-zero", "do.confirm", "do.close", "do.undo", "die.kept", "bonus.lost",
    "sheet.last", "end.title", "turn.you",
)  # fmt: skip


def model_of(look: Look) -> str:
    """The table as data."""
    play, view = look.play, look.view
    undoable = view.table.undoable
    model = {
        "table": view.id,
        "base": look.base,
        "version": view.version,
        "scoring": scoring_url(view.table.game, view.id),
        "seats": [{"name": name, "left": play.position.left[seat]} for seat, name in enumerate(look.names)],
        "own": list(look.own),
        "first": first_seat(play),
        "entries": [_entry(turn) for turn in told_turns(play)],
        "turns": list(play.turns),
        "lying": _lying(look),
        "may_enter": look.is_telling,
        "undo": undoable[1] if undoable else None,
        "worths": {row: [worth.text, worth.spoken, worth.is_best] for row, worth in row_worths(look).items()},
    }
    return _json(model)


def _entry(turn: ToldTurn) -> dict[str, object]:
    return {
        "seq": turn.seq,
        "seat": turn.seat,
        "turn": turn.turn,
        "row": turn.row,
        "dice": None if turn.dice is None else list(turn.dice),
        "points": turn.points,
        "alike": turn.alike,
        "is_passed": turn.row is None,
        "is_flagged": turn.is_flagged,
        "is_open": turn.is_open,
    }


def _lying(look: Look) -> dict[str, object] | None:
    """The dice of single rolls that were told in the turn under way."""
    play = look.play
    if not play.faces or not isinstance(play.position, SheetPosition):
        return None
    return {"faces": list(play.faces), "rolls_used": play.rolls_told, "fixed": list(play.fixed)}


def says_of(look: Look) -> str:
    """The words of the reader's language that scripts say, with their fields open."""
    words, game = look.words, look.view.table.game
    rows = {row.id: words.row(row.id, game.id) for row in game.rows} if isinstance(game, Scorecard) else {}
    fields = {**OPEN, "row": words.quote(OPEN["row"])}
    said: dict[str, object] = {name: words(key, **fields) for name, key in SENTENCES.items()}
    said |= {_camel(key): words(key) for key in PLAIN}
    said["extra"] = words.own("story.extra", game.id, n="{n}")
    said["point"] = {form: words(f"count.point.{form}", n="{n}") for form in PLURALS}
    said["rows"] = rows
    said["quoted"] = words.quote(OPEN["cat"])
    return _json(said)


def _camel(key: str) -> str:
    """The name of a plain sentence on the device: "pad.dice-hint" is padDiceHint."""
    first, *rest = key.replace(".", "-").split("-")
    return first + "".join(word.capitalize() for word in rest)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
