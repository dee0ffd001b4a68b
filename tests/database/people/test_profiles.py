"""Profiles, administrators and site texts: permissions, tested without them."""

import asyncio
import time
from uuid import uuid4

import asyncpg
import msgspec
import pytest

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_owner, as_role
from tests.factories.members import Member, make_member

SET_ADMINISTRATOR = "select public.set_administrator($1, $2)"
ADMINISTRATORS = "select user_id from public.administrators"


async def test_account_has_a_profile(pool: Pool) -> None:
    member = await make_member(pool, display_name="  Mai\u202e ", language="vi", time_zone="Asia/Ho_Chi_Minh")
    async with as_role(pool, member.caller) as connection:
        mine = await connection.fetchrow("select display_name, language, time_zone, is_admin from public.my_profile()")
    assert mine is not None
    assert tuple(mine) == ("Mai", "vi", "Asia/Ho_Chi_Minh", False)


async def test_invalid_sign_up_metadata_falls_back_to_defaults(pool: Pool) -> None:
    member = await make_member(pool, display_name="\u200b", language="xx", time_zone="Nowhere/There")
    async with as_owner(pool) as connection:
        row = await connection.fetchrow(
            "select display_name, language, time_zone from public.profiles where id = $1", member.id
        )
        zone = await connection.fetchval("select time_zone from public.site_settings")
    assert row is not None
    assert tuple(row) == (f"Member {str(member.id)[:4]}", "en", zone)


@pytest.mark.parametrize("column", ["calendar_token", "language", "time_zone", "about", "created_at"])
async def test_private_columns_of_a_profile_are_not_readable(pool: Pool, column: str) -> None:
    other = await make_member(pool)
    for caller in (Caller.anonymous(), other.caller):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, caller) as connection:
                await connection.fetch(f"select {column} from public.profiles")


async def test_member_changes_only_the_own_profile(pool: Pool) -> None:
    mai, other = await make_member(pool), await make_member(pool, display_name="Other")
    async with as_role(pool, mai.caller, read_only=False) as connection:
        await connection.execute("update public.profiles set display_name = 'New'")
    async with as_owner(pool) as connection:
        names = await connection.fetch("select id, display_name from public.profiles")
    assert {row["id"]: row["display_name"] for row in names} == {mai.id: "New", other.id: "Other"}


async def test_picture_and_name_are_validated(pool: Pool) -> None:
    mai = await make_member(pool)
    elsewhere = (
        "javascript:1",
        "https://a.example/a.png",
        "//a.example/a.png",
        "/auth/v1/authorize",
        "/storage/v1/../x",
    )
    pictures = [f"picture_url = '{address}'" for address in elsewhere]
    for change in (*pictures, "display_name = E'a\\u200bb'", "time_zone = 'FOO+3'"):
        with pytest.raises(asyncpg.CheckViolationError):
            async with as_role(pool, mai.caller, read_only=False) as connection:
                await connection.execute(f"update public.profiles set {change}")


async def test_only_administrators_make_administrators(pool: Pool) -> None:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    for caller in (mai.caller, Caller.anonymous()):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with as_role(pool, caller, read_only=False) as connection:
                await connection.execute(SET_ADMINISTRATOR, mai.id, True)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with as_role(pool, mai.caller, read_only=False) as connection:
            await connection.execute("insert into public.administrators (user_id) values ($1)", mai.id)
    async with as_role(pool, admin.caller, read_only=False) as connection:
        await connection.execute(SET_ADMINISTRATOR, mai.id, True)
        assert {row["user_id"] for row in await connection.fetch(ADMINISTRATORS)} == {admin.id, mai.id}


async def test_two_administrators_who_remove_each_other_leave_one(pool: Pool) -> None:
    ada, bea = await make_member(pool, is_admin=True), await make_member(pool, is_admin=True)

    async def remove(acting: Member, other: Member) -> str:
        try:
            async with as_role(pool, acting.caller, read_only=False) as connection:
                await connection.execute(SET_ADMINISTRATOR, other.id, False)
        except asyncpg.PostgresError as error:
            return str(error.sqlstate)
        return "done"

    outcomes = await asyncio.gather(remove(ada, bea), remove(bea, ada))
    async with as_owner(pool) as connection:
        assert len(await connection.fetch(ADMINISTRATORS)) == 1
    assert sorted(outcomes)[-1] == "done"
    assert sorted(outcomes)[0] in {"42501", "PT422"}


