"""An administrator invites the people of a spreadsheet on a phone: wrong rows are named, and nothing is sent before."""

import uuid

from playwright.sync_api import FilePayload, expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Site, Visit, wait_for
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_accounts import mailed_link
from tests.journeys.texts import words_in

ADA = Person("", ADMINISTRATOR[0], ADMINISTRATOR[1], "")


def as_file(*rows: str) -> FilePayload:
    """As a spreadsheet in Vietnamese saves it."""
    text = "\ufeff" + "".join(f"{row}\r\n" for row in ("Họ và tên;Email;Ngôn ngữ", *rows))
    return {"name": "thành viên.csv", "mimeType": "text/csv", "buffer": text.encode()}


def test_list_of_people_is_checked_and_invited(site: Site, visit: Visit) -> None:
    say = words_in("vi")
    lan, mei = (f"{uuid.uuid4().hex[:8]}@example.org" for _ in range(2))
    page = visit("/vi/admin/invitations", as_=ADA)
    form = page.locator("form").filter(has_text=say("admin.invitations.listText"))
    chooser = form.get_by_label(say("admin.invitations.listChoose"))
    rows = (f"Nguyễn Thị Lan;{lan};", f"林美;{mei};中文", f"Admin;{ADMINISTRATOR[0]};")
    chooser.set_input_files(as_file(*rows, "Bình;binh at example;"))
    expect(form.get_by_text(say("admin.invitations.listWrong", count=1))).to_be_visible()
    expect(form.get_by_role("listitem")).to_contain_text([say("admin.invitations.listRow", number=5)])
    assert_accessible(page)

    chooser.set_input_files(as_file(*rows))
    expect(form.get_by_text(say("admin.invitations.listReady", count=2))).to_be_visible()
    expect(form.get_by_role("listitem")).to_contain_text([say("admin.invitations.listFinding.already_member")])
    assert site.mails_to(lan) == []
    assert_accessible(page)
    form.get_by_role("button", name=say("admin.invitations.listSend", count=2)).click()
    expect(page.get_by_text(say("admin.invitations.listSent", count=2))).to_be_visible()
    expect(page.get_by_role("article").filter(has_text="Nguyễn Thị Lan")).to_be_visible()
    assert "/vi/signup?invite=" in mailed_link(site, lan)
    assert "/zh/signup?invite=" in mailed_link(site, mei)

    # The same file again sends no invitation.
    chooser.set_input_files(as_file(*rows))
    expect(form.get_by_text(say("admin.invitations.listNone"))).to_be_visible()
    wait_for(lambda: len(site.mails_to(lan)) == 1, "one email")
    chooser.set_input_files({"name": "x.csv", "mimeType": "text/csv", "buffer": b"T\xean,@"})
    expect(form.get_by_text(say("admin.invitations.listProblem.encoding"))).to_be_visible()
