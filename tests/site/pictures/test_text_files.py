"""Pictures in texts of the forum, as an `img` asks for them: with the session's cookie and nothing else."""

import io
import json
import time
from uuid import UUID, uuid4

import httpx
from PIL import Image

from balai.database.pool import Pool
from balai.database.transaction import as_role
from balai.security.tokens import api_keys, sign
from tests.factories.blog import save_article, words
from tests.factories.forum import make_forum, make_post
from tests.factories.members import Member, make_member
from tests.site.conftest import SECRET, OpenSite, session_of

STORED = "/storage/v1/object/authenticated/text-pictures/"
EVERYBODY = UUID(int=1)


def png() -> bytes:
    body = io.BytesIO()
    Image.new("RGB", (80, 60), "#a03020").save(body, "PNG")
    return body.getvalue()


async def upload(storage: httpx.AsyncClient, member: Member) -> str:
    claims = {"sub": str(member.id), "role": "authenticated", "exp": int(time.time()) + 600}
    headers = {
        "apikey": api_keys(SECRET).anon,
        "authorization": f"Bearer {sign(claims, SECRET)}",
        "content-type": "image/png",
        "cache-control": "private, no-cache",
    }
    name = f"{member.id}/{uuid4()}_80x60.png"
    answer = await storage.post(f"/storage/v1/object/text-pictures/{name}", content=png(), headers=headers)
    assert answer.status_code == 200, answer.text
    return name


async def show(pool: Pool, area: UUID, member: Member, name: str) -> None:
    words = {"type": "paragraph", "content": [{"type": "text", "text": "Look at this picture of the garden."}]}
    picture = {"type": "image", "attrs": {"src": STORED + name, "alt": ""}}
    await make_post(pool, area, member, body=json.dumps({"type": "doc", "content": [words, picture]}))


async def test_readers_of_an_area_alone_get_its_pictures(
    pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite
) -> None:
    mai, ben, admin = await make_member(pool), await make_member(pool), await make_member(pool, is_admin=True)
    area = await make_forum(pool)
    name = await upload(storage, mai)
    await show(pool, area, mai, name)
    async with open_site(backend=storage) as site:
        path = f"/pictures/{name}"
        whole = await site.get(path)
        assert (whole.status_code, whole.headers["content-type"]) == (200, "image/png")
        assert whole.headers["cache-control"] == "private, no-cache"
        small = await site.get(path, params={"width": "20"}, headers={"accept": "image/webp"})
        assert (small.status_code, small.headers["content-type"]) == (200, "image/webp")
        assert small.headers["cache-control"] == "private, no-cache" and len(small.content) < len(whole.content)
        unchanged = await site.get(path, headers={"if-none-match": whole.headers["etag"]})
        assert (unchanged.status_code, unchanged.content) == (304, b"")

        rights = json.dumps([{"group": str(EVERYBODY), "rights": ["see", "reply", "create"]}])
        async with as_role(pool, admin.caller, read_only=False) as conn:
            await conn.execute("select public.set_area_rights($1, $2)", area, rights)
        for query in ({}, {"width": "20"}):
            # A copy in the browser of a visitor is not confirmed either.
            etag = {"if-none-match": whole.headers["etag"]}
            closed = await site.get(path, params=query, headers=etag)
            assert (closed.status_code, closed.headers["cache-control"]) == (404, "no-store")
            seen = await site.get(path, params=query, headers=session_of(ben))
            assert seen.status_code == 200 and seen.headers["cache-control"] == "private, no-cache"
        expired = await site.get(path, headers=session_of(ben, expires_in=-10))
        assert expired.status_code == 404
        # By no other way of the storage service.
        for way in ("object/public", "render/image/public"):
            answer = await storage.get(f"/storage/v1/{way}/text-pictures/{name}")
            assert answer.status_code in (400, 404)


