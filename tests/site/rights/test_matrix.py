"""The rights matrix: every role does every verb to every thing, on every way in, and what expected.py allows works.

Ways in: pages, feeds and the site map over HTTP; tables, functions and the search over /rest/v1 and as statements
with a caller's role; row changes and presence as the realtime service decides them; files as the storage service does.
Leaves build/rights.json.
"""

import json
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import httpx
import msgspec
import pytest

from balai.backend.rest.routes import rest_app
from balai.backend.rest.rules import Rules
from balai.database.pool import Connection, Pool
from balai.database.transaction import as_role
from balai.security.tokens import api_keys, verify
from tests.factories.blog import words
from tests.factories.forum import rich
from tests.site.conftest import SECRET, OpenSite
from tests.site.rights import expected
from tests.site.rights.world import World, make_world, picture_in

MIN_PROBES = 5000
REPORT = Path(__file__).parents[3] / "build/rights.json"
ALLOW_DELETE = "select set_config('storage.allow_delete_query', 'true', true)"
VISIBLE = "select realtime.visible_to($1::regclass, '{id}', array[$2], $3::text, array[$4])"
ADD_POST = """
insert into public.posts (id, forum_id, language, title, body) values ($1, $2, 'en', 'One more topic', $3) returning 1
"""
ADD_REPLY = "insert into public.replies (id, post_id, language, body) values ($1, $2, 'en', $3) returning 1"
MODERATE = {
    "lock": "select public.set_locked('{post}', true)",
    "pin": "select public.set_pinned('{post}', true)",
    "hide the post": "select public.set_hidden(true, '{post}')",
    "hide the reply": "select public.set_hidden(true, null, '{reply}')",
    "slow down": "select public.set_topic_state('{post}', '{{\"slowSeconds\": 60}}')",
    "act on many": "select from public.apply_act(gen_random_uuid(), 'tag', array['{post}'::uuid], "
    '\'{{"tag": "rice"}}\') as changed where changed = 1',
    "split": "select public.split_replies(gen_random_uuid(), '{post}', array['{reply}'::uuid], '{area}', 'A title')",
    "take the reply away": "select from public.apply_act(gen_random_uuid(), 'delete', '{{}}', '{{}}', "
    "array['{reply}'::uuid]) as changed where changed = 1",
    "handle the report": "select public.handle_report('{report}', 'upheld')",
    "read the report": "select from public.reports where id = '{report}'",
    "ban": "select public.set_area_ban('{area}', '{member}', 'Advertising')",
}
ADD_PICTURE = "insert into storage.objects (bucket_id, name) values ('text-pictures', '{}/new.png') returning 1"
# Of the author, too.
EDIT = {
    "edit the post": "select public.edit_post('{post}', 'A better title', "
    '\'{{"type": "doc", "content": [{{"type": "paragraph", "content": [{{"type": "text", '
    '"text": "Lanterns for sale, without a number."}}]}}]}}\', \'en\')',
    "tag the post": "select public.set_tags('{post}', '{{rice}}')",
}
SEE = {
    "replies": "select from public.replies where id = '{reply}'",
    "may": "select from public.may('see', '{area}') as may where may",
    "can_report": "select from public.can_report('{post}', null) as can where can",
}


class Matrix:
    """Counts probes and keeps those with another result than expected."""

    def __init__(self) -> None:
        self.probes = 0
        self.failures: list[dict[str, str]] = []

    def note(self, way: str, caller: str, verb: str, thing: str, *, may: bool, did: bool) -> None:
        self.probes += 1
        if may != did:
            self.failures.append(
                {"way": way, "caller": caller, "verb": verb, "thing": thing, "expected": str(may), "was": str(did)}
            )


@asynccontextmanager
async def undone(connection: Connection) -> AsyncIterator[None]:
    """Rolls the statements inside back. An error ends them."""
    await connection.execute("savepoint probe")
    try:
        yield
    except asyncpg.PostgresError:
        pass
    finally:
        await connection.execute("rollback to savepoint probe")


class Session:
    """One caller's transaction. Every act is rolled back."""

    def __init__(self, connection: Connection, world: World, name: str) -> None:
        self.connection = connection
        self.world = world
        self.name = name

    async def does(self, sql: str, *values: Any) -> bool:
        """Whether a statement works and returns a row."""
        async with undone(self.connection):
            return bool(await self.connection.fetch(sql, *values))
        return False


@pytest.fixture
async def world(pool: Pool) -> World:
    return await make_world(pool)


