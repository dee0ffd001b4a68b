"""Sign-in in a browser on a phone: emailed codes, late links, and sessions or errors in the URL."""

import re
import uuid
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from balai.security.tokens import api_keys
from tests.journeys.conftest import Person, Site, Visit, sign_in, wait_for
from tests.journeys.test_accounts import mailed_link, sign_up
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in
from tests.support.program import SECRET

CODE = re.compile(r"\b(\d{6})\b")


def mailed_code(site: Site, email: str) -> str:
    """Return the code of the newest email to an address."""
    mailed_link(site, email)
    found = CODE.search(re.sub(r"<style>.*?</style>|token_hash=\w+", "", site.mails_to(email)[0], flags=re.S))
    assert found is not None
    return found[1]


def implicit_session(site: Site, person: Person) -> str:
    """A session as the service writes it into the URL fragment."""
    response = httpx.post(
        f"{site.url}/auth/v1/token?grant_type=password",
        json={"email": person.email, "password": person.password},
        headers={"apikey": api_keys(SECRET).anon},
    ).json()
    names = ("access_token", "expires_at", "expires_in", "refresh_token", "token_type")
    return "&".join(f"{name}={response[name]}" for name in names)


@pytest.mark.parametrize("lang", ["vi", "zh"])
def test_sign_in_by_emailed_code(site: Site, visit: Visit, lang: str) -> None:
    say, person = words_in(lang), site.make_member("Mai")
    page = visit(f"/{lang}/signin?next=/{lang}/forum")
    page.get_by_role("link", name=say("signin.withCode")).click()
    # Both screens have this field: text typed before the navigation completes is lost.
    expect(page.get_by_role("heading", name=say("signin.codeTitle"))).to_be_visible()
    page.get_by_label(say("signin.email")).fill(person.email)
    page.get_by_role("button", name=say("signin.codeSend")).click()
    expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
    again = page.get_by_role("button", name=re.compile(say("signup.resendIn", count=5).replace("5", "(5|60)[0-9]?")))
    expect(again).to_be_disabled()
    code = mailed_code(site, person.email)
    page.get_by_label(say("signup.code")).fill("000000" if code != "000000" else "111111")
    page.get_by_role("button", name=say("signup.codeSubmit")).click()
    expect(page.get_by_text(say("error.auth.code"))).to_be_visible()
    page.get_by_label(say("signup.code")).fill(code)
    page.get_by_role("button", name=say("signup.codeSubmit")).click()
    page.wait_for_url(f"**/{lang}/forum")
    # The link of the same email is used up: a signed-in user continues, another browser offers a new one.
    link = mailed_link(site, person.email)
    page.goto(link)
    page.get_by_role("button", name=say("signin.confirm")).click()
    page.get_by_role("link", name=say("signup.codeSubmit")).click()
    page.wait_for_url(f"**/{lang}/forum")
    other = visit(link)
    other.get_by_role("button", name=say("signin.confirm")).click()
    expect(other.get_by_role("alert")).to_contain_text(say("error.auth.linkExpired"))
    other.get_by_role("link", name=say("reset-password.askLink")).click()
    expect(other.get_by_role("heading", name=say("signin.codeTitle"))).to_be_visible()


def test_error_in_the_url_is_shown_once(visit: Visit) -> None:
    say = words_in("vi")
    error = "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired"
    for address in (f"/vi/forum?{error}", f"/vi/forum#{error}&sb=", f"/vi/forum?{error}#{error}&sb="):
        page = visit(address)
        expect(page.get_by_text(say("error.auth.linkExpired"))).to_be_visible()
        page.wait_for_function("() => !location.href.includes('error')")
        assert page.evaluate("location.pathname + location.search + location.hash") == "/vi/forum"
        page.context.close()


def test_incomplete_session_in_the_url_is_reported(visit: Visit) -> None:
    """An error of the client, not of the service."""
    page = visit("/ms/forum#access_token=half&token_type=bearer")
    expect(page.get_by_text(words_in("ms")("error.auth.addressIncomplete"))).to_be_visible()
    page.wait_for_function("() => !location.href.includes('token')")


def test_session_in_the_url(site: Site, visit: Visit) -> None:
    say, person = words_in("zh"), site.make_member("Mei")
    page = visit(f"/zh/forum#{implicit_session(site, person)}&sb=&type=magiclink")
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()
    page.wait_for_function("() => !location.href.includes('token')")
    assert {"sb-access-token", "sb-refresh-token"} <= {cookie["name"] for cookie in page.context.cookies()}
    recovered = visit(f"/zh#{implicit_session(site, person)}&sb=&type=recovery")
    recovered.wait_for_url("/zh/reset-password")
    recovered.get_by_label(say("reset-password.password")).fill("一个够长的新密码也好记")
    recovered.get_by_role("button", name=say("reset-password.submit")).click()
    expect(recovered.get_by_text(say("reset-password.done"))).to_be_visible()


