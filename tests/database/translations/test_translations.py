"""Translations of posts and replies: who writes and reads them, and what happens to them with their original."""

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import msgspec

from balai.database.transaction import as_owner
from tests.factories.forum import FORBIDDEN, Community, make_forum, make_post, make_reply, refused, rich
from tests.factories.members import Member, make_member

SAVE = "select public.save_translation($1, $2, $3, $4, post => $5) as id"
SAVE_REPLY = "select public.save_translation($1, null, $2, $3, reply => $4) as id"
OPEN = "select public.open_translation($1, post => $2)"
ASK = "select public.ask_for_translation($1, post => $2)"
READ = "select language::text, title, source_version from public.translations where post_id = $1"
ROLE = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"
LEVEL = "insert into public.member_trust (member_id, level) values ($1, $2)"
EDIT = "select public.edit_post($1, $2, $3, 'en')"
MALAY = ("ms", "Di mana saya boleh mendaftar?", rich("Saya baru pindah dan memerlukan klinik."))
LIST = "select * from public.list_translation_requests()"


async def make_translator(community: Community) -> Member:
    member = await make_member(community.pool, display_name="Siti", language="ms")
    async with as_owner(community.pool) as connection:
        await connection.execute(ROLE, member.id, "translator")
    return member


async def make_reader(community: Community, *languages: str, level: int = 1) -> Member:
    """A member who reads these languages."""
    member = await make_member(community.pool, display_name="Duc", language=languages[0])
    async with as_owner(community.pool) as connection:
        await connection.execute(LEVEL, member.id, level)
        await connection.execute(
            "update public.profiles set content_languages = $2::public.language[] where id = $1", member.id, languages
        )
    return member


async def translate(community: Community, who: Member | None, post: UUID | None = None, version: int = 1) -> UUID:
    rows = await community.act(who, SAVE, *MALAY, version, post or community.post)
    return UUID(str(rows[0]["id"]))


async def opened(community: Community, who: Member, language: str = "ms") -> dict[str, Any]:
    rows = await community.act(who, OPEN, language, community.post)
    return msgspec.json.decode(rows[0][0], type=dict[str, Any])


async def test_those_who_read_both_languages_and_translators_write(community: Community) -> None:
    siti = await make_translator(community)
    for who in (await make_reader(community, "vi", "zh"), await make_reader(community, "en", "ms", level=0)):
        with FORBIDDEN:
            await translate(community, who)
    with FORBIDDEN:
        await translate(community, None)
    duc = await make_reader(community, "en", "ms")
    first = await translate(community, duc)
    assert await translate(community, siti) == first
    assert [tuple(row) for row in await community.act(None, READ, community.post)] == [("ms", MALAY[1], 1)]
    with refused("same_language"):
        await community.act(siti, SAVE, "en", "A title", rich("Long enough."), 1, community.post)
    original = await opened(community, siti)
    with refused("same_language"):
        copied = (original["title"], msgspec.json.encode(original["body"]).decode())
        await community.act(siti, SAVE, "ms", *copied, 1, community.post)
    # Of another member's translation only members of level 2, the author, translators and moderators change a word.
    with FORBIDDEN:
        await translate(community, duc)
    assert (await opened(community, duc))["mayWrite"] is False
    assert (await opened(community, community.ana))["mayWrite"] is True
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.member_trust set level = 2 where member_id = $1", duc.id)
    assert await translate(community, duc) == first


async def test_a_translation_shows_nothing_that_its_original_does_not(community: Community) -> None:
    siti = await make_translator(community)
    link = {"type": "text", "text": "shop", "marks": [{"type": "link", "attrs": {"href": "https://shop.example"}}]}
    picture = {"type": "image", "attrs": {"src": "/storage/v1/object/authenticated/text-pictures/x.png", "alt": ""}}
    for part in (picture, {"type": "paragraph", "content": [link]}):
        body = msgspec.json.encode({"type": "doc", "content": [part]}).decode()
        with refused("new_parts"):
            await community.act(siti, SAVE, "ms", MALAY[1], body, 1, community.post)


