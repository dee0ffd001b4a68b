"""A letter becomes subject, plain text and HTML in its language.

The HTML is one column of plain elements with styles on them, which is what mail programs draw alike. Every fact is
text from somebody, so it is escaped there, and line breaks are taken out of the subject.
"""

from datetime import datetime
from html import escape
from zoneinfo import ZoneInfo

import msgspec

from balai.messaging.queue import Attachment, OutgoingMessage
from balai.messaging.templates import TEXTS

# The facts that are shown as rows, in this order, when a letter has them.
ROWS = ("service", "when", "your_when", "place", "online_url", "party_size", "note", "sender", "message")
HTML_LANGUAGES = {"en": "en", "zh": "zh-Hans", "ms": "ms", "vi": "vi"}
FONT = "font-family:system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif"
BUTTON = (
    "display:inline-block;padding:12px 20px;background:#0f766e;color:#ffffff;border-radius:8px;text-decoration:none"
)
CODE = "font-size:28px;letter-spacing:6px;font-family:ui-monospace,Menlo,monospace;margin:4px 0"
PALE = "color:#5b6470;font-size:14px"


class RenderedEmail(msgspec.Struct, frozen=True):
    """A mail ready to be sent."""

    recipient: str
    language: str
    subject: str
    plain: str
    html: str
    attachments: tuple[Attachment, ...] = ()


def format_datetime(moment: datetime, zone: str, language: str) -> str:
    """A moment as people of a time zone and language write it, the zone named: mails travel."""
    dates = TEXTS[language].dates
    local = moment.astimezone(ZoneInfo(zone))
    return dates.pattern.format(
        weekday=dates.weekdays[local.weekday()],
        day=local.day,
        month=dates.months[local.month - 1],
        year=local.year,
        time=f"{local:%H:%M}",
        zone=zone,
    )


def format_duration(minutes: int, language: str) -> str:
    """A length of time as people say it: whole hours, else minutes."""
    frame = TEXTS[language].frame
    hours, rest = divmod(minutes, 60)
    return frame.minutes.replace("{n}", str(minutes)) if rest else frame.hours.replace("{n}", str(hours))


def render(letter: OutgoingMessage, *, site: str) -> RenderedEmail:
    """Render a letter. Raises KeyError for a kind without words."""
    language = letter.language if letter.language in TEXTS else "en"
    facts = {"site": site, **letter.facts}
    if minutes := facts.get("code_minutes"):
        facts["code_life"] = format_duration(int(minutes), language)
    subject = " ".join(fill(TEXTS[language].letters[letter.kind].subject, facts).split())
    return RenderedEmail(
        recipient=letter.recipient,
        language=language,
        subject=subject,
        plain=_plain(letter.kind, language, facts),
        html=_html(letter.kind, language, facts, subject),
        attachments=letter.attachments,
    )


def fill(text: str, facts: dict[str, str]) -> str:
    """The text with `{name}` replaced by the facts."""
    # Not str.format: a fact may hold braces, and a template must never reach into objects.
    for name, value in facts.items():
        text = text.replace("{" + name + "}", value)
    return text


def _rows(language: str, facts: dict[str, str]) -> list[tuple[str, str]]:
    labels = TEXTS[language].frame.labels
    return [(labels[name], facts[name]) for name in ROWS if facts.get(name)]


def _plain(kind: str, language: str, facts: dict[str, str]) -> str:
    frame, words = TEXTS[language].frame, TEXTS[language].letters[kind]
    parts = [frame.greeting, fill(words.lead, facts)]
    if rows := _rows(language, facts):
        parts.append("\n".join(f"{label}: {value}" for label, value in rows))
    if words.button and facts.get("url"):
        parts.append(f"{words.button}:\n{facts['url']}")
    if facts.get("code"):
        parts.append(f"{frame.code if words.button else ''} {facts['code']}".strip())
    if words.note:
        parts.append(fill(words.note, facts))
    parts.append("-- \n" + fill(frame.footer, facts))
    return "\n\n".join(parts) + "\n"


def _html(kind: str, language: str, facts: dict[str, str], subject: str) -> str:
    frame, words = TEXTS[language].frame, TEXTS[language].letters[kind]
    safe = {name: escape(value) for name, value in facts.items()}
    parts = [f"<p>{frame.greeting}</p>", f"<p>{fill(words.lead, safe)}</p>"]
    if rows := _rows(language, facts):
        cells = "".join(
            f'<tr><th align="left" style="padding:4px 16px 4px 0;{PALE}">{escape(label)}</th>'
            f'<td style="padding:4px 0;white-space:pre-line">{escape(value)}</td></tr>'
            for label, value in rows
        )
        parts.append(f'<table role="presentation" cellpadding="0" cellspacing="0">{cells}</table>')
    if words.button and "url" in safe:
        parts.append(f'<p><a href="{safe["url"]}" style="{BUTTON}">{words.button}</a></p>')
    if "code" in safe:
        label = f'<p style="margin-bottom:0">{frame.code}</p>' if words.button else ""
        parts.append(f'{label}<p style="{CODE}">{safe["code"]}</p>')
    if words.note:
        parts.append(f"<p>{fill(words.note, safe)}</p>")
    if words.button and "url" in safe:
        parts.append(f'<p style="{PALE}">{frame.link}<br><a href="{safe["url"]}">{safe["url"]}</a></p>')
    parts.append(f'<p style="{PALE}">{fill(frame.footer, safe)}</p>')
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{HTML_LANGUAGES[language]}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(subject)}</title></head>\n'
        f'<body style="margin:0;padding:24px;line-height:1.6;{FONT}"><div style="max-width:560px;margin:0 auto">\n'
        f"{body}\n</div></body></html>\n"
    )
