"""Broadcasts over HTTP: several in a batch, or one at the address of its topic and event (contract, section 7)."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote

import msgspec

from balai.backend.cors import REQUESTED, CorsPolicy
from balai.backend.realtime.authentication import Authenticator, Grant
from balai.backend.realtime.authorization import ChannelAuthorizer
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Broadcast, Hub
from balai.backend.realtime.limits import MAX_TOPIC_LENGTH
from balai.backend.realtime.protocol.frames import JSON, RAW, UserBroadcast, is_json
from balai.backend.realtime.rate_limits import AverageRate
from balai.database.availability import RETRY_AFTER
from balai.http.asgi import Header, Receive, Scope, Send, send_response
from balai.http.client_address import client_network
from balai.http.request_body import BodyTimeout, BodyTooLarge, ClientGone, RequestBody

BATCH = "/realtime/v1/api/broadcast"
MAX_BODY = 5_000_000
# A batch checks the policies once for each private topic in it; this maximum applies without a configured limit too.
MAX_BATCH = 1000
MAX_NETWORKS = 4096
BLANK, INVALID, OVERSIZE = "can't be blank", "is invalid", "Payload size exceeds tenant limit"
UNAUTHORIZED = {"message": "Unauthorized"}
RATE_LIMITED = {"message": "You have exceeded your rate limit"}
BATCH_TOO_LARGE = {"message": "Too many messages to broadcast, please reduce the batch size"}
BODY_TIMEOUT = {"message": "The request body did not arrive in time"}
UNSUPPORTED_MEDIA = {"error": "Unsupported Media Type. Use application/json or application/octet-stream"}
PERSIST_UNSUPPORTED = {"message": "Messages are not stored on the way: call realtime.send in the database"}
CORS = CorsPolicy(
    methods="POST, OPTIONS", headers=(REQUESTED,), exposed="x-rate-rolling, x-rate-limit, x-rate-limit-remaining"
)


class BroadcastError(Exception):
    """Ends the request with a status and a JSON body."""

    def __init__(self, status: int, body: object) -> None:
        super().__init__(status)
        self.status = status
        self.body = body


class BroadcastApi:
    """ASGI application for all plain HTTP requests of the service."""

    def __init__(self, hub: Hub, authenticator: Authenticator, authorizer: ChannelAuthorizer) -> None:
        self._hub = hub
        self._gate = authenticator
        self._policies = authorizer
        self._rates: dict[str, AverageRate] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Responds to one request (ASGI 3)."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] == "OPTIONS":
            await send_response(send, 204, CORS.preflight_headers(headers))
            return
        rate = self._find_rate((scope.get("client") or ("",))[0])
        try:
            await self._handle(scope, receive, headers, rate)
        except BroadcastError as error:
            retry = [RETRY_AFTER] if error.status == 503 else []
            await _respond(send, error.status, error.body, self._rate_headers(rate) + retry)
        else:
            await _respond(send, 202, None, self._rate_headers(rate))

    async def _handle(self, scope: Scope, receive: Receive, headers: Mapping[str, str], rate: AverageRate) -> None:
        steps = scope["raw_path"].decode("latin-1")[len(BATCH) :].split("/")
        is_single = len(steps) == 4 and steps[0] == "" and steps[2] == "events"
        if not scope["path"].startswith(BATCH) or not (is_single or steps == [""]):
            raise BroadcastError(404, {"message": "Not found"})
        if scope["method"] != "POST":
            raise BroadcastError(405, {"message": "Method not allowed"})
        grant = self._authenticate(headers)
        body = await _read_body(receive, headers, self._hub.limits.max_payload)
        if is_single:
            query = scope["query_string"].decode("latin-1")
            await self._send_one(grant, unquote(steps[1]), unquote(steps[3]), query, headers, body, rate)
        else:
            await self._send_batch(grant, headers, body, rate)

    def _authenticate(self, headers: Mapping[str, str]) -> Grant:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        try:
            return self._gate.authenticate(token.strip() if scheme.lower() == "bearer" else headers.get("apikey", ""))
        except RealtimeError as error:
            raise BroadcastError(401, UNAUTHORIZED) from error

    async def _send_batch(self, grant: Grant, headers: Mapping[str, str], body: bytes, rate: AverageRate) -> None:
        messages = _read_messages(body)
        maximum = self._hub.limits.events_per_second or MAX_BATCH
        if len(messages) > maximum:
            raise BroadcastError(429, BATCH_TOO_LARGE)
        errors = [_validation_errors(message, self._hub.limits.max_payload) for message in messages]
        if any(errors):
            raise BroadcastError(422, {"errors": {"messages": errors}})
        if not rate.add(len(messages)):
            raise BroadcastError(429, RATE_LIMITED)
        allowed: dict[str, bool] = {}
        for message in messages:
            name, is_private = message["topic"], message.get("private") is True
            if is_private and name not in allowed:
                allowed[name] = await self._may_write(grant, name, headers)
            if not is_private or allowed[name]:
                text = {"type": "broadcast", "event": message["event"], "payload": message["payload"]}
                self._hub.send(Broadcast(name, is_private, text=msgspec.json.encode(text)))

    async def _send_one(
        self,
        grant: Grant,
        name: str,
        event: str,
        query: str,
        headers: Mapping[str, str],
        body: bytes,
        rate: AverageRate,
    ) -> None:
        media = headers.get("content-type", "").partition(";")[0].strip().lower()
        if media not in ("application/json", "application/octet-stream"):
            raise BroadcastError(415, UNSUPPORTED_MEDIA)
        options = _read_options(query)
        if any(name.startswith("persist") for name in options):
            raise BroadcastError(422, PERSIST_UNSUPPORTED)
        encoding = JSON if media == "application/json" else RAW
        if encoding == JSON and not is_json(body):
            raise BroadcastError(422, {"errors": {"payload": [INVALID if body else BLANK]}})
        if len(body) > self._hub.limits.max_payload:
            raise BroadcastError(422, {"errors": {"payload": [OVERSIZE]}})
        if not _is_name(name) or not _is_name(event):
            raise BroadcastError(422, {"errors": {"topic" if _is_name(event) else "event": [INVALID]}})
        if not rate.add():
            raise BroadcastError(429, RATE_LIMITED)
        is_private = options.get("private") == "true"
        if is_private and not await self._may_write(grant, name, headers):
            raise BroadcastError(403, UNAUTHORIZED)
        self._hub.send(Broadcast(name, is_private, sent=UserBroadcast(event, encoding, body)))

    async def _may_write(self, grant: Grant, name: str, headers: Mapping[str, str]) -> bool:
        visible = {name: value for name, value in headers.items() if name not in ("authorization", "apikey", "cookie")}
        try:
            return await self._policies.may_write(grant, name, msgspec.json.encode(visible).decode(), "broadcast")
        except RealtimeError as error:
            # One of the three errors of an unavailable database.
            raise BroadcastError(503, {"message": error.text}) from error

    def _find_rate(self, remote: str) -> AverageRate:
        network = client_network(remote)
        rate = self._rates.get(network)
        if rate is None:
            if len(self._rates) >= MAX_NETWORKS:
                self._rates = {name: one for name, one in self._rates.items() if not one.is_idle}
            rate = self._rates[network] = AverageRate(self._hub.limits.events_per_second)
        return rate

    def _rate_headers(self, rate: AverageRate) -> list[Header]:
        limit, rolling = self._hub.limits.events_per_second, rate.per_second
        figures = {"x-rate-rolling": rolling, "x-rate-limit": limit, "x-rate-limit-remaining": max(0, limit - rolling)}
        return [(name.encode(), b"%g" % figure) for name, figure in figures.items()]


def _read_messages(body: bytes) -> list[dict[str, Any]]:
    try:
        decoded = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BroadcastError(422, {"errors": {"messages": [BLANK]}}) from error
    messages = decoded.get("messages") if isinstance(decoded, dict) else None
    if not isinstance(messages, list) or not messages:
        raise BroadcastError(422, {"errors": {"messages": [BLANK if messages is None or messages == [] else INVALID]}})
    if not all(isinstance(message, dict) for message in messages):
        raise BroadcastError(422, {"errors": {"messages": [INVALID]}})
    return messages


def _validation_errors(message: Mapping[str, Any], largest: int) -> dict[str, list[str]]:
    """Returns the validation errors of one message in a batch, by field."""
    errors: dict[str, list[str]] = {}
    for field in ("topic", "event"):
        value = message.get(field)
        if value is None or value == "":
            errors[field] = [BLANK]
        elif not isinstance(value, str) or not _is_name(value):
            errors[field] = [INVALID]
    payload = message.get("payload")
    if not isinstance(payload, dict):
        errors["payload"] = [BLANK if payload is None else INVALID]
    elif len(msgspec.json.encode(payload)) > largest:
        errors["payload"] = [OVERSIZE]
    if not isinstance(message.get("private", False), bool | None):
        errors["private"] = [INVALID]
    return errors


def _read_options(query: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(query, max_num_fields=64))
    except ValueError as error:
        raise BroadcastError(422, {"errors": {"query": [INVALID]}}) from error


def _is_name(text: str) -> bool:
    return 0 < len(text) <= MAX_TOPIC_LENGTH and "\0" not in text


async def _read_body(receive: Receive, headers: Mapping[str, str], largest: int) -> bytes:
    try:
        return await RequestBody.of(receive, headers).read(max(MAX_BODY, 2 * largest))
    except BodyTooLarge as error:
        raise BroadcastError(422, {"errors": {"messages": [{"payload": [OVERSIZE]}]}}) from error
    except BodyTimeout as error:
        raise BroadcastError(408, BODY_TIMEOUT) from error
    except ClientGone as error:
        raise BroadcastError(400, {"message": "The request was cut off"}) from error


async def _respond(send: Send, status: int, body: object, extra: list[Header]) -> None:
    encoded = b"" if body is None else msgspec.json.encode(body)
    headers = [*CORS.response_headers(), *extra]
    if encoded:
        headers.append((b"content-type", b"application/json; charset=utf-8"))
    await send_response(send, status, headers, encoded)
