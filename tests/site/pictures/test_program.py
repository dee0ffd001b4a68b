"""The running program: the endpoint, the policy of pages, and the constraints of rows as clients meet them."""

import time
import uuid
from collections.abc import Iterator

import httpx
import pytest

from balai.security.tokens import api_keys, sign
from tests.support.program import SECRET, running_program

KEYS = api_keys(SECRET)
SERVICE = {"apikey": KEYS.service_role, "authorization": f"Bearer {KEYS.service_role}"}
OTHER = "https://pictures.example/a.png"
OWN = "/storage/v1/object/public/pictures/a/b.png"


@pytest.fixture(scope="module")
def url(postgres: str) -> Iterator[str]:
    with running_program(postgres) as (address, _):
        yield address


@pytest.fixture(scope="module")
def member(url: str) -> dict[str, str]:
    """Headers of a signed-in member, and their id."""
    account = {"email": f"{uuid.uuid4().hex}@example.org", "password": "violet lantern tide", "email_confirm": True}
    created = httpx.post(f"{url}/auth/v1/admin/users", json=account, headers=SERVICE, timeout=30)
    identifier = created.raise_for_status().json()["id"]
    token = sign({"sub": identifier, "role": "authenticated", "exp": int(time.time()) + 600}, SECRET)
    return {"apikey": KEYS.anon, "authorization": f"Bearer {token}", "x-id": identifier}


def test_the_endpoint_reaches_no_address_inside(url: str, member: dict[str, str]) -> None:
    assert httpx.post(f"{url}/pictures", json={"url": OTHER}, timeout=30).status_code == 401
    for inside in ("https://127.0.0.1/a.png", "https://localhost/a.png", url + "/icons/icon-192.png"):
        answer = httpx.post(f"{url}/pictures", json={"url": inside}, headers=member, timeout=30)
        assert (answer.status_code, answer.json()["details"]) == (422, "picture_unreachable")


def test_pages_allow_images_of_the_site_only(url: str) -> None:
    policy = httpx.get(f"{url}/en", timeout=30).headers["content-security-policy"]
    assert "img-src 'self' data: blob:;" in policy


@pytest.mark.parametrize("address", [OTHER, "http://pictures.example/a.png", "//pictures.example/a.png"])
def test_clients_cannot_store_pictures_on_other_hosts(url: str, member: dict[str, str], address: str) -> None:
    profile = f"{url}/rest/v1/profiles?id=eq.{member['x-id']}"
    refused = httpx.patch(profile, json={"picture_url": address}, headers=member, timeout=30)
    assert (refused.status_code, refused.json()["code"]) == (400, "23514")
    assert httpx.patch(profile, json={"picture_url": OWN}, headers=member, timeout=30).status_code == 204
    for path, row in [
        ("site_settings?only_row=eq.true", {"logo_url": address}),
        ("site_texts?language=eq.en", {"about": document(address)}),
    ]:
        refused = httpx.patch(f"{url}/rest/v1/{path}", json=row, headers=SERVICE, timeout=30)
        assert refused.json()["code"] == "23514", path


def test_functions_store_no_pictures_on_other_hosts(url: str, member: dict[str, str]) -> None:
    granted = httpx.post(f"{url}/rest/v1/administrators", json={"user_id": member["x-id"]}, headers=SERVICE, timeout=30)
    granted.raise_for_status()

    def save(cover: str, picture: str) -> httpx.Response:
        article = {"save_id": str(uuid.uuid4()), "source_language": "en", "status": "draft", "tags": []}
        text = {"title": "A title", "summary": "", "cover_alt": "", "slug": "", "status": "draft"}
        body = {
            "article": article | {"cover_url": cover},
            "texts": {"en": text | {"body": document(picture)}},
            "base_version": 0,
        }
        return httpx.post(f"{url}/rest/v1/rpc/save_article", json=body, headers=member, timeout=30)

    assert save(OWN, OWN).status_code == 200
    assert save(OTHER, OWN).json()["code"] == "23514"
    assert save(OWN, OTHER).json()["code"] == "23514"


def document(address: str) -> dict[str, object]:
    """A document of one image."""
    return {"type": "doc", "content": [{"type": "image", "attrs": {"src": address, "alt": "A door"}}]}
