"""The default privileges of clients on tables, sequences and functions that are created in `public` from now on.

On the hosted platform such objects are open to `anon` and `authenticated`, and row policies alone decide. Here they are
closed until a migration grants them: a table whose row security was forgotten is then not public. `balai backend` sets
one or the other as `BALAI_REST_DEFAULT_GRANTS` says.
"""

import asyncpg

from balai.errors import StartError

GRANT = "alter default privileges in schema public grant all on {} to anon, authenticated, service_role"
REVOKE = "alter default privileges in schema public revoke all on {} from anon, authenticated"
KINDS = ("tables", "functions", "sequences")
HAS_SITE = "select exists (select from balai.migrations where set = 'site')"
NOT_FOR_THE_SITE = StartError(
    "BALAI_REST_DEFAULT_GRANTS=open is for `balai backend` on a database without the site.",
    hint="Unset it: the site's own functions are closed until they are granted.",
)
NOT_FOR_DATA_ONLY = StartError(
    "BALAI_REST_DEFAULT_GRANTS does not go with --data-only, which does not change the database.",
    hint="Unset it, and alter the default privileges yourself: docs/operations/backend-only.md.",
)


async def set_default_grants(url: str, choice: str) -> None:
    """Open or close what this database user creates in `public` later; an empty choice changes nothing.

    Raises:
        StartError: the site is installed in this database and the choice is `open`.
    """
    if not choice:
        return
    connection = await asyncpg.connect(url)
    try:
        if choice == "open" and await connection.fetchval(HAS_SITE):
            raise NOT_FOR_THE_SITE
        statement = GRANT if choice == "open" else REVOKE
        await connection.execute(";".join(statement.format(kind) for kind in KINDS))
    finally:
        await connection.close()
