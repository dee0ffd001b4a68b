"""Broadcasts over HTTP: several as a batch, or one at the address of its topic and event (contract, section 7)."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote

import msgspec

from balai.backend.cors import REQUESTED, CorsPolicy
from balai.backend.realtime.authentication import Access, Gate
from balai.backend.realtime.authorization import Policies
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Hub, Letter
from balai.backend.realtime.limits import LONGEST_TOPIC
from balai.backend.realtime.protocol.frames import JSON, RAW, UserBroadcast, is_json
from balai.backend.realtime.rate_limits import Rate
from balai.http.asgi import Header, Receive, Scope, Send, send_response
from balai.http.client_address import client_network
from balai.http.request_body import BodyTimeout, BodyTooLarge, ClientGone, RequestBody

BATCH = "/realtime/v1/api/broadcast"
LARGEST_BODY = 5_000_000
# A batch asks the policies once for each private topic in it; also where the operator has set no limit.
LARGEST_BATCH = 1000
MOST_NETWORKS = 4096
BLANK, WRONG, OVERSIZE = "can't be blank", "is invalid", "Payload size exceeds tenant limit"
UNAUTHORIZED = {"message": "Unauthorized"}
TOO_OFTEN = {"message": "You have exceeded your rate limit"}
TOO_MANY = {"message": "Too many messages to broadcast, please reduce the batch size"}
SILENT = {"message": "The request body did not arrive in time"}
WRONG_MEDIA = {"error": "Unsupported Media Type. Use application/json or application/octet-stream"}
NO_STORING = {"message": "Messages are not stored on the way: call realtime.send in the database"}
CORS = CorsPolicy(
    methods="POST, OPTIONS", headers=(REQUESTED,), exposed="x-rate-rolling, x-rate-limit, x-rate-limit-remaining"
)


class Denied(Exception):
    """The request is answered with a status and a body."""

    def __init__(self, status: int, body: object) -> None:
        super().__init__(status)
        self.status = status
        self.body = body


class OverHttp:
    """ASGI application for everything of the service that is no websocket."""

    def __init__(self, hub: Hub, gate: Gate, policies: Policies) -> None:
        self._hub = hub
        self._gate = gate
        self._policies = policies
        self._rates: dict[str, Rate] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3)."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if scope["method"] == "OPTIONS":
            await send_response(send, 204, CORS.preflight_headers(headers))
            return
        rate = self._rate_of((scope.get("client") or ("",))[0])
        try:
            await self._take(scope, receive, headers, rate)
        except Denied as denied:
            await _answer(send, denied.status, denied.body, self._told(rate))
        else:
            await _answer(send, 202, None, self._told(rate))

    async def _take(self, scope: Scope, receive: Receive, headers: Mapping[str, str], rate: Rate) -> None:
        steps = scope["raw_path"].decode("latin-1")[len(BATCH) :].split("/")
        is_single = len(steps) == 4 and steps[0] == "" and steps[2] == "events"
        if not scope["path"].startswith(BATCH) or not (is_single or steps == [""]):
            raise Denied(404, {"message": "Not found"})
        if scope["method"] != "POST":
            raise Denied(405, {"message": "Method not allowed"})
        access = self._caller(headers)
        body = await _read(receive, headers, self._hub.limits.largest_payload)
        if is_single:
            query = scope["query_string"].decode("latin-1")
            await self._send_one(access, unquote(steps[1]), unquote(steps[3]), query, headers, body, rate)
        else:
            await self._send_batch(access, headers, body, rate)

    def _caller(self, headers: Mapping[str, str]) -> Access:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        try:
            return self._gate.admit(token.strip() if scheme.lower() == "bearer" else headers.get("apikey", ""))
        except RealtimeError as refusal:
            raise Denied(401, UNAUTHORIZED) from refusal

    async def _send_batch(self, access: Access, headers: Mapping[str, str], body: bytes, rate: Rate) -> None:
        given = _messages(body)
        most = self._hub.limits.events_per_second or LARGEST_BATCH
        if len(given) > most:
            raise Denied(429, TOO_MANY)
        wrong = [_complaints(message, self._hub.limits.largest_payload) for message in given]
        if any(wrong):
            raise Denied(422, {"errors": {"messages": wrong}})
        if not rate.add(len(given)):
            raise Denied(429, TOO_OFTEN)
        allowed: dict[str, bool] = {}
        for message in given:
            name, is_private = message["topic"], message.get("private") is True
            if is_private and name not in allowed:
                allowed[name] = await self._may_write(access, name, headers)
            if not is_private or allowed[name]:
                text = {"type": "broadcast", "event": message["event"], "payload": message["payload"]}
                self._hub.send(Letter(name, is_private, text=msgspec.json.encode(text)))

    async def _send_one(
        self,
        access: Access,
        name: str,
        event: str,
        query: str,
        headers: Mapping[str, str],
        body: bytes,
        rate: Rate,
    ) -> None:
        media = headers.get("content-type", "").partition(";")[0].strip().lower()
        if media not in ("application/json", "application/octet-stream"):
            raise Denied(415, WRONG_MEDIA)
        options = _options(query)
        if any(name.startswith("persist") for name in options):
            raise Denied(422, NO_STORING)
        encoding = JSON if media == "application/json" else RAW
        if encoding == JSON and not is_json(body):
            raise Denied(422, {"errors": {"payload": [WRONG if body else BLANK]}})
        if len(body) > self._hub.limits.largest_payload:
            raise Denied(422, {"errors": {"payload": [OVERSIZE]}})
        if not _is_name(name) or not _is_name(event):
            raise Denied(422, {"errors": {"topic" if _is_name(event) else "event": [WRONG]}})
        if not rate.add():
            raise Denied(429, TOO_OFTEN)
        is_private = options.get("private") == "true"
        if is_private and not await self._may_write(access, name, headers):
            raise Denied(403, UNAUTHORIZED)
        self._hub.send(Letter(name, is_private, sent=UserBroadcast(event, encoding, body)))

    async def _may_write(self, access: Access, name: str, headers: Mapping[str, str]) -> bool:
        shown = {name: value for name, value in headers.items() if name not in ("authorization", "apikey", "cookie")}
        try:
            return await self._policies.writable(access, name, msgspec.json.encode(shown).decode(), "broadcast")
        except RealtimeError as refusal:
            raise Denied(500, {"message": refusal.text}) from refusal

    def _rate_of(self, peer: str) -> Rate:
        network = client_network(peer)
        rate = self._rates.get(network)
        if rate is None:
            if len(self._rates) >= MOST_NETWORKS:
                self._rates = {name: one for name, one in self._rates.items() if not one.is_quiet}
            rate = self._rates[network] = Rate(self._hub.limits.events_per_second)
        return rate

    def _told(self, rate: Rate) -> list[Header]:
        limit, rolling = self._hub.limits.events_per_second, rate.per_second
        figures = {"x-rate-rolling": rolling, "x-rate-limit": limit, "x-rate-limit-remaining": max(0, limit - rolling)}
        return [(name.encode(), b"%g" % figure) for name, figure in figures.items()]


def _messages(body: bytes) -> list[dict[str, Any]]:
    try:
        decoded = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Denied(422, {"errors": {"messages": [BLANK]}}) from error
    given = decoded.get("messages") if isinstance(decoded, dict) else None
    if not isinstance(given, list) or not given:
        raise Denied(422, {"errors": {"messages": [BLANK if given is None or given == [] else WRONG]}})
    if not all(isinstance(message, dict) for message in given):
        raise Denied(422, {"errors": {"messages": [WRONG]}})
    return given


def _complaints(message: Mapping[str, Any], largest: int) -> dict[str, list[str]]:
    """What is wrong with a message of a batch, field by field."""
    wrong: dict[str, list[str]] = {}
    for field in ("topic", "event"):
        value = message.get(field)
        if value is None or value == "":
            wrong[field] = [BLANK]
        elif not isinstance(value, str) or not _is_name(value):
            wrong[field] = [WRONG]
    payload = message.get("payload")
    if not isinstance(payload, dict):
        wrong["payload"] = [BLANK if payload is None else WRONG]
    elif len(msgspec.json.encode(payload)) > largest:
        wrong["payload"] = [OVERSIZE]
    if not isinstance(message.get("private", False), bool | None):
        wrong["private"] = [WRONG]
    return wrong


def _options(query: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(query, max_num_fields=64))
    except ValueError as error:
        raise Denied(422, {"errors": {"query": [WRONG]}}) from error


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST_TOPIC and "\0" not in text


async def _read(receive: Receive, headers: Mapping[str, str], largest: int) -> bytes:
    try:
        return await RequestBody.of(receive, headers).read(max(LARGEST_BODY, 2 * largest))
    except BodyTooLarge as error:
        raise Denied(422, {"errors": {"messages": [{"payload": [OVERSIZE]}]}}) from error
    except BodyTimeout as error:
        raise Denied(408, SILENT) from error
    except ClientGone as error:
        raise Denied(400, {"message": "The request was cut off"}) from error


async def _answer(send: Send, status: int, body: object, more: list[Header]) -> None:
    encoded = b"" if body is None else msgspec.json.encode(body)
    headers = [*CORS.response_headers(), *more]
    if encoded:
        headers.append((b"content-type", b"application/json; charset=utf-8"))
    await send_response(send, status, headers, encoded)
