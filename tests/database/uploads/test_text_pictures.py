"""Pictures in texts of the forum and in articles: as readable as the texts that show them."""

import json
from datetime import timedelta
from uuid import UUID, uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.schema_files import FOLDER
from balai.database.transaction import Caller, as_owner, as_role
from balai.site.pictures.uploads import FILE_TYPES
from tests.factories.blog import save_article, words
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import Member, make_member

PUT = "insert into storage.objects (bucket_id, name, owner_id) values ('text-pictures', $1, $2)"
SEES = "select count(*) from storage.objects where bucket_id = 'text-pictures' and name = $1"
EVERYBODY = UUID(int=1)
PUBLIC = "/storage/v1/object/public/pictures/"
CLOSED = "/storage/v1/object/authenticated/text-pictures/"


def document(picture: str, way: str = CLOSED) -> str:
    words = {"type": "paragraph", "content": [{"type": "text", "text": "Look at this picture of the garden."}]}
    return json.dumps(
        {"type": "doc", "content": [words, {"type": "image", "attrs": {"src": way + picture, "alt": ""}}]}
    )


async def put(pool: Pool, member: Member) -> str:
    name = f"{member.id}/{uuid4()}_40x30.webp"
    async with as_role(pool, member.caller, read_only=False) as conn:
        await conn.execute(PUT, name, str(member.id))
    return name


async def sees(pool: Pool, caller: Caller, name: str) -> bool:
    async with as_role(pool, caller) as conn:
        return bool(await conn.fetchval(SEES, name))


async def close(pool: Pool, admin: Member, area: UUID) -> None:
    """Only signed-in members see the area from now on."""
    rights = json.dumps([{"group": str(EVERYBODY), "rights": ["see", "reply", "create"]}])
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.set_area_rights($1, $2)", area, rights)


async def test_a_picture_follows_its_topic_and_its_area(pool: Pool) -> None:
    guest, admin, mai = Caller.anonymous(), await make_member(pool, is_admin=True), await make_member(pool)
    ben = await make_member(pool)
    area, other = await make_forum(pool), await make_forum(pool, slug="other")
    await close(pool, admin, other)
    name, unused = await put(pool, mai), await put(pool, mai)
    # Until a text shows it, its uploader alone.
    assert await sees(pool, mai.caller, name) and not await sees(pool, ben.caller, name)
    post = await make_post(pool, area, mai)
    await make_reply(pool, post, mai, body=document(name))
    assert await sees(pool, guest, name) and not await sees(pool, guest, unused)

    async def move(to: UUID) -> None:
        async with as_role(pool, admin.caller, read_only=False) as conn:
            await conn.execute(
                "select public.apply_act(gen_random_uuid(), 'move', array[$1::uuid], $2)",
                post,
                json.dumps({"forum": str(to)}),
            )

    await move(other)
    assert not await sees(pool, guest, name) and await sees(pool, ben.caller, name)
    await move(area)
    assert await sees(pool, guest, name)
    await close(pool, admin, area)
    assert not await sees(pool, guest, name) and await sees(pool, ben.caller, name)


async def test_hidden_and_edited_texts_show_their_picture_to_staff_alone(pool: Pool) -> None:
    guest, admin, mai = Caller.anonymous(), await make_member(pool, is_admin=True), await make_member(pool)
    name, first = await put(pool, mai), await put(pool, mai)
    post = await make_post(pool, await make_forum(pool), mai, body=document(first))
    reply = await make_reply(pool, post, mai, body=document(name))
    hide = "select public.set_hidden($2, null, $1)"
    for is_hidden in (True, False, True):
        async with as_role(pool, admin.caller, read_only=False) as conn:
            await conn.execute(hide, reply, is_hidden)
        assert await sees(pool, guest, name) is not is_hidden
        assert await sees(pool, admin.caller, name) and await sees(pool, mai.caller, name)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        edit = "select public.edit_post($1, 'A title', $2, 'en')"
        await conn.execute(edit, post, document(name))
    # The picture is in another text by the same member now, which visitors see.
    assert await sees(pool, guest, name) and not await sees(pool, guest, first)
    assert await sees(pool, admin.caller, first)


