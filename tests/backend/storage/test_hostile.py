"""Hostile requests are rejected or harmless: they never cause an unexpected error, nor reach another user's object."""

import time
from itertools import product
from uuid import uuid4

import httpx

from balai.backend.storage.application import StorageApplication
from balai.backend.storage.context import StorageService
from balai.database.pool import Pool
from balai.security.tokens import KeyRing, sign
from tests.backend.storage.conftest import ANA, SECRET, SERVICE, bearer

VALUES = (
    *("null", "true", "-1", "0", "1e999", "1.5", "9007199254740993", "1" * 400),
    *(
        '""',
        '"\\u0000"',
        '"\\ud800"',
        '"%00"',
        '"../x"',
        "[]",
        "{}",
        '["a", null]',
        '{"column": "name; drop"}',
        "[" * 600,
    ),
)
BODIES = (
    ("POST", "/bucket", ("name", "id", "public", "file_size_limit", "allowed_mime_types", "type")),
    ("PUT", "/bucket/public", ("public", "file_size_limit", "allowed_mime_types")),
    ("POST", "/object/list/public", ("prefix", "limit", "offset", "search", "sortBy")),
    ("POST", "/object/list-v2/public", ("prefix", "limit", "cursor", "with_delimiter", "sortBy")),
    ("POST", "/object/move", ("bucketId", "sourceKey", "destinationKey", "destinationBucket")),
    ("POST", "/object/copy", ("bucketId", "sourceKey", "destinationKey", "metadata", "copyMetadata")),
    ("POST", "/object/sign/public", ("expiresIn", "paths")),
    ("POST", "/object/sign/public/a", ("expiresIn", "transform")),
    ("DELETE", "/object/public", ("prefixes",)),
)
GOOD = {"name": '"x"', "prefix": '""', "bucketId": '"public"', "sourceKey": '"a"', "destinationKey": '"b"'}
GOOD |= {"expiresIn": "60", "paths": '["a"]'}
HEADERS = {
    "range": ("bytes=" + "9" * 30 + "-", "bytes=--1", "\xff"),
    "if-modified-since": ("Thu, 99 Foo 99999", "Mon, 01 Jan 0001 00:00:00 -2359", "\xff"),
    "authorization": ("Bearer", "Bearer a.b.c", "\xff", "Basic x:y"),
    "x-metadata": ("!!", "e30", "W10=", "eyJhIjoiXHUwMDAwIn0=", "\xff"),
    "content-type": ("multipart/form-data; boundary=", "multipart/form-data; boundary=" + "x" * 300, "\xff/x", ";"),
    "x-robots-tag": ("\xff", "noindex" + ", noindex" * 300, "a: b: c"),
    "cache-control": ("\xff", "x" * 5000),
    "content-length": ("-1", "x", "9" * 30),
    "upload-offset": ("-1", "9" * 30, "\xff"),
    "idempotency-key": ("\xff", "x" * 256),
}
PLACES = (("GET", "/object/public/public/a"), ("POST", "/object/public/b"))
PATHS = ("/object/public/%ff/a", "/bucket/%00", "/object/sign/public/a?token=%00", "/upload/resumable/%00", "//", "")


async def test_generated_bodies_headers_and_queries(client: httpx.AsyncClient) -> None:
    await client.put("/object/public/a", content=b"a", headers=SERVICE)
    json_type = SERVICE | {"Content-Type": "application/json"}
    for method, path, names in BODIES:
        for name, value in product(names, VALUES):
            fields = {each: GOOD[each] for each in names if each in GOOD} | {name: value}
            body = "{" + ", ".join(f'"{each}": {given}' for each, given in fields.items()) + "}"
            response = await client.request(method, path, content=body.encode(), headers=json_type)
            assert response.status_code in (200, 400, 413), (method, path, body, response.text)
    for name, values in HEADERS.items():
        for value, (method, path) in product(
            values, (("GET", "/object/public/public/a"), ("POST", "/object/public/b"))
        ):
            headers = [*SERVICE.items(), (name, value.encode("latin-1"))]
            response = await client.request(method, path, headers=headers, content=b"x" if method == "POST" else None)  # type: ignore[arg-type]
            assert response.status_code < 500, (name, value, response.text)
    for query in ("limit=x", "limit=99999999999999999999", "offset=-1", "search=%00", "sortColumn=1", "a&" * 200):
        assert (await client.get(f"/bucket?{query}", headers=SERVICE)).status_code in (200, 400)
    for path in (
        "/object/public/%ff/a",
        "/bucket/%00",
        "/object/sign/public/a?token=%00",
        "/upload/resumable/%00",
        "//",
        "",
    ):
        assert (await client.get(path, headers=SERVICE)).status_code in (400, 404)


