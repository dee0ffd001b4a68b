"""The built-in mailbox: GET /mailbox shows the messages of an instance without an SMTP server, to local requests only.

It is on with sample content and in development only. The links in an email sign in, so two checks apply: the peer must
be this machine, and the Host header must be one of its names. The second check defeats DNS rebinding, where a web page
resolves its own name to this address to read the mailbox.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from html import escape
from typing import Any
from urllib.parse import quote, urlsplit
from uuid import UUID

import msgspec
from litestar import Request, Response, Router, get
from litestar.params import FromPath

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.http.client_address import is_local_request
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
STYLE = """
:root{color-scheme:light dark;--line:#8884;--pale:#8889;--link:light-dark(#0f766e,#5eead4)}
body{font:16px/1.6 system-ui,'Noto Sans',sans-serif;margin:0 auto;max-width:720px;padding:24px 16px}
a{color:var(--link)}h1{font-size:22px;line-height:1.3;margin:0 0 16px;overflow-wrap:anywhere}
ul{list-style:none;padding:0}
li{border-top:1px solid var(--line);padding:12px 0}li a{font-weight:600;overflow-wrap:anywhere}
small,dt{color:light-dark(#555,#bbb)}dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px}dd{margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;border-top:1px solid var(--line);padding-top:16px}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
# The HTML of an email contains untrusted text: no scripts, no forms, no external resources.
EMAIL_POLICY = f"{POLICY}; sandbox allow-popups allow-top-navigation-by-user-activation"
LINK = re.compile(r"https?://[^\s<>\"]+")


class StoredMessage(msgspec.Struct, frozen=True):
    """A stored email, SMS or WhatsApp message."""

    id: UUID
    sent_at: datetime
    sender: str
    recipient: str
    subject: str
    language: str
    plain: str
    html: str
    attachments: list[Attachment]
    channel: str


class Listing(msgspec.Struct, frozen=True):
    """One page of the mailbox."""

    messages: list[StoredMessage]
    next: str | None


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
        return _html_response(_list_page(listing, request.query_params.get("to", "")), "text/html")

    @get("/{message_id:uuid}")
    async def handle_message(request: Request[Any, Any, Any], message_id: FromPath[UUID]) -> Response[bytes]:
        """One message as text, with its links."""
        message = await _find(pool, message_id) if is_open(request, settings) else None
        return _html_response(_message_page(message), "text/html") if message else _not_found()

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


def _list_page(listing: Listing, recipient: str) -> bytes:
    items = "".join(
        f'<li><a href="/mailbox/{message.id}">{escape(message.subject)}</a><br>'
        f"<small>{escape(message.recipient)} · {message.sent_at:%Y-%m-%d %H:%M:%S} UTC</small></li>"
        for message in listing.messages
    )
    rest = f"?to={quote(recipient)}&amp;before={listing.next}" if recipient else f"?before={listing.next}"
    more = f'<p><a href="/mailbox{rest}">Older messages</a></p>' if listing.next else ""
    body = (
        f"<ul>{items}</ul>{more}"
        if items
        else "<p>No messages yet. Emails and SMS that the site sends appear here.</p>"
    )
    return _page("Mailbox", f"<h1>Mailbox</h1>{body}")


def _message_page(message: StoredMessage) -> bytes:
    fields = {
        "From": message.sender,
        "To": message.recipient,
        "Date": f"{message.sent_at:%Y-%m-%d %H:%M:%S} UTC",
        "Files": ", ".join(file.name for file in message.attachments),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in fields.items() if value)
    text = _with_links(message.plain)
    html_link = f' · <a href="/mailbox/{message.id}/html">HTML</a>' if message.channel == "mail" else ""
    return _page(
        message.subject,
        f'<p><a href="/mailbox">Mailbox</a>{html_link}</p>'
        f"<h1>{escape(message.subject)}</h1><dl>{rows}</dl><pre>{text}</pre>",
    )


def _with_links(text: str) -> str:
    parts, position = [], 0
    for match in LINK.finditer(text):
        address = escape(match[0])
        parts += [escape(text[position : match.start()]), f'<a href="{address}">{address}</a>']
        position = match.end()
    return "".join([*parts, escape(text[position:])])


def _page(title: str, body: str) -> bytes:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">'
        f"<style>{STYLE}</style></head><body><main>{body}</main></body></html>"
    ).encode()


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