async def test_naming_a_picture_that_one_does_not_see_opens_nothing(pool: Pool) -> None:
    guest, admin = Caller.anonymous(), await make_member(pool, is_admin=True)
    mai, ben = await make_member(pool), await make_member(pool)
    area, closed = await make_forum(pool), await make_forum(pool, slug="other")
    async with as_role(pool, admin.caller, read_only=False) as conn:
        group = await conn.fetchval("select gen_random_uuid()")
        texts = json.dumps({"en": {"name": "Cooks"}})
        await conn.execute("select public.save_group($1, 'cooks', 'invitation', true, $2)", group, texts)
        await conn.execute("select public.set_group_member($1, $2, 'member')", group, mai.id)
        rights = json.dumps([{"group": str(group), "rights": ["see", "reply", "create"]}])
        await conn.execute("select public.set_area_rights($1, $2)", closed, rights)
    name, own = await put(pool, mai), await put(pool, admin)
    await make_post(pool, closed, mai, body=document(name))
    await make_post(pool, closed, admin, body=document(own))
    first = await make_post(pool, area, ben, body=document(name))
    assert not await sees(pool, guest, name) and not await sees(pool, ben.caller, name)
    # Nor does a moderator who sees it and edits, hides and shows, or approves such a text: it is not they who name it.
    queue = "update public.forums set holds_first_posts = true where id = $1"
    async with as_owner(pool) as conn:
        await conn.execute(queue, area)
    cai = await make_member(pool)
    held = await make_post(pool, area, cai, body=document(name))
    async with as_role(pool, admin.caller, read_only=False) as conn:
        edit = "select public.edit_post($1, 'Another title', $2, 'en')"
        await conn.execute(edit, first, document(name).replace("garden", "yard"))
        for is_hidden in (True, False):
            await conn.execute("select public.set_hidden($1, $2)", is_hidden, first)
        # Nor a picture of their own that they showed in the closed area.
        await conn.execute(edit, first, document(own))
        await conn.execute("select public.decide_held_text($1, 'approved')", held)
    assert not await sees(pool, guest, name) and not await sees(pool, ben.caller, name)
    assert not await sees(pool, guest, own)
    async with as_owner(pool) as conn:
        await conn.execute("update public.forums set holds_first_posts = false where id = $1", area)
    # A reader of the area who shows it elsewhere has published it, as with words.
    await make_post(pool, area, mai, body=document(name))
    assert await sees(pool, guest, name)


async def test_members_write_to_their_folder_and_to_no_list_of_pictures(pool: Pool) -> None:
    mai, ben = await make_member(pool), await make_member(pool)
    name = await put(pool, mai)
    for sql, values in (
        (PUT, (f"{ben.id}/x.webp", str(mai.id))),
        ("insert into public.text_pictures (picture, post_id) values ($1, $2)", (name, uuid4())),
        ("update public.text_pictures set is_current = true where picture = $1", (name,)),
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, mai.caller, read_only=False) as conn:
                await conn.execute(sql, *values)


async def test_pictures_of_texts_are_kept_and_others_removed(pool: Pool) -> None:
    mai = await make_member(pool)
    used, unused = await put(pool, mai), await put(pool, mai)
    await make_post(pool, await make_forum(pool), mai, body=document(used))
    async with as_owner(pool) as conn:
        await conn.execute(
            "update storage.objects set (created_at, last_accessed_at) = (now() - $1::interval, now() - $1::interval)",
            timedelta(days=3),
        )
        assert await conn.fetchval("select public.remove_unused_uploads(10)") == 2
        left = await conn.fetch("select name from storage.objects")
    assert [row["name"] for row in left] == [used] != [unused]


