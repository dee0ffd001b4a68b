"""Visibility of profiles, the directory, following and blocking: each as the wrong member too."""

import asyncio
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.forum import make_forum, make_post, make_reply
from tests.factories.members import make_member

CHOOSE = """
update public.profiles set about = 'Sews', about_for = $2, languages_for = $2, since_for = $2, activity_for = $2
where id = $1
"""
SHOW = "select * from public.show_person($1)"
LIST = "select display_name from public.list_people($1, '', '00000000-0000-0000-0000-000000000000', 50)"
FIND = "select display_name from public.find_people($1, $2)"
FOLLOW = "select public.set_following($1, $2)"
BLOCK = "select public.set_blocked($1, $2)"
OPEN_DIRECTORY = "update public.site_settings set has_directory = true"
VISITOR = Caller.anonymous()


async def ask(pool: Pool, caller: Caller, statement: str, *values: Any) -> list[Any]:
    async with as_role(pool, caller, read_only=False) as connection:
        return list(await connection.fetch(statement, *values))


async def own(pool: Pool, statement: str, *values: Any) -> None:
    async with as_owner(pool) as connection:
        await connection.execute(statement, *values)


def shown(row: Any) -> tuple[bool, bool, bool, bool]:
    return row["about"] == "Sews", row["languages"] == ["en"], row["since"] is not None, row["shows_activity"]


@pytest.mark.parametrize(
    ("audience", "visitor", "member", "blocked"),
    [("everyone", True, True, True), ("members", False, True, False), ("nobody", False, False, False)],
)
async def test_each_field_has_its_audience(
    pool: Pool, audience: str, visitor: bool, member: bool, blocked: bool
) -> None:
    mai, siti, eve = [await make_member(pool) for _ in range(3)]
    admin = await make_member(pool, is_admin=True)
    await own(pool, CHOOSE, mai.id, audience)
    await ask(pool, mai.caller, BLOCK, eve.id, True)
    anonymous = Caller.from_claims({"role": "authenticated", "sub": str(eve.id), "is_anonymous": True})
    expected = [
        (mai.caller, True),
        (siti.caller, member),
        (admin.caller, member),
        (eve.caller, blocked),
        (VISITOR, visitor),
        (anonymous, visitor),
    ]
    for caller, is_shown in expected:
        (row,) = await ask(pool, caller, SHOW, mai.id)
        assert shown(row) == (is_shown,) * 4, caller
        assert row["is_public"] is (audience == "everyone")
        about = await ask(pool, caller, "select public.person_about($1)", mai.id)
        assert about[0][0] == ("Sews" if is_shown else "")


