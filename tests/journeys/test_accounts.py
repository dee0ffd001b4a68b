"""Accounts in a browser, on a phone: sign up through the mailbox, sign in and out, a new password."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.conftest import Site, Visit

WORDS = {
    "vi": {
        "name": "Tên của bạn", "email": "Email", "password": "Mật khẩu", "sign_up": "Đăng ký",
        "check": "Kiểm tra email của bạn", "confirm": "Xác nhận và tiếp tục", "account": "Tài khoản",
        "sign_out": "Đăng xuất", "sign_in": "Đăng nhập",
        "short": "Mật khẩu này quá ngắn.", "incomplete": "Địa chỉ email này chưa đầy đủ.",
    },
    "zh": {
        "name": "您的名字", "email": "电子邮箱", "password": "密码", "sign_up": "注册", "check": "请查收邮件",
        "confirm": "确认并继续", "account": "账户", "sign_out": "退出", "sign_in": "登录",
        "short": "密码太短。", "incomplete": "邮箱地址不完整或格式不正确。",
    },
}  # fmt: skip
LINK = re.compile(r'href="(http[^"]+token_hash[^"]+)"')


def mailed_link(site: Site, email: str) -> str:
    """The link of the newest mail to an address, waited for."""
    for _ in range(100):
        mails = site.mails_to(email)
        if mails and (found := LINK.search(mails[0])):
            return found[1].replace("&amp;", "&")
    raise AssertionError(f"no mail to {email}")


def sign_up(page: Page, lang: str, email: str) -> None:
    words = WORDS[lang]
    page.get_by_label(words["name"]).fill("Mai")
    page.get_by_label(words["email"]).fill(email)
    page.get_by_label(words["password"], exact=True).fill("mật khẩu dài")
    page.get_by_role("button", name=words["sign_up"], exact=True).click()


@pytest.mark.parametrize("lang", ["vi", "zh"])
def test_sign_up_through_the_mailbox(site: Site, visit: Visit, lang: str) -> None:
    words, email = WORDS[lang], f"{uuid.uuid4().hex[:8]}@example.org"
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
    # Whoever opens the link, a scanner too, uses up nothing; the button does.
    for _ in range(3):
        assert page.request.get(link).ok
    page.goto(link)
    page.get_by_role("button", name=words["confirm"]).click()
    page.wait_for_url(f"**/{lang}/forum")
    expect(page.locator("summary", has_text=words["account"])).to_be_visible()
    page.goto(link)
    page.get_by_role("button", name=words["confirm"]).click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_the_code_of_the_mail_does_as_well(site: Site, visit: Visit) -> None:
    email = f"{uuid.uuid4().hex[:8]}@example.org"
    page = visit("/vi/signup")
    sign_up(page, "vi", email)
    mailed_link(site, email)
    code = re.search(r"\b(\d{6})\b", re.sub(r"<style>.*</style>|token_hash=\w+", "", site.mails_to(email)[0]))
    assert code is not None
    page.get_by_label("Mã trong thư").fill("12")
    page.get_by_role("button", name="Tiếp tục").click()
    expect(page.get_by_text("Mã gồm sáu chữ số.")).to_be_visible()
    page.get_by_label("Mã trong thư").fill(code[1])
    page.get_by_role("button", name="Tiếp tục").click()
    page.wait_for_url(lambda url: "/signup" not in url)


def test_sign_in_keeps_the_way_back_and_signs_out(site: Site, visit: Visit) -> None:
    person = site.make_member("Mei")
    page = visit("/en/profile")
    page.wait_for_url("**/en/signin?next=*")
    page.get_by_label("Email").fill(person.email)
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("E-mail or password is wrong.")
    expect(page.get_by_label("Email")).to_have_value(person.email)
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Password", exact=True)).to_have_attribute("type", "text")
    page.get_by_label("Password", exact=True).fill(person.password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/en/profile")
    names = {cookie["name"] for cookie in page.context.cookies()}
    assert {"sb-access-token", "sb-refresh-token"} <= names
    page.goto("/en/signin?next=//evil.example/")
    page.wait_for_url(lambda url: "/signin" not in url)
    assert page.url.startswith(site.url)
    page.locator("summary", has_text="Account").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert not [cookie for cookie in page.context.cookies() if cookie["name"].startswith("sb-")]


def test_a_forgotten_password(site: Site, visit: Visit) -> None:
    person = site.make_member("Mei")
    page = visit("/en/forget-password")
    page.get_by_label("Email").fill(person.email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", name="Check your mail")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Send again in"))).to_be_disabled()
    page.goto(mailed_link(site, person.email))
    page.get_by_label("New password").fill(person.password)
    page.get_by_role("button", name="Save the password").click()
    expect(page.get_by_text("The new password must differ from the old one.")).to_be_visible()
    page.get_by_label("New password").fill("another good password")
    page.get_by_role("button", name="Save the password").click()
    page.wait_for_url(lambda url: "/reset-password" not in url)
    other = visit("/en/signin")
    other.get_by_label("Email").fill(person.email)
    other.get_by_label("Password", exact=True).fill("another good password")
    other.get_by_role("button", name="Sign in", exact=True).click()
    other.wait_for_url(lambda url: "/signin" not in url)
