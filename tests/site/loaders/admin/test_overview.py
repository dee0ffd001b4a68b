"""The administration's overview: open tasks, articles with their translations, and the site's texts."""

from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.site.loaders.admin.overview import AdminArticlesPayload, AdminPayload, AdminSitePayload
from balai.site.loaders.admin.settings import AdminSettingsPayload
from balai.site.loaders.admin.waiting import read_waiting
from balai.site.screens import NotFound
from tests.factories.blog import save_article, words
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.support.pages import load_page


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


async def articles(pool: Pool, who: Member, **query: str) -> AdminArticlesPayload:
    data = (await load_page(pool, "/admin/articles", who=who, query=query)).data
    assert isinstance(data, AdminArticlesPayload)
    return data


async def write_one_of_each(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("Draft")}, status="draft")
    await save_article(pool, ada, {"en": words("Planned")}, publish_at="2126-01-01T00:00:00Z")
    await save_article(
        pool, ada, {"en": words("Expired")}, publish_at="2020-01-01T00:00Z", expire_at="2020-01-02T00:00Z"
    )
    first = await save_article(pool, ada, {"en": words("Out"), "vi": words("Ra rồi")})
    await save_article(pool, ada, {"en": words("Out!")}, base=1, id=first["id"])


@pytest.mark.parametrize(
    ("status", "titles"),
    [
        ("all", {"Draft", "Planned", "Expired", "Out!"}),
        ("draft", {"Draft"}),
        ("planned", {"Planned"}),
        ("expired", {"Expired"}),
        ("published", {"Out!"}),
        ("outdated", {"Out!"}),
    ],
)
async def test_articles_are_filtered_by_state(pool: Pool, ada: Member, status: str, titles: set[str]) -> None:
    await write_one_of_each(pool, ada)
    listed = await articles(pool, ada, status=status)
    assert {article.title for article in listed.articles} == titles


async def test_article_shows_the_state_of_its_translations(pool: Pool, ada: Member) -> None:
    await write_one_of_each(pool, ada)
    (article,) = (await articles(pool, ada, status="outdated")).articles
    languages: list[Any] = [(text.lang, text.status, text.is_source, text.is_outdated) for text in article.languages]
    assert languages == [("en", "published", True, False), ("vi", "published", False, True)]


async def test_draft_has_outdated_translations_too_and_members_learn_of_none(pool: Pool, ada: Member) -> None:
    first = await save_article(pool, ada, {"en": words("Soon"), "vi": words("Sắp ra")}, status="draft")
    await save_article(pool, ada, {"en": words("Soon!")}, status="draft", base=1, id=first["id"])
    assert {article.title for article in (await articles(pool, ada, status="outdated")).articles} == {"Soon!"}
    mai = await make_member(pool)
    for who, count in ((ada, 1), (mai, 0)):
        async with as_role(pool, who.caller) as connection:
            assert len(await connection.fetch("select public.outdated_articles()")) == count


async def test_unknown_state_is_not_found(pool: Pool, ada: Member) -> None:
    with pytest.raises(NotFound):
        await articles(pool, ada, status="odd")


async def test_overview_counts_open_tasks(pool: Pool, ada: Member) -> None:
    await write_one_of_each(pool, ada)
    await make_member(pool, display_name="Newcomer")
    data = (await load_page(pool, "/admin", who=ada)).data
    assert isinstance(data, AdminPayload)
    assert (data.drafts, data.outdated, data.expiring) == (1, 1, 0)
    assert data.newcomers[0].display_name == "Newcomer"
    assert (data.week.members, data.week.new_members, len(data.week.visits)) == (2, 2, 14)


async def test_counts_beside_the_areas_are_of_this_moment(pool: Pool, ada: Member) -> None:
    mai = await make_member(pool)
    async with as_owner(pool) as conn:
        await conn.execute(
            "insert into public.messages (name, email, language, body, handled_at) "
            "select 'Mai', 'mai@example.org', 'vi', 'Hi', case when i > 120 then now() end "
            "from generate_series(1, 130) as i"
        )
    async with as_role(pool, ada.caller) as conn:
        waiting = await read_waiting(conn, "Asia/Singapore")
    assert (waiting.cases, waiting.messages, waiting.bookings, waiting.count_to) == (100, 100, 0, 100)
    async with as_role(pool, mai.caller) as conn:
        theirs = await read_waiting(conn, "Asia/Singapore")
        assert (theirs.cases, theirs.messages) == (0, 0)


async def test_requests_of_bookings_and_groups_are_counted(pool: Pool, ada: Member) -> None:
    mai, starts_at = await make_member(pool), days_ahead(5)
    service = await make_service(pool, ada, needs_confirmation=True)
    await book(pool, mai, service, starts_at)
    group = uuid4()
    named = '{"en": {"name": "Tenants"}}'
    async with as_role(pool, ada.caller, read_only=False) as conn:
        await conn.execute("select public.save_group($1, 'tenants', 'request', true, $2)", group, named)
    async with as_role(pool, mai.caller, read_only=False) as conn:
        await conn.execute("select public.join_group($1)", group)
    async with as_role(pool, ada.caller) as conn:
        waiting = await read_waiting(conn, "Asia/Singapore")
    assert (waiting.requests, waiting.asking, waiting.bookings) == (1, 1, 0)
    assert waiting.requested_day == starts_at.astimezone(ZoneInfo("Asia/Singapore")).date()
    async with as_role(pool, (await make_member(pool)).caller) as conn:
        theirs = await read_waiting(conn, "Asia/Singapore")
    assert (theirs.requests, theirs.requested_day, theirs.asking) == (0, None, 0)


async def test_site_texts_are_in_all_languages(pool: Pool, ada: Member) -> None:
    data = (await load_page(pool, "/admin/site", who=ada)).data
    assert isinstance(data, AdminSitePayload)
    assert [text.lang for text in data.texts] == ["en", "zh", "ms", "vi"]
    assert data.default_language == "en"


async def test_images_without_a_description_are_counted_by_language(pool: Pool, ada: Member) -> None:
    def pictures(*alts: str | None) -> dict[str, Any]:
        nodes = [{"type": "image", "attrs": {"src": "/storage/v1/b.png", "alt": alt}} for alt in alts]
        quote = {"type": "blockquote", "content": nodes}
        return {"body": {"type": "doc", "content": [quote, {"type": "image", "attrs": {"src": "/storage/v1/c"}}]}}

    texts = {"en": {**words("All"), **pictures("a", "")}, "vi": {**words("Một"), **pictures(None, "b")}}
    await save_article(pool, ada, texts)
    await save_article(pool, ada, {"en": words("None")})
    listed = (await articles(pool, ada, status="undescribed")).articles
    assert [[(text.lang, text.undescribed) for text in article.languages] for article in listed] == [
        [("en", 1), ("vi", 2)]
    ]


async def test_settings_carry_their_words_of_the_other_languages(pool: Pool, ada: Member) -> None:
    data = (await load_page(pool, "/admin/settings", lang="vi", who=ada)).data
    assert isinstance(data, AdminSettingsPayload)
    zone = next(setting for setting in data.settings if setting.name == "time_zone")
    assert "Time zone" in zone.words and "时区" in zone.words and "Múi giờ" not in zone.words
