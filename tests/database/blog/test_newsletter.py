"""New articles by email: requests, confirmation, the end, and the choice to email an article."""

import asyncio
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.cleanup import clean_up
from tests.database.booking.test_booking import refused
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member
from tests.factories.newsletter import confirm, make_guest, request_newsletter, subscribe

MEI = "mei@example.org"
GUESTS = "select email, language::text from public.newsletter_guests order by email"
WANTS = "select public.wants_notice($1, 'new_article', 'email')"
TAKE = "select * from public.take_edition_batch($1, interval '0')"
EDITION = "select * from public.edition_of($1)"


async def ask(pool: Pool, who: Member | None, statement: str, *arguments: object) -> list[asyncpg.Record]:
    async with as_role(pool, who.caller if who else Caller.anonymous(), read_only=False) as connection:
        rows: list[asyncpg.Record] = await connection.fetch(statement, *arguments)
    return rows


async def take(pool: Pool, most: int = 100) -> list[asyncpg.Record]:
    async with as_owner(pool) as connection:
        rows: list[asyncpg.Record] = await connection.fetch(TAKE, most)
    return rows


async def guests(pool: Pool) -> list[tuple[str, str]]:
    return [tuple(row) for row in await pool.fetch(GUESTS)]


async def test_an_address_gets_articles_once_its_link_is_used(pool: Pool) -> None:
    link = await request_newsletter(pool, MEI, "zh")
    assert await guests(pool) == []
    assert await asyncio.gather(*(confirm(pool, link) for _ in range(5))) == [True] * 5
    assert await guests(pool) == [(MEI, "zh")]
    assert not await confirm(pool, uuid4())


async def test_requests_are_limited_and_alike_for_every_address(pool: Pool) -> None:
    member = await make_member(pool)
    await make_guest(pool, MEI)
    await pool.execute("update public.newsletter_requests set created_at = created_at - interval '2 minutes'")
    for address in (MEI, member.email, "unknown@example.org"):
        # Of concurrent requests one is accepted.
        results = await asyncio.gather(*(request_newsletter(pool, address) for _ in range(3)), return_exceptions=True)
        assert [getattr(result, "detail", "accepted") for result in results].count("accepted") == 1
        with refused("too_fast", "429"):
            await request_newsletter(pool, address)
    for written in ("+65 9123 4567", "mei(2)@example.org", ""):
        with refused("address", "422"):
            await request_newsletter(pool, written)


async def test_the_address_of_a_member_becomes_their_choice(pool: Pool) -> None:
    member = await make_member(pool)
    link = await request_newsletter(pool, member.email)
    assert await pool.fetchval(WANTS, member.id) is False
    assert await confirm(pool, link)
    assert await pool.fetchval(WANTS, member.id) is True
    # A link that was used once begins nothing again.
    await subscribe(pool, member, is_on=False)
    assert not await confirm(pool, link)
    assert await pool.fetchval(WANTS, member.id) is False
    assert await guests(pool) == []


async def test_a_guest_who_becomes_a_member_takes_it_along(pool: Pool) -> None:
    await make_guest(pool, MEI)
    member = await make_member(pool)
    await pool.execute("update auth.users set email = $2, email_confirmed_at = null where id = $1", member.id, MEI)
    assert await guests(pool) == [(MEI, "en")], "an unconfirmed address proves nothing"
    await pool.execute("update auth.users set email_confirmed_at = now() where id = $1", member.id)
    assert await guests(pool) == []
    assert await pool.fetchval(WANTS, member.id) is True
    await pool.execute("delete from auth.users where id = $1", member.id)
    assert await pool.fetchval("select count(*) from public.newsletter_links") == 0


async def test_the_link_of_an_email_deletes_the_address_of_a_guest(pool: Pool) -> None:
    await make_guest(pool, MEI)
    link = await pool.fetchval("select link from public.newsletter_guests")
    assert await pool.fetchval("select public.use_notice_link($1, false)", link)
    for table in ("newsletter_guests", "newsletter_requests"):
        assert await pool.fetchval(f"select count(*) from public.{table} where email is not null") == 0
    [row] = await ask(pool, None, "select * from public.find_newsletter_link($1)", link)
    assert tuple(row) == (True, True)
    assert await pool.fetchval("select public.use_notice_link($1, true)", link)
    assert await guests(pool) == [(None, "en")]


async def test_unconfirmed_addresses_are_deleted_after_two_days(pool: Pool) -> None:
    link = await request_newsletter(pool, MEI)
    await pool.execute("update public.newsletter_requests set created_at = now() - interval '49 hours'")
    assert not await confirm(pool, link)
    await clean_up(pool, has_site=True)
    assert await pool.fetchval("select count(*) from public.newsletter_requests") == 0


