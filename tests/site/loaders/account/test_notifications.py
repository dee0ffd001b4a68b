"""The member's notifications, paged, with links to their posts and bookings."""

from typing import cast

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.site.loaders.account.notifications import PAGE_SIZE, NotificationsPayload
from balai.site.loaders.forum.payloads import ForumPostPayload
from balai.site.screens import NotFound
from tests.factories.booking import book, cancel, days_ahead, make_service
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

MANY = """
insert into public.notifications (member_id, kind, post_id, reply_id)
select member_id, 'quote', post_id, reply_id from public.notifications, generate_series(1, $1) where kind = 'reply'
"""


async def load(pool: Pool, who: Member | None, **query: str) -> NotificationsPayload:
    page = await load_page(pool, "/notifications", lang="vi", who=who, query=query)
    return cast(NotificationsPayload, page.data)


async def test_notifications_name_their_post_or_booking(pool: Pool) -> None:
    ana, mei = [await make_member(pool, display_name=name) for name in ("Ana", "Mei")]
    admin = await make_member(pool, is_admin=True)
    service = await make_service(pool, admin, capacity=1, per_person=1)
    taken = await book(pool, mei, service, days_ahead(3))
    await book(pool, ana, service, days_ahead(3), or_wait=True)
    await cancel(pool, mei, taken.id)
    post = await make_post(pool, await make_forum(pool), ana)
    await make_reply(pool, post, mei)
    reply, promoted = (await load(pool, ana)).notifications
    assert (reply.kind, reply.actor_name, reply.title) == ("reply", "Mei", "Where do I register?")
    assert reply.path == f"/forum/life/post/{post}?reply=1#reply-1"
    assert (reply.count, reply.is_unread) == (1, True)
    assert (promoted.kind, promoted.starts_at) == ("booking_promoted", days_ahead(3))
    assert promoted.service_name
    assert (await load(pool, mei)).notifications == ()
    with pytest.raises(NotFound):
        await load(pool, None)
    thread = cast(ForumPostPayload, (await load_page(pool, f"/forum/life/post/{post}", who=ana)).data)
    assert thread.last_read is None


async def test_list_is_paged(pool: Pool) -> None:
    ana, mei = [await make_member(pool) for _ in range(2)]
    await make_reply(pool, await make_post(pool, await make_forum(pool), ana), mei)
    async with as_owner(pool) as connection:
        await connection.execute(MANY, PAGE_SIZE)
    first = await load(pool, ana)
    assert first.next is not None
    second = await load(pool, ana, after=first.next)
    seen = [item.id for page in (first, second) for item in page.notifications]
    assert len(seen) == len(set(seen)) == PAGE_SIZE + 1
    assert second.next is None
