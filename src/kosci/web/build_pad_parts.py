"""The parts of a pad: the dice on it, questions, where what is tapped goes.

Knows no family of games; decides nothing.
"""

from dataclasses import dataclass, replace

from kosci.engine.dice import format_dice
from kosci.locale.telling import Teller
from kosci.web.build_target import Target
from kosci.web.look import Look
from kosci.web.views import Action, Fields, Link
from kosci.web.views_real import Pad, Slot, Tap


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice on the pad: those tapped, beside those of a told roll that stay."""

    faces: tuple[int | None, ...]
    kept: tuple[int, ...] = ()
    tapped: tuple[int, ...] = ()

    @property
    def dice(self) -> tuple[int, ...] | None:
        """All the dice, once they lie."""
        lying = tuple(face for face in self.faces if face is not None)
        return lying if len(lying) == len(self.faces) else None


def hand(look: Look, count: int) -> Hand:
    """The dice as the reader has tapped them."""
    tapped, lying = look.asked.entering.dice, look.play.faces
    kept = tuple(place for place in look.asked.ticks or () if place <= len(lying)) if lying else ()
    if lying and not tapped and not kept:
        return Hand(lying)
    new = iter(tapped[: count - len(kept)])
    faces = tuple(lying[at - 1] if at in kept else next(new, None) for at in range(1, count + 1))
    return Hand(faces, kept, tapped)


def mover_name(look: Look, aim: Target) -> str:
    """Whose turn it is, in one word: the strip and the sheet mark it too."""
    return look.names[aim.seat] if len(look.names) > 1 else look.words("turn.you")


def undo(look: Look) -> Action | None:
    """Taking back what was told last."""
    undoable = look.view.table.undoable
    if undoable is None or not look.is_telling:
        return None
    return look.action(look.words("do.undo"), "undo", seq=str(undoable[1]))


def posting(look: Look, aim: Target, **more: str) -> tuple[str, Fields]:
    """Where an entry or a correction goes, with its hidden fields."""
    fields = [("command", look.new_command())]
    if aim.now is not None:
        fields += [("seq", str(aim.now.seq)), ("at", str(look.view.version))]
        url = f"{look.base}/correct"
    else:
        fields += [("seat", str(aim.seat + 1)), ("turn", str(aim.turn))]
        url = f"{look.base}/enter"
    return url, (*fields, *more.items())


def asking(aim: Target, **more: str) -> Fields:
    """The hidden fields of what asks once more."""
    seq = {"seq": str(aim.now.seq)} if aim.now is not None else {}
    return tuple((seq | more).items())


def question(look: Look, aim: Target, shown: Pad, title: str, *answers: Tap, **more: str) -> Pad:
    """A question in the tray, with the answers and the hidden fields they send."""
    url, post = posting(look, aim, **more)
    return replace(
        shown,
        state="ask",
        heading=mover_name(look, aim),
        last_faces=(),
        say=title,
        post_url=url,
        post=post,
        buttons=answers,
        cancel=cancel(look),
        is_warning=True,
    )


def cancel(look: Look) -> Link:
    """Back to the pad as it is without what is asked."""
    see = None if look.asked.see is None else look.asked.see + 1
    return look.link(look.words("do.cancel"), see=see)


def take_out(look: Look) -> Tap:
    """What takes an entry out of the sheet, after a question."""
    return Tap(look.words("pad.take-out"), look.words("pad.take-out"), "row", "pass", "ask")


def fix_title(look: Look, aim: Target) -> str:
    """What is corrected: "Anna: „Ful” 25"."""
    assert aim.written is not None
    old = Teller(look.words, look.view.table.game, look.names).written(aim.written)
    return look.words("pad.fix-title", name=look.names[aim.seat], old=old)


def slot(look: Look, found: Hand, at: int) -> Slot:
    """The place of a die, and what stays if it is taken away."""
    face, place = found.faces[at], at + 1
    label = look.words("die.name-blank", i=place) if face is None else look.words("die.name", i=place, v=face)
    is_kept = place in found.kept
    is_lying = bool(look.play.faces) and not found.tapped and not is_kept
    if face is None or is_kept or is_lying:
        return Slot(place, face, label, "", is_kept, is_lying)
    nth = sum(1 for other in range(at) if other + 1 not in found.kept)
    rest = (*found.tapped[:nth], *found.tapped[nth + 1 :])
    return Slot(place, face, look.words("pad.slot", i=place, v=face), format_dice(rest))


def face_tap(look: Look, found: Hand, face: int) -> Tap:
    """A face to tap: the dice with it."""
    return Tap(str(face), look.words("pad.face", n=face), "dice", format_dice((*found.tapped, face)), "tap")
