"""Account and security in a browser: devices, data export, account deletion and its cancellation."""

import json
import re
import uuid
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pyotp
import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Site, Visit, wait_for
from tests.journeys.test_accessibility import assert_accessible
from tests.journeys.test_accounts import LINK, mailed_link
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in


@pytest.mark.parametrize("lang", ["vi"])
def test_devices_data_export_and_account_deletion(site: Site, visit: Visit, tmp_path: Path, lang: str) -> None:
    say, person = words_in(lang), site.make_member("Mai", language=lang)
    other = visit(f"/{lang}/forum", as_=person)
    page = visit(f"/{lang}/profile", as_=person)
    page.get_by_role("link", name=say("profile.security.title")).click()
    sessions = page.get_by_role("region", name=say("profile.security.sessions"))
    expect(sessions.get_by_role("listitem")).to_have_count(2)
    expect(sessions.get_by_text(say("profile.security.here"))).to_have_count(1)
    sessions.get_by_role("button", name=f"{say('nav.signOut')}: Chrome · Linux").click()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    # That browser is signed out with its next request.
    other.goto(f"/{lang}/profile/security")
    other.wait_for_url("**/signin*")

    page.get_by_role("button", name=say("profile.security.dataTake")).click()
    save = page.get_by_role("button", name=say("profile.security.dataDownload"))
    expect(save).to_be_visible()
    expect(page.get_by_text(say("profile.security.dataNext"))).to_be_visible()
    assert_accessible(page)
    with page.expect_download() as download:
        save.click()
    assert re.fullmatch(r"my-data-[0-9-]+\.zip", download.value.suggested_filename)
    file = tmp_path / "data.zip"
    download.value.save_as(file)
    with zipfile.ZipFile(file) as copy:
        assert json.loads(copy.read("data.json"))["account"]["email"] == person.email
        assert f'<html lang="{lang}">' in copy.read("index.html").decode()
    # The address leads no other user to the copy: a visitor is asked to sign in.
    answer = httpx.get(f"{site.url}/account-export", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/profile/security")
    mine = page.request.get("/account-export")
    assert (mine.headers["cache-control"], mine.headers["content-type"]) == ("private, no-store", "application/zip")
    wait_for(lambda: any("#data" in mail for mail in site.mails_to(person.email)), "the email about the copy")

    page.get_by_role("button", name=say("profile.security.leaveAsk")).click()
    page.get_by_role("dialog").get_by_role("button", name=say("profile.security.leaveConfirm")).click()
    expect(page.get_by_role("alert")).to_contain_text(say("profile.security.leaving"))
    page.get_by_role("button", name=say("profile.security.stay")).click()
    expect(page.get_by_text(say("profile.security.stayed"))).to_be_visible()
    expect(page.get_by_role("button", name=say("profile.security.leaveAsk"))).to_be_visible()


def test_sign_out_without_a_connection_ends_the_session_later(site: Site, visit: Visit) -> None:
    say, person = words_in("en"), site.make_member("Mai")
    other, page = visit("/en/forum", as_=person), visit("/en/profile/security", as_=person)
    devices = page.get_by_role("region", name=say("profile.security.sessions")).get_by_role("listitem")
    expect(devices).to_have_count(2)
    # Signing out needs the client, which loads after the first paint.
    other.wait_for_load_state("networkidle")
    other.context.set_offline(True)
    other.locator("header summary", has_text=say("nav.account")).click()
    other.get_by_role("button", name=say("nav.signOut")).click()
    expect(other.get_by_text(say("nav.signedOut"))).to_be_visible()
    expect(other.get_by_role("banner").get_by_role("link", name=say("nav.signIn"))).to_be_visible()
    with other.expect_response("**/auth/v1/logout*"):
        other.context.set_offline(False)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(devices).to_have_count(1)


def test_header_without_a_connection_has_the_last_known_user(site: Site, visit: Visit) -> None:
    say, person = words_in("en"), site.make_member("Mai")
    page = visit("/en/signin")
    page.get_by_label("Email", exact=False).first.fill(person.email)
    page.get_by_label("Password", exact=True).first.fill(person.password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    account = page.locator("header summary", has_text=say("nav.account"))
    account.click()
    page.get_by_role("link", name=say("nav.profile")).click()
    name = page.get_by_label(say("signup.name"))
    name.fill("Hoa Mới")
    page.locator("form").filter(has=name).get_by_role("button", name=say("common.save"), exact=True).click()
    expect(page.get_by_text(say("profile.saved"))).to_be_visible()
    account.click()
    expect(page.get_by_role("banner")).to_contain_text("Hoa Mới")
    page.context.set_offline(True)
    page.get_by_role("banner").get_by_role("link", name=say("notifications.title")).click()
    expect(page.get_by_role("heading", name=say("error.page.noConnection.title"))).to_be_visible()
    account.click()
    expect(page.get_by_role("banner")).to_contain_text("Hoa Mới")


def test_new_email_is_confirmed_from_both_addresses(site: Site, visit: Visit) -> None:
    say, person = words_in("zh"), site.make_member("Mei")
    page = visit("/zh/profile/security", as_=person)
    address = f"{uuid.uuid4().hex[:8]}@example.org"
    page.get_by_label(say("profile.email.label")).fill(address)
    page.get_by_role("button", name=say("profile.email.submit")).click()
    expect(page.get_by_text(say("profile.email.sent", email=address))).to_be_visible()
    page.reload()
    expect(page.get_by_text(say("profile.email.sent", email=address))).to_be_visible()
    first, second = mailed_links(site, person.email, address)
    page.goto(first)
    page.get_by_role("button", name=say("signin.confirm")).click()
    expect(page.get_by_text(say("signin.changeHalf"))).to_be_visible()
    page.goto(second)
    page.get_by_role("button", name=say("signin.confirm")).click()
    page.wait_for_url(re.compile("/zh/profile/security$"))
    expect(page.get_by_role("region", name=say("profile.security.email"), exact=True)).to_contain_text(address)


def mailed_links(site: Site, *emails: str) -> set[str]:
    """The links of all emails to these addresses; one email may contain another address."""
    for email in emails:
        mailed_link(site, email)
    mails = {mail for email in emails for mail in site.mails_to(email)}
    return {found[1].replace("&amp;", "&") for mail in mails if (found := LINK.search(mail))}


NEED_FACTOR = "update public.site_settings set administrators_need_factor = $1"


@pytest.fixture
def need_factor(site: Site) -> Iterator[None]:
    """A site that requires a second factor of its administrators."""
    run_sql(site, NEED_FACTOR, True)
    yield
    run_sql(site, NEED_FACTOR, False)


@pytest.mark.usefixtures("need_factor")
def test_second_factor_and_recovery_codes(site: Site, visit: Visit) -> None:
    say, person = words_in("vi"), site.make_member("Mai")
    run_sql(site, "insert into public.administrators (user_id) values ($1)", person.id)
    page = visit("/vi/profile/security", as_=person)
    expect(page.get_by_text(say("profile.security.needsFactor"))).to_be_visible()
    page.get_by_role("button", name=say("profile.security.addApp")).click()
    expect(page.get_by_role("img", name=say("profile.security.qr"))).to_be_visible()
    app = pyotp.TOTP(page.locator("form code").inner_text())
    page.get_by_label(say("signin.factorCode")).fill("000 000" if app.now() != "000000" else "111 111")
    page.get_by_role("button", name=say("profile.security.factorConfirm")).click()
    expect(page.get_by_text(say("error.auth.code"))).to_be_visible()
    page.get_by_label(say("signin.factorCode")).fill(app.now())
    page.get_by_role("button", name=say("profile.security.factorConfirm")).click()
    expect(page.get_by_text(say("profile.security.factorDone"))).to_be_visible()
    expect(page.get_by_text(say("profile.security.needsFactor"))).to_have_count(0)
    page.locator("summary", has_text=say("nav.account")).click()
    expect(page.get_by_role("link", name=say("nav.admin"))).to_be_visible()
    page.get_by_role("button", name=say("profile.security.codesMake")).click()
    expect(page.get_by_role("alert")).to_contain_text(say("profile.security.codesOnce"))
    papers = page.locator("ol code").all_inner_texts()
    assert len(papers) == 10

    other = visit("/vi/signin?next=/vi/forum")
    other.get_by_label(say("signin.email")).fill(person.email)
    other.get_by_label(say("signin.password"), exact=True).fill(person.password)
    other.get_by_role("button", name=say("signin.submit"), exact=True).click()
    expect(other.get_by_role("heading", name=say("signin.factorTitle"))).to_be_visible()
    # Until then pages are anonymous.
    assert not [cookie for cookie in other.context.cookies() if cookie["name"] == "sb-access-token"]
    other.get_by_role("button", name=say("signin.factorLost")).click()
    other.get_by_label(say("signin.factorPaperCode")).fill(papers[0].upper())
    other.get_by_role("button", name=say("signin.submit"), exact=True).click()
    other.wait_for_url("/vi/forum")
    expect(other.locator("summary", has_text=say("nav.account"))).to_be_visible()
