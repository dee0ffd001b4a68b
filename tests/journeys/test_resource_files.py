"""A resource with a file for each language, on a phone: readers get theirs, and a replaced file marks the others."""

import re
import uuid

from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.journeys.conftest import PHONE, Site, Visit
from tests.journeys.live import close_toasts
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_images import make_administrator
from tests.journeys.texts import words_in

SAY = words_in("vi")


def paper(name: str) -> FilePayload:
    return {"name": name, "mimeType": "application/pdf", "buffer": f"%PDF-1.7 {name}\n%%EOF".encode()}


def upload(page: Page, language: str, name: str) -> None:
    """Upload a file in the fields of one language."""
    group = page.get_by_role("group", name=language, exact=True)
    group.get_by_label(SAY("admin.resources.file")).last.set_input_files(paper(name))
    expect(group.get_by_label(SAY("admin.resources.url"))).to_have_value(re.compile(rf"download={name}"))


def save(page: Page) -> None:
    page.get_by_role("button", name=SAY("common.save"), exact=True).click()
    expect(page.get_by_text(SAY("admin.resources.saved")).first).to_be_visible()
    expect(page.get_by_role("button", name=SAY("common.save"), exact=True)).to_have_count(0)


def fits(page: Page) -> None:
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def add_files_of_two_languages(page: Page, title: str) -> None:
    page.get_by_role("button", name=SAY("admin.resources.add")).first.click()
    page.get_by_label(SAY("admin.resources.files"), exact=True).select_option(label=SAY("admin.resources.files.each"))
    page.get_by_role("button", name=SAY("common.save"), exact=True).click()
    expect(page.get_by_text(SAY("admin.resources.error.noFile"))).to_be_visible()
    vietnamese = page.get_by_role("group", name="Tiếng Việt", exact=True)
    vietnamese.get_by_label(SAY("admin.resources.name")).fill(title)
    upload(page, "Tiếng Việt", "so-tay.pdf")
    upload(page, "English", "guide.pdf")
    # A file that was removed by mistake is put back.
    english = page.get_by_role("group", name="English", exact=True)
    english.get_by_role("button", name=SAY("admin.resources.removeFile")).click()
    expect(english.get_by_label(SAY("admin.resources.url"))).to_have_value("")
    english.get_by_role("button", name=SAY("admin.resources.putBack")).click()
    fits(page)
    save(page)


def test_readers_get_the_file_of_their_language(site: Site, visit: Visit) -> None:
    title = f"Sổ tay {uuid.uuid4().hex[:6]}"
    page = visit("/vi/admin/resources?category=health", as_=make_administrator(site), dark=True)
    add_files_of_two_languages(page, title)

    def row(reader: Page) -> Locator:
        return reader.get_by_role("listitem").filter(has=reader.get_by_role("heading", name=title))

    readers = {lang: visit(f"/{lang}/resources?category=health") for lang in ("vi", "en", "zh")}
    for lang, name in (("vi", "so-tay.pdf"), ("en", "guide.pdf"), ("zh", "guide.pdf")):
        with readers[lang].expect_download() as download:
            row(readers[lang]).get_by_role("link", name=title, exact=True).click()
        assert download.value.suggested_filename == name
        assert download.value.path().read_bytes() == paper(name)["buffer"]
    # The language, type and size of the file, and the other ones.
    expect(row(readers["vi"])).to_contain_text("Ngôn ngữ: Tiếng Việt")
    expect(row(readers["zh"])).to_contain_text("语言：English")
    expect(row(readers["zh"])).to_contain_text("PDF")
    others = row(readers["zh"]).get_by_role("link", name=f"Tiếng Việt: {title}")
    expect(others).to_have_attribute("href", re.compile("so-tay.pdf"))
    fits(readers["zh"])

    line = row(page)
    close_toasts(page, SAY("common.close"))
    line.get_by_role("button", name=SAY("admin.resources.edit")).click()
    upload(page, "Tiếng Việt", "so-tay-2.pdf")
    expect(page.get_by_label(SAY("admin.resources.marksOthers", languages="English"))).to_be_checked()
    save(page)
    expect(line).to_contain_text(SAY("admin.resources.behind", languages="English"))
    readers["zh"].reload()
    expect(row(readers["zh"])).to_contain_text(re.compile("比.+Tiếng Việt.*版本旧"))
    readers["vi"].reload()
    expect(row(readers["vi"]).get_by_role("link", name=title, exact=True)).to_have_attribute(
        "href", re.compile("so-tay-2.pdf")
    )

    close_toasts(page, SAY("common.close"))
    line.get_by_role("button", name=SAY("admin.resources.edit")).click()
    notice = page.get_by_role("group", name="English", exact=True).get_by_text("Cũ hơn bản Tiếng Việt")
    expect(notice).to_be_visible()
    fits(page)
    still_correct = page.get_by_role("button", name=SAY("admin.resources.stillCorrect"))
    still_correct.click()
    toast = page.get_by_role("status").filter(has_text=SAY("admin.resources.confirmed"))
    expect(notice).to_have_count(0)
    readers["zh"].reload()
    expect(row(readers["zh"])).to_be_visible()
    expect(row(readers["zh"])).not_to_contain_text("版本旧")
    toast.get_by_role("button", name=SAY("common.undo")).click()
    expect(notice).to_be_visible()
