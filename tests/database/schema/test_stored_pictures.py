"""Version 0216: pictures on other hosts leave the texts, covers, logos and profiles that a database already has."""

import json
import uuid
from typing import Any

import asyncpg

from balai.database.migrate import migrate

OTHER = "https://pictures.example/door.png"
OWN = "/storage/v1/object/public/pictures/a/door.webp"
ANY_PICTURE_ELSEWHERE = """
select count(*) from (
  select body from public.posts union all select body from public.replies union all
  select body from public.content_versions union all select body from public.article_texts union all
  select home from public.site_texts union all select about from public.site_texts) as texts (body)
where body @? '$.** ? (@.type == "image" && !(@.attrs.src starts with "/storage/v1/"))'
"""


def image(src: str, alt: str = "") -> dict[str, Any]:
    return {"type": "image", "attrs": {"src": src, "alt": alt}}


def doc(*content: dict[str, Any]) -> str:
    return json.dumps({"type": "doc", "content": content})


def linked(words: str, href: str = OTHER) -> dict[str, Any]:
    link = {"type": "link", "attrs": {"href": href}}
    return {"type": "paragraph", "content": [{"type": "text", "text": words, "marks": [link]}]}


def quote(*content: dict[str, Any]) -> dict[str, Any]:
    return {"type": "blockquote", "content": list(content)}


LONG = {"type": "paragraph", "content": [{"type": "text", "text": "words " * 9960}]}


async def test_pictures_elsewhere_become_links_or_imports(old_database: str) -> None:
    connection = await asyncpg.connect(old_database)
    reply, bare, long, only = await _seed(connection)
    before = await connection.fetchval("select count(*) from public.content_versions")
    await migrate(old_database)

    async def body_of(identifier: uuid.UUID) -> Any:
        return json.loads(await connection.fetchval("select body from public.replies where id = $1", identifier))

    assert await body_of(reply) == json.loads(doc(quote(linked("A door")), image(OWN), image(OWN, "Ours")))
    assert await body_of(bare) == json.loads(doc(linked(OTHER)))
    assert await body_of(long) == json.loads(doc(LONG)), "with links it would be too large"
    assert await body_of(only) == json.loads(doc(linked("x" * 500)))
    assert await connection.fetchval(ANY_PICTURE_ELSEWHERE) == 0
    assert await connection.fetchval("select count(*) from public.content_versions") == before
    imports = await connection.fetch("select place, row_id is null, url from public.picture_imports order by place")
    assert [tuple(row) for row in imports] == [
        ("cover", False, OTHER),
        ("logo", True, OTHER),
        ("profile", False, OTHER),
    ]
    assert await connection.fetchval("select count(*) from public.profiles where picture_url is not null") == 1
    # Rows whose text was converted are valid: an update of any column checks all of them.
    await connection.execute("update public.replies set number = number")
    await connection.close()


async def _seed(connection: asyncpg.Connection) -> list[uuid.UUID]:
    await connection.execute("insert into storage.objects (bucket_id, name) values ('pictures', 'a/door.webp')")
    bodies = [
        doc(quote(image(OTHER, "A door")), image(OWN), image(f"https://backend.example{OWN}", "Ours")),
        doc(image(OTHER)),
        doc(LONG, image(OTHER, "A door")),
        doc(*[image(OTHER, "x" * 500)] * 100),
    ]
    rows = await connection.fetch("select id from public.replies where body is not null limit $1", len(bodies))
    found = [row["id"] for row in rows]
    await connection.executemany("update public.replies set body = $2 where id = $1", zip(found, bodies, strict=True))
    await connection.execute("update public.site_texts set home = $1 where language = 'vi'", doc(image(OTHER)))
    await connection.execute("update public.site_settings set logo_url = $1", OTHER)
    one = "(select id from public.{0} order by id limit 1)"
    await connection.execute(f"update public.articles set cover_url = $1 where id = {one.format('articles')}", OTHER)
    await connection.execute("update public.profiles set picture_url = null")
    await connection.execute(f"update public.profiles set picture_url = $1 where id = {one.format('profiles')}", OTHER)
    last = "(select id from public.profiles order by id desc limit 1)"
    await connection.execute(
        f"update public.profiles set picture_url = $1 where id = {last}", f"https://b.example{OWN}"
    )
    return found
