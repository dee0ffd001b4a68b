"""Consents: which versions a member agreed to, in which language, when they are asked again, and withdrawal."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member
from tests.factories.pages import make_page, page_text, publish_page, save_page

ASKED = "select version_id, slug, title, language from public.asked_consents($1)"
GIVE = "select public.give_consents($1, $2)"
SIGN_UP = "insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)"


async def asked(pool: Pool, who: Member | None, language: str = "vi") -> list[asyncpg.Record]:
    async with as_role(pool, who.caller if who else Caller.anonymous()) as connection:
        return await connection.fetch(ASKED, language)


async def act(pool: Pool, who: Member, query: str, *values: object) -> Any:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return await connection.fetchval(query, *values)


async def next_version(pool: Pool, writer: Member, page: dict[str, Any], *, asks_again: bool) -> dict[str, Any]:
    saved = await save_page(pool, writer, {"en": page_text("Terms")}, base=page["version"], id=page["id"])
    return await publish_page(pool, writer, saved, asks_again=asks_again)


async def test_consent_is_asked_until_given_and_again_after_a_version_that_asks(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    page = await make_page(
        pool, ada, {"en": page_text("Terms"), "vi": page_text("Điều khoản")}, needs_consent=True, kind="terms"
    )
    [first] = await asked(pool, mai)
    assert (first["slug"], first["title"], first["language"]) == ("terms", "Điều khoản", "vi")
    assert [row["version_id"] for row in await asked(pool, None)] == [first["version_id"]]
    await act(pool, mai, GIVE, [first["version_id"]], "vi")
    await act(pool, mai, GIVE, [first["version_id"]], "vi")
    assert await asked(pool, mai) == []
    assert await act(pool, mai, "select language::text || ' ' || origin from public.consents") == "vi sign-in"
    page = await next_version(pool, ada, page, asks_again=False)
    assert await asked(pool, mai) == []
    page = await next_version(pool, ada, page, asks_again=True)
    [second] = await asked(pool, mai)
    assert second["version_id"] != first["version_id"]
    # The version that was agreed to stays readable.
    assert await act(pool, mai, "select count(*) from public.page_versions") == 2
    with pytest.raises(asyncpg.PostgresError) as refusal:
        await act(pool, mai, GIVE, [first["version_id"]], "vi")
    assert refusal.value.sqlstate == "PT409"
    await act(pool, ada, "select public.unpublish_page($1)", UUID(page["id"]))
    assert await asked(pool, mai) == []


async def test_pages_that_need_no_consent_are_not_asked(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    await make_page(pool, ada, {"en": page_text("About")})
    assert await asked(pool, None) == []
    assert await asked(pool, ada) == []


async def test_a_withdrawn_consent_stays_recorded_and_is_asked_again(pool: Pool) -> None:
    ada, mai, siti = [await make_member(pool, is_admin=name == "ada") for name in ("ada", "mai", "siti")]
    await make_page(pool, ada, {"en": page_text("Terms")}, needs_consent=True)
    [version] = await asked(pool, mai)
    await act(pool, mai, GIVE, [version["version_id"]], "zh")
    consent = await act(pool, mai, "select id from public.consents where language = 'en'")
    with pytest.raises(asyncpg.PostgresError) as refusal:
        await act(pool, siti, "select public.withdraw_consent($1)", consent)
    assert refusal.value.sqlstate == "PT404"
    await act(pool, mai, "select public.withdraw_consent($1)", consent)
    assert len(await asked(pool, mai)) == 1
    await act(pool, mai, GIVE, [version["version_id"]], "en")
    assert await act(pool, mai, "select count(*) from public.consents") == 2
    assert await act(pool, mai, "select count(*) from public.consents where withdrawn_at is null") == 1


async def test_consents_are_private_and_written_by_functions_only(pool: Pool) -> None:
    ada, mai, siti = [await make_member(pool, is_admin=name == "ada") for name in ("ada", "mai", "siti")]
    await make_page(pool, ada, {"en": page_text("Terms")}, needs_consent=True)
    [version] = await asked(pool, mai)
    await act(pool, mai, GIVE, [version["version_id"]], "en")
    assert await act(pool, siti, "select count(*) from public.consents") == 0
    assert await act(pool, ada, "select count(*) from public.consents") == 1
    for who in (Caller.anonymous(), mai.caller, ada.caller):
        for statement in (
            "insert into public.consents (user_id, version_id, language, origin) "
            "select auth.uid(), id, 'en', 'sign-in' from public.page_versions",
            "update public.consents set given_at = now()",
            "delete from public.consents",
        ):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                async with as_role(pool, who, read_only=False) as connection:
                    await connection.execute(statement)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
            await connection.execute(GIVE, [version["version_id"]], "en")
    data = msgspec.json.decode(await act(pool, mai, "select public.my_data()"))
    [consent] = data["consents"]
    assert (consent["page"], consent["title"], consent["version"], consent["language"]) == ("terms", "Terms", 1, "en")
    assert msgspec.json.decode(await act(pool, siti, "select public.my_data()"))["consents"] == []


async def test_two_requests_at_once_record_one_consent(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    await make_page(pool, ada, {"en": page_text("Terms")}, needs_consent=True)
    [version] = await asked(pool, mai)
    await asyncio.gather(*(act(pool, mai, GIVE, [version["version_id"]], "en") for _ in range(4)))
    assert await act(pool, mai, "select count(*) from public.consents") == 1


async def test_sign_up_records_the_consents_that_it_names(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    await make_page(pool, ada, {"en": page_text("Terms"), "vi": page_text("Điều khoản")}, needs_consent=True)
    other = await make_page(pool, ada, {"en": page_text("About")})
    [version] = await asked(pool, None)
    async with as_owner(pool) as connection:
        unasked = await connection.fetchval("select id from public.page_versions where page_id = $1", UUID(other["id"]))
    named = [str(version["version_id"]), str(unasked), str(uuid4()), "no id", 7]
    mai = await make_member(pool, language="vi", consents=named)
    assert await asked(pool, mai) == []
    given = await act(pool, mai, "select json_agg(c) from public.consents as c")
    [consent] = msgspec.json.decode(given)
    assert (consent["language"], consent["origin"], consent["version_id"]) == ("vi", "sign-up", named[0])
    for wrong in ("text", {"a": 1}, None, [[]], 5):
        siti = await make_member(pool, consents=wrong)
        assert len(await asked(pool, siti)) == 1


async def test_another_sign_up_with_an_unconfirmed_address_replaces_its_consents(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    await make_page(pool, ada, {"en": page_text("Terms")}, needs_consent=True)
    [version] = await asked(pool, None)
    account = uuid4()
    facts = msgspec.json.encode({"consents": [str(version["version_id"])]}).decode()
    count = "select count(*) from public.consents where user_id = $1"
    async with as_owner(pool) as connection:
        await connection.execute(SIGN_UP, account, "mai@example.org", facts)
        assert await connection.fetchval(count, account) == 1
        await connection.execute("update auth.users set raw_user_meta_data = '{}' where id = $1", account)
        assert await connection.fetchval(count, account) == 0
        await connection.execute("update auth.users set email_confirmed_at = now() where id = $1", account)
        await connection.execute("update auth.users set raw_user_meta_data = $2 where id = $1", account, facts)
        assert await connection.fetchval(count, account) == 0
