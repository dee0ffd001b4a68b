"""One-time codes sent by email or SMS: digits to type, or their hash in a link. Contract 4.1.

The database stores SHA-224(address ‖ digits): a leaked row does not contain the digits, and a code is valid for its
address only. There is one valid code per user and kind; a new one replaces it.
"""

import hashlib
import secrets
from datetime import datetime
from enum import StrEnum
from uuid import UUID

import msgspec

from balai.database.pool import Connection

MAX_ATTEMPTS = 5
PKCE_PREFIX = "pkce_"
UPSERT = """
  insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5)
  on conflict (user_id, token_type) do update set
    token_hash = excluded.token_hash, relates_to = excluded.relates_to,
    created_at = excluded.created_at, updated_at = excluded.updated_at, attempts = 0
"""
# The account is locked before its codes, in the same order as when a new code is requested.
LOCK_OWNERS = """
  select from auth.users where id in (select user_id from auth.one_time_tokens where token_hash = any($1))
  order by id for no key update
"""
LOCK_ADDRESS_OWNERS = """
  select from auth.users where id in (
    select user_id from auth.one_time_tokens where relates_to = $1 and token_type::text = any($2) and created_at > $3)
  order by id for no key update
"""
# The row lock makes a code single-use even in concurrent requests.
FIND = """
  select id, user_id, token_type::text as kind, token_hash, relates_to, created_at from auth.one_time_tokens
  where token_hash = any($1) and token_type::text = any($2) and created_at > $3
  order by created_at desc limit 1 for update
"""
# Each attempt is counted before it is compared, and attempts at one code are serialized by its row lock, so a burst
# gains nothing.
COUNT_ATTEMPT = """
  update auth.one_time_tokens set attempts = attempts + 1
  where relates_to = $1 and token_type::text = any($2) and created_at > $3 and attempts < $4
  returning id, user_id, token_type::text as kind, token_hash, relates_to, created_at
"""
REMOVE = "delete from auth.one_time_tokens where id = $1"
REMOVE_ALL = "delete from auth.one_time_tokens where user_id = $1"
EXISTS = "select true from auth.one_time_tokens where user_id = $1 and token_type::text = $2 and created_at > $3"


class TokenKind(StrEnum):
    """The purpose of a code."""

    CONFIRMATION = "confirmation_token"
    RECOVERY = "recovery_token"
    EMAIL_CHANGE_NEW = "email_change_token_new"
    EMAIL_CHANGE_CURRENT = "email_change_token_current"
    PHONE_CHANGE = "phone_change_token"
    REAUTHENTICATION = "reauthentication_token"


class OneTimeToken(msgspec.Struct, frozen=True):
    """A stored code."""

    id: UUID
    user_id: UUID
    kind: TokenKind
    token_hash: str
    relates_to: str
    created_at: datetime


class NewCode(msgspec.Struct, frozen=True):
    """A new code: the digits, and the stored hash for the link."""

    digits: str
    token_hash: str


def hash_code(address: str, digits: str) -> str:
    """Returns the stored form of a code for an address."""
    return hashlib.sha224(f"{address}{digits}".encode()).hexdigest()


def new_digits(length: int = 6) -> str:
    """Generates a code to type."""
    return f"{secrets.randbelow(10**length):0{length}d}"


async def create_code(
    conn: Connection,
    user_id: UUID,
    kind: TokenKind,
    address: str,
    digits: str,
    *,
    pkce: bool,
    now: datetime,
) -> NewCode:
    """Stores a code of this kind in place of the previous one."""
    token_hash = (PKCE_PREFIX if pkce else "") + hash_code(address, digits)
    await conn.execute(UPSERT, user_id, kind.value, token_hash, address, now)
    return NewCode(digits, token_hash)


async def find_token(
    conn: Connection, hashes: list[str], kinds: list[TokenKind], *, since: datetime
) -> OneTimeToken | None:
    """Returns the valid code with one of these hashes. Locks its row and its user's."""
    await conn.execute(LOCK_OWNERS, hashes)
    row = await conn.fetchrow(FIND, hashes, [kind.value for kind in kinds], since)
    if row is None:
        return None
    return OneTimeToken(**{**dict(row), "kind": TokenKind(row["kind"])})


async def verify_code(
    conn: Connection, address: str, hashes: list[str], kinds: list[TokenKind], *, since: datetime
) -> OneTimeToken | None:
    """Returns the valid code of an address if it has one of these hashes, and locks as `find_token` does.

    After five wrong attempts the code is invalid. The transaction must be committed for an attempt to count.
    """
    arguments = (address, [kind.value for kind in kinds], since)
    await conn.execute(LOCK_ADDRESS_OWNERS, *arguments)
    rows = await conn.fetch(COUNT_ATTEMPT, *arguments, MAX_ATTEMPTS)
    found = [row for row in rows if row["token_hash"] in hashes]
    return OneTimeToken(**{**dict(found[0]), "kind": TokenKind(found[0]["kind"])}) if found else None


async def has_token(conn: Connection, user_id: UUID, kind: TokenKind, *, since: datetime) -> bool:
    """Whether the user has a valid code of this kind."""
    return bool(await conn.fetchval(EXISTS, user_id, kind.value, since))


async def remove_token(conn: Connection, token_id: UUID) -> None:
    """Deletes a code."""
    await conn.execute(REMOVE, token_id)


async def remove_tokens(conn: Connection, user_id: UUID) -> None:
    """Deletes all codes of a user."""
    await conn.execute(REMOVE_ALL, user_id)
