"""Approximate locations of the caller's sessions. An endpoint of ours; no location is stored."""

import asyncio
from uuid import UUID

import msgspec

from balai.backend.auth.authentication import get_authenticated_user
from balai.backend.auth.context import AuthRequest, AuthService
from balai.backend.auth.geoip import Location, find_locations
from balai.database.transaction import as_owner

# The same maximum as the list of sessions.
LIST = """
  select id, host(ip) as address from auth.sessions where user_id = $1 and ip is not null
  order by greatest(created_at, refreshed_at) desc, id limit 200
"""


class LocationsView(msgspec.Struct, frozen=True):
    """Known locations by session id."""

    locations: dict[UUID, Location]


async def list_locations(auth: AuthService, request: AuthRequest) -> LocationsView:
    """Returns the locations of the caller's sessions, none without a location file."""
    async with as_owner(auth.pool) as conn:
        caller = await get_authenticated_user(conn, auth, request)
        rows = await conn.fetch(LIST, caller.user.id) if auth.config.geoip_file else []
    addresses = {row["address"] for row in rows}
    language = request.query_params.get("language", "en")
    found = await asyncio.to_thread(find_locations, auth.config.geoip_file, addresses, language) if addresses else {}
    return LocationsView({row["id"]: found[row["address"]] for row in rows if row["address"] in found})
