"""Loaders of the library: published only, filtered by query, paged by key; and categories for administrators."""

from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.site.loaders.resources import AdminResourcesPayload, ResourcesPayload
from balai.site.screens import NotFound
from tests.factories.forum import FORBIDDEN, refused
from tests.factories.library import files_of
from tests.factories.members import Member, make_member
from tests.support.pages import load_page

SAVE = "select public.save_resource($1::jsonb, $2::jsonb, $3)"
SAVE_CATEGORY = "select public.save_resource_category($1::jsonb, $2::jsonb)"


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


def json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


async def act(pool: Pool, who: Member, sql: str, *values: Any) -> Any:
    async with as_role(pool, who.caller, read_only=False) as connection:
        return await connection.fetchval(sql, *values)


async def shelf(pool: Pool, ada: Member, slug: str = "health", **names: str) -> UUID:
    category: UUID = await act(pool, ada, SAVE_CATEGORY, json({"slug": slug}), json(names or {"en": slug.title()}))
    return category


async def put(
    pool: Pool, who: Member, category: UUID, title: str = "A paper", version: int = 0, **changes: Any
) -> UUID:
    resource = {
        "id": str(uuid4()),
        "category_id": str(category),
        "kind": "document",
        "files": files_of("https://example.org/paper.pdf", "en"),
        "is_published": True,
        **changes,
    }
    texts = resource.pop("texts", {"en": {"title": title, "description": "What it says."}})
    await act(pool, who, SAVE, json(resource), json(texts), version)
    return UUID(resource["id"])


async def library(pool: Pool, lang: Any = "en", **query: str) -> ResourcesPayload:
    data = (await load_page(pool, "/resources", lang=lang, query=query)).data
    assert isinstance(data, ResourcesPayload)
    return data


async def desk(pool: Pool, ada: Member, **query: str) -> AdminResourcesPayload:
    data = (await load_page(pool, "/admin/resources", who=ada, query=query)).data
    assert isinstance(data, AdminResourcesPayload)
    return data


async def test_readers_see_published_resources_in_their_language(pool: Pool, ada: Member) -> None:
    category = await shelf(pool, ada, en="Health", vi="Sức khoẻ")
    await put(pool, ada, category, texts={"en": {"title": "Calendar"}, "vi": {"title": "Lịch tiêm"}})
    await put(pool, ada, category, "Draft", is_published=False)
    data = await library(pool, "vi")
    assert [(one.name, one.language, one.count) for one in data.categories] == [("Sức khoẻ", "vi", 1)]
    assert [(one.title, one.language) for one in data.resources] == [("Lịch tiêm", "vi")]
    assert [one.title for one in (await library(pool, "zh")).resources] == ["Calendar"]


async def test_filters_narrow_the_list_and_offer_existing_values(pool: Pool, ada: Member) -> None:
    health, work = await shelf(pool, ada), await shelf(pool, ada, "work")
    await put(pool, ada, health, "Malay paper", files=files_of("/a.pdf", "ms"))
    await put(pool, ada, health, "Number", kind="contact", files=files_of("tel:999"))
    await put(pool, ada, work, "Form", kind="form")

    async def titles(**query: str) -> list[str]:
        return [one.title for one in (await library(pool, **query)).resources]

    assert await titles() == ["Malay paper", "Number", "Form"]
    assert await titles(category="work") == ["Form"]
    assert await titles(kind="contact") == ["Number"]
    # A telephone number has no language, so it fits every one.
    assert await titles(language="ms") == ["Malay paper", "Number"]
    assert await titles(language="ms", category="work") == []
    assert (await library(pool)).kinds == ("document", "form", "contact")
    for wrong in ({"category": "nothing"}, {"kind": "odd"}, {"language": "fr"}, {"after": "odd"}):
        with pytest.raises(NotFound):
            await library(pool, **wrong)


async def test_list_is_paged_by_key(pool: Pool, ada: Member) -> None:
    for slug in ("one", "two"):
        category = await shelf(pool, ada, slug)
        for number in range(20):
            await put(pool, ada, category, f"{slug} {number}")
    first = await library(pool)
    assert first.next is not None
    second = await library(pool, after=first.next)
    assert second.next is None
    titles = [one.title for one in first.resources + second.resources]
    assert titles == [f"{slug} {number}" for slug in ("one", "two") for number in range(20)]


async def test_administrators_order_and_change_a_category(pool: Pool, ada: Member) -> None:
    category = await shelf(pool, ada)
    first, second, third = [await put(pool, ada, category, name) for name in ("a", "b", "c")]
    await act(pool, ada, "select public.order_resources($1, $2)", category, [third, first])
    assert [one.id for one in (await desk(pool, ada)).resources] == [third, first, second]
    await put(
        pool, ada, category, version=1, id=str(first), texts={"zh": {"title": "新"}, "en": None}, is_published=False
    )
    changed = next(one for one in (await desk(pool, ada)).resources if one.id == first)
    assert ([(text.language, text.title) for text in changed.texts], changed.version) == ([("zh", "新")], 2)
    await act(pool, ada, "select public.delete_resource($1)", second)
    assert [one.title for one in (await library(pool)).resources] == ["c"]