def test_code_in_the_url(site: Site, visit: Visit) -> None:
    """The link of another application's email redirects with a code; only the requesting browser can use it."""
    say, person = words_in("vi"), site.make_member("Mai")
    page = visit("/vi/signin?method=code")
    page.get_by_label(say("signin.email")).fill(person.email)
    page.get_by_role("button", name=say("signin.codeSend")).click()
    expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
    token = re.search(r"token_hash=(\w+)", mailed_link(site, person.email))
    assert token is not None
    query = {"token": token[1], "type": "magiclink", "redirect_to": f"{site.url}/vi/forum"}
    back = httpx.get(f"{site.url}/auth/v1/verify", params=query).headers["location"]
    assert urlsplit(back).query.startswith("code=")
    stranger = visit(back)
    expect(stranger.get_by_text(say("error.auth.otherBrowser"))).to_be_visible()
    page.goto(back)
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()
    page.wait_for_function("() => location.search === ''")


def test_two_tabs_share_the_session_state(site: Site, visit: Visit) -> None:
    say, person = words_in("en"), site.make_member("Mei")
    page = visit("/en/forum", as_=person)
    second = page.context.new_page()
    second.goto("/en/blog")
    expect(second.locator("summary", has_text=say("nav.account"))).to_be_visible()
    page.locator("summary", has_text=say("nav.account")).click()
    page.get_by_role("button", name=say("nav.signOut")).click()
    expect(second.get_by_role("link", name=say("nav.signIn")).first).to_be_visible()
    sign_in(page, person)
    expect(second.locator("summary", has_text=say("nav.account"))).to_be_visible()


def test_lost_connection_keeps_the_form(site: Site, visit: Visit) -> None:
    say = words_in("vi")
    page = visit("/vi/signup")
    email = f"{uuid.uuid4().hex[:8]}@example.org"
    page.get_by_label(say("signup.name")).fill("Mai")
    page.get_by_label(say("signin.email")).fill(email)
    page.get_by_label(say("signin.password"), exact=True).fill("mưa rào tháng bảy")
    expect(page.get_by_text(say("signup.strength.strong"))).to_be_visible()
    page.route("**/auth/v1/signup*", lambda route: route.fulfill(status=503, body="busy"))
    page.get_by_role("button", name=say("signup.submit"), exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(say("error.busy"))
    page.unroute("**/auth/v1/signup*")
    page.route("**/auth/v1/signup*", lambda route: route.abort())
    page.get_by_role("button", name=say("signup.submit"), exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text(say("error.network"))
    page.unroute("**/auth/v1/signup*")
    button = page.get_by_role("button", name=say("signup.submit"), exact=True)
    # A double click sends it once.
    button.evaluate("button => { button.click(); button.click(); }")
    expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
    mailed_link(site, email)
    assert len(site.mails_to(email)) == 1


SHOW = """(state) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
  dispatchEvent(new Event("visibilitychange"));
}"""


def test_hidden_tab_pauses_and_a_visible_one_recovers(site: Site, visit: Visit) -> None:
    page = visit("/en/forum", as_=site.make_member("Mei"))
    page.clock.install()
    page.reload()
    expect(page.locator("summary", has_text="Account")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/auth/v1/token" in request.url else None)
    before = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sb-access-token")
    page.evaluate(SHOW, "hidden")
    # After the token's expiry: a visible tab would have refreshed it before.
    page.clock.fast_forward("01:30:00")
    page.clock.run_for(120_000)
    assert asked == []
    with page.expect_response(lambda response: "/auth/v1/token" in response.url):
        page.evaluate(SHOW, "visible")
    # The service's clock has not moved, so its new token looks expired here too, and further requests refresh again.
    page.wait_for_function("(old) => !document.cookie.includes(old)", arg=before)


def test_code_keeps_the_invitation_and_the_typed_name(site: Site, visit: Visit) -> None:
    say, email = words_in("vi"), f"{uuid.uuid4().hex[:8]}@example.org"
    token = run_sql(site, "INSERT INTO public.invitations (language, max_uses) VALUES ('vi', 1) RETURNING token")
    page = visit(f"/vi/signup?invite={token}")
    sign_up(page, "vi", email)
    expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
    mailed_link(site, email)
    run_sql(site, "UPDATE auth.users SET confirmation_sent_at = now() - interval '2 minutes' WHERE email = $1", email)
    page.get_by_role("button", name=say("signup.otherAddress")).click()
    page.get_by_role("link", name=say("signup.toSignIn")).click()
    page.get_by_role("link", name=say("signin.withCode")).click()
    expect(page.get_by_role("heading", name=say("signin.codeTitle"))).to_be_visible()
    page.get_by_label(say("signin.email")).fill(email)
    page.get_by_role("button", name=say("signin.codeSend")).click()
    expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()
    wait_for(lambda: len(site.mails_to(email)) == 2, "the email with the code")
    page.get_by_label(say("signup.code")).fill(mailed_code(site, email))
    page.get_by_role("button", name=say("signup.codeSubmit")).click()
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()
    # The password of the sign-up no longer works, which the page says once.
    page.get_by_role("button", name=say("reset-password.title")).click()
    page.wait_for_url("**/vi/reset-password")
    page.get_by_label(say("reset-password.password")).fill("mật khẩu mới dài hơn")
    page.get_by_role("button", name=say("reset-password.submit")).click()
    expect(page.get_by_text(say("reset-password.done"))).to_be_visible()
    assert run_sql(site, "SELECT password_removed_at IS NULL FROM auth.users WHERE email = $1", email)
    name = "SELECT display_name FROM public.profiles JOIN auth.users USING (id) WHERE email = $1"
    assert run_sql(site, name, email) == "Mai"
    assert run_sql(site, "SELECT used FROM public.invitations WHERE token = $1", token) == 1
