"""Files for members over real storage, as a link asks for them: with the session's cookie and nothing else."""

import time
from urllib.parse import parse_qs, quote, unquote, urlsplit
from uuid import uuid4

import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.security.tokens import api_keys, sign
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET, OpenSite, session_of

NAME = "诊所 100%41 lịch.pdf"
BODY = b"%PDF-1.7 of members"
HOSTILE = (
    "/member-files/",
    "/member-files//",
    "/member-files//evil.example/a.pdf",
    "/member-files/%2e%2e/files/a.pdf",
    "/member-files/1/%2e%2e/%2e%2e/a.pdf",
    "/member-files/1%2Fa.pdf",
    "/member-files/1%252Fa.pdf",
    "/member-files/1%5Ca.pdf",
    "/member-files/1/a.pdf%00",
    "/member-files/1/a%0d%0aset-cookie:x=1",
    "/member-files/1/%ff.pdf",
    "/member-files/1/%E8%AF%8A.pdf",
    f"/member-files/{'a' * 1025}",
    f"/member-files/1/a.pdf?download={'a' * 5000}",
)


async def upload(storage: httpx.AsyncClient, member: Member, folder: str = "") -> str:
    claims = {"sub": str(member.id), "role": "authenticated", "exp": int(time.time()) + 600}
    token = f"Bearer {sign(claims, SECRET)}"
    headers = {"apikey": api_keys(SECRET).anon, "authorization": token, "content-type": "application/pdf"}
    key = f"{folder}{uuid4()}/opening hours (1).pdf"
    answer = await storage.post(f"/storage/v1/object/member-files/{quote(key)}", content=BODY, headers=headers)
    assert answer.status_code == 200, answer.text
    return quote(f"/member-files/{key}")


async def test_member_is_sent_to_a_signed_address(pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite) -> None:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool, language="vi")
    path = await upload(storage, admin)
    async with open_site(backend=storage) as site:
        for method in ("GET", "HEAD"):
            sent = await site.request(method, path, params={"download": NAME}, headers=session_of(mai))
            assert (sent.status_code, sent.headers["cache-control"]) == (302, "private, no-store")
            assert sent.content == b"" and "balai-offline" not in sent.headers
        assert sent.headers["location"].startswith("/storage/v1/object/sign/member-files/")
        got = await storage.get(sent.headers["location"])
        assert (got.status_code, got.content) == (200, BODY)
        assert quote(NAME, safe="!'()*") in got.headers["content-disposition"]
        # Without a name it is saved, too: a page among the files must not run as one of this site.
        plain = await site.get(path, headers=session_of(mai))
        assert (await storage.get(plain.headers["location"])).headers["content-disposition"].startswith("attachment")
        missing = await site.get("/member-files/1/none.pdf", headers=session_of(mai))
        assert missing.status_code == 404 and missing.headers["content-type"].startswith("text/html")
        assert "Không tìm thấy trang" in missing.text
        assert missing.headers["cache-control"] == "private, no-cache"
        assert (await site.post(path, headers=session_of(mai))).status_code == 405


async def test_visitor_signs_in_first_and_finds_the_resource(
    pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite
) -> None:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    path = await upload(storage, admin)
    guests = ({}, session_of(mai, expires_in=-10), {"cookie": "sb-access-token=odd"})
    async with open_site(backend=storage) as site:
        for page, lang in (("/vi/search?q=a", "vi"), ("/ms", "ms"), ("/fr/blog", "zh"), ("/", "zh")):
            link = {"referer": f"https://site.example{page}", "accept-language": "zh"}
            assert (
                (await site.get(path, headers=link)).headers["location"].startswith(f"/{lang}/signin?next=%2F{lang}%2F")
            )
        for headers in guests:
            for asked in (path, "/member-files/1/none.pdf"):
                found = await site.get(asked, headers={**headers, "accept-language": "zh"})
                assert (found.status_code, found.headers["cache-control"]) == (302, "private, no-store")
                target = urlsplit(found.headers["location"])
                assert (target.scheme, target.netloc, target.path) == ("", "", "/zh/signin")
                (back,) = parse_qs(target.query)["next"]
                assert urlsplit(back).path == "/zh/resources"
                assert parse_qs(urlsplit(back).query) == {"file": [unquote(asked.removeprefix("/member-files/"))]}


async def test_files_of_a_group_are_for_its_members(
    pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite
) -> None:
    admin, mai, ben = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    group = uuid4()
    texts = '{"en": {"name": "Cooks"}}'
    async with as_role(pool, admin.caller, read_only=False) as conn:
        await conn.execute("select public.save_group($1, 'cooks', 'invitation', true, $2)", group, texts)
        await conn.execute("select public.set_group_member($1, $2, 'member')", group, mai.id)
    path = await upload(storage, admin, f"groups/{group}/")
    async with open_site(backend=storage) as site:
        answers = [await site.get(path, headers=session_of(who)) for who in (mai, ben)]
        assert [answer.status_code for answer in answers] == [302, 404]
        assert (await storage.get(answers[0].headers["location"])).content == BODY
        async with as_role(pool, admin.caller, read_only=False) as conn:
            await conn.execute("select public.set_group_member($1, $2, null)", group, mai.id)
        assert (await site.get(path, headers=session_of(mai))).status_code == 404


@pytest.mark.parametrize("path", HOSTILE)
async def test_hostile_addresses_lead_nowhere(
    pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite, path: str
) -> None:
    mai = await make_member(pool)
    async with open_site(backend=storage) as site:
        for headers in ({}, session_of(mai)):
            assert (await site.get(path, headers=headers)).status_code == 404


@pytest.mark.parametrize("failure", [503, 429, None])
async def test_storage_that_does_not_answer_is_tried_again(
    pool: Pool, open_site: OpenSite, failure: int | None
) -> None:
    mai = await make_member(pool, language="ms")

    def respond(request: httpx.Request) -> httpx.Response:
        if failure is None:
            raise httpx.ConnectError("refused", request=request)
        return httpx.Response(failure)

    backend = httpx.AsyncClient(transport=httpx.MockTransport(respond), base_url="https://site.example")
    async with backend, open_site(backend=backend) as site:
        answer = await site.get("/member-files/1/a.pdf", headers=session_of(mai))
        assert (answer.status_code, answer.headers["cache-control"]) == (503, "no-store")
        assert int(answer.headers["retry-after"]) > 0 and "sedang sibuk" in answer.text


async def test_backend_on_another_host_sends_the_file(
    pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite
) -> None:
    admin = await make_member(pool, is_admin=True)
    path = await upload(storage, admin)
    elsewhere = {"BALAI_BACKEND_URL": "https://api.example"}
    async with open_site(backend=storage, environment=elsewhere) as site:
        sent = await site.get(path, headers=session_of(admin))
        assert sent.headers["location"].startswith("https://api.example/storage/v1/object/sign/member-files/")
