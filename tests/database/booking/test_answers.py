"""Questions of a service and answers of a booking: required ones, kinds, sensitive ones, changes, deletion."""

from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.jobs.cleanup import clean_up
from balai.security.answer_keys import AnswerKeys
from balai.site.intake.answer_texts import list_answers
from balai.site.intake.prepare import GivenAnswer, GivenAnswers, prepare, prepare_file
from tests.database.booking.test_booking import refused
from tests.factories.booking import EVERY_DAY, book, days_ahead, make_service
from tests.factories.guests import book_as_guest, prove
from tests.factories.members import Member, make_member

KEYS = AnswerKeys([b"1" * 32])
RECEPTIONIST = "00000000-0000-0000-0001-000000000007"
GIVE_ROLE = "insert into public.role_grants (member_id, role_id, service_id) values ($1, $2::uuid, $3)"
OPEN = "select sealed, key_id, id from public.open_answer($1)"
ASKED = "select id, version, texts ->> 'en' as words from public.asked_questions($1)"
SERVICE = "select public.save_service($1::jsonb, $2::jsonb, $3::jsonb, '[]')"


@pytest.fixture
async def admin(pool: Pool) -> Member:
    async with as_owner(pool) as connection:
        await connection.execute("select public.register_answer_keys($1)", list(KEYS.ids))
    return await make_member(pool, display_name="Aisyah", is_admin=True)


def question(kind: str, label: str = "Allergies?", **more: Any) -> dict[str, Any]:
    return {"id": str(uuid4()), "kind": kind, "texts": {"en": {"label": label, "help": ""}}, **more}


async def answer(pool: Pool, intake: UUID, *answers: tuple[dict[str, Any], object]) -> None:
    given = [GivenAnswer(UUID(asked["id"]), value) for asked, value in answers]
    async with as_owner(pool) as connection:
        await prepare(connection, KEYS, GivenAnswers(intake, "en", given), "192.0.2.1")


async def read_as(pool: Pool, reader: Member, booking: UUID) -> list[str | None]:
    async with as_role(pool, reader.caller) as connection:
        found = await list_answers(connection, [booking], "vi")
    return [one.value for one in found.get(booking, ())]


async def resave(pool: Pool, admin: Member, service: UUID, questions: list[dict[str, Any]]) -> None:
    async with as_owner(pool) as connection:
        row = await connection.fetchrow(
            "select to_jsonb(s) as s, s.sequence from public.services s where id = $1", service
        )
    fields = msgspec.json.decode(row["s"]) | {"base_sequence": row["sequence"], "questions": questions}
    texts = [{"language": "en", "name": "Clinic"}]
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.fetchval(SERVICE, *(msgspec.json.encode(part).decode() for part in (fields, texts, EVERY_DAY)))


async def test_a_booking_needs_the_required_answers_in_its_own_transaction(pool: Pool, admin: Member) -> None:
    asked, other = question("text", is_required=True), question("date", "Born?")
    service = await make_service(pool, admin, questions=[asked, other])
    mei = await make_member(pool, display_name="Mei")
    intake = uuid4()
    with refused("answers_missing", "422"):
        await book(pool, mei, service, days_ahead(2), booking=intake)
    await answer(pool, intake, (other, "1980-02-29"))
    with refused("answers_missing", "422"):
        await book(pool, mei, service, days_ahead(2), booking=intake)
    await answer(pool, intake, (asked, "Nuts"), (other, "1980-02-29"))
    assert (await book(pool, mei, service, days_ahead(2), booking=intake)).status == "booked"
    assert await read_as(pool, mei, intake) == ["Nuts", "1980-02-29"]
    # A later step changes nothing in the booking.
    await answer(pool, intake, (asked, "None"))
    assert await read_as(pool, mei, intake) == ["Nuts", "1980-02-29"]
    lan = await make_member(pool, display_name="Lan")
    assert await read_as(pool, lan, intake) == []
    async with as_role(pool, lan.caller) as connection:
        assert await connection.fetchval("select count(*) from public.booking_answers") == 0


@pytest.mark.parametrize(
    ("kind", "more", "right", "wrong"),
    [
        ("text", {}, ["x", "x" * 300], ["", "  ", "x" * 301, 1, None, ["x"]]),
        ("long", {}, ["x" * 4000], ["x" * 4001]),
        ("yes_no", {}, [True, False], ["yes", 1, None]),
        ("consent", {}, [True], [False, "true"]),
        ("date", {}, ["2024-02-29"], ["2023-02-29", "29.2.2024", "2024-2-9", 20240229]),
        ("number", {"lowest": 1, "highest": 10}, [1, 2.5, 10], [0, 11, "5", True]),
        ("choice", {"options": [{"key": "a", "labels": {"en": "A"}}]}, ["a"], ["b", ["a"], None]),
        (
            "choices",
            {"options": [{"key": key, "labels": {"en": key}} for key in "ab"]},
            [["a"], ["b", "a"]],
            [[], ["c"], ["a", "c"], ["a", "a"], "a"],
        ),
        ("file", {}, [], ["x", {"name": "x", "size": 1}]),
    ],
)
async def test_each_kind_has_its_values(
    pool: Pool, admin: Member, kind: str, more: dict[str, Any], right: list[object], wrong: list[object]
) -> None:
    asked = question(kind, **more)
    await make_service(pool, admin, questions=[asked])
    for value in right:
        await answer(pool, uuid4(), (asked, value))
    for value in wrong:
        with pytest.raises((asyncpg.PostgresError, Exception)) as raised:
            await answer(pool, uuid4(), (asked, value))
        assert "answer" in (getattr(raised.value, "detail", None) or str(raised.value))


