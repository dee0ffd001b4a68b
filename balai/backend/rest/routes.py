"""The data service as one ASGI application, to be mounted under its base path.

/                 the description of everything (OpenAPI)
/<relation>       GET HEAD POST PATCH PUT DELETE OPTIONS
/rpc/<function>   GET HEAD POST OPTIONS
"""

from balai.backend.rest.application import RestApplication
from balai.backend.rest.cache_keeper import CacheKeeper
from balai.backend.rest.identity import Identity, Verify
from balai.backend.rest.planner import Rules
from balai.backend.rest.service import Service
from balai.database.pool import Pool
from balai.tokens import ApiKeys


def rest_app(
    pool: Pool,
    *,
    keys: ApiKeys,
    verify: Verify,
    schemas: tuple[str, ...] = ("public",),
    extra_search_path: tuple[str, ...] = ("extensions",),
    max_rows: int | None = 1000,
    has_aggregates: bool = False,
    prefix: str = "/rest/v1",
) -> RestApplication:
    """The data service over `schemas`. Call `close` on it before the pool closes."""
    keeper = CacheKeeper(pool, schemas, extra_search_path)
    rules = Rules(schemas, max_rows, has_aggregates)
    return RestApplication(
        Service(pool, keeper, rules, extra_search_path), keeper, Identity(keys, verify), rules, prefix
    )
