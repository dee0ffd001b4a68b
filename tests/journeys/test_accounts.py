"""Accounts in a browser, on a phone: sign up through the mailbox, sign in and out, a new password."""

import json
import re
import uuid
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from balai.security.tokens import api_keys
from tests.journeys.conftest import ALIVE, Site, Visit, wait_for
from tests.journeys.texts import words_in
from tests.support.program import SECRET

KEYS = {
    "name": "signup.name",
    "email": "signin.email",
    "password": "signin.password",
    "sign_up": "signup.submit",
    "check": "signup.checkTitle",
    "confirm": "signin.confirm",
    "account": "nav.account",
    "short": "signup.passwordShort",
    "incomplete": "signin.emailInvalid",
}
LOCALES = Path(__file__).parents[2] / "web" / "locales"


def words_of(lang: str) -> dict[str, str]:
    """The interface texts, as the site has them."""
    texts = json.loads((LOCALES / f"{lang}.json").read_text())
    return {name: texts[key] for name, key in KEYS.items()}


LINK = re.compile(r'href="(http[^"]+(?:token_hash|invite)=[^"]+)"')


def mailed_link(site: Site, email: str) -> str:
    """Wait for the newest email to an address and return its link."""
    found = wait_for(lambda: next(map(LINK.search, site.mails_to(email)), None), f"a mail to {email}")
    return found[1].replace("&amp;", "&")


def sign_up(page: Page, lang: str, email: str) -> None:
    words = words_of(lang)
    page.get_by_label(words["name"]).fill("Mai")
    page.get_by_label(words["email"]).fill(email)
    page.get_by_label(words["password"], exact=True).fill("mật khẩu dài")
    page.get_by_role("button", name=words["sign_up"], exact=True).click()


@pytest.mark.parametrize("lang", ["vi", "zh"])
def test_sign_up_through_the_mailbox(site: Site, visit: Visit, lang: str) -> None:
    words, email = words_of(lang), f"{uuid.uuid4().hex[:8]}@example.org"
    page = visit(f"/{lang}/signup?next=/{lang}/forum")
    page.get_by_label(words["email"]).fill("mai@")
    page.get_by_label(words["password"], exact=True).fill("ngắn")
    page.get_by_role("button", name=words["sign_up"], exact=True).click()
    expect(page.get_by_text(words["short"])).to_be_visible()
    expect(page.get_by_text(words["incomplete"])).to_be_visible()
    expect(page.get_by_label(words["name"])).to_be_focused()
    sign_up(page, lang, email)
    expect(page.get_by_role("heading", name=words["check"])).to_be_visible()
    link = mailed_link(site, email)
    assert f"/{lang}/signin?token_hash=" in link
    # Opening the link, as scanners do, does not use the token; the button does.
    for _ in range(10):
        assert page.request.get(link).ok
        assert page.request.head(link).ok
    page.goto(link)
    page.get_by_role("button", name=words["confirm"]).click()
    page.wait_for_url(f"**/{lang}/forum")
    expect(page.locator("summary", has_text=words["account"])).to_be_visible()
    page.goto(link)
    page.get_by_role("button", name=words["confirm"]).click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_reload_keeps_the_step_that_waits_for_email(site: Site, visit: Visit) -> None:
    say, email = words_in("en"), f"{uuid.uuid4().hex[:8]}@example.org"
    page = visit("/en/signup")
    sign_up(page, "en", email)
    for step in ("signup", "forget-password", "signin?method=code"):
        if step != "signup":
            # A second email to the same address would have to wait for a minute.
            email = f"{uuid.uuid4().hex[:8]}@example.org"
            page.goto(f"/en/{step}")
            # The previous address is filled in at hydration, which may fall between a script's selection and input.
            page.evaluate(ALIVE)
            page.get_by_label("Email", exact=False).first.fill(email)
            page.get_by_role("button", name=re.compile("Send")).first.click()
        expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
        page.reload()
        expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
        expect(page.get_by_text(email)).to_be_visible()
        assert email not in page.url
    page.get_by_role("button", name=say("signup.otherAddress")).click()
    page.reload()
    expect(page.get_by_role("heading", name=say("signin.codeTitle"))).to_be_visible()