async def test_requests_of_a_member_are_bounded(community: Community) -> None:
    asker = await make_member(community.pool)
    async with as_owner(community.pool) as connection:
        await connection.execute(
            """with made as (
              insert into public.posts (forum_id, author_id, language, title, body)
              select $3, null, 'en', 'A title of some words', $2 from generate_series(1, 100) returning id)
            insert into public.translation_requests (post_id, language, member_id) select id, 'vi', $1 from made""",
            asker.id,
            rich("A text of some words."),
            community.forum,
        )
    with refused("too_fast"):
        await community.act(asker, ASK, "ms", community.post)


async def test_an_edit_marks_it_as_outdated_until_a_translator_has_compared_it(community: Community) -> None:
    siti = await make_translator(community)
    await translate(community, siti)
    assert (await opened(community, siti))["known"]["isOutdated"] is False
    # Within five minutes, too, where no version of the text is stored.
    await community.act(
        community.mei, EDIT, community.post, "Where do I register now?", rich("I have moved again today.")
    )
    state = await opened(community, siti)
    assert (state["known"]["isOutdated"], state["version"]) == (True, 2)
    # The original changed while this was written.
    await translate(community, siti, version=1)
    assert (await opened(community, siti))["known"]["isOutdated"] is True
    await translate(community, siti, version=2)
    assert (await opened(community, siti))["known"]["isOutdated"] is False


async def test_it_is_read_as_its_original(community: Community) -> None:
    siti = await make_translator(community)
    reply = await make_reply(community.pool, community.post, community.hoa, body=rich("Near the river"))
    await translate(community, siti)
    await community.act(siti, SAVE_REPLY, "ms", rich("Dekat sungai"), 1, reply)
    count = "select count(*)::int as n from public.translations"
    found = "select count(*)::int as n from public.search('sungai')"

    async def seen(who: Member | None) -> tuple[int, int]:
        return (await community.act(who, count))[0]["n"], (await community.act(who, found))[0]["n"]

    assert await seen(None) == (2, 1)
    hide = "select public.set_hidden($2, reply => $1)"
    await community.act(community.ana, hide, reply, True)
    assert await seen(None) == await seen(community.ana) == (1, 0)
    await community.act(community.ana, hide, reply, False)
    assert await seen(None) == (2, 1)
    await community.act(community.mei, "select public.delete_post($1)", community.post)
    assert await seen(None) == (1, 0)
    with refused("gone"):
        await translate(community, siti)
    await community.act(community.mei, "select public.restore_post($1)", community.post)
    assert await seen(None) == (2, 1)
    # Into an area that they do not see.
    closed = await make_forum(community.pool, slug="closed")
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.forums set is_restricted = true where id = $1", closed)
    move = "select public.apply_act(gen_random_uuid(), 'move', array[$1::uuid], jsonb_build_object('forum', $2::uuid))"
    await community.act(community.ana, move, community.post, closed)
    assert await seen(None) == await seen(community.hoa) == (0, 0)
    assert await seen(community.ana) == (2, 1)
    with refused("not_found"):
        await community.act(community.hoa, OPEN, "ms", community.post)


async def test_a_language_that_the_original_gets_is_no_translation(community: Community) -> None:
    siti = await make_translator(community)
    await translate(community, siti)
    await community.act(community.mei, "select public.edit_post($1, $2, $3, 'ms')", community.post, *MALAY[1:])
    assert not await community.act(None, READ, community.post)


