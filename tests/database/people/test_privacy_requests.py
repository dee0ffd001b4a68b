"""Requests of people about their data: one open of a kind, due dates, one extension and answer, and deletion."""

import asyncio
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.people.account_deletions import delete_due_accounts
from balai.jobs.people.privacy_requests import follow_privacy_requests
from tests.factories.members import Member, make_member

FILE = "select public.file_privacy_request($1, $2)"
ADD = """
select public.add_privacy_request($1, 'access', $2, $3, 'By phone: a copy, please', $4, $5, $6)
"""
CLOSE = "select public.close_privacy_request($1, $2, $3)"
EXTEND = "select public.extend_privacy_request($1, $2, $3)"
TAKE = "select public.take_privacy_request($1, $2)"
TODAY = "select public.today_at_site()"
NOTICES = "select kind, count from public.notifications where member_id = $1 order by kind"


async def ask(pool: Pool, who: Member, statement: str, *values: object) -> Any:
    """The value that a statement returns, or why it is refused."""
    try:
        async with as_role(pool, who.caller, read_only=False) as connection:
            return await connection.fetchval(statement, *values) or "done"
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail or error.constraint_name}"


async def own(pool: Pool, statement: str, *values: object) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchval(statement, *values)


async def row_of(pool: Pool, request: UUID) -> Any:
    async with as_owner(pool) as connection:
        return await connection.fetchrow("select * from public.privacy_requests where id = $1", request)


async def notices(pool: Pool, who: Member) -> dict[str, int]:
    async with as_owner(pool) as connection:
        return dict(await connection.fetch(NOTICES, who.id))


@pytest.fixture
async def officer(pool: Pool) -> Member:
    """A member with the right to export data, and no other."""
    member, role = await make_member(pool, display_name="Ada"), uuid4()
    async with as_owner(pool) as connection:
        await connection.execute("insert into public.roles (id, name, rights) values ($1, $2, '{export}')", role,
                                 f"Data {role}")  # fmt: skip
        await connection.execute("insert into public.role_grants (member_id, role_id) values ($1, $2)", member.id, role)
    return member


async def test_a_member_files_one_open_request_of_a_kind(pool: Pool, officer: Member) -> None:
    mai, siti = await make_member(pool, display_name="Mai"), await make_member(pool)
    outcomes = await asyncio.gather(*(ask(pool, mai, FILE, "access", "A copy, please") for _ in range(4)))
    assert outcomes.count("PT409 request_open") == 3
    (filed,) = [one for one in outcomes if isinstance(one, UUID)]
    assert isinstance(await ask(pool, mai, FILE, "erasure", "All of it"), UUID)
    row = await row_of(pool, filed)
    assert (row["channel"], row["state"], row["due_on"] - row["received_on"]) == ("site", "open", timedelta(days=21))
    assert row["received_on"] == await own(pool, TODAY)
    assert (await notices(pool, officer))["staff_privacy"] == 2
    # Only its member and staff with the right see it, and functions alone write it.
    count = "select count(*)::text from public.privacy_requests where id = $1"
    assert [await ask(pool, who, count, filed) for who in (mai, siti, officer)] == ["1", "0", "1"]
    write = "update public.privacy_requests set state = 'done' where id = $1"
    assert str(await ask(pool, officer, write, filed)).startswith("42501")
    withdraw = "select public.withdraw_privacy_request($1)"
    assert await ask(pool, siti, withdraw, filed) == "PT404 not_found"
    for statement, *values in ((CLOSE, "done", "x"), (TAKE, True), (EXTEND, date(2099, 1, 1), "x")):
        assert await ask(pool, siti, str(statement), filed, *values) == "42501 not_allowed"
        assert await ask(pool, mai, str(statement), filed, *values) == "42501 not_allowed"
    assert await ask(pool, mai, withdraw, filed) == "done"
    assert await ask(pool, mai, withdraw, filed) == "PT409 request_closed"
    assert await ask(pool, officer, CLOSE, filed, "done", "Here it is") == "PT409 request_closed"
    assert isinstance(await ask(pool, mai, FILE, "access", "Again"), UUID)
    assert str(await ask(pool, mai, FILE, "portability", " \n ")).startswith("23514")
    assert str(await ask(pool, mai, FILE, "portability", "x" * 4001)).startswith("23514")
    assert str(await ask(pool, mai, FILE, "everything", "x")).startswith("23514")
    for _ in range(9):
        outcome = await ask(pool, mai, FILE, "consent", "x")
        await ask(pool, mai, withdraw, outcome if isinstance(outcome, UUID) else None)
    assert outcome == "PT429 too_many_requests"


