"""Makes a repeated upload with the same `Idempotency-Key` store one object (balai/backend/idempotency.py).

The bytes are part of the request, so they are read again before the stored response is replayed. The object is not
written again, whatever happened to it since.
"""

import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable

from balai.backend.idempotency import CLAIM, FIND, MAX_KEY_LENGTH, STORE, fingerprint, key_owner
from balai.backend.storage.authentication import StorageCaller
from balai.backend.storage.context import StorageRequest
from balai.backend.storage.errors import StorageError, invalid_request
from balai.database.pool import Connection, Pool
from balai.database.transaction import as_owner
from balai.http.asgi import Header

HEADER = "idempotency-key"
_IS_KNOWN = "select 1 from balai.idempotency_keys where owner = $1 and key = $2 and status is not null"
Action = Callable[[Connection | Pool], Awaitable[bytes]]


class IdempotentUpload:
    """An action that runs once for its idempotency key; without a key it runs every time."""

    def __init__(self, request: StorageRequest, owner: str | None, key: str) -> None:
        self._request = request
        self._owner = owner
        self._key = key
        self._sum = hashlib.sha256()
        self.is_known = False
        self.headers: list[Header] = []

    @classmethod
    async def of(cls, request: StorageRequest, caller: StorageCaller) -> "IdempotentUpload":
        """Reads the key of a request. Callers that cannot be told apart have none. Raises StorageError."""
        key = request.headers.get(HEADER, "")
        if len(key) > MAX_KEY_LENGTH:
            raise invalid_request(f"Idempotency-Key is longer than {MAX_KEY_LENGTH} characters")
        once = cls(request, key_owner(caller.role, caller.identity.claims, "anon") if key else None, key)
        if once._owner is not None:
            once.is_known = bool(await request.storage.pool.fetchval(_IS_KNOWN, once._owner, key))
        return once

    async def hashed(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yields the same chunks and hashes them: the content belongs to the request's fingerprint."""
        async for piece in pieces:
            if self._owner is not None:
                self._sum.update(piece)
            yield piece

    async def run(self, action: Action) -> bytes:
        """Returns the response body: the action's, or the stored one. Raises StorageError."""
        if self._owner is None:
            return await action(self._request.storage.pool)
        request = self._request
        named = (
            request.method,
            request.path,
            request.headers.get("x-upsert", ""),
            request.headers.get("x-metadata", ""),
        )
        digest = fingerprint(*(name.encode() for name in named), self._sum.digest())
        async with as_owner(request.storage.pool) as connection:
            # A request with a known key skipped the policy check, so it must not run the action now.
            if self.is_known or not await connection.fetchval(CLAIM, self._owner, self._key, digest):
                return await self._found(connection, digest)
            body = await action(connection)
            await connection.execute(STORE, self._owner, self._key, 200, "[]", body)
            return body

    async def _found(self, connection: Connection, digest: bytes) -> bytes:
        row = await connection.fetchrow(FIND, self._owner, self._key, digest)
        if row is None or not row[0]:
            message = "This Idempotency-Key was used for another request"
            raise StorageError("InvalidRequest", message, 422, http_status=422)
        self.headers = [(b"idempotent-replayed", b"true")]
        return bytes(row["body"])
