"""Keeps the schema cache fresh: loads it, and loads it again when `NOTIFY pgrst` says that the schema changed."""

import asyncio
from collections.abc import Sequence

import asyncpg
import structlog

from balai.backend.rest.errors import database_unavailable
from balai.backend.rest.rules import Rules, override_rules
from balai.backend.rest.schema.catalog import load_schema_cache
from balai.backend.rest.schema.schema_cache import SchemaCache
from balai.database.listener import HEARTBEAT_S, look
from balai.database.pool import SESSION, Connection

CHANNEL = "pgrst"
# A migration notifies many times: the first reload starts at once, the rest of a burst is one more.
_DEBOUNCE_S = 0.1
_LONGEST_WAIT_S = 32.0
_log = structlog.get_logger(__name__)


FAILURES = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)


# What is set on the role that we sign in as: for all databases, then for this one.
RULES = """
select entry from pg_catalog.pg_db_role_setting, pg_catalog.unnest(setconfig) as entry
where setrole = (select oid from pg_catalog.pg_roles where rolname = session_user) and entry like 'pgrst.%'
  and setdatabase in (0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
order by setdatabase
"""


def _with_settings(rules: Rules, rows: Sequence[asyncpg.Record]) -> Rules:
    """The rules with what the database brings along. What cannot be used is left out, not the service with it."""
    for row in rows:
        name, _, value = row["entry"].removeprefix("pgrst.").partition("=")
        try:
            rules = override_rules(rules, [(name, value)])
        except ValueError as error:
            _log.warning("a setting of the login role cannot be used", error=str(error))
    return rules


class SchemaLoader:
    """Holds the current cache and rules. The first `get` loads it and begins to listen; `close` ends that."""

    def __init__(self, database_url: str, rules: Rules) -> None:
        self._database_url = database_url
        self._given = rules
        self._changed = asyncio.Event()
        self._first: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._is_lost = False
        self.current: SchemaCache | None = None
        self._guarded: SchemaCache | None = None
        self.rules = rules
        self.generation = 0

    async def get(self) -> SchemaCache:
        """The cache; loaded now if there is none yet.

        Raises:
            RestError: PGRST002 while it cannot be loaded.
        """
        if self.current is None:
            if self._first is None:
                self._first = asyncio.create_task(self._begin())
            # One for all: who leaves does not end it for the others, and who waits is told with them.
            await asyncio.shield(self._first)
        assert self.current is not None
        return self.current

    async def _begin(self) -> None:
        try:
            connection = await self._connect()
        except FAILURES as error:
            message = "Could not query the database for the schema cache. Retrying."
            raise database_unavailable(message, "PGRST002") from error
        finally:
            self._first = None
        self._listener = asyncio.create_task(self._keep(connection))

    def visible_to(self, role: str, cache: SchemaCache) -> SchemaCache:
        """What of the current cache there is for a role."""
        return cache if self._guarded is None or role in cache.rls_exempt_roles else self._guarded

    async def close(self) -> None:
        """Stop listening."""
        for task in (self._first, self._listener):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _connect(self) -> Connection:
        """A connection that listens already when the cache is read, so that no change falls between."""
        connection: Connection = await asyncpg.connect(
            self._database_url, server_settings=SESSION, timeout=10, command_timeout=60
        )
        try:
            self._is_lost = False
            connection.add_termination_listener(self._lost)
            await connection.add_listener(CHANNEL, self._notified)
            await self._load(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _load(self, connection: Connection) -> None:
        rules = _with_settings(self._given, await connection.fetch(RULES))
        self.current = await load_schema_cache(connection, rules.schemas, rules.extra_search_path)
        self._guarded = self.current.without_unguarded() if rules.requires_policies else None
        self.rules = rules
        self.generation += 1

    async def _reload(self, connection: Connection) -> None:
        """Load again. What is dropped in the middle of the reading fails it, and the next try does without it."""
        try:
            await self._load(connection)
        except asyncpg.PostgresError as error:
            _log.warning("the schema could not be read", error=str(error), retry_in=_DEBOUNCE_S)
            self._changed.set()

    def _notified(self, *notice: object) -> None:
        if notice[-1] in ("", "reload schema", "reload config"):
            self._changed.set()

    def _lost(self, _connection: object) -> None:
        self._is_lost = True
        self._changed.set()

    async def _keep(self, connection: Connection | None) -> None:
        wait = 1.0
        while True:
            try:
                if connection is None:
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, _LONGEST_WAIT_S)
                    connection = await self._connect()
                wait = 1.0
                await self._follow(connection)
            except FAILURES as error:
                _log.warning("schema changes are not heard", error=str(error), retry_in=wait)
            except Exception:  # noqa: BLE001 - whatever it is: nobody else would ever listen again
                _log.exception("schema changes are not heard", retry_in=wait)
            connection = None

    async def _until_changed(self, connection: Connection) -> None:
        """Wait for a notice. A line that died without a word (a pulled cable) brings none: look every few seconds."""
        while not self._changed.is_set():
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await self._changed.wait()
            except TimeoutError:
                async with asyncio.timeout(HEARTBEAT_S):
                    await look(connection)

    async def _follow(self, connection: Connection) -> None:
        """Reload at each notice, until the connection is lost."""
        try:
            while not self._is_lost:
                await self._until_changed(connection)
                self._changed.clear()
                if not self._is_lost:
                    await self._reload(connection)
                    await asyncio.sleep(_DEBOUNCE_S)
        finally:
            connection.terminate()
