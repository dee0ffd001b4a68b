"""Builds the data service as one ASGI application, to be mounted under its base path.

- `/`: OpenAPI description.
- `/<relation>`: GET HEAD POST PATCH PUT DELETE OPTIONS.
- `/rpc/<function>`: GET HEAD POST OPTIONS.
"""

from balai.backend.rest.application import RestApplication
from balai.backend.rest.authentication import Authenticator
from balai.backend.rest.execution.service import Service
from balai.backend.rest.rules import Rules
from balai.backend.rest.schema_loader import SchemaLoader
from balai.backend.token_verification import Verify
from balai.database.pipeline.pool import PipelinePool
from balai.http.client_limit import ClientLimit
from balai.security.tokens import ApiKeys

USUAL = Rules()


def rest_app(
    database_url: str,
    *,
    keys: ApiKeys,
    verify: Verify,
    rules: Rules = USUAL,
    connections: int = 8,
    pool: PipelinePool | None = None,
    anonymous_limit: ClientLimit | None = None,
    prefix: str = "/rest/v1",
) -> RestApplication:
    """Builds the data service under these rules. Call `close` on it at the end.

    It uses the connections of `pool`, which it also closes, or at most `connections` of its own. `anonymous_limit`: of
    requests without a session.
    """
    pool = pool or PipelinePool(database_url, size=connections)
    loader = SchemaLoader(database_url, rules)
    return RestApplication(Service(pool, loader), loader, Authenticator(keys, verify, rules), prefix, anonymous_limit)
