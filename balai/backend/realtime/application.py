"""`/realtime/v1`: the websocket and its handshake (contract, section 1); broadcasts over HTTP are in `over_http.py`."""

import asyncio
import sys
import time
from urllib.parse import parse_qsl

import msgspec

from balai.backend.realtime.authentication import Authenticator, Grant
from balai.backend.realtime.authorization import ChannelAuthorizer
from balai.backend.realtime.broadcast_api import BroadcastApi
from balai.backend.realtime.cluster.bus import Transport
from balai.backend.realtime.cluster.membership import Cluster
from balai.backend.realtime.connections.connection import Connection
from balai.backend.realtime.errors import RealtimeError
from balai.backend.realtime.hub import Hub
from balai.backend.realtime.limits import Limits
from balai.backend.realtime.protocol.frames import VERSIONS
from balai.backend.token_verification import Verify
from balai.database.pool import Pool
from balai.http.asgi import Receive, Scope, Send
from balai.http.client_address import client_network

PREFIX = "/realtime/v1"
WRITER = "balai.websocket_writer"
# How often the service looks for what time brings.
CHECK_INTERVAL_S = 1.0
# Policies may look at these; a cookie is nobody's right here, and tokens are claims already.
HIDDEN_HEADERS = {b"cookie", b"authorization", b"x-api-key", b"upgrade", b"connection"}
MAX_HEADERS = 4096
KEY_MISSING = "API key is missing"
EXPIRED = "Token has expired"
TOO_MANY_USERS = (429, "Too many connected users")


class RealtimeApplication:
    """ASGI application. `running` tasks are started by `start` and ended by `stop`."""

    def __init__(self, pool: Pool, verify: Verify, limits: Limits, transport: Transport) -> None:
        self.hub = Hub(limits)
        self.cluster = Cluster(self.hub, transport, pool)
        self.hub.remote_nodes = self.cluster
        self.authenticator = Authenticator(verify)
        self.authorizer = ChannelAuthorizer(pool)
        self._broadcast_api = BroadcastApi(self.hub, self.authenticator, self.authorizer)
        self._limits = limits
        self._timer_task: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to look after the connections, and to hear the other nodes."""
        await self.cluster.start()
        self._timer_task = asyncio.create_task(self._check_connections(), name="realtime clock")

    async def stop(self) -> None:
        """Let go of everything; the server closes the connections."""
        if self._timer_task is not None:
            self._timer_task.cancel()
            await asyncio.gather(self._timer_task, return_exceptions=True)
        for connection in list(self.hub.connections):
            connection.close()
        await self.cluster.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection (ASGI 3)."""
        if scope["type"] != "websocket":
            await self._broadcast_api(scope, receive, send)
            return
        await receive()
        connection = self._open(scope, send)
        if not isinstance(connection, Connection):
            await _reject(send, *connection)
            return
        await send({"type": "websocket.accept"})
        # This waits for as long as the connection lasts, and thousands do: nothing is kept that is not needed.
        scope.clear()
        del send
        try:
            while (message := await receive())["type"] == "websocket.receive":
                text = message.get("text")
                connection.receive(message["bytes"] if text is None else text)
                del message, text
        finally:
            connection.close()

    def _open(self, scope: Scope, send: Send) -> Connection | tuple[int, str]:
        """The connection that a handshake asks for; or a status and a text."""
        if scope["path"] != f"{PREFIX}/websocket":
            return 404, "Not found"
        query = read_query(scope)
        version = VERSIONS.get(query.get("vsn", "1.0.0"))
        if version is None:
            return 403, "Unknown protocol version"
        network = client_network((scope.get("client") or ("",))[0])
        if not self.hub.has_capacity(network):
            return TOO_MANY_USERS
        own = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"x-api-key"), "")
        grant = self._authenticate(own or query.get("apikey", ""))
        if isinstance(grant, str):
            return 401, grant

        def close_websocket(code: int) -> None:
            ending = asyncio.ensure_future(_close(send, code))
            self._closing.add(ending)
            ending.add_done_callback(self._closing.discard)

        return Connection(
            scope["extensions"][WRITER],
            version,
            grant,
            _headers_of(scope),
            network=sys.intern(network),
            hub=self.hub,
            authenticator=self.authenticator,
            authorizer=self.authorizer,
            close_websocket=close_websocket,
        )

    def _authenticate(self, key: str) -> Grant | str:
        """Whose connection it is; or why it is nobody's."""
        if not key:
            return KEY_MISSING
        try:
            return self.authenticator.authenticate(key)
        except RealtimeError as error:
            return EXPIRED if error.text.startswith(EXPIRED) else error.text

    async def _check_connections(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            now, clock = time.monotonic(), time.time()
            for connection in [one for one in self.hub.connections if one.due_at <= clock]:
                connection.check_timeouts(now, clock)

    def end_sessions(self, session_ids: frozenset[str]) -> None:
        """These sessions are over: so are the channels that were joined with their tokens."""
        for connection in list(self.hub.connections):
            connection.recheck(session_ids)


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
        if name not in HIDDEN_HEADERS and not name.startswith(b"sec-websocket")
    }
    text = msgspec.json.encode(shown).decode()
    return text if len(text) <= MAX_HEADERS else "{}"


async def _close(send: Send, code: int) -> None:
    try:
        await send({"type": "websocket.close", "code": code})
    except Exception:  # noqa: BLE001 - it is gone already, which is what was wanted
        return


async def _reject(send: Send, status: int, text: str) -> None:
    encoded = msgspec.json.encode({"error": text})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(encoded)).encode())]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": encoded})
