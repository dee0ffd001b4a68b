"""The profile page shows the member's own data, paged, and no other member's."""

from typing import cast
from uuid import uuid4

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.site.loaders.account.profile import PAGE_SIZE, ProfilePayload
from balai.site.screens import NotFound
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

ADD_FORUM = "insert into public.forums (id, slug, position) values ($1, 'hall', 1)"
ADD_POST = """
  insert into public.posts (id, forum_id, author_id, language, title, body, created_at)
  values ($1, $2, $3, 'en', $4, $5, now() - make_interval(mins => $6))
"""
BODY = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Long enough to be posted."}]}]}'


async def load(pool: Pool, who: Member | None, **query: str) -> ProfilePayload:
    page = await load_page(pool, "/profile", lang="vi", who=who, query=query)
    return cast(ProfilePayload, page.data)


async def add_posts(pool: Pool, author: Member, count: int) -> None:
    forum = uuid4()
    async with as_owner(pool) as conn:
        await conn.execute("set local role service_role")
        await conn.execute(ADD_FORUM, forum)
        for number in range(count):
            await conn.execute(ADD_POST, uuid4(), forum, author.id, f"Post number {number}", BODY, number)


async def test_profile_shows_the_members_own_data(pool: Pool) -> None:
    mei = await make_member(pool, display_name="梅", language="zh", time_zone="Asia/Kuala_Lumpur")
    profile = await load(pool, mei)
    assert (profile.display_name, profile.language, profile.time_zone) == ("梅", "zh", "Asia/Kuala_Lumpur")
    assert profile.email == mei.email
    assert profile.posts == ()
    assert (profile.coming, profile.bookings) == ((), ())


async def test_only_own_bookings_are_shown(pool: Pool) -> None:
    admin, mei, other = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    service = await make_service(pool, admin)
    own = await book(pool, mei, service, days_ahead(2))
    await book(pool, other, service, days_ahead(2))
    [booking] = (await load(pool, mei)).coming
    assert (booking.id, booking.status, booking.name, booking.lang) == (own.id, "booked", "Nhóm đọc sách", "vi")
    # An administrator sees every booking in the administration, but on the profile page only their own.
    assert (await load(pool, admin)).coming == ()


async def test_posts_are_paged_by_key(pool: Pool) -> None:
    mei, other = await make_member(pool), await make_member(pool)
    await add_posts(pool, mei, PAGE_SIZE + 3)
    first = await load(pool, mei)
    assert len(first.posts) == PAGE_SIZE
    assert first.next_posts is not None
    second = await load(pool, mei, posts=first.next_posts)
    titles = [post.title for post in (*first.posts, *second.posts)]
    assert titles == [f"Post number {number}" for number in range(PAGE_SIZE + 3)]
    assert second.next_posts is None
    assert (await load(pool, other)).posts == ()


async def test_guest_and_forged_key_get_not_found(pool: Pool) -> None:
    with pytest.raises(NotFound):
        await load(pool, None)
    with pytest.raises(NotFound):
        await load(pool, await make_member(pool), posts="forged")
