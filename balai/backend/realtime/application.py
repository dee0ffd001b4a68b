"""ASGI entry of `/realtime/v1`: the WebSocket handshake (contract, section 1). `broadcast_api.py` serves plain HTTP."""

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
# Seconds between two checks for idle connections and expired tokens.
CHECK_INTERVAL_S = 1.0
# Headers that policies do not receive: cookies grant nothing here, and tokens are already available as claims.
HIDDEN_HEADERS = {b"cookie", b"authorization", b"x-api-key", b"upgrade", b"connection"}
MAX_HEADERS = 4096
KEY_MISSING = "API key is missing"
EXPIRED = "Token has expired"
TOO_MANY_USERS = (429, "Too many connected users")


class RealtimeApplication:
    """The ASGI application of the service."""

    def __init__(
        self,
        pool: Pool,
        verify: Verify,
        limits: Limits,
        transport: Transport,
        member_presence: tuple[str, str] | None = None,
    ) -> None:
        self.hub = Hub(limits)
        self.cluster = Cluster(self.hub, transport, pool)
        self.hub.remote_nodes = self.cluster
        self.authenticator = Authenticator(verify)
        self.authorizer = ChannelAuthorizer(pool, member_presence)
        self._broadcast_api = BroadcastApi(self.hub, self.authenticator, self.authorizer)
        self._limits = limits
        self._timer_task: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Starts checking connections, and joins the cluster."""
        await self.cluster.start()
        self._timer_task = asyncio.create_task(self._check_connections(), name="realtime clock")

    async def stop(self) -> None:
        """Releases everything; the server closes the connections."""
        if self._timer_task is not None:
            self._timer_task.cancel()
            await asyncio.gather(self._timer_task, return_exceptions=True)
        for connection in list(self.hub.connections):
            connection.close()
        await self.cluster.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection (ASGI 3)."""
        if scope["type"] != "websocket":
            await self._broadcast_api(scope, receive, send)
            return
        await receive()
        connection = self._open(scope, send)
        if not isinstance(connection, Connection):
            await _reject(send, *connection)
            return
        await send({"type": "websocket.accept"})
        # This waits as long as the connection lasts, for thousands of connections: release what is no longer needed.
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
        """Opens the connection of a handshake; or returns the status and text of its rejection."""
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
        """Returns the grant of an API key; or the reason of its rejection."""
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
        """Closes the channels that were joined with tokens of these ended sessions."""
        for connection in list(self.hub.connections):
            connection.recheck(session_ids)


def read_query(scope: Scope) -> dict[str, str]:
    """Parses the query string; the last value of a repeated parameter counts. Empty if it is malformed."""
    try:
        return dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=64))
    except ValueError:
        return {}


def _headers_of(scope: Scope) -> str:
    """Returns the headers that policies may read, as JSON text."""
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
    except Exception:  # noqa: BLE001 - the connection is closed already
        return


async def _reject(send: Send, status: int, text: str) -> None:
    encoded = msgspec.json.encode({"error": text})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(encoded)).encode())]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": encoded})