async def test_public_pictures_of_the_forum_move_with_the_upgrade(pool: Pool) -> None:
    mai = await make_member(pool)
    moved, shared = f"{mai.id}/moved_9x9.webp", f"{mai.id}/shared_9x9.webp"
    post = await make_post(pool, await make_forum(pool), mai, body=document(moved, PUBLIC))
    other = await make_reply(pool, post, mai, body=document(shared, PUBLIC))
    async with as_owner(pool) as conn:
        await conn.execute("update public.profiles set picture_url = $2 where id = $1", mai.id, PUBLIC + shared)
        for name in (moved, shared):
            await conn.execute("insert into storage.objects (bucket_id, name) values ('pictures', $1)", name)
        script = (FOLDER / "site/versions/0475_text_pictures.sql").read_text()
        await conn.execute("do $$" + script.partition("do $$")[2].partition("end $$;")[0] + "end $$")
        found = {
            row["name"]: row["bucket_id"] for row in await conn.fetch("select name, bucket_id from storage.objects")
        }
        body = await conn.fetchval("select body::text from public.posts where id = $1", post)
        kept = await conn.fetchval("select body::text from public.replies where id = $1", other)
    assert found == {moved: "text-pictures", shared: "pictures"}
    assert CLOSED + moved in body and PUBLIC + shared in kept
    assert await sees(pool, Caller.anonymous(), moved)


async def test_pictures_of_others_go_along_when_a_moderator_splits_and_merges(pool: Pool) -> None:
    admin, mai, ben = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    areas = [await make_forum(pool), await make_forum(pool, slug="other")]
    for area in areas:
        await close(pool, admin, area)
    name = await put(pool, mai)
    topic, other = await make_post(pool, areas[0], mai, body=document(name)), await make_post(pool, areas[1], mai)
    reply = await make_reply(pool, topic, ben, body=document(name))
    shown = "select count(*) from public.text_pictures where picture = $1 and is_current and $2 in (post_id, reply_id)"
    async with as_role(pool, admin.caller, read_only=False) as conn:
        split = "select public.split_replies(gen_random_uuid(), $1, $2, $3, 'A title of its own')"
        made = await conn.fetchval(split, topic, [reply], areas[1])
    async with as_owner(pool) as conn:
        assert await conn.fetchval(shown, name, made) == 1
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.merge_posts(gen_random_uuid(), $1, $2)", made, other)
    async with as_owner(pool) as conn:
        joined = await conn.fetchval("select id from public.replies where post_id = $1", other)
        assert await conn.fetchval(shown, name, joined) == 1


async def test_picture_of_a_held_text_is_for_its_moderators_until_it_is_approved(pool: Pool) -> None:
    guest, admin = Caller.anonymous(), await make_member(pool, is_admin=True)
    mai, ben = await make_member(pool), await make_member(pool)
    area = await make_forum(pool)
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.set_area_queue($1, true)", area)
    name, other = await put(pool, mai), await put(pool, mai)
    post = await make_post(pool, area, mai, body=document(name))
    assert [await sees(pool, caller, name) for caller in (mai.caller, admin.caller, ben.caller, guest)] == [
        *(True, True, False, False),
    ]
    assert not await sees(pool, admin.caller, other)
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.decide_held_text($1, 'approved')", post)
    assert await sees(pool, ben.caller, name) and await sees(pool, guest, name)


async def test_the_bucket_of_files_takes_what_the_editor_offers(pool: Pool) -> None:
    async with as_owner(pool) as conn:
        taken = await conn.fetchval("select allowed_mime_types from storage.buckets where id = 'text-files'")
    assert sorted(taken) == sorted(FILE_TYPES.values())


async def test_files_of_an_article_follow_it(pool: Pool) -> None:
    admin, guest, name = await make_member(pool, is_admin=True), Caller.anonymous(), f"{uuid4()}/form.pdf"
    name = f"{admin.id}/{name}"
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute(PUT.replace("text-pictures", "text-files"), name, str(admin.id))
    sees_file = SEES.replace("text-pictures", "text-files")
    block = {"type": "file", "attrs": {"src": CLOSED.replace("pictures", "files") + name, "name": "a.pdf", "size": 1}}
    article = str(uuid4())
    stages = (("draft", [block], 0), ("published", [block], 1), ("published", [], 0))
    for base, (status, blocks, is_seen) in enumerate(stages):
        paragraph = {"type": "paragraph", "content": [{"type": "text", "text": "Words"}]}
        body = {"type": "doc", "content": [paragraph, *blocks]}
        await save_article(pool, admin, {"en": words("A", body=body)}, base=base, id=article, status=status)
        async with as_role(pool, guest) as conn:
            found = await conn.fetchval(sees_file, name)
        assert found == is_seen, (status, len(blocks))


