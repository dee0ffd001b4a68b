"""Accounts that go with their texts, or without: no table names the person afterwards, nothing of others is lost."""

import asyncio
import signal
import sys
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from balai.database.transaction import as_owner, as_role
from balai.jobs.people.account_deletions import delete_due_accounts
from balai.messaging.email_rendering import render
from balai.messaging.queue import OutgoingMessage
from balai.messaging.templates import LANGUAGES
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import Community, make_post, make_reply, refused, rich
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

# A name, an address, a file and a text have it. Lower case, because addresses are stored so.
MARK = "qzxmarker"
PHONE = "6581237746"
REQUEST = "select public.request_account_deletion($1)"
COME_DUE = "update public.account_deletions set due_at = now() where user_id = $1"
WAITS = "select exists (select from pg_locks where not granted)"
IS_THERE = "select exists (select from auth.users where id = $1)"
TABLES = """
select format('%I.%I', n.nspname, c.relname) from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and not c.relispartition
  and n.nspname in ('public', 'auth', 'storage', 'realtime', 'search', 'mailbox', 'balai')
"""
# Each row as text has all columns, JSON and lists of words included.
HAS_MARK = "select exists (select from {table} as t where lower(t::text) ~ $1)"
EDIT_POST = "select public.edit_post($1, $2, $3, 'en')"
EDIT_REPLY = "select public.edit_reply($1, $2)"
ADD_POLL = "select public.add_poll($1, $2)"
SAVE_DRAFT = "insert into public.drafts (user_id, place, content) values (auth.uid(), $1, $2)"
PUT = """
insert into storage.objects (bucket_id, name, owner_id, created_at, last_accessed_at)
values ($1, $2, $3, now() - interval '1 hour', now() - interval '1 hour')
"""
# Written by services and by acts that need other settings. {id}, {email} and {phone} are the member's.
ROWS = (
    "update auth.users set email = '{email}', phone = '{phone}', phone_confirmed_at = now() where id = '{id}'",
    "insert into auth.audit_log_entries (id, payload, ip_address)"
    " values (gen_random_uuid(), jsonb_build_object('actor_id', '{id}', 'actor_username', '{email}', "
    "'traits', jsonb_build_object('provider_id', '{email}')), '203.0.113.9')",
    "insert into auth.identities (provider_id, user_id, identity_data, provider)"
    " values ('{email}', '{id}', jsonb_build_object('email', '{email}', 'phone', '{phone}'), 'google')",
    "insert into mailbox.queue (kind, recipient, language, content, user_id)"
    " values ('x', '{email}', 'en', '{{}}', '{id}'), ('x', '{phone}', 'en', '{{}}', null)",
    "insert into realtime.subscription (subscription_id, entity, claims, slot) values"
    " (gen_random_uuid(), 'public.posts', jsonb_build_object('sub', '{id}', 'email', '{email}'), 'x')",
    "insert into public.messages (member_id, name, email, language, body)"
    " values ('{id}', '{email}', '{email}', 'en', '{phone}'), (null, 'A guest', '{email}', 'en', '{phone}')",
    "insert into public.invitations (note, language, max_uses, address, created_at)"
    " values ('', 'en', 1, '{email}', now() - interval '1 day')",
    "insert into public.newsletter_guests (email, language) values ('{email}', 'en')",
    "insert into public.newsletter_requests (email, language) values ('{email}', 'en')",
    "with one as (insert into public.articles (source_language, author_id) values ('en', '{id}') returning id),"
    " words as (insert into public.article_texts (article_id, language, slug, title, body)"
    " select id, 'en', 'qzx', 'An article', '{{\"type\": \"doc\", \"content\": []}}' from one returning article_id)"
    " insert into public.article_reviews"
    " (id, article_id, language, member_id, note, outcome, comment, decided_by, decided_at)"
    " select gen_random_uuid(), article_id, 'en', '{id}', 'qzxmarker', 'changes_asked', 'qzxmarker', '{id}', now()"
    " from words",
    "insert into public.guests (name, phone, time_zone) values ('{email}', '{phone}', 'UTC')",
    "update public.profiles set about = 'qzxmarker',"
    " picture_url = '/storage/v1/object/public/pictures/{id}/qzxmarker.webp' where id = '{id}'",
)


def quoting(source: UUID, *, name: str = "", words: str = "I agree.") -> str:
    head = {"type": "text", "text": f"{name} wrote:", "marks": [{"type": "bold"}]}
    quoted = [paragraph(f"Said {MARK}")]
    blocks = [{"type": "paragraph", "content": [head]}, *quoted] if name else quoted
    quote = {"type": "blockquote", "attrs": {"source": str(source)}, "content": blocks}
    return msgspec.json.encode({"type": "doc", "content": [quote, paragraph(words)]}).decode()


