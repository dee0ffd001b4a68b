"""Topics like the one that is being started: listed while the title is typed, opened beside the form."""

import re
import uuid

import pytest
from playwright.sync_api import expect

from tests.factories.forum import rich
from tests.journeys.conftest import Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import Forum, run_sql
from tests.journeys.test_forum import forum as forum
from tests.journeys.texts import words_in

POST = """
insert into public.posts (forum_id, author_id, language, title, body)
select forum_id, author_id, $2::text::public.language, $3, $4 from public.posts where id = $1
"""
# The title that there is, and the beginning of another.
TITLES = {
    "zh": ("榕树巷的豆腐坊周末开门吗", "豆腐坊开门"),
    "vi": ("Tiệm sửa xe đạp đường Hoa Mai mở cửa mấy giờ?", "tiem sua xe dap"),
}


@pytest.mark.parametrize("lang", ["zh", "vi"])
def test_look_alikes_are_listed_and_opened_beside_the_form(site: Site, visit: Visit, forum: Forum, lang: str) -> None:
    say, (title, typed) = words_in(lang), TITLES[lang]
    run_sql(site, POST, uuid.UUID(forum.post), lang, title, rich("Mình đi ngang qua đó mỗi ngày, 请问有人知道吗？"))
    page = visit(f"/{lang}/post/new", as_=site.make_member("Mei", language=lang), dark=lang == "vi")
    heading = page.get_by_label(say("post.new.heading"), exact=True)
    heading.click()
    page.keyboard.type(typed, delay=30)
    alike = page.get_by_role("region", name=say("topics.alike"))
    link = alike.get_by_role("link", name=title)
    expect(link).to_be_visible()
    assert alike.get_by_role("link").count() <= 5
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = link.bounding_box()
    assert box is not None and box["height"] >= 24
    page.keyboard.press("Tab")
    while not link.evaluate("link => link === document.activeElement"):
        assert page.evaluate("document.activeElement.tagName") == "A"
        page.keyboard.press("Tab")
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    expect(opened.value.get_by_role("heading", name=title, level=1)).to_be_visible()
    opened.value.close()
    expect(heading).to_have_value(typed)
    expect(page).to_have_url(re.compile(f"/{lang}/post/new"))
    page.reload()
    expect(heading).to_have_value(typed)
    expect(link).to_be_visible()
    # Another question has none.
    heading.fill("xyzzy 0817")
    expect(alike).to_have_count(0)