def test_password_field_praises_only_what_sign_up_accepts(site: Site, visit: Visit) -> None:
    say = words_in("en")
    page = visit("/en/signup")
    page.get_by_label(say("signup.name")).fill("Nguyễn Thị Sáu")
    page.get_by_label(say("signin.email")).fill(f"{uuid.uuid4().hex[:8]}@example.org")
    password = page.get_by_label(say("signin.password"), exact=True)
    for weak in ("Qwertyuiop1!", "nguyenthisau"):
        password.fill(weak)
        expect(page.get_by_text(say("error.auth.weak.pwned"))).to_be_visible()
        for praise in ("fair", "strong"):
            expect(page.get_by_text(say(f"signup.strength.{praise}"))).to_have_count(0)
    page.get_by_role("button", name=say("signup.submit"), exact=True).click()
    expect(page.get_by_text(say("error.auth.weak.pwned")).first).to_be_visible()
    expect(page.get_by_role("heading", name=say("signup.title"))).to_be_visible()
    password.fill("lantern kettle river")
    expect(page.get_by_text(say("signup.strength.strong"))).to_be_visible()


def test_invited_user_is_asked_for_name_and_password(site: Site, visit: Visit) -> None:
    say, email = words_in("vi"), f"{uuid.uuid4().hex[:8]}@example.org"
    key = api_keys(SECRET).service_role
    headers = {"apikey": key, "authorization": f"Bearer {key}"}
    body = {"email": email, "data": {"language": "vi"}}
    httpx.post(f"{site.url}/auth/v1/invite", json=body, headers=headers).raise_for_status()
    page = visit(mailed_link(site, email))
    expect(page.get_by_role("heading", name=say("reset-password.inviteTitle"))).to_be_visible()
    page.get_by_label(say("reset-password.password"), exact=True).fill("đèn lồng và ấm nước")
    page.get_by_role("button", name=say("reset-password.submit"), exact=True).click()
    expect(page.get_by_text(say("signup.nameMissing"))).to_be_visible()
    page.get_by_label(say("signup.name")).fill("Nguyễn Thị Sáu")
    page.get_by_role("button", name=say("reset-password.submit"), exact=True).click()
    page.locator("summary", has_text=say("nav.account")).click()
    expect(page.get_by_text("Nguyễn Thị Sáu")).to_be_visible()
    page.goto("/vi/profile")
    expect(page.get_by_label(say("signup.name"))).to_have_value("Nguyễn Thị Sáu")


def test_sign_up_by_the_emailed_code(site: Site, visit: Visit) -> None:
    email = f"{uuid.uuid4().hex[:8]}@example.org"
    page = visit("/vi/signup")
    sign_up(page, "vi", email)
    mailed_link(site, email)
    email_text = re.sub(r"<style>.*?</style>|token_hash=\w+", "", site.mails_to(email)[0], flags=re.S)
    code = re.search(r"\b(\d{6})\b", email_text)
    assert code is not None
    page.get_by_label("Mã trong email").fill("12")
    page.get_by_role("button", name="Tiếp tục").click()
    expect(page.get_by_text("Hãy nhập các chữ số của mã.")).to_be_visible()
    page.get_by_label("Mã trong email").fill(code[1])
    page.get_by_role("button", name="Tiếp tục").click()
    page.wait_for_url(lambda url: "/signup" not in url)


def test_sign_in_returns_to_the_page_and_signs_out(site: Site, visit: Visit) -> None:
    person = site.make_member("Mei")
    page = visit("/en/profile")
    page.wait_for_url("**/en/signin?next=*")
    page.get_by_label("Email").fill(person.email)
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("Wrong email or password.")
    expect(page.get_by_label("Email")).to_have_value(person.email)
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Password", exact=True)).to_have_attribute("type", "text")
    page.get_by_label("Password", exact=True).fill(person.password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("/en/profile")
    names = {cookie["name"] for cookie in page.context.cookies()}
    assert {"sb-access-token", "sb-refresh-token"} <= names
    page.goto("/en/signin?next=//evil.example/")
    page.wait_for_url(lambda url: "/signin" not in url)
    assert page.url.startswith(site.url)
    page.locator("summary", has_text="Account").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert not [cookie for cookie in page.context.cookies() if cookie["name"].startswith("sb-")]


def test_password_recovery(site: Site, visit: Visit) -> None:
    person = site.make_member("Mei")
    page = visit("/en/forget-password")
    page.get_by_label("Email").fill(person.email)
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Send again in"))).to_be_disabled()
    page.goto(mailed_link(site, person.email))
    page.get_by_label("New password").fill(person.password)
    page.get_by_role("button", name="Save password").click()
    expect(page.get_by_text("Choose a password that differs from the old one.")).to_be_visible()
    page.get_by_label("New password").fill("another good password")
    page.get_by_role("button", name="Save password").click()
    page.wait_for_url(lambda url: "/reset-password" not in url)
    other = visit("/en/signin")
    other.get_by_label("Email").fill(person.email)
    other.get_by_label("Password", exact=True).fill("another good password")
    other.get_by_role("button", name="Sign in", exact=True).click()
    other.wait_for_url(lambda url: "/signin" not in url)
