"""A list of people to invite: checked first, sent whole or not at all, once, by administrators alone."""

import asyncio
import json
from typing import Any

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from tests.factories.members import Member, make_member

CALL = "select number, finding from public.invite_list($1, is_check => $2, group_id => $3)"
SENT = "select address, note, language::text, max_uses, group_id from public.invitations order by address"


def row(address: str, note: str = "", language: str = "vi") -> dict[str, str]:
    return {"address": address, "note": note, "language": language}


async def invite(
    pool: Pool, who: Member, *rows: Any, is_check: bool = False, group: object = None
) -> list[tuple[int, str]]:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return [tuple(found) for found in await conn.fetch(CALL, json.dumps(rows), is_check, group)]


async def test_a_list_is_checked_and_then_sent(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    rows = (
        row(" Lan@Example.org ", "Nguyễn Thị Lan"),
        row("012-345 6789", "Ali", "ms"),
        row("lan@example.org"),
        row(mai.email.upper()),
    )
    passed_over = [(3, "twice"), (4, "already_member")]
    assert await invite(pool, ada, *rows, is_check=True) == passed_over
    assert await pool.fetch(SENT) == []
    assert await invite(pool, ada, *rows) == passed_over
    sent = [tuple(found)[:4] for found in await pool.fetch(SENT)]
    assert sent == [("60123456789", "Ali", "ms", 1), ("lan@example.org", "Nguyễn Thị Lan", "vi", 1)]
    # The same list again, with one more person.
    again = await invite(pool, ada, *rows, row("new@example.org", language="zh"))
    assert again == [(1, "already_invited"), (2, "already_invited"), *passed_over]
    assert len(await pool.fetch(SENT)) == 3


async def test_nothing_is_sent_while_a_row_is_wrong(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    wrong = [row("nobody"), row("b@example.org", "two\nlines"), row("c@example.org", language="fr"), {}, "text", None]
    found = await invite(pool, ada, row("a@example.org"), *wrong)
    assert found == [(2, "address"), (3, "note"), (4, "language"), (5, "address"), (6, "address"), (7, "address")]
    assert await pool.fetch(SENT) == []


@pytest.mark.parametrize("people", ["[]", "{}", '"x"', "null", json.dumps([row("mai@example.org")] * 1001)])
async def test_size_of_a_list_is_bounded(pool: Pool, people: str) -> None:
    ada = await make_member(pool, is_admin=True)
    with pytest.raises(asyncpg.PostgresError) as refused:
        async with as_role(pool, ada.caller, read_only=False) as conn:
            await conn.fetch(CALL, people, False, None)
    assert refused.value.as_dict()["detail"] == "list_size"


async def test_same_list_of_two_administrators_is_sent_once(pool: Pool) -> None:
    both = [await make_member(pool, is_admin=True) for _ in range(2)]
    rows = [row(f"member{number}@example.org") for number in range(200)]
    await asyncio.gather(*(invite(pool, who, *rows) for who in both * 2))
    assert len(await pool.fetch(SENT)) == 200


async def test_others_invite_no_list(pool: Pool) -> None:
    mai = await make_member(pool)
    with pytest.raises(asyncpg.PostgresError) as refused:
        await invite(pool, mai, row("a@example.org"))
    assert refused.value.as_dict()["detail"] == "administrators_only"
    for caller, statement in ((Caller.anonymous(), CALL), (mai.caller, "select * from public.read_invite_list($1)")):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, caller, read_only=False) as conn:
                await conn.fetch(statement, "[]", *((True, None) if statement is CALL else ()))
