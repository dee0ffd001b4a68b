"""The life of an article over plain HTTP: scheduled publication, redirects of old URLs, deletion."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from balai.security.tokens import api_keys
from tests.factories.blog import words
from tests.journeys.conftest import ADMINISTRATOR, Site, wait_for
from tests.support.program import SECRET


@pytest.fixture
def desk(site: Site) -> httpx.Client:
    """REST, as the administrator."""
    email, password = ADMINISTRATOR
    key = api_keys(SECRET).anon
    response = httpx.post(
        f"{site.url}/auth/v1/token?grant_type=password",
        json={"email": email, "password": password},
        headers={"apikey": key},
    )
    response.raise_for_status()
    token = response.json()["access_token"]
    return httpx.Client(base_url=site.url, headers={"apikey": key, "authorization": f"Bearer {token}"})


def save(desk: httpx.Client, texts: dict[str, Any], *, base: int = 0, **article: Any) -> dict[str, Any]:
    facts = {"id": str(uuid.uuid4()), "source_language": "en", "status": "published", **article}
    body = {"article": facts, "texts": texts, "base_version": base}
    response = desk.post("/rest/v1/rpc/save_article", json=body)
    response.raise_for_status()
    saved: dict[str, Any] = response.json()
    return saved


def wait_until_listed(site: Site, title: str, *, is_listed: bool) -> None:
    wait_for(lambda: (title in httpx.get(f"{site.url}/en/blog").text) is is_listed, f"{title} is listed: {is_listed}")


def test_scheduled_article_appears_and_disappears_on_time(site: Site, desk: httpx.Client) -> None:
    title = f"Planned {uuid.uuid4().hex[:6]}"
    soon = datetime.now(UTC) + timedelta(seconds=2)
    planned = {"publish_at": soon.isoformat(), "expire_at": (soon + timedelta(seconds=2)).isoformat()}
    save(desk, {"en": words(title)}, **planned)
    # Requested, and so cached, before publication: the cached page must expire at that moment.
    assert title not in httpx.get(f"{site.url}/en/blog").text
    wait_until_listed(site, title, is_listed=True)
    wait_until_listed(site, title, is_listed=False)


def test_old_urls_redirect_permanently(site: Site, desk: httpx.Client) -> None:
    mark = uuid.uuid4().hex[:6]
    first = save(desk, {"en": words(f"First {mark}"), "zh": words(f"第一{mark}")})
    article, version = first["id"], first["version"]
    for number, slug in enumerate((f"second-{mark}", f"third-{mark}")):
        save(desk, {"en": words("Renamed", slug=slug)}, base=version + number, id=article)
    for old in (f"first-{mark}", f"second-{mark}"):
        response = httpx.get(f"{site.url}/en/blog/{old}")
        assert (response.status_code, response.headers["location"]) == (301, f"/en/blog/third-{mark}")
    page = httpx.get(f"{site.url}/zh/blog/第一{mark}").text
    assert f'hreflang="en" href="{site.url}/en/blog/third-{mark}"' in page
    assert 'hreflang="vi"' not in page.split("</head>")[0]


def test_deleted_article_disappears_at_once(site: Site, desk: httpx.Client) -> None:
    title = f"Short-lived {uuid.uuid4().hex[:6]}"
    saved = save(desk, {"en": words(title)})
    path = f"/en/blog/{saved['slugs']['en']}"
    assert httpx.get(site.url + path).status_code == 200
    desk.post("/rest/v1/rpc/delete_article", json={"id": saved["id"]}).raise_for_status()
    # The notification of a change arrives a moment after the response.
    wait_for(lambda: httpx.get(site.url + path).status_code == 404, f"{path} is gone")
    wait_until_listed(site, title, is_listed=False)