async def test_fields_are_not_readable_as_columns(pool: Pool) -> None:
    member = await make_member(pool, is_admin=True)
    for caller in (VISITOR, member.caller):
        for column in ("about", "created_at", "speaks", "about_for", "is_listed", "name_keys"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await ask(pool, caller, f"select {column} from public.profiles")


async def test_banned_and_unconfirmed_accounts(pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    await own(pool, CHOOSE, mai.id, "everyone")
    await own(pool, OPEN_DIRECTORY)
    await own(pool, "update auth.users set banned_until = now() + interval '1 day' where id = $1", mai.id)
    (row,) = await ask(pool, siti.caller, SHOW, mai.id)
    assert (row["display_name"], row["is_active"], row["is_public"]) == ("Mei", False, False)
    assert shown(row) == (False, False, False, False) and row["languages"] == []
    assert len(await ask(pool, siti.caller, LIST, "")) == 1
    await own(pool, "update auth.users set email_confirmed_at = null where id = $1", mai.id)
    assert await ask(pool, siti.caller, SHOW, mai.id) == []


@pytest.mark.parametrize(
    ("name", "found", "missed"),
    [
        ("陈小梅", ["陈", "小", "chen", "chenxiaomei", "xiaomei", "cxm", "chen xiao"], ["xz"]),
        ("曾國強", ["zeng", "zgq", "國"], ["ceng"]),
        ("Nguyễn Thị Đào", ["nguyen", "dao", "Đào", "ntd", "thi dao", "nguyễn"], ["nguyan"]),
        ("黄美珍 Ng Mei Zhen", ["huang", "ng mei", "hmznmz", "黄美"], ["zz"]),
        ("O'Brien, Zoë", ["obrien", "o brien", "zoe"], ["%", "_x"]),
    ],
)
async def test_names_are_found(pool: Pool, name: str, found: list[str], missed: list[str]) -> None:
    person, reader = await make_member(pool, display_name=name), await make_member(pool, display_name="Reader")
    await own(pool, OPEN_DIRECTORY)
    for words in found:
        for statement, values in ((LIST, (words,)), (FIND, (words, None))):
            names = [row[0] for row in await ask(pool, reader.caller, statement, *values)]
            assert person.display_name in names, (statement, words)
    for words in missed:
        names = [row[0] for row in await ask(pool, reader.caller, FIND, words, None)]
        assert name not in names, words


async def test_directory_is_for_members_where_the_site_has_one(pool: Pool) -> None:
    mai, siti = await make_member(pool, display_name="Mai"), await make_member(pool, display_name="Siti")
    eve, admin = await make_member(pool, display_name="Eve"), await make_member(pool, display_name="Ada", is_admin=True)
    for member in (siti, admin):
        assert await ask(pool, member.caller, LIST, "") == []
    await own(pool, OPEN_DIRECTORY)
    await ask(pool, mai.caller, "update public.profiles set is_listed = false")
    await ask(pool, siti.caller, BLOCK, eve.id, True)
    names = {member.id: [row[0] for row in await ask(pool, member.caller, LIST, "")] for member in (siti, eve, admin)}
    assert names == {siti.id: ["Ada", "Siti"], eve.id: ["Ada", "Eve"], admin.id: ["Ada", "Eve", "Siti"]}
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(pool, VISITOR, LIST, "")


async def test_mentioned_are_only_members_whose_name_the_writer_may_know(pool: Pool) -> None:
    hidden, author = await make_member(pool, display_name="Tan A"), await make_member(pool, display_name="Tan B")
    writer, eve = await make_member(pool, display_name="Writer"), await make_member(pool, display_name="Tan E")
    post = await make_post(pool, await make_forum(pool), author)
    await make_post(pool, await pool.fetchval("select id from public.forums"), eve)
    assert [row[0] for row in await ask(pool, writer.caller, FIND, "tan", None)] == ["Tan B", "Tan E"]
    assert [row[0] for row in await ask(pool, writer.caller, FIND, "", post)] == ["Tan B"]
    await ask(pool, eve.caller, BLOCK, writer.id, True)
    assert [row[0] for row in await ask(pool, writer.caller, FIND, "tan", None)] == ["Tan B"]
    assert hidden.display_name == "Tan A"
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(pool, VISITOR, FIND, "tan", None)


async def refused(pool: Pool, caller: Caller, statement: str, *values: Any) -> str | None:
    with pytest.raises(asyncpg.PostgresError) as error:
        await ask(pool, caller, statement, *values)
    return error.value.detail


async def test_following_and_blocking(pool: Pool) -> None:
    mai, siti, eve = [await make_member(pool) for _ in range(3)]
    await asyncio.gather(*(ask(pool, mai.caller, FOLLOW, siti.id, True) for _ in range(4)))
    follows = "select followed_id from public.follows"
    assert [row[0] for row in await ask(pool, mai.caller, follows)] == [siti.id]
    for other in (siti, eve):
        assert await ask(pool, other.caller, follows) == []
    assert await refused(pool, mai.caller, FOLLOW, mai.id, True) == "not_available"
    assert await refused(pool, mai.caller, FOLLOW, UUID(int=1), True) == "not_found"
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(pool, eve.caller, "insert into public.follows values ($1, $2)", mai.id, eve.id)
    await ask(pool, siti.caller, BLOCK, mai.id, True)
    assert await ask(pool, mai.caller, follows) == []
    assert await refused(pool, mai.caller, FOLLOW, siti.id, True) == "not_available"
    blocks = "select blocked_id from public.member_blocks"
    assert await ask(pool, mai.caller, blocks) == []
    assert len(await ask(pool, siti.caller, blocks)) == 1
    await ask(pool, siti.caller, BLOCK, mai.id, False)
    await ask(pool, mai.caller, FOLLOW, siti.id, True)
    await own(pool, "delete from auth.users where id = $1", siti.id)
    assert await ask(pool, mai.caller, follows) == []


async def test_at_most_five_hundred_follows(pool: Pool) -> None:
    mai, last = await make_member(pool), await make_member(pool)
    await own(
        pool,
        """
        with made as (
          insert into auth.users (id, email, email_confirmed_at)
          select gen_random_uuid(), n || '@many.example', now() from generate_series(1, 500) as n returning id)
        select count(*) from made
        """,
    )
    await own(
        pool,
        """
        insert into public.follows (follower_id, followed_id)
        select $1, id from public.profiles where id not in ($1, $2)
        """,
        mai.id,
        last.id,
    )
    assert await refused(pool, mai.caller, FOLLOW, last.id, True) == "too_many"


async def test_own_choices_are_exported(pool: Pool) -> None:
    mai, siti = await make_member(pool), await make_member(pool)
    await ask(pool, mai.caller, FOLLOW, siti.id, True)
    await ask(pool, siti.caller, BLOCK, mai.id, True)
    exported = "select public.my_data() -> 'blocks' as blocks, public.my_data() -> 'profile' ->> 'about_for' as about"
    rows: list[Any] = [*await ask(pool, siti.caller, exported), *await ask(pool, mai.caller, exported)]
    assert str(mai.id) in rows[0]["blocks"] and rows[1]["blocks"] == "[]"
    assert rows[0]["about"] == "members"


async def test_better_matches_come_before_members_of_the_topic(pool: Pool) -> None:
    asker = await make_member(pool, display_name="Asker")
    inside = await make_member(pool, display_name="Johanna")
    beside = await make_member(pool, display_name="Hannah")
    outside = await make_member(pool, display_name="Susanna")
    anna, first = await make_member(pool, display_name="Anna Lim"), await make_member(pool, display_name="Annabel")
    await own(pool, OPEN_DIRECTORY)
    post = await make_post(pool, await make_forum(pool), inside)
    for member in (beside, first):
        await make_reply(pool, post, member)
    found = [row[0] for row in await ask(pool, asker.caller, FIND, "anna", post)]
    assert found == ["Annabel", anna.display_name, "Hannah", "Johanna", outside.display_name]
    nearby = [row[0] for row in await ask(pool, asker.caller, FIND, "", post)]
    assert nearby == ["Annabel", "Hannah", "Johanna"]
