"""Files of the site: upload permissions, and deletion of unused files."""

import json
import uuid
from datetime import timedelta
from urllib.parse import quote

import asyncpg
import pytest

from balai.database.pool import PlainConnection, Pool
from balai.database.transaction import Caller, as_role
from balai.jobs.unused_uploads import remove_unused_uploads
from tests.factories.members import Member, make_member

INSERT = "insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)"
AGE = "update storage.objects set created_at = now() - $1::interval, last_accessed_at = now() - $1::interval"
NAMES = "select name from storage.objects order by name"


async def test_each_member_has_one_folder_only(pool: Pool) -> None:
    mai, ben = (await make_member(pool)).id, (await make_member(pool)).id
    caller = Caller.from_claims({"role": "authenticated", "sub": str(mai)})

    async def put(as_: Caller, bucket: str, name: str) -> None:
        async with as_role(pool, as_, read_only=False) as conn:
            await conn.execute(INSERT, bucket, name, str(mai))

    await put(caller, "pictures", f"{mai}/a.webp")
    for as_, bucket, name in [
        (caller, "pictures", f"{ben}/a.webp"),
        (caller, "pictures", "a.webp"),
        (caller, "files", f"{mai}/a.pdf"),
        (caller, "member-files", f"{mai}/a.pdf"),
        (Caller.anonymous(), "pictures", f"{mai}/b.webp"),
    ]:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await put(as_, bucket, name)
    for number in range(59):
        await put(caller, "pictures", f"{mai}/{number}.webp")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await put(caller, "pictures", f"{mai}/one-more.webp")
    await pool.execute(INSERT, "member-files", "x/plan.pdf", None)
    for who, seen in [(caller, 1), (Caller.anonymous(), 0)]:
        async with as_role(pool, who) as conn:
            assert await conn.fetchval("select count(*) from storage.objects where bucket_id = 'member-files'") == seen


async def test_fetches_of_pictures_are_limited_per_member(pool: Pool) -> None:
    mai, ben, ada = await make_member(pool), await make_member(pool), await make_member(pool, is_admin=True)

    async def admits(member: Member) -> bool:
        async with as_role(pool, member.caller, read_only=False) as conn:
            return bool(await conn.fetchval("select public.admit_picture_fetch()"))

    assert all([await admits(mai) for _ in range(60)])
    assert not await admits(mai)
    assert await admits(ben) and all([await admits(ada) for _ in range(61)])
    await pool.execute("update public.picture_fetches set fetched_at = now() - interval '61 minutes'")
    assert await admits(mai)
    assert await pool.fetchval("select count(*) from public.picture_fetches where user_id = $1", mai.id) == 1
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, mai.caller, read_only=False) as conn:
            await conn.execute("delete from public.picture_fetches")


async def test_only_unreferenced_files_are_deleted(pool: Pool) -> None:
    """A draft, an old version, a translation, a cover, a profile picture: each reference protects its file."""
    mai = (await make_member(pool)).id
    names = {
        word: f"{mai}/{uuid.uuid4()}.webp" for word in ("draft", "body", "cover", "profile", "page", "nobody", "young")
    }
    for name in names.values():
        await pool.execute(INSERT, "pictures", name, str(mai))

    def address(word: str) -> str:
        return f"/storage/v1/object/public/pictures/{names[word]}"

    image = {"type": "doc", "content": [{"type": "image", "attrs": {"src": address("body"), "alt": ""}}]}
    # Clients other than the site may choose odd names, and encode them in URLs in several ways.
    odd = f"{mai}/Mei's plan (2)+a&b.pdf"
    await pool.execute(INSERT, "files", odd, str(mai))
    spelled = f"/storage/v1/object/public/files/{quote(odd)}"
    content = json.dumps({"texts": {"vi": {"body": {"src": address("draft")}, "also": spelled}}})
    await pool.execute(
        "insert into public.drafts (user_id, place, content) values ($1, 'article:new', $2)", mai, content
    )
    article = await pool.fetchval(
        "insert into public.articles (source_language, cover_url) values ('en', $1) returning id", address("cover")
    )
    await pool.execute(
        "insert into public.article_texts (article_id, language, title, body, slug) values ($1, 'zh', 'x', $2, 'x')",
        article,
        json.dumps(image),
    )
    page = await pool.fetchval("insert into public.pages (slug, source_language) values ('p', 'en') returning id")
    version = await pool.fetchval(
        "insert into public.page_versions (page_id, number) values ($1, 1) returning id", page
    )
    await pool.execute(
        "insert into public.page_version_texts values ($1, 'en', 'x', $2)",
        version,
        json.dumps(image).replace(address("body"), address("page")),
    )
    await pool.execute("update public.profiles set picture_url = $2 where id = $1", mai, address("profile"))
    await pool.execute(f"{AGE} where name <> $2", timedelta(days=3), names["young"])
    spellings = [quote(odd), quote(odd, safe=""), quote(odd, safe=" ").replace("%2F", "%2f")]
    for spelling in [*spellings, odd]:
        said = pool.fetchval(
            "select public.mentions_file($1, $2)", f"see /storage/v1/object/public/files/{spelling}", odd
        )
        assert await said, spelling
    assert not await pool.fetchval("select public.mentions_file($1, $2)", f"see {quote(odd[:-4])}", odd)
    assert await pool.fetchval("select public.remove_unused_uploads(100)") == 7
    left = {row["name"] for row in await pool.fetch(NAMES)}
    assert left == {*names.values(), odd} - {names["nobody"]}
    # After their first check, files have thirty days without a reference.
    await pool.execute("delete from public.drafts")
    assert await pool.fetchval("select public.remove_unused_uploads(100)") == 0
    await pool.execute("update storage.objects set last_accessed_at = now() - interval '31 days'")
    assert await pool.fetchval("select public.remove_unused_uploads(100)") == 7
    left = {row["name"] for row in await pool.fetch(NAMES)}
    assert odd not in left and names["draft"] not in left and names["cover"] in left
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await pool.execute("delete from storage.objects")


async def test_many_uploads_in_a_large_site_fit_into_one_statement(database: str, pool: Pool) -> None:
    for n in range(6):
        await pool.execute(INSERT, "pictures", f"x/{n}.webp", None)
    await pool.execute(AGE, timedelta(days=3))
    # Simulates that many texts to search.
    await pool.execute(
        "create or replace function public.is_upload_used(file text) returns boolean language sql volatile as "
        "'select pg_sleep(0.3) is null'"
    )
    hasty = await asyncpg.create_pool(database, min_size=1, command_timeout=1.2, connection_class=PlainConnection)
    assert await remove_unused_uploads(hasty) is False
    await hasty.close()
    assert await pool.fetch(NAMES) == []
