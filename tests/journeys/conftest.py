"""Fixtures of the browser tests: the whole program with sample content, and a real browser.

One site serves all journeys, so each journey creates the users and rows that it changes.
"""

import json
import re
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect, sync_playwright

from balai.security.tokens import api_keys
from tests.support.program import SECRET, running_program

ADMINISTRATOR = ("admin@example.org", "an-administrator-of-the-tests")
PASSWORD = "correct horse battery"
CHROMIUM = "/usr/bin/chromium-headless-shell"
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
# Shared machines are sometimes slow; a step that never happens still fails.
PATIENCE_MS = 20_000
# The content security policy forbids eval, so conditions are polled in the page itself.
UNTIL = "new Promise((done) => { const ask = () => (%s ? done() : requestAnimationFrame(ask)); ask(); })"
PAINTED = UNTIL % "performance.getEntriesByName('first-contentful-paint').length"
ALIVE = UNTIL % "!window.recordedEvents"
expect.set_options(timeout=PATIENCE_MS)
Found = TypeVar("Found")


def wait_for(look: Callable[[], Found | None], what: str) -> Found:
    """Poll `look` until it returns something. For conditions that no page shows."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        if found := look():
            return found
        time.sleep(0.05)
    raise AssertionError(f"never came: {what}")


@dataclass(frozen=True)
class Person:
    """A member created for one journey."""

    id: str
    email: str
    password: str
    display_name: str


@dataclass(frozen=True)
class Site:
    """The running program."""

    url: str
    database_url: str

    def make_member(self, display_name: str = "Linh", **metadata: str) -> Person:
        """Create a confirmed account by the administration API."""
        email = f"{uuid.uuid4().hex[:10]}@example.org"
        body = {
            "email": email,
            "password": PASSWORD,
            "email_confirm": True,
            "user_metadata": {"display_name": display_name, **metadata},
        }
        key = api_keys(SECRET).service_role
        response = httpx.post(
            f"{self.url}/auth/v1/admin/users", json=body, headers={"apikey": key, "authorization": f"Bearer {key}"}
        )
        response.raise_for_status()
        return Person(response.json()["id"], email, PASSWORD, display_name)

    def call(self, person: Person, function: str, **values: object) -> Any:
        """Call a function of the database, as the browser of a member does. Returns its answer."""
        headers = {"apikey": api_keys(SECRET).anon}
        credentials = {"email": person.email, "password": person.password}
        session = httpx.post(f"{self.url}/auth/v1/token?grant_type=password", json=credentials, headers=headers).json()
        headers["authorization"] = f"Bearer {session['access_token']}"
        response = httpx.post(f"{self.url}/rest/v1/rpc/{function}", json=values, headers=headers).raise_for_status()
        return response.json() if response.content else None

    def mails_to(self, email: str) -> list[str]:
        """Return the texts of the emails to an address, newest first, as the mailbox page shows them."""
        listing = httpx.get(f"{self.url}/mailbox").text
        links = dict.fromkeys(re.findall(r'href="(/mailbox/[^"]+)"', listing))
        pages = [httpx.get(f"{self.url}{link}").text for link in links]
        return [page for page in pages if email in page]


@pytest.fixture(scope="session")
def site(postgres: str) -> Iterator[Site]:
    """The program with sample content."""
    email, password = ADMINISTRATOR
    settings = {"BALAI_ADMIN_EMAIL": email, "BALAI_ADMIN_PASSWORD": password}
    with running_program(postgres, "--demo", **settings) as (url, database_url):
        yield Site(url, database_url)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium without its windows, which cost most of the time. It reaches only this machine."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


Visit = Callable[..., Page]


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Visit]:
    """`visit("/zh/forum", width=PHONE, as_=member, dark=True)`: a page in a browser context of its own.

    At the end every page fails its test if a script failed or the content security policy blocked something.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(
        path: str, *, viewport: dict[str, int] = PHONE, as_: Person | None = None, dark: bool = False, **options: object
    ) -> Page:
        # With a service worker, Playwright does not see the requests that tests hold back or change.
        options.setdefault("service_workers", "block")
        if as_ is not None:
            options["storage_state"] = session_of(site, as_)
        context = browser.new_context(
            base_url=site.url,
            viewport=viewport,
            color_scheme="dark" if dark else "light",
            **options,  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda message: _note(complaints, page, message.type, message.text))
        page.on("response", _tell)
        page.goto(path)
        page.evaluate(ALIVE)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def _note(complaints: list[str], page: Page, kind: str, text: str) -> None:
    if kind == "error" and ("Content Security Policy" in text or "hydrat" in text.lower()):
        complaints.append(f"{page.url}: {text}")


def _tell(response: Response) -> None:
    # pytest shows it if the journey fails.
    if "/assets/" not in response.url:
        print(f"{time.strftime('%H:%M:%S')} {response.status} {response.request.method} {response.url}")


def session_of(site: Site, person: Person) -> dict[str, object]:
    """Return the cookies and the stored session of a browser in which the user has signed in by password."""
    response = httpx.post(
        f"{site.url}/auth/v1/token?grant_type=password",
        json={"email": person.email, "password": person.password},
        headers={"apikey": api_keys(SECRET).anon, "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0"},
    )
    response.raise_for_status()
    session = response.json()
    host = httpx.URL(site.url).host
    cookies = [
        {"name": f"sb-{name}-token", "value": session[f"{name}_token"], "domain": host, "path": "/", "sameSite": "Lax"}
        for name in ("access", "refresh")
    ]
    # As supabase-js names it: after the first label of the host.
    stored = {"name": f"sb-{host.split('.')[0]}-auth-token", "value": json.dumps(session)}
    return {"cookies": cookies, "origins": [{"origin": site.url, "localStorage": [stored]}]}


def sign_in(page: Page, person: Person) -> None:
    """Sign in through the English sign-in screen and wait until the session exists."""
    page.goto("/en/signin")
    # The form takes values only after hydration, which enables the button.
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_enabled()
    page.get_by_label("Email", exact=False).first.fill(person.email)
    page.get_by_label("Password", exact=True).first.fill(person.password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: "/signin" not in url)
