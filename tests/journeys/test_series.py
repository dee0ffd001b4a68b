"""A series of articles: made and ordered on a phone, and read in two languages, with its own numbers in each."""

import re
import uuid

from playwright.sync_api import expect

from tests.factories.blog import words
from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_forum import make_administrator


def test_series_is_made_ordered_and_read_in_two_languages(site: Site, visit: Visit) -> None:
    ada, mark = make_administrator(site, "Ada"), uuid.uuid4().hex[:6]
    for title, languages in (("Thuê phòng", ("vi", "en")), ("Đi học", ("vi",)), ("Khám bệnh", ("vi", "en"))):
        facts = {"id": str(uuid.uuid4()), "source_language": "vi", "status": "published"}
        texts = {lang: words(f"{title} {mark}" if lang == "vi" else f"Part: {title} {mark}") for lang in languages}
        site.call(ada, "save_article", article=facts, texts=texts, base_version=0)

    page = visit("/vi/admin/series", as_=ada, viewport=PHONE)
    page.get_by_role("button", name="Thêm loạt bài").click()
    page.get_by_role("textbox", name=re.compile("^Tiêu đề")).first.fill(f"Năm đầu tiên {mark}")
    page.get_by_role("button", name="Lưu").click()
    series = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=f"Năm đầu tiên {mark}"))
    expect(series).to_contain_text("Chưa có bài viết nào")
    for title in ("Đi học", "Thuê phòng", "Khám bệnh"):
        series.get_by_role("combobox", name="Thêm bài viết").select_option(f"{title} {mark}")
        series.get_by_role("button", name="Thêm vào loạt bài").click()
        expect(series.get_by_role("link", name=f"{title} {mark}")).to_be_visible()
    series.get_by_role("button", name=f"Chuyển “Thuê phòng {mark}” lên").click()
    parts = series.locator("ol > li")
    expect(parts.first).to_contain_text(f"1. Thuê phòng {mark}")
    series.get_by_role("button", name=f"Gỡ “Khám bệnh {mark}” khỏi loạt bài").click()
    expect(parts).to_have_count(2)
    page.get_by_role("button", name="Hoàn tác").click()
    expect(parts).to_have_count(3)
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    reader = visit(f"/vi/blog/series/nam-dau-tien-{mark}", viewport=PHONE)
    expect(reader.get_by_role("heading", name="3 phần")).to_be_visible()
    assert_accessible(reader)
    reader.get_by_role("link", name=f"2. Đi học {mark}").click()
    box = reader.get_by_role("navigation", name="Các phần của loạt bài")
    expect(box).to_contain_text("Phần 2 trên 3")
    reader.get_by_role("navigation", name="Phần trước và phần sau").get_by_role("link", name="Khám bệnh").click()
    expect(box).to_contain_text("Phần 3 trên 3")
    assert_accessible(reader)

    # In English two parts have numbers; the third one is shown in its own language, without a number.
    reader.goto(f"{site.url}/en/blog/series/nam-dau-tien-{mark}")
    expect(reader.get_by_role("heading", name="2 parts")).to_be_visible()
    expect(reader.get_by_role("link", name=f"2. Part: Khám bệnh {mark}")).to_be_visible()
    expect(reader.get_by_role("link", name=f"Đi học {mark}", exact=True)).to_be_visible()

    series.get_by_role("button", name="Xoá").click()
    page.get_by_role("dialog").get_by_role("button", name="Xoá").click()
    expect(series).to_have_count(0)
    page.get_by_role("button", name="Hoàn tác").click()
    expect(parts).to_have_count(3)