def paragraph(words: str) -> Any:
    return {"type": "paragraph", "content": [{"type": "text", "text": words}]}


def mentioning(member: Member) -> str:
    mention = {"type": "mention", "attrs": {"id": str(member.id), "label": member.display_name}}
    content = [{"type": "text", "text": "Let us ask "}, mention]
    return msgspec.json.encode({"type": "doc", "content": [{"type": "paragraph", "content": content}]}).decode()


class Traces(msgspec.Struct, frozen=True):
    """A member with texts and traces in all places, and what others wrote about them."""

    member: Member
    topic: UUID
    alone: UUID
    reply: UUID
    quote: UUID
    poll_of_mei: UUID


async def leave_traces(community: Community) -> Traces:
    """Write as a member whose name, addresses, texts and files have the mark."""
    pool, mei, hoa = community.pool, community.mei, community.hoa
    zoe = await make_member(pool, display_name=f"Zoe {MARK}")
    email = f"{MARK}{uuid4().hex[:6]}@example.org"
    async with as_owner(pool) as conn:
        for statement in ROWS:
            await conn.execute(statement.format(id=zoe.id, phone=PHONE, email=email))
        for bucket in ("pictures", "text-pictures", "text-files"):
            await conn.execute(PUT, bucket, f"{zoe.id}/{MARK}.webp", str(zoe.id))
    topic = await make_post(pool, community.forum, zoe, title=f"A topic of {MARK}", body=rich(f"I am {MARK}. " * 3))
    alone = await make_post(pool, community.forum, zoe, title=f"Alone {MARK}", body=rich(f"Only {MARK} is here."))
    await community.act(zoe, ADD_POLL, topic, f'{{"question": "{MARK}?", "options": ["{MARK} a", "b"]}}')
    reply = await make_reply(pool, community.post, zoe, body=rich(f"A reply of {MARK}"))
    quote = await make_reply(pool, community.post, hoa, body=quoting(reply, name=zoe.display_name))
    await make_reply(pool, topic, mei, body=quoting(topic, name=zoe.display_name, words="Welcome!"))
    for table, thing in (("posts", topic), ("replies", reply), ("replies", quote)):
        await community.age(table, thing, "10 minutes")
    await community.act(zoe, EDIT_POST, topic, f"An edited topic of {MARK}", rich(f"Still {MARK} and more words."))
    await community.act(zoe, EDIT_REPLY, reply, rich(f"An edited reply of {MARK}"))
    await community.act(hoa, EDIT_REPLY, quote, quoting(reply, name=zoe.display_name, words="I agree now."))
    await community.act(community.ana, "select public.set_hidden(true, post => $1)", alone)
    await make_reply(pool, community.post, mei, body=mentioning(zoe))
    draft = msgspec.json.encode({"body": msgspec.json.decode(quoting(reply, name=zoe.display_name))}).decode()
    await community.act(hoa, SAVE_DRAFT, "reply:1", draft)
    await community.act(
        hoa, SAVE_DRAFT, "reply:2", msgspec.json.encode({"body": msgspec.json.decode(mentioning(zoe))}).decode()
    )
    await community.act(zoe, SAVE_DRAFT, "post:new", f'{{"title": "{MARK}"}}')
    poll = await leave_other_traces(community, zoe, topic, reply)
    return Traces(zoe, topic, alone, reply, quote, poll)


async def leave_other_traces(community: Community, zoe: Member, topic: UUID, reply: UUID) -> UUID:
    """Translations, votes, reports, messages, bookings. Returns the poll of another member."""
    pool, mei, hoa = community.pool, community.mei, community.hoa
    await community.act(mei, ADD_POLL, community.post, '{"question": "When?", "options": ["Now", "Later"]}')
    poll: UUID = (await community.see("select id from public.polls where post_id = $1", community.post))["id"]
    for who in (zoe, hoa):
        await community.act(who, "select public.vote($1, '{1}')", poll)
    await community.act(zoe, "select public.set_reaction('thanks', true, $1)", community.post)
    await community.act(hoa, "select public.set_reaction('thanks', true, null, $1)", reply)
    async with as_owner(pool) as conn:
        for column, thing, author in (
            ("post_id", topic, hoa),
            ("reply_id", reply, hoa),
            ("post_id", community.post, zoe),
        ):
            await conn.execute(
                f"insert into public.translations ({column}, language, title, body, source_version, translator_id) "
                "values ($1, 'vi', $2, $3, 1, $4)",
                thing, f"Bản dịch {MARK}" if column == "post_id" else None, rich(f"Bản dịch của {MARK} đây"), author.id,
            )  # fmt: skip
    for who, post, answer in ((zoe, community.post, None), (hoa, None, reply)):
        await community.act(
            who, "insert into public.reports (post_id, reply_id, reason, note) values ($1, $2, 'spam', $3)",
            post, answer, f"Says {MARK}",
        )  # fmt: skip
    message = uuid4()
    await community.act(zoe, "select public.send_private_message($1, $2, $3)", message, hoa.id, f"I am {MARK}")
    await community.act(hoa, "select public.report_private_message($1, $2, 'abuse', $3)", uuid4(), message, MARK)
    service = await make_service(pool, community.ana)
    await book(pool, zoe, service, days_ahead(3), note=f"For {MARK}")
    return poll