async def make_group(pool: Pool, admin: Member, *members: Member) -> str:
    async with as_role(pool, admin.caller, read_only=False) as conn:
        group = await conn.fetchval("select gen_random_uuid()")
        texts = json.dumps({"en": {"name": "Cooks"}})
        await conn.execute("select public.save_group($1, 'cooks', 'invitation', true, $2)", group, texts)
        for member in members:
            await conn.execute("select public.set_group_member($1, $2, 'member')", group, member.id)
    return str(group)


async def test_pictures_of_an_article_follow_it_and_its_group(pool: Pool) -> None:
    admin, mai, ben = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    guest, editor = Caller.anonymous(), await make_member(pool, is_admin=True)
    group = await make_group(pool, admin, mai)
    cover, shown, draft = [await put(pool, admin) for _ in range(3)]
    article, base = str(uuid4()), 0

    async def save(texts: dict[str, object], by: Member = admin, **facts: object) -> None:
        nonlocal base
        await save_article(pool, by, texts, base=base, id=article, **facts)
        base += 1

    async def seen(caller: Caller) -> list[bool]:
        return [await sees(pool, caller, name) for name in (cover, shown, draft)]

    texts = {
        "en": words("A", body=json.loads(document(shown))),
        "vi": words("B", body=json.loads(document(draft)), status="draft"),
    }
    facts = {"cover_url": CLOSED + cover}
    assert await seen(editor.caller) == [False] * 3
    await save(texts, **facts, status="draft")
    assert await seen(guest) == await seen(mai.caller) == [False] * 3 and await seen(editor.caller) == [True] * 3
    await save(texts, **facts)
    assert await seen(guest) == await seen(ben.caller) == [True, True, False]
    await save(texts, **facts, group_id=group)
    assert await seen(guest) == await seen(ben.caller) == [False] * 3
    assert await seen(mai.caller) == [True, True, False] and await seen(editor.caller) == [True] * 3
    # An outsider who names the picture elsewhere opens nothing.
    await make_post(pool, await make_forum(pool), ben, body=document(shown))
    assert await seen(guest) == [False] * 3
    # The translation is published; every visitor may read; another editor removes cover and translation.
    await save(texts | {"vi": words("B", body=json.loads(document(draft)))}, editor, **facts, group_id=group)
    assert await seen(mai.caller) == [True] * 3 and await seen(guest) == [False] * 3
    await save(texts, **facts, group_id=None)
    assert await seen(guest) == [True, True, False]
    await save({"en": texts["en"], "vi": None}, editor, group_id=None)
    assert await seen(guest) == [False, True, False]
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.delete_article($1)", article)
    assert await seen(guest) == [False] * 3 and (await seen(admin.caller))[1]
    async with as_owner(pool) as conn:
        await conn.execute("delete from public.articles")
        assert await conn.fetchval("select count(*) from public.text_pictures where article_id is not null") == 0


async def test_publishing_the_draft_of_another_opens_no_closed_picture(pool: Pool) -> None:
    guest, admin, ben = Caller.anonymous(), await make_member(pool, is_admin=True), await make_member(pool)
    closed = await make_forum(pool)
    name, fresh = await put(pool, admin), await put(pool, admin)
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.set_area_rights($1, '[]')", closed)
    role = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = 'author'"
    async with as_owner(pool) as conn:
        await conn.execute(role, ben.id)
    await make_post(pool, closed, admin, body=document(name))
    article = str(uuid4())
    draft = {"en": words("A", body=json.loads(document(name)))}
    saved = await save_article(pool, ben, draft, id=article, status="draft")
    corrected = {"en": words("A", body=json.loads(document(name).replace("garden", "yard")))}
    saved = await save_article(pool, admin, corrected, base=saved["version"], id=article)
    assert not await sees(pool, guest, name)
    # A picture that the editor uploads for it counts.
    edited = {"en": words("A", body=json.loads(document(fresh)))}
    await save_article(pool, admin, edited, base=saved["version"], id=article)
    assert await sees(pool, guest, fresh)


