"""The desk of translators on a phone: a claimed task, the changes of its original, and a save that ends it."""

import uuid

import pytest
from playwright.sync_api import expect

from tests.factories.blog import rich, words
from tests.journeys.conftest import DESK, PHONE, Person, Site, Visit
from tests.journeys.live import wait_until_followed
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import make_administrator, run_sql

TRANSLATOR = (
    "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = 'translator'"
)
FIRST = "Phòng khám mở cửa sáng thứ hai."
NOW = "Phòng khám mở cửa chiều thứ hai."


@pytest.fixture
def translator(site: Site) -> Person:
    """A member with the role of a translator for each journey."""
    person = site.make_member("Mei")
    run_sql(site, TRANSLATOR, uuid.UUID(person.id))
    return person


def write(site: Site, title: str) -> str:
    """An article in Vietnamese that has changed since it was translated into Chinese."""
    ada, article = make_administrator(site, "Ada"), str(uuid.uuid4())
    facts = {"id": article, "source_language": "vi", "status": "published"}
    texts = {"vi": words(title, body=rich(FIRST)), "zh": words(f"{title}诊所", body=rich("诊所星期一上午开放。"))}
    site.call(ada, "save_article", article=facts, texts=texts, base_version=0)
    changed = {"vi": words(title, body=rich(NOW))}
    site.call(ada, "save_article", article=facts, texts=changed, base_version=1)
    return article


def test_translator_claims_compares_and_saves(site: Site, visit: Visit, translator: Person) -> None:
    title = f"Tin {uuid.uuid4().hex[:6]}"
    write(site, title)
    other = site.make_member("Ha")
    run_sql(site, TRANSLATOR, uuid.UUID(other.id))
    beside = visit("/vi/admin/translations?language=zh", as_=other, viewport=DESK)
    wait_until_followed(site, beside, "public.translation_tasks")
    page = visit("/zh/admin/translations?language=zh", as_=translator)
    task = page.get_by_role("listitem").filter(has_text=title)
    expect(task).to_contain_text("已过时")
    task.get_by_role("button", name="我来翻译").click()
    expect(task).to_contain_text("您正在翻译")
    # The other translator sees it without a reload.
    expect(beside.get_by_role("listitem").filter(has_text=title)).to_contain_text("Mei đang dịch")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    task.get_by_role("link", name=title).click()
    changes = page.get_by_role("region", name="原文的改动")
    expect(changes).to_contain_text("原文有 1 处改动")
    expect(changes.get_by_role("deletion")).to_have_text("sáng")
    expect(changes.get_by_role("insertion")).to_have_text("chiều")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    body = page.get_by_role("group", name="中文 · 译文").get_by_role("textbox", name="正文")
    body.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("诊所星期一下午开放。")
    # With a changed text, the save says whether it is up to date.
    expect(changes.get_by_role("button", name="仍然正确")).to_have_count(0)
    page.get_by_role("checkbox", name="此译文已是最新").check()
    page.get_by_role("button", name="保存").click()
    expect(page.get_by_role("main")).to_contain_text("诊所星期一下午开放。")
    page.goto(f"{site.url}/zh/admin/translations?language=zh")
    expect(page.get_by_role("heading", level=1)).to_have_text("译文")
    expect(page.get_by_role("listitem").filter(has_text=title)).to_have_count(0)


def test_translation_that_is_still_correct_needs_no_change(site: Site, visit: Visit, translator: Person) -> None:
    title = f"Tin {uuid.uuid4().hex[:6]}"
    article = write(site, title)
    page = visit("/zh/admin/translations?language=zh", as_=translator)
    page.get_by_role("link", name=title).click()
    page.get_by_role("button", name="仍然正确").click()
    expect(page.get_by_text("译文已是最新。")).to_be_visible()
    expect(page.get_by_role("region", name="原文的改动")).to_have_count(0)
    state = "select state from public.translation_tasks where item_id = $1 and language = 'zh'"
    assert run_sql(site, state, uuid.UUID(article)) == "done"


def test_desk_is_not_for_others(site: Site, visit: Visit) -> None:
    page = visit("/vi/admin/translations", as_=site.make_member())
    expect(page.get_by_role("heading", name="Bản dịch", exact=True)).to_have_count(0)


def test_new_translation_begins_with_what_was_translated_before(site: Site, visit: Visit, translator: Person) -> None:
    ada, mark = make_administrator(site, "Ada"), uuid.uuid4().hex[:6]
    known, new = f"Mang theo nón {mark}.", f"Mang theo nước {mark}."
    texts = {"vi": words(f"Một {mark}", body=rich(known)), "zh": words(f"一{mark}", body=rich(f"请带帽子{mark}。"))}
    facts = {"source_language": "vi", "status": "published"}
    site.call(ada, "save_article", article={**facts, "id": str(uuid.uuid4())}, texts=texts, base_version=0)
    body = {"type": "doc", "content": [*rich(new)["content"], *rich(known)["content"]]}
    site.call(ada, "save_article", article={**facts, "id": str(uuid.uuid4())},
              texts={"vi": words(f"Hai {mark}", body=body)}, base_version=0)  # fmt: skip
    page = visit("/zh/admin/translations?language=zh", as_=translator)
    page.get_by_role("link", name=f"Hai {mark}").click()
    page.get_by_role("button", name="添加译文：中文").click()
    memory = page.get_by_role("region", name="来自以前的译文")
    expect(memory).to_contain_text("1 段来自以前的译文")
    text = page.get_by_role("group", name="中文 · 译文").get_by_role("textbox", name="正文")
    expect(text.get_by_role("paragraph")).to_have_text(["", f"请带帽子{mark}。"])
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    text.get_by_text(f"请带帽子{mark}。").click()
    page.keyboard.press("End")
    page.keyboard.type("谢谢。")
    expect(memory).to_have_count(0)
