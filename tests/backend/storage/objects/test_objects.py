"""Objects over raw HTTP: responses of the contract and permissions (storage contract, sections 1 to 6 and 9)."""

import base64
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path

import httpx

from balai.backend.storage.blobs.filesystem import FilesystemBlobs
from balai.backend.storage.blobs.versions import clean
from balai.database.pool import Pool
from tests.backend.storage.conftest import ANA, ANON, BEN, LIMIT, SERVICE, bearer, files

TRICKS = ("%E8%AF%8A.txt", "a%00b", "..%2f..%2fetc", "a/%2e%2e/b", "%2e", "a%5Cb", "a%23", "", "%ff", "a%0ab")
ANA_HEADERS = f"/object/private/{ANA}/note.txt"


def error_of(response: httpx.Response) -> tuple[int, str, str, str]:
    body = response.json()
    return response.status_code, body["statusCode"], body["error"], body["code"]


async def test_stored_object_is_served_with_its_headers(client: httpx.AsyncClient, rows: Pool) -> None:
    notes = base64.b64encode(b'{"caption": "\xe8\xaf\x8a\xe6\x89\x80"}').decode()
    headers = {
        "Content-Type": "text/plain",
        "Cache-Control": "max-age=60",
        "x-metadata": notes,
        "x-robots-tag": "noindex",
    }
    stored = await client.post(ANA_HEADERS, content=b"hello", headers=bearer() | headers | {"x-metadata": notes})
    assert (stored.status_code, stored.json()["Key"]) == (200, f"private/{ANA}/note.txt")

    got = await client.get(ANA_HEADERS, headers=bearer())
    tag = f'"{hashlib.md5(b"hello").hexdigest()}"'
    assert (got.status_code, got.content) == (200, b"hello")
    shown = ("content-type", "content-length", "etag", "accept-ranges", "cache-control", "x-robots-tag")
    assert [got.headers[name] for name in shown] == ["text/plain", "5", tag, "bytes", "max-age=60", "noindex"]
    assert "content-disposition" not in got.headers

    told = (await client.get(ANA_HEADERS.replace("/object/", "/object/info/"), headers=bearer())).json()
    assert told["id"] == stored.json()["Id"]
    assert (told["size"], told["etag"], told["content_type"]) == (5, tag, "text/plain")
    assert told["metadata"] == {"caption": "诊所"}
    row = await rows.fetchrow("select owner::text, owner_id, metadata::text, version from storage.objects")
    assert (row["owner"], row["owner_id"], row["version"]) == (ANA, ANA, told["version"])


async def test_upload_as_a_form(client: httpx.AsyncClient) -> None:
    form = {"cacheControl": "3600", "metadata": '{"a": 1}'}
    file = {"": ("blob", b"x" * 300_000, "application/zip")}
    stored = await client.post("/object/public/a/b.zip", data=form, files=file, headers=SERVICE)
    assert stored.status_code == 200, stored.text
    got = await client.get("/object/public/public/a/b.zip")
    assert (len(got.content), got.headers["content-type"]) == (300_000, "application/zip")
    assert got.headers["cache-control"] == "max-age=3600"
    part = b'--q\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\nwords\r\n--q--\r\n'
    headers = SERVICE | {"Content-Type": "multipart/form-data; boundary=q"}
    assert (await client.post("/object/public/words", content=part, headers=headers)).status_code == 200
    assert (await client.get("/object/public/public/words")).headers["content-type"] == "text/plain"
    cut = b'--q\r\nContent-Disposition: form-data; name=""; filename="x"\r\n\r\nhalf'
    headers = SERVICE | {"Content-Type": "multipart/form-data; boundary=q"}
    assert (await client.post("/object/public/cut", content=cut, headers=headers)).status_code == 400
    assert (await client.get("/object/public/public/cut")).json()["code"] == "NoSuchKey"


