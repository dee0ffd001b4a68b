"""A site on a fresh database, with a minimal front end: rendering by React is tested elsewhere."""

import json
import shutil
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import httpx
import pytest
import structlog

from balai.database.pool import Pool
from balai.security.tokens import KeyRing, sign
from balai.settings import load_settings
from balai.site.application import site_app
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.render.renderer import Limits
from balai.site.routes import SCREENS
from balai.site.screens import Screen
from tests.factories.members import Member

SECRET = "a-secret-of-this-test-run-and-of-nothing-else"
LOCALES = Path(__file__).parents[2] / "web/locales"
# Renders the payload, so that a test finds in the HTML what the page was rendered from.
DRAWS = """
globalThis.renderPage = (text) => {
  const page = JSON.parse(text);
  const data = JSON.stringify(page.data).replaceAll("<", "&lt;");
  return `<main data-status="${page.status}">${page.head.title} ${data}</main>`;
};
"""
OpenSite = Callable[..., AbstractAsyncContextManager[httpx.AsyncClient]]


def write_front_end(folder: Path, *, server: str = DRAWS) -> Path:
    """A built front end with one page chunk that imports another."""
    for name in ("assets", "builds"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    manifest = {
        "entries/browser.tsx": {"file": "assets/client-1.js", "css": ["assets/client-1.css"], "isEntry": True},
        "locales/vi.json": {"file": "assets/vi-1.js"},
        "locales/vi.json?forum": {"file": "assets/vi-2.js"},
        "pages/site/index.ts": {"file": "assets/Home-1.js", "imports": ["_card.js"]},
        "_card.js": {"file": "assets/card-1.js", "css": ["assets/card-1.css"]},
    }
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "builds/latest.json").write_text('{"id":"build-1"}\n')
    (folder / "before-paint.js").write_text("document.documentElement.dataset.scheme='dark'\n")
    (folder / "assets/client-1.js").write_text("console.log('hello');" * 100)
    (folder / "assets/client-1.css").write_text("body{margin:0}" * 100)
    (folder / "server.js").write_text(server)
    shutil.copytree(LOCALES, folder / "locales", dirs_exist_ok=True)
    return folder


async def postpone_setup(pool: Pool) -> None:
    """Let administrators see the pages of an empty site, not its setup guide."""
    await pool.execute("update public.site_setup set postponed_at = now()")


@pytest.fixture
def open_site(pool: Pool, database: str, tmp_path: Path) -> OpenSite:
    """`async with open_site() as client`: an HTTP client of a site of its own."""

    @asynccontextmanager
    async def opened(
        *,
        server: str = DRAWS,
        screens: tuple[Screen, ...] = SCREENS,
        limits: Limits | None = None,
        environment: dict[str, str] | None = None,
        database_url: str = database,
        pictures: PictureFetcher | None = None,
        backend: httpx.AsyncClient | None = None,
    ) -> AsyncIterator[httpx.AsyncClient]:
        settings = load_settings(
            {"BALAI_JWT_SECRET": SECRET, "BALAI_SITE_URL": "https://site.example", **(environment or {})}
        )
        static = write_front_end(tmp_path / "static", server=server)
        ring = KeyRing(SECRET)
        await postpone_setup(pool)
        async with site_app(
            pool,
            settings,
            database_url,
            ring,
            screens=screens,
            static=static,
            limits=limits,
            pictures=pictures,
            backend=backend,
        ) as app:
            transport = httpx.ASGITransport(app=app, raise_app_exceptions=True)
            async with httpx.AsyncClient(transport=transport, base_url="https://site.example") as client:
                yield client

    return opened


@pytest.fixture
async def site(open_site: OpenSite) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client of a site."""
    async with open_site() as client:
        yield client


@pytest.fixture
def logs() -> Iterator[list[structlog.typing.EventDict]]:
    """The log events of a test, with the text of exceptions."""
    with structlog.testing.capture_logs(processors=[structlog.processors.format_exc_info]) as events:
        yield events


def session_of(member: Member, *, expires_in: int = 3600) -> dict[str, str]:
    """The cookie header of a signed-in browser."""
    claims = {"sub": str(member.id), "role": "authenticated", "exp": int(time.time()) + expires_in}
    return {"cookie": f"sb-access-token={sign(claims, SECRET)}"}
