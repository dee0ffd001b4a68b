"""The memory of translations: blocks of published translations, offered where the same words are translated again."""

import json
from typing import Any
from uuid import UUID

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.database.blog.test_versions import make_writer
from tests.factories.blog import save_article, words
from tests.factories.members import Member, make_member

SUGGEST = "select public.suggest_translation($1, 'vi')"
COUNT = "select count(*) from public.translation_memory"


def blocks(*paragraphs: str) -> dict[str, Any]:
    content = [{"type": "paragraph", "content": [{"type": "text", "text": text}]} for text in paragraphs]
    return {"type": "doc", "content": content}


async def suggested(pool: Pool, who: Member, article: str) -> dict[int, str]:
    async with as_role(pool, who.caller) as connection:
        found = json.loads(await connection.fetchval(SUGGEST, UUID(article)))
    return {one["place"]: one["block"]["content"][0]["text"] for one in found}


async def count(pool: Pool, who: Member | None = None) -> int:
    async with as_role(pool, who.caller) if who else as_owner(pool) as connection:
        return int(await connection.fetchval(COUNT))


async def test_blocks_of_other_articles_are_offered(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    source = words("One", body=blocks("Open every day.", "Bring a hat."))
    await save_article(pool, ada, {"en": source, "vi": words("Một", body=blocks("Mở cửa mỗi ngày.", "Mang nón."))})
    other = words("Two", body=blocks("Welcome.", "Bring  a hat.", "Open every night."))
    second = await save_article(pool, ada, {"en": other})
    assert await suggested(pool, ada, second["id"]) == {1: "Mang nón."}
    # Its own translation comes before that of another article.
    own = words("Hai", body=blocks("Chào mừng.", "Nhớ mang nón.", "Mở cửa mỗi đêm."))
    await save_article(pool, ada, {"en": other, "vi": own}, base=1, id=second["id"])
    assert await suggested(pool, ada, second["id"]) == {0: "Chào mừng.", 1: "Nhớ mang nón.", 2: "Mở cửa mỗi đêm."}


async def test_only_finished_translations_with_the_same_blocks_are_learned(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    source = words("One", body=blocks("First.", "Second."))
    for number, translation in enumerate((
        words("Một", body=blocks("Đầu.", "Hai."), status="draft"),
        words("Một", body=blocks("Đầu. Hai.")),
        words("Một", body={"type": "doc", "content": [
            {"type": "heading", "attrs": {"level": 2}, "content": [{"type": "text", "text": "Đầu."}]},
            *blocks("Hai.")["content"]]}),
        words("Một", body=blocks("First.", "Second.")),
    )):  # fmt: skip
        await save_article(pool, ada, {"en": source, "vi": translation})
        assert await count(pool) == 0, number
    picture = {
        "type": "image",
        "attrs": {"src": f"/storage/v1/object/authenticated/text-pictures/{ada.id}/a.png", "alt": "A"},
    }
    body = {"type": "doc", "content": [picture, *blocks("Third.")["content"]]}
    other = {"type": "doc", "content": [picture, *blocks("Ba.")["content"]]}
    saved = await save_article(pool, ada, {"en": words("P", body=body), "vi": words("P", body=other)})
    assert await suggested(pool, ada, saved["id"]) == {1: "Ba."}


async def test_outdated_translations_are_not_learned_and_removed_words_leave(pool: Pool) -> None:
    ada = await make_member(pool, is_admin=True)
    source, target = words("One", body=blocks("First.", "Second.")), words("Một", body=blocks("Đầu.", "Hai."))
    saved = await save_article(pool, ada, {"en": source, "vi": target})
    changed = words("One", body=blocks("First.", "Other."))
    await save_article(pool, ada, {"en": changed}, base=1, id=saved["id"])
    assert await suggested(pool, ada, saved["id"]) == {0: "Đầu."}
    without = words("Một", body=blocks("Khác.", "Hai."))
    await save_article(pool, ada, {"en": changed, "vi": without}, base=2, id=saved["id"])
    assert await suggested(pool, ada, saved["id"]) == {}
    await save_article(pool, ada, {"en": changed, "vi": None}, base=3, id=saved["id"])
    assert await count(pool) == 0


async def test_memory_shows_no_text_that_the_caller_may_not_read(pool: Pool) -> None:
    ada, mai = await make_member(pool, is_admin=True), await make_member(pool)
    async with as_owner(pool) as connection:
        groups = [
            await connection.fetchval("insert into public.groups (slug) values ($1) returning id", slug)
            for slug in ("one", "two")
        ]
        outside = await make_member(pool)
        await connection.execute(
            "insert into public.role_grants (member_id, role_id, group_id)"
            " select $1, id, $2 from public.roles where preset = 'translator'", outside.id, groups[1])  # fmt: skip
    texts = {"en": words("One", body=blocks("Secret.")), "vi": words("Một", body=blocks("Bí mật."))}
    limited = await save_article(pool, ada, texts, group_id=str(groups[0]))
    public = await save_article(pool, ada, {"en": words("Two", body=blocks("Secret."))})
    translator = await make_writer(pool, "translator")
    assert await suggested(pool, translator, public["id"]) == {0: "Bí mật."}
    for wrong in (mai, outside):
        assert await suggested(pool, wrong, public["id"]) == {}
        assert await suggested(pool, wrong, limited["id"]) == {}
        assert await count(pool, wrong) == 0
    # A draft of an article is read by its staff alone; so are its blocks.
    await save_article(pool, ada, texts, base=1, id=limited["id"], status="draft", group_id=None)
    assert await count(pool, mai) == 0
    assert await count(pool) == 1
