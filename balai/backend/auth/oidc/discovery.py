"""Discovery documents and key sets of OpenID Connect providers, cached.

A provider may rotate its keys at any time, so an unknown key id causes a new fetch, at most every 30 seconds: tokens
with invented key ids must not make us flood the provider. While the provider is down, cached data stays valid. Requests
that waited for a failed fetch fail with it instead of repeating it.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
import structlog
from joserfc.errors import JoseError
from joserfc.jwk import Key, KeySet, import_key

from balai.http.client import OutgoingHttpClient, RequestFailed

DOCUMENT_TTL_S = 3600.0
KEYS_TTL_S = 600.0
KEYS_MIN_INTERVAL_S = 30.0

Found = TypeVar("Found")

log = structlog.get_logger("balai.auth.discovery")


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """The used part of a discovery document (OpenID Connect Discovery 1.0, section 3)."""

    issuer: str
    authorization_endpoint: str
    jwks_uri: str
    token_endpoint: str = ""
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class _Keys(msgspec.Struct):
    keys: list[dict[str, Any]]


class Discovery:
    """Cached documents and keys of the configured issuers."""

    def __init__(self, outgoing: OutgoingHttpClient, clock: Callable[[], float] = time.monotonic) -> None:
        self.outgoing = outgoing
        self._clock = clock
        self._documents: dict[str, tuple[float, Document]] = {}
        self._keys: dict[str, tuple[float, KeySet]] = {}
        self._failures: dict[str, tuple[float, RequestFailed]] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def get_document(self, issuer: str) -> Document:
        """Returns the issuer's discovery document. Raises RequestFailed."""
        requested_at = self._clock()
        async with self._lock(issuer):
            cached = self._documents.get(issuer)
            if cached is not None and self._clock() - cached[0] < DOCUMENT_TTL_S:
                return cached[1]
            try:
                document = await self._fetch_unless_failed(issuer, requested_at, lambda: self._fetch_document(issuer))
            except RequestFailed as error:
                if cached is None:
                    raise
                log.warning("provider_unreachable", issuer=issuer, error=str(error))
                document = cached[1]
            self._documents[issuer] = (self._clock(), document)
            return document

    async def find_keys(self, issuer: str, kid: str | None) -> list[Key]:
        """Returns the issuer's keys with this id, or all keys for a token without key id. Raises RequestFailed."""
        requested_at = self._clock()
        document = await self.get_document(issuer)
        async with self._lock(issuer):
            cached = self._keys.get(issuer)
            age = self._clock() - cached[0] if cached else KEYS_TTL_S
            if (
                cached is None
                or age >= KEYS_TTL_S
                or (age >= KEYS_MIN_INTERVAL_S and not _keys_with_id(cached[1], kid))
            ):
                try:
                    keys = await self._fetch_unless_failed(
                        issuer, requested_at, lambda: self._fetch_keys(document.jwks_uri, issuer)
                    )
                except RequestFailed as error:
                    if cached is None:
                        raise
                    log.warning("provider_unreachable", issuer=issuer, error=str(error))
                    keys = cached[1]
                self._keys[issuer] = cached = (self._clock(), keys)
            return _keys_with_id(cached[1], kid)

    def _lock(self, issuer: str) -> asyncio.Lock:
        return self._locks.setdefault(issuer, asyncio.Lock())

    async def _fetch_unless_failed(
        self, issuer: str, requested_at: float, fetch: Callable[[], Awaitable[Found]]
    ) -> Found:
        failed_at, failure = self._failures.get(issuer, (requested_at, RequestFailed("")))
        if failed_at > requested_at:
            raise RequestFailed(str(failure), timed_out=failure.timed_out)
        try:
            return await fetch()
        except RequestFailed as error:
            self._failures[issuer] = (self._clock(), error)
            raise

    async def _fetch_document(self, issuer: str) -> Document:
        body = await self._get(f"{issuer.rstrip('/')}/.well-known/openid-configuration", issuer)
        document: Document = _decode(body, Document)
        # Microsoft's document for all tenants has a placeholder for the tenant; the token names it.
        if document.issuer != issuer and "{tenantid}" not in document.issuer:
            raise RequestFailed(f"{issuer}: the discovery document belongs to {document.issuer}")
        return document

    async def _fetch_keys(self, url: str, issuer: str) -> KeySet:
        keys = []
        for key in _decode(await self._get(url, issuer), _Keys).keys:
            try:
                keys.append(import_key(key))
            except (JoseError, ValueError, TypeError, KeyError):
                continue  # keys of unsupported types are ignored
        # A symmetric key in a public document would let every reader sign, so it is ignored.
        return KeySet([key for key in keys if key.key_type != "oct"])

    async def _get(self, url: str, issuer: str) -> bytes:
        status, body = await self.outgoing.fetch("GET", url, trusted=is_same_host(url, issuer))
        if status != 200:
            raise RequestFailed(f"{url}: {status}")
        return body


def is_same_host(url: str, trusted: str) -> bool:
    """Whether a URL is on the host that the operator configured."""
    one, other = urlsplit(url), urlsplit(trusted)
    return (one.scheme, one.netloc) == (other.scheme, other.netloc)


def _keys_with_id(keys: KeySet, kid: str | None) -> list[Key]:
    return [key for key in keys.keys if kid is None or key.kid == kid]


def _decode(body: bytes, shape: type[Any]) -> Any:
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestFailed(f"unexpected document: {error}") from error
