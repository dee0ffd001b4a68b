"""Probes of the rights matrix as statements with a caller's role, of row changes and of presence."""

import json
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection
from tests.factories.blog import words
from tests.factories.forum import rich
from tests.site.rights import expected
from tests.site.rights.matrix import Matrix, Session, undone
from tests.site.rights.world import World, picture_in

ALLOW_DELETE = "select set_config('storage.allow_delete_query', 'true', true)"
VISIBLE = "select realtime.visible_to($1::regclass, '{id}', array[$2], $3::text, array[$4])"
ADD_POST = """
insert into public.posts (id, forum_id, language, title, body) values ($1, $2, 'en', 'One more topic', $3) returning 1
"""
ADD_REPLY = "insert into public.replies (id, post_id, language, body) values ($1, $2, 'en', $3) returning 1"
MODERATE = {
    "lock": "select public.set_topic_state('{post}', '{{\"isLocked\": true}}')",
    "pin": "select public.set_topic_state('{post}', '{{\"isPinned\": true}}')",
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


async def probe_areas(matrix: Matrix, session: Session) -> None:
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
            may = name in rights["moderate"] and (area, act) not in expected.REFUSED
            note(act, area, may=may, did=await session.does(sql.format(**ids)))
        editors = rights["moderate"] | expected.AUTHORS.get(area, {"grouped"})
        for act, sql in EDIT.items():
            note(act, area, may=name in editors, did=await session.does(sql.format(**ids)))


ADD_CATEGORY = """
select public.save_resource_category(jsonb_build_object('slug', 'new', 'group_id', {}), '{{"en": "New"}}')
"""
CHANGE_CATEGORY = {
    "save": """select public.save_resource_category('{{"id": "{id}", "slug": "renamed"}}', '{{"en": "New"}}')""",
    "give": """select public.save_resource_category(
      '{{"id": "{id}", "slug": "given", "group_id": "{A}"}}', '{{"en": "New"}}')""",
    "order": "select public.order_resource_categories(array['{id}'::uuid])",
}


async def probe_categories(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    note = partial(matrix.note, "statement", name)
    for key, rights in expected.CATEGORIES.items():
        thing, ids = f"category {key}", {"id": world.categories[key], "A": world.groups["A"]}
        for table, column in (("resource_categories", "id"), ("resource_category_texts", "category_id")):
            did = await session.does(f"select from public.{table} where {column} = '{ids['id']}'")
            note(f"see: {table}", thing, may=name in rights["see"], did=did)
        for act, sql in CHANGE_CATEGORY.items():
            note(act, thing, may=name in rights[act], did=await session.does(sql.format(**ids)))
        if key == "members":
            did = await session.does(f"select public.delete_resource_category('{ids['id']}')")
            note("delete", thing, may=name in rights["delete"], did=did)
    for group, callers in (("null", expected.EDITORS), (f"'{world.groups['A']}'", expected.OF_GROUP_A)):
        note("make", f"category of {group}", may=name in callers, did=await session.does(ADD_CATEGORY.format(group)))


async def probe_library(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    note = partial(matrix.note, "statement", name)
    for key, rights in expected.RESOURCES.items():
        wanted = world.resources[key]
        columns = {"resources": "id", "resource_texts": "resource_id", "resource_files": "resource_id"}
        for table, column in columns.items():
            did = await session.does(f"select from public.{table} where {column} = '{wanted}'")
            note(f"see: {table}", f"resource {key}", may=name in rights["see"], did=did)
        did = await session.does(f"select public.delete_resource('{wanted}')")
        note("delete", f"resource {key}", may=name in rights["delete"], did=did)
        given = f"""select public.save_resource(jsonb_build_object('id', id, 'category_id', category_id, 'kind', kind,
          'files', '[{{"language": null, "url": "/"}}]'::jsonb, 'group_id', group_id),
          '{{"en": {{"title": "New"}}}}', version)
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


async def probe_pictures(matrix: Matrix, session: Session) -> None:
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


async def probe_articles(matrix: Matrix, session: Session) -> None:
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
            "save": (stored, {"en": words("Other lanterns", status=article["status"])}),
            "publish": ({**stored, "status": "published"}, {"en": words(f"Lanterns {key}")}),
            "translate": (stored, {"ms": words("Tanglung", status=article["status"])}),
        }
        for verb, (facts, texts) in acts.items():
            if verb in rights:
                did = await session.does(save, json.dumps(facts), json.dumps(texts))
                note(verb, f"article {key}", may=name in rights[verb], did=did)
        did = await session.does(f"select public.delete_article('{article['id']}')")
        note("delete", f"article {key}", may=name in rights["delete"], did=did)


async def probe_bookings(matrix: Matrix, session: Session) -> None:
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


async def probe_groups(matrix: Matrix, session: Session) -> None:
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


async def probe_site(matrix: Matrix, session: Session) -> None:
    world, name = session.world, session.name
    for verb, (sql, callers) in expected.SITE.items():
        did = await session.does(world.fill(sql, name))
        matrix.note("statement", name, verb, "site", may=name in callers, did=did)


async def probe_realtime(matrix: Matrix, world: World, name: str) -> None:
    claims = msgspec.json.encode(world.claims(name)).decode()
    role = str(world.claims(name)["role"])
    async with world.pool.acquire() as connection, connection.transaction():
        for table, rows in (("public.posts", world.posts), ("public.replies", world.replies)):
            for area, row in rows.items():
                seen = await connection.fetchval(VISIBLE, table, str(row), role, claims)
                may = name in expected.AREAS[area]["see"]
                matrix.note("realtime", name, "see", f"{table} in {area}", may=may, did=bool(seen[0]))
        for area, held in world.held.items():
            case = await connection.fetchval("select id from public.desk_cases where thing_id = $1", held)
            seen = await connection.fetchval(VISIBLE, "public.desk_cases", str(case), role, claims)
            may = name in expected.AREAS[area]["moderate"]
            matrix.note("realtime", name, "see", f"the case of what waits in {area}", may=may, did=bool(seen[0]))
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


async def probe_presence(matrix: Matrix, world: World, name: str) -> None:
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
