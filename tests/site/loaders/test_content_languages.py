"""The language of content in all loaders: the page's, else the member's order, else the content's own."""

from typing import Any

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from tests.factories.blog import save_article, words
from tests.factories.booking import make_service
from tests.factories.forum import make_forum
from tests.factories.library import files_of
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

SAVE_RESOURCE = "select public.save_resource($1::jsonb, $2::jsonb, 0)"
SAVE_CATEGORY = "select public.save_resource_category($1::jsonb, $2::jsonb)"
SET_ORDER = "update public.profiles set content_languages = $1::text[]::public.language[] where id = auth.uid()"
NAMES = {"zh": "Balai 甲", "vi": "Balai ất", "ms": "Balai satu"}
TEXT = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Balai"}]}]}'


async def set_order(pool: Pool, member: Member, *languages: str | None) -> None:
    async with as_role(pool, member.caller, read_only=False) as connection:
        await connection.execute(SET_ORDER, list(languages))


async def furnish(pool: Pool, admin: Member) -> str:
    """One row of each kind in three languages, none of them English; the article's source is Chinese."""
    await save_article(pool, admin, {lang: words(name) for lang, name in NAMES.items()}, source_language="zh")
    await make_service(pool, admin, texts=[{"language": lang, "name": name} for lang, name in NAMES.items()])
    await make_forum(pool, names=NAMES)
    resource: dict[str, Any] = {
        "kind": "link",
        "files": [one for lang in NAMES for one in files_of(f"https://example.org/{lang}.pdf", lang)],
        "is_published": True,
    }
    async with as_role(pool, admin.caller, read_only=False) as connection:
        named = (msgspec.json.encode({"slug": "odds"}).decode(), msgspec.json.encode(NAMES).decode())
        resource["category_id"] = str(await connection.fetchval(SAVE_CATEGORY, *named))
        titled = {lang: {"title": name, "description": ""} for lang, name in NAMES.items()}
        texts = (msgspec.json.encode(resource).decode(), msgspec.json.encode(titled).decode())
        await connection.execute(SAVE_RESOURCE, *texts)
    async with as_owner(pool) as connection:
        await connection.execute("update public.site_texts set home = $1::jsonb where language <> 'en'", TEXT)
        slug: str = await connection.fetchval("select slug from public.article_texts where language = 'zh'")
        return slug


async def shown(pool: Pool, who: Member | None, slug: str) -> dict[str, str]:
    """The language in which each English page shows its content."""

    async def data(path: str, **query: str) -> Any:
        return (await load_page(pool, path, who=who, query=query)).data

    home, library = await data("/"), await data("/resources")
    (hit,) = (await data("/search", q="balai", kind="article")).hits
    return {
        "article": (await data(f"/blog/{slug}")).lang,
        "list": (await data("/blog")).articles[0].lang,
        "service": (await data("/book")).services[0].lang,
        "forum": (await data("/forum")).forums[0].forum.language,
        "resource": library.resources[0].language,
        "file": library.resources[0].file.languages[0],
        "home's file": home.resources[0].file_lang,
        "category": library.categories[0].language,
        "home": home.text.lang,
        "home's service": home.events[0].lang,
        "home's resource": home.resources[0].lang,
        "search": hit.language,
    }


async def test_every_page_follows_the_members_order_and_the_default_for_visitors(pool: Pool) -> None:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool, language="vi")
    slug = await furnish(pool, admin)
    visitors = await shown(pool, None, slug)
    assert visitors == dict.fromkeys(visitors, "zh")
    # Without an order of their own, the language of the account comes first.
    assert set((await shown(pool, mai, slug)).values()) == {"vi"}
    await set_order(pool, mai, "en", "ms", "vi", "zh")
    assert set((await shown(pool, mai, slug)).values()) == {"ms"}
    # If none of the order exists, an article's source is shown.
    await set_order(pool, mai, "en")
    last = await shown(pool, mai, slug)
    assert (last["article"], last["list"]) == ("zh", "zh")


@pytest.mark.parametrize("wrong", [("ms", "ms"), ("ms", None)])
async def test_order_contains_each_language_once(pool: Pool, wrong: tuple[str | None, ...]) -> None:
    with pytest.raises(asyncpg.CheckViolationError):
        await set_order(pool, await make_member(pool), *wrong)
