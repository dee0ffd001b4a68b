"""The key pairs of sessions, as stored in the database: created at the first start, replaced by `balai keys rotate`.

Every worker of every node knows a pair before it signs: it is stored with a time one minute ahead from which it signs,
and workers learn of it by a notification or by polling. The previous pair verifies until the last token it signed has
expired, so a rotation signs no user out.

The private key is encrypted with the operator's secret.
"""

from datetime import datetime, timedelta

import asyncpg
import msgspec
from joserfc.jwk import ECKey, RSAKey

from balai.database.listener import Listener
from balai.database.pool import Connection
from balai.database.transaction import advisory_lock
from balai.security.stored_secrets import KEYS, decrypt, encrypt
from balai.security.tokens import Algorithm, KeyPair, KeyRing

KEYS_CHANNEL = "balai_keys"
# Payload of both channels: the end of the entry (Unix seconds, in the past if a block was lifted), a space, the ids.
ENDED_SESSIONS_CHANNEL = "balai_ended_sessions"
BLOCKED_SESSIONS_CHANNEL = "balai_blocked_sessions"
# Longer than a worker can miss a new key while the database is available.
ACTIVATION_DELAY = timedelta(minutes=1)

READ = """
select kid, algorithm, public_key::text, private_key, signs_from, verifies_until
from auth.signing_keys where verifies_until is null or verifies_until > now() order by signs_from, kid
"""
READ_ENDED = """
select session_id::text as id, extract(epoch from until)::float8 as until from auth.ended_sessions where until > now()
"""
ADD = """
insert into auth.signing_keys (kid, algorithm, public_key, private_key, signs_from)
values ($1, $2, $3, $4, now() + $5::interval)
"""
GET_RETENTION = "select auth.max_token_age()"
ADD_LIFETIME = """
insert into auth.access_token_lifetimes (seconds) values ($1)
on conflict (seconds) do update set replaced_at = null where access_token_lifetimes.replaced_at is not null
"""
REPLACE_LIFETIMES = """
with expired as (
  delete from auth.access_token_lifetimes
  where seconds <> $1 and replaced_at + make_interval(secs => seconds) < now() - interval '1 day'
)
update auth.access_token_lifetimes set replaced_at = now() where seconds <> $1 and replaced_at is null
"""
RETIRE = """
update auth.signing_keys set verifies_until = least(verifies_until, now() + $2::interval)
where kid <> $1 and (verifies_until is null or verifies_until > now() + $2::interval)
"""


async def ensure_signing_key(connection: Connection, secret: str) -> None:
    """Create the first key pair, or a new one if none can be decrypted with this secret. Call in a transaction."""
    await advisory_lock(connection, "signing_keys")
    if not any(pair.private for pair in await read_pairs(connection, secret)):
        await _add(connection, secret, "ES256", lead=timedelta())


async def record_token_lifetime(connection: Connection, seconds: int) -> None:
    """Record the lifetime of access tokens from now on: ended sessions and replaced keys are kept for as long."""
    await advisory_lock(connection, "signing_keys")
    await connection.execute(ADD_LIFETIME, seconds)
    await connection.execute(REPLACE_LIFETIMES, seconds)


async def rotate(connection: Connection, secret: str, algorithm: Algorithm = "ES256", *, at_once: bool = False) -> str:
    """Replace the current key pair; return the new kid. Call in a transaction.

    `at_once` is for a leaked key: it stops verifying now, and every client must refresh its session.
    """
    await advisory_lock(connection, "signing_keys")
    lead = timedelta() if at_once else ACTIVATION_DELAY
    kid = await _add(connection, secret, algorithm, lead=lead)
    if at_once:
        await connection.execute(RETIRE, kid, timedelta())
    else:
        await connection.execute(RETIRE, kid, lead + await connection.fetchval(GET_RETENTION))
    return kid


async def read_pairs(connection: Connection, secret: str) -> list[KeyPair]:
    """All pairs that verify, with the private key if the secret decrypts it."""
    return [_pair_of(row, secret) for row in await connection.fetch(READ)]


class KeyRingListener(Listener):
    """Updates a key ring from the database: key pairs, ended sessions and sessions of blocked users."""

    def __init__(self, url: str, ring: KeyRing, secret: str) -> None:
        self._ring = ring
        self._secret = secret
        self._rows: list[asyncpg.Record] = []
        # Notifications during the query of `_open`, which may be newer than its rows.
        self._newer: dict[str, float] | None = None
        handlers = {
            KEYS_CHANNEL: lambda _: self.wake(),
            ENDED_SESSIONS_CHANNEL: self._end,
            BLOCKED_SESSIONS_CHANNEL: self._end,
        }
        super().__init__(url, "balai keys", handlers, on_connect=self._open, heartbeat=self._load)

    async def _open(self, connection: Connection) -> None:
        await self._load(connection)
        self._newer = {}
        ended = await connection.fetch(READ_ENDED)
        self._ring.replace_ended_sessions({row["id"]: row["until"] for row in ended} | self._newer)
        self._newer = None

    def _end(self, payload: str) -> None:
        until, _, session_ids = payload.partition(" ")
        ends = dict.fromkeys(session_ids.split(","), float(until))
        self._ring.end_sessions(ends)
        if self._newer is not None:
            self._newer |= ends

    async def _load(self, connection: Connection) -> None:
        rows = await connection.fetch(READ)
        if rows != self._rows:
            self._ring.replace([_pair_of(row, self._secret) for row in rows])
            self._rows = rows


async def _add(connection: Connection, secret: str, algorithm: Algorithm, *, lead: timedelta) -> str:
    key = ECKey.generate_key("P-256") if algorithm == "ES256" else RSAKey.generate_key(2048)
    kid = key.thumbprint()
    public = msgspec.json.encode(key.as_dict(private=False)).decode()
    encrypted = encrypt(msgspec.json.encode(key.as_dict(private=True)), secret, KEYS)
    await connection.execute(ADD, kid, algorithm, public, encrypted, lead)
    return kid


def _pair_of(row: asyncpg.Record, secret: str) -> KeyPair:
    until: datetime | None = row["verifies_until"]
    return KeyPair(
        kid=row["kid"],
        algorithm=row["algorithm"],
        public=_import(row["algorithm"], row["public_key"]),
        private=_open(row["algorithm"], row["private_key"], secret),
        signs_from=row["signs_from"].timestamp(),
        verifies_until=float("inf") if until is None else until.timestamp(),
    )


def _open(algorithm: Algorithm, encrypted: str, secret: str) -> ECKey | RSAKey | None:
    plain = decrypt(encrypted, secret, KEYS)
    return None if plain is None else _import(algorithm, plain)


def _import(algorithm: Algorithm, text: str | bytes) -> ECKey | RSAKey:
    fields = msgspec.json.decode(text)
    return ECKey.import_key(fields) if algorithm == "ES256" else RSAKey.import_key(fields)
