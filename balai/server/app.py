"""The ASGI application of a worker: dispatches requests to the services and opens what they share.

The outermost layer is plain ASGI without a framework's router: finding a handler there would cost more than serving a
cached page (docs/decisions/0002-plain-asgi-outermost-layer.md). Each service chooses its own framework inside.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager

import httpx
import structlog
from litestar import Litestar

from balai.backend.auth.application import auth_app
from balai.backend.functions.config import functions_app
from balai.backend.realtime.application import RealtimeApplication
from balai.backend.realtime.changes.service import ReplicatedChanges
from balai.backend.realtime.cluster.config import transport_of
from balai.backend.realtime.limits import read_limits
from balai.backend.rest.config import rules_from_settings
from balai.backend.rest.routes import rest_app
from balai.backend.storage.blobs.interface import BlobMissing, Blobs, OpenBlob
from balai.backend.storage.config import open_blobs, open_images, storage_app
from balai.backend.token_verification import verify_with
from balai.database.pipeline.pool import PipelinePool
from balai.database.pool import Pool, open_pool
from balai.errors import StartError
from balai.hooks.client import open_hooks
from balai.http.asgi import ASGIApp, Header, Message, Receive, Scope, Send
from balai.http.client import OutgoingHttpClient
from balai.http.client_limit import ClientLimit
from balai.http.response_headers import ReadyResponse
from balai.jobs.runner import start_jobs
from balai.messaging.email_sender import open_mailer
from balai.messaging.email_state import EmailMonitor
from balai.messaging.mailbox import mailbox_router
from balai.messaging.sms_providers import open_sms
from balai.messaging.sms_sender import SmsSender
from balai.security.signing_keys import KeyRingListener
from balai.security.tokens import KeyRing, api_keys
from balai.server.health import HealthApplication, not_found
from balai.server.observability import RequestMiddleware
from balai.settings import Settings
from balai.site.application import Site, site_app
from balai.site.exports.download import ExportDownload, OpenCopy
from balai.site.functions import FUNCTIONS
from balai.site.pictures.fetcher import PictureFetcher
from balai.site.pictures.uploads import Uploads
from balai.site.presence import MEMBER_PRESENCE

log = structlog.get_logger("balai.app")
API_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
)
API_HEADER_NAMES = frozenset(name for name, _ in API_HEADERS)
API_PREFIXES = {
    "/rest/v1": "rest",
    "/auth/v1": "auth",
    "/functions/v1/": "functions",
    "/realtime/v1": "realtime",
    "/storage/v1": "storage",
}
OPERATIONS = frozenset({"/healthz", "/metrics"})
# Requests without a session of each client: in a second, and at once. Many phones may share the address of a carrier or
# a Wi-Fi. Cached pages and files are not counted.
ANONYMOUS_PAGES = (10, 60)
ANONYMOUS_REST = (50, 500)
# One comparison for most requests, which are for pages.
_PREFIXES = (*API_PREFIXES, "/mailbox", *OPERATIONS)


class Application:
    """Dispatches by path prefix (`service_of`); the site handles all other paths."""

    def __init__(
        self, settings: Settings, database_url: str, *, backend_only: bool = False, has_jobs: bool = True
    ) -> None:
        self._settings = settings
        self._has_jobs = has_jobs
        self._database_url = database_url
        self._backend_only = backend_only
        self._services: dict[str, ASGIApp] = {}
        # Set when a setting cannot be used; the supervisor stops with it.
        self.start_error: StartError | None = None
        self._middleware = RequestMiddleware(self._dispatch, service_of=service_of)
        self._site: Site | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection (ASGI 3)."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "websocket":
            is_realtime = service_of(scope["path"]) == "realtime"
            await self._services.get("realtime" if is_realtime else "", not_found)(scope, receive, send)
        else:
            await self._middleware(scope, receive, send)

    def find_ready(self, scope: Scope) -> ReadyResponse | None:
        """A cached page, for the connection to send (docs/decisions/0303-cached-pages-without-a-task.md)."""
        return None if self._site is None else self._middleware.observe_ready(self._site.find_ready, scope, "site")

    async def _dispatch(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = service_of(scope["path"])
        # The site sets its own headers for pages. API responses must never be rendered as a page.
        await self._services.get(name, not_found)(scope, receive, send if name == "site" else _with_api_headers(send))

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            async with self.running():
                await send({"type": "lifespan.startup.complete"})
                await receive()
        except Exception as error:
            self.start_error = error if isinstance(error, StartError) else None
            if self.start_error is None:
                log.exception("worker_start_failed")
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            raise
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The services and their resources, for the duration of the block."""
        settings = self._settings
        async with AsyncExitStack() as stack:
            pool = await open_pool(self._database_url, size=settings.database_pool_size)
            stack.push_async_callback(pool.close)
            keys, ring = api_keys(settings.jwt_secret), KeyRing(settings.jwt_secret)
            verify = verify_with(ring, settings)
            functions = functions_app(settings, keys, verify, {} if self._backend_only else FUNCTIONS)
            stack.push_async_callback(functions.close)
            pipelines = PipelinePool(self._database_url, size=settings.database_pool_size)
            stack.push_async_callback(pipelines.close)
            rest = rest_app(
                self._database_url,
                pool=pipelines,
                keys=keys,
                verify=verify,
                rules=rules_from_settings(settings, has_site=not self._backend_only),
                anonymous_limit=None if self._backend_only else _limit_of(settings, ANONYMOUS_REST),
            )
            stack.push_async_callback(rest.close)
            self._services = {
                "rest": rest,
                "functions": functions,
                "operations": HealthApplication(pool, pipelines, self._middleware.metrics),
            }
            if not (self._backend_only and settings.rest_only):
                emails = EmailMonitor(pool, settings)
                self._services["operations"] = HealthApplication(pool, pipelines, self._middleware.metrics, emails)
                await self._add_auth_storage_and_site(stack, pool, pipelines, ring, emails)
                await self._add_realtime(stack, pool, ring)
            yield

    async def _add_realtime(self, stack: AsyncExitStack, pool: Pool, ring: KeyRing) -> None:
        settings = self._settings
        limits = read_limits(settings)
        transport = transport_of(settings, self._database_url, pool)
        presence = None if self._backend_only else MEMBER_PRESENCE
        realtime = RealtimeApplication(pool, verify_with(ring, settings), limits, transport, presence)
        changes = ReplicatedChanges(self._database_url, realtime.hub, max_message=limits.max_payload)
        stack.push_async_callback(changes.stop)
        changes.start()
        realtime.hub.changes = changes
        stack.push_async_callback(realtime.stop)
        await realtime.start()
        ring.on_end = realtime.end_sessions
        self._services["realtime"] = realtime

    async def _add_auth_storage_and_site(
        self, stack: AsyncExitStack, pool: Pool, pipelines: PipelinePool, ring: KeyRing, emails: EmailMonitor
    ) -> None:
        """Auth, mailbox, storage, jobs and the site: the services that use our own tables."""
        settings = self._settings
        hooks = await stack.enter_async_context(open_hooks(pool, settings))
        mailer = await stack.enter_async_context(open_mailer(pool, settings, hooks))
        key_listener = KeyRingListener(self._database_url, ring, settings.jwt_secret)
        stack.push_async_callback(key_listener.stop)
        await key_listener.start()
        outgoing = OutgoingHttpClient()
        stack.push_async_callback(outgoing.close)
        has_site = not self._backend_only
        auth: ASGIApp = auth_app(pool, pipelines, settings, mailer, ring, outgoing, hooks, has_site=has_site)  # type: ignore[assignment]  # Litestar names the ASGI types differently
        mailbox: ASGIApp = Litestar([mailbox_router(pool, settings)], openapi_config=None, logging_config=None)  # type: ignore[assignment]
        self._services |= {"auth": auth, "mailbox": mailbox}
        blobs = await stack.enter_async_context(open_blobs(settings))
        images = await stack.enter_async_context(open_images(settings))
        self._services["storage"] = storage_app(pool, blobs, settings, ring, images)
        pictures = None
        if has_site:
            backend = await stack.enter_async_context(_backend_client(settings, self._services))
            uploads = Uploads(backend, settings.anon_key or api_keys(settings.jwt_secret).anon)
            pictures = PictureFetcher(outgoing, uploads)
            site = site_app(
                pool,
                settings,
                self._database_url,
                ring,
                backend=backend,
                emails=emails,
                pictures=pictures,
                anonymous_limit=_limit_of(settings, ANONYMOUS_PAGES),
            )
            running = await stack.enter_async_context(site)
            mailer.logo = running.read_email_logo
            running.exports = ExportDownload(pool, ring, _opener(blobs))
            self._services["site"] = self._site = running
        sms = await stack.enter_async_context(open_sms(pool, settings))
        sms_sender = SmsSender(sms, site=mailer.site, hooks=hooks, text=settings.sms_text) if sms else None
        if self._has_jobs:
            await stack.enter_async_context(
                start_jobs(pool, self._database_url, settings, mailer, sms_sender, blobs, pictures, outgoing)
            )