@pytest.fixture
async def rest(database: str) -> AsyncIterator[httpx.AsyncClient]:
    """The data service on the same database."""
    keys = api_keys(SECRET)
    app = rest_app(database, keys=keys, verify=partial(verify, secret=SECRET), rules=Rules(("public",), 1000))
    transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=transport, base_url="http://node/rest/v1", headers={"apikey": keys.anon}
    ) as client:
        yield client
    await app.close()


@pytest.mark.timeout(500)
async def test_every_role_does_what_the_table_says(world: World, rest: httpx.AsyncClient, open_site: OpenSite) -> None:
    matrix = Matrix()
    for name in sorted(expected.ALL):
        async with as_role(world.pool, world.caller(name), read_only=False) as connection:
            session = Session(connection, world, name)
            await _probe_areas(matrix, session)
            await _probe_library(matrix, session)
            await _probe_pictures(matrix, session)
            await _probe_articles(matrix, session)
            await _probe_bookings(matrix, session)
            await _probe_groups(matrix, session)
            await _probe_site(matrix, session)
        await _probe_realtime(matrix, world, name)
        await _probe_presence(matrix, world, name)
        await _probe_rest(matrix, world, name, rest)
    async with open_site() as site:
        for name in sorted(expected.ALL):
            await _probe_pages(matrix, world, name, site)
        await _probe_sitemap(matrix, site)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps({"probes": matrix.probes, "failures": matrix.failures}, indent=1) + "\n")
    assert matrix.failures == []
    assert matrix.probes >= MIN_PROBES


