"""Transactions with the rights of a caller: the only way to read or write the database for a visitor.

Role and claims are local to the transaction, so they never leak to the next user of a pooled connection. They are sent
in the same message as BEGIN: one round trip instead of three.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from balai.database.pool import Connection, Pool, discard, is_lost, prepare_for

ADVISORY_LOCK = "select pg_advisory_xact_lock(hashtext($1))"
# A database that hangs keeps its connections open: without these, a request would wait for the command timeout (60 s).
ACQUIRE_TIMEOUT_S = 10
BEGIN_TIMEOUT_S = 10
ROLLBACK_TIMEOUT_S = 3
ROLES: frozenset[str] = frozenset({"anon", "authenticated", "service_role"})


class Caller(msgspec.Struct, frozen=True):
    """The rights of a transaction: a database role and the claims (JSON text) that policies read."""

    role: str
    claims: str

    @classmethod
    def anonymous(cls) -> "Caller":
        """A visitor without a session."""
        return cls("anon", '{"role":"anon"}')

    @classmethod
    def from_claims(cls, claims: Mapping[str, Any]) -> "Caller":
        """The caller with these verified claims. Raises ValueError for a role outside `ROLES`.

        The process connects as the owner of the schema, which may set any role: only this check restricts it.
        """
        role = claims.get("role", "anon")
        if role not in ROLES:
            raise ValueError(f"role {role!r} is not open to callers")
        return cls(role, msgspec.json.encode({**claims, "role": role}).decode())


def literal(text: str) -> str:
    """Quote a string for the simple query protocol, which has no parameters. Cut at NUL, which text cannot contain."""
    quoted = text.split("\0", 1)[0].replace("'", "''")
    if "\\" in quoted:
        escaped = quoted.replace("\\", "\\\\")
        return f" E'{escaped}'"
    return f"'{quoted}'"


def begin_as(caller: Caller, *, read_only: bool, settings: Mapping[str, str] | None = None) -> str:
    """The one message that begins a transaction with the caller's role, claims and further local settings."""
    calls = [
        f"set_config('role', {literal(caller.role)}, true)",
        f"set_config('request.jwt.claims', {literal(caller.claims)}, true)",
    ]
    calls += [f"set_config({literal(name)}, {literal(value)}, true)" for name, value in (settings or {}).items()]
    return f"BEGIN {'READ ONLY' if read_only else 'READ WRITE'}; SELECT {', '.join(calls)}"


@asynccontextmanager
async def as_role(
    pool: Pool, caller: Caller, *, read_only: bool = True, settings: Mapping[str, str] | None = None
) -> AsyncIterator[Connection]:
    """A transaction with the caller's rights. Committed at the end, rolled back on any exception."""
    async with (
        pool.acquire(timeout=ACQUIRE_TIMEOUT_S) as connection,
        _transaction(connection, begin_as(caller, read_only=read_only, settings=settings), caller.role),
    ):
        yield connection


@asynccontextmanager
async def as_owner(pool: Pool) -> AsyncIterator[Connection]:
    """A transaction with the rights of the schema's owner (accounts, jobs). Row policies do not apply."""
    async with pool.acquire(timeout=ACQUIRE_TIMEOUT_S) as connection, _transaction(connection, "BEGIN"):
        yield connection


async def advisory_lock(connection: Connection, name: str) -> None:
    """Acquire the advisory lock `balai.NAME`, held until the transaction ends. Other processes wait here for it."""
    await connection.execute(ADVISORY_LOCK, f"balai.{name}")


@asynccontextmanager
async def _transaction(connection: Connection, begin: str, role: str = "") -> AsyncIterator[None]:
    prepare_for(connection, role)
    try:
        await connection.execute(begin, timeout=BEGIN_TIMEOUT_S)
        yield
        await connection.execute("COMMIT")
    except BaseException:
        # On cancellation too: the connection must not return to the pool inside a transaction.
        if is_lost(connection):
            raise
        try:
            async with asyncio.timeout(ROLLBACK_TIMEOUT_S):
                await connection.execute("ROLLBACK")
        except Exception:  # noqa: BLE001 - the connection is discarded and the first error raised
            discard(connection)
        except BaseException:
            # Cancelled a second time, perhaps before ROLLBACK was sent.
            discard(connection)
            raise
        raise