async def marked(community: Community, pattern: str = f"{MARK}|{PHONE}") -> set[str]:
    """The tables that have the mark."""
    async with as_owner(community.pool) as conn:
        tables = [row[0] for row in await conn.fetch(TABLES)]
        return {table for table in tables if await conn.fetchval(HAS_MARK.format(table=table), pattern)}


async def delete(community: Community, member: Member, *, erases: bool) -> None:
    await community.act(member, REQUEST, erases)
    async with as_owner(community.pool) as conn:
        await conn.execute(COME_DUE, member.id)
    await delete_due_accounts(community.pool)
    assert not (await community.see(IS_THERE, member.id))[0]


async def test_no_table_has_the_person_after_an_erasure(community: Community) -> None:
    traces = await leave_traces(community)
    before = await marked(community)
    assert {"public.posts", "public.content_versions", "public.drafts", "storage.objects", "auth.audit_log_entries",
            "public.translations", "public.private_reports", "search.entries", "public.guests"} <= before  # fmt: skip
    await delete(community, traces.member, erases=True)
    assert await marked(community) == set()
    # By their id, entries of the two logs say that there was an account.
    assert await marked(community, str(traces.member.id)) <= {"auth.audit_log_entries", "public.staff_log"}


async def test_replies_of_others_stay_on_a_whole_page(community: Community) -> None:
    traces = await leave_traces(community)
    await delete(community, traces.member, erases=True)
    for post, state, texts in ((traces.topic, "deleted", 1), (community.post, "shown", 2)):
        data: Any = (await load_page(community.pool, f"/forum/life/post/{post}", who=community.hoa)).data
        assert data.post.entry.state == state
        assert sum(reply.entry.state == "shown" for reply in data.replies) == texts
    row = await community.see(
        "select author_id, deleted_at is not null, tags from public.posts where id = $1", traces.alone
    )
    assert tuple(row) == (None, True, [])
    assert (
        "I agree now." in (await community.see("select body::text from public.replies where id = $1", traces.quote))[0]
    )
    counts = await community.see(
        "select votes from public.poll_counts where poll_id = $1 and number = 1", traces.poll_of_mei
    )
    voters = await community.see("select voter_count from public.polls where id = $1", traces.poll_of_mei)
    assert (counts[0], voters[0]) == (1, 1)
    # An administrator who shows the hidden topic, or undoes an act, brings nothing back.
    await community.act(community.ana, "select public.set_hidden(false, post => $1)", traces.alone)
    assert await marked(community) == set()


async def test_kept_texts_have_no_name(community: Community) -> None:
    traces = await leave_traces(community)
    await delete(community, traces.member, erases=False)
    # Words that the member wrote stay; the name, the addresses and the picture of the profile do not.
    assert (
        await marked(community, f"zoe {MARK}|{MARK}[0-9a-f]+@|{PHONE}|203.0.113.9|pictures/[-0-9a-f]+/{MARK}") == set()
    )
    row = await community.see("select author_id, title from public.posts where id = $1", traces.topic)
    assert tuple(row) == (None, f"An edited topic of {MARK}")
    quote = (await community.see("select body::text from public.replies where id = $1", traces.quote))[0]
    assert MARK in quote and "wrote:" not in quote
    buckets = await community.see("select array_agg(bucket_id order by bucket_id) from storage.objects")
    assert buckets[0] == ["text-files", "text-pictures"]


@pytest.mark.parametrize("first", [True, False])
async def test_one_wish_to_erase_is_enough(community: Community, first: bool) -> None:
    traces = await leave_traces(community)
    await community.act(traces.member, REQUEST, first)
    await community.act(community.ana, "select public.delete_member($1, $2)", traces.member.id, not first)
    shown = await community.act(community.ana, "select erases_texts from public.show_member($1)", traces.member.id)
    assert shown[0][0] is True
    await community.act(community.ana, "select public.delete_member_now($1)", traces.member.id)
    await delete_due_accounts(community.pool)
    assert await marked(community) == set()