async def test_a_sensitive_answer_is_for_the_host_and_named_roles(pool: Pool, admin: Member) -> None:
    nurse = await make_member(pool, display_name="Mai")
    asked = question("long", is_sensitive=True, is_required=True)
    service = await make_service(pool, admin, questions=[asked], hosts=[str(nurse.id)])
    desk, reader, mei = [await make_member(pool, display_name=name) for name in ("Desk", "Reader", "Mei")]
    async with as_owner(pool) as connection:
        role = await connection.fetchval(
            "insert into public.roles (name, rights) values ('Doctor', '{bookings}') returning id"
        )
        await connection.execute(GIVE_ROLE, desk.id, RECEPTIONIST, service)
        await connection.execute(GIVE_ROLE, reader.id, role, service)
    asked["reader_roles"] = [str(role)]
    await resave(pool, admin, service, [asked])
    intake = uuid4()
    await answer(pool, intake, (asked, "HIV since 2019"))
    await book(pool, mei, service, days_ahead(2), booking=intake)
    async with as_owner(pool) as connection:
        row = await connection.fetchrow("select * from public.booking_answers where booking_id = $1", intake)
        whole = await connection.fetchval("select string_agg(to_jsonb(a)::text, '') from public.booking_answers a")
    assert row["value"] is None and "HIV" not in whole
    for one, opens in ((nurse, True), (reader, True), (mei, True), (desk, False), (admin, False)):
        async with as_role(pool, one.caller, read_only=False) as connection:
            opened = await connection.fetchrow(OPEN, row["id"])
            listed = await list_answers(connection, [intake], "en")
            seen = await connection.fetchval("select count(*) from public.booking_answers")
        assert (opened is not None, bool(listed), bool(seen)) == (opens, opens, opens), one.name
        if opened is not None:
            assert KEYS.open(opened["sealed"], opened["key_id"], opened["id"]) == b'"HIV since 2019"'
            assert AnswerKeys([b"2" * 32]).open(opened["sealed"], opened["key_id"], opened["id"]) is None
            assert KEYS.open(opened["sealed"], opened["key_id"], uuid4()) is None
    async with as_owner(pool) as connection:
        log = await connection.fetch(
            "select actor_id, thing_id, member_id from public.staff_log where thing = 'booking_answers' order by id"
        )
    assert [tuple(entry) for entry in log] == [(nurse.id, intake, mei.id), (reader.id, intake, mei.id)]
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, mei.caller) as connection:
            await connection.fetch("select sealed from public.booking_answers")


async def test_the_link_of_a_claimed_booking_opens_no_answer(pool: Pool, admin: Member) -> None:
    asked = question("long", is_sensitive=True)
    service = await make_service(pool, admin, questions=[asked])
    intake, token = uuid4(), await prove(pool, "mei@example.org")
    await answer(pool, intake, (asked, "HIV since 2019"))
    made = await book_as_guest(pool, service, days_ahead(2), token, booking=intake)
    listed, opened = "select id from public.list_answers($1, $2)", "select id from public.open_answer($1, $2)"
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        [found] = await connection.fetch(listed, [intake], made.link)
        assert await connection.fetch(opened, found["id"], made.link)
    async with as_role(pool, (await make_member(pool)).caller, read_only=False) as connection:
        [guest] = await connection.fetch("select guest_id from public.list_claims('mei@example.org', $1)", token)
        await connection.execute("select public.claim_guests($1, 'mei@example.org', $2)", [guest["guest_id"]], token)
    # The link is in an email that others may have; the account shows the booking now.
    async with as_role(pool, Caller.anonymous(), read_only=False) as connection:
        assert not await connection.fetch(listed, [intake], made.link)
        assert not await connection.fetch(opened, found["id"], made.link)


async def test_without_a_key_no_question_is_sensitive(pool: Pool, admin: Member) -> None:
    async with as_owner(pool) as connection:
        await connection.execute("select public.register_answer_keys('{}')")
    with refused("no_answer_key", "422"):
        await make_service(pool, admin, questions=[question("text", is_sensitive=True)])


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "poem"},
        {"texts": {}},
        {"texts": {"fr": {"label": "Quoi ?"}}},
        {"texts": {"en": {"label": " "}}},
        {"kind": "choice"},
        {"options": [{"key": "a", "labels": {"en": "A"}}]},
        {"kind": "choice", "options": [{"key": "a", "labels": {}}]},
        {"kind": "consent", "is_sensitive": True},
        {"kind": "number", "lowest": 3, "highest": 2},
        {"lowest": 3},
    ],
)
async def test_incomplete_questions_are_rejected(pool: Pool, admin: Member, wrong: dict[str, Any]) -> None:
    with refused("question_wrong", "422"):
        await make_service(pool, admin, questions=[question("text") | wrong])


