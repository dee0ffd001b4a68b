"""Long forms of the administration: sections, folded rules, what survives a reload, and what can be undone."""

from playwright.sync_api import expect

from tests.journeys.conftest import ADMINISTRATOR, DESK, PHONE, Person, Visit
from tests.journeys.live import close_toasts
from tests.journeys.texts import words_in

ADA = Person("", *ADMINISTRATOR, "Administrator")


def test_long_form_survives_a_reload_and_leads_to_its_mistake(visit: Visit) -> None:
    say = words_in("vi")
    page = visit("/vi/admin/services/new", as_=ADA, viewport=PHONE)
    name = page.get_by_label(say("admin.service.name"), exact=True)
    # The browser asks before the reload if the server has not got the draft yet; this browser has it.
    page.on("dialog", lambda asked: asked.accept())
    name.fill("Lớp vẽ buổi sáng")
    fold = page.locator("summary", has_text=say("admin.service.more"))
    per_person = page.get_by_label(say("admin.service.perPerson"), exact=True)
    expect(per_person).to_be_hidden()
    fold.click()
    per_person.fill("0")
    fold.click()
    expect(per_person).to_be_hidden()
    page.get_by_role("button", name=say("admin.service.save"), exact=True).click()
    expect(per_person).to_be_focused()
    steps = page.get_by_role("navigation", name=say("admin.form.steps"))
    wrong = steps.get_by_role("link").filter(has_text=say("admin.form.wrong"))
    expect(wrong).to_have_count(1)
    expect(wrong.last).to_contain_text(say("admin.service.rules"))
    name.fill("")
    page.get_by_role("button", name=say("admin.service.save"), exact=True).click()
    expect(name).to_be_focused()
    name.fill("Lớp vẽ buổi sáng")
    expect(page.get_by_text(say("common.draft.saved"), exact=True)).to_be_visible()

    page.reload()
    expect(page.get_by_text(say("draft.restored"))).to_be_visible()
    expect(name).to_have_value("Lớp vẽ buổi sáng")
    # A rule that differs from its default is not folded away.
    expect(per_person).to_have_value("0")
    back = page.get_by_role("link", name=say("common.goBack"), exact=True)
    back.click()
    dialog = page.get_by_role("dialog", name=say("draft.leave.title"))
    expect(dialog.get_by_text(say("draft.leave.kept"))).to_be_visible()
    dialog.get_by_role("button", name=say("common.goBack")).click()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name=say("draft.discard")).click()
    expect(name).to_have_value("")
    page.get_by_role("button", name=say("common.undo")).click()
    expect(name).to_have_value("Lớp vẽ buổi sáng")
    page.get_by_role("button", name=say("draft.discard")).click()
    expect(name).to_have_value("")
    close_toasts(page, say("common.close"))
    back.click()
    page.wait_for_url("**/vi/admin/services")


def test_deletion_is_undone_and_unsaved_links_are_not_left_silently(visit: Visit) -> None:
    say = words_in("zh")
    page = visit("/zh/admin/resources", as_=ADA, viewport=DESK)
    row = page.get_by_role("main").get_by_role("listitem").filter(has=page.get_by_role("heading")).first
    title = row.get_by_role("heading").inner_text()
    row.get_by_role("button", name=say("admin.resources.delete"), exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=say("admin.resources.delete")).click()
    toast = page.get_by_role("status").filter(has_text=say("admin.resources.removed"))
    expect(toast).to_be_visible()
    heading = page.get_by_role("main").get_by_role("heading", name=title, exact=True)
    expect(heading).to_have_count(0)
    toast.get_by_role("button", name=say("common.undo")).click()
    expect(heading).to_be_visible()

    page.goto("/zh/admin/menu")
    form = page.get_by_role("region", name=say("admin.menu.header"))
    form.get_by_role("button", name=say("admin.menu.addButton")).click()
    page.get_by_role("link", name=say("admin.services.short"), exact=True).click()
    dialog = page.get_by_role("dialog", name=say("draft.leave.title"))
    expect(dialog.get_by_text(say("draft.leave.lost"))).to_be_visible()
    dialog.get_by_role("button", name=say("common.goBack")).click()
    expect(dialog).to_be_hidden()
    page.get_by_role("link", name=say("admin.services.short"), exact=True).click()
    dialog.get_by_role("button", name=say("draft.leave.confirm")).click()
    page.wait_for_url("**/zh/admin/services")
