"""Half of a surrogate pair in any text of a request is an error of the client, or replaced; never a 500.

Applications that cut texts at a number of UTF-16 units send such texts: an emoji has two units.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from balai.security.tokens import api_keys
from balai.server.app import Application
from balai.settings import load_settings

SECRET = "a-secret-of-the-tests-that-is-long-enough-0123456789"
SITE = "https://site.example"
# A lone surrogate: escaped in JSON, and encoded in an address, which is not UTF-8.
J, U = r"\ud83d", "%ED%A0%BD"
TUS = {
    "tus-resumable": "1.0.0",
    "upload-length": "3",
    "upload-metadata": "objectName 7aC9,bucketName YXZhdGFycw==",
}
BROADCAST = f'{{"messages": [{{"topic": "{J}", "event": "{J}", "payload": {{"a": "{J}"}}}}]}}'
CONTACT = f'{{"id": "1", "name": "{J}", "email": "{J}", "language": "en", "body": "{J}", "captchaToken": "{J}"}}'
AS_JSON = {"content-type": "application/json"}
REQUESTS: list[tuple[str, str, str, dict[str, str]]] = [
    ("POST", "/rest/v1/posts", f'{{"title": "{J}"}}', AS_JSON),
    ("POST", "/rest/v1/posts", f'{{"{J}": 1}}', AS_JSON),
    ("POST", "/rest/v1/posts?columns=title", f'[{{"title": "{J}"}}]', AS_JSON),
    ("PATCH", f"/rest/v1/posts?title=eq.{U}", f'{{"title": "{J}"}}', AS_JSON),
    ("POST", "/rest/v1/rpc/search", f'{{"query": "{J}", "lang": "en"}}', AS_JSON),
    ("POST", "/rest/v1/rpc/search", f"query={U}", {"content-type": "application/x-www-form-urlencoded"}),
    ("GET", f"/rest/v1/posts?title=eq.{U}&select={U}&order={U}", "", {}),
    ("GET", f"/rest/v1/{U}", "", {}),
    ("GET", "/rest/v1/posts", "", {"accept-profile": "\xed\xa0\xbd"}),
    ("POST", "/rest/v1/posts", "title\n\xed\xa0\xbd", {"content-type": "text/csv"}),
    ("POST", "/storage/v1/bucket", f'{{"id": "{J}", "name": "{J}"}}', AS_JSON),
    ("POST", "/storage/v1/object/list/avatars", f'{{"prefix": "{J}", "search": "{J}"}}', AS_JSON),
    ("POST", "/storage/v1/object/list-v2/avatars", f'{{"prefix": "{J}"}}', AS_JSON),
    ("POST", "/storage/v1/object/sign/avatars", f'{{"paths": ["{J}"], "expiresIn": 60}}', AS_JSON),
    ("POST", "/storage/v1/object/sign/avatars/a", f'{{"transform": {{"format": "{J}"}}}}', AS_JSON),
    ("POST", "/storage/v1/object/move", f'{{"bucketId": "a", "sourceKey": "{J}", "destinationKey": "b"}}', AS_JSON),
    ("POST", "/storage/v1/object/copy", f'{{"bucketId": "a", "sourceKey": "{J}", "destinationKey": "b"}}', AS_JSON),
    ("DELETE", "/storage/v1/object/avatars", f'{{"prefixes": ["{J}"]}}', AS_JSON),
    ("POST", f"/storage/v1/object/avatars/{U}.png", "abc", {"content-type": "image/png"}),
    ("POST", "/storage/v1/object/avatars/a.txt", "abc", {"x-metadata": "eyJhIjogIlx1ZDgzZCJ9"}),
    ("GET", f"/storage/v1/object/public/avatars/{U}", "", {}),
    ("GET", f"/storage/v1/render/image/public/avatars/a?format={U}&width={U}", "", {}),
    ("POST", "/storage/v1/upload/resumable", "", TUS),
    ("POST", "/realtime/v1/api/broadcast", BROADCAST, AS_JSON),
    ("POST", "/functions/v1/contact", CONTACT, AS_JSON),
    ("POST", f"/functions/v1/{U}", "", {}),
    ("GET", f"/en/{U}", "", {}),
    ("GET", f"/en/search?q={U}", "", {}),
    ("GET", f"/en/forum?after={U}&category={U}", "", {}),
    ("GET", f"/{U}", "", {"cookie": "sb-access-token=%ED%A0%BD; i18n_redirected=%ED%A0%BD"}),
    ("GET", "/en", "", {"accept-language": "\xed\xa0\xbd", "referer": "\xed\xa0\xbd", "user-agent": "\xed\xa0\xbd"}),
    ("GET", f"/mailbox?to={U}", "", {}),
    ("POST", "/auth/v1/signup", f'{{"email": "a@b.example", "password": "{J}", "data": {{"{J}": "{J}"}}}}', AS_JSON),
    ("POST", "/auth/v1/token?grant_type=password", f'{{"email": "{J}", "password": "{J}"}}', AS_JSON),
    ("POST", "/auth/v1/token?grant_type=id_token", f'{{"id_token": "{J}", "provider": "{J}"}}', AS_JSON),
    ("POST", "/auth/v1/admin/users", f'{{"email": "c@b.example", "id": "{J}", "ban_duration": "{J}"}}', AS_JSON),
    ("POST", "/auth/v1/admin/users", f'{{"email": "{J}@b.example", "role": "{J}", "aud": "{J}"}}', AS_JSON),
    ("POST", "/auth/v1/verify", f'{{"type": "{J}", "token": "{J}", "email": "a@b.example"}}', AS_JSON),
    ("POST", "/auth/v1/verify", f'{{"type": "signup", "token_hash": "{J}"}}', AS_JSON),
    ("GET", f"/auth/v1/verify?type=signup&token={U}&redirect_to={U}", "", {}),
    ("GET", f"/auth/v1/admin/users?filter={U}&page={U}", "", {}),
    ("GET", "/auth/v1/user", "", {"authorization": "Bearer \xed\xa0\xbd"}),
]  # fmt: skip


@pytest.fixture
async def client(database: str, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    values = {"data_dir": tmp_path, "jwt_secret": SECRET, "mailbox": "true", "site_url": SITE}
    app = Application(load_settings({}, **values), database)
    async with app.running():
        transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1), raise_app_exceptions=False)  # type: ignore[arg-type]
        yield httpx.AsyncClient(transport=transport, base_url=SITE)


async def test_lone_surrogates_are_no_internal_error(client: httpx.AsyncClient) -> None:
    key = api_keys(SECRET).service_role
    bucket, admin = {"id": "avatars", "name": "avatars", "public": True}, {"authorization": f"Bearer {key}"}
    await client.post("/storage/v1/bucket", json=bucket, headers=admin)
    failed = []
    for method, path, body, given in REQUESTS:
        headers = {"apikey": key, "authorization": f"Bearer {key}", **given}
        raw = {name: value.encode("latin-1") for name, value in headers.items()}
        content = body.encode("latin-1")
        response = await client.request(method, path, content=content, headers=raw)
        if response.status_code == 500:
            failed.append((method, path, body, response.text))
    assert not failed
