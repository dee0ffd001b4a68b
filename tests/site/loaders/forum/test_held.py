"""A text that waits, on the desk and for its author."""

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
    [case] = (await load(pool, "/admin/desk", who=ana)).data.cases
    assert (case.kind, case.thing_id, case.reasons, case.author_name) == ("held", held, ("first",), "Hoa")
    assert b"Thank you" in bytes(case.document)
    profile = (await load(pool, "/profile", who=hoa)).data
    assert [(text.id, text.status) for text in profile.held] == [(held, "waiting")]
    assert profile.trust.level == 0
    thread = f"/forum/life/post/{topic}"
    assert [text.id for text in (await load(pool, thread, who=hoa)).data.held] == [held]
    for other in (ana, None):
        page = (await load(pool, thread, who=other)).data
        assert (page.held, page.replies, page.post.reply_count) == ((), (), 0)
