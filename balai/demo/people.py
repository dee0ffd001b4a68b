"""The members of the sample site. Two can sign in; the others have no password."""

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
UPDATE_PROFILE = """
update public.profiles set about = $2, created_at = $3, picture_url = $4, about_for = 'everyone',
  activity_for = 'everyone'
where id = $1
"""
FIND_USER = "select id from auth.users where lower(email) = $1"
ACT_AS = "select set_config('request.jwt.claims', $1, true)"


class Person(msgspec.Struct, frozen=True):
    """A member of the sample site; the other files refer to the `key`."""

    key: str
    email: str
    name: str
    language: str
    about: str
    password: str | None = None
    is_admin: bool = False


PEOPLE = msgspec.json.decode((FOLDER / "people.json").read_bytes(), type=tuple[Person, ...])
# Members who can sign in, for the banner of `balai serve --demo`.
DEMO_MEMBERS = tuple(person for person in PEOPLE if person.password)


def read(name: str) -> Any:
    """Read a JSON file beside this module."""
    return msgspec.json.decode((FOLDER / name).read_bytes())


async def add_people(connection: Connection, now: datetime) -> dict[str, UUID]:
    """Create accounts with confirmed emails, and return their ids by key. An existing account is reused."""
    hasher = Hasher(threads=1)
    ids: dict[str, UUID] = {}
    for number, person in enumerate(PEOPLE):
        joined_at = now - timedelta(days=400 - 23 * number)
        existing = await connection.fetchval(FIND_USER, person.email)
        ids[person.key] = existing or await _add_person(connection, person, hasher, joined_at)
        await connection.execute(UPDATE_PROFILE, ids[person.key], person.about, joined_at, f"/demo/p-{person.key}.svg")
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
    """Run the rest of the transaction as this member."""
    claims = {"sub": str(member), "role": "authenticated"}
    await connection.execute(ACT_AS, msgspec.json.encode(claims).decode())
