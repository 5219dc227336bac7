"""The use cases of a table: laying it, joining, playing, leaving.

Store first, then ring. Every command is checked against its seat, its version and its id here.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime

from kosci.bots import BOTS, BotInfo
from kosci.bots import bot as known_bot
from kosci.engine.errors import RuleError
from kosci.engine.game import Left
from kosci.engine.moves import Move
from kosci.service.changes import (
    Change,
    NewSeat,
    advanced,
    joining,
    moving,
    row_after,
    starting,
    state_of,
    unseating,
)
from kosci.service.duties import looked_at
from kosci.service.duty_ports import Deadline
from kosci.service.errors import ServiceError, stale
from kosci.service.forgetting import vacating
from kosci.service.jumps import Jump
from kosci.service.ports import (
    Batch,
    Bell,
    Chance,
    Clock,
    Conflict,
    Ring,
    Store,
    TableRow,
    Taken,
    Unavailable,
    UnknownTable,
    Vault,
)
from kosci.service.real_dice import RealDice
from kosci.service.records import Records
from kosci.service.shelf import Shelf, with_command
from kosci.service.tokens import id_of_command, id_of_next, new_code, new_id, new_token, parse_code, token_digest
from kosci.service.view import HANDED, LOCKED, Device, View
from kosci.table import Draw, Settings, Table, fair, format_fact, parse_fact
from kosci.table.facts import Closed
from kosci.table.gamefile import GameFile
from kosci.variants import Rules

_log = logging.getLogger(__name__)
_TRIES = 20  # as often as others may append between our reading and our writing
MOST_FACTS = 20_000  # ten times the longest game; nobody fills the disk, or makes others replay for ever
_OWN_TABLES = 20  # as many tables as the home page lists


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be laid: its rules, how it is run, who sits at once, whether the game begins at once.

    `beside` gives what is to stand beside the log, by the table with everybody seated.
    """

    game: Rules
    settings: Settings = field(default_factory=Settings)
    seats: Sequence[NewSeat] = ()
    start: bool = False
    beside: Callable[[Table], Mapping[str, str | int | bool]] | None = None


