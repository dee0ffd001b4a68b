"""An administrator invites, edits, blocks and removes members, in a browser on a phone."""

import uuid

from playwright.sync_api import expect

from tests.journeys.conftest import ADMINISTRATOR, Person, Site, Visit, wait_for
from tests.journeys.test_accounts import mailed_link, sign_up
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in

ADA = Person("", ADMINISTRATOR[0], ADMINISTRATOR[1], "")


def test_invitation_by_link(site: Site, visit: Visit) -> None:
    say, note = words_in("vi"), f"Lớp {uuid.uuid4().hex[:6]}"
    page = visit("/vi/admin/members", as_=ADA)
    page.get_by_role("link", name=say("admin.invitations.title")).click()
    page.get_by_label(say("admin.invitations.note")).fill(note)
    page.get_by_label(say("admin.invitations.uses")).fill("0")
    page.get_by_role("button", name=say("admin.invitations.make")).click()
    expect(page.get_by_text(say("admin.invitations.usesWrong"))).to_be_visible()
    page.get_by_label(say("admin.invitations.uses")).fill("1")
    page.get_by_role("button", name=say("admin.invitations.make")).click()
    card = page.get_by_role("article").filter(has_text=note)
    expect(card.get_by_role("img", name=say("admin.invitations.qr"))).to_be_visible()
    url = card.locator("code").inner_text()

    guest, email = visit(url), f"{uuid.uuid4().hex[:8]}@example.org"
    expect(guest.get_by_text(say("signup.invitation.open"))).to_be_visible()
    sign_up(guest, "vi", email)
    expect(guest.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
    guest.goto(mailed_link(site, email))
    guest.get_by_role("button", name=say("signin.confirm")).click()
    expect(guest.locator("summary", has_text=say("nav.account"))).to_be_visible()
    page.reload()
    expect(card).to_contain_text(say("admin.invitations.state.used"))
    late = visit(url)
    expect(late.get_by_text(say("signup.invitation.used"))).to_be_visible()


def test_invitation_by_email(site: Site, visit: Visit) -> None:
    say, email = words_in("vi"), f"{uuid.uuid4().hex[:8]}@example.org"
    page = visit("/vi/admin/invitations", as_=ADA)
    form = page.locator("form").filter(has_text=say("admin.invitations.mailSend"))
    for address in (ADA.email, email):
        form.get_by_role("textbox").first.fill(address)
        form.get_by_role("button", name=say("admin.invitations.mailSend")).click()
        if address == ADA.email:
            expect(form.get_by_text(say("error.detail.already_member"))).to_be_visible()
    card = page.get_by_role("article").filter(has_text=email)
    expect(card).to_be_visible()
    url = mailed_link(site, email)
    assert "/vi/signup?invite=" in url

    guest = visit(url)
    expect(guest.get_by_text(say("signup.invitation.open"))).to_be_visible()
    page.reload()
    expect(card).to_contain_text(say("admin.invitations.sent"))
    card.get_by_role("button", name=say("admin.invitations.revoke")).click()
    expect(card).to_contain_text(say("admin.invitations.state.revoked"))
    guest.reload()
    expect(guest.get_by_text(say("signup.invitation.revoked"))).to_be_visible()


def test_member_is_added_edited_blocked_and_removed(site: Site, visit: Visit) -> None:
    say, email = words_in("zh"), f"{uuid.uuid4().hex[:8]}@example.org"
    page = visit("/zh/admin/invitations", as_=ADA)
    form = page.locator("form").filter(has_text=say("admin.invitations.create"))
    form.get_by_label(say("admin.invitations.name")).fill("小梅")
    form.get_by_label(say("signin.email")).fill(email)
    form.get_by_role("button", name=say("admin.invitations.createSubmit"), exact=True).click()
    expect(page.get_by_role("heading", name="小梅", level=1)).to_be_visible()
    page.get_by_role("button", name=say("admin.member.recovery")).click()
    expect(page.get_by_text(say("admin.member.recoverySent"))).to_be_visible()
    mailed_link(site, email)
    page.get_by_label(say("penalty.what")).select_option("suspend")
    page.get_by_label(say("penalty.span")).select_option("168")
    page.get_by_label(say("penalty.reason")).select_option("own")
    page.get_by_label(say("penalty.ownReason")).fill("在论坛发广告")
    page.get_by_role("button", name=say("penalty.impose")).click()
    lift = page.get_by_role("button", name=say("penalty.liftOf", name=say("penalty.suspend")))
    expect(lift).to_be_visible()
    expect(page.get_by_text("在论坛发广告")).to_be_visible()
    wait_for(lambda: "在论坛发广告" in site.mails_to(email)[0], "the email about the block")
    lift.click()
    expect(lift).to_have_count(0)
    delete = page.get_by_role("button", name=say("admin.member.delete"))
    restore = page.get_by_role("button", name=say("admin.member.restore"))
    delete.click()
    page.get_by_role("dialog").get_by_role("button", name=say("admin.member.delete")).click()
    expect(restore).to_be_visible()
    expect(delete).to_have_count(0)
    # The last toast; that of the suspension may still be open.
    page.get_by_role("button", name=say("common.undo")).last.click()
    expect(delete).to_be_visible()
    expect(restore).to_have_count(0)
    subjects = {"您的账号将被删除", "您的账号已恢复"}
    wait_for(lambda: all(any(one in mail for mail in site.mails_to(email)) for one in subjects), "both emails")
    delete.click()
    page.get_by_role("dialog").get_by_role("button", name=say("admin.member.delete")).click()
    expect(restore).to_be_visible()
    page.goto(f"/zh/admin/members?q={email}")
    expect(page.get_by_text(say("admin.members.deleted"))).to_be_visible()
    page.locator("main li").get_by_role("link", name="小梅").click()
    page.get_by_role("button", name=say("admin.member.erase")).click()
    page.get_by_role("dialog").get_by_role("button", name=say("admin.member.erase")).click()
    page.wait_for_url("/zh/admin/members")
    # The job deletes it.
    wait_for(
        lambda: run_sql(site, "select not exists (select from auth.users where email = $1)", email), "the deletion"
    )
    page.goto(f"/zh/admin/members?q={email}")
    expect(page.get_by_text(say("admin.members.empty"))).to_be_visible()


def test_going_back_to_another_member_shows_that_account(site: Site, visit: Visit) -> None:
    say, first, second = words_in("en"), site.make_member("Hoa"), site.make_member("Mei")
    page = visit(f"/en/admin/members?q={first.email}", as_=ADA)
    # By role, because the list has a search field "Name or email", and the URL changes before the page does.
    address = page.get_by_role("textbox", name=say("signin.email"))
    page.locator(f"a[href$='{first.id}']").click()
    page.wait_for_url(f"**/members/{first.id}")
    expect(address).to_have_value(first.email)
    page.get_by_role("link", name=say("admin.member.back")).click()
    page.get_by_role("searchbox", name=say("admin.members.search")).fill(second.email)
    page.keyboard.press("Enter")
    page.locator(f"a[href$='{second.id}']").click()
    page.wait_for_url(f"**/members/{second.id}")
    expect(address).to_have_value(second.email)
    page.evaluate("history.go(-3)")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hoa")
    expect(address).to_have_value(first.email)


def test_another_administrator_cannot_be_changed(site: Site, visit: Visit) -> None:
    say = words_in("en")
    page = visit(f"/en/admin/members?q={ADA.email}", as_=ADA)
    page.get_by_role("listitem").filter(has_text=ADA.email).get_by_role("link").first.click()
    expect(page.get_by_text(say("admin.member.isAdministrator"))).to_be_visible()
    expect(page.get_by_text(say("admin.member.lastSignIn"))).to_be_visible()
    expect(page.get_by_role("button", name=say("admin.member.delete"))).to_have_count(0)
