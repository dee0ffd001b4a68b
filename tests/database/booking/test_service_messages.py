"""Texts of a service for its messages: administrators alone write them, and only known placeholders are stored."""

from typing import Any
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.jobs.booking_emails import queue_booking_emails
from balai.messaging.email_rendering import render
from balai.messaging.own_texts.texts import KINDS
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.jobs.test_booking_emails import make_mailer, queued_messages, settings

FIRST_IS_DUE = """
update public.booking_reminders set due_at = now()
where due_at = (select min(due_at) from public.booking_reminders where booking_id = $1)
"""
SAVE = "select public.save_service_message($1, $2, $3::public.language, $4, $5, $6, $7)"
READ = "select subject, body, addition, sms, changed_by from public.service_messages"


async def save(pool: Pool, who: Member, service: UUID, kind: str, language: str, *parts: str) -> Any:
    async with as_role(pool, who.caller, read_only=False) as conn:
        return await conn.fetchval(SAVE, service, kind, language, *parts)


async def test_texts_are_stored_checked_and_removed(pool: Pool) -> None:
    admin, mei = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    assert await save(pool, admin, service, "booking_confirmed", "en", " Hi ", "One\r\n\r\nTwo", "", "See {link}")
    assert tuple(await pool.fetchrow(READ) or ()) == ("Hi", "One\n\nTwo", "", "See {link}", admin.id)
    refused = [
        ("booking_confirmed", ("", "{nmae}", "", ""), "unknown_placeholder"),
        ("booking_confirmed", ("", "}", "", ""), "unknown_placeholder"),
        ("booking_confirmed", ("a" * 151, "", "", ""), "unknown_placeholder"),
        ("booking_confirmed", ("", "hid\u200bden", "", ""), "unknown_placeholder"),
        ("booking_confirmed", ("", "", "", "No way back"), "sms_without_link"),
        ("signup", ("Hi", "", "", ""), "unknown_placeholder"),
    ]
    for kind, parts, code in refused:
        with pytest.raises(asyncpg.PostgresError) as caught:
            await save(pool, admin, service, kind, "en", *parts)
        assert caught.value.detail == code  # type: ignore[attr-defined]
    with pytest.raises(asyncpg.PostgresError) as caught:
        await save(pool, mei, service, "booking_confirmed", "en", "Mine", "", "", "")
    assert caught.value.detail == "administrators_only"  # type: ignore[attr-defined]
    async with as_role(pool, mei.caller) as conn:
        assert await conn.fetchval("select count(*) from public.service_messages") == 0
    assert await save(pool, admin, service, "booking_confirmed", "en", "", " ", "\n", "")
    assert await pool.fetchval("select count(*) from public.service_messages") == 0
    log = await pool.fetch("select act from public.staff_log where thing = 'service_messages' order by id")
    assert [row["act"] for row in log] == ["insert", "delete"]


async def test_a_message_takes_the_texts_of_its_language(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    mai = await make_member(pool, display_name="Mai", language="vi")
    ana = await make_member(pool, display_name="Ana", language="en")
    service = await make_service(pool, admin)
    await save(pool, admin, service, "booking_confirmed", "vi", "", "", "Mang theo thảm, {name}.", "")
    for member in (mai, ana):
        await book(pool, member, service, days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    found = {message.recipient: message.variables for message in await queued_messages(pool)}
    assert found[mai.email]["addition"] == "Mang theo thảm, {name}."
    assert "addition" not in found[ana.email]
    assert found[mai.email]["link"] == found[mai.email]["url"]
    assert found[mai.email]["time"] == "10:00"


async def test_a_request_takes_its_own_text_with_the_time_of_the_answer(pool: Pool) -> None:
    admin, ana = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin, needs_confirmation=True)
    await save(pool, admin, service, "booking_requested", "en", "", "", "We call you before {until}.", "")
    await book(pool, ana, service, days_ahead(3))
    await queue_booking_emails(pool, make_mailer(pool), settings())
    [message] = [message for message in await queued_messages(pool) if message.recipient == ana.email]
    assert message.kind == "booking_requested"
    until = message.variables["until"]
    assert until and f"We call you before {until}." in render(message, site="Site").plain


@pytest.mark.parametrize("kind", KINDS)
async def test_every_message_of_a_booking_can_have_its_own_text(pool: Pool, kind: str) -> None:
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin)
    assert await save(pool, admin, service, kind, "vi", "", "", "{until}", "")


@pytest.mark.parametrize(("hours", "kind"), [(24, "booking_reminder"), (2, "booking_reminder_soon")])
async def test_reminders_of_the_day_and_of_the_hour_differ(pool: Pool, hours: int, kind: str) -> None:
    admin, ana = await make_member(pool, is_admin=True), await make_member(pool)
    service = await make_service(pool, admin)
    await save(pool, admin, service, kind, "en", f"It is {kind}", "", "", "")
    booked = await book(pool, ana, service, days_ahead(3))
    await pool.execute(
        "update public.bookings set starts_at = now() + make_interval(hours => $1, mins => 1),"
        " ends_at = now() + make_interval(hours => $1, mins => 61)",
        hours,
    )
    await pool.execute(FIRST_IS_DUE, booked.id)
    await pool.execute("delete from public.outbox")
    await pool.fetchval("select public.queue_due_reminders(20)")
    await queue_booking_emails(pool, make_mailer(pool), settings())
    found = [message.variables.get("own_subject") for message in await queued_messages(pool)]
    assert f"It is {kind}" in found
