"""The visitor: the session in the cookie, and its profile.

Only the access token is read, and only to render pages: no cookie authorises a write, but the end of a perspective
(`site/perspective`), which takes away what a cookie gave. With an expired, forged or unsuitable token the visitor is
anonymous, and the browser's client refreshes the session.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from balai.database.pool import Connection
from balai.database.transaction import Caller
from balai.security.tokens import KeyRing, TokenError
from balai.site.languages import find_lang
from balai.site.payloads import Silence, Visitor

ACCESS_COOKIE = "sb-access-token"
ACCESS_COOKIE_BYTES = ACCESS_COOKIE.encode()
# The browser sets these too; the server never reads them.
OTHER_COOKIES = ("sb-refresh-token", "sb-provider-token", "sb-provider-refresh-token")

GET_VISITOR = """
select my.id, my.display_name, my.picture_url, my.is_admin, my.language::text, my.time_zone,
  (select count(*) from (
    select from public.notifications as n where n.member_id = my.id and n.read_at is null limit 100) as n) as unread,
  (select settings.has_directory from public.site_settings as settings) as has_directory,
  (select settings.has_messages from public.site_settings as settings) as has_messages,
  exists (select from public.groups as one where not one.is_everybody) as has_groups,
  exists (select from public.asked_consents(my.language)) as owes_consent,
  public.owes_name() as owes_name, public.my_rights() as rights, public.my_silence()::text as silence,
  public.handles_bookings() as handles_bookings
from public.my_profile() as my
"""


def find_cookie(header: bytes, name: str) -> str | None:
    """The value of a cookie. The first one wins: browsers send the most specific first."""
    for part in header.decode("latin-1").split(";"):
        given, _, value = part.strip().partition("=")
        if given == name:
            return value.strip('"') or None
    return None


def find_session(cookie_header: bytes, ring: KeyRing) -> Mapping[str, Any] | None:
    """The claims of the visitor's session, or None for an anonymous visitor."""
    # Most visitors have no session: skip parsing the cookies.
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
    """The role and claims that the page is read with."""
    return Caller.anonymous() if session is None else Caller.from_claims(session)


async def find_visitor(conn: Connection) -> Visitor | None:
    """The profile of this transaction's caller. None if the account is deleted but its token is still valid."""
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
        has_directory=row["has_directory"],
        has_messages=row["has_messages"],
        has_groups=row["has_groups"],
        owes_consent=row["owes_consent"],
        owes_name=row["owes_name"],
        rights=tuple(row["rights"]),
        silence=msgspec.json.decode(row["silence"], type=Silence) if row["silence"] else None,
        handles_bookings=row["handles_bookings"],
    )