async def test_signed_addresses_are_limited_to_their_object(client: httpx.AsyncClient) -> None:
    await client.put("/object/public/a", content=b"a", headers=SERVICE)
    now = int(time.time())
    claims = {"url": "public/a", "scope": "download", "exp": now + 9}

    async def ask(given: dict[str, object], secret: str = SECRET, key: str = "a") -> tuple[int, str, str]:
        response = await client.get(f"/object/sign/public/{key}", params={"token": sign(given, secret)})
        return (
            (200, "", "")
            if response.is_success
            else (response.status_code, response.json()["code"], response.json()["message"])
        )

    assert await ask(claims) == await ask({"url": "public/a", "exp": 2**42}) == (200, "", "")
    assert await ask(claims | {"exp": now - 1}) == (400, "InvalidJWT", '"exp" claim timestamp check failed')
    assert await ask(claims, "x" * 40) == (400, "InvalidJWT", "signature verification failed")
    assert await ask(claims, key="b") == (400, "InvalidSignature", "Invalid signature")
    assert await ask({"role": "service_role", "exp": now + 9}) == (400, "InvalidSignature", "Invalid signature")
    for upload in ({"scope": "upload"}, {"upsert": True}):
        given = {"url": "public/a", "exp": now + 9} | upload
        assert await ask(given) == (400, "InvalidSignature", "Token is not scoped for download")
    response = await client.put("/object/upload/sign/public/a", params={"token": sign(claims, SECRET)}, content=b"x")
    assert response.json()["message"] == "Token is not scoped for upload"


async def test_revoked_permissions_apply_at_once(
    client: httpx.AsyncClient, rows: Pool, storage: StorageService
) -> None:
    mine = f"/object/private/{ANA}/x"
    session = str(uuid4())
    await client.put(mine, content=b"x", headers=bearer())
    ring = KeyRing(SECRET)
    app = StorageApplication(StorageService(rows, storage.blobs, ring.verify, ring, storage.limits))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://node/storage/v1") as other:
        headers = bearer(session_id=session)
        assert (await other.get(mine, headers=headers)).status_code == 200
        ring.end_sessions({session: time.time() + 60})
        assert (await other.get(mine, headers=headers)).json()["message"] == "Session has ended"
    await rows.execute('drop policy "own folder" on storage.objects')
    assert (await client.get(mine, headers=bearer())).json()["code"] == "NoSuchKey"


async def test_policies_see_the_request(rows: Pool) -> None:
    requested = await rows.fetchrow("""select storage.foldername('a/b/c.tar.gz'), storage.foldername('root'),
      storage.filename('a/b/c.tar.gz'), storage.extension('a/b/c.tar.gz'), storage.extension('a/none'),
      set_config('storage.operation', 'storage.object.list', false), storage.allow_only_operation('object.list'),
      storage.allow_any_operation(array['storage.object.get', 'x'])""")
    assert list(requested) == [["a", "b"], [], "c.tar.gz", "gz", "none", "storage.object.list", True, False]


async def test_comments_do_not_slow_down_content_sniffing(client: httpx.AsyncClient) -> None:
    """Twenty-two empty comments took half a second, and each more doubled it: forty would take a day."""
    behind = {"": 200, "<!-- > --><html>": 415, " <?xml?> <svg/>": 415, "--><script>": 200}
    for rest, status in behind.items():
        begun = time.monotonic()
        response = await client.put(
            "/object/public/c",
            content=b"<!---->" * 40 + rest.encode() + b" x",
            headers=SERVICE | {"Content-Type": "image/png"},
        )
        assert time.monotonic() - begun < 10
        assert int(response.json().get("statusCode", 200)) == status, rest
