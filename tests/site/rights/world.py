"""A site with a caller for each role and a thing of each kind, as expected.py names them."""

import json
import time
from typing import Any
from uuid import UUID, uuid4

import msgspec

from balai.database.pool import Connection, Pool
from balai.database.transaction import Caller, as_owner, as_role
from balai.security.tokens import sign
from tests.factories.blog import save_article, words
from tests.factories.booking import book, days_ahead, make_service
from tests.factories.forum import make_forum, make_post, make_reply, rich
from tests.factories.members import Member, make_member
from tests.site.rights import expected

EVERYBODY = UUID(int=1)
A = "A"
SAID = "I bring lanterns and string."
ADD_GROUP = "insert into public.groups (id, slug, is_listed) values ($1, $2, $3)"
ADD_TEXT = "insert into public.group_texts (group_id, language, name) values ($1, 'en', $2)"
ADD_TO_GROUP = "insert into public.group_members (group_id, member_id, status) values ($1, $2, $3)"
GRANT = """
insert into public.role_grants (member_id, role_id, group_id, forum_id, service_id)
select $1, id, $3, $4, $5 from public.roles where preset = $2
"""
ADD_FACTOR = """
insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
values (gen_random_uuid(), $1, 'phone', 'totp', 'verified', now(), now())
"""
ADD_FILE = "insert into storage.objects (bucket_id, name) values ('member-files', $1)"
ADD_PICTURE = """
with stored as (insert into storage.objects (bucket_id, name) values ('text-pictures', $1))
insert into public.text_pictures (picture, reply_id) values ($1, $2)
"""
ADD_CATEGORY = """
with made as (insert into public.resource_categories (slug, group_id) values ($1, $2) returning id)
insert into public.resource_category_texts (category_id, language, name)
select id, 'en', 'Category ' || $1 from made returning category_id
"""
ADD_LIBRARIAN = """
with made as (insert into public.roles (name, rights) values ('Librarian', '{library}') returning id)
insert into public.role_grants (member_id, role_id, group_id) select $1, id, $2 from made
"""
ADD_RESOURCE = """
with made as (
  insert into public.resources (category_id, kind, is_published, group_id) values ($1, 'link', $3, $4) returning id),
file as (
  insert into public.resource_files (resource_id, language, url) select id, 'en', 'https://example.org/' from made)
insert into public.resource_texts (resource_id, language, title)
select id, 'en', 'Lanterns ' || $2 from made returning resource_id
"""
HOLD = """
insert into public.held_texts (id, forum_id, author_id, language, title, body, held_for)
values ($1, $2, $3, 'en', 'Lanterns that wait', $4, 'first') returning id
"""
REPORT = "insert into public.reports (post_id, reporter_id, reason) values ($1, $2, 'spam') returning id"
ADMINISTRATORS = {"administrator", "administrator_aal1", "reasoned"}
ROLES = {
    "contributor": "contributor",
    "author": "author",
    "editor": "editor",
    "translator": "translator",
    "receptionist": "receptionist",
    "officer": "data_officer",
    "moderator": "moderator",
    "moderator_aal1": "moderator",
}


class World(msgspec.Struct, frozen=True):
    """The ids of everything, by the names of expected.py."""

    pool: Pool
    people: dict[str, Member]
    groups: dict[str, UUID]
    areas: dict[str, UUID]
    posts: dict[str, UUID]
    replies: dict[str, UUID]
    reports: dict[str, UUID]
    held: dict[str, UUID]
    articles: dict[str, dict[str, Any]]
    categories: dict[str, UUID]
    resources: dict[str, UUID]
    services: dict[str, UUID]
    bookings: dict[str, UUID]
    empty_area: UUID
    roles: dict[str, UUID]

    def claims(self, name: str) -> dict[str, Any]:
        """The claims of a caller's session."""
        if name == "guest":
            return {"role": "anon"}
        level = "aal1" if name.endswith("_aal1") else "aal2"
        return {"role": "authenticated", "sub": str(self.people[name].id), "aal": level}

    def caller(self, name: str) -> Caller:
        """A caller by name."""
        return Caller.from_claims(self.claims(name))

    def token(self, name: str, secret: str) -> str:
        """An access token of a caller."""
        return sign({**self.claims(name), "exp": int(time.time()) + 3600}, secret)

    def fill(self, text: str, name: str) -> str:
        """A statement or a path with the ids of this world."""
        me = self.people[name].id if name != "guest" else UUID(int=0)
        texts = json.dumps({"en": {"name": "Cooks"}})
        return text.format(
            me=me,
            member=self.people["member"].id,
            texts=texts,
            empty=self.empty_area,
            **{f"{preset}_role": role for preset, role in self.roles.items()},
            **self.areas,
            **self.groups,
        )