async def test_requests_are_counted_listed_and_answered(community: Community) -> None:
    siti, duc = await make_translator(community), await make_reader(community, "vi", "zh")
    for who in (community.hoa, community.hoa, duc):
        await community.act(who, ASK, "ms", community.post)
    with refused("same_language"):
        await community.act(duc, ASK, "en", community.post)
    with FORBIDDEN:
        await community.act(None, ASK, "ms", community.post)
    (row,) = await community.act(siti, LIST)
    assert (row["post_id"], row["wanted"], row["requests"], row["is_mine"]) == (community.post, "ms", 2, False)
    # A member who could not help has an empty list, and reads own requests alone.
    assert not await community.act(duc, LIST)
    assert len(await community.act(duc, "select from public.translation_requests")) == 1
    await community.act(duc, "select public.ask_for_translation('ms', false, post => $1)", community.post)
    assert (await opened(community, siti))["requests"] == 1
    await translate(community, siti)
    assert not await community.act(siti, LIST)
    told = await community.see("select member_id from public.notifications where kind = 'text_translated'")
    assert told["member_id"] == community.hoa.id
    with refused("has_translation"):
        await community.act(duc, ASK, "ms", community.post)


async def test_a_removed_translation_comes_back(community: Community) -> None:
    siti = await make_translator(community)
    made = await translate(community, siti)
    remove, restore = "select public.remove_translation($1)", "select public.restore_translation($1)"
    with FORBIDDEN:
        await community.act(community.hoa, remove, made)
    await community.act(community.ana, remove, made)
    assert not await community.act(None, READ, community.post)
    log = await community.see("select thing, act, member_id from public.staff_log where act = 'delete'")
    assert tuple(log) == ("translations", "delete", siti.id)
    await community.act(community.ana, restore, made)
    assert len(await community.act(None, READ, community.post)) == 1
    # The author of the original may remove it as well; another one in its place stays.
    await community.act(community.mei, remove, made)
    await translate(community, siti)
    with refused("has_translation"):
        await community.act(community.mei, restore, made)


async def test_members_restore_only_a_translation_that_they_removed(community: Community) -> None:
    duc = await make_reader(community, "en", "ms")
    made = await translate(community, duc)
    remove, restore = "select public.remove_translation($1)", "select public.restore_translation($1)"
    await community.act(duc, remove, made)
    await community.act(duc, restore, made)
    await community.act(community.ana, remove, made)
    # Neither its translator nor the author of the original undoes what a moderator decided.
    for who in (duc, community.mei):
        with refused("not_yours"):
            await community.act(who, restore, made)
    await community.act(community.ana, restore, made)
    await community.act(community.mei, remove, made)
    with refused("not_yours"):
        await community.act(duc, restore, made)
    await community.act(community.mei, restore, made)


async def test_of_a_translator_who_leaves_the_name_goes_and_the_text_stays(community: Community) -> None:
    siti = await make_translator(community)
    await translate(community, siti)
    (row,) = await community.act(siti, "select public.my_data() as data")
    data = msgspec.json.decode(row["data"], type=dict[str, Any])
    assert [entry["title"] for entry in data["translations"]] == [MALAY[1]]
    assert (await community.see("select is_public_author from public.profiles where id = $1", siti.id))[0] is True
    async with as_owner(community.pool) as connection:
        await connection.execute("delete from auth.users where id = $1", siti.id)
    row = await community.see("select translator_id, title from public.translations")
    assert tuple(row) == (None, MALAY[1])


async def test_two_translators_at_once_make_one_translation(community: Community) -> None:
    siti = await make_translator(community)
    made = await asyncio.gather(*(translate(community, who) for who in (siti, community.ana, siti, community.ana)))
    assert len(set(made)) == 1


async def test_a_hide_and_a_translation_at_once_leave_no_trace(community: Community) -> None:
    siti = await make_translator(community)
    posts = [await make_post(community.pool, community.forum, community.ana) for _ in range(6)]
    hide = "select public.set_hidden(true, post => $1)"
    done = await asyncio.gather(
        *(translate(community, siti, post) for post in posts),
        *(community.act(community.ana, hide, post) for post in posts),
        return_exceptions=True,
    )
    assert all(not isinstance(one, BaseException) or isinstance(one, asyncpg.PostgresError) for one in done)
    assert not await community.act(community.ana, "select from public.translations")
    assert not await community.act(community.ana, "select from public.search('mendaftar')")
