"""The desk of translators: outdated first, filtered, page by page, with the progress of each language."""

from uuid import UUID

import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.site.loaders.blog.translation_desk import AdminTranslationsPayload
from tests.database.blog.test_versions import make_writer
from tests.factories.blog import rich, save_article, words
from tests.factories.booking import make_service
from tests.factories.members import Member, make_member
from tests.support.pages import load_page


@pytest.fixture
async def ada(pool: Pool) -> Member:
    return await make_member(pool, display_name="Ada", is_admin=True)


async def desk(pool: Pool, who: Member, **query: str) -> AdminTranslationsPayload:
    data = (await load_page(pool, "/admin/translations", who=who, query=query)).data
    assert isinstance(data, AdminTranslationsPayload)
    return data


async def test_outdated_texts_come_first_and_originals_that_changed_last(pool: Pool, ada: Member) -> None:
    old = await save_article(pool, ada, {"en": words("Old"), "vi": words("Cũ")})
    await save_article(pool, ada, {"en": words("Draft"), "vi": words("Nháp", status="draft")})
    await save_article(pool, ada, {"en": words("New")})
    await save_article(pool, ada, {"zh": words("社区", body=rich("诊所。"))}, source_language="zh")
    await save_article(pool, ada, {"en": words("Old!")}, base=1, id=old["id"])
    await save_article(pool, ada, {"en": words("Newest")})
    shown = await desk(pool, ada, language="vi")
    assert [(task.title, task.state) for task in shown.tasks] == [
        ("Old!", "outdated"), ("Draft", "draft"), ("Newest", "missing"), ("社区", "missing"), ("New", "missing"),
    ]  # fmt: skip
    assert (shown.language, shown.kind, shown.next) == ("vi", None, None)
    assert {task.lang for task in (await desk(pool, ada)).tasks} == {"en", "zh", "ms", "vi"}
    progress = {one.lang: one for one in shown.progress}
    assert (progress["vi"].done, progress["vi"].total) == (0, 5)
    assert (progress["vi"].words, progress["vi"].characters) == (1 + 2 + 2 + 2, 4)
    assert (progress["en"].done, progress["en"].total, progress["en"].words) == (0, 1, 0)


async def test_a_finished_translation_leaves_the_desk(pool: Pool, ada: Member) -> None:
    saved = await save_article(pool, ada, {"en": words("One")})
    assert [task.slug for task in (await desk(pool, ada, language="vi")).tasks] == ["one"]
    await save_article(pool, ada, {"en": words("One"), "vi": words("Một")}, base=1, id=saved["id"])
    shown = await desk(pool, ada, language="vi")
    assert shown.tasks == ()
    assert [(one.done, one.total) for one in shown.progress if one.lang == "vi"] == [(1, 1)]


async def test_kinds_and_claims_are_shown(pool: Pool, ada: Member) -> None:
    await save_article(pool, ada, {"en": words("One")})
    service = await make_service(pool, ada, texts=[{"language": "en", "name": "Clinic"}])
    (task,) = (await desk(pool, ada, language="vi", kind="service")).tasks
    assert (task.title, task.item_id, task.claimed_by) == ("Clinic", service, None)
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute("select public.claim_task($1)", task.id)
    (task,) = (await desk(pool, ada, language="vi", kind="service")).tasks
    assert (task.claimed_by, task.claimer_name) == (ada.id, "Ada")
    assert {one.kind for one in (await desk(pool, await make_writer(pool, "translator"))).tasks} == {"article"}


async def test_every_task_is_on_one_page(pool: Pool, ada: Member) -> None:
    for number in range(11):
        await save_article(pool, ada, {"en": words(f"Article {number}")})
    first = await desk(pool, ada)
    assert first.next is not None
    second = await desk(pool, ada, after=first.next)
    found: list[UUID] = [task.id for page in (first, second) for task in page.tasks]
    assert (len(found), len(set(found)), second.next) == (33, 33, None)
    expired = {"publish_at": "2020-01-01T00:00Z", "expire_at": "2020-01-02T00:00Z"}
    await save_article(pool, ada, {"en": words("Expired")}, **expired)
    assert all(task.title != "Expired" for task in (await desk(pool, ada)).tasks)
