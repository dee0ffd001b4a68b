"""Transport by LISTEN and NOTIFY of the database: no further service to run, and delivery starts with the commit."""

import base64
from collections.abc import Callable

from balai.database.listener import Listener
from balai.database.pool import Connection, Pool

CHANNEL = "balai_realtime"
NOTIFY = "select pg_notify('balai_realtime', body) from unnest($1::text[]) as body"
# A notification holds less than 8000 bytes of text; base64 turns three bytes into four characters.
MAX_BUNDLE = 5900
# Each NOTIFY takes a lock that all sessions share.
MAX_BATCH = 200


class NotifyTransport:
    """PostgreSQL's LISTEN and NOTIFY."""

    max_bundle = MAX_BUNDLE

    def __init__(self, database_url: str, pool: Pool) -> None:
        self._url = database_url
        self._pool = pool
        self._listener: Listener | None = None

    async def start(self, handler: Callable[[bytes], None]) -> None:
        """Listens and reconnects. Messages missed while disconnected are detected from their counters."""

        async def opened(_connection: Connection) -> None:
            """Does nothing: there is no state to read."""

        handlers = {CHANNEL: lambda text: handler(base64.b64decode(text))}
        self._listener = Listener(self._url, "balai realtime", handlers, on_connect=opened)
        await self._listener.start()

    async def publish(self, bundles: list[bytes]) -> None:
        """Publishes in order."""
        for at in range(0, len(bundles), MAX_BATCH):
            texts = [base64.b64encode(bundle).decode() for bundle in bundles[at : at + MAX_BATCH]]
            await self._pool.execute(NOTIFY, texts, timeout=5)

    async def stop(self) -> None:
        """Stops listening."""
        if self._listener is not None:
            await self._listener.stop()
