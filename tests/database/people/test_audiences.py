"""Fields of a profile for the same groups or for staff: on the page, in the directory and in exports."""

import json
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import make_forum
from tests.factories.members import Member, make_member

CHOOSE = """
update public.profiles set about = 'Sews', speaks = '{ms}', about_for = $1, languages_for = $1, since_for = $1,
  activity_for = $1
"""
SHOW = "select * from public.show_person($1)"
LIST = """
select about, languages from public.list_people('Person', '', '00000000-0000-0000-0000-000000000000', 50)
"""
ABOUT = "select public.person_about($1)"
EXPORT = "select public.member_data($1)"
SAVE_GROUP = """select public.save_group($1, $2, 'open', true, '{"en": {"name": "Cooks"}}')"""
JOIN = "insert into public.group_members (group_id, member_id, status) values ($1, $2, $3)"
GRANT = """
insert into public.role_grants (member_id, role_id, group_id, forum_id)
select $1, id, $3, $4 from public.roles where preset = $2
"""


async def ask(pool: Pool, caller: Caller, statement: str, *values: Any) -> list[Any]:
    async with as_role(pool, caller, read_only=False) as connection:
        return list(await connection.fetch(statement, *values))


class Readers:
    """A person, in one group, and one reader of each kind."""

    def __init__(self, person: Member, callers: dict[str, Caller]) -> None:
        self.person, self.callers = person, callers

    async def who_sees(self, pool: Pool) -> set[str]:
        """Those to whom every field is shown. Each other one is shown none."""
        seen = set()
        for name, caller in self.callers.items():
            (row,) = await ask(pool, caller, SHOW, self.person.id)
            fields = {row["about"] == "Sews", row["languages"] == ["ms"], row["since"] is not None}
            fields |= {row["shows_activity"], (await ask(pool, caller, ABOUT, self.person.id))[0][0] == "Sews"}
            if caller.role == "authenticated" and await ask(pool, caller, LIST):
                [(about, languages)] = await ask(pool, caller, LIST)
                fields |= {about == "Sews", languages == ["ms"]}
            assert len(fields) == 1, (name, row)
            assert not row["is_public"]
            seen |= {name} if fields == {True} else set()
        return seen


@pytest.fixture
async def readers(pool: Pool) -> Readers:
    ada, person = await make_member(pool, is_admin=True), await make_member(pool, display_name="Person")
    own, other, moderating, area = uuid4(), uuid4(), uuid4(), await make_forum(pool)
    async with as_role(pool, ada.caller, read_only=False) as conn:
        for group, slug in ((own, "own"), (other, "other"), (moderating, "moderating")):
            await conn.execute(SAVE_GROUP, group, slug)
    kinds = ("member", "together", "elsewhere", "asked", "invited", "moderator", "area_moderator", "group_moderator")
    kinds += ("leader", "data_officer", "translator", "receptionist", "blocked_together", "blocked_moderator")
    made = {kind: await make_member(pool, display_name=kind) for kind in kinds}
    async with as_owner(pool) as conn:
        await conn.execute("update public.site_settings set has_directory = true")
        for group, name, status in (
            (own, "together", "member"),
            (own, "blocked_together", "member"),
            (own, "asked", "asked"),
            (own, "invited", "invited"),
            (other, "elsewhere", "member"),
            (moderating, "group_moderator", "member"),
        ):
            await conn.execute(JOIN, group, made[name].id, status)
        await conn.execute(JOIN, own, person.id, "member")
        await conn.execute(JOIN, other, person.id, "asked")
        for name, preset, scope, forum in (
            ("moderator", "moderator", None, None),
            ("blocked_moderator", "moderator", None, None),
            ("area_moderator", "moderator", None, area),
            ("leader", "leader", other, None),
            ("data_officer", "data_officer", None, None),
            ("translator", "translator", None, None),
            ("receptionist", "receptionist", None, None),
        ):
            await conn.execute(GRANT, made[name].id, preset, scope, forum)
        await conn.execute("update public.forums set is_restricted = true where id = $1", area)
        await conn.execute(
            "insert into public.area_rights (forum_id, group_id, rights) values ($1, $2, '{see,moderate}')",
            area,
            moderating,
        )
    for name in ("blocked_together", "blocked_moderator"):
        await ask(pool, person.caller, "select public.set_blocked($1, true)", made[name].id)
    callers = {name: one.caller for name, one in made.items()}
    callers |= {"self": person.caller, "administrator": ada.caller, "visitor": Caller.anonymous()}
    claims = {"role": "authenticated", "sub": str(made["together"].id), "is_anonymous": True}
    callers["anonymous"] = Caller.from_claims(claims)
    return Readers(person, callers)


