"""Calls a loader as the site does: inside a read-only transaction with the visitor's own role."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from balai.database.pool import Pool
from balai.database.transaction import Caller, as_role
from balai.site.payloads import Lang, PageSettings, Payload, Visitor
from balai.site.request.matcher import Matcher
from balai.site.request.sign_in_methods import SignInMethodsSource
from balai.site.routes import SCREENS
from balai.site.screens import Page, PageRequest
from balai.site.texts import Texts
from tests.factories.members import Member

MATCHER = Matcher(SCREENS)
TEXTS = Texts.read(Path(__file__).parents[2] / "web/locales")
SITE_URL = "https://site.example"

P = TypeVar("P", bound=Payload)


async def load_page(
    pool: Pool, path: str, *, lang: Lang = "en", who: Member | None = None, query: Mapping[str, str] | None = None
) -> Page[Payload]:
    """Load the page at a path (without its language prefix) as the member `who` or as an anonymous visitor."""
    match = MATCHER.find(path)
    assert match is not None, path
    assert match.screen.load is not None, match.screen.name
    caller = who.caller if who else Caller.anonymous()
    async with as_role(pool, caller) as connection:
        is_admin = await connection.fetchval("select public.is_admin()")
        rights = await connection.fetchval("select public.my_rights()") if who else ()
        time_zone = await connection.fetchval("select time_zone from public.site_settings")

        def path_to(screen: str, *, lang: Lang = lang, query: Mapping[str, str] | None = None, **params: str) -> str:
            return MATCHER.path_to(screen, lang=lang, query=query, params=params)

        request = PageRequest(
            conn=connection,  # type: ignore[arg-type]
            lang=lang,
            path=path,
            params=match.params,
            query={name: value for name, value in (query or {}).items() if name in match.screen.query},
            visitor=who
            and Visitor(
                id=who.id,
                display_name=who.display_name,
                picture_url=None,
                is_admin=is_admin,
                language=None,
                time_zone=None,
                unread=0,
                rights=tuple(rights),
            ),
            now=datetime.now(UTC),
            site=PageSettings(name="Balai", tagline="", logo_url=None, time_zone=time_zone),
            site_url=SITE_URL,
            path_to=path_to,  # type: ignore[arg-type]
            text=lambda key, /, lang=lang, **values: TEXTS.text(lang, key, {}, **values),
            sign_in_methods=SignInMethodsSource(None, "").get,
        )
        return await match.screen.load(request)