def _limit_of(settings: Settings, rate: tuple[float, float]) -> ClientLimit | None:
    per_second, burst = rate
    return None if settings.rate_limits == "false" else ClientLimit(per_second=per_second, burst=burst)


def service_of(path: str) -> str:
    """The service that handles a path; also its metrics label."""
    if not path.startswith(_PREFIXES):
        return "site"
    for prefix, service in API_PREFIXES.items():
        if path.startswith(prefix):
            return service
    if path == "/mailbox" or path.startswith("/mailbox/"):
        return "mailbox"
    return "operations" if path in OPERATIONS else "site"


def _backend_client(settings: Settings, services: Mapping[str, ASGIApp]) -> httpx.AsyncClient:
    """The site's client for auth and storage: in this process, or over HTTP where the backend runs elsewhere."""

    async def backend(scope: Scope, receive: Receive, send: Send) -> None:
        await services[service_of(scope["path"])](scope, receive, send)

    is_own = settings.backend_url == settings.site_url
    transport = httpx.ASGITransport(app=backend) if is_own else None
    return httpx.AsyncClient(transport=transport, base_url=settings.backend_url)


def _opener(blobs: Blobs) -> OpenCopy:
    async def open_copy(version: str) -> OpenBlob | None:
        try:
            return await blobs.open(version)
        except BlobMissing:
            return None

    return open_copy


def _with_api_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message.get("headers", ())
            added: tuple[Header, ...] = API_HEADERS
            if not API_HEADER_NAMES.isdisjoint([name for name, _ in headers]):
                given = {name for name, _ in headers}
                added = tuple(header for header in API_HEADERS if header[0] not in given)
            message["headers"] = [*headers, *added]
        await send(message)

    return send_with_headers
