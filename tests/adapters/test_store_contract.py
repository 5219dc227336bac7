"""What every store promises, held against memory, SQLite and a real PostgreSQL."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from kosci.service.ports import Conflict, SeatRow, Store, Stored, TableRow, Taken, Unavailable, UnknownTable
from tests.adapters.making import NOON, batch, lines_of, new_table, seat_row, table_row

LATER = NOON + timedelta(seconds=1)


async def test_a_new_table_is_read_as_it_was_stored(store: Store) -> None:
    version = await store.create(
        table_row("a", code="KOT7"), batch("a", 0, "created", "joined", command="c-1", seats=[seat_row("a")])
    )
    assert version == 2
    assert await store.read("table-a") == [
        Stored(1, NOON, "c-1", "created"),
        Stored(2, NOON, "c-1", "joined"),
    ]
    assert await store.table("table-a") == table_row("a", code="KOT7")
    assert await store.seats("table-a") == [seat_row("a")]


async def test_facts_are_counted_from_one_in_the_order_they_came(store: Store) -> None:
    await new_table(store)
    assert await store.append(batch("a", 1, "x", "y")) == 3
    assert await store.append(batch("a", 3, "z")) == 4
    facts = await store.read("table-a")
    assert [(fact.seq, fact.line) for fact in facts[1:]] == [(2, "x"), (3, "y"), (4, "z")]


async def test_more_than_ten_facts_stay_in_order(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1, *(f"line {number}" for number in range(2, 121))))
    assert [fact.seq for fact in await store.read("table-a")] == list(range(1, 121))


@pytest.mark.parametrize(("after", "seqs"), [(0, [1, 2, 3]), (1, [2, 3]), (2, [3]), (3, []), (99, [])])
async def test_only_the_facts_after_a_version_are_read(store: Store, after: int, seqs: list[int]) -> None:
    await new_table(store, "a", "1", "2", "3")
    assert [fact.seq for fact in await store.read("table-a", after)] == seqs


async def test_two_tables_have_logs_of_their_own(store: Store) -> None:
    await new_table(store, "a")
    await new_table(store, "b")
    await store.append(batch("b", 1, "only b"))
    assert len(await lines_of(store, "a")) == 1
    assert (await lines_of(store, "b"))[1:] == ["only b"]


@pytest.mark.parametrize("after", [0, 1, 3, 4, 99])
async def test_a_batch_for_another_end_of_the_log_conflicts_and_changes_nothing(store: Store, after: int) -> None:
    await new_table(store, "a", "1", "2")
    with pytest.raises(Conflict) as refused:
        await store.append(batch("a", after, "late", seats=[seat_row("a")], row=table_row("a", state="over")))
    assert (refused.value.table, refused.value.after) == ("table-a", after)
    assert await lines_of(store) == ["1", "2"]
    assert await store.seats("table-a") == []
    assert (await store.table("table-a")).state == "running"


async def test_a_batch_of_facts_alone_for_another_end_of_the_log_conflicts(store: Store) -> None:
    await new_table(store, "a", "1", "2")
    for after in (0, 1, 3, 99):
        with pytest.raises(Conflict):
            await store.append(batch("a", after, "late", "later"))
    assert await lines_of(store) == ["1", "2"]


async def test_a_command_already_stored_conflicts_instead_of_acting_twice(store: Store) -> None:
    await new_table(store)
    assert await store.append(batch("a", 1, "x", "y", command="c-1")) == 3
    with pytest.raises(Conflict):
        await store.append(batch("a", 3, "x", "y", command="c-1"))
    with pytest.raises(Conflict):
        await store.append(batch("a", 3, "x", "y", command="c-1", row=table_row("a", state="over")))
    assert len(await lines_of(store)) == 3


async def test_facts_without_a_command_are_no_repetition_of_each_other(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1, "x"))
    assert await store.append(batch("a", 2, "x")) == 3


async def test_answered_tells_the_version_after_a_command(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1, "x", "y", command="c-1"))
    await store.append(batch("a", 3, "z", command="c-2"))
    assert await store.answered("table-a", "c-1") == 3
    assert await store.answered("table-a", "c-2") == 4


async def test_answered_is_none_for_a_command_of_another_table_or_of_none(store: Store) -> None:
    await new_table(store, "a")
    await new_table(store, "b")
    await store.append(batch("a", 1, "x", command="c-1"))
    assert await store.answered("table-b", "c-1") is None
    assert await store.answered("table-a", "c-2") is None
    assert await store.answered("table-z", "c-1") is None


async def test_the_same_command_in_two_tables_acts_in_both(store: Store) -> None:
    await new_table(store, "a")
    await new_table(store, "b")
    await store.append(batch("a", 1, "x", command="c-1"))
    assert await store.append(batch("b", 1, "x", command="c-1")) == 2


async def test_a_batch_stores_facts_seats_and_row_together(store: Store) -> None:
    await new_table(store)
    started = table_row("a", state="over", touched_at=LATER)
    await store.append(batch("a", 1, "x", at=LATER, seats=[seat_row("a", 2), seat_row("a", 1)], row=started))
    assert await store.table("table-a") == started
    assert await store.seats("table-a") == [seat_row("a", 1), seat_row("a", 2)]


async def test_a_batch_whose_link_is_taken_stores_nothing(store: Store) -> None:
    await new_table(store, "a")
    await store.append(batch("a", 1, "x", seats=[seat_row("a", 1, link="link-1")]))
    with pytest.raises(Taken) as refused:
        await store.append(
            batch(
                "a",
                2,
                "y",
                seats=[seat_row("a", 2, link="link-2"), seat_row("a", 3, link="link-1")],
                row=table_row("a", state="over"),
            )
        )
    assert refused.value.what == "link"
    assert len(await lines_of(store)) == 2
    assert await store.seats("table-a") == [seat_row("a", 1, link="link-1")]
    assert (await store.table("table-a")).state == "running"


async def test_a_seat_is_replaced_whole(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1, seats=[seat_row("a", 1, link="link-1"), seat_row("a", 2)]))
    gone = SeatRow("table-a", 1, "—", None, None, None, b"", "pl")
    await store.append(batch("a", 2, seats=[gone]))
    assert await store.seats("table-a") == [gone, seat_row("a", 2)]


async def test_a_computer_player_has_a_seat_without_device_and_link(store: Store) -> None:
    await new_table(store)
    bot = SeatRow("table-a", 1, "greedy", "greedy", None, None, b"\0" * 16, "en")
    await store.append(batch("a", 1, seats=[bot]))
    assert await store.seats("table-a") == [bot]


async def test_seats_can_hand_a_link_on_within_one_batch(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1, seats=[seat_row("a", 1, link="link-1")]))
    await store.append(batch("a", 2, seats=[seat_row("a", 1, link="link-9"), seat_row("a", 2, link="link-1")]))
    found = await store.seat_by_link("link-1")
    assert found is not None
    assert found.seat == 2


@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("id", replace(table_row("b"), id="table-a")),
        ("code", replace(table_row("b"), code="KOT7")),
        ("join_token", replace(table_row("b"), join_token="join-a")),
        ("watch_token", replace(table_row("b"), watch_token="watch-a")),
    ],
)
async def test_a_new_table_with_something_taken_is_refused_whole(store: Store, what: str, other: TableRow) -> None:
    await store.create(table_row("a", code="KOT7"), batch("a", 0, "first"))
    name = other.id.removeprefix("table-")
    with pytest.raises(Taken) as refused:
        await store.create(other, batch(name, 0, "second", seats=[seat_row(name)]))
    assert refused.value.what == what
    assert await store.in_state(["running"]) == [table_row("a", code="KOT7")]
    assert await lines_of(store) == ["first"]


async def test_a_new_table_whose_seat_has_a_taken_link_is_refused_whole(store: Store) -> None:
    await store.create(table_row("a"), batch("a", seats=[seat_row("a", link="link-1")]))
    with pytest.raises(Taken) as refused:
        await store.create(table_row("b"), batch("b", seats=[seat_row("b", link="link-1")]))
    assert refused.value.what == "link"
    with pytest.raises(UnknownTable):
        await store.table("table-b")


async def test_many_tables_are_without_a_code(store: Store) -> None:
    await new_table(store, "a")
    await new_table(store, "b")
    assert len(await store.in_state(["running"])) == 2


async def test_a_code_may_be_taken_up_again_once_its_table_gave_it_back(store: Store) -> None:
    await store.create(table_row("a", state="lobby", code="KOT7"), batch("a"))
    await store.append(batch("a", 1, row=table_row("a", state="running")))
    await store.create(table_row("b", state="lobby", code="KOT7"), batch("b"))
    found = await store.by_code("KOT7")
    assert found is not None
    assert found.id == "table-b"


async def test_a_code_opens_only_a_waiting_lobby(store: Store) -> None:
    await store.create(table_row("a", state="lobby", code="KOT7"), batch("a"))
    assert await store.by_code("KOT7") == table_row("a", state="lobby", code="KOT7")
    assert await store.by_code("kot7") is None
    assert await store.by_code("") is None
    await store.save(table_row("a", state="closed", code="KOT7"))
    assert await store.by_code("KOT7") is None


async def test_tables_are_found_by_their_links_and_by_no_others(store: Store) -> None:
    await new_table(store, "a")
    await new_table(store, "b")
    assert await store.by_join_token("join-b") == table_row("b")
    assert await store.by_watch_token("watch-a") == table_row("a")
    assert await store.by_join_token("watch-a") is None
    assert await store.by_watch_token("join-a") is None
    assert await store.by_join_token("table-a") is None


async def test_a_seat_is_found_by_its_personal_link_and_by_no_other(store: Store) -> None:
    await new_table(store)
    await store.append(batch("a", 1, seats=[seat_row("a", 1, link="link-1"), seat_row("a", 2)]))
    assert await store.seat_by_link("link-1") == seat_row("a", 1, link="link-1")
    assert await store.seat_by_link("digest of a device") is None
    assert await store.seat_by_link("") is None


async def test_tables_of_a_device_are_those_it_hosts_and_those_it_sits_at_each_once(store: Store) -> None:
    await store.create(table_row("hosted", host="me"), batch("hosted"))
    await store.create(table_row("both", host="me"), batch("both", seats=[seat_row("both", device="me")]))
    await store.create(table_row("sat"), batch("sat", seats=[seat_row("sat", 1), seat_row("sat", 2, device="me")]))
    await store.create(table_row("other"), batch("other", seats=[seat_row("other")]))
    assert {row.id for row in await store.tables_of("me", ["running"])} == {"table-hosted", "table-both", "table-sat"}
    assert await store.tables_of("nobody", ["running"]) == []


async def test_tables_of_a_device_come_latest_touched_first(store: Store) -> None:
    for minute, name in enumerate("abc"):
        touched_at = NOON + timedelta(minutes=minute)
        await store.create(table_row(name, host="me", touched_at=touched_at), batch(name))
    await store.append(batch("a", 1, at=NOON + timedelta(hours=1)))
    found = await store.tables_of("me", ["running"])
    assert [row.id for row in found] == ["table-a", "table-c", "table-b"]
    assert found[0].touched_at == NOON + timedelta(hours=1)


async def test_tables_of_a_device_and_all_tables_are_told_apart_by_state(store: Store) -> None:
    for state in ("lobby", "running", "over", "closed"):
        await store.create(table_row(state, state=state, host="me"), batch(state))
    assert {row.id for row in await store.tables_of("me", ["lobby", "over"])} == {"table-lobby", "table-over"}
    assert {row.id for row in await store.in_state(["running", "closed"])} == {"table-running", "table-closed"}
    assert [row.id for row in await store.in_state(["over", "over"])] == ["table-over"]
    assert await store.tables_of("me", []) == []
    assert await store.in_state([]) == []


async def test_more_tables_than_a_page_are_all_listed_once(store: Store) -> None:
    names = [f"{number:04}" for number in range(420)]
    for name in names:
        await new_table(store, name)
    assert sorted(row.id for row in await store.in_state(["running"])) == [f"table-{name}" for name in names]


async def test_tables_not_touched_since_a_moment_are_those_whose_last_fact_is_older(store: Store) -> None:
    await new_table(store, "old")
    await new_table(store, "played")
    await store.append(batch("played", 1, at=LATER))
    await store.create(table_row("kept", touched_at=LATER), batch("kept"))
    assert [row.id for row in await store.in_state(["running"], LATER)] == ["table-old"]
    assert await store.in_state(["running"], NOON) == []
    assert len(await store.in_state(["running"], LATER + timedelta(microseconds=1))) == 3


async def test_save_replaces_a_row_and_puts_seats_without_a_fact(store: Store) -> None:
    await store.create(table_row("a", state="lobby", code="KOT7"), batch("a", seats=[seat_row("a", 1)]))
    changed = replace(
        table_row("a", state="closed", host="another", touched_at=LATER),
        created_at=LATER,
        join_token="j",
        watch_token="w",
        sealed_seed=b"",
        settings={},
    )
    await store.save(changed, [seat_row("a", 2)])
    assert await store.table("table-a") == changed
    assert await store.seats("table-a") == [seat_row("a", 1), seat_row("a", 2)]
    assert len(await lines_of(store)) == 1


async def test_save_with_something_taken_changes_nothing(store: Store) -> None:
    await store.create(table_row("a", code="KOT7"), batch("a", seats=[seat_row("a", link="link-1")]))
    await new_table(store, "b")
    with pytest.raises(Taken):
        await store.save(replace(table_row("b"), code="KOT7"), [seat_row("b")])
    with pytest.raises(Taken):
        await store.save(table_row("b", state="over"), [seat_row("b", link="link-1")])
    assert await store.table("table-b") == table_row("b")
    assert await store.seats("table-b") == []


async def test_what_is_not_there_is_an_unknown_table(store: Store) -> None:
    await new_table(store)
    with pytest.raises(UnknownTable) as refused:
        await store.read("table-z")
    assert refused.value.table == "table-z"
    with pytest.raises(UnknownTable):
        await store.table("")
    with pytest.raises(UnknownTable):
        await store.append(batch("z", 1))
    with pytest.raises(UnknownTable):
        await store.append(batch("z", 0, seats=[seat_row("z")], row=table_row("z")))
    with pytest.raises(UnknownTable):
        await store.save(table_row("z"), [seat_row("z")])
    assert await store.seats("table-z") == []


async def test_moments_are_kept_to_the_microsecond_in_utc(store: Store) -> None:
    warsaw = timezone(timedelta(hours=2))
    await new_table(store)
    await store.append(batch("a", 1, at=datetime(2026, 6, 1, 0, 30, 0, 1, tzinfo=warsaw)))
    stored = (await store.read("table-a", 1))[0].at
    assert stored == datetime(2026, 5, 31, 22, 30, 0, 1, tzinfo=UTC)
    assert stored.utcoffset() == timedelta(0)
    assert (await store.table("table-a")).created_at.utcoffset() == timedelta(0)


async def test_whole_seconds_and_old_moments_keep_their_order(store: Store) -> None:
    whole = NOON.replace(microsecond=0)
    await store.create(table_row("a", touched_at=whole), batch("a", at=whole))
    assert len(await store.in_state(["running"], whole)) == 0
    assert len(await store.in_state(["running"], whole + timedelta(microseconds=1))) == 1


async def test_a_row_saved_with_an_earlier_moment_stays_touched_by_its_last_fact(store: Store) -> None:
    await store.create(table_row("a"), batch("a", at=LATER))
    assert (await store.table("table-a")).touched_at == LATER


async def test_any_unicode_survives(store: Store) -> None:
    line = '{"name":"Ґудзик „Łódź” 👩‍👩‍👧 \\u0000 \u202e\n\'; DROP TABLE facts; --"}'
    await new_table(store, "a", line)
    seat = replace(seat_row("a"), name="<b>Зоя</b> ’ ⚅ e\u0301", device="ż", language="pl")
    await store.append(batch("a", 1, "{}", command="команда", seats=[seat]))
    assert (await lines_of(store))[0] == line
    assert await store.seats("table-a") == [seat]
    assert await store.answered("table-a", "команда") == 2


async def test_settings_keep_their_types(store: Store) -> None:
    settings: dict[str, str | int | bool] = {"yes": True, "no": False, "one": 1, "zero": 0, "text": "1", "big": 2**53}
    await store.create(replace(table_row(), settings=settings), batch())
    kept = (await store.table("table-a")).settings
    assert {key: (type(value), value) for key, value in kept.items()} == {
        key: (type(value), value) for key, value in settings.items()
    }


@pytest.mark.parametrize("line", ["\0", "a\0b", "\ud83c", "half \udfb2 a character"])
async def test_text_that_no_database_can_keep_is_refused(store: Store, line: str) -> None:
    await new_table(store)
    with pytest.raises(ValueError, match="cannot be stored"):
        await store.append(batch("a", 1, "fine", line))
    with pytest.raises(ValueError, match="cannot be stored"):
        await store.append(batch("a", 1, command=line))
    with pytest.raises(ValueError, match="cannot be stored"):
        await store.append(batch("a", 1, seats=[replace(seat_row("a"), name=line)]))
    with pytest.raises(ValueError, match="cannot be stored"):
        await store.save(replace(table_row("a"), settings={line: 1}))
    assert len(await lines_of(store)) == 1


async def test_a_batch_that_contradicts_itself_is_refused(store: Store) -> None:
    await new_table(store)
    with pytest.raises(ValueError, match="at least one line"):
        await store.append(replace(batch("a", 1), lines=()))
    with pytest.raises(ValueError, match="at least one line"):
        await store.append(replace(batch("a", 1), lines="a text is no list of lines"))
    with pytest.raises(ValueError, match="begins at 0"):
        await store.append(batch("a", -1))
    with pytest.raises(ValueError, match="time zone"):
        await store.append(batch("a", 1, at=NOON.replace(tzinfo=None)))
    with pytest.raises(ValueError, match="seat of table 'table-b'"):
        await store.append(batch("a", 1, seats=[seat_row("b")]))
    with pytest.raises(ValueError, match="row of table 'table-b'"):
        await store.append(batch("a", 1, row=table_row("b")))
    with pytest.raises(ValueError, match="one seat twice"):
        await store.append(batch("a", 1, seats=[seat_row("a", 1), seat_row("a", 1)]))
    with pytest.raises(ValueError, match="the state 'asleep'"):
        await store.save(replace(table_row("a"), state="asleep"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="begins after 0"):
        await store.create(table_row("b"), batch("b", 1))
    with pytest.raises(ValueError, match="begins after 0"):
        await store.create(table_row("b"), batch("b", 0, row=table_row("b")))
    with pytest.raises(ValueError, match="came with table"):
        await store.create(table_row("b"), batch("c", 0))
    assert len(await lines_of(store)) == 1


async def test_what_a_caller_changes_later_does_not_change_the_store(store: Store) -> None:
    settings: dict[str, str | int | bool] = {"away": 60}
    lines = ["1", "2"]
    await store.create(replace(table_row(), settings=settings), replace(batch(), lines=lines))
    settings["away"] = 1
    lines.append("3")
    (await store.read("table-a")).clear()
    (await store.seats("table-a")).append(seat_row())
    assert (await store.table("table-a")).settings == {"away": 60}
    assert await lines_of(store) == ["1", "2"]
    assert await store.seats("table-a") == []


async def test_a_closed_store_says_so_and_closes_twice(store: Store) -> None:
    await new_table(store)
    await store.close()
    await store.close()
    with pytest.raises(Unavailable, match="closed"):
        await store.read("table-a")
    with pytest.raises(Unavailable, match="closed"):
        await store.append(batch("a", 1))
    with pytest.raises(Unavailable, match="closed"):
        await store.by_code("KOT7")
    with pytest.raises(Unavailable, match="closed"):
        await store.in_state(["running"])


@pytest.mark.parametrize("after", [0, 1, 2, 3, 99])
async def test_news_are_the_facts_and_the_row_in_one_answer(store: Store, after: int) -> None:
    """As each of them is given alone: with what the facts changed, and the moment of the last one."""
    await store.create(table_row("a", code="KOT7", state="lobby"), batch("a", 0, "1", "2", command="c-1"))
    await store.append(batch("a", 2, "3", at=LATER, row=table_row("a", touched_at=NOON)))
    assert await store.news("table-a", after) == (await store.read("table-a", after), await store.table("table-a"))
    with pytest.raises(UnknownTable):
        await store.news("table-z", after)
