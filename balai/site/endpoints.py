"""The addresses of the site that accept a request body, and the settings of the email account."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial

import httpx

from balai.database.pool import Pool
from balai.http.asgi import Receive
from balai.messaging.email_state import EmailMonitor
from balai.security.tokens import KeyRing
from balai.settings import Settings
from balai.site.analytics import empty_searches, page_views
from balai.site.assets.generated_images import GeneratedImages
from balai.site.email_account import checks as email_checks
from balai.site.email_account import endpoint as email_account
from balai.site.intake import endpoint as intake
from balai.site.intake.start import start_intake
from balai.site.links import answers, unsubscribe
from balai.site.message_preview import endpoint as message_preview
from balai.site.pictures import endpoint as pictures
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.request.exchange import Request, Response
from balai.site.request.matcher import Matcher
from balai.site.screens import Screen

Endpoint = Callable[[Request, Receive], Awaitable[Response]]
# By method and path.
Endpoints = Mapping[tuple[str, str], Endpoint]


async def start_endpoints(
    pool: Pool,
    ring: KeyRing,
    settings: Settings,
    matcher: Matcher[Screen],
    emails: EmailMonitor,
    images: GeneratedImages,
    backend: httpx.AsyncClient | None,
    fetcher: PictureFetcher | None,
) -> Endpoints:
    """`fetcher` stores pictures of other hosts; without it, there is no such endpoint."""
    account = email_account.EmailAccountEndpoint(pool, ring, settings, emails)
    answer_files = await start_intake(pool, ring, settings, backend)
    posts: dict[str, Endpoint] = {
        page_views.PATH: page_views.PageViews(pool, matcher).respond,
        empty_searches.PATH: empty_searches.EmptySearchLog(pool).respond,
        email_checks.PATH: email_checks.EmailChecks(pool, ring, settings).respond,
        message_preview.PATH: message_preview.MessagePreview(pool, ring, settings, images.read_email_logo).respond,
        unsubscribe.PATH: partial(unsubscribe.unsubscribe, pool),
        answers.PATH: partial(answers.answer_booking, pool),
        **dict.fromkeys(intake.PATHS, answer_files.respond),
    }
    if fetcher is not None:
        posts[pictures.PATH] = pictures.PictureEndpoint(pool, ring, fetcher).respond
    return {
        **{("POST", path): endpoint for path, endpoint in posts.items()},
        **dict.fromkeys(((method, email_account.PATH) for method in email_account.METHODS), account.respond),
    }
