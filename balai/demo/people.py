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
GRANT = "insert into public.administrators (user_id) values ($1)"
INTRODUCE = "update public.profiles set about = $2, created_at = $3 where id = $1"
FIND = "select id from auth.users where lower(email) = $1"
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
        joined = now - timedelta(days=400 - 23 * number)
        known = await connection.fetchval(FIND, person.email)
        ids[person.key] = known or await _add_person(connection, person, hasher, joined)
        await connection.execute(INTRODUCE, ids[person.key], person.about, joined)
        if person.is_admin and not known:
            await connection.execute(GRANT, ids[person.key])
    hasher.close()
    return ids


async def _add_person(connection: Connection, person: Person, hasher: Hasher, joined: datetime) -> UUID:
    new = NewUser(
        email=person.email,
        password_hash=await hasher.hash(person.password) if person.password else None,
        metadata={"display_name": person.name, "language": person.language, "time_zone": "Asia/Kuala_Lumpur"},
        audience="authenticated",
        role="authenticated",
        email_confirmed_at=joined,
    )
    return UUID(str((await add_user(connection, new, joined)).id))


async def act_as(connection: Connection, member: UUID) -> None:
    """From here on, in this transaction, the rules see this member."""
    claims = {"sub": str(member), "role": "authenticated"}
    await connection.execute(ACT_AS, msgspec.json.encode(claims).decode())
