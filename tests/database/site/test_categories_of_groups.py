"""Categories of resources for the members of a group: what is in one has its readers, also when these change."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID, uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool, open_pool
from balai.database.transaction import as_owner, as_role
from tests.factories.forum import FORBIDDEN, refused
from tests.factories.library import files_of
from tests.factories.members import Member, make_member

EVERYBODY = UUID(int=1)
SAVE_CATEGORY = "select public.save_resource_category($1::jsonb, $2::jsonb)"
SAVE = "select public.save_resource($1::jsonb, $2::jsonb, $3)"
ADD_GROUP = "insert into public.groups (id, slug) values ($1, $2)"
ADD_MEMBER = "insert into public.group_members (group_id, member_id, status) values ($1, $2, 'member')"
GIVE_LIBRARY = """
with made as (insert into public.roles (name, rights) values ($3, '{library}') returning id)
insert into public.role_grants (member_id, role_id, group_id) select $1, id, $2 from made
"""
ORDER = "select public.order_resource_categories($1)"
LIST = "select array(select c.slug from public.resource_categories c order by c.position, c.id)"
FOUND = "select count(*) from public.search('lanterns', 'en')"
OF_GROUP = "/storage/v1/object/authenticated/member-files/groups/{}/1/a.pdf"


class Site(msgspec.Struct, frozen=True):
    """Two groups, each with a member who has the right "library" for it, and one who has none."""

    pool: Pool
    ada: Member
    groups: list[UUID]
    staff: list[Member]
    readers: list[Member]

    async def act(self, who: Member | None, sql: str, *values: Any) -> Any:
        caller = who.caller if who else self.ada.caller
        async with as_role(self.pool, caller, read_only=False) as connection:
            return await connection.fetchval(sql, *values)

    async def save(self, who: Member, slug: str, group: UUID | None = None, thing: UUID | None = None) -> UUID:
        fields = {"id": str(thing or uuid4()), "slug": slug, "group_id": group and str(group)}
        saved: UUID = await self.act(who, SAVE_CATEGORY, json(fields), json({"en": slug.title()}))
        return saved

    async def put(self, who: Member, category: UUID, group: UUID | None = None, **changes: Any) -> UUID:
        version = changes.pop("version", 0)
        fields = {
            "id": str(uuid4()), "category_id": str(category), "kind": "link", "files": files_of(),
            "is_published": True, "group_id": group and str(group), **changes,
        }  # fmt: skip
        await self.act(who, SAVE, json(fields), json({"en": {"title": "Lanterns"}}), version)
        return UUID(fields["id"])

    async def readers_of(self, resource: UUID) -> tuple[UUID | None, int]:
        async with as_owner(self.pool) as connection:
            row = await connection.fetchrow("select group_id, version from public.resources where id = $1", resource)
        assert row is not None
        return row["group_id"], row["version"]

    async def seen_by(self, who: Member, thing: UUID) -> list[int]:
        """How many rows of a category, its names and its resources the member sees."""
        tables = ("resource_categories", "id"), ("resource_category_texts", "category_id"), ("resources", "category_id")
        return [
            await self.act(who, f"select count(*) from public.{name} where {key} = $1", thing) for name, key in tables
        ]


def json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


@pytest.fixture
async def site(pool: Pool) -> Site:
    ada = await make_member(pool, is_admin=True)
    groups = [uuid4(), uuid4()]
    staff, readers = [[await make_member(pool) for _ in groups] for _ in range(2)]
    async with as_owner(pool) as connection:
        for place, group in enumerate(groups):
            await connection.execute(ADD_GROUP, group, f"group-{place}")
            await connection.execute(ADD_MEMBER, group, readers[place].id)
            await connection.execute(GIVE_LIBRARY, staff[place].id, group, f"Librarian {place}")
    return Site(pool=pool, ada=ada, groups=groups, staff=staff, readers=readers)


@pytest.fixture
async def many(database: str) -> AsyncIterator[Pool]:
    opened = await open_pool(database, size=12)
    yield opened
    await opened.close()


async def test_category_its_names_and_resources_are_for_the_group_alone(site: Site) -> None:
    (one, _), (librarian, other_librarian) = site.groups, site.staff
    category = await site.save(librarian, "papers", one)
    await site.put(librarian, category, one)
    for who in (site.readers[0], librarian, site.ada):
        assert await site.seen_by(who, category) == [1, 1, 1]
    for who in (site.readers[1], other_librarian):
        assert await site.seen_by(who, category) == [0, 0, 0]
    assert [await site.act(who, FOUND) for who in site.readers] == [1, 0]


async def test_resource_has_the_readers_of_its_category(site: Site) -> None:
    one, other = site.groups
    category = await site.save(site.ada, "papers", one)
    for readers in (None, other, EVERYBODY):
        with refused("category_for_others"):
            await site.put(site.ada, category, readers)
    public = await site.save(site.ada, "public")
    thing = await site.put(site.ada, public, other)
    with refused("category_for_others"):
        await site.put(site.ada, category, other, id=str(thing), version=1)
    # No other way into the table either.
    async with as_owner(site.pool) as connection:
        with refused("category_for_others"):
            await connection.execute("update public.resources set category_id = $1 where id = $2", category, thing)
    await site.put(site.ada, category, one, id=str(thing), version=1)
    assert await site.readers_of(thing) == (one, 2)


async def test_resources_follow_a_category_to_other_readers(site: Site) -> None:
    one, other = site.groups
    category = await site.save(site.ada, "papers")
    things = [await site.put(site.ada, category, readers) for readers in (None, EVERYBODY)]
    await site.save(site.ada, "papers", one, category)
    assert [await site.readers_of(thing) for thing in things] == [(one, 2), (one, 2)]
    assert [await site.act(who, FOUND) for who in site.readers] == [2, 0]
    with refused("changed_meanwhile"):
        await site.put(site.ada, category, one, id=str(things[0]), version=1)
    await site.save(site.ada, "papers", other, category)
    assert [await site.act(who, FOUND) for who in site.readers] == [0, 2]
    # Opened to everyone, it opens nothing in it.
    await site.save(site.ada, "papers", None, category)
    assert [await site.readers_of(thing) for thing in things] == [(other, 3), (other, 3)]
    assert await site.seen_by(site.readers[0], category) == [1, 1, 0]


async def test_what_is_for_others_does_not_follow(site: Site) -> None:
    one, other = site.groups
    category = await site.save(site.ada, "papers")
    thing = await site.put(site.ada, category, other)
    for readers in (one, EVERYBODY):
        with refused("resources_for_others"):
            await site.save(site.ada, "papers", readers, category)
    await site.put(site.ada, category, one, id=str(thing), version=1, files=files_of(OF_GROUP.format(one)))
    await site.save(site.ada, "papers", one, category)
    for readers in (other, EVERYBODY):
        with refused("files_for_others"):
            await site.save(site.ada, "papers", readers, category)
    assert await site.readers_of(thing) == (one, 2)
    public = await site.save(site.ada, "public")
    await site.put(site.ada, public, files=files_of("/storage/v1/object/public/files/1/a.pdf"))
    with refused("files_for_others"):
        await site.save(site.ada, "public", one, public)


async def test_staff_of_a_group_look_after_its_categories_alone(site: Site) -> None:
    (one, other), (librarian, stranger) = site.groups, site.staff
    public = await site.save(site.ada, "public")
    category = await site.save(librarian, "papers", one)
    for who, group, thing in (
        (librarian, None, None), (librarian, other, None), (librarian, other, category), (librarian, None, category),
        (stranger, other, category), (stranger, one, category), (librarian, one, public), (site.readers[0], one, None),
    ):  # fmt: skip
        with FORBIDDEN:
            await site.save(who, "taken", group, thing)
    await site.save(librarian, "papers", one, category)
    thing = await site.put(librarian, category, one)
    for sql, value in (
        (ORDER, [category]),
        (ORDER, []),
        ("select public.delete_resource_category($1)", category),
        ("select public.order_resources($1, '{}')", category),
        ("select public.delete_resource($1)", thing),
    ):
        with FORBIDDEN:
            await site.act(stranger, sql, value)
    await site.act(librarian, "select public.order_resources($1, $2)", category, [thing])
    with refused("not_empty"):
        await site.act(librarian, "select public.delete_resource_category($1)", category)
    await site.act(librarian, "select public.delete_resource($1)", thing)
    await site.act(librarian, "select public.delete_resource_category($1)", category)
    with FORBIDDEN:
        await site.act(stranger, "select public.restore_removed('resource_category', $1)", category)
    await site.act(librarian, "select public.restore_removed('resource_category', $1)", category)
    assert await site.seen_by(site.readers[1], category) == [0, 0, 0]
    await site.act(librarian, "select public.restore_removed('resource', $1)", thing)
    assert await site.seen_by(site.readers[0], category) == [1, 1, 1]


async def test_addresses_of_groups_do_not_show_that_a_category_exists(site: Site) -> None:
    for place, group in enumerate(site.groups):
        category = await site.save(site.staff[place], "papers", group)
        # Again, after an answer that was lost.
        await site.save(site.staff[place], "papers", group, category)
    await site.save(site.ada, "papers")
    with pytest.raises(asyncpg.UniqueViolationError):
        await site.save(site.ada, "papers")


async def test_categories_change_places_among_the_others(site: Site) -> None:
    one = site.groups[0]
    ids = [await site.save(site.ada, f"c{n}", one if n in {1, 3} else None) for n in range(5)]
    # As two simultaneous saves leave them.
    async with as_owner(site.pool) as connection:
        await connection.execute("update public.resource_categories set position = 1 where position in (1, 2, 3)")
    before = [slug[:2] for slug in await site.act(None, LIST)]
    await site.act(site.staff[0], ORDER, [ids[3], ids[1]])
    after = [slug[:2] for slug in await site.act(None, LIST)]
    assert [slug for slug in after if slug in {"c1", "c3"}] == ["c3", "c1"]
    assert [slug for slug in after if slug not in {"c1", "c3"}] == [slug for slug in before if slug not in {"c1", "c3"}]
    with FORBIDDEN:
        await site.act(site.staff[0], ORDER, [ids[3], ids[0]])


async def test_deleted_resource_does_not_come_back_for_other_readers(site: Site) -> None:
    one, other = site.groups
    category = await site.save(site.ada, "papers", one)
    thing = await site.put(site.ada, category, one)
    await site.act(site.ada, "select public.delete_resource($1)", thing)
    await site.save(site.ada, "papers", other, category)
    with refused("category_for_others"):
        await site.act(site.staff[0], "select public.restore_removed('resource', $1)", thing)
    await site.save(site.ada, "papers", one, category)
    await site.act(site.staff[0], "select public.restore_removed('resource', $1)", thing)
    assert await site.act(site.readers[0], FOUND) == 1


async def test_group_with_a_category_stays_and_a_category_waits_for_its_group(site: Site) -> None:
    one = site.groups[0]
    category = await site.save(site.ada, "papers", one)
    with refused("not_empty"):
        await site.act(site.ada, "select public.delete_group($1)", one)
    await site.act(site.ada, "select public.delete_resource_category($1)", category)
    await site.act(site.ada, "select public.delete_group($1)", one)
    with refused("group_gone"):
        await site.act(site.ada, "select public.restore_removed('resource_category', $1)", category)
    await site.act(site.ada, "select public.restore_removed('group', $1)", one)
    await site.act(site.ada, "select public.restore_removed('resource_category', $1)", category)


async def test_resource_saved_while_its_category_moves_follows_or_fails(site: Site, many: Pool) -> None:
    crowd = msgspec.structs.replace(site, pool=many)
    one, other = site.groups
    category = await site.save(site.ada, "papers")
    things = [await site.put(site.ada, category) for _ in range(3)]
    for turn in range(6):
        readers = (one, other)[turn % 2]
        moves = [crowd.save(site.ada, "papers", readers, category)]
        adds = [crowd.put(site.ada, category, group) for group in (None, one, other, one, other)]
        versions = [await site.readers_of(thing) for thing in things]
        changes = [
            crowd.put(site.ada, category, group, id=str(thing), version=version)
            for thing, (group, version) in zip(things, versions, strict=True)
        ]
        answers = await asyncio.gather(*moves, *adds, *changes, return_exceptions=True)
        assert isinstance(answers[0], UUID)
        failures = {getattr(one, "detail", one) for one in answers if isinstance(one, Exception)}
        assert failures <= {"category_for_others", "changed_meanwhile"}
        async with as_owner(site.pool) as connection:
            held = await connection.fetch(
                "select distinct group_id from public.resources where category_id = $1", category
            )
        assert [row["group_id"] for row in held] == [readers]
