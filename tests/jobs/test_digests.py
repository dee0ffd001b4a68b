"""Digests: the topics with the most replies, in the member's language, for members who were away."""

from datetime import UTC, datetime

import msgspec
import pytest

from balai.database.pool import Pool
from balai.jobs.notices.digest import queue_digests
from balai.messaging.email_sender import MailboxSender, Mailer
from balai.messaging.notices.listing import News
from balai.messaging.queue import Contents
from balai.settings import load_settings
from tests.factories.blog import make_comments
from tests.factories.forum import Community, make_forum, make_post, make_reply
from tests.factories.members import Member, make_member

SETTINGS = load_settings({"BALAI_SITE_URL": "https://site.example"})
AWAY = "update public.profiles set time_zone = $2 where id = $1"
SEEN = "update auth.users set created_at = now() - $2::text::interval, last_sign_in_at = null where id = $1"
LAST = "update public.notice_settings set digest_at = now() - $2::text::interval where member_id = $1"
QUEUED = "select recipient, content from mailbox.queue where kind = 'news' and recipient = $1"


async def run(pool: Pool) -> None:
    mailer = Mailer(MailboxSender(pool, email_from="site@example.org"), site="Site")
    while await queue_digests(pool, mailer, SETTINGS):
        pass


async def digest_of(pool: Pool, member: Member) -> News | None:
    await run(pool)
    rows = await pool.fetch(QUEUED, member.email)
    assert len(rows) <= 1
    if not rows:
        return None
    return msgspec.json.decode(msgspec.json.decode(rows[0]["content"], type=Contents).variables["news"], type=News)


async def leave(community: Community, *, seen: str = "10 days", last: str = "8 days", language: str = "en") -> Member:
    """A member who was away since their last digest."""
    reader = await make_member(community.pool, display_name="Duc", language=language)
    # It is noon there. The signs of these names are reversed.
    await community.pool.execute(AWAY, reader.id, f"Etc/GMT{datetime.now(UTC).hour - 12:+d}")
    await community.pool.execute(SEEN, reader.id, seen)
    await run(community.pool)
    await community.pool.execute(LAST, reader.id, last)
    return reader


async def test_digest_lists_the_topics_with_the_most_replies(community: Community) -> None:
    quiet = await make_post(community.pool, community.forum, community.mei, title="A quiet topic")
    await make_comments(community.pool, community.ana, community.post)
    reader = await leave(community)
    for _ in range(2):
        await make_reply(community.pool, community.post, community.hoa)
    news = await digest_of(community.pool, reader)
    assert news is not None
    assert [(item.kind, item.title, item.count) for item in news.items] == [
        ("topic", "Where do I register?", 2),
        ("new_topic", "A quiet topic", 0),
    ]
    assert news.items[0].path == "/blog/three-things#comments"
    assert news.items[1].path == f"/forum/life/post/{quiet}"
    # Once in a period.
    assert await digest_of(community.pool, reader) is not None


@pytest.mark.parametrize(
    ("seen", "last"),
    [("1 hour", "8 days"), ("181 days", "8 days"), ("10 days", "3 days")],
)
async def test_no_digest_for_members_who_were_here_or_are_long_gone(community: Community, seen: str, last: str) -> None:
    reader = await leave(community, seen=seen, last=last)
    assert await digest_of(community.pool, reader) is None


@pytest.mark.parametrize(
    "statement",
    [
        "update public.notice_settings set digest = 'off' where member_id = $1",
        "update public.notice_settings set is_unsubscribed = true where member_id = $1",
        "update auth.users set email_confirmed_at = null where id = $1",
        "insert into public.watches (member_id, post_id, level) select $1, id, 'muted' from public.posts",
        "insert into public.watches (member_id, language, level) values ($1, 'en', 'muted')",
        "with tagged as (update public.posts set tags = '{Garden}' returning 1) insert into public.watches"
        " (member_id, tag, level) select distinct $1::uuid, 'garden', 'muted' from tagged",
        "insert into public.thread_reads (member_id, post_id, last_number) select $1, id, 0 from public.posts",
        "update public.profiles set language = 'zh' where id = $1",
    ],
)
async def test_empty_and_unwanted_digests_are_not_sent(community: Community, statement: str) -> None:
    reader = await leave(community)
    await community.pool.execute(statement, reader.id)
    assert await digest_of(community.pool, reader) is None


async def test_a_watched_topic_of_a_muted_area_is_in_the_digest(community: Community) -> None:
    reader = await leave(community)
    area = "insert into public.watches (member_id, forum_id, level) values ($1, $2, 'muted')"
    topic = "insert into public.watches (member_id, post_id, level) values ($1, $2, 'watching')"
    await community.pool.execute(area, reader.id, community.forum)
    assert await digest_of(community.pool, reader) is None
    reader = await leave(community)
    await community.pool.execute(area, reader.id, community.forum)
    await community.pool.execute(topic, reader.id, community.post)
    assert await digest_of(community.pool, reader) is not None


async def test_daily_digest_and_closed_forums(community: Community) -> None:
    reader = await leave(community, last="25 hours")
    await community.pool.execute("update public.notice_settings set digest = 'daily'")
    closed = await make_forum(community.pool, slug="closed")
    await make_post(community.pool, closed, community.mei, title="A closed topic")
    await community.pool.execute("update public.forums set is_draft = true where id = $1", closed)
    news = await digest_of(community.pool, reader)
    assert news is not None
    assert [item.title for item in news.items] == ["Where do I register?"]


@pytest.mark.parametrize("digest", ["daily", "weekly"])
async def test_marked_texts_are_in_no_digest(community: Community, digest: str) -> None:
    reader = await leave(community)
    await community.pool.execute("update public.notice_settings set digest = $1", digest)
    reply = await make_reply(community.pool, community.post, community.hoa)
    await make_reply(community.pool, community.post, community.ana)
    secret = await make_post(community.pool, community.forum, community.mei, title="A secret topic")
    hidden = await make_forum(community.pool, slug="hidden")
    await make_post(community.pool, hidden, community.mei, title="In a marked area")
    await community.act(community.hoa, "select public.set_marks('{mail}', reply => $1)", reply)
    await community.act(community.mei, "select public.set_marks('{mail}', post => $1)", secret)
    await community.act(community.ana, "select public.set_area_marks($1, '{mail}')", hidden)
    news = await digest_of(community.pool, reader)
    assert news is not None
    assert [(item.title, item.count) for item in news.items] == [("Where do I register?", 1)]
