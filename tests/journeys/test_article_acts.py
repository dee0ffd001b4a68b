"""An editor changes several articles at once on a phone: preview, undo, and the list of past acts."""

from playwright.sync_api import expect

from tests.factories.blog import words
from tests.journeys.conftest import Person, Site, Visit
from tests.journeys.test_article_review import assert_fits, editor

__all__ = ["editor"]


def test_an_editor_withdraws_two_articles_at_once_and_undoes_it(site: Site, visit: Visit, editor: Person) -> None:
    for title in ("Lịch khám tháng mười hai", "Cách lấy số thứ tự"):
        article = {"source_language": "vi", "status": "published"}
        site.call(editor, "save_article", article=article, texts={"vi": words(title)}, base_version=0)
    page = visit("/vi/admin/articles", as_=editor)
    page.get_by_role("button", name="Chọn", exact=True).click()
    page.get_by_label("Chọn: Lịch khám tháng mười hai").check()
    page.get_by_label("Chọn: Cách lấy số thứ tự").check()
    bar = page.get_by_role("region", name="Đã chọn")
    expect(bar.get_by_role("status")).to_have_text("Đã chọn 2")
    bar.get_by_role("button", name="Thêm thẻ").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Thẻ").fill("a,b")
    expect(dialog.get_by_role("alert")).to_contain_text("không có dấu phẩy")
    dialog.get_by_label("Thẻ").fill("Phòng khám")
    expect(dialog.get_by_role("definition").first).to_have_text("2")
    assert_fits(page)
    page.keyboard.press("Escape")
    bar.get_by_role("button", name="Chuyển thành bản nháp").click()
    expect(dialog.get_by_role("definition").first).to_have_text("2")
    dialog.get_by_role("button", name="Chuyển thành bản nháp").click()
    row = page.get_by_role("listitem").filter(has_text="Cách lấy số thứ tự")
    expect(row.get_by_text("Bản nháp", exact=True)).to_be_visible()
    page.goto("/vi/admin/acts")
    act = page.get_by_role("listitem").filter(has_text="Chuyển thành bản nháp")
    act.get_by_role("button", name="Hoàn tác").click()
    expect(act.get_by_text("Đã hoàn tác", exact=True)).to_be_visible()
    page.goto("/vi/admin/articles")
    expect(row.get_by_text("Đã đăng", exact=True)).to_be_visible()
