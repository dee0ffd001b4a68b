"""An article, a service and a resource are bookmarked where they are read, and listed together."""

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Site, Visit
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_booking import NAMES, make_service
from tests.journeys.test_forum import button
from tests.journeys.texts import words_in

SAY = words_in("zh")


def save(page: Page, note: str = "") -> None:
    """Save the open dialog."""
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(SAY("topics.bookmark.note")).fill(note)
    button(dialog, SAY("common.save")).click()
    expect(dialog).to_have_count(0)


def test_everything_is_bookmarked_and_listed_together(site: Site, visit: Visit) -> None:
    service = make_service(site)
    mei = site.make_member("Mei", language="zh")
    page = visit("/zh/blog", as_=mei)
    page.locator("main li a[href*='/blog/']").first.click()
    page.wait_for_url("**/zh/blog/*")
    button(page, SAY("common.bookmark")).wait_for()
    title = page.get_by_role("heading", level=1).inner_text()
    article = page.url
    button(page, SAY("common.bookmark")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(SAY("topics.bookmark.remind")).select_option(label=SAY("topics.bookmark.remind.week"))
    assert_accessible(page)
    save(page, "周日再读")

    page.goto(f"/zh/book/{service['slug']}")
    button(page, SAY("common.bookmark")).click()
    save(page)
    page.goto("/zh/resources")
    first = page.locator("main li", has=page.get_by_role("heading", level=3)).first
    name = first.get_by_role("heading").inner_text()
    button(first, f"{SAY('common.bookmark')}: {name}").click()
    save(page)

    page.goto("/zh/profile/bookmarks")
    main = page.get_by_role("main")
    for shown in (title, f"{NAMES['zh']} {service['mark']}", name, "周日再读"):
        expect(main.get_by_text(shown)).to_be_visible()

    # Note and reminder are there when the dialog is opened again, and stay.
    page.goto(article)
    button(page, SAY("common.bookmark")).click()
    expect(dialog.get_by_label(SAY("topics.bookmark.note"))).to_have_value("周日再读")
    expect(dialog.get_by_label(SAY("topics.bookmark.remind"))).to_have_value("kept")
    save(page, "周六再读")
    button(page, SAY("common.bookmark")).click()
    expect(dialog.get_by_label(SAY("topics.bookmark.remind"))).to_have_value("kept")
    button(dialog, SAY("topics.bookmark.remove")).click()
    expect(dialog).to_have_count(0)
    page.goto("/zh/profile/bookmarks")
    expect(main.get_by_text(name)).to_be_visible()
    expect(main.get_by_text(title)).to_have_count(0)

    guest = visit(article)
    expect(guest.get_by_role("heading", level=1)).to_be_visible()
    expect(button(guest, SAY("common.bookmark"))).to_have_count(0)