async def test_pictures_that_no_article_shows_any_longer_are_removed(pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    cover, kept = await put(pool, admin), await put(pool, admin)
    texts, article = {"en": words("A", body=json.loads(document(kept)))}, str(uuid4())
    await save_article(pool, admin, texts, id=article, cover_url=CLOSED + cover)
    await save_article(pool, admin, texts, id=article, base=1)
    async with as_owner(pool) as conn:
        old = "update storage.objects set (created_at, last_accessed_at) = (now() - $1::interval, now() - $1::interval)"
        await conn.execute(old, timedelta(days=3))
        await conn.fetchval("select public.remove_unused_uploads(10)")
        assert [row["name"] for row in await conn.fetch("select name from storage.objects")] == [kept]


async def test_public_pictures_of_articles_move_with_the_upgrade(pool: Pool) -> None:
    admin, guest, reader = await make_member(pool, is_admin=True), Caller.anonymous(), await make_member(pool)
    group = await make_group(pool, admin, reader)
    names = [f"{admin.id}/{word}_9x9.webp" for word in ("cover", "text", "draft", "shared")]
    cover, text, draft, shared = names
    for place, picture in (("article:new", draft), ("page:new", shared)):
        content = json.dumps({"body": {"src": PUBLIC + picture}})
        sql = "insert into public.drafts (user_id, place, content) values ($1, $2, $3)"
        await pool.execute(sql, admin.id, place, content)
    article = str(uuid4())
    body = json.loads(document(text, PUBLIC))
    body["content"].append(json.loads(document(shared, PUBLIC))["content"][1])
    facts = {"cover_url": PUBLIC + cover, "group_id": group}
    await save_article(pool, admin, {"en": words("A", body=body)}, id=article, **facts)
    async with as_owner(pool) as conn:
        for name in names:
            await conn.execute("insert into storage.objects (bucket_id, name) values ('pictures', $1)", name)
        # As it was then.
        await conn.execute("alter table public.resources add column url text")
        script = (FOLDER / "site/versions/0700_article_pictures.sql").read_text()
        await conn.execute(script)
        stored = {row["name"]: row["bucket_id"] for row in await conn.fetch("select * from storage.objects")}
        row = await conn.fetchrow(
            "select a.cover_url, t.body::text, a.version from public.articles a join public.article_texts t on true"
        )
        drafts = await conn.fetch("select content::text from public.drafts order by place")
    assert stored == dict.fromkeys((cover, text, draft), "text-pictures") | {shared: "pictures"}
    assert (
        row and row["cover_url"] == CLOSED + cover and CLOSED + text in row["body"] and PUBLIC + shared in row["body"]
    )
    assert row["version"] == 1 and CLOSED + draft in drafts[0]["content"] and PUBLIC + shared in drafts[1]["content"]
    for name in (cover, text):
        assert await sees(pool, reader.caller, name) and not await sees(pool, guest, name)


async def test_colours_of_earlier_texts_become_tokens(pool: Pool) -> None:
    given = [
        *(("textStyle", "#c92a2a", "bad"), ("textStyle", "#2B8A3E", "good"), ("textStyle", "#1864ab", "accent")),
        *(("textStyle", "#fff", "text-soft"), ("textStyle", "#d9480f", "warm"), ("highlight", "#ffec99", "note-soft")),
    ]
    # Words that look like a mark stay.
    spoken = '"type": "textStyle", "attrs": {"color": "#c92a2a"}'
    content = [{"type": "text", "text": spoken}] + [
        {"type": "text", "text": token, "marks": [{"type": mark, "attrs": {"color": colour}}]}
        for mark, colour, token in given
    ]
    document = json.dumps({"type": "doc", "content": [{"type": "paragraph", "content": content}]})
    mai = await make_member(pool)
    script = (FOLDER / "site/versions/0540_blocks_of_texts.sql").read_text()
    async with as_owner(pool) as conn:
        # No constraint checks what a draft holds.
        await conn.execute(
            "insert into public.drafts (user_id, place, content) values ($1, 'post:new', $2)", mai.id, document
        )
        await conn.execute(script[script.index("do $$") :])
        changed = await conn.fetchval("select content from public.drafts")
        assert await conn.fetchval("select public.is_rich_text($1::jsonb)", changed)
    first, *others = json.loads(changed)["content"][0]["content"]
    assert first["text"] == spoken
    assert all(part["marks"][0]["attrs"]["color"] == part["text"] for part in others)
