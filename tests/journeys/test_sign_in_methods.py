"""Sign-in methods with another party, in a browser: provider, SAML, phone, passkey, security key.

They need configuration, so they have a site of their own. Its name is `localhost`, since keys need a host name. A
CAPTCHA protects it; the tests replace the service's script and its verification endpoint.
"""

import re
import uuid
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from balai.security.tokens import api_keys
from tests.backend.auth.account.test_session_locations import IPOH, write_file
from tests.journeys.conftest import ALIVE, Person, Site, Visit, wait_for
from tests.journeys.test_forum import run_sql
from tests.journeys.texts import words_in
from tests.support.oidc_provider import running_provider
from tests.support.outside_server import outside_server
from tests.support.program import SECRET, free_port, running_program
from tests.support.saml_provider import running_saml_provider

AS_SCRIPT = {"content-type": "text/javascript"}
# The part of Turnstile that the pages use: it challenges one visitor at a time and returns a token.
WIDGET = """
  window.turnstile = {
    render(box, options) {
      const isRefused = options.sitekey !== "the key of the hall" || location.search.includes("blocked");
      if (isRefused) return setTimeout(options["error-callback"]) && "widget";
      const button = document.createElement("button");
      button.textContent = "I am a person";
      button.onclick = () => options.callback("a token");
      if (!location.search.includes("doubtful")) return setTimeout(button.onclick) && "widget";
      box.append(button);
      options["before-interactive-callback"]();
      return "widget";
    },
    remove() {},
  };
"""
INSIDE_LINE = (
    "Mozilla/5.0 (Linux; Android 14; SM-A155F Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Version/4.0 Chrome/129.0.6668.100 Mobile Safari/537.36 Line/14.14.0/IAB"
)
LATER = "update auth.mfa_factors set last_challenged_at = last_challenged_at - interval '2 minutes'"