async def _probe_areas(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    for area, rights in expected.AREAS.items():
        note = partial(matrix.note, "statement", name)
        ids = {
            "area": world.areas[area],
            "post": world.posts.get(area, UUID(int=0)),
            "reply": world.replies.get(area, UUID(int=0)),
            "report": world.reports.get(area, UUID(int=0)),
            "member": world.people["asked"].id,
        }
        body = rich("A text that is long enough to be posted here.")
        did = await session.does(ADD_POST, uuid4(), ids["area"], body)
        note("create", area, may=name in rights["create"], did=did)
        for verb in ("reply", "create", "moderate"):
            did = await session.does(f"select from public.may('{verb}', '{ids['area']}') as may where may")
            matrix.note("may", name, verb, area, may=name in rights[verb], did=did)
        has_posts = area in world.posts
        for what, sql in SEE.items():
            if what == "can_report" and name == "guest":
                continue
            if has_posts or what == "may":
                note(f"see: {what}", area, may=name in rights["see"], did=await session.does(sql.format(**ids)))
        if not has_posts:
            continue
        note("reply", area, may=name in rights["reply"], did=await session.does(ADD_REPLY, uuid4(), ids["post"], body))
        for act, sql in MODERATE.items():
            note(act, area, may=name in rights["moderate"], did=await session.does(sql.format(**ids)))
        editors = rights["moderate"] | {"other" if area == "annex" else "grouped"}
        for act, sql in EDIT.items():
            note(act, area, may=name in editors, did=await session.does(sql.format(**ids)))


async def _probe_library(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    note = partial(matrix.note, "statement", name)
    for key, rights in expected.RESOURCES.items():
        wanted = world.resources[key]
        for table, column in (("resources", "id"), ("resource_texts", "resource_id")):
            did = await session.does(f"select from public.{table} where {column} = '{wanted}'")
            note(f"see: {table}", f"resource {key}", may=name in rights["see"], did=did)
        did = await session.does(f"select public.delete_resource('{wanted}')")
        note("delete", f"resource {key}", may=name in rights["delete"], did=did)
        given = f"""select public.save_resource(jsonb_build_object('id', id, 'category_id', category_id, 'kind', kind,
          'url', url, 'content_languages', '[]'::jsonb, 'group_id', group_id), '{{"en": {{"title": "New"}}}}', version)
          from public.resources where id = '{wanted}'"""
        note("save", f"resource {key}", may=name in rights["save"], did=await session.does(given))
    for path, rights in expected.FILES.items():
        # The file of another member is read; the caller adds one of their own.
        stored = world.fill(path, "grouped").removeprefix("member-files/")
        did = await session.does(f"select from storage.objects where bucket_id = 'member-files' and name = '{stored}'")
        matrix.note("storage", name, "see", path, may=name in rights["see"], did=did)
        added = world.fill(path, name).removeprefix("member-files/") + "x"
        did = await session.does(
            f"insert into storage.objects (bucket_id, name) values ('member-files', '{added}')"
            + (" returning 1" if name in rights["see"] else "")
        )
        if name in rights["see"]:
            matrix.note("storage", name, "add", path, may=name in rights["add"], did=did)
        removed = f"{ALLOW_DELETE}; delete from storage.objects where name = '{stored}'"
        matrix.note("storage", name, "delete", path, may=name in rights["delete"], did=await _deletes(session, removed))


async def _probe_pictures(matrix: Matrix, session: Session) -> None:
    """Pictures in texts of each area: read with the texts, uploaded to one's own folder, removed by none."""
    world, name = session.world, session.name
    uploader = world.people["receptionist"]
    for area in world.replies:
        stored = picture_in(area, uploader)
        did = await session.does(f"select from storage.objects where bucket_id = 'text-pictures' and name = '{stored}'")
        may = name in expected.AREAS[area]["see"] | {"receptionist"}
        matrix.note("storage", name, "see", f"picture in {area}", may=may, did=did)
        did = await session.does(f"select from public.text_pictures where picture = '{stored}'")
        matrix.note("storage", name, "find", f"picture in {area}", may=name in expected.AREAS[area]["see"], did=did)
        removed = f"{ALLOW_DELETE}; delete from storage.objects where name = '{stored}'"
        matrix.note("storage", name, "delete", f"picture in {area}", may=False, did=await _deletes(session, removed))
    added = ADD_PICTURE.format(world.people[name].id if name != "guest" else UUID(int=0))
    matrix.note("storage", name, "add", "picture", may=name != "guest", did=await session.does(added))
    matrix.note(
        "storage",
        name,
        "add for another",
        "picture",
        may=name == "receptionist",
        did=await session.does(ADD_PICTURE.format(uploader.id)),
    )


async def _deletes(session: Session, sql: str) -> bool:
    """Whether a deletion, the last of several statements, removes a row."""
    async with undone(session.connection):
        return (await session.connection.execute(sql)) == "DELETE 1"
    return False


async def _probe_articles(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    note = partial(matrix.note, "statement", name)
    save = "select public.save_article($1::jsonb, $2::jsonb, 1)"
    for key, rights in expected.ARTICLES.items():
        article = world.articles[key]
        for table, column in (("articles", "id"), ("article_texts", "article_id"), ("article_slugs", "article_id")):
            did = await session.does(f"select from public.{table} where {column} = '{article['id']}'")
            note(f"see: {table}", f"article {key}", may=name in rights["see"], did=did)
        stored = {
            "id": article["id"],
            "save_id": str(uuid4()),
            "source_language": "en",
            "status": article["status"],
            "group_id": article["group_id"],
        }
        if article["status"] == "published":
            stored["publish_at"] = await world.pool.fetchval(
                "select to_json(publish_at) #>> '{}' from public.articles where id = $1", UUID(article["id"])
            )
        acts: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
            "save": (stored, {"en": words("Other lanterns")}),
            "publish": ({**stored, "status": "published"}, {"en": words(f"Lanterns {key}")}),
            "translate": (stored, {"ms": words("Tanglung")}),
        }
        for verb, (facts, texts) in acts.items():
            if verb in rights:
                did = await session.does(save, json.dumps(facts), json.dumps(texts))
                note(verb, f"article {key}", may=name in rights[verb], did=did)
        did = await session.does(f"select public.delete_article('{article['id']}')")
        note("delete", f"article {key}", may=name in rights["delete"], did=did)


async def _probe_bookings(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    note = partial(matrix.note, "statement", name)
    for key, rights in expected.BOOKINGS.items():
        booking, service = world.bookings[key], world.services[key]
        did = await session.does(f"select from public.bookings where id = '{booking}'")
        note("see", f"booking {key}", may=name in rights["see"], did=did)
        did = await session.does(f"select public.cancel_booking('{booking}')")
        note("cancel", f"booking {key}", may=name in rights["cancel"], did=did)
        did = await session.does(
            f"insert into public.service_exceptions (service_id, day) values ('{service}', '2030-01-01') returning 1"
        )
        note("close a day", f"service {key}", may=name in rights["close a day"], did=did)
    did = await session.does("insert into public.service_exceptions (day) values ('2030-01-02') returning 1")
    note("close a day", "the whole site", may=name in expected.ADMINISTRATORS, did=did)


async def _probe_groups(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    texts = '{"en": {"name": "Renamed"}}'
    for key, rights in expected.GROUPS.items():
        group = world.groups[key]
        asked = world.people["asked"].id
        statements = {
            "see": f"select from public.groups where id = '{group}'",
            "see its members": f"select from public.group_members where group_id = '{group}' and status = 'member'",
            "see its requests": f"select from public.group_members where group_id = '{group}' and status <> 'member'",
            "accept a request": f"select public.set_group_member('{group}', '{asked}', 'member')",
            "change": f"select public.save_group('{group}', 'x', 'open', true, '{texts}')",
            "delete": f"select public.delete_group('{group}')",
        }
        for verb, sql in statements.items():
            matrix.note("statement", name, verb, f"group {key}", may=name in rights[verb], did=await session.does(sql))


async def _probe_site(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    for verb, (sql, callers) in expected.SITE.items():
        did = await session.does(world.fill(sql, name))
        matrix.note("statement", name, verb, "site", may=name in callers, did=did)


async def _probe_realtime(matrix: Matrix, world: World, name: str) -> None:
    claims = msgspec.json.encode(world.claims(name)).decode()
    role = str(world.claims(name)["role"])
    async with world.pool.acquire() as connection, connection.transaction():
        for table, rows in (("public.posts", world.posts), ("public.replies", world.replies)):
            for area, row in rows.items():
                seen = await connection.fetchval(VISIBLE, table, str(row), role, claims)
                may = name in expected.AREAS[area]["see"]
                matrix.note("realtime", name, "see", f"{table} in {area}", may=may, did=bool(seen[0]))
        for key, article in world.articles.items():
            seen = await connection.fetchval(VISIBLE, "public.articles", str(article["id"]), role, claims)
            may = name in expected.ARTICLES[key]["see"]
            matrix.note("realtime", name, "see", f"article {key}", may=may, did=bool(seen[0]))
        for key, booking in world.bookings.items():
            seen = await connection.fetchval(VISIBLE, "public.bookings", str(booking), role, claims)
            may = name in expected.BOOKINGS[key]["see"]
            matrix.note("realtime", name, "see", f"booking {key}", may=may, did=bool(seen[0]))


ADD_PRESENCE = """
insert into realtime.messages (topic, extension, event, payload, private)
values ('thread:' || $1, 'presence', 'presence', '{}', true)
"""
BECOME = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)"


async def _probe_presence(matrix: Matrix, world: World, name: str) -> None:
    claims = world.claims(name)
    async with world.pool.acquire() as connection:
        transaction = connection.transaction()
        await transaction.start()
        await connection.execute("select realtime.keep_partitions()")
        for post in world.posts.values():
            await connection.execute(ADD_PRESENCE, str(post))
        await connection.execute(BECOME, str(claims["role"]), json.dumps(claims))
        for area, post in world.posts.items():
            await connection.execute("select set_config('realtime.topic', $1, true)", f"thread:{post}")
            seen = await connection.fetchval(
                "select count(*) from realtime.messages where topic = $1", f"thread:{post}"
            )
            may = name in expected.AREAS[area]["see"]
            matrix.note("realtime", name, "see who is typing", area, may=may, did=seen > 0)
            did = await _inserts(connection, str(post))
            matrix.note("realtime", name, "type", area, may=name in expected.AREAS[area]["reply"], did=did)
        await transaction.rollback()


async def _inserts(connection: Connection, post: str) -> bool:
    async with undone(connection):
        await connection.execute(ADD_PRESENCE, post)
        return True
    return False


async def _probe_rest(matrix: Matrix, world: World, name: str, rest: httpx.AsyncClient) -> None:
    headers = {} if name == "guest" else {"authorization": f"Bearer {world.token(name, SECRET)}"}

    async def ids(path: str, column: str) -> set[str]:
        response = await rest.get(path, headers=headers)
        return {row[column] for row in response.json()} if response.status_code == 200 else set()

    seen = {area: name in rights["see"] for area, rights in expected.AREAS.items()}
    for table, column, things in (
        ("forums", "id", world.areas),
        ("forum_texts", "forum_id", world.areas),
        ("posts", "id", world.posts),
        ("posts", "forum_id", {area: world.areas[area] for area in world.posts}),
        ("replies", "id", world.replies),
    ):
        found = await ids(f"/{table}?select={column}", column)
        for area, thing in things.items():
            matrix.note("rest", name, f"see {table}.{column}", area, may=seen[area], did=str(thing) in found)
    embedded = await rest.get(
        "/forums?select=id,posts!posts_forum_id_fkey(id,replies!replies_post_id_fkey(id))", headers=headers
    )
    inside = json.dumps(embedded.json())
    for area in world.posts:
        for kind, thing in (("posts", world.posts[area]), ("replies", world.replies[area])):
            matrix.note("rest", name, f"see embedded {kind}", area, may=seen[area], did=str(thing) in inside)
    await _probe_search(matrix, world, name, rest, headers)


async def _probe_search(
    matrix: Matrix, world: World, name: str, rest: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    answer = await rest.post("/rpc/search", json={"query": "lanterns", "page_size": 50}, headers=headers)
    found = {row["id"] for row in answer.json()}
    things: Iterable[tuple[str, str, set[str]]] = (
        *((area, str(post), expected.AREAS[area]["see"]) for area, post in world.posts.items()),
        *((f"{area} reply", str(reply), expected.AREAS[area]["see"]) for area, reply in world.replies.items()),
        *((f"article {key}", article["id"], _found(key)) for key, article in world.articles.items()),
        *((f"resource {key}", str(item), _found_resource(key)) for key, item in world.resources.items()),
    )
    for thing, item, callers in things:
        matrix.note("search", name, "find", thing, may=name in callers, did=item in found)


def _found_resource(resource: str) -> set[str]:
    return expected.RESOURCES[resource]["see"] - {"editor"} | (
        {"editor"} if resource in {"public", "for_members"} else set()
    )


def _found(article: str) -> set[str]:
    """Drafts are found by their author and administrators; editors and translators have their list."""
    own = {"draft": {"author"}, "first": {"contributor"}}
    if article in own:
        return own[article] | expected.ADMINISTRATORS
    if article == "for_group":
        return expected.GROUP_A | expected.ADMINISTRATORS
    return expected.ARTICLES[article]["see"]


async def _probe_pages(matrix: Matrix, world: World, name: str, site: httpx.AsyncClient) -> None:
    headers = {} if name == "guest" else {"cookie": f"sb-access-token={world.token(name, SECRET)}"}

    async def get(path: str) -> httpx.Response:
        return await site.get(path, headers=headers)

    for path, callers in expected.SCREENS.items():
        response = await get(f"/en{path}")
        matrix.note("page", name, "open", path, may=name in callers, did=response.status_code == 200)
    if name not in expected.READERS:
        return
    home, forums = (await get("/en")).text, (await get("/en/forum")).text
    for area, rights in expected.AREAS.items():
        may = name in rights["see"]
        matrix.note("page", name, "see in the list", area, may=may, did=f'"{world.areas[area]}"' in forums)
        response = await get(f"/en/forum/{area}")
        matrix.note("page", name, "open", area, may=may, did=response.status_code == 200)
        if area not in world.posts:
            continue
        if not may:
            matrix.note("page", name, "see on the home page", area, may=False, did=f"Lanterns in {area}" in home)
        for path in (f"/en/forum/{area}/post/{world.posts[area]}", f"/en/forum/{area}/feed.xml"):
            response = await get(path)
            did = response.status_code == 200 and f"Lanterns in {area}" in response.text
            matrix.note("feed" if path.endswith("xml") else "page", name, "read", area, may=may, did=did)
    blog, feed = (await get("/en/blog")).text, (await get("/en/feed.xml?all=1")).text
    for key, article in world.articles.items():
        may = name in expected.ARTICLES[key]["see"]
        response = await get(f"/en/blog/{article['slugs']['en']}")
        matrix.note("page", name, "read", f"article {key}", may=may, did=response.status_code == 200)
        if not may:
            title = f"Lanterns {key}"
            matrix.note("page", name, "see in the list", f"article {key}", may=False, did=title in blog)
            matrix.note("feed", name, "see in the feed", f"article {key}", may=False, did=title in feed)
    library = (await get("/en/resources")).text
    for key, rights in expected.RESOURCES.items():
        if key != "unpublished":
            did = f"Lanterns {key}" in library
            matrix.note("page", name, "see in the list", f"resource {key}", may=name in rights["see"], did=did)


async def _probe_sitemap(matrix: Matrix, site: httpx.AsyncClient) -> None:
    index = (await site.get("/sitemap.xml")).text
    listed = "".join([(await site.get(part)).text for part in re.findall(r"<loc>([^<]+)</loc>", index)])
    for area, rights in expected.AREAS.items():
        did = f"/forum/{area}<" in listed or f"/forum/{area}/" in listed
        matrix.note("sitemap", "guest", "find", area, may="guest" in rights["see"], did=did)
