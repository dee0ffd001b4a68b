"""Incidents with personal data: who is counted, periods, guests, wrong persons, and the notice, once for each."""

import asyncio
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.jobs.people.account_deletions import delete_due_accounts
from balai.jobs.people.incident_notices import follow_incidents, queue_incident_notices
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.settings import load_settings
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import make_forum, make_post
from tests.factories.members import Member, make_member

SAVE = "select public.save_incident($1, $2, 'A laptop was stolen', now() - interval '1 hour')"
LIST = "select public.list_incident_people($1, $2, $3, $4, data_until => now() + $5::text::interval)"
ROWS = "select * from public.incident_people where incident_id = $1 order by id"
SEND = """
select public.send_incident_notice($1, $2, (select listed_at from public.incidents where id = $1))
"""
TEXT = (
    "select public.save_incident_text($1, $2::public.language, 'About your data', 'Dear {site}, a laptop was stolen.')"
)
GUEST = "insert into public.guests (name, email, language) values ('Uncle Lim', $1, 'ms') returning id"
QUEUED = "select recipient, language from mailbox.queue where kind = 'data_incident' order by id"
MANY = """
with made as (
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
  select gen_random_uuid(), 'many' || n || '@example.org', now(), '{"display_name": "Many"}'
  from generate_series(1, 2000) as n returning 1)
select count(*) from made
"""


async def ask(pool: Pool, who: Member, statement: str, *values: object) -> Any:
    """The value that a statement returns, or why it is refused."""
    try:
        async with as_role(pool, who.caller, read_only=False) as connection:
            return await connection.fetchval(statement, *values)
    except asyncpg.PostgresError as error:
        return f"{error.sqlstate} {error.detail or error.constraint_name}"


async def own(pool: Pool, statement: str, *values: object) -> list[Any]:
    async with as_owner(pool) as connection:
        return list(await connection.fetch(statement, *values))


async def record(pool: Pool, admin: Member) -> UUID:
    incident = uuid4()
    await ask(pool, admin, SAVE, incident, "Laptop")
    return incident


async def listed(pool: Pool, admin: Member, incident: UUID, kinds: str, scope: str, thing: UUID | None = None) -> Any:
    return await ask(pool, admin, LIST, incident, kinds.split(), scope, thing, "00:00")


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


async def test_who_is_listed_with_which_data(pool: Pool, ada: Member) -> None:
    mai, siti = await make_member(pool, display_name="Mai", language="vi"), await make_member(pool)
    forum = await make_forum(pool)
    await make_post(pool, forum, mai)
    service = await make_service(pool, ada)
    await book(pool, siti, service, days_ahead(3))
    (guest,) = [row["id"] for row in await own(pool, GUEST, "lim@example.org")]
    await own(
        pool,
        "insert into public.bookings (slot_id, service_id, guest_id, starts_at, ends_at, created_at)"
        " select slot_id, service_id, $1, starts_at, ends_at, now() - interval '10 days' from public.bookings",
        guest,
    )
    await own(
        pool,
        "insert into public.messages (name, email, language, body) values ('Tan', 'Tan@example.org', 'zh', 'Hello'),"
        " ('Tan', 'tan@example.org', 'zh', 'Hello again')",
    )
    incident = await record(pool, ada)
    assert await listed(pool, ada, incident, "profile email bookings texts contact", "everybody") == 5
    rows = {row["name"]: row for row in await own(pool, ROWS, incident)}
    assert rows["Mai"]["kinds"] == ["profile", "email", "texts"]
    assert rows["Mai"]["language"] == "vi"
    assert rows["Mei"]["kinds"] == ["profile", "email", "bookings"]
    assert (rows["Uncle Lim"]["kinds"], rows["Uncle Lim"]["email"]) == (
        ["profile", "email", "bookings"],
        "lim@example.org",
    )
    # The oldest data, and one row for two messages of an address.
    since = msgspec.json.decode(rows["Uncle Lim"]["since_by_kind"])
    assert rows["Uncle Lim"]["since"] == datetime.fromisoformat(since["bookings"])
    assert (rows["Tan"]["kinds"], rows["Tan"]["email"]) == (["contact"], "tan@example.org")
    ((people,),) = await own(pool, "select people from public.incidents where id = $1", incident)
    assert msgspec.json.decode(people)["kinds"] == {"profile": 4, "email": 4, "bookings": 2, "texts": 1, "contact": 1}
    assert msgspec.json.decode(people)["languages"] == {"en": 2, "vi": 1, "ms": 1, "zh": 1}
    # One service, one area, one member, and a period that ended before any of it but the guest's booking.
    assert await listed(pool, ada, incident, "email bookings", "service", service) == 2
    assert await listed(pool, ada, incident, "texts", "area", forum) == 1
    assert await listed(pool, ada, incident, "profile", "member", mai.id) == 1
    assert await ask(pool, ada, LIST, incident, ["bookings", "texts"], "everybody", None, "-5 days") == 1
    assert [row["name"] for row in await own(pool, ROWS, incident)] == ["Uncle Lim"]
    assert await listed(pool, ada, incident, "texts", "area", uuid4()) == "PT404 not_found"
    assert str(await listed(pool, ada, incident, "unknown", "everybody")).startswith("23514")


