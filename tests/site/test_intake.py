"""`/booking-answers`: stored encrypted, opened for readers alone, and files likewise."""

import asyncio
import base64
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner, as_role
from balai.security.tokens import api_keys, sign
from balai.site.intake import endpoint
from tests.database.booking.test_answers import question
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET, OpenSite
from tests.site.pictures.conftest import storage

__all__ = ["storage"]

KEY = base64.b64encode(b"k" * 32).decode()
SERVICE = api_keys(SECRET).service_role
STORED = "/storage/v1/object/authenticated/booking-answers/"
PDF = b"%PDF-1.7 blood pressure 120/80"


def bearer(member: Member) -> dict[str, str]:
    claims = {"role": "authenticated", "sub": str(member.id), "email": member.email, "exp": 4_000_000_000}
    return {"authorization": f"Bearer {sign(claims, SECRET)}"}


async def test_sensitive_answers_and_files_are_opened_for_their_readers(
    pool: Pool, open_site: OpenSite, storage: httpx.AsyncClient
) -> None:
    async with open_site(environment={"BALAI_ANSWER_KEYS": KEY}, backend=storage) as client:
        admin = await make_member(pool, display_name="Aisyah", is_admin=True)
        nurse, mei = [await make_member(pool, display_name=name) for name in ("Mai", "Mei")]
        asked = question("text", is_sensitive=True, is_required=True)
        scan = question("file", is_sensitive=True)
        service = await make_service(pool, admin, questions=[asked, scan], hosts=[str(nurse.id)])
        path = f"/booking-answers/file?question={scan['id']}&language=en&name=scan%20%E1%BA%A3nh.pdf"
        file = (await client.post(path, content=PDF)).json()
        assert (await client.post(path, content=b"MZ program")).json()["details"] == "answer_file_kind"
        intake = uuid4()
        given = [{"question": asked["id"], "value": "Asthma"}, {"question": scan["id"], "file": file["id"]}]
        body = {"intake": str(intake), "language": "en", "answers": given}
        assert (await client.post("/booking-answers", json=body)).status_code == 204
        stored = await storage.get(
            STORED + file["id"], headers={"authorization": f"Bearer {SERVICE}", "apikey": SERVICE}
        )
        assert stored.status_code == 200 and PDF not in stored.content
        await book(pool, mei, service, days_ahead(2), booking=intake)
        async with as_owner(pool) as connection:
            rows = await connection.fetch("select id, object_name from public.booking_answers order by object_name")
        ids = [str(row["id"]) for row in rows]
        wanted = {"ids": ids, "language": "vi"}
        for reader in (nurse, mei):
            opened = await client.post("/booking-answers/open", json=wanted, headers=bearer(reader))
            assert sorted(opened.json()["values"].values()) == ["Asthma", "scan ảnh.pdf"]
            got = await client.post("/booking-answers/download", json={"id": file["id"]}, headers=bearer(reader))
            assert got.content == PDF
            assert got.headers["content-disposition"] == "attachment; filename*=UTF-8''scan%20%E1%BA%A3nh.pdf"
        for headers in (bearer(admin), {}):
            assert (await client.post("/booking-answers/open", json=wanted, headers=headers)).status_code == 404
            got = await client.post("/booking-answers/download", json={"id": file["id"]}, headers=headers)
            assert got.status_code == 404
    other = base64.b64encode(b"o" * 32).decode()
    async with open_site(environment={"BALAI_ANSWER_KEYS": other}) as client:
        lost = await client.post("/booking-answers/open", json=wanted, headers=bearer(nurse))
        assert (lost.status_code, lost.json()["details"]) == (409, "answer_key_missing")
    async with open_site(environment={"BALAI_ANSWER_KEYS": f"{other},{KEY}"}) as client:
        opened = await client.post("/booking-answers/open", json=wanted, headers=bearer(nurse))
        assert opened.status_code == 200


async def test_requests_that_are_not_answers_are_rejected(pool: Pool, open_site: OpenSite) -> None:
    async with open_site() as client:
        for body in (b"", b"[]", b'{"intake": 1}', b"{" * 1000):
            assert (await client.post("/booking-answers", content=body)).status_code == 400
        gone = {"intake": str(uuid4()), "language": "en", "answers": [{"question": str(uuid4()), "value": "x"}]}
        response = await client.post("/booking-answers", json=gone)
        assert (response.status_code, response.json()["details"]) == (404, "question_gone")
        assert (await client.post("/booking-answers/file?question=x", content=PDF)).status_code == 503
        assert (await client.get("/booking-answers")).status_code in (404, 302)
    member = await make_member(pool, display_name="Mei")
    async with as_role(pool, member.caller) as connection:
        assert await connection.fetch("select * from public.open_answer($1)", uuid4()) == []


async def test_slow_uploads_of_a_client_are_bounded_and_end(
    pool: Pool, open_site: OpenSite, storage: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoint, "UPLOAD_TIMEOUT_S", 0.5)
    started = asyncio.Semaphore(0)

    async def slow() -> AsyncIterator[bytes]:
        yield PDF
        started.release()
        await asyncio.Event().wait()

    async with open_site(backend=storage) as client:
        admin = await make_member(pool, display_name="Aisyah", is_admin=True)
        scan = question("file")
        await make_service(pool, admin, questions=[scan])
        path = f"/booking-answers/file?question={scan['id']}&language=en&name=scan.pdf"
        waiting = [asyncio.create_task(client.post(path, content=slow())) for _ in range(3)]
        for _ in waiting:
            await started.acquire()
        assert (await client.post(path, content=PDF)).status_code == 503
        assert {response.status_code for response in await asyncio.gather(*waiting)} == {503}
        assert (await client.post(path, content=PDF)).status_code == 200