STAFF = {"moderator", "area_moderator", "group_moderator", "leader", "data_officer", "administrator"}
BLOCKED = {"blocked_together", "blocked_moderator"}


@pytest.mark.parametrize(
    ("audience", "expected"),
    [
        ("nobody", {"self"}),
        ("staff", {"self"} | STAFF),
        ("group", {"self", "together"}),
        (
            "members",
            {"self", "together", "member", "elsewhere", "asked", "invited", "translator", "receptionist"} | STAFF,
        ),
    ],
)
async def test_fields_are_shown_to_their_audience(
    pool: Pool, readers: Readers, audience: str, expected: set[str]
) -> None:
    await pool.execute(CHOOSE, audience)
    assert await readers.who_sees(pool) == expected
    assert not expected & BLOCKED


async def test_leaving_the_group_or_the_role_ends_it(pool: Pool, readers: Readers) -> None:
    await pool.execute(CHOOSE, "group")
    await pool.execute("delete from public.group_members where member_id = $1", readers.person.id)
    assert await readers.who_sees(pool) == {"self"}
    await pool.execute(CHOOSE, "staff")
    await pool.execute("delete from public.role_grants")
    assert await readers.who_sees(pool) == {"self", "administrator", "group_moderator"}


@pytest.mark.parametrize(("audience", "is_exported"), [("nobody", False), ("group", False), ("staff", True)])
async def test_exports_of_staff_have_the_fields_that_they_see(
    pool: Pool, readers: Readers, audience: str, is_exported: bool
) -> None:
    await pool.execute(CHOOSE, audience)
    (row,) = await ask(pool, readers.callers["data_officer"], EXPORT, readers.person.id)
    data = json.loads(row[0])
    assert {"about", "speaks", "created_at"} & data["profile"].keys() == (
        {"about", "speaks", "created_at"} if is_exported else set()
    )
    assert ("createdAt" in data["account"]) is is_exported
    assert data["profile"]["display_name"] == "Person" and data["account"]["email"] == readers.person.email
    # One's own has them always.
    (own,) = await ask(pool, readers.person.caller, "select public.my_data()")
    assert json.loads(own[0])["profile"]["about"] == "Sews"


async def test_each_field_is_exported_by_its_own_audience(pool: Pool, readers: Readers) -> None:
    await pool.execute(CHOOSE, "nobody")
    await pool.execute("update public.profiles set languages_for = 'staff'")
    (row,) = await ask(pool, readers.callers["data_officer"], EXPORT, readers.person.id)
    profile = json.loads(row[0])["profile"]
    assert profile["speaks"] == ["ms"] and "about" not in profile


async def test_members_choose_for_themselves_alone(pool: Pool, readers: Readers) -> None:
    choose = "update public.profiles set about_for = $2 where id = $1"
    read = "select about_for from public.profiles where id = $1"
    for name in ("together", "moderator", "administrator"):
        await ask(pool, readers.callers[name], choose, readers.person.id, "everyone")
    assert await pool.fetchval(read, readers.person.id) == "members"
    for audience in ("group", "staff"):
        await ask(pool, readers.person.caller, choose, readers.person.id, audience)
        assert await pool.fetchval(read, readers.person.id) == audience
    for wrong in ("friends", "", "Group"):
        with pytest.raises(asyncpg.CheckViolationError):
            await ask(pool, readers.person.caller, choose, readers.person.id, wrong)