async def test_an_answer_stays_with_the_text_that_was_asked(pool: Pool, admin: Member) -> None:
    asked = question("consent", "I agree to the house rules of May", is_required=True)
    service = await make_service(pool, admin, questions=[asked])
    mei = await make_member(pool, display_name="Mei")
    intake = uuid4()
    await answer(pool, intake, (asked, True))
    await book(pool, mei, service, days_ahead(2), booking=intake)
    # Not its text: in place. Its text: a new version.
    await resave(pool, admin, service, [asked | {"is_required": False}])
    await resave(pool, admin, service, [asked | {"texts": {"en": {"label": "The rules of June"}}}])
    async with as_owner(pool) as connection:
        rows = await connection.fetch(ASKED, service)
    assert [(row["version"], "June" in row["words"]) for row in rows] == [(2, True)]
    async with as_role(pool, mei.caller) as connection:
        (old,) = (await list_answers(connection, [intake], "en"))[intake]
    assert (old.label, old.version, old.value) == ("I agree to the house rules of May", 1, "yes")
    with pytest.raises(asyncpg.PostgresError) as raised:
        await answer(pool, uuid4(), (asked, True))
    assert raised.value.detail == "question_gone"
    await resave(pool, admin, service, [])
    assert await read_as(pool, mei, intake) == ["yes"]


async def test_answers_and_their_files_go_with_the_booking(pool: Pool, admin: Member) -> None:
    asked = question("file", is_required=True)
    service = await make_service(pool, admin, questions=[asked], answer_days=30)
    mei = await make_member(pool, display_name="Mei")
    files = [uuid4() for _ in range(2)]
    async with as_owner(pool) as connection:
        for file in files:
            facts = {"name": "a.pdf", "type": "application/pdf", "size": 9}
            await prepare_file(connection, KEYS, file, UUID(asked["id"]), "en", facts, "192.0.2.1")
            await connection.execute(
                "insert into storage.objects (bucket_id, name) values ('booking-answers', $1)", str(file)
            )
        intake = uuid4()
        given = GivenAnswers(intake, "en", [GivenAnswer(UUID(asked["id"]), file=files[0])])
        await prepare(connection, KEYS, given, "192.0.2.1")
    await book(pool, mei, service, days_ahead(2), booking=intake)
    left = "select array_agg(name order by name) from storage.objects where bucket_id = 'booking-answers'"
    async with as_owner(pool) as connection:
        await connection.execute("update public.booking_answers set created_at = now() - interval '25 hours'")
    await clean_up(pool, has_site=True)
    async with as_owner(pool) as connection:
        # The one that no form was sent with is deleted.
        assert await connection.fetchval(left) == [str(files[0])]
        await connection.execute(
            "update public.bookings set starts_at = now() - interval '32 days', ends_at = now() - interval '31 days'"
        )
    await clean_up(pool, has_site=True)
    async with as_owner(pool) as connection:
        assert await connection.fetchval(left) is None
        assert await connection.fetchval("select count(*) from public.booking_answers") == 0


async def test_answers_before_a_booking_are_limited(pool: Pool, admin: Member) -> None:
    asked = question("file")
    await make_service(pool, admin, questions=[asked])
    facts = {"name": "a.pdf", "type": "application/pdf", "size": 9}
    with pytest.raises(asyncpg.PostgresError) as raised:
        async with as_owner(pool) as connection:
            for _ in range(41):
                await prepare_file(connection, KEYS, uuid4(), UUID(asked["id"]), "en", facts, "192.0.2.1")
    assert raised.value.detail == "too_fast"


async def test_the_export_and_the_deletion_of_an_account_cover_answers(pool: Pool, admin: Member) -> None:
    plain, hidden = question("text"), question("text", is_sensitive=True)
    service = await make_service(pool, admin, questions=[plain, hidden])
    mei = await make_member(pool, display_name="Mei")
    intake = uuid4()
    await answer(pool, intake, (plain, "By bus"), (hidden, "Asthma"))
    await book(pool, mei, service, days_ahead(2), booking=intake)
    async with as_role(pool, mei.caller) as connection:
        data = msgspec.json.decode(await connection.fetchval("select public.my_data()"))
    answers = [(one.get("answer"), one["isSensitive"]) for one in data["bookingAnswers"]]
    assert sorted(answers, key=str) == [("By bus", False), (None, True)]
    async with as_owner(pool) as connection:
        await connection.execute("delete from auth.users where id = $1", mei.id)
        assert await connection.fetchval("select count(*) from public.booking_answers") == 0


async def test_a_direct_call_cannot_write_answers(pool: Pool, admin: Member) -> None:
    mei = await make_member(pool, display_name="Mei")
    for caller in (mei.caller, Caller.anonymous()):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, caller, read_only=False) as connection:
                await connection.execute("select public.prepare_answers($1, 'en', '[]', '')", uuid4())