async def test_only_administrators_see_or_change_it(pool: Pool, ada: Member) -> None:
    incident, mai = await record(pool, ada), await make_member(pool)
    staff, role = await make_member(pool), uuid4()
    await own(pool, "insert into public.roles (id, name, rights) values ($1, $2, '{export,members}')", role, str(role))
    await own(pool, "insert into public.role_grants (member_id, role_id) values ($1, $2)", staff.id, role)
    await listed(pool, ada, incident, "profile", "everybody")
    for who in (mai, staff):
        for table in ("incidents", "incident_people", "incident_texts"):
            assert await ask(pool, who, f"select count(*) from public.{table}") == 0
        for statement, *values in (
            (SAVE, uuid4(), "x"),
            (LIST, incident, ["profile"], "everybody", None, "00:00"),
            (SEND, incident, 1),
            (TEXT, incident, "en"),
            ("select public.close_incident($1)", incident),
            ("select public.report_incident($1)", incident),
            ("select public.read_incident_people($1)", incident),
        ):
            assert await ask(pool, who, statement, *values) == "42501 administrators_only"
        assert str(await ask(pool, who, "delete from public.incidents returning 1")).startswith("42501")
    logged = await own(pool, "select act, changes from public.staff_log where thing = 'incidents' order by id")
    assert "Laptop" not in str(logged)
    await ask(pool, ada, "select public.read_incident_people($1)", incident)
    acts = await own(pool, "select act from public.staff_log where thing = 'incidents' order by id")
    assert [row["act"] for row in acts] == ["insert", "update", "read"]


async def test_writers_of_a_confidential_area_are_not_disclosed(pool: Pool, ada: Member) -> None:
    mai, forum = await make_member(pool), await make_forum(pool)
    await make_post(pool, forum, mai)
    await own(pool, "update public.forums set is_restricted = true, is_confidential = true where id = $1", forum)
    incident = await record(pool, ada)
    assert await listed(pool, ada, incident, "texts", "everybody") == 0
    assert await listed(pool, ada, incident, "texts", "area", forum) == "PT404 not_found"


async def test_a_list_survives_the_deletion_of_accounts(pool: Pool, ada: Member) -> None:
    mai, incident = await make_member(pool, display_name="Mai"), await record(pool, ada)
    counts = await asyncio.gather(*(listed(pool, ada, incident, "profile email", "everybody") for _ in range(3)))
    assert counts == [2, 2, 2]
    assert len(await own(pool, ROWS, incident)) == 2
    await ask(pool, mai, "select public.request_account_deletion()")
    await own(pool, "update public.account_deletions set due_at = now()")
    await delete_due_accounts(pool)
    (row,) = [row for row in await own(pool, ROWS, incident) if row["member_id"] is None]
    assert (row["name"], row["email"], row["kinds"]) == (None, None, ["profile", "email"])
    ((total,),) = await own(pool, "select people ->> 'total' from public.incidents where id = $1", incident)
    assert total == "2"
    await ask(pool, ada, "select public.close_incident($1)", incident)
    assert await listed(pool, ada, incident, "profile", "everybody") == "PT409 incident_closed"
    await own(pool, "update public.incidents set closed_at = now() - interval '2 years'")
    await follow_incidents(pool)
    assert {row["name"] for row in await own(pool, ROWS, incident)} == {None}
    await ask(pool, ada, "select public.close_incident($1, false)", incident)
    assert await listed(pool, ada, incident, "profile", "everybody") == 1


async def test_the_notice_is_sent_once_to_each(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool, display_name="Mai", language="vi")
    settings = load_settings({"BALAI_SITE_URL": "https://site.example"})
    mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
    incident = await record(pool, ada)
    assert await ask(pool, ada, SEND, incident, 1) == "PT422 no_list"
    await listed(pool, ada, incident, "email", "everybody")
    assert await ask(pool, ada, SEND, incident, 1) == "PT409 list_changed"
    await ask(pool, ada, TEXT, incident, "en")
    assert await ask(pool, ada, SEND, incident, 2) == "PT422 text_missing"
    await ask(pool, ada, TEXT, incident, "vi")
    export = "select public.my_data() ->> 'dataIncidents'"
    assert msgspec.json.decode(await ask(pool, mai, export)) == []
    outcomes = await asyncio.gather(*(ask(pool, ada, SEND, incident, 2) for _ in range(3)))
    assert outcomes.count("PT409 incident_sent") == 2
    await asyncio.gather(*(queue_incident_notices(pool, mailer, settings) for _ in range(3)))
    queued = await own(pool, QUEUED)
    assert {(row["recipient"], row["language"]) for row in queued} == {(ada.email, "en"), (mai.email, "vi")}
    assert len(queued) == 2
    notices = await own(pool, "select member_id from public.notifications where kind = 'data_incident'")
    assert {row["member_id"] for row in notices} == {ada.id, mai.id}
    (known,) = msgspec.json.decode(await ask(pool, mai, export))
    assert (known["subject"], known["kinds"]) == ("About your data", ["email"])
    assert await ask(pool, ada, TEXT, incident, "en") == "PT409 incident_sent"
    assert await listed(pool, ada, incident, "email", "everybody") == "PT409 incident_sent"


