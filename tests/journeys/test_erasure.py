"""A member leaves with their posts, at 360 px in Vietnamese; an administrator has them deleted at once, in Chinese."""

import uuid

from playwright.sync_api import expect

from tests.factories.forum import rich
from tests.journeys.conftest import Site, Visit, wait_for
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_administration import ADA
from tests.journeys.test_forum import MAKE_POST, Forum, run_sql
from tests.journeys.test_forum import forum as forum
from tests.journeys.test_moderator import MAKE_REPLY
from tests.journeys.texts import words_in

IS_GONE = "select not exists (select from auth.users where id = $1)"


def test_posts_leave_with_their_author(site: Site, visit: Visit, forum: Forum) -> None:
    vi, zh = words_in("vi"), words_in("zh")
    lan, mai = site.make_member("Lan", language="vi"), site.make_member("Mai")
    area = run_sql(site, "select id from public.forums where slug = $1", forum.slug)
    post = run_sql(site, MAKE_POST, area, uuid.UUID(lan.id), "Where Lan lives", rich("Lan lives at 12 Jalan Besar."))
    run_sql(site, MAKE_REPLY, post, uuid.UUID(mai.id), rich("Welcome to the street!"))

    page = visit("/vi/profile/security", as_=lan, dark=True)
    keep = page.get_by_role("radio", name=vi("profile.security.leaveKeep"))
    expect(keep).to_be_checked()
    keep.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name=vi("profile.security.leaveErase"))).to_be_checked()
    page.get_by_role("button", name=vi("profile.security.leaveAsk")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(vi("profile.security.leaveEraseText"))
    assert_accessible(page)
    dialog.get_by_role("button", name=vi("profile.security.leaveConfirm")).click()
    expect(page.get_by_role("alert")).to_contain_text(vi("profile.security.leavingErased"))
    wait_for(lambda: any("mọi nội dung bạn đã viết" in mail for mail in site.mails_to(lan.email)), "the email")

    desk = visit(f"/zh/admin/members/{lan.id}", as_=ADA)
    expect(desk.get_by_text(zh("admin.member.textsGo"))).to_be_visible()
    desk.get_by_role("button", name=zh("admin.member.delete")).click()
    dialog = desk.get_by_role("dialog")
    # The member's wish to erase stands, so there is no choice.
    expect(dialog.get_by_role("radio")).to_have_count(0)
    dialog.get_by_role("button", name=zh("admin.member.delete")).click()
    desk.get_by_role("button", name=zh("admin.member.erase")).click()
    dialog.get_by_role("button", name=zh("admin.member.erase")).click()
    desk.wait_for_url("/zh/admin/members")
    wait_for(lambda: run_sql(site, IS_GONE, uuid.UUID(lan.id)), "the deletion")

    thread = visit(f"/zh/forum/{forum.slug}/post/{post}")
    expect(thread.get_by_text(zh("forum.post.deleted"))).to_be_visible()
    expect(thread.get_by_text("Welcome to the street!")).to_be_visible()
    for words in ("Jalan Besar", "Where Lan lives"):
        assert words not in thread.content()


def test_an_administrator_chooses_too(site: Site, visit: Visit) -> None:
    say, hoa = words_in("vi"), site.make_member("Hoa", language="vi")
    page = visit(f"/vi/admin/members/{hoa.id}", as_=ADA)
    page.get_by_role("button", name=say("admin.member.delete")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("radio", name=say("admin.member.textsKeep"))).to_be_checked()
    dialog.get_by_role("radio", name=say("admin.member.textsErase")).check()
    assert_accessible(page)
    dialog.get_by_role("button", name=say("admin.member.delete")).click()
    expect(page.get_by_text(say("admin.member.textsGo"))).to_be_visible()
    page.get_by_role("button", name=say("admin.member.restore")).click()
    expect(page.get_by_role("button", name=say("admin.member.delete"))).to_be_visible()


def test_periods_are_chosen_and_listed_with_the_settings(visit: Visit) -> None:
    say = words_in("zh")
    page = visit("/zh/admin/settings", as_=ADA)
    item = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=say("admin.settings.message_days")))
    expect(item).to_contain_text(say("admin.retention.never"))
    item.get_by_role("link", name=say("admin.settings.change")).click()
    page.wait_for_url("**/zh/admin/site#site-retention")
    page.get_by_label(say("admin.settings.message_days")).select_option("365")
    assert_accessible(page)
    page.get_by_role("button", name=say("admin.retention.save")).click()
    expect(page.get_by_text(say("admin.site.saved"))).to_be_visible()
    page.goto("/zh/admin/settings")
    expect(item).to_contain_text(say("admin.retention.days", count=365))
    expect(item).to_contain_text(say("admin.settings.changed"))
    item.get_by_role("button", name=say("admin.settings.reset")).click()
    expect(item).not_to_contain_text(say("admin.settings.changed"))
