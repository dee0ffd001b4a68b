"""The people of the sample site. Two of them can sign in; the others have no password, so nobody signs in as them."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from balai.backend.auth.passwords.hashing import Hasher
from balai.backend.auth.users.create import NewUser, add_user
from balai.database.pool import Connection

FOLDER = Path(__file__).parent
GRANT_ADMINISTRATOR = "insert into public.administrators (user_id) values ($1)"
UPDATE_PROFILE = "update public.profiles set about = $2, created_at = $3 where id = $1"
FIND_USER = "select id from auth.users where lower(email) = $1"
ACT_AS = "select set_config('request.jwt.claims', $1, true)"


class Person(msgspec.Struct, frozen=True):
    """Somebody of the sample site; `key` is how the other files name her."""

    key: str
    email: str
    name: str
    language: str
    about: str
    password: str | None = None
    is_admin: bool = False


PEOPLE = msgspec.json.decode((FOLDER / "people.json").read_bytes(), type=tuple[Person, ...])
# Those who can sign in, for the banner of `balai serve --demo`.
DEMO_MEMBERS = tuple(person for person in PEOPLE if person.password)


def read(name: str) -> Any:
    """One of the JSON files beside this module."""
    return msgspec.json.decode((FOLDER / name).read_bytes())


async def add_people(connection: Connection, now: datetime) -> dict[str, UUID]:
    """Accounts with confirmed addresses, by key. An address that has an account already keeps it."""
    hasher = Hasher(threads=1)
    ids: dict[str, UUID] = {}
    for number, person in enumerate(PEOPLE):
        joined_at = now - timedelta(days=400 - 23 * number)
        existing = await connection.fetchval(FIND_USER, person.email)
        ids[person.key] = existing or await _add_person(connection, person, hasher, joined_at)
        await connection.execute(UPDATE_PROFILE, ids[person.key], person.about, joined_at)
        if person.is_admin and not existing:
            await connection.execute(GRANT_ADMINISTRATOR, ids[person.key])
    hasher.close()
    return ids


async def _add_person(connection: Connection, person: Person, hasher: Hasher, joined_at: datetime) -> UUID:
    new = NewUser(
        email=person.email,
        password_hash=await hasher.hash(person.password) if person.password else None,
        metadata={"display_name": person.name, "language": person.language, "time_zone": "Asia/Kuala_Lumpur"},
        audience="authenticated",
        role="authenticated",
        email_confirmed_at=joined_at,
    )
    return UUID(str((await add_user(connection, new, joined_at)).id))


async def act_as(connection: Connection, member: UUID) -> None:
    """From here on, in this transaction, the rules see this member."""
    claims = {"sub": str(member), "role": "authenticated"}
    await connection.execute(ACT_AS, msgspec.json.encode(claims).decode())
