"""Loads the schema cache, and reloads it when `NOTIFY pgrst` reports that the schema changed."""

import asyncio
from collections.abc import Sequence

import asyncpg
import structlog

from balai.backend.rest.errors import database_unavailable
from balai.backend.rest.rules import Rules, override_rules
from balai.backend.rest.schema.catalog import load_schema_cache
from balai.backend.rest.schema.schema_cache import SchemaCache
from balai.database.listener import Listener, ping
from balai.database.pool import Connection

CHANNEL = "pgrst"
# A migration notifies many times: the first reload starts at once, the rest of a burst is one more.
_DEBOUNCE_S = 0.1
# A large schema takes longer to read than a heartbeat may.
_LOAD_TIMEOUT_S = 60.0
_log = structlog.get_logger(__name__)

# Settings of the login role: for all databases first, then for this one, which overrides them.
RULES = """
select entry from pg_catalog.pg_db_role_setting, pg_catalog.unnest(setconfig) as entry
where setrole = (select oid from pg_catalog.pg_roles where rolname = session_user) and entry like 'pgrst.%'
  and setdatabase in (0, (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database()))
order by setdatabase
"""


def _with_database_settings(rules: Rules, rows: Sequence[asyncpg.Record]) -> Rules:
    """The rules overridden by the database's settings. An invalid setting is logged and skipped."""
    for row in rows:
        name, _, value = row["entry"].removeprefix("pgrst.").partition("=")
        try:
            rules = override_rules(rules, [(name, value)])
        except ValueError as error:
            _log.warning("role_setting_ignored", error=str(error))
    return rules


class SchemaLoader:
    """Holds the current schema cache and rules. The first `get` loads them and starts listening for changes."""

    def __init__(self, database_url: str, rules: Rules) -> None:
        self._configured_rules = rules
        # It listens before the cache is read, so no change falls in between.
        self._listener = Listener(
            database_url,
            "balai rest schema",
            {CHANNEL: self._on_notification},
            on_connect=self._load,
            heartbeat=self._reload_if_changed,
            timeout=_LOAD_TIMEOUT_S,
        )
        self._is_stale = False
        self._first: asyncio.Task[None] | None = None
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
                self._first = asyncio.create_task(self._load_first())
            # One attempt for all concurrent requests: cancelling one does not cancel it, and its error reaches all.
            await asyncio.shield(self._first)
        assert self.current is not None
        return self.current

    async def _load_first(self) -> None:
        try:
            await self._listener.start()
            if self.current is None:
                # The next request tries again at once; it does not have to wait for the listener's backoff.
                await self._listener.stop()
                message = "Could not query the database for the schema cache. Retrying."
                raise database_unavailable(message, "PGRST002")
        finally:
            self._first = None

    def visible_to(self, role: str, cache: SchemaCache) -> SchemaCache:
        """The part of the current cache that exists for a role."""
        return cache if self._guarded is None or role in cache.rls_exempt_roles else self._guarded

    async def close(self) -> None:
        """Stops listening."""
        if self._first is not None:
            self._first.cancel()
            await asyncio.gather(self._first, return_exceptions=True)
        await self._listener.stop()

    async def _load(self, connection: Connection) -> None:
        self._is_stale = False
        rules = _with_database_settings(self._configured_rules, await connection.fetch(RULES))
        self.current = await load_schema_cache(connection, rules.schemas, rules.extra_search_path)
        self._guarded = self.current.without_unguarded() if rules.requires_policies else None
        self.rules = rules
        self.generation += 1

    def _on_notification(self, payload: str) -> None:
        if payload in ("", "reload schema", "reload config"):
            self._is_stale = True
            self._listener.wake()

    async def _reload_if_changed(self, connection: Connection) -> None:
        """Reload after a notification. A DROP during the load fails it; the next load no longer sees the object."""
        if not self._is_stale:
            await ping(connection)
            return
        try:
            await self._load(connection)
        except asyncpg.PostgresError as error:
            _log.warning("schema_reload_failed", error=str(error), retry_in=_DEBOUNCE_S)
            self._is_stale = True
            self._listener.wake()
        await asyncio.sleep(_DEBOUNCE_S)