async def test_pictures_of_an_article_for_a_group_are_for_its_members_alone(
    pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite
) -> None:
    admin, mai, ben = await make_member(pool, is_admin=True), await make_member(pool), await make_member(pool)
    async with as_role(pool, admin.caller, read_only=False) as conn:
        group = await conn.fetchval("select gen_random_uuid()")
        texts = json.dumps({"en": {"name": "Cooks"}})
        await conn.execute("select public.save_group($1, 'cooks', 'invitation', true, $2)", group, texts)
        await conn.execute("select public.set_group_member($1, $2, 'member')", group, mai.id)
    name, article = await upload(storage, admin), str(uuid4())
    path, slug = f"/pictures/{name}", "/en/blog/the-garden"
    facts = {"id": article, "cover_url": STORED + name}

    async def get(site: httpx.AsyncClient, member: Member | None, **more: str) -> int:
        headers = session_of(member) if member else {}
        answers = [await site.get(path, params=query, headers=headers | more) for query in ({}, {"width": "20"})]
        assert len({answer.status_code for answer in answers}) == 1
        caching = {answer.headers["cache-control"] for answer in answers}
        assert caching in ({"no-store"}, {"public, max-age=300" if is_open else "private, no-cache"})
        return answers[0].status_code

    is_open = True
    async with open_site(backend=storage) as site:
        await save_article(pool, admin, {"en": words("The garden")}, **facts)
        open_to_all = await site.get(path)
        assert open_to_all.status_code == 200 and "x-robots-tag" not in open_to_all.headers
        assert open_to_all.headers["cache-control"] == "public, max-age=300"
        address = f"https://site.example{path}"
        page = await site.get(slug)
        assert f'property="og:image" content="{address}"' in page.text and STORED not in page.text.partition("<body")[0]
        for feed in ("feed.xml", "feed.json"):
            answer = await site.get(f"/en/blog/{feed}")
            assert "text-pictures" not in answer.text, feed
        # For the group alone: at once, also when a browser asks for its copy again, and for a smaller picture.
        await save_article(pool, admin, {"en": words("The garden")}, base=1, group_id=str(group), **facts)
        is_open = False
        etag = {"if-none-match": open_to_all.headers["etag"]}
        assert [await get(site, member) for member in (None, ben, mai, admin)] == [404, 404, 200, 200]
        assert await get(site, None, **etag) == 404
        assert (await site.get(slug)).status_code == 404 and (await site.get(slug, headers=session_of(mai))).is_success
        seen = await site.get(path, headers=session_of(mai))
        assert seen.headers["x-robots-tag"] == "noindex"
        for way in ("object/public", "render/image/public", "object/sign"):
            assert (await storage.get(f"/storage/v1/{way}/text-pictures/{name}")).status_code in (400, 404)
        await save_article(pool, admin, {"en": words("The garden")}, base=2, group_id=None, **facts)
        is_open = True
        assert [await get(site, member) for member in (None, ben)] == [200, 200]


async def test_other_files_are_not_reached(pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite) -> None:
    async with open_site(backend=storage) as site:
        for path in ("/pictures/", "/pictures/x", "/pictures/%2e%2e/member-files/list.pdf", "/pictures/%2e%2e/files/a"):
            assert (await site.get(path)).status_code == 404


async def test_files_of_a_text_are_downloads_for_its_readers(
    pool: Pool, storage: httpx.AsyncClient, open_site: OpenSite
) -> None:
    mai, admin = await make_member(pool), await make_member(pool, is_admin=True)
    area = await make_forum(pool)
    claims = {"sub": str(mai.id), "role": "authenticated", "exp": int(time.time()) + 600}
    headers = {"apikey": api_keys(SECRET).anon, "authorization": f"Bearer {sign(claims, SECRET)}"}

    async def put(kind: str, body: bytes = b"%PDF-1.7", folder: str | None = None) -> tuple[str, int]:
        name = f"{folder or mai.id}/{uuid4()}/form.pdf"
        kinds = headers | {"content-type": kind}
        answer = await storage.post(f"/storage/v1/object/text-files/{name}", content=body, headers=kinds)
        return name, answer.status_code

    assert [(await put("text/html"))[1], (await put("application/zip"))[1]] == [400, 400]
    assert (await put("application/pdf", bytes(10_000_001)))[1] == 400
    assert (await put("application/pdf", folder=str(admin.id)))[1] == 400
    name, status = await put("application/pdf")
    assert status == 200
    async with open_site(backend=storage) as site:
        path = f"/text-files/{name}"
        assert (await site.get(path)).status_code == 404, "no text shows it yet"
        src = f"/storage/v1/object/authenticated/text-files/{name}"
        block = {"type": "file", "attrs": {"src": src, "name": "Đơn.pdf", "size": 8}}
        words = {"type": "paragraph", "content": [{"type": "text", "text": "The form for the garden."}]}
        await make_post(pool, area, mai, body=json.dumps({"type": "doc", "content": [words, block]}))
        for query in ({}, {"download": "Đơn.pdf"}):
            sent = await site.get(path, params=query)
            assert (sent.status_code, sent.content) == (200, b"%PDF-1.7")
            assert sent.headers["content-disposition"].startswith("attachment")
        rights = json.dumps([{"group": str(EVERYBODY), "rights": ["see", "reply", "create"]}])
        async with as_role(pool, admin.caller, read_only=False) as conn:
            await conn.execute("select public.set_area_rights($1, $2)", area, rights)
        assert (await site.get(path)).status_code == 404
        assert (await site.get(path, headers=session_of(mai))).status_code == 200