async def test_ranges_and_conditions(client: httpx.AsyncClient) -> None:
    await client.put("/object/public/n", content=b"0123456789", headers=SERVICE)

    async def ask(**headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await client.get("/object/public/public/n", headers=named)

    for requested, body, told in (
        ("bytes=2-4", b"234", "bytes 2-4/10"),
        ("bytes=7-", b"789", "bytes 7-9/10"),
        ("bytes=-3", b"789", "bytes 7-9/10"),
        ("bytes=5-99", b"56789", "bytes 5-9/10"),
        ("bytes=0-", b"0123456789", "bytes 0-9/10"),
    ):
        got = await ask(range=requested)
        assert (got.status_code, got.content, got.headers["content-range"]) == (206, body, told)
    for requested in ("bytes=10-", "bytes=4-2", "bytes=-0", "bytes=1-2,4-5", "lines=1-2", "bytes=-"):
        assert error_of(await ask(range=requested)) == (416, "416", "invalid_range", "InvalidRange")
    whole = await ask()
    assert (await ask(if_none_match=whole.headers["etag"])).status_code == 304
    assert (await ask(if_modified_since=whole.headers["last-modified"])).status_code == 304
    old = await ask(if_none_match='"other"')
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache, stale-while-revalidate=30")
    assert (await ask(range="bytes=2-4", if_range='"other"')).status_code == 200
    head = await client.head("/object/public/public/n")
    assert (head.status_code, head.headers["content-length"], head.content) == (200, "10", b"")
    gone = await client.head("/object/public/public/no")
    assert (gone.status_code, gone.content) == (400, b"")


async def test_policies_protect_private_objects(client: httpx.AsyncClient) -> None:
    assert (await client.post(ANA_HEADERS, content=b"mine", headers=bearer())).status_code == 200
    refused = await client.post(ANA_HEADERS.replace("note", "more"), content=b"x", headers=bearer(BEN))
    assert error_of(refused) == (400, "403", "Unauthorized", "AccessDenied")
    assert refused.json()["message"] == "new row violates row-level security policy"
    # The response does not reveal that it exists, not even when overwriting or deleting it.
    for response in (
        await client.get(ANA_HEADERS, headers=bearer(BEN)),
        await client.get(ANA_HEADERS.replace("/object/", "/object/authenticated/"), headers=ANON),
        await client.delete(ANA_HEADERS, headers=bearer(BEN)),
    ):
        assert error_of(response) == (400, "404", "not_found", "NoSuchKey")
    over = await client.put(ANA_HEADERS, content=b"x", headers=bearer(BEN))
    assert error_of(over) == (400, "403", "Unauthorized", "AccessDenied")
    assert (await client.get(ANA_HEADERS)).json()["code"] == "NoSuchBucket"
    removed = await client.request(
        "DELETE", "/object/private", json={"prefixes": [ANA_HEADERS[16:]]}, headers=bearer(BEN)
    )
    assert removed.json() == []
    # Every user may read it, and none may delete it.
    await client.post("/object/private/shared/plan", content=b"x", headers=SERVICE)
    seen = await client.get("/object/private/shared/plan", headers=bearer(BEN))
    assert seen.content == b"x"
    assert (await client.delete("/object/private/shared/plan", headers=bearer(BEN))).json()[
        "message"
    ] == "Access denied"
    assert (await client.get(ANA_HEADERS, headers=bearer())).content == b"mine"


async def test_invalid_and_ended_tokens(client: httpx.AsyncClient) -> None:
    nobody = await client.post(ANA_HEADERS, content=b"x")
    assert nobody.json() == {
        "statusCode": "400",
        "error": "Error",
        "message": "headers must have required property 'authorization'",
        "code": "InvalidRequest",
    }
    for headers, message in (
        (bearer(exp=1), '"exp" claim timestamp check failed'),
        ({"Authorization": "Bearer x"}, "Invalid Compact JWS"),
        ({"Authorization": bearer()["Authorization"][:-4] + "AAAA"}, "signature verification failed"),
        (bearer(role="postgres"), "Access denied: Invalid role"),
    ):
        response = await client.get(ANA_HEADERS, headers=headers)
        assert (*error_of(response), response.json()["message"]) == (
            400,
            "403",
            "Unauthorized",
            "AccessDenied",
            message,
        )


async def test_public_buckets_are_read_with_any_token(client: httpx.AsyncClient) -> None:
    await client.put("/object/public/n", content=b"hello", headers=SERVICE)
    forged = {"Authorization": bearer()["Authorization"][:-4] + "AAAA"}
    for headers in (
        bearer(exp=1),
        {"Authorization": "Bearer x"},
        {"Authorization": "x"},
        forged,
        bearer(role="postgres"),
    ):
        for method in ("GET", "HEAD"):
            assert (await client.request(method, "/object/public/n", headers=headers)).status_code == 200
            assert (await client.request(method, "/object/public/public/n", headers=headers)).status_code == 200
        assert (await client.get("/object/info/public/n", headers=headers)).json()["size"] == 5
        # An object that is not there, and a route that requires a session.
        assert (await client.get("/object/public/none", headers=headers)).json()["code"] == "NoSuchKey"
        assert (await client.get("/object/authenticated/public/n", headers=headers)).json()["code"] == "AccessDenied"
        assert (await client.get(ANA_HEADERS, headers=headers)).json()["code"] == "AccessDenied"


async def test_overwriting(client: httpx.AsyncClient, rows: Pool, tmp_path: Path) -> None:
    first = await client.post(ANA_HEADERS, content=b"one", headers=bearer())
    again = await client.post(ANA_HEADERS, content=b"two", headers=bearer())
    duplicate = (400, "409", "Duplicate", "KeyAlreadyExists")
    assert error_of(again) == duplicate
    assert again.json()["message"] == "The resource already exists"
    signing = await client.post(ANA_HEADERS.replace("/object/", "/object/upload/sign/"), headers=bearer())
    assert error_of(signing) == duplicate
    key = ANA_HEADERS.removeprefix("/object/private/")
    copy = {"bucketId": "private", "sourceKey": key, "destinationKey": key}
    assert error_of(await client.post("/object/copy", json=copy, headers=bearer())) == duplicate
    second = await client.post(ANA_HEADERS, content=b"two", headers=bearer() | {"x-upsert": "true"})
    third = await client.put(ANA_HEADERS, content=b"three", headers=bearer())
    assert first.json()["Id"] == second.json()["Id"] == third.json()["Id"]
    assert (await client.get(ANA_HEADERS, headers=bearer())).content == b"three"
    # The bytes of earlier versions stay for their readers, and are recorded for cleanup.
    assert len(files(tmp_path)) == 3
    await rows.execute("update storage.unreferenced_blobs set due_at = now()")
    await clean(rows, FilesystemBlobs(tmp_path / "objects"))
    assert [path.read_bytes() for path in files(tmp_path)] == [b"three"]
    assert await rows.fetchval("select count(*) from storage.unreferenced_blobs") == 0


async def test_hostile_names(client: httpx.AsyncClient) -> None:
    for key in TRICKS:
        for method in ("POST", "GET"):
            response = await client.request(method, f"/object/public/{key}", headers=SERVICE)
            assert error_of(response) == (400, "400", "InvalidKey", "InvalidKey"), response.text


async def test_types_and_sizes(client: httpx.AsyncClient) -> None:
    png = b"\x89PNG\r\n\x1a\n" + b"0" * 100

    async def send(content: bytes, mimetype: str, bucket: str = "pictures") -> httpx.Response:
        return await client.put(f"/object/{bucket}/p", content=content, headers=SERVICE | {"Content-Type": mimetype})

    assert (await send(png, "image/png")).status_code == 200
    assert (await send(b"\xff\xd8\xff\xe0", "image/png")).status_code == 200
    for mimetype in ("image/jpeg", "image/png;x=1", "text/plain"):
        assert error_of(await send(png, mimetype)) == (400, "415", "invalid_mime_type", "InvalidMimeType")
    # Content declared as an image that is a page, a program or an archive is rejected.
    for lie in (
        b"<html><script>",
        b"\xef\xbb\xbf <!-- x --><svg onload=x>",
        b"PK\x03\x04....",
        b"\x7fELF..",
        b"#!/bin/sh",
    ):
        assert (await send(lie, "image/png")).json()["code"] == "InvalidMimeType"
    assert (await send(b"x", "text/html\x7f", "public")).json()["message"] == "Invalid Content-Type header"
    assert (await send(b"x", "image/png, text/html", "public")).json()["message"] == "Invalid Content-Type header"
    assert error_of(await send(png + b"0" * 5000, "image/png")) == (400, "413", "Payload too large", "EntityTooLarge")

    async def endless_chunks() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b"x" * 100_000

    silent = await client.post("/object/public/big", content=endless_chunks(), headers=SERVICE)
    assert silent.json()["code"] == "EntityTooLarge"
    assert (await send(b"x" * LIMIT, "text/plain", "public")).status_code == 200


async def test_stored_content_cannot_run_scripts_on_this_origin(client: httpx.AsyncClient) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for name, mimetype, served, is_saved in (
        ("page", "text/html; charset=utf-8", "text/plain", False),
        ("drawing", "image/svg+xml", "image/svg+xml", True),
        ("xhtml", "application/xhtml+xml", "application/xhtml+xml", True),
        ("script", "text/javascript", "text/javascript", True),
    ):
        await client.put(f"/object/public/{name}", content=svg, headers=SERVICE | {"Content-Type": mimetype})
        got = await client.get(f"/object/public/public/{name}")
        assert got.headers["content-type"] == served
        assert "sandbox" in got.headers["content-security-policy"]
        assert got.headers.get("content-disposition", "").startswith("attachment") == is_saved
    named = await client.get("/object/public/public/page", params={"download": '诊所 "x"\r\ny.txt'})
    assert named.headers["content-disposition"].count("%E8%AF%8A%E6%89%80%20%22x%22%0D%0Ay.txt") == 2


async def test_limits_of_a_body(client: httpx.AsyncClient) -> None:
    for body, message in (
        (b"{", "Body is not valid JSON but content-type is set to 'application/json'"),
        (b"", "Body cannot be empty when content-type is set to 'application/json'"),
        (b"{}", "body must have required property 'prefixes'"),
        (b'{"prefixes": []}', "body/prefixes must NOT have fewer than 1 items"),
        (b'{"prefixes": ["\\u0000"]}', "body/prefixes/0 must be string"),
        (b"[" * 5000, "Body is not valid JSON but content-type is set to 'application/json'"),
    ):
        headers = SERVICE | {"Content-Type": "application/json"}
        response = await client.request("DELETE", "/object/public", content=body, headers=headers)
        assert (response.status_code, response.json()["message"]) == (400, message)
    missing = await client.get("/nothing/here")
    assert (missing.status_code, missing.json()["message"]) == (404, "Route GET:/nothing/here not found")


async def test_repeated_upload_with_one_idempotency_key(client: httpx.AsyncClient, tmp_path: Path, rows: Pool) -> None:
    headers = bearer() | {"Idempotency-Key": "k1"}
    first = await client.post(ANA_HEADERS, content=b"one", headers=headers)
    again = await client.post(ANA_HEADERS, content=b"one", headers=headers)
    assert (again.status_code, again.json()) == (200, first.json())
    assert again.headers["idempotent-replayed"] == "true"
    other = await client.post(ANA_HEADERS, content=b"two", headers=headers)
    assert other.status_code == 422
    assert (await client.get(ANA_HEADERS, headers=bearer())).content == b"one"
    assert len(files(tmp_path)) == 1
    refused = await client.post("/object/private/no", content=b"one", headers=bearer() | {"Idempotency-Key": "k2"})
    assert refused.json()["code"] == "AccessDenied"
    assert await rows.fetchval("select count(*) from balai.idempotency_keys") == 1
