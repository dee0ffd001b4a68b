# ruff: noqa: S608 - only constants are put together here.
"""The SQL of `Idempotency-Key`: a request sent twice is executed once, in whichever service.

In one transaction: BEGIN, `CLAIM`; if the key is taken, `FIND` returns the stored response; otherwise the request runs,
`STORE` saves its response, COMMIT. A concurrent request with the same key waits for the first one's transaction. A
failure rolls back the claim too, so a rejected request can be sent again. The statements run with the service's own
rights, not the caller's (docs/decisions/0041-idempotency-keys.md).
"""

from collections.abc import Iterable
from hashlib import sha256
from itertools import chain

import msgspec

TTL = "24 hours"
MAX_KEY_LENGTH = 255
# In bytes. Stored responses are small, such as a row.
MAX_RESPONSE_BYTES = 1024 * 1024
# $1 owner, $2 key, $3 fingerprint of the request. Returns a row if the key is free.
CLAIM = f"""
insert into balai.idempotency_keys as stored (owner, key, request) values ($1, $2, $3)
on conflict (owner, key) do update set request = excluded.request, status = null, headers = null, body = null,
  created_at = now()
where stored.created_at < now() - interval '{TTL}'
returning 1
"""
# Returns whether the request is the same, and the stored response.
FIND = """
select request = $3, status, headers, body from balai.idempotency_keys
where owner = $1 and key = $2 and status is not null
"""
# $3 status, $4 headers as JSON, $5 body.
STORE = "update balai.idempotency_keys set status = $3, headers = $4, body = $5 where owner = $1 and key = $2"


class Claim(msgspec.Struct, frozen=True):
    """A claimed key. Each `owner` has separate keys, so no user gets another's response. `request` is a fingerprint."""

    owner: str
    key: str
    request: bytes


def key_owner(role: str, claims: str, anon_role: str) -> str | None:
    """The owner of a caller's keys: the user, or the role for tokens without a user; None for anonymous callers."""
    subject = msgspec.json.decode(claims, type=dict[str, object]).get("sub")
    if isinstance(subject, str) and subject:
        return f"sub {subject}"
    return None if role == anon_role else f"role {role}"


def fingerprint(*fields: bytes, body: Iterable[bytes] = ()) -> bytes:
    """Hashes what distinguishes one request from another. `body` is consumed in parts, since it may be large."""
    digest = sha256()
    for part in chain(fields, body):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
