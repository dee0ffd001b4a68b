"""Renders a queued message as subject, plain text and HTML in its language.

The HTML is one column of plain elements with inline styles, which email clients render alike. Every variable is
untrusted text: it is escaped in the HTML, and line breaks are removed from the subject.
"""

import re
from datetime import datetime
from html import escape
from zoneinfo import ZoneInfo

import msgspec

from balai.messaging.queue import Attachment, OutgoingMessage
from balai.messaging.templates import TEMPLATES
from balai.messaging.zones import zone_label

# The variables shown as table rows, in this order, where a message has them.
ROWS = (
    "service", "when", "your_when", "place", "online_url", "party_size", "note", "sender", "message", "blocked_until",
    "reason",
)  # fmt: skip
DAY_MINUTES = 1440
HTML_LANGUAGES = {"en": "en", "zh": "zh-Hans", "ms": "ms", "vi": "vi"}
FONT = "font-family:system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif"
BUTTON = (
    "display:inline-block;padding:12px 20px;background:#0f766e;color:#ffffff;border-radius:8px;text-decoration:none"
)
CODE = "font-size:28px;letter-spacing:6px;font-family:ui-monospace,Menlo,monospace;margin:4px 0"
# A long URL or address wraps, so that a phone of 320 px needs no horizontal scrolling.
WRAP = "overflow-wrap:anywhere;word-break:break-word"
PALE = "color:#5b6470;font-size:14px"


class RenderedEmail(msgspec.Struct, frozen=True):
    """An email ready to be sent."""

    recipient: str
    language: str
    subject: str
    plain: str
    html: str
    attachments: tuple[Attachment, ...] = ()


def format_datetime(moment: datetime, zone: str, language: str) -> str:
    """A moment in a time zone, in the format of a language. The zone is named, since emails are read elsewhere."""
    dates = TEMPLATES[language].dates
    local = moment.astimezone(ZoneInfo(zone))
    return dates.pattern.format(
        weekday=dates.weekdays[local.weekday()],
        day=local.day,
        month=dates.months[local.month - 1],
        year=local.year,
        time=f"{local:%H:%M}",
        zone=zone_label(moment, zone, language),
    )


def format_duration(minutes: int, language: str) -> str:
    """A duration in whole hours if it is a multiple of 60 minutes, else in minutes."""
    layout = TEMPLATES[language].layout
    hours, rest = divmod(minutes, 60)
    if rest:
        return layout.minutes.replace("{n}", str(minutes))
    return layout.hour if hours == 1 else layout.hours.replace("{n}", str(hours))


def render(message: OutgoingMessage, *, site: str) -> RenderedEmail:
    """Render a message. Raises KeyError for a kind without template."""
    language = message.language if message.language in TEMPLATES else "en"
    variables = {"site": site, **message.variables}
    if minutes := variables.get("code_minutes"):
        variables["code_life"] = format_duration(int(minutes), language)
    variables["link_life"] = format_duration(int(variables.get("link_minutes", DAY_MINUTES)), language)
    if moment := variables.get("blocked_until"):
        zone = variables.get("time_zone", "UTC")
        variables["blocked_until"] = format_datetime(datetime.fromisoformat(moment), zone, language)
    subject = " ".join(fill(TEMPLATES[language].emails[message.kind].subject, variables).split())
    return RenderedEmail(
        recipient=message.recipient,
        language=language,
        subject=subject,
        plain=_plain(message.kind, language, variables),
        html=_html(message.kind, language, variables, subject),
        attachments=message.attachments,
    )


def fill(text: str, variables: dict[str, str]) -> str:
    """The text with each `{name}` replaced by its variable."""
    # Not str.format: a template must never reach into objects. In one pass: a user's text with `{url}` stays as it is.
    return re.sub(r"\{(\w+)\}", lambda found: variables.get(found[1], found[0]), text)


def _rows(language: str, variables: dict[str, str]) -> list[tuple[str, str]]:
    labels = TEMPLATES[language].layout.labels
    return [(labels[name], variables[name]) for name in ROWS if variables.get(name)]


def _plain(kind: str, language: str, variables: dict[str, str]) -> str:
    layout, template = TEMPLATES[language].layout, TEMPLATES[language].emails[kind]
    parts = [layout.greeting, fill(template.lead, variables)]
    if rows := _rows(language, variables):
        parts.append("\n".join(f"{label}: {value}" for label, value in rows))
    if template.button and variables.get("url"):
        parts.append(f"{template.button}:\n{variables['url']}")
    if variables.get("code"):
        parts.append(f"{layout.code if template.button else ''} {variables['code']}".strip())
    if variables.get("password_removed"):
        parts.append(layout.password_removed)
    if template.note:
        parts.append(fill(template.note, variables))
    parts.append("-- \n" + fill(layout.footer, variables))
    return "\n\n".join(parts) + "\n"


def _html(kind: str, language: str, variables: dict[str, str], subject: str) -> str:
    layout, template = TEMPLATES[language].layout, TEMPLATES[language].emails[kind]
    safe = {name: escape(value) for name, value in variables.items()}
    parts = [f"<p>{layout.greeting}</p>", f"<p>{fill(template.lead, safe)}</p>"]
    if rows := _rows(language, variables):
        cells = "".join(
            f'<tr><th align="left" style="padding:4px 16px 4px 0;{PALE}">{escape(label)}</th>'
            f'<td style="padding:4px 0;white-space:pre-line">{escape(value)}</td></tr>'
            for label, value in rows
        )
        parts.append(f'<table role="presentation" cellpadding="0" cellspacing="0">{cells}</table>')
    if template.button and "url" in safe:
        parts.append(f'<p><a href="{safe["url"]}" style="{BUTTON}">{template.button}</a></p>')
    if "code" in safe:
        label = f'<p style="margin-bottom:0">{layout.code}</p>' if template.button else ""
        parts.append(f'{label}<p style="{CODE}">{safe["code"]}</p>')
    if variables.get("password_removed"):
        parts.append(f"<p>{layout.password_removed}</p>")
    if template.note:
        parts.append(f"<p>{fill(template.note, safe)}</p>")
    if template.button and "url" in safe:
        parts.append(f'<p style="{PALE}">{layout.link}<br><a href="{safe["url"]}">{safe["url"]}</a></p>')
    parts.append(f'<p style="{PALE}">{fill(layout.footer, safe)}</p>')
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{HTML_LANGUAGES[language]}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(subject)}</title></head>\n'
        f'<body style="margin:0;padding:24px;line-height:1.6;{FONT}">'
        f'<div style="max-width:560px;margin:0 auto;{WRAP}">\n'
        f"{body}\n</div></body></html>\n"
    )