async def test_administration_shows_one_category_at_a_time(pool: Pool, ada: Member) -> None:
    assert (await desk(pool, ada)).category is None
    health, work = await shelf(pool, ada), await shelf(pool, ada, "work")
    await put(pool, ada, work)
    assert (await desk(pool, ada)).category == health
    chosen = await desk(pool, ada, category="work")
    assert (chosen.category, len(chosen.resources)) == (work, 1)
    assert [one.count for one in chosen.categories] == [0, 1]
    with pytest.raises(NotFound):
        await desk(pool, ada, category="odd")


async def test_concurrent_saves_never_overwrite_each_other(pool: Pool, ada: Member) -> None:
    category = await shelf(pool, ada)
    paper = await put(pool, ada, category)
    await put(pool, ada, category, "first", version=1, id=str(paper))
    with refused("changed_meanwhile"):
        await put(pool, ada, category, "second", version=1, id=str(paper))
    with refused("not_found"):
        await put(pool, ada, category, version=1)
    with refused("not_empty"):
        await act(pool, ada, "select public.delete_resource_category($1)", category)
    with refused("no_text"):
        await put(pool, ada, category, texts={})


async def test_invalid_values_are_rejected_by_constraints(pool: Pool, ada: Member) -> None:
    category = await shelf(pool, ada)
    for wrong in (
        {"files": files_of("javascript:alert(1)")},
        {"files": files_of("//evil.example")},
        {"kind": "odd"},
        {"texts": {"en": {"title": "a\u202eb"}}},
        {"texts": {"en": {"title": "a" * 201}}},
        {"texts": {"en": {"title": "a", "description": "a" * 2001}}},
    ):
        with pytest.raises(Exception, match="check constraint"):
            await put(pool, ada, category, **wrong)
    with pytest.raises(Exception, match="enum"):
        await put(pool, ada, category, files=files_of("/a.pdf", "fr"))


async def test_only_administrators_write(pool: Pool, ada: Member) -> None:
    category = await shelf(pool, ada)
    paper = await put(pool, ada, category)
    mei = await make_member(pool)
    with FORBIDDEN:
        await put(pool, mei, category)
    for sql in (
        "select public.delete_resource($1)",
        "select public.delete_resource_category($1)",
        "select public.order_resources($1, '{}')",
        "update public.resource_files set url = 'https://evil.example' where resource_id = $1",
        "delete from public.resource_texts where resource_id = $1",
    ):
        with FORBIDDEN:
            await act(pool, mei, sql, paper)


async def test_category_and_resource_without_a_text_in_the_pages_language_have_the_sites_first(
    pool: Pool, ada: Member
) -> None:
    category = await shelf(pool, ada, zh="健康", vi="Sức khoẻ")
    item = await put(pool, ada, category)
    await pool.execute("delete from public.resource_texts where resource_id = $1", item)
    for language, title in (("zh", "指南"), ("vi", "Hướng dẫn")):
        statement = "insert into public.resource_texts (resource_id, language, title) values ($1, $2, $3)"
        await pool.execute(statement, item, language, title)
    await pool.execute("update public.site_settings set default_language = 'vi'")
    data = (await load_page(pool, "/admin/resources", who=ada)).data
    assert isinstance(data, AdminResourcesPayload)
    assert data.categories[0].names[0].name == "Sức khoẻ"
    assert data.resources[0].texts[0].title == "Hướng dẫn"


MEMBERS = UUID(int=1)
PUBLIC, OF_MEMBERS = "/storage/v1/object/public/files/1/a.pdf", "/storage/v1/object/authenticated/member-files/1/a.pdf"
OF_GROUP = "/storage/v1/object/authenticated/member-files/groups/{}/1/a.pdf?download=a.pdf"


async def test_a_file_is_uploaded_for_the_readers_of_its_resource(pool: Pool, ada: Member) -> None:
    category = await shelf(pool, ada)
    one, other = uuid4(), uuid4()
    for group in (one, other):
        names = '{"en": {"name": "Parents", "description": ""}}'
        save = "select public.save_group($1, $2, 'open', true, $3::jsonb)"
        await act(pool, ada, save, group, f"g-{group.hex[:6]}", names)
    for url, audience in ((PUBLIC, None), (OF_MEMBERS, None), (OF_MEMBERS, MEMBERS), (OF_GROUP.format(one), one)):
        await put(pool, ada, category, files=files_of(url), group_id=audience and str(audience))
    for url, audience in (
        (PUBLIC, MEMBERS),
        (PUBLIC, one),
        (OF_MEMBERS, one),
        (OF_GROUP.format(one), other),
        (OF_GROUP.format(one), None),
        (OF_GROUP.format(one), MEMBERS),
    ):
        with refused("file_for_others"):
            await put(pool, ada, category, files=files_of(url), group_id=audience and str(audience))


