"""The real front end below /as: every screen of readers and staff, as React renders it for the member."""

import re
from datetime import UTC, datetime
from html import unescape

import httpx
import pytest

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.site.perspective.endpoint import WITHHELD
from balai.site.request.matcher import Matcher
from balai.site.routes import SCREENS
from tests.factories.members import Member, make_member
from tests.site.conftest import session_of
from tests.site.perspective.test_perspective import body_of, look
from tests.site.render.test_rendering import built, furnish

__all__ = ["built"]

MATCHER = Matcher(SCREENS)
GRANT = "insert into public.role_grants (member_id, role_id) select $1, id from public.roles where preset = $2"
CREDENTIALS = """
select array_agg(calendar_token::text) from public.profiles where id = $1
"""
LINKS = re.compile(r'<a\s[^>]*?\bhref="([^"]*)"')
OF_FILES = re.compile(r"^(?:/(?:as/|storage/|assets/)|#|[a-z]+:)")


async def _people(pool: Pool) -> dict[str, Member]:
    people = {name: await make_member(pool, display_name=name) for name in ("reader", "editor", "moderator")}
    async with as_owner(pool) as connection:
        for name in ("editor", "moderator"):
            await connection.execute(GRANT, people[name].id, name)
    return people


async def _both(
    site: httpx.AsyncClient, path: str, administrator: dict[str, str], member: dict[str, str]
) -> tuple[httpx.Response, httpx.Response]:
    """The page below /as and the member's own, of one minute: pages tell how long ago something was."""
    while True:
        minute = datetime.now(UTC).minute
        mine, own = await site.get(f"/as{path}", headers=administrator), await site.get(path, headers=member)
        if minute == datetime.now(UTC).minute:
            return mine, own


def _without_prefix(html: str) -> str:
    return html.replace('href="/as/', 'href="/')


@pytest.mark.timeout(300)
async def test_every_screen_is_the_members(built: httpx.AsyncClient, pool: Pool) -> None:
    admin = await make_member(pool, is_admin=True)
    params = await furnish(pool, admin)
    rendered = 0
    for member in (await _people(pool)).values():
        cookies = await look(built, admin, member)
        token = (await pool.fetchval(CREDENTIALS, member.id))[0]
        for screen in SCREENS:
            path = MATCHER.path_to(screen.name, lang="vi", params=params.get(screen.name, {}))
            mine, own = await _both(built, path, cookies, session_of(member))
            if screen.name in WITHHELD or screen.is_secret:
                assert mine.status_code == 403
                continue
            assert mine.status_code == own.status_code, path
            if own.is_redirect:
                assert mine.headers["location"] == f"/as{own.headers['location']}"
                continue
            html = body_of(mine)
            assert _without_prefix(html) == body_of(own), path
            # Of a signed-in reader the account screens are empty: scripts lead on.
            assert ("<h1" in html or screen.layout == "auth") and token not in mine.text, path
            loose = [link for link in LINKS.findall(html) if not OF_FILES.match(unescape(link))]
            assert not loose, (path, loose)
            rendered += 1
    assert rendered > 120
