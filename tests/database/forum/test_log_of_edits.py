"""The staff log has the edits of texts by others than their authors, in the transaction of the edit."""

from uuid import UUID, uuid4

import msgspec
import pytest

from balai.database.transaction import as_role
from tests.database.forum.acts import GIVE
from tests.factories.forum import Community, make_reply, rich

EDIT_POST = "select public.edit_post($1, 'A better title', $2, 'en')"
EDIT_REPLY = "select public.edit_reply($1, $2, 'en')"
TEXT = rich("Said better, and at a proper length.")
LOG = """
select actor_id, thing, act, thing_id, member_id, changes::text as changes from public.staff_log
where thing in ('posts', 'replies') order by id
"""


async def read_log(community: Community) -> list[tuple[str, str, UUID, UUID, UUID]]:
    rows = await community.act(community.ana, LOG)
    for row in rows:
        changes = msgspec.json.decode(row["changes"])
        assert set(changes) == {"edited_at", "forum_id"}
        assert changes["forum_id"] == [None, str(community.forum)]
        assert "better" not in row["changes"]
    return [(row["thing"], row["act"], row["thing_id"], row["actor_id"], row["member_id"]) for row in rows]


async def test_edits_of_others_are_logged_and_own_ones_are_not(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.mei)
    await community.pool.execute(GIVE, community.hoa.id, community.forum)
    author, moderator = community.mei, community.hoa
    await community.act(author, EDIT_POST, community.post, TEXT)
    await community.act(author, EDIT_REPLY, reply, TEXT)
    assert await read_log(community) == []
    await community.act(moderator, EDIT_POST, community.post, rich("Said better by a moderator, at length."))
    await community.act(moderator, EDIT_REPLY, reply, rich("Said better by a moderator, at length."))
    expected = [
        ("posts", "update", community.post, community.hoa.id, community.mei.id),
        ("replies", "update", reply, community.hoa.id, community.mei.id),
    ]
    assert await read_log(community) == expected
    # A moderator's own text is not that of another member; neither members nor moderators read the log.
    own = await make_reply(community.pool, community.post, community.hoa)
    await community.act(community.hoa, EDIT_REPLY, own, TEXT)
    assert await read_log(community) == expected
    for reader in (community.mei, community.hoa):
        assert await community.act(reader, LOG) == []


async def test_an_edit_that_is_undone_leaves_no_entry(community: Community) -> None:
    with pytest.raises(ZeroDivisionError):
        async with as_role(community.pool, community.ana.caller, read_only=False) as conn:
            await conn.execute(EDIT_POST, community.post, TEXT)
            assert len(await conn.fetch(LOG)) == 1
            raise ZeroDivisionError
    assert await read_log(community) == []


async def test_slow_mode_and_timers_are_logged(community: Community) -> None:
    for seconds in ("600", "600", "null"):
        state = f'{{"slowSeconds": {seconds}}}'
        await community.act(community.ana, "select public.set_topic_state($1, $2)", community.post, state)
    rows = await community.act(community.ana, LOG)
    assert [msgspec.json.decode(row["changes"]) for row in rows] == [
        {"slow_seconds": [None, 600]},
        {"slow_seconds": [600, None]},
    ]


INSERT_WORDING = "insert into public.wordings (language, key, text, original) values ('en', 'a.b', 'Hall', 'Site')"
UPDATE_WORDING = "update public.wordings set text = 'House'"
RENAME_FORUM = """select public.save_forum($1, 'life', null, '{"en": {"name": "Life here"}}')"""
SAVE_CATEGORY = "select public.save_resource_category($1, $2)"


async def test_answers_names_and_wordings_of_the_site_are_logged(community: Community) -> None:
    reply = await make_reply(community.pool, community.post, community.mei)
    answer = "select public.set_answer($1, $2)"
    await community.act(community.mei, answer, community.post, reply)
    await community.act(community.ana, answer, community.post, None)
    await community.act(community.ana, RENAME_FORUM, community.forum)
    for statement in (INSERT_WORDING, UPDATE_WORDING):
        await community.act(community.ana, statement)
    category = f'{{"id": "{uuid4()}", "slug": "forms"}}'
    for name in ("Forms", "All forms"):
        await community.act(community.ana, SAVE_CATEGORY, category, f'{{"en": "{name}"}}')
    rows = await community.act(community.ana, LOG.replace("where thing in ('posts', 'replies')", ""))
    assert [(row["thing"], row["act"], msgspec.json.decode(row["changes"])) for row in rows] == [
        ("posts", "update", {"solved_reply_id": [str(reply), None]}),
        ("forum_texts", "update", {"name": ["Daily life", "Life here"]}),
        ("wordings", "insert", {"key": [None, "a.b"], "text": [None, "Hall"], "language": [None, "en"]}),
        ("wordings", "update", {"text": ["Hall", "House"]}),
        ("resource_categories", "insert", {"slug": [None, "forms"]}),
        ("resource_category_texts", "update", {"name": ["Forms", "All forms"]}),
    ]
