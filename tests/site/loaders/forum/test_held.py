"""The queue and the automatic acts on the page of reports, and the author's own view."""

from typing import Any

from balai.database.pool import Pool
from balai.site.screens import Page
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import make_member
from tests.support.pages import load_page


async def load(*arguments: Any, **options: Any) -> Page[Any]:
    """A page whose payload the test reads by its names."""
    return await load_page(*arguments, **options)


async def test_moderators_read_the_queue_and_authors_their_own_texts(pool: Pool) -> None:
    ana, hoa = await make_member(pool, display_name="Ana", is_admin=True), await make_member(pool, display_name="Hoa")
    forum = await make_forum(pool)
    topic = await make_post(pool, forum, ana)
    await pool.execute("update public.forums set holds_first_posts = true")
    held = await make_reply(pool, topic, hoa)
    queue = (await load(pool, "/admin/reports", query={"status": "waiting"}, who=ana)).data
    assert [(text.id, text.held_for, text.author.display_name) for text in queue.waiting] == [(held, "first", "Hoa")]
    assert queue.waiting_count == 1
    profile = (await load(pool, "/profile", who=hoa)).data
    assert [(text.id, text.status) for text in profile.held] == [(held, "waiting")]
    assert profile.trust.level == 0
    thread = f"/forum/life/post/{topic}"
    assert [text.id for text in (await load(pool, thread, who=hoa)).data.held] == [held]
    for other in (ana, None):
        page = (await load(pool, thread, who=other)).data
        assert (page.held, page.replies, page.post.reply_count) == ((), (), 0)


async def test_automatic_acts_are_listed(pool: Pool) -> None:
    ana, hoa = await make_member(pool, display_name="Ana", is_admin=True), await make_member(pool, display_name="Hoa")
    topic = await make_post(pool, await make_forum(pool), hoa)
    await pool.execute(
        "insert into public.automatic_acts (kind, forum_id, post_id, member_id, reporters) "
        "select 'close', forum_id, id, author_id, 5 from public.posts"
    )
    page = (await load(pool, "/admin/reports", query={"status": "automatic"}, who=ana)).data
    assert [(act.kind, act.post_id, act.member_name) for act in page.automatic] == [("close", topic, "Hoa")]
