"""The pages of the built-in mailbox, in the look of the default preset, without scripts and pictures."""

import re
from datetime import datetime
from html import escape
from urllib.parse import quote
from uuid import UUID

import msgspec

from balai.messaging.queue import Attachment
from balai.tones import tones_of

GLOW = "#f3c566"  # as in tokens.css: the same in every preset
LINK = re.compile(r"https?://[^\s<>\"]+")
CHANNELS = {"mail": "Email", "sms": "SMS", "whatsapp": "WhatsApp", "zalo": "Zalo"}
LANGUAGES = {"en": "EN", "zh": "中文", "ms": "BM", "vi": "VI"}
USED = ("page", "surface", "sunken", "line", "text", "text-soft", "accent", "on-accent", "accent-soft", "accent-strong",
        "shade", "on-shade", "on-shade-soft")  # fmt: skip
RULES = """
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);
font:16px/1.6 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','PingFang SC','Microsoft YaHei',sans-serif}
a{color:var(--accent)}a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
header{background:var(--shade);color:var(--on-shade);padding:0 16px}
header div{max-width:760px;margin:auto;min-height:60px;display:flex;flex-wrap:wrap;gap:0 12px;align-items:center}
header a{color:inherit;font-weight:700;font-size:17px;text-decoration:none;padding:10px 0}
header a:focus-visible{outline-color:var(--glow)}
header span{color:var(--on-shade-soft);font-size:14px}
header+i{display:block;height:12px;
background:radial-gradient(circle at 12px 0,var(--shade) 11.5px,transparent 12px) 0 0/24px 12px repeat-x}
main{max-width:760px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:clamp(24px,4vw,30px);line-height:1.24;letter-spacing:-.01em;margin:8px 0 16px;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
li{position:relative;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2px 16px;align-items:baseline;
padding:14px 12px;margin:0 -12px;border-bottom:1px solid var(--line);border-radius:2px}
li:hover{background:var(--sunken)}
li a{color:inherit;font-weight:600;text-decoration:none;overflow-wrap:anywhere}
li a::after{content:"";position:absolute;inset:0}
li a:focus-visible{outline:0}li a:focus-visible::after{outline:3px solid var(--accent)}
small,dt,.soft{color:var(--text-soft);font-size:14px}
li small{overflow-wrap:anywhere}
b{display:inline-block;padding:0 8px;border-radius:8px;background:var(--accent-soft);color:var(--accent-strong);
font-size:13px;font-weight:600}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:6px 20px;margin:0;padding:16px 20px;border-radius:14px;
background:var(--sunken)}dd{margin:0;overflow-wrap:anywhere}
pre{margin:20px 0;padding:20px;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;background:var(--surface);
border:1px solid var(--line);border-radius:14px}
.act{display:inline-block;margin-top:16px;padding:11px 22px;border-radius:24px;background:var(--accent-soft);
color:var(--accent-strong);font-weight:600;text-decoration:none}
.back{display:inline-block;padding:10px 0;font-weight:600;text-decoration:none}
.none{padding:48px 20px;border-radius:20px;background:var(--sunken);text-align:center}
@media(max-width:480px){li{grid-template-columns:minmax(0,1fr)}}
"""


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


def list_page(listing: Listing, recipient: str) -> bytes:
    """The list of messages, newest first, with a link to older ones."""
    items = "".join(_item(message) for message in listing.messages)
    rest = f"?to={quote(recipient)}&amp;before={listing.next}" if recipient else f"?before={listing.next}"
    more = f'<p><a class="act" href="/mailbox{rest}">Older messages</a></p>' if listing.next else ""
    body = (
        f"<ul>{items}</ul>{more}"
        if items
        else '<p class="none">No messages yet. Emails and SMS that the site sends appear here.</p>'
    )
    return _page("Mailbox", f"<h1>Mailbox</h1>{body}")


def message_page(message: StoredMessage) -> bytes:
    """One message as text, with its links."""
    fields = {
        "From": message.sender,
        "To": message.recipient,
        "Date": f"{message.sent_at:%Y-%m-%d %H:%M:%S} UTC",
        "Files": ", ".join(file.name for file in message.attachments),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in fields.items() if value)
    html_link = (
        f'<a class="act" href="/mailbox/{message.id}/html">Show as its reader sees it</a>'
        if message.channel == "mail"
        else ""
    )
    return _page(
        message.subject,
        f'<a class="back" href="/mailbox">‹ All messages</a><h1{_lang(message)}>{escape(message.subject)}</h1>'
        f"<dl>{rows}</dl>{html_link}<pre{_lang(message)}>{_with_links(message.plain)}</pre>",
    )


def _item(message: StoredMessage) -> str:
    channel = CHANNELS.get(message.channel, message.channel)
    language = LANGUAGES.get(message.language, message.language)
    return (
        f'<li><a href="/mailbox/{message.id}"{_lang(message)}>{escape(message.subject)}</a>'
        f"<small>{message.sent_at:%Y-%m-%d %H:%M} UTC</small>"
        f"<small>To {escape(message.recipient)}</small>"
        f"<span><b>{escape(channel)}</b> <b>{escape(language)}</b></span></li>"
    )


def _lang(message: StoredMessage) -> str:
    return f' lang="{escape(message.language)}"'


def _with_links(text: str) -> str:
    parts, position = [], 0
    for match in LINK.finditer(text):
        address = escape(match[0])
        parts += [escape(text[position : match.start()]), f'<a href="{address}">{address}</a>']
        position = match.end()
    return "".join([*parts, escape(text[position:])])


def _style() -> str:
    tones = tones_of("teduh")
    light, dark = ("".join(f"--{name}:{scheme[name]};" for name in USED) for scheme in (tones.light, tones.dark))
    return (
        f":root{{color-scheme:light dark;--glow:{GLOW};{light}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}}}{RULES}"
    )


def _page(title: str, body: str) -> bytes:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">'
        f'<style>{_style()}</style></head><body><header><div><a href="/mailbox">Mailbox</a>'
        f"<span>Messages that this site would have sent</span></div></header><i></i><main>{body}</main></body></html>"
    ).encode()
