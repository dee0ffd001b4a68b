"""Checks before the first request whether a database has what the data service needs."""

import asyncpg

from balai.backend.rest.rules import Rules
from balai.backend.rest.schema.catalog_queries import ROLES
from balai.database.pool import Connection

_MIN_VERSION = 150000
_CHECKS = """
select session_user as login, current_setting('server_version_num')::int as version,
  array(select name from unnest($1::text[]) as name where to_regnamespace(quote_ident(name)) is null) as missing,
  array(select nspname from pg_namespace where nspname = any($1::text[])
    and not has_schema_privilege(nullif($2, ''), oid, 'usage')) as inaccessible,
  has_database_privilege(current_database(), 'temporary') as may_stage
"""


async def find_problems(connection: Connection, rules: Rules) -> list[str]:
    """Returns what would keep the service from working, each with its fix; empty when all is well."""
    roles = {row["rolname"]: row["is_allowed"] for row in await connection.fetch(ROLES)}
    anon = rules.anon_role
    try:
        facts = await connection.fetchrow(_CHECKS, list(rules.schemas), anon if anon in roles else "")
    except asyncpg.PostgresError as error:
        return [f"the catalogs cannot be read: {error}"]
    assert facts is not None
    login, faults = facts["login"], []
    if facts["version"] < _MIN_VERSION:
        faults.append(f"PostgreSQL {facts['version'] // 10000} is too old: upgrade to 15 or newer")
    for schema in facts["missing"]:
        faults.append(f"there is no schema {schema}: create it, or set BALAI_REST_SCHEMAS")
    if anon and anon not in roles:
        faults.append(f"there is no role {anon}: `create role {anon} nologin`, or set BALAI_REST_ANON_ROLE")
    elif anon and not roles[anon]:
        faults.append(f"{login} cannot set role {anon}: `grant {anon} to {login}`")
    for schema in facts["inaccessible"] if anon in roles else ():
        faults.append(f"{anon} has no usage privilege on schema {schema}: `grant usage on schema {schema} to {anon}`")
    if not facts["may_stage"]:
        faults.append(
            f"{login} cannot create temporary tables, which large inserts need: grant TEMPORARY on the database"
        )
    return faults