async def test_reader_gets_the_file_of_their_language_and_sees_the_others(pool: Pool, ada: Member) -> None:
    category, mai = await shelf(pool, ada), await make_member(pool)
    files = [*files_of("/both.pdf", "en", "zh"), *files_of("/ms.pdf", "ms")]
    paper = await put(pool, ada, category, files=files)

    async def shown(lang: Any, who: Member | None = None, **query: str) -> list[tuple[str, set[str], str | None]]:
        data = (await load_page(pool, "/resources", lang=lang, who=who, query=query)).data
        assert isinstance(data, ResourcesPayload)
        (item,) = data.resources
        return [(one.url, set(one.languages), one.older_than) for one in (item.file, *item.other_files)]

    both, malay = ("/both.pdf", {"en", "zh"}, None), ("/ms.pdf", {"ms"}, None)
    assert await shown("en") == [both, malay]
    assert await shown("ms") == [malay, both]
    # The site's language, else the member's own order, else the one that was filtered by.
    assert await shown("vi") == [both, malay]
    order = "update public.profiles set content_languages = '{vi,ms}' where id = auth.uid()"
    async with as_role(pool, mai.caller, read_only=False) as connection:
        await connection.execute(order)
    assert await shown("vi", mai) == [malay, both]
    assert await shown("vi", language="ms") == [malay, both]
    await put(pool, ada, category, files=[*files[:2], *files_of("/new.pdf", "ms")], id=str(paper), version=1)
    assert (await shown("en"))[0] == ("/both.pdf", {"en", "zh"}, "ms")
    (resource,) = (await desk(pool, ada)).resources
    assert {(one.language, one.older_than) for one in resource.files} == {("en", "ms"), ("zh", "ms"), ("ms", None)}
    assert resource.files[0].older_since == next(one.replaced_at for one in resource.files if one.language == "ms")


async def test_a_file_for_members_has_an_address_of_the_site_wherever_it_is_shown(pool: Pool, ada: Member) -> None:
    category, mai, group = await shelf(pool, ada), await make_member(pool), uuid4()
    names = '{"en": {"name": "Parents", "description": ""}}'
    await act(pool, ada, "select public.save_group($1, 'parents', 'open', true, $2::jsonb)", group, names)
    await act(pool, ada, "select public.set_group_member($1, $2, 'member')", group, mai.id)
    stored, shown = f"{OF_MEMBERS}?download=%E8%AF%8A.pdf", "/member-files/1/a.pdf?download=%E8%AF%8A.pdf"
    of_group = OF_GROUP.format(group)
    files = [*files_of(stored, "en"), *files_of(PUBLIC.replace("public/files", "authenticated/member-files/2"), "vi")]
    paper = await put(pool, ada, category, "Timetable", files=files)
    await put(pool, ada, category, "Menu", files=files_of(of_group), group_id=str(group))
    await put(pool, ada, category, "Elsewhere", files=files_of(f"https://other.example{OF_MEMBERS}"))
    await put(pool, ada, category, "Own host", files=files_of(f"https://site.example{OF_MEMBERS}"))
    await act(pool, mai, "select public.set_bookmark(true, resource => $1)", paper)

    async def load(path: str, who: Member | None = mai, **query: str) -> Any:
        return (await load_page(pool, path, who=who, query=query)).data

    listed = (await load("/resources")).resources
    assert [one.file.url for one in listed] == [
        shown,
        f"/member-files/groups/{group}/1/a.pdf?download=a.pdf",
        f"https://other.example{OF_MEMBERS}",
        "/member-files/1/a.pdf",
    ]
    assert [one.url for one in listed[0].other_files] == ["/member-files/2/1/a.pdf"]
    assert [one.file.url for one in (await load("/groups/parents")).resources] == [listed[1].file.url]
    assert {one.url for one in (await load("/")).resources} == {one.file.url for one in listed}
    assert [one.path for one in (await load("/search", q="Timetable")).hits] == [shown]
    assert [one.path for one in (await load("/search", q="Timetable", kind="article")).nearest] == [shown]
    assert [one.path for one in (await load("/profile/bookmarks")).bookmarks] == [shown]
    # Rows, and the form that saves them, are as they were.
    urls = {file.url for one in (await desk(pool, ada)).resources for file in one.files}
    assert {stored, of_group} <= urls and shown not in urls
    rows = "select array_agg(url) from public.resource_files where resource_id = $1"
    assert stored in await act(pool, mai, rows, paper)
    # By the file that was opened without a session, in any language; never one that the visitor does not see.
    for who, key, title in (
        (mai, "1/a.pdf", "Timetable"),
        (mai, "2/1/a.pdf", "Timetable"),
        (None, "2/1/a.pdf", "Timetable"),
        (mai, f"groups/{group}/1/a.pdf", "Menu"),
        (None, f"groups/{group}/1/a.pdf", None),
        (mai, "9/none.pdf", None),
    ):
        asked = (await load("/resources", who, file=key)).asked
        assert (asked and asked.title) == title, key
