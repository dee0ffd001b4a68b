"""Who is looking: the session that the app left in a cookie, and the profile that belongs to it.

Only the access token is read. It serves for drawing pages and for nothing else: no cookie ever authorises a write. A
token that is expired, forged or of another kind makes the visitor anonymous, and the browser's client renews it.
"""

from collections.abc import Mapping
from typing import Any

from balai.database.pool import Connection
from balai.database.transaction import Caller
from balai.security.tokens import KeyRing, TokenError
from balai.site.languages import find_lang
from balai.site.screens import Visitor

ACCESS_COOKIE = "sb-access-token"
ACCESS_COOKIE_BYTES = ACCESS_COOKIE.encode()
# The app sets these too; the server never reads them.
OTHER_COOKIES = ("sb-refresh-token", "sb-provider-token", "sb-provider-refresh-token")

GET_VISITOR = """
select my.id, my.display_name, my.picture_url, my.is_admin, my.language::text, my.time_zone,
  (select count(*) from (
    select from public.notifications as n where n.member_id = my.id and n.read_at is null limit 100) as n) as unread
from public.my_profile() as my
"""


def find_cookie(header: bytes, name: str) -> str | None:
    """The value of a cookie; the first one wins, as browsers send the most specific first."""
    for part in header.decode("latin-1").split(";"):
        given, _, value = part.strip().partition("=")
        if given == name:
            return value.strip('"') or None
    return None


def find_session(cookie_header: bytes, ring: KeyRing) -> Mapping[str, Any] | None:
    """The claims of the visitor's session, or None when she is anonymous."""
    # Most visitors have no session: not even the cookies are taken apart then.
    if ACCESS_COOKIE_BYTES not in cookie_header:
        return None
    token = find_cookie(cookie_header, ACCESS_COOKIE)
    if token is None:
        return None
    try:
        claims = ring.verify(token)
    except TokenError:
        return None
    return claims if claims.get("role") == "authenticated" and claims.get("sub") else None


def caller_of(session: Mapping[str, Any] | None) -> Caller:
    """Whose rights the page is read with."""
    return Caller.anonymous() if session is None else Caller.from_claims(session)


async def find_visitor(conn: Connection) -> Visitor | None:
    """The profile of the caller of this transaction. None when the account is gone but its token still lives."""
    row = await conn.fetchrow(GET_VISITOR)
    if row is None:
        return None
    return Visitor(
        id=row["id"],
        display_name=row["display_name"],
        picture_url=row["picture_url"],
        is_admin=row["is_admin"],
        language=find_lang(row["language"]),
        time_zone=row["time_zone"],
        unread=row["unread"],
    )