async def make_world(pool: Pool) -> World:
    """Create it all."""
    people = {
        name: await make_member(pool, display_name=name, is_admin=name in ADMINISTRATORS) for name in expected.MEMBERS
    }
    groups = {name: uuid4() for name in ("A", "B", "M")}
    async with as_owner(pool) as conn:
        for name, group in groups.items():
            await conn.execute(ADD_GROUP, group, f"group-{name.lower()}", name == A)
            await conn.execute(ADD_TEXT, group, f"Group {name}")
        for group, name, status in _memberships():
            await conn.execute(ADD_TO_GROUP, groups[group], people[name].id, status)
        roles = {row["preset"]: row["id"] for row in await conn.fetch("select preset, id from public.roles")}
    areas, empty = await _make_areas(pool, people, groups)
    posts, replies = await _write(pool, areas, people)
    services, bookings = await _make_services(pool, people)
    areas["class"], posts["class"] = await _name_thread(pool)
    replies["class"] = await make_reply(pool, posts["class"], people["member"], body=rich(SAID))
    async with as_owner(pool) as conn:
        await _give_roles(conn, people, groups, areas, services)
        reports = {name: await conn.fetchval(REPORT, post, people["member"].id) for name, post in posts.items()}
        held = {
            name: await conn.fetchval(
                HOLD, uuid4(), areas[name], people["asked"].id, rich("Lanterns that wait for review.")
            )
            for name in posts
        }
        for path in expected.FILES:
            name = path.removeprefix("member-files/").format(me=people["grouped"].id, **areas, **groups)
            await conn.execute(ADD_FILE, name)
        for name, reply in replies.items():
            await conn.execute(ADD_PICTURE, picture_in(name, people["receptionist"]), reply)
        categories, resources = await _make_library(conn, groups)
    articles = await _make_articles(pool, people, groups)
    async with as_owner(pool) as conn:
        for name in ("moderator_aal1", "administrator_aal1"):
            await conn.execute(ADD_FACTOR, people[name].id)
        await conn.execute(
            "insert into public.messages (name, email, language, body) values ('Mei', 'mei@example.org', 'en', 'Hello')"
        )
    world = World(
        pool=pool, people=people, groups=groups, areas=areas, posts=posts, replies=replies, reports=reports, held=held,
        articles=articles, categories=categories, resources=resources,
        services=services, bookings=bookings, empty_area=empty, roles=roles,
    )  # fmt: skip
    async with as_role(pool, world.caller("reasoned"), read_only=False) as conn:
        await conn.execute("select public.open_confidential_area($1, 'A member asked for help.')", areas["secret"])
        await conn.execute("insert into public.invitations (language) values ('en')")
    return world


async def _make_library(conn: Connection, groups: dict[str, UUID]) -> tuple[dict[str, UUID], dict[str, UUID]]:
    """Categories and resources for everyone, for members, and for group A."""
    readers = {"papers": None, "members": EVERYBODY, "group": groups[A]}
    categories = {name: await conn.fetchval(ADD_CATEGORY, name, readers[name]) for name in expected.CATEGORIES}
    audiences = {"for_members": EVERYBODY, "for_group": groups[A], "of_group": groups[A]}
    shelves = {"of_group": categories["group"]}
    resources = {
        name: await conn.fetchval(
            ADD_RESOURCE, shelves.get(name, categories["papers"]), name, name != "unpublished", audiences.get(name)
        )
        for name in expected.RESOURCES
    }
    return categories, resources


async def _make_services(pool: Pool, people: dict[str, Member]) -> tuple[dict[str, UUID], dict[str, UUID]]:
    """Two services, the first with threads, and the member's booking of each."""
    services = {
        name: await make_service(pool, people["administrator"], capacity=9, per_person=1)
        for name in ("first", "second")
    }
    async with as_owner(pool) as conn:
        await conn.execute("update public.services set thread_days = 7 where id = $1", services["first"])
    bookings = {
        name: (await book(pool, people["member"], service, days_ahead(2, hour))).id
        for hour, (name, service) in enumerate(services.items(), 10)
    }
    return services, bookings


def picture_in(area: str, uploader: Member) -> str:
    """The picture of the reply in an area. The member who uploaded it has no rights there."""
    return f"{uploader.id}/{area}.png"


def _memberships() -> list[tuple[str, str, str]]:
    return [
        *(("A", name, "member") for name in sorted(expected.GROUP_A)),
        *(("B", name, "member") for name in sorted(expected.GROUP_B)),
        ("M", "group_moderator", "member"),
        ("A", "asked", "asked"),
        ("B", "asked", "invited"),
        ("A", "invited", "invited"),
    ]