@pytest.fixture(scope="module")
def site(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    port, file = free_port(), tmp_path_factory.mktemp("providers") / "providers.toml"
    url = f"http://localhost:{port}"
    provider, company_provider = running_provider(f"{url}/auth/v1/callback"), running_saml_provider()
    with provider as campus, company_provider as company, outside_server() as checker:
        checker.responses = [(200, b'{"success": true}')] * 100
        file.write_text(
            f'[campus]\nlabel = "Campus"\nissuer = "{campus.issuer}"\nclient_ids = ["hall"]\n'
            'secret = "secret of the hall"\n'
        )
        settings = {
            "BALAI_PORT": str(port),
            "BALAI_SITE_URL": url,
            "BALAI_OAUTH_PROVIDERS_FILE": str(file),
            "BALAI_OAUTH_GOOGLE_CLIENT_ID": "hall",
            "BALAI_SAML": "true",
            "BALAI_MAILBOX": "true",
            "BALAI_GEOIP_FILE": write_file(file.with_name("places.mmdb"), {"127.0.0.0/8": IPOH}),
            "BALAI_CAPTCHA": "turnstile",
            "BALAI_CAPTCHA_SITE_KEY": "the key of the hall",
            "BALAI_CAPTCHA_SECRET": "a secret",
            "BALAI_CAPTCHA_VERIFY_URL": f"http://{checker.address}/",
        }
        with running_program(postgres, **settings) as (_, database_url):
            body = {"type": "saml", "metadata_xml": company.metadata, "domains": ["campus.example"]}
            headers = {"Authorization": f"Bearer {api_keys(SECRET).service_role}"}
            httpx.post(f"{url}/auth/v1/admin/sso/providers", json=body, headers=headers).raise_for_status()
            yield Site(url, database_url)


@pytest.fixture
def visit(visit: Visit) -> Visit:
    """The same, with the local CAPTCHA service."""

    def open_page(path: str, **options: object) -> Page:
        page = visit(path, **options)
        page.route("https://challenges.cloudflare.com/**", lambda route: route.fulfill(body=WIDGET, headers=AS_SCRIPT))
        return page

    return open_page


def sent_code(site: Site, to: str, *, after: str = "") -> str:
    """Wait for an SMS or email with a code other than `after`, and return the code."""

    def look() -> str | None:
        headers = {"Accept": "application/json"}
        texts = httpx.get(f"{site.url}/mailbox", params={"to": to}, headers=headers).json()["messages"]
        found = re.search(r"\b\d{6}\b", texts[0]["plain"]) if texts else None
        return found[0] if found and found[0] != after else None

    return wait_for(look, f"a code to {to}")


def with_authenticator(page: Page, *, is_passkey: bool) -> None:
    """Chromium's virtual authenticator: built into the phone, or a security key."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal" if is_passkey else "usb",
        "hasResidentKey": is_passkey,
        "hasUserVerification": is_passkey,
        "isUserVerified": is_passkey,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def give_password(page: Page, lang: str, person: Person) -> None:
    say = words_in(lang)
    page.goto(f"/{lang}/signin?next=/{lang}/profile/security")
    # The remembered address is filled in at hydration, which may fall between a script's selection and input.
    page.evaluate(ALIVE)
    page.get_by_label(say("signin.identifier")).fill(person.email)
    page.get_by_label(say("signin.password"), exact=True).fill(person.password)
    page.get_by_role("button", name=say("signin.submit"), exact=True).click()


def sign_out(page: Page, lang: str) -> None:
    say = words_in(lang)
    page.locator("summary", has_text=say("nav.account")).click()
    page.get_by_role("button", name=say("nav.signOut"), exact=True).click()
    expect(page.get_by_role("link", name=say("nav.signIn")).first).to_be_visible()


def test_provider_is_linked_unlinked_and_signs_in(site: Site, visit: Visit) -> None:
    say, person = words_in("vi"), site.make_member("Mai")
    page = visit("/vi/signin")
    give_password(page, "vi", person)
    ways = page.get_by_role("region", name=say("profile.security.identities"))
    ways.get_by_role("button", name=say("profile.security.link", provider="Campus")).click()
    expect(ways.get_by_text("mei@example.org")).to_be_visible()
    # The callback is processed, and its parameters are removed from the URL.
    page.wait_for_url("/vi/profile/security")
    page.evaluate(ALIVE)
    ways.get_by_role("button", name=say("profile.security.unlink", provider="Campus")).click()
    expect(ways.get_by_text("mei@example.org")).to_have_count(0)
    sign_out(page, "vi")
    # After unlinking, a sign-in creates a new account, so the identity cannot be linked to the first one again.
    page.goto("/vi/signin?next=/vi/forum")
    page.get_by_role("button", name=say("signin.continueWith", provider="Campus")).click()
    page.wait_for_url("/vi/forum")
    # Wait until the server has received the cookies; the URL is cleaned a moment before.
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()
    names = {"sb-access-token", "sb-refresh-token", "sb-provider-token"}
    assert names <= {cookie["name"] for cookie in page.context.cookies()}
    sign_out(page, "vi")
    assert not names & {cookie["name"] for cookie in page.context.cookies()}
    give_password(page, "vi", person)
    ways.get_by_role("button", name=say("profile.security.link", provider="Campus")).click()
    expect(page.get_by_text(say("error.auth.linkedToOther"))).to_be_visible()
    page.wait_for_function("() => !location.href.includes('error')")


def test_provider_keeps_the_invitation(site: Site, visit: Visit) -> None:
    say = words_in("vi")
    # Another journey may have made an account of the provider's user.
    run_sql(site, "DELETE FROM auth.users WHERE id IN (SELECT user_id FROM auth.identities WHERE provider = 'campus')")
    token = run_sql(site, "INSERT INTO public.invitations (language, max_uses) VALUES ('vi', 1) RETURNING token")
    page = visit(f"/vi/signup?invite={token}&next=/vi/forum")
    expect(page.get_by_text(say("signup.invitation.open"))).to_be_visible()
    page.get_by_role("button", name=say("signin.continueWith", provider="Campus")).click()
    page.wait_for_url("/vi/forum")
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()
    assert run_sql(site, "SELECT used FROM public.invitations WHERE token = $1", token) == 1


def test_emailed_code_if_the_captcha_fails(site: Site, visit: Visit) -> None:
    say, person = words_in("vi"), site.make_member("Mai")
    page = visit("/vi/forget-password?blocked")
    page.get_by_label(say("signin.email")).fill(person.email)
    page.get_by_role("button", name=say("forget-password.submit")).click()
    expect(page.get_by_role("alert")).to_have_text(say("error.auth.captcha"))
    page.get_by_role("button", name=say("common.botCheck.ask")).click()
    code = page.get_by_label(say("common.botCheck.code"))
    code.fill("12")
    # The same text is already shown, so wait for the response.
    with page.expect_response("**/auth/v1/recover*"):
        page.get_by_role("button", name=say("common.botCheck.give")).click()
    expect(page.get_by_role("alert")).to_have_text(say("error.auth.captcha"))
    code.fill(sent_code(site, person.email))
    page.get_by_role("button", name=say("common.botCheck.give")).click()
    expect(page.get_by_role("heading", name=say("signup.checkTitle"))).to_be_visible()


def test_in_app_browser_offers_a_code_instead_of_google(visit: Visit) -> None:
    say = words_in("zh")
    page = visit("/zh/signin?next=/zh/forum", user_agent=INSIDE_LINE)
    expect(page.get_by_text(say("signin.insideApp", providers="Google"))).to_be_visible()
    expect(page.get_by_role("button", name=say("signin.continueWith", provider="Campus"))).to_be_visible()
    expect(page.get_by_role("button", name=say("signin.continueWith", provider="Google"))).to_have_count(0)
    outside = page.get_by_role("link", name=say("signin.openBrowser")).get_attribute("href") or ""
    assert dict(parse_qsl(urlsplit(outside).query)) == {"next": "/zh/forum", "openExternalBrowser": "1"}
    page.get_by_role("link", name=say("signin.withCode")).first.click()
    expect(page.get_by_role("heading", name=say("signin.codeTitle"))).to_be_visible()


def test_saml_sign_in(visit: Visit) -> None:
    say = words_in("zh")
    page = visit("/zh/signin?next=/zh/forum")
    expect(page.get_by_role("button", name=say("signin.continueWith", provider="Google"))).to_be_enabled()
    page.get_by_role("link", name=say("signin.withCompany")).click()
    expect(page.get_by_role("heading", name=say("signin.companyTitle"))).to_be_visible()
    page.get_by_label(say("signin.email")).fill("mei@nowhere.example")
    page.get_by_role("button", name=say("signup.codeSubmit")).click()
    expect(page.get_by_text(say("error.auth.noCompany"))).to_be_visible()
    page.get_by_label(say("signin.email")).fill("mei@campus.example")
    page.get_by_role("button", name=say("signup.codeSubmit")).click()
    page.get_by_label("Name").fill("mei")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Go on").click()
    # The company told no name; the question for it can be skipped.
    page.get_by_role("button", name=say("welcome.skip")).click()
    page.wait_for_url("/zh/forum")
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()


def test_sms_code_after_a_captcha_challenge(site: Site, visit: Visit) -> None:
    say = words_in("ms")
    page = visit("/ms/signin?method=code&next=/ms/forum&doubtful")
    page.get_by_label(say("signin.identifier")).fill("012-345 6789")
    page.get_by_role("button", name=say("signin.codeSend")).click()
    expect(page.get_by_text(say("common.human"))).to_be_visible()
    page.get_by_role("button", name="I am a person").click()
    expect(page.get_by_role("heading", name=say("signin.codeCheckSms"))).to_be_visible()
    page.get_by_label(say("signin.codeOfSms")).fill(sent_code(site, "+60123456789"))
    page.get_by_role("button", name=say("signup.codeSubmit")).click()
    # A new account by phone has no name yet.
    expect(page.get_by_role("heading", name=say("welcome.title"))).to_be_visible()
    page.get_by_label(say("signup.name")).fill("Kak Ani")
    page.get_by_role("button", name=say("welcome.save")).click()
    page.wait_for_url("/ms/forum")
    expect(page.locator("summary", has_text=say("nav.account"))).to_be_visible()


def test_phone_as_second_factor(site: Site, visit: Visit) -> None:
    say, person = words_in("vi"), site.make_member("Mai")
    page, phone = visit("/vi/signin"), f"+84912{uuid.uuid4().int % 10**6:06}"
    give_password(page, "vi", person)
    factors = page.get_by_role("region", name=say("profile.security.factors"))
    factors.get_by_role("button", name=say("profile.security.addPhone")).click()
    factors.get_by_label(say("profile.security.factorNumber")).fill(phone)
    factors.get_by_label(say("profile.security.keyName")).fill("Điện thoại của mẹ")
    factors.get_by_role("button", name=say("signin.codeSend")).click()
    first = sent_code(site, phone)
    factors.get_by_label(say("signin.codeOfSms")).fill(first)
    factors.get_by_role("button", name=say("profile.security.factorConfirm")).click()
    expect(factors.get_by_text("Điện thoại của mẹ")).to_be_visible()
    sign_out(page, "vi")
    run_sql(site, LATER)
    give_password(page, "vi", person)
    page.get_by_role("button", name=say("signin.factorSend")).click()
    page.get_by_label(say("signin.factorCode")).fill(sent_code(site, phone, after=first))
    page.get_by_role("button", name=say("signin.submit"), exact=True).click()
    page.wait_for_url("/vi/profile/security")
    factors.get_by_role("button", name=f"{say('profile.security.remove')}: Điện thoại của mẹ").click()
    page.get_by_role("dialog").get_by_role("button", name=say("profile.security.remove"), exact=True).click()
    expect(factors.get_by_text(say("profile.security.noFactor"))).to_be_visible()


def test_passkey(site: Site, visit: Visit) -> None:
    say, person = words_in("zh"), site.make_member("Mei")
    page = visit("/zh/signin")
    with_authenticator(page, is_passkey=True)
    give_password(page, "zh", person)
    place = say("profile.security.nearIn", city="怡保", country="马来西亚")
    expect(page.get_by_role("region", name=say("profile.security.sessions")).get_by_text(place)).to_be_visible()
    passkeys = page.get_by_role("region", name=say("profile.security.passkeys"))
    passkeys.get_by_role("button", name=say("profile.security.addPasskey")).click()
    passkeys.get_by_role("button", name=f"{say('profile.security.rename')}: Chrome · Linux").click()
    passkeys.get_by_label(say("profile.security.keyName")).fill("妈妈的手机")
    passkeys.get_by_role("button", name=say("common.save")).click()
    expect(passkeys.get_by_text("妈妈的手机")).to_be_visible()
    sign_out(page, "zh")
    page.goto("/zh/signin?next=/zh/profile/security")
    page.get_by_role("button", name=say("signin.withPasskey")).click()
    page.wait_for_url("/zh/profile/security")
    expect(passkeys.get_by_text(say("profile.security.lastUsed"))).to_be_visible()
    passkeys.get_by_role("button", name=f"{say('profile.security.remove')}: 妈妈的手机").click()
    page.get_by_role("dialog").get_by_role("button", name=say("profile.security.remove"), exact=True).click()
    expect(passkeys.get_by_text(say("profile.security.noPasskey"))).to_be_visible()
    sign_out(page, "zh")
    # The device still has the passkey, the account no longer.
    page.goto("/zh/signin")
    page.get_by_role("button", name=say("signin.withPasskey")).click()
    expect(page.get_by_text(say("error.auth.keyFailed"))).to_be_visible()


def test_security_key_as_second_factor(site: Site, visit: Visit) -> None:
    say, person = words_in("vi"), site.make_member("Mai")
    page = visit("/vi/signin")
    with_authenticator(page, is_passkey=False)
    give_password(page, "vi", person)
    factors = page.get_by_role("region", name=say("profile.security.factors"))
    factors.get_by_role("button", name=say("profile.security.addKey")).click()
    factors.get_by_role("button", name=say("profile.security.keyTouch")).click()
    expect(page.get_by_text(say("profile.security.factorDone"))).to_be_visible()
    sign_out(page, "vi")
    give_password(page, "vi", person)
    page.get_by_role("button", name=say("signin.factorKeyUse")).click()
    page.wait_for_url("/vi/profile/security")
