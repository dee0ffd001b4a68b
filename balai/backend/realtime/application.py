"""`/realtime/v1`: the websocket and its handshake (contract, section 1); broadcasts over HTTP are in `over_http.py`."""

import asyncio
import sys
import time
from urllib.parse import parse_qsl

import msgspec

from balai.backend.realtime.authentication import Access, Gate
from balai.backend.realtime.authorization import Policies
from balai.backend.realtime.broadcast_api import OverHttp
from balai.backend.realtime.cluster.bus import Carrier
from balai.backend.realtime.cluster.membership import Cluster
from balai.backend.realtime.connections.connection import Socket
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Hub
from balai.backend.realtime.limits import Limits
from balai.backend.realtime.protocol.frames import VERSIONS
from balai.backend.token_verification import Verify
from balai.database.pool import Pool
from balai.http.asgi import Receive, Scope, Send
from balai.http.client_address import client_network

PREFIX = "/realtime/v1"
LINE = "balai.websocket_writer"
# How often the service looks for what time brings.
LOOK_EVERY_S = 1.0
# Policies may look at these; a cookie is nobody's right here, and tokens are claims already.
HIDDEN = {b"cookie", b"authorization", b"x-api-key", b"upgrade", b"connection"}
LONGEST_HEADERS = 4096
MISSING = "API key is missing"
EXPIRED = "Token has expired"
TOO_MANY_USERS = (429, "Too many connected users")


class RealtimeApplication:
    """ASGI application. `running` tasks are started by `start` and ended by `stop`."""

    def __init__(self, pool: Pool, verify: Verify, limits: Limits, carrier: Carrier) -> None:
        self.hub = Hub(limits)
        self.cluster = Cluster(self.hub, carrier, pool)
        self.hub.others = self.cluster
        self.gate = Gate(verify)
        self.policies = Policies(pool)
        self._over_http = OverHttp(self.hub, self.gate, self.policies)
        self._limits = limits
        self._clock: asyncio.Task[None] | None = None
        self._ends: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to look after the connections, and to hear the other nodes."""
        await self.cluster.start()
        self._clock = asyncio.create_task(self._look_after(), name="realtime clock")

    async def stop(self) -> None:
        """Let go of everything; the server closes the connections."""
        if self._clock is not None:
            self._clock.cancel()
            await asyncio.gather(self._clock, return_exceptions=True)
        for socket in list(self.hub.sockets):
            socket.close()
        await self.cluster.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection (ASGI 3)."""
        if scope["type"] != "websocket":
            await self._over_http(scope, receive, send)
            return
        await receive()
        socket = self._meet(scope, send)
        if not isinstance(socket, Socket):
            await _refuse(send, *socket)
            return
        await send({"type": "websocket.accept"})
        # This waits for as long as the connection lasts, and thousands do: nothing is kept that is not needed.
        scope.clear()
        del send
        try:
            while (message := await receive())["type"] == "websocket.receive":
                text = message.get("text")
                socket.take(message["bytes"] if text is None else text)
                del message, text
        finally:
            socket.close()

    def _meet(self, scope: Scope, send: Send) -> Socket | tuple[int, str]:
        """The connection that a handshake asks for; or a status and a text."""
        if scope["path"] != f"{PREFIX}/websocket":
            return 404, "Not found"
        query = read_query(scope)
        version = VERSIONS.get(query.get("vsn", "1.0.0"))
        if version is None:
            return 403, "Unknown protocol version"
        network = client_network((scope.get("client") or ("",))[0])
        if not self.hub.has_room(network):
            return TOO_MANY_USERS
        own = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"x-api-key"), "")
        access = self._let_in(own or query.get("apikey", ""))
        if isinstance(access, str):
            return 401, access

        def hang_up(code: int) -> None:
            ending = asyncio.ensure_future(_close(send, code))
            self._ends.add(ending)
            ending.add_done_callback(self._ends.discard)

        return Socket(
            scope["extensions"][LINE],
            version,
            access,
            _headers_of(scope),
            network=sys.intern(network),
            hub=self.hub,
            gate=self.gate,
            policies=self.policies,
            hang_up=hang_up,
        )

    def _let_in(self, key: str) -> Access | str:
        """Whose connection it is; or why it is nobody's."""
        if not key:
            return MISSING
        try:
            return self.gate.admit(key)
        except RealtimeError as refusal:
            return EXPIRED if refusal.text.startswith(EXPIRED) else refusal.text

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            now, clock = time.monotonic(), time.time()
            for socket in [one for one in self.hub.sockets if one.due_at <= clock]:
                socket.look_after(now, clock)

    def end_sessions(self, session_ids: frozenset[str]) -> None:
        """These sessions are over: so are the channels that were joined with their tokens."""
        for socket in list(self.hub.sockets):
            socket.recheck(session_ids)


def read_query(scope: Scope) -> dict[str, str]:
    """The query of an address; of a name that comes twice the last counts. Empty where it cannot be read."""
    try:
        return dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=64))
    except ValueError:
        return {}


def _headers_of(scope: Scope) -> str:
    """The headers that policies may look at, as JSON text."""
    shown = {
        name.decode("latin-1"): value.decode("latin-1")
        for name, value in scope["headers"]
        if name not in HIDDEN and not name.startswith(b"sec-websocket")
    }
    text = msgspec.json.encode(shown).decode()
    return text if len(text) <= LONGEST_HEADERS else "{}"


async def _close(send: Send, code: int) -> None:
    try:
        await send({"type": "websocket.close", "code": code})
    except Exception:  # noqa: BLE001 - it is gone already, which is what was wanted
        return


async def _refuse(send: Send, status: int, text: str) -> None:
    encoded = msgspec.json.encode({"error": text})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(encoded)).encode())]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": encoded})
