"""Calls one hook, with retries, within 5 seconds in total, and records rejections and failures.

An HTTP hook is retried when it is busy (429, 503) or unreachable; a database function is called once. Responses have a
maximum size and redirects are not followed. Rejected and failed calls stay in `auth.hook_calls` for 30 days.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import Any, Literal
from uuid import UUID, uuid4

import asyncpg
import httpx
import msgspec
import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.hooks.registry import Hook, HookName, configured_hooks
from balai.security.webhooks import signed_headers
from balai.settings import Settings

TIMEOUT_S = 5.0
FUNCTION_TIMEOUT = "set local statement_timeout = '2s'"
MAX_RESPONSE_BYTES = 204_800
MAX_ATTEMPTS = 3
RETRY_DELAY_S = 0.2
RETRY_STATUSES = {429, 503}
RECORD_CALL = """
  insert into auth.hook_calls (id, hook, took_ms, outcome, status, error) values ($1, $2, $3, $4, $5, $6)
  on conflict (id) do update set took_ms = excluded.took_ms, outcome = excluded.outcome, status = excluded.status,
    error = excluded.error, attempts = auth.hook_calls.attempts + 1, called_at = clock_timestamp()
"""
Fault = Literal["timeout", "retries", "size", "content_type", "other"]

log = structlog.get_logger("balai.hooks")


class HookFailure(Exception):
    """The hook returned no usable response."""

    def __init__(self, fault: Fault, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.fault: Fault = fault
        self.status = status


class HookRejection(Exception):
    """The hook rejected the operation, with the status and message for the client."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class _HookError(msgspec.Struct, frozen=True):
    message: str = ""
    http_code: int = 500


class _HookResponse(msgspec.Struct, frozen=True):
    error: _HookError | None = None