class Tables:
    """All tables of a store, for whoever may act on them.

    `on_stored` hears of every table to which facts were added here, and when it is to be looked at.
    """

    def __init__(
        self,
        store: Store,
        bell: Bell,
        clock: Clock,
        chance: Chance,
        vault: Vault,
        *,
        players: Mapping[str, BotInfo] = BOTS,
    ) -> None:
        self._store = store
        self._bell = bell
        self._clock = clock
        self._chance = chance
        self._vault = vault
        self._shelf = Shelf(store, clock)
        self.players = players
        self.on_stored: Callable[[View, datetime | None], None] = _ignored
        self.real = RealDice(self._run)
        self.records = Records(store, clock, chance, self._shelf.fresh)

    # --- laying a table and finding it ------------------------------------------------------

    async def create(self, new: NewTable, host: Device, *, command: str | None = None) -> str:
        """Lay a table and give its id; its first fact commits to the dice seed.

        A command sent twice lays one table: the id follows from the host and the command.
        """
        id_of = (lambda: new_id(self._chance)) if command is None else (lambda: id_of_command(host, command))
        return await self._laid(id_of, new, host, command)

    async def lay_next(self, table: str, new: NewTable, host: Device) -> str:
        """Lay the table that follows another, once however often and by whomever, and give its id."""
        return await self._laid(lambda: id_of_next(table), new, host, None)

    async def _laid(self, id_of: Callable[[], str], new: NewTable, host: Device, command: str | None) -> str:
        for _ in range(_TRIES):
            table = id_of()
            try:
                return (await self._store.table(table)).id
            except UnknownTable:
                with suppress(Taken):  # a code or a token that exists already, or the same command: once more
                    return await self._create(table, new, host, command)
        raise ServiceError("busy", "no free code was found")

    async def _create(self, table: str, new: NewTable, host: Device, command: str | None) -> str:
        seed = self._chance.secret(fair.SEED_BYTES)
        facts = list(Table.create(new.game, fair.commitment(seed), new.settings))
        now = self._clock.now()
        code, join, watch = new_code(self._chance), new_token(self._chance), new_token(self._chance)
        row = TableRow(table, now, now, "lobby", code, join, watch, host, self._vault.seal(seed))
        view = View(row, Table.rebuilt(facts), (), now, now)
        for seat in new.seats:
            if seat.bot:
                known_bot(seat.bot, self.players)
            device = None if seat.bot else seat.device or host
            change = joining(view, seat, device, self._chance.secret(fair.SHARE_BYTES), self._vault.seal)
            facts += change.facts
            laid = advanced(view.table, change.facts)
            view = replace(view, table=laid, seats=(*view.seats, *change.seats))
        if new.beside is not None:
            view = replace(view, row=replace(row, settings=new.beside(view.table)))
        if new.start:
            began = starting(view, self._shares(view), self._draw(view)).facts
            facts += began
            view = replace(view, table=advanced(view.table, began))
        row = row_after(view.row, view.table) or view.row
        lines = [format_fact(fact) for fact in facts]
        at = looked_at(view)
        deadline = None if at is None else Deadline(at)
        version = await self._store.create(row, Batch(row.id, 0, lines, now, command, view.seats, deadline=deadline))
        self._shelf.keep(with_command(replace(view, row=row), command, version))
        self.on_stored(view, at)
        await self._bell.ring(row.id, version)
        return row.id

    def follow(self, jump: Jump) -> None:
        """The clock was set: what was timed by it is timed anew."""
        self._shelf.follow(jump)

    async def ping(self) -> None:
        """Unavailable unless the store answers."""
        await self._store.ping()

    async def view(self, table: str) -> View:
        """The table as it is now; ServiceError if there is none."""
        try:
            return await self._shelf.fresh(table)
        except UnknownTable as error:
            raise _unknown() from error

    def heard(self, ring: Ring) -> None:
        """Somebody rang and said no version: what stands beside the log has changed, so it is read anew."""
        if ring.version is None:
            self._shelf.forget(ring.table)

    def known(self, table: str) -> View | None:
        """The table as this process last saw it, None where it remembers none; nothing is read."""
        return self._shelf.known(table)

    async def recent(self, table: str) -> View:
        """The table as this process last saw it, perhaps behind others; ServiceError if there is none."""
        try:
            return await self._shelf.recent(table)
        except UnknownTable as error:
            raise _unknown() from error

    async def by_code(self, text: str) -> View | None:
        """The lobby whose code a person typed."""
        code = parse_code(text)
        return await self._found(await self._store.by_code(code) if code else None)

    async def by_join_token(self, token: str) -> View | None:
        """The table of a join link."""
        return await self._found(await self._store.by_join_token(token))

    async def by_watch_token(self, token: str) -> View | None:
        """The table of a spectators' link."""
        return await self._found(await self._store.by_watch_token(token))

    async def tables_of(self, device: Device) -> list[View]:
        """The unfinished tables where this device hosts or sits, latest first."""
        rows = await self._store.tables_of(device, ("lobby", "running", "over"))
        return [await self._shelf.fresh(row.id) for row in rows[:_OWN_TABLES]]

    async def _found(self, row: TableRow | None) -> View | None:
        return None if row is None else await self._shelf.fresh(row.id)

    async def game_file(self, table: str) -> GameFile:
        """The game as it is exported: names, and the log without anything secret."""
        view = await self.view(table)
        stored = await self._store.read(table)
        names = tuple(seat.name or f"@{seat.bot}" for seat in view.seats)
        return GameFile(names, tuple(parse_fact(one.line) for one in stored))

    # --- the lobby --------------------------------------------------------------------------

    async def join(self, table: str, new: NewSeat, device: Device, *, command: str | None = None) -> int:
        """Take the next seat for a person; the seat this device has already if it asks twice."""
        share = self._chance.secret(fair.SHARE_BYTES)
        person = replace(new, bot=None)
        await self._run(table, lambda view: joining(view, person, device, share, self._vault.seal), command=command)
        view = await self.view(table)
        own = view.own_seats(device)
        if not own:  # the command's id was somebody else's already
            raise stale(view.version)
        return own[-1]

    async def add_bot(self, table: str, device: Device, bot: str, *, command: str | None = None) -> int:
        """Give the next seat to a computer player; the host's right."""
        known_bot(bot, self.players)
        share = self._chance.secret(fair.SHARE_BYTES)

        def decide(view: View) -> Change:
            view.check_host(device)
            return joining(view, NewSeat(bot=bot), None, share, self._vault.seal)

        return await self._run(table, decide, command=command)

    async def remove(self, table: str, device: Device, seat: int, *, command: str | None = None) -> int:
        """Free a seat in the lobby: one's own, or any as the host."""

        def decide(view: View) -> Change:
            if not view.is_host(device):
                view.check_own(device, seat)
            if view.table.play is not None:
                raise ServiceError("already-started", "the game has started: a seat can only be left")
            return unseating(view, seat)

        return await self._run(table, decide, command=command)

    async def lock(self, table: str, device: Device, *, is_locked: bool) -> None:
        """Let nobody else sit down any more, or again; the host's right, and a switch that stands beside the log."""
        async with self._shelf.lock(table):
            view = await self.view(table)
            view.check_host(device)
            if view.table.play is not None:
                raise ServiceError("already-started", "the game has started: nobody sits down any more")
            beside = {**view.row.settings, LOCKED: is_locked}
            await self._store.save(replace(view.row, settings=beside))
            self._shelf.forget(table)
        await self._bell.ring(table)

    async def start(self, table: str, device: Device, *, command: str | None = None) -> int:
        """Begin the game with everybody who sits; the host's right."""

        def decide(view: View) -> Change:
            view.check_host(device)
            return starting(view, self._shares(view), self._draw(view))

        return await self._run(table, decide, command=command)

    # --- the game ---------------------------------------------------------------------------

    async def move(
        self,
        table: str,
        device: Device,
        seat: int,
        move: Move,
        places: tuple[int, ...] = (),
        *,
        at: int | None = None,
        command: str | None = None,
    ) -> int:
        """Make a move by its dice or their places, with the roll it asks for; gives the new version.

        Stale unless no event came after version `at`; a command sent twice acts once.
        """

        def decide(view: View) -> Change:
            view.check_own(device, seat)
            return moving(view, seat, move, places, self._draw(view))

        return await self._run(table, decide, at=at, command=command)

    async def undo(
        self, table: str, device: Device, seat: int, *, at: int | None = None, command: str | None = None
    ) -> int:
        """Take back the seat's last entry, up to the next roll."""
        return await self._own(table, device, seat, lambda t: Change(t.undo(seat)), at=at, command=command)

    async def advise(
        self, table: str, device: Device, seat: int, *, at: int | None = None, command: str | None = None
    ) -> int:
        """Let the seat see what its moves are worth, which marks the game as one with coach."""
        return await self._own(table, device, seat, lambda t: Change(t.advise(seat)), at=at, command=command)

    async def extend(self, table: str, device: Device, seat: int, *, command: str | None = None) -> int:
        """Give whoever is to move more time."""
        return await self._own(table, device, seat, lambda t: Change(t.extend(seat)), command=command)

    async def leave(self, table: str, device: Device, seat: int, *, command: str | None = None) -> int:
        """Leave the game for good (S10)."""
        return await self._own(table, device, seat, lambda t: Change(t.leave(seat)), command=command)

    async def bring_back(self, table: str, device: Device, seat: int, *, command: str | None = None) -> int:
        """Take one's seat back from the computer that stood in (S11)."""
        return await self._own(table, device, seat, lambda t: Change(t.bring_back(seat)), command=command)

    async def pass_turn(
        self, table: str, device: Device | None, seat: int, *, at: int | None = None, command: str | None = None
    ) -> int:
        """Pass over the turn of an absent mover (S11): the host's right, or the steward's with no device."""
        return await self._by_host(table, device, lambda t: Change(t.pass_turn(seat)), at=at, command=command)

    async def stand_in(
        self,
        table: str,
        device: Device | None,
        seat: int,
        bot: str,
        *,
        at: int | None = None,
        command: str | None = None,
    ) -> int:
        """Let a computer player act for an absent person (S11): the host's right, or the steward's with no device."""
        known_bot(bot, self.players)
        return await self._by_host(table, device, lambda t: Change(t.stand_in(seat, bot)), at=at, command=command)

    async def bot_move(self, table: str, seat: int, move: Move, *, at: int) -> int:
        """A move of the computer player that acts for the seat now."""

        def decide(view: View) -> Change:
            if view.table.seats[seat].acting_bot is None:
                raise ServiceError("not-your-seat", f"no computer acts for seat {seat}", seat=seat)
            facts, after = view.table.moved(seat, move, self._draw(view))
            return Change(facts, after=after)

        return await self._run(table, decide, at=at)

    async def close(
        self, table: str, device: Device | None = None, *, at: int | None = None, command: str | None = None
    ) -> int:
        """Finish the table and open its dice seed.

        Whoever sits may confirm the end of a finished game, the host may end any; the steward has no device.
        """

        def decide(view: View) -> Change:
            if device is not None and not (view.table.is_over and view.is_in(device)):
                view.check_host(device)
            return Change(view.table.close(self._vault.unseal(view.row.sealed_seed)))

        return await self._run(table, decide, at=at, command=command)

    async def play_on(self, table: str) -> int:
        """Note that the same people go on at the next table."""
        return await self._run(table, lambda view: Change(view.table.play_on()))

    # --- a seat on another device -----------------------------------------------------------

    async def personal_link(self, table: str, device: Device, seat: int) -> str:
        """A new token that brings the seat to another device; the one before opens nothing any more."""
        async with self._shelf.lock(table):
            self._shelf.forget(table)
            view = await self.view(table)
            view.check_own(device, seat)
            token = new_token(self._chance)
            await self._store.save(view.row, [replace(view.seats[seat], link=token_digest(token))])
            self._shelf.forget(table)
        return token

    async def by_seat_link(self, token: str) -> tuple[View, int] | None:
        """The table and seat of a personal link."""
        row = await self._store.seat_by_link(token_digest(token))
        return None if row is None else (await self.view(row.table), row.seat)

    async def take_seat(self, token: str, device: Device) -> tuple[str, int]:
        """Bring the seat of a personal link to this device; the host's only seat brings the host's rights."""
        found = await self.by_seat_link(token)
        if found is None:
            raise ServiceError("link-unknown", "this personal link opens nothing any more")
        view, seat = found
        async with self._shelf.lock(view.id):
            self._shelf.forget(view.id)  # its link is nobody else's again only by the newest rows
            view = await self.view(view.id)
            old = view.seats[seat].device
            moves_host = old == view.row.host and view.own_seats(view.row.host) == (seat,)
            # The count tells processes that remember the table that who sits there is to be read anew.
            beside = {**view.row.settings, HANDED: int(view.row.settings.get(HANDED, 0)) + 1}
            row = replace(view.row, host=device if moves_host else view.row.host, settings=beside)
            await self._store.save(row, [replace(view.seats[seat], device=device)])
            self._shelf.forget(view.id)
        await self._bell.ring(view.id)
        return view.id, seat

    # --- deleting a person ------------------------------------------------------------------

    async def forget(self, device: Device) -> None:
        """Delete for good all that is kept of the person of a device: records, links, the name at every table.

        The games they were in go on without them, as if they had left (S10).
        """
        for table in await self.records.erase(device):
            self._shelf.forget(table)
            if (await self._store.table(table)).state != "closed":
                await self.vacate(table)
                await self._bell.ring(table)

    async def vacate(self, table: str) -> int:
        """Give up the seats of those who are no more."""
        version = -1
        while (then := await self._run(table, self._vacating)) != version:
            version = then
        return version

    def _vacating(self, view: View) -> Change:
        return vacating(view, lambda: self._vault.unseal(view.row.sealed_seed))

    # --- helpers ----------------------------------------------------------------------------

    def _draw(self, view: View) -> Draw:
        """The dice of the table, following from its seed and its seats' shares; unsealed only to roll."""

        def faces(number: int, dice: int) -> tuple[int, ...]:
            seed = self._vault.unseal(view.row.sealed_seed)
            return fair.faces(seed, self._shares(view), number, dice)

        return faces

    def _shares(self, view: View) -> Sequence[bytes]:
        """The parts of the seed of all seats: open from the start on, sealed before."""
        return view.table.shares or [self._opened(seat.share) for seat in view.seats]

    def _opened(self, share: bytes) -> bytes:
        """A seat's share; those of tables laid by earlier versions were not sealed."""
        return share if len(share) == fair.SHARE_BYTES else self._vault.unseal(share)

    async def _own(
        self,
        table: str,
        device: Device,
        seat: int,
        change: Callable[[Table], Change],
        *,
        at: int | None = None,
        command: str | None = None,
    ) -> int:
        def decide(view: View) -> Change:
            view.check_own(device, seat)
            return change(view.table)

        return await self._run(table, decide, at=at, command=command)

    async def _by_host(
        self,
        table: str,
        device: Device | None,
        change: Callable[[Table], Change],
        *,
        at: int | None = None,
        command: str | None = None,
    ) -> int:
        def decide(view: View) -> Change:
            if device is not None:
                view.check_host(device)
            elif at is not None and view.version != at:
                raise stale(view.version)  # what was due may be so no more: somebody came back, or was given time
            return change(view.table)

        return await self._run(table, decide, at=at, command=command)

    async def _run(
        self, table: str, decide: Callable[[View], Change], *, at: int | None = None, command: str | None = None
    ) -> int:
        """Carry out a command once, against the newest position, and give the version after it."""
        async with self._shelf.lock(table):
            try:
                view = await self._shelf.recent(table)
                return await self._decided(view, decide, at, command)
            except UnknownTable as error:
                raise _unknown() from error

    async def _decided(self, view: View, decide: Callable[[View], Change], at: int | None, command: str | None) -> int:
        for _ in range(_TRIES):
            if command is not None and command in view.answered:
                return view.answered[command]
            try:
                _check_current(view, at)
                change = decide(view)
                return await self._appended(view, change, command)
            except Conflict:
                view = await self._shelf.fresh(view.id)
            except RuleError:
                newest = await self._shelf.fresh(view.id)
                if newest.version == view.version:
                    raise  # refused on the newest position, not on one that another process has left behind
                view = newest
        raise ServiceError("busy", "too many others act on this table: try again")

    async def _appended(self, view: View, change: Change, command: str | None) -> int:
        if not change.facts:
            return view.version
        if view.version >= MOST_FACTS and not any(isinstance(fact, Closed | Left) for fact in change.facts):
            raise ServiceError("table-long", f"the log has {view.version} facts already", most=MOST_FACTS)
        now = self._clock.now()
        after = _after(view, change, now)
        at = looked_at(after)
        version = await self._store.append(
            Batch(
                view.id,
                view.version,
                [format_fact(fact) for fact in change.facts],
                now,
                command,
                change.seats,
                None if after.row is view.row else after.row,
                None if at == looked_at(view) else Deadline(at),
            )
        )
        self._shelf.keep(with_command(after, command, version))
        self.on_stored(after, at)
        await self._bell.ring(view.id, version)
        if after.row.state == "closed" != view.row.state:
            await self._record(after)
        return version

    async def _record(self, closed: View) -> None:
        """Keep the results; where that fails now it is made good when somebody opens their records."""
        try:
            await self.records.keep(closed)
        except Unavailable as error:
            _log.warning("table %s: its results are stored later: %s", closed.id, error)


def _after(view: View, change: Change, now: datetime) -> View:
    """The view after a change that is stored now."""
    table = change.after or advanced(view.table, change.facts)
    seats = {seat.seat: seat for seat in (*view.seats, *change.seats)}
    kept = tuple(seats[number] for number in range(len(table.seats)))
    turn_since = now if table.turn_at > view.version else view.turn_since
    return View(row_after(view.row, table) or view.row, table, kept, now, turn_since, view.answered)


def _ignored(_view: View, _at: datetime | None) -> None:
    """Nobody keeps the tables going."""


def _check_current(view: View, at: int | None) -> None:
    if at is not None and not view.table.moved_at <= at <= view.version:
        raise stale(view.version)


def _unknown() -> ServiceError:
    return ServiceError("table-unknown", "there is no such table")


__all__ = ["NewSeat", "NewTable", "Tables", "state_of"]
