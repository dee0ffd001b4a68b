"""Versions of an article: compared word by word in Chinese on a phone, restored, and the restoration undone."""

import uuid

import pytest
from playwright.sync_api import expect

from tests.factories.blog import rich, words
from tests.journeys.conftest import PHONE, Person, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import make_administrator


@pytest.fixture
def ada(site: Site) -> Person:
    """An administrator for each journey."""
    return make_administrator(site, "Ada")


def save(site: Site, who: Person, article: str, base: int, title: str, body: str) -> None:
    facts = {"id": article, "source_language": "zh", "status": "published"}
    texts = {"zh": words(title, body=rich(body))}
    site.call(who, "save_article", article=facts, texts=texts, base_version=base)


def test_chinese_version_is_compared_restored_and_undone(site: Site, visit: Visit, ada: Person) -> None:
    title, article = f"诊所 {uuid.uuid4().hex[:6]}", str(uuid.uuid4())
    save(site, ada, article, 0, title, "社区诊所星期一上午开放。")
    save(site, ada, article, 1, title, "社区诊所星期一下午开放。")
    page = visit(f"/zh/blog/{title.replace(' ', '-')}/edit", as_=ada, viewport=PHONE)
    page.get_by_role("link", name="历史版本").click()
    versions = page.get_by_role("region", name="所有版本").get_by_role("listitem")
    expect(versions).to_have_count(2)
    expect(versions.first).to_contain_text("当前文本")
    versions.nth(1).get_by_role("link").click()
    comparison = page.get_by_role("region", name="Ada")
    expect(comparison.get_by_role("deletion").last).to_have_text("仅在此版本中: 上午")
    expect(comparison.get_by_role("insertion").last).to_have_text("仅在当前文本中: 下午")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    comparison.get_by_role("button", name="恢复此版本").click()
    expect(versions).to_have_count(3)
    expect(versions.first).to_contain_text("恢复的版本")
    page.get_by_role("button", name="撤销").click()
    expect(versions).to_have_count(4)
    page.get_by_role("link", name="返回编辑器").click()
    expect(page.get_by_role("textbox", name="正文")).to_contain_text("社区诊所星期一下午开放。")

    # Another person saves while a comparison is open: nothing is restored over their text.
    page.get_by_role("link", name="历史版本").click()
    versions.last.get_by_role("link").click()
    save(site, ada, article, 4, title, "社区诊所星期二开放。")
    comparison.get_by_role("button", name="恢复此版本").click()
    page.get_by_role("button", name="重新加载").click()
    expect(comparison.get_by_role("insertion").last).to_contain_text("星期二")
    comparison.get_by_role("button", name="恢复此版本").click()
    expect(versions).to_have_count(6)