class Hooks:
    """The configured hooks. None are configured by default."""

    def __init__(self, pool: Pool, hooks: dict[HookName, Hook], client: httpx.AsyncClient) -> None:
        self._pool = pool
        self._hooks = hooks
        self._client = client

    def __contains__(self, name: HookName) -> bool:
        """Whether this hook is configured."""
        return name in self._hooks

    def requires(self, name: HookName) -> bool:
        """Whether the operation fails when this hook fails."""
        return name in self._hooks and self._hooks[name].required

    async def call(self, name: HookName, payload: dict[str, Any], *, seconds: float = inf) -> dict[str, Any] | None:
        """Call a hook and return its response; None if it is not configured, or failed and is not required.

        `seconds` can only shorten the timeout of 5 seconds.

        Raises:
            HookRejection: the hook rejected the operation.
            HookFailure: the hook is required and failed.
        """
        hook = self._hooks.get(name)
        if hook is None:
            return None
        try:
            return await self._call(name, uuid4(), msgspec.json.encode(payload), seconds=seconds)
        except HookFailure:
            if hook.required:
                raise
            return None

    async def notify(self, name: HookName, id: UUID, payload: bytes) -> None:
        """Deliver an event to a hook; a retry passes the same id. Raises HookRejection and HookFailure."""
        await self._call(name, id, payload, records_success=True)

    async def _call(
        self, name: HookName, id: UUID, payload: bytes, *, records_success: bool = False, seconds: float = inf
    ) -> dict[str, Any]:
        """Call a configured hook. Raises HookRejection and HookFailure, after recording them."""
        hook, started, timeout_s = self._hooks[name], time.monotonic(), min(TIMEOUT_S, seconds)
        try:
            async with asyncio.timeout(timeout_s):
                response = await (
                    self._call_function(hook, payload) if hook.function else self._call_url(hook, id, payload)
                )
            _check_rejection(response)
        except TimeoutError as error:
            failure = HookFailure("timeout", f"Failed to reach hook within maximum time of {timeout_s:f} seconds")
            await self._record_call(hook, id, started, "failed", None, str(failure))
            raise failure from error
        except HookFailure as failure:
            await self._record_call(hook, id, started, "failed", failure.status, str(failure))
            raise
        except HookRejection as rejection:
            await self._record_call(hook, id, started, "refused", rejection.status, str(rejection))
            raise
        if records_success:
            await self._record_call(hook, id, started, "answered", 200, None)
        return response

    async def _call_function(self, hook: Hook, payload: bytes) -> dict[str, Any]:
        try:
            async with as_owner(self._pool) as conn:
                await conn.execute(FUNCTION_TIMEOUT)
                # The name comes from the operator's settings and is quoted.
                text = await conn.fetchval(f"select {hook.function}($1::jsonb)::text", payload.decode())
        except asyncpg.QueryCanceledError as error:
            raise HookFailure("timeout", "Failed to reach hook within maximum time of 2.000000 seconds") from error
        except asyncpg.PostgresError as error:
            raise HookFailure("other", f"Error running hook function: {error}") from error
        return _decode((text or "{}").encode())

    async def _call_url(self, hook: Hook, id: UUID, payload: bytes) -> dict[str, Any]:
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                response = await self._send(hook, id, payload)
            except httpx.HTTPError as error:
                log.info("hook_unreachable", hook=hook.name, attempt=attempt, error=repr(error))
            else:
                if response.status_code not in RETRY_STATUSES:
                    return _read_response(response)
            await asyncio.sleep(RETRY_DELAY_S * attempt)
        raise HookFailure("retries", "Failed to reach hook after maximum retries")

    async def _send(self, hook: Hook, id: UUID, payload: bytes) -> httpx.Response:
        headers = signed_headers(hook.secret, str(id), payload, now=int(time.time()))
        request = self._client.build_request("POST", hook.url, content=payload, headers=headers)
        response = await self._client.send(request, stream=True)
        try:
            body = b""
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > MAX_RESPONSE_BYTES:
                    text = f"Payload size exceeded size limit of {MAX_RESPONSE_BYTES} bytes"
                    raise HookFailure("size", text, response.status_code)
        finally:
            await response.aclose()
        return httpx.Response(response.status_code, headers={"content-type": _content_type_of(response)}, content=body)

    async def _record_call(
        self, hook: Hook, id: UUID, started: float, outcome: str, status: int | None, error: str | None
    ) -> None:
        took_ms = int((time.monotonic() - started) * 1000)
        if outcome != "answered":
            log.warning(f"hook_{outcome}", hook=hook.name, id=str(id), took_ms=took_ms, status=status, error=error)
        async with as_owner(self._pool) as conn:
            await conn.execute(
                RECORD_CALL, id, hook.name, took_ms, outcome, status, error and error.replace("\0", "")[:500]
            )


def _read_response(response: httpx.Response) -> dict[str, Any]:
    is_json = response.headers["content-type"].partition(";")[0].strip() == "application/json"
    if response.is_success and not response.content:
        return {}
    if response.is_success and not is_json:
        kind = response.headers["content-type"]
        raise HookFailure("content_type", f"Invalid JSON response. Received content-type: {kind}", response.status_code)
    if response.is_success:
        return _decode(response.content)
    if is_json:
        # A body without an error message: report the status instead.
        with suppress(HookFailure):
            _check_rejection(_decode(response.content))
    text = f"Unexpected status code returned from hook: {response.status_code}"
    raise HookFailure("other", text, response.status_code)


def _decode(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise HookFailure("other", "Error unmarshaling JSON output.") from error


def _check_rejection(response: dict[str, Any]) -> None:
    try:
        error = msgspec.convert(response, _HookResponse).error
    except msgspec.ValidationError as wrong:
        raise HookFailure("other", "Error unmarshaling JSON output.") from wrong
    if error is not None:
        status = error.http_code if 400 <= error.http_code <= 599 else 500
        raise HookRejection(status, error.message[:500] or "Hook refused")


def _content_type_of(response: httpx.Response) -> str:
    return str(response.headers.get("content-type", ""))


@asynccontextmanager
async def open_hooks(pool: Pool, settings: Settings) -> AsyncIterator[Hooks]:
    """Open the configured hooks for the duration of the block."""
    async with httpx.AsyncClient(timeout=TIMEOUT_S, follow_redirects=False, trust_env=False) as client:
        yield Hooks(pool, configured_hooks(settings), client)