async def test_staff_add_requests_of_others(pool: Pool, officer: Member) -> None:
    mai, today = await make_member(pool), await own(pool, TODAY)
    first, second = uuid4(), uuid4()
    outside = (first, "phone", today - timedelta(days=30), None, "Uncle Lim", "+65 8000 0000")
    assert await ask(pool, mai, ADD, *outside) == "42501 not_allowed"
    assert await ask(pool, officer, ADD, *outside) == "done"
    assert await ask(pool, officer, ADD, *outside) == "done", "repeated"
    row = await row_of(pool, first)
    assert (row["person_name"], row["due_on"]) == ("Uncle Lim", today - timedelta(days=9))
    await own(pool, "update public.site_settings set privacy_days = 5")
    assert await ask(pool, officer, ADD, second, "email", today, mai.id, None, None) == "done"
    assert (await row_of(pool, second))["due_on"] == today + timedelta(days=5)
    await own(pool, "update public.site_settings set privacy_days = default")
    assert await ask(pool, officer, ADD, uuid4(), "email", today, mai.id, None, None) == "PT409 request_open"
    tomorrow = today + timedelta(days=1)
    assert await ask(pool, officer, ADD, uuid4(), "email", tomorrow, None, "A", "b") == "PT422 wrong_day"
    assert str(await ask(pool, officer, ADD, uuid4(), "email", today, None, None, None)).startswith("23514")
    for days in (0, 91):
        with pytest.raises(asyncpg.CheckViolationError):
            await own(pool, f"update public.site_settings set privacy_days = {days}")
    # A year after the answer the person is forgotten, the proof stays.
    assert await ask(pool, officer, CLOSE, first, "refused", "Not here") == "done"
    await follow_privacy_requests(pool)
    assert (await row_of(pool, first))["person_name"] == "Uncle Lim"
    await own(pool, "update public.privacy_requests set closed_at = now() - interval '367 days' where id = $1", first)
    await follow_privacy_requests(pool)
    row = await row_of(pool, first)
    assert (row["person_name"], row["person_contact"], row["message"], row["outcome"]) == (None, None, None, None)
    assert (row["state"], row["handled_by"]) == ("refused", officer.id)


async def test_one_extension_and_one_answer(pool: Pool, officer: Member) -> None:
    mai, boss = await make_member(pool), await make_member(pool, is_admin=True)
    request = await ask(pool, mai, FILE, "correction", "My name is misspelt: 陈美")
    due = (await row_of(pool, request))["due_on"]
    assert await ask(pool, officer, TAKE, request, True) == "done"
    assert await ask(pool, boss, TAKE, request, True) == "PT409 request_taken"
    assert (await row_of(pool, request))["state"] == "in_progress"
    for wrong in (due, due + timedelta(days=91)):
        assert await ask(pool, officer, EXTEND, request, wrong, "Papers") == "PT422 wrong_day"
    later = due + timedelta(days=30)
    assert str(await ask(pool, officer, EXTEND, request, later, " ")).startswith("23514")
    outcomes = await asyncio.gather(*(ask(pool, who, EXTEND, request, later, "Papers") for who in (officer, boss)))
    assert sorted(outcomes) == ["PT409 request_extended", "done"]
    assert str(await ask(pool, officer, CLOSE, request, "done", "")).startswith("23514")
    assert await ask(pool, officer, CLOSE, request, "open", "x") == "PT422 wrong_state"
    outcomes = await asyncio.gather(*(ask(pool, who, CLOSE, request, "done", who.email) for who in (officer, boss)))
    assert sorted(outcomes) == ["PT409 request_closed", "done"]
    winner = (officer, boss)[outcomes.index("done")]
    row = await row_of(pool, request)
    assert (row["state"], row["handled_by"], row["outcome"], row["due_on"]) == ("done", winner.id, winner.email, later)
    # The extension and the answer.
    noted = "select count(*) from public.notifications where member_id = $1 and kind = 'privacy_request'"
    assert await own(pool, noted, mai.id) == 2
    async with as_owner(pool) as connection:
        log = await connection.fetch("select act, changes::text from public.staff_log where thing_id = $1 order by id",
                                     request)  # fmt: skip
    assert [entry["act"] for entry in log] == ["insert", "update", "update", "update"]
    assert not any(word in entry["changes"] for entry in log for word in ("misspelt", "Papers", "@"))


async def test_staff_are_reminded_once_and_after_an_extension_again(pool: Pool, officer: Member) -> None:
    mai, today = await make_member(pool), await own(pool, TODAY)
    request = await ask(pool, mai, FILE, "access", "A copy, please")
    await ask(pool, mai, FILE, "consent", "Stop the newsletter")
    await asyncio.gather(*(follow_privacy_requests(pool) for _ in range(3)))
    assert "staff_privacy_due" not in await notices(pool, officer)
    soon = "update public.privacy_requests set received_on = $2::date - 18, due_on = $2::date + 3 where id = $1"
    await own(pool, soon, request, today)
    await asyncio.gather(*(follow_privacy_requests(pool) for _ in range(3)))
    await follow_privacy_requests(pool)
    assert (await notices(pool, officer))["staff_privacy_due"] == 1
    assert await ask(pool, officer, EXTEND, request, today + timedelta(days=20), "Papers") == "done"
    await follow_privacy_requests(pool)
    assert (await notices(pool, officer))["staff_privacy_due"] == 1
    await own(pool, "update public.privacy_requests set due_on = $2 where id = $1", request, today + timedelta(days=2))
    await follow_privacy_requests(pool)
    await follow_privacy_requests(pool)
    assert (await notices(pool, officer))["staff_privacy_due"] == 2


async def test_deletion_of_the_account_keeps_the_proof_alone(pool: Pool, officer: Member) -> None:
    mai = await make_member(pool)
    kinds = ("consent", "erasure", "access")
    answered, erasure, access = [await ask(pool, mai, FILE, kind, "Secret") for kind in kinds]
    assert await ask(pool, officer, CLOSE, answered, "done", "Secret") == "done"
    assert "Secret" in str(await ask(pool, mai, "select public.my_data()::text"))
    await ask(pool, mai, "select public.request_account_deletion()")
    await own(pool, "update public.account_deletions set due_at = now() where user_id = $1", mai.id)
    await delete_due_accounts(pool)
    rows = [await row_of(pool, request) for request in (answered, erasure, access)]
    assert [row["state"] for row in rows] == ["done", "done", "withdrawn"]
    for row in rows:
        assert row["closed_at"] is not None
        assert (row["member_id"], row["message"], row["outcome"]) == (None, None, None)
    assert (rows[0]["handled_by"], rows[0]["kind"]) == (officer.id, "consent")
