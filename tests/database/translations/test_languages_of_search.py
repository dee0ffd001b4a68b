"""Search across languages: a topic is found from each language that it has, by those who see it on its page."""

from uuid import UUID

from balai.database.transaction import as_owner
from tests.factories.forum import Community, make_forum, make_post, make_reply, rich
from tests.factories.members import Member, make_member

LANGUAGES = ("en", "zh", "ms", "vi")
WORD = {"en": "umbrella", "zh": "雨伞", "ms": "payung", "vi": "cái ô"}
SAVE = "select public.save_translation($1, $2, $3, 1, post => $4)"
SAVE_REPLY = "select public.save_translation($1, null, $2, 1, reply => $3)"
FOUND = "select kind, id, language::text from public.search($1, reader => 'en', page_size => 50)"
# The topics and replies with the word, in any language, that the pages of the forum show.
SHOWN = """
select 'post' as kind, id from public.posts where title is not null
union all select 'reply', r.id from public.replies as r join public.posts as p on p.id = r.post_id
  where r.body is not null and p.title is not null
"""
GRANT = """
insert into public.role_grants (member_id, role_id, forum_id)
select $1, id, $3 from public.roles where preset = $2
"""
RIGHTS = "insert into public.area_rights (forum_id, group_id, rights) values ($1, $2, '{see,reply}')"


def text(language: str, number: int) -> str:
    return f"{WORD[language]} {WORD[language]} {number}"


async def fill(community: Community, area: UUID, first: int) -> tuple[list[UUID], list[UUID]]:
    """Topics and replies, each in one language and translated into the three others."""
    posts, replies = [], []
    for number in range(first, first + 8):
        own = LANGUAGES[number % 4]
        words = text(own, number)
        post = await make_post(
            community.pool, area, community.ana, language=own, title=words, body=rich(f"{words} {words}")
        )
        reply = await make_reply(community.pool, post, community.ana, language=own, body=rich(words))
        for language in set(LANGUAGES) - {own}:
            other = text(language, number)
            await community.act(community.ana, SAVE, language, other, rich(other), post)
            await community.act(community.ana, SAVE_REPLY, language, rich(other), reply)
        posts.append(post)
        replies.append(reply)
    return posts, replies


async def people(community: Community, closed: UUID, group: UUID) -> list[Member | None]:
    """Six roles: visitor, member, member of the group of the area, its moderator, translator, administrator."""
    moderator, translator, inside = [
        await make_member(community.pool, display_name=name) for name in ("Lan", "Siti", "Tam")
    ]
    async with as_owner(community.pool) as connection:
        await connection.execute("update public.forums set is_restricted = true where id = $1", closed)
        await connection.execute("insert into public.groups (id, slug) values ($1, 'inside')", group)
        await connection.execute(RIGHTS, closed, group)
        await connection.execute(
            "insert into public.group_members (group_id, member_id) values ($1, $2)", group, inside.id
        )
        await connection.execute(GRANT, moderator.id, "moderator", closed)
        await connection.execute(GRANT, translator.id, "translator", None)
    return [None, community.hoa, inside, moderator, translator, community.ana]


async def test_each_role_finds_what_its_pages_show_from_every_language(community: Community) -> None:
    closed = await make_forum(community.pool, slug="closed")
    roles = await people(community, closed, UUID(int=77))
    # Six texts of the fixture's languages are in the open area, eight in the closed one.
    open_posts, open_replies = await fill(community, community.forum, 0)
    posts, replies = await fill(community, closed, 100)
    every = {*open_posts, *open_replies, *posts, *replies}
    sizes = []
    for who in roles:
        visible = {(row["kind"], row["id"]) for row in await community.act(who, SHOWN) if row["id"] in every}
        sizes.append(len(visible))
        for word in WORD.values():
            rows = await community.act(who, FOUND, word)
            assert {(row["kind"], row["id"]) for row in rows} == visible, (who, word)
            # Once each, in the language of the query.
            assert len(rows) == len(visible)
            assert {WORD[row["language"]] for row in rows} == {word}
    assert sizes == [16, 16, 32, 32, 16, 32]
    await community.act(community.ana, "select public.delete_post($1)", open_posts[0])
    for word in WORD.values():
        hits = {row["id"] for row in await community.act(community.ana, FOUND, word)}
        assert not hits & {open_posts[0], open_replies[0]}
    left = "select count(*) from search.entries where item_id = any ($1)"
    assert (await community.see(left, [open_posts[0], open_replies[0]]))[0] == 0


async def test_a_text_that_has_the_words_in_two_languages_is_found_once(community: Community) -> None:
    post = await make_post(
        community.pool, community.forum, community.ana, title="Wi-Fi 4711", body=rich("Wi-Fi 4711 works again.")
    )
    for language in ("ms", "vi"):
        await community.act(community.ana, SAVE, language, f"Wi-Fi 4711 {language}", rich("Wi-Fi 4711"), post)
    ask = "select id, language::text, place from public.search('4711', reader => $1::text::public.language)"
    for language in ("en", "ms", "vi"):
        (row,) = await community.act(None, ask, language)
        assert (row["id"], row["language"]) == (post, language)
        assert ('"isTranslation": true' in row["place"]) is (language != "en")