async def test_guests_are_seen_and_deleted_by_administrators_alone(pool: Pool) -> None:
    ada, mei = await make_member(pool, is_admin=True), await make_member(pool)
    await make_guest(pool, MEI)
    read = "select email from public.newsletter_guests"
    assert await ask(pool, mei, read) == []
    for who, statement in (
        (None, read),
        (ada, "select link from public.newsletter_guests"),
        (ada, "select * from public.newsletter_requests"),
        (ada, "insert into public.newsletter_guests (email, language) values ('x@example.org', 'en')"),
        (mei, "select * from public.newsletter_links"),
        (mei, "select * from public.article_editions"),
        (mei, "select * from public.take_edition_batch(1, interval '0')"),
        (mei, "select public.use_newsletter_link(gen_random_uuid(), false)"),
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await ask(pool, who, statement)
    await ask(pool, mei, "delete from public.newsletter_guests")
    assert [row["email"] for row in await ask(pool, ada, read)] == [MEI]
    await ask(pool, ada, "delete from public.newsletter_guests where email = $1", MEI)
    assert await guests(pool) == []


async def test_an_edition_is_in_the_language_of_each_reader_and_goes_out_once(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    vi, ms = await make_member(pool, language="vi"), await make_member(pool, language="ms")
    for member in (vi, ms):
        await subscribe(pool, member)
    await make_guest(pool, MEI, "vi")
    texts = {"en": words("Clinic"), "vi": words("Phòng khám"), "ms": words("Klinik", status="draft")}
    saved = await save_article(pool, ada, texts, status="draft", is_emailed=True)
    assert await take(pool) == []
    article = UUID(saved["id"])
    await save_article(pool, ada, texts, base=1, id=str(article), is_emailed=True)
    # Workers at the same moment, in batches of two: members come first.
    first = [row for rows in await asyncio.gather(*(take(pool, 2) for _ in range(4))) for row in rows]
    rest = [row for _ in range(3) for row in await take(pool, 2)]
    taken = {(row["email"], row["title"]) for row in first + rest}
    assert taken == {(vi.email, "Phòng khám"), (ms.email, "Clinic"), (MEI, "Phòng khám")}
    assert len(first + rest) == 3
    # A translation, a withdrawal and a second publication send nothing more.
    texts["ms"] = words("Klinik")
    await save_article(pool, ada, texts, base=2, id=str(article), is_emailed=False)
    await save_article(pool, ada, texts, base=3, id=str(article), status="draft", is_emailed=False)
    await save_article(pool, ada, texts, base=4, id=str(article), is_emailed=True)
    assert await take(pool) == []
    [edition] = await ask(pool, ada, EDITION, article)
    assert edition["sent"] == 3 and edition["ended_at"] is not None and edition["stopped_at"] is None


async def test_an_article_of_a_group_goes_to_its_members_alone(pool: Pool) -> None:
    ada, inside, outside = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    banned, silent = await make_member(pool), await make_member(pool)
    group = uuid4()
    await pool.execute("insert into public.groups (id, slug) values ($1, 'parents')", group)
    for member in (inside, outside, banned, silent):
        await subscribe(pool, member)
    for member in (inside, banned, silent):
        await pool.execute(
            "insert into public.group_members (group_id, member_id, status) values ($1, $2, 'member')", group, member.id
        )
    await make_guest(pool, MEI)
    await pool.execute("update auth.users set banned_until = 'infinity' where id = $1", banned.id)
    await pool.execute("insert into public.notice_settings (member_id, is_unsubscribed) values ($1, true)", silent.id)
    await save_article(pool, ada, {"en": words("For parents")}, group_id=str(group), is_emailed=True)
    assert [row["email"] for row in await take(pool)] == [inside.email]


async def test_only_those_who_publish_decide_and_stop(pool: Pool) -> None:
    ada, mei = await make_member(pool, is_admin=True), await make_member(pool)
    saved = await save_article(pool, ada, {"en": words("Clinic")}, is_emailed=True)
    article = UUID(saved["id"])
    assert await ask(pool, mei, EDITION, article) == []
    assert await ask(pool, mei, "select * from public.count_newsletter()") == []
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(pool, mei, "select public.stop_edition($1)", article)
    role = await pool.fetchval("insert into public.roles (name, rights) values ('Writer', '{write}') returning id")
    await pool.execute("insert into public.role_grants (role_id, member_id) values ($1, $2)", role, mei.id)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await save_article(pool, mei, {"en": words("Mine", status="draft")}, status="draft", is_emailed=True)
    await make_guest(pool, MEI)
    assert [tuple(row) for row in await ask(pool, ada, "select * from public.count_newsletter()")] == [("en", 0, 1)]
    await ask(pool, ada, "select public.stop_edition($1)", article)
    assert await take(pool) == []
