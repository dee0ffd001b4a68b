"""Executes a request with an Idempotency-Key once: stores the response in the same transaction and replays it."""

from collections.abc import Sequence

import msgspec

from balai.backend.idempotency import (
    CLAIM,
    FIND,
    MAX_KEY_LENGTH,
    MAX_RESPONSE_BYTES,
    STORE,
    Claim,
    fingerprint,
    key_owner,
)
from balai.backend.rest.errors import RestError
from balai.backend.rest.execution.responses import RestResponse
from balai.backend.rest.request.shape import RestRequest
from balai.backend.rest.schema.schema_cache import SchemaCache
from balai.database.pipeline.connection import PipelinedConnection, Step
from balai.database.pipeline.spool import Spool
from balai.database.transaction import Caller
from balai.http.asgi import Header

HEADER = "idempotency-key"
TABLE = ("balai", "idempotency_keys")
_REPLAYED: Header = (b"idempotent-replayed", b"true")
_NO_OP: Step = ("SELECT", ())
_RESET_ROLE: Step = ("SET LOCAL ROLE NONE", ())


def find_claim(cache: SchemaCache, request: RestRequest, caller: Caller, anon_role: str) -> Claim | None:
    """Returns the claim of a request with a key. Anonymous callers cannot be told apart, so they have no keys.

    Raises:
        RestError: the key is too long, or this database has no table for keys.
    """
    key = request.headers.get(HEADER)
    owner = None if not key or request.method != "POST" else key_owner(caller.role, caller.claims, anon_role)
    if key is None or owner is None:
        return None
    if len(key) > MAX_KEY_LENGTH:
        raise RestError(400, "BLI400", f"Idempotency-Key is longer than {MAX_KEY_LENGTH} characters")
    if TABLE not in cache.relations:
        raise RestError(501, "BLI501", "Idempotency-Key needs the tables of Balai", hint="Send the request without it.")
    parts = request.spool.parts() if request.spool is not None else (request.body,)
    named = (request.path, request.schema, request.headers.get("prefer", ""), request.headers.get("accept", ""))
    return Claim(owner, key, fingerprint(*(name.encode() for name in named), request.query, body=parts))


async def claim_or_replay(
    connection: PipelinedConnection, steps: Sequence[Step], claim: Claim
) -> RestResponse | list[Step]:
    """Begins the transaction with the claim.

    Returns the remaining `steps`, or the stored response if the request was executed before.

    Raises:
        RestError: the key was used for another request.
    """
    begin_step, *rest = steps
    key_values = (claim.owner, claim.key, _bytea(claim.request))
    claimed = await connection.run([begin_step, (CLAIM, key_values)])
    if claimed[1]:
        return [_NO_OP, *rest]
    stored = await connection.run([(FIND, key_values), ("ROLLBACK", ())])
    same, status, headers, body = stored[0][0]
    if same != b"t":
        raise RestError(422, "BLI422", "This Idempotency-Key was used for another request")
    pairs = msgspec.json.decode(headers or b"[]", type=list[tuple[str, str]])
    known = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
    return RestResponse(int(status or b"200"), [*known, _REPLAYED], bytes.fromhex((body or b"\\x")[2:].decode()))


async def store_response(connection: PipelinedConnection, claim: Claim, response: RestResponse) -> None:
    """Stores the response in the transaction that produced it.

    Raises:
        RestError: the response is too large.
    """
    if isinstance(response.body, Spool) or len(response.body) > MAX_RESPONSE_BYTES:
        message = "The response is too large to store for its Idempotency-Key"
        raise RestError(400, "BLI413", message, hint="Ask for return=minimal.")
    pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers]
    values = (str(response.status), msgspec.json.encode(pairs), _bytea(response.body))
    await connection.run([_RESET_ROLE, (STORE, (claim.owner, claim.key, *values))])


def _bytea(data: bytes) -> str:
    return f"\\x{data.hex()}"
