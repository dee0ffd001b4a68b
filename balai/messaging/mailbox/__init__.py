"""The built-in mailbox: GET /mailbox shows the messages of an instance without an SMTP server, to local requests only.

It is on with sample content and in development only. The links in an email sign in, so two checks apply: the peer must
be this machine, and the Host header must be one of its names. The second check defeats DNS rebinding, where a web page
resolves its own name to this address to read the mailbox.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from litestar import Request, Response, Router, get
from litestar.params import FromPath

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.http.client_address import is_local_request
from balai.messaging.mailbox.pages import Listing, StoredMessage, list_page, message_page
from balai.messaging.queue import Attachment
from balai.settings import Settings

PAGE = 50
NAMES = {"localhost", "127.0.0.1", "::1"}
LIST = """
  select id, sent_at, sender, recipient, subject, language, plain, html, attachments, channel from mailbox.messages
  where ($1 = '' or recipient = $1) and (sent_at, id) < ($2, $3) order by sent_at desc, id desc limit $4
"""
GET = """
  select id, sent_at, sender, recipient, subject, language, plain, html, attachments, channel
  from mailbox.messages where id = $1
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
# The HTML of an email contains untrusted text: no scripts, no forms, no external resources. The logo is in it.
EMAIL_POLICY = f"{POLICY}; img-src data:; sandbox allow-popups allow-top-navigation-by-user-activation"


def mailbox_router(pool: Pool, settings: Settings) -> Router:
    """The mailbox at /mailbox; 404 where it is off or the request is not local."""

    @get("/")
    async def handle_list(request: Request[Any, Any, Any]) -> Response[bytes]:
        """The newest messages, filtered by `?to=`; as JSON with that Accept header."""
        if not is_open(request, settings):
            return _not_found()
        listing = await _list(pool, request.query_params.get("to", ""), request.query_params.get("before", ""))
        if "application/json" in request.headers.get("accept", ""):
            return _html_response(msgspec.json.encode(listing), "application/json")
        return _html_response(list_page(listing, request.query_params.get("to", "")), "text/html")

    @get("/{message_id:uuid}")
    async def handle_message(request: Request[Any, Any, Any], message_id: FromPath[UUID]) -> Response[bytes]:
        """One message as text, with its links."""
        message = await _find(pool, message_id) if is_open(request, settings) else None
        return _html_response(message_page(message), "text/html") if message else _not_found()

    @get("/{message_id:uuid}/html")
    async def handle_html(request: Request[Any, Any, Any], message_id: FromPath[UUID]) -> Response[bytes]:
        """One email as an email client renders it."""
        message = await _find(pool, message_id) if is_open(request, settings) else None
        return _html_response(message.html.encode(), "text/html", EMAIL_POLICY) if message else _not_found()

    return Router("/mailbox", route_handlers=[handle_list, handle_message, handle_html])


def is_open(request: Request[Any, Any, Any], settings: Settings) -> bool:
    """Whether the mailbox is on and the request is local."""
    if not settings.mailbox:
        return False
    peer = request.client.host if request.client else ""
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    return is_local_request(peer, request.headers) and host in NAMES | {urlsplit(settings.site_url).hostname or ""}


async def _list(pool: Pool, recipient: str, before: str) -> Listing:
    sent_at, message_id = _cursor(before)
    async with as_owner(pool) as conn:
        rows = await conn.fetch(LIST, recipient.lower().replace("\0", ""), sent_at, message_id, PAGE + 1)
    messages = [_from_row(dict(row)) for row in rows[:PAGE]]
    return Listing(messages, _after(messages[-1]) if len(rows) > PAGE else None)


async def _find(pool: Pool, message_id: UUID) -> StoredMessage | None:
    async with as_owner(pool) as conn:
        row = await conn.fetchrow(GET, message_id)
    return _from_row(dict(row)) if row else None


def _from_row(row: dict[str, Any]) -> StoredMessage:
    return StoredMessage(**{**row, "attachments": msgspec.json.decode(row["attachments"], type=list[Attachment])})


def _after(message: StoredMessage) -> str:
    return urlsafe_b64encode(f"{message.sent_at.isoformat()} {message.id}".encode()).decode()


def _cursor(text: str) -> tuple[datetime, UUID]:
    """The position where the page starts; an invalid cursor means the top."""
    try:
        moment, _, message_id = urlsafe_b64decode(text).decode().partition(" ")
        return datetime.fromisoformat(moment), UUID(message_id)
    except ValueError:
        return datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=0)


def _html_response(body: bytes, media_type: str, policy: str = POLICY) -> Response[bytes]:
    headers = {
        "content-security-policy": policy,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
    }
    return Response(body, media_type=f"{media_type}; charset=utf-8", headers=headers)


def _not_found() -> Response[bytes]:
    return Response(b"Not found\n", media_type="text/plain", status_code=404)
