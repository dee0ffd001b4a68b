"""The home page for an anonymous visitor: the site's texts, and new content of each area."""

import json
from typing import Any

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.site.loaders.home import AboutPayload, HomePayload
from tests.factories.blog import rich, save_article, words
from tests.factories.forum import Community
from tests.factories.members import make_member
from tests.support.pages import load_page

WRITE = "update public.site_texts set home = $1::jsonb, about = $1::jsonb where language = 'en'"


async def home(pool: Pool, lang: Any = "en") -> HomePayload:
    data = (await load_page(pool, "/", lang=lang)).data
    assert isinstance(data, HomePayload)
    return data


async def test_empty_site_has_an_empty_home_page(pool: Pool) -> None:
    data = await home(pool)
    assert (data.text, data.articles, data.topics, data.events, data.resources) == (None, (), (), (), ())


async def test_missing_texts_fall_back_to_the_sites_language_and_are_marked(pool: Pool) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(WRITE, json.dumps(rich("Welcome")))
    text = (await home(pool, "vi")).text
    assert text is not None
    assert text.lang == "en"
    about = (await load_page(pool, "/about", lang="vi")).data
    assert isinstance(about, AboutPayload)
    assert about.text is not None
    assert b"Welcome" in bytes(about.text.body)


async def test_newest_content_of_each_area_is_shown(community: Community) -> None:
    ada = await make_member(community.pool, is_admin=True)
    await save_article(community.pool, ada, {"en": words("Out")})
    await save_article(community.pool, ada, {"en": words("Not out")}, status="draft")
    data = await home(community.pool)
    assert [card.title for card in data.articles] == ["Out"]
    assert [post.id for post in data.topics] == [community.post]
    assert data.topics[0].forum_slug == "life"