async def test_a_long_list(pool: Pool, ada: Member) -> None:
    await own(pool, MANY)
    incident = await record(pool, ada)
    assert await listed(pool, ada, incident, "profile email phone bookings texts messages files", "everybody") == 2001


async def test_each_address_gets_one_email_in_a_language_that_is_left(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool, display_name="Mai", language="vi")
    await own(pool, "update auth.users set email_confirmed_at = now() where id = $1", mai.id)
    await own(pool, GUEST, mai.email)
    await own(pool, GUEST, "lim@example.org")
    await own(pool, "insert into public.guests (name, email, language) values ('Lim', 'lim@example.org', 'en')")
    await own(
        pool,
        "insert into public.messages (name, email, language, body) values ('M', $1, 'zh', 'Hello')",
        mai.email.upper(),
    )
    incident = await record(pool, ada)
    # The sender of the message is the member who confirmed the address.
    assert await listed(pool, ada, incident, "email contact", "everybody") == 5
    ((people,),) = await own(pool, "select people -> 'notices' from public.incidents where id = $1", incident)
    counts = msgspec.json.decode(people)
    assert sum(count["emails"] for count in counts.values()) == 3
    assert sum(count["people"] for count in counts.values()) == 5
    for language in ("en", "vi", "ms"):
        await ask(pool, ada, TEXT, incident, language)
    await own(pool, "delete from public.guests where name = 'Uncle Lim' and email = 'lim@example.org'")
    assert await ask(pool, ada, SEND, incident, 5) is None
    await own(pool, "update public.site_settings set languages = '{en,zh}'")
    mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
    settings = load_settings({"BALAI_SITE_URL": "https://site.example"})
    await queue_incident_notices(pool, mailer, settings)
    queued = await own(pool, QUEUED)
    assert {row["recipient"].lower() for row in queued} == {ada.email, mai.email, "lim@example.org"}
    assert len(queued) == 3
    assert await ask(pool, mai, "select subject from public.my_incident_notices()") == "About your data"


async def test_the_statement_is_marked_and_open_incidents_are_limited(pool: Pool, ada: Member) -> None:
    incident = await record(pool, ada)
    assert await ask(pool, ada, "select public.report_incident($1)", incident) is None
    assert await ask(pool, ada, "select count(*) from public.incidents where reported_at is not null") == 1
    future = "select public.save_incident($1, 'x', 'x', now() + interval '1 day')"
    assert await ask(pool, ada, future, uuid4()) == "PT422 wrong_time"
    await own(
        pool,
        "insert into public.incidents (id, title, description, discovered_at, due_at)"
        " select gen_random_uuid(), 'x', 'x', now(), now() + interval '3 days' from generate_series(1, 48)",
    )
    outcomes = await asyncio.gather(*(ask(pool, ada, SAVE, uuid4(), "x") for _ in range(3)))
    assert sorted(str(outcome) for outcome in outcomes) == [
        "None",
        "PT429 too_many_incidents",
        "PT429 too_many_incidents",
    ]
    assert await ask(pool, ada, SAVE, incident, "Changed") is None


async def test_administrators_are_reminded_once_before_the_authority_has_to_be_notified(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    await make_member(pool)
    incident = await record(pool, admin)
    reminders = "select member_id from public.notifications where kind = 'staff_incident_due'"
    await asyncio.gather(*(follow_incidents(pool) for _ in range(3)))
    assert await own(pool, reminders) == []
    later = """
    select public.save_incident($1, 'Laptop', 'Stolen', now() - interval '2 hours', due_at => now() + $2::interval)
    """
    await ask(pool, admin, later, incident, timedelta(hours=23))
    await asyncio.gather(*(follow_incidents(pool) for _ in range(3)))
    assert [row["member_id"] for row in await own(pool, reminders)] == [admin.id]
    # A new due time is another reminder; after the statement there is none.
    await ask(pool, admin, later, incident, timedelta(hours=22))
    await ask(pool, admin, "select public.report_incident($1)", incident)
    await follow_incidents(pool)
    assert len(await own(pool, reminders)) == 1
