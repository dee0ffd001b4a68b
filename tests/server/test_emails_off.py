"""A site whose emails cannot leave: administrators see it, and visitors read what to do instead of waiting."""

from collections.abc import Iterator

import httpx
import pytest

from balai.security.tokens import api_keys
from tests.journeys.texts import words_in
from tests.support.program import SECRET, running_program

ADMINISTRATOR = {"BALAI_ADMIN_EMAIL": "admin@example.org", "BALAI_ADMIN_PASSWORD": "an-administrator-of-the-tests"}


@pytest.fixture(scope="module")
def url(postgres: str) -> Iterator[str]:
    with running_program(postgres, **ADMINISTRATOR) as (url, _):
        yield url


@pytest.mark.parametrize("lang", ["en", "zh", "ms", "vi"])
@pytest.mark.parametrize("path", ["signup", "forget-password", "signin?method=code"])
def test_visitors_read_what_to_do_instead(url: str, lang: str, path: str) -> None:
    page, say = httpx.get(f"{url}/{lang}/{path}").text, words_in(lang)
    assert say("signup.noEmails").replace("'", "&#x27;") in page
    assert f'href="/{lang}/contact"' in page


def test_no_code_is_offered_that_cannot_be_sent(url: str) -> None:
    page = httpx.get(f"{url}/vi/signin").text
    assert words_in("vi")("signin.withCode") not in page


def test_administrators_see_it_on_their_pages(url: str) -> None:
    password = {"email": "admin@example.org", "password": ADMINISTRATOR["BALAI_ADMIN_PASSWORD"]}
    headers = {"apikey": api_keys(SECRET).anon}
    session = httpx.post(f"{url}/auth/v1/token?grant_type=password", json=password, headers=headers).json()
    cookies = {"sb-access-token": session["access_token"]}
    for path in ("admin/articles", "admin/members"):
        assert words_in("vi")("admin.emails.off") in httpx.get(f"{url}/vi/{path}", cookies=cookies).text
    assert words_in("vi")("admin.emails.off") not in httpx.get(f"{url}/vi/about", cookies=cookies).text


def test_health_names_it_and_stays_200(url: str) -> None:
    response = httpx.get(f"{url}/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok", "email": "off"})
