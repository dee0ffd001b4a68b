# ruff: noqa: S608 - only constants are put together here.
"""The same request twice is one act: what `Idempotency-Key` promises, for whatever service carries the act out.

In one transaction: BEGIN, `CLAIM`; if the key is taken, `FIND` what was answered; otherwise the act itself, `KEEP` its
answer, COMMIT. Two at once meet at the key: the second waits for the first one's transaction. What fails is rolled
back with its claim, so a refused request can be sent again. The statements run with the rights of the service, not of
the caller (docs/decisions/0041-idempotency-keys.md).
"""

from collections.abc import Iterable
from hashlib import sha256
from itertools import chain

import msgspec

TTL = "24 hours"
MAX_KEY_LENGTH = 255
# Kept answers are small things such as a row. In bytes.
MAX_RESPONSE_BYTES = 1024 * 1024
# $1 owner, $2 key, $3 fingerprint of the request. A row comes back when the key is ours to use.
CLAIM = f"""
insert into balai.idempotency_keys as stored (owner, key, request) values ($1, $2, $3)
on conflict (owner, key) do update set request = excluded.request, status = null, headers = null, body = null,
  created_at = now()
where stored.created_at < now() - interval '{TTL}'
returning 1
"""
# A row: whether it was the same request, and the answer.
FIND = """
select request = $3, status, headers, body from balai.idempotency_keys
where owner = $1 and key = $2 and status is not null
"""
# $3 status, $4 headers as JSON, $5 body.
STORE = "update balai.idempotency_keys set status = $3, headers = $4, body = $5 where owner = $1 and key = $2"


class Claim(msgspec.Struct, frozen=True):
    """Somebody's key: `owner` sent it, so nobody meets another person's answer. `request` is its fingerprint."""

    owner: str
    key: str
    request: bytes


def key_owner(role: str, claims: str, anon_role: str) -> str | None:
    """Whose keys a caller's are: a person's own, or a role's where nobody stands behind it; None for anonymous ones."""
    subject = msgspec.json.decode(claims, type=dict[str, object]).get("sub")
    if isinstance(subject, str) and subject:
        return f"sub {subject}"
    return None if role == anon_role else f"role {role}"


def fingerprint(*fields: bytes, body: Iterable[bytes] = ()) -> bytes:
    """What tells one request from another. The parts of a body are asked for one by one: together they may be large."""
    digest = sha256()
    for part in chain(fields, body):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
