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
from balai.database.pipeline import PipelinePool
from balai.tokens import ApiKeys


def rest_app(
    database_url: str,
    *,
    keys: ApiKeys,
    verify: Verify,
    schemas: tuple[str, ...] = ("public",),
    extra_search_path: tuple[str, ...] = ("extensions",),
    max_rows: int | None = 1000,
    has_aggregates: bool = False,
    connections: int = 8,
    prefix: str = "/rest/v1",
) -> RestApplication:
    """The data service over `schemas`, on at most `connections` of its own. Call `close` on it at the end."""
    pool = PipelinePool(database_url, size=connections)
    keeper = CacheKeeper(database_url, schemas, extra_search_path)
    rules = Rules(schemas, max_rows, has_aggregates)
    service = Service(pool, keeper, rules, extra_search_path)
    return RestApplication(service, keeper, Identity(keys, verify), rules, prefix)