async def test_site_texts_are_read_by_all_and_changed_by_administrators(pool: Pool) -> None:
    admin, mai = await make_member(pool, is_admin=True), await make_member(pool)
    change = "update public.site_texts set tagline = 'Hello' where language = 'en'"
    async with as_role(pool, mai.caller, read_only=False) as connection:
        assert await connection.execute(change) == "UPDATE 0"
    async with as_role(pool, admin.caller, read_only=False) as connection:
        assert await connection.execute(change) == "UPDATE 1"
    async with as_role(pool, Caller.anonymous()) as connection:
        assert await connection.fetchval("select tagline from public.site_texts where language = 'en'") == "Hello"


RESERVED = ["Administrator", "ADMIN 2", "Ｍoderator", "  Quản trị viên ", "管理员", "Pentadbir!"]
RENAME = "update public.profiles set display_name = $2 where id = $1"


@pytest.mark.parametrize("name", RESERVED)
async def test_members_cannot_take_a_name_of_the_staff(pool: Pool, name: str) -> None:
    mei, ada = await make_member(pool, display_name="Mei"), await make_member(pool, is_admin=True)
    async with as_owner(pool) as connection:
        await connection.execute(RENAME, ada.id, name.strip())
        await connection.execute(
            "insert into auth.users (id, email, raw_user_meta_data) values ($1, 'e@example.org', $2)",
            stranger := uuid4(),
            msgspec.json.encode({"display_name": name}).decode(),
        )
        given = await connection.fetchval("select display_name from public.profiles where id = $1", stranger)
    assert given == f"Member {str(stranger)[:4]}"
    with pytest.raises(asyncpg.PostgresError, match="This name is reserved"):
        async with as_role(pool, mei.caller, read_only=False) as connection:
            await connection.execute(RENAME, mei.id, name.strip())
    async with as_role(pool, ada.caller, read_only=False) as connection:
        await connection.execute(RENAME, ada.id, f"{name.strip()} 3")


async def test_members_cannot_take_the_name_of_the_site(pool: Pool) -> None:
    mei = await make_member(pool, display_name="Mei")
    async with as_owner(pool) as connection:
        await connection.execute(
            "insert into public.site_texts (language, name) values ('en', 'Harbour Hall')"
            " on conflict (language) do update set name = excluded.name"
        )
    for name in ("harbour hall", "Harbour-Hall 1"):
        with pytest.raises(asyncpg.PostgresError, match="This name is reserved"):
            async with as_role(pool, mei.caller, read_only=False) as connection:
                await connection.execute(RENAME, mei.id, name)
    async with as_role(pool, mei.caller, read_only=False) as connection:
        await connection.execute(RENAME, mei.id, "Mei of Harbour Hall")


def signed_in(member: Member, method: str, *, ago: float = 5) -> Caller:
    """The caller of a session that began a while ago."""
    proof = {"method": method, "timestamp": int(time.time() - ago)}
    return Caller.from_claims({"role": "authenticated", "sub": str(member.id), "amr": [proof]})


async def owes_name(pool: Pool, caller: Caller) -> bool:
    async with as_role(pool, caller) as connection:
        return bool(await connection.fetchval("select public.owes_name()"))


async def test_name_is_asked_for_once_after_a_sign_in_without_a_name(pool: Pool) -> None:
    nameless, mai, declining = [await make_member(pool, display_name=name) for name in ("", "Mai", "")]
    for method in ("otp", "magiclink", "oauth", "sso/saml"):
        assert await owes_name(pool, signed_in(nameless, method))
        assert not await owes_name(pool, signed_in(mai, method))
    assert not await owes_name(pool, signed_in(nameless, "password"))
    assert not await owes_name(pool, signed_in(nameless, "otp", ago=1000))
    async with as_role(pool, nameless.caller, read_only=False) as connection:
        await connection.execute("update public.profiles set display_name = 'Hoa' where id = $1", nameless.id)
    async with as_role(pool, declining.caller, read_only=False) as connection:
        await connection.execute("select public.decline_name()")
    assert not await owes_name(pool, signed_in(nameless, "otp"))
    assert not await owes_name(pool, signed_in(declining, "otp"))


@pytest.mark.parametrize(
    "amr", [None, "otp", ["otp"], [{"method": "otp"}], [{"method": "otp", "timestamp": "now"}], {}]
)
async def test_claims_of_another_form_ask_for_no_name(pool: Pool, amr: object) -> None:
    nameless = await make_member(pool, display_name="")
    caller = Caller.from_claims({"role": "authenticated", "sub": str(nameless.id), "amr": amr})
    assert not await owes_name(pool, caller)