async def test_what_has_begun_is_not_cancelled(community: Community) -> None:
    hoa = community.hoa
    await community.act(hoa, REQUEST, True)
    await community.act(hoa, REQUEST, False)
    assert [tuple(row) for row in await community.act(hoa, "select erases_texts from public.my_account()")] == [(True,)]
    async with as_owner(community.pool) as conn:
        await conn.execute(COME_DUE, hoa.id)
        assert await conn.fetchval("select public.delete_due_account($1)", hoa.id) is None
        assert await conn.fetchval(
            "select banned_until > now() + interval '50 years' from auth.users where id = $1", hoa.id
        )
    with refused("deletion_begun"):
        await community.act(hoa, "select public.cancel_account_deletion()")
    with refused("deletion_begun"):
        await community.act(community.ana, "select public.restore_member($1)", hoa.id)
    with refused("administrators_only"):
        await community.act(community.mei, "select public.delete_member_now($1)", hoa.id)
    with refused("not_found"):
        await community.act(community.ana, "select public.delete_member_now($1)", community.mei.id)
    await delete_due_accounts(community.pool)
    assert not (await community.see(IS_THERE, hoa.id))[0]


async def test_a_text_that_is_being_written_is_erased_too(community: Community) -> None:
    hoa = community.hoa
    await community.act(hoa, REQUEST, True)
    async with as_owner(community.pool) as conn:
        await conn.execute(COME_DUE, hoa.id)
        assert await conn.fetchval("select public.delete_due_account($1)", hoa.id) is None
    async with as_role(community.pool, hoa.caller, read_only=False) as writer:
        await writer.execute(
            "insert into public.replies (post_id, language, body) values ($1, 'en', $2)",
            community.post,
            rich(f"Late {MARK}"),
        )
        deletion = asyncio.create_task(delete_due_accounts(community.pool))
        async with asyncio.timeout(30):
            while not (await community.see(WAITS))[0]:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
    await deletion
    assert not (await community.see(IS_THERE, hoa.id))[0]
    assert await marked(community) == set()


async def test_emails_say_what_happens_to_the_texts(community: Community) -> None:
    kinds = []
    for act in (
        (community.hoa, REQUEST, True),
        (community.ana, "select public.delete_member($1, true)", community.mei.id),
    ):
        await community.act(*act)
        kinds.append((await community.see("select kind from mailbox.queue order by created_at desc limit 1"))[0])
    assert kinds == ["notice_erasing", "notice_erasing_member"]
    for kind in kinds:
        for language in LANGUAGES:
            given = {"site": "Hall", "deleted_on": "2026-12-28"}
            plain = render(OutgoingMessage(kind, "a@example.org", language, given), site="Site").plain
            assert ("{" in plain, "Hall" in plain, "28" in plain) == (False, True, True)


WORKER = """
import asyncio, sys
from balai.database.pool import open_pool
from balai.jobs.people.account_deletions import delete_due_accounts

async def main():
    pool = await open_pool(sys.argv[1], size=2)
    print("ready", flush=True)
    await delete_due_accounts(pool)

asyncio.run(main())
"""


async def test_killed_workers_leave_nothing_behind(database: str, community: Community) -> None:
    traces = await leave_traces(community)
    async with as_owner(community.pool) as conn:
        # More than one batch.
        await conn.execute(
            "insert into public.replies (id, post_id, author_id, language, body) "
            "select gen_random_uuid(), $1, $2, 'en', $3 from generate_series(1, 220)",
            community.post, traces.member.id, rich(f"Again {MARK}"),
        )  # fmt: skip
    await community.act(traces.member, REQUEST, True)
    async with as_owner(community.pool) as conn:
        await conn.execute(COME_DUE, traces.member.id)
    left = "select count(*) from public.replies where author_id = $1"
    for goal in (180, 90):
        worker = await asyncio.create_subprocess_exec(sys.executable, "-c", WORKER, database)
        async with asyncio.timeout(30):
            while (await community.see(left, traces.member.id))[0] > goal:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
        worker.send_signal(signal.SIGKILL)
        await worker.wait()
    assert (await community.see(IS_THERE, traces.member.id))[0]
    # Two workers at a time finish it.
    await asyncio.gather(*(delete_due_accounts(community.pool) for _ in range(2)))
    assert not (await community.see(IS_THERE, traces.member.id))[0]
    assert await marked(community) == set()
    numbers = await community.see("select count(*), max(number) from public.replies where post_id = $1", community.post)
    assert numbers[0] == numbers[1]