async def _make_areas(pool: Pool, people: dict[str, Member], groups: dict[str, UUID]) -> tuple[dict[str, UUID], UUID]:
    areas = {
        name: await make_forum(pool, slug=name, names={"en": f"Area {name}"}, position=place)
        for place, name in enumerate(expected.AREAS)
        if name != "class"
    }
    empty = await make_forum(pool, slug="empty", position=99)
    every = ["see", "reply", "create"]
    a, b, m = (str(groups[name]) for name in ("A", "B", "M"))
    rights: dict[str, tuple[dict[str | None, list[str]] | None, str | None, str | None, bool]] = {
        "sub": (None, None, "open", False),
        "notice": ({None: ["see"], a: every}, None, None, False),
        "questions": ({None: ["see", "reply"], a: every}, None, None, False),
        "members": ({str(EVERYBODY): every}, None, None, False),
        "lounge": ({a: every}, a, None, False),
        "cellar": (None, None, "lounge", False),
        "annex": ({b: every}, None, "lounge", False),
        "watched": ({a: every, m: [*every, "moderate"]}, None, None, False),
        "secret": ({a: every}, a, None, True),
    }
    async with as_role(pool, _administrator(people), read_only=False) as conn:
        await conn.execute("select public.set_forum_draft($1, true)", areas["draft"])
        for name, (given, owner, above, is_confidential) in rights.items():
            rows = None if given is None else [{"group": group, "rights": each} for group, each in given.items()]
            await conn.execute(
                "select public.set_area_rights($1, $2, $3, $4, $5)",
                areas[name],
                json.dumps(rows) if rows is not None else None,
                owner and UUID(owner),
                above and areas[above],
                is_confidential,
            )
    return areas, empty


async def _name_thread(pool: Pool) -> tuple[UUID, UUID]:
    """The thread that the booking has opened, under the name that it has in the table, and with the word to search."""
    async with as_owner(pool) as conn:
        area = await conn.fetchval("update public.forums set slug = 'class' where slot_id is not null returning id")
        title = "Lanterns in class"
        return area, await conn.fetchval(
            "update public.posts set title = $2 where forum_id = $1 returning id", area, title
        )


async def _write(
    pool: Pool, areas: dict[str, UUID], people: dict[str, Member]
) -> tuple[dict[str, UUID], dict[str, UUID]]:
    """A post and a reply in each area, by a member who may write there."""
    posts, replies = {}, {}
    for name, area in areas.items():
        if not expected.AREAS[name]["create"]:
            continue
        writer = people["other" if name == "annex" else "grouped"]
        posts[name] = await make_post(
            pool, area, writer, title=f"Lanterns in {name}", body=rich("Who brings lanterns?")
        )
        replies[name] = await make_reply(pool, posts[name], writer, body=rich(SAID))
    return posts, replies


async def _give_roles(
    conn: Any,
    people: dict[str, Member],
    groups: dict[str, UUID],
    areas: dict[str, UUID],
    services: dict[str, UUID],
) -> None:
    for name, preset in ROLES.items():
        await conn.execute(GRANT, people[name].id, preset, None, None, None)
    await conn.execute(GRANT, people["leader"].id, "leader", groups["A"], None, None)
    await conn.execute(GRANT, people["area_moderator"].id, "moderator", None, areas["open"], None)
    await conn.execute(ADD_LIBRARIAN, people["librarian"].id, groups["A"])
    await conn.execute(GRANT, people["desk"].id, "receptionist", None, None, services["first"])
    await conn.execute(GRANT, people["host"].id, "host", None, None, services["first"])
    for name in ("open", "lounge"):
        await conn.execute(
            "insert into public.area_bans (forum_id, member_id, reason) values ($1, $2, 'Advertising')",
            areas[name],
            people["banned"].id,
        )


async def _make_articles(pool: Pool, people: dict[str, Member], groups: dict[str, UUID]) -> dict[str, dict[str, Any]]:
    administrator = people["administrator"]
    made = {
        "public": (administrator, "published", None),
        "for_members": (administrator, "published", EVERYBODY),
        "for_group": (administrator, "published", groups["A"]),
        "published": (people["author"], "published", None),
        "draft": (people["author"], "draft", None),
        "first": (people["contributor"], "draft", None),
    }
    return {
        name: {
            **await save_article(
                pool,
                writer,
                {"en": words(f"Lanterns {name}", status=status)},
                status=status,
                group_id=group and str(group),
            ),
            "status": status,
            "group_id": group and str(group),
        }
        for name, (writer, status, group) in made.items()
    }


def _administrator(people: dict[str, Member]) -> Caller:
    return people["administrator"].caller
