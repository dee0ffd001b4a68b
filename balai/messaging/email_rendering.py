"""Renders a queued message as subject, plain text and HTML in its language. Both texts say the same.

Every variable is untrusted text: `email_html` escapes it, and line breaks are removed from the subject and from the
name in the greeting. The variables `preset` and `accent` are the site's appearance; `own_subject`, `own_body` and
`addition` are a service's own texts, filled in like the standard ones.
"""

from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import msgspec

from balai.messaging.email_html import LOGO_ID, Block, DateBlock, EmailContent, write_html
from balai.messaging.notices.listing import News, read_news, write_news
from balai.messaging.own_texts.texts import standard_kind
from balai.messaging.queue import Attachment, OutgoingMessage
from balai.messaging.templates import TEMPLATES, fill
from balai.messaging.zones import zone_label

# The variables shown as table rows, in this order, where a message has them.
ROWS = (
    "service", "when", "dates", "your_when", "place", "host", "online_url", "party_size", "price", "payment",
    "pay_code", "note", "sender", "message",
    "blocked_until", "reason", "offers",
)  # fmt: skip
# Of a booking: shown without labels, beside the day.
HEADLINE = ("service", "when", "place")
# Kinds of emails that tell of a penalty.
PENALTIES = ("notice_silenced", "notice_blocked")
DAY_MINUTES = 1440
DEFAULT_PRESET = "teduh"


class RenderedEmail(msgspec.Struct, frozen=True):
    """An email ready to be sent. `logo`: the PNG that the HTML shows, if any."""

    recipient: str
    language: str
    subject: str
    plain: str
    html: str
    attachments: tuple[Attachment, ...] = ()
    # Further headers of the email.
    headers: Mapping[str, str] = {}
    logo: bytes = b""

    @property
    def standalone_html(self) -> str:
        """The HTML with the logo in it, for a browser."""
        return self.html.replace(f"cid:{LOGO_ID}", f"data:image/png;base64,{b64encode(self.logo).decode()}")


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


def format_day(moment: datetime, zone: str, language: str) -> str:
    """The day alone, in a time zone and in the format of a language."""
    dates = TEMPLATES[language].dates
    local = moment.astimezone(ZoneInfo(zone))
    return dates.day_pattern.format(
        weekday=dates.weekdays[local.weekday()], day=local.day, month=dates.months[local.month - 1], year=local.year
    )


def format_duration(minutes: int, language: str) -> str:
    """A duration in whole hours if it is a multiple of 60 minutes, else in minutes."""
    layout = TEMPLATES[language].layout
    hours, rest = divmod(minutes, 60)
    if rest:
        return fill(layout.minutes, {"n": str(minutes)})
    return layout.hour if hours == 1 else fill(layout.hours, {"n": str(hours)})


def render(message: OutgoingMessage, *, site: str, logo: bytes = b"") -> RenderedEmail:
    """Render a message. `logo`: a PNG, or empty for the default mark. Raises KeyError for a kind without template."""
    language = message.language if message.language in TEMPLATES else "en"
    variables = {"site": site, **message.variables}
    if (news := read_news(variables)) is not None:
        return _render_news(message, news, language, variables, logo)
    if minutes := variables.get("code_minutes"):
        variables["code_life"] = format_duration(int(minutes), language)
    variables["link_life"] = format_duration(int(variables.get("link_minutes", DAY_MINUTES)), language)
    if moment := variables.get("blocked_until"):
        zone = variables.get("time_zone", "UTC")
        variables["blocked_until"] = format_datetime(datetime.fromisoformat(moment), zone, language)
    if message.kind.startswith(PENALTIES) and (reason := variables.get("reason")):
        variables["reason"] = TEMPLATES[language].layout.penalty_reasons.get(reason, reason)
    if day := variables.get("deleted_on"):
        variables["deleted_on"] = format_day(datetime.fromisoformat(day).replace(tzinfo=UTC), "UTC", language)
    own_subject = variables.get("own_subject") or TEMPLATES[language].emails[standard_kind(message.kind)].subject
    subject = " ".join(fill(own_subject, variables).split())
    content = _content(message.kind, language, variables, subject)
    return RenderedEmail(
        recipient=message.recipient,
        language=language,
        subject=subject,
        plain=_plain(language, variables, content),
        html=_html(content, variables, logo),
        attachments=message.attachments,
        logo=logo,
    )


def _html(content: EmailContent, variables: Mapping[str, str], logo: bytes) -> str:
    preset, accent = variables.get("preset", DEFAULT_PRESET), variables.get("accent")
    return write_html(content, preset=preset, accent=accent, has_logo=bool(logo))


def _render_news(
    message: OutgoingMessage, news: News, language: str, variables: dict[str, str], logo: bytes
) -> RenderedEmail:
    written = write_news(news, language, variables["site"])
    content = EmailContent(
        language=language,
        site=variables["site"],
        subject=" ".join(written.subject.split()),
        greeting=_greeting(language, variables),
        lead=written.lead,
        blocks=tuple(Block(*block) for block in written.blocks),
        button=written.button,
        url=written.url,
        notes=written.notes,
        footer=written.footer,
        footer_links=written.footer_links,
    )
    blocks = ("\n".join(part for part in block if part) for block in written.blocks)
    colon = TEMPLATES[language].layout.colon
    links = "\n".join(f"{label}{colon}{url}" for label, url in written.footer_links)
    parts = [
        content.greeting,
        content.lead,
        *blocks,
        f"{content.button}{colon.rstrip()}\n{content.url}",
        *content.notes,
    ]
    return RenderedEmail(
        recipient=message.recipient,
        language=language,
        subject=content.subject,
        plain="\n\n".join([*parts, f"-- \n{content.footer}", links]) + "\n",
        html=_html(content, variables, logo),
        headers=written.headers,
        logo=logo,
    )


def _content(kind: str, language: str, variables: dict[str, str], subject: str) -> EmailContent:
    layout, template = TEMPLATES[language].layout, TEMPLATES[language].emails[standard_kind(kind)]
    url = variables.get("url", "") if template.button else ""
    headline = tuple(variables[name] for name in HEADLINE if variables.get(name)) if variables.get("service") else ()
    labelled = (name for name in ROWS if variables.get(name) and not (headline and name in HEADLINE))
    notes = [layout.password_removed] if variables.get("password_removed") else []
    notes += [fill(template.note, variables)] if template.note else []
    return EmailContent(
        language=language,
        site=variables["site"],
        subject=subject,
        greeting=_greeting(language, variables),
        lead="\n\n".join(fill(text, variables) for text in _texts(template.lead, variables)),
        date=_date_block(language, variables) if headline else None,
        headline=headline,
        rows=tuple((layout.labels[name], variables[name]) for name in labelled),
        button=template.button if url else "",
        url=url,
        second=(template.second, variables["second_url"]) if variables.get("second_url") else None,
        code_label=layout.code if template.button else "",
        code=variables.get("code", ""),
        notes=tuple(notes),
        link_label=layout.link if url else "",
        footer=fill(layout.footer, variables),
    )


def _texts(standard: str, variables: dict[str, str]) -> list[str]:
    """The texts of an email: the service's own text or the standard one, then the service's addition."""
    return [text for text in (variables.get("own_body") or standard, variables.get("addition")) if text]


def _greeting(language: str, variables: dict[str, str]) -> str:
    layout = TEMPLATES[language].layout
    name = " ".join(variables.get("name", "").split())
    return fill(layout.greeting_by_name, {"name": name}) if name else layout.greeting


def _date_block(language: str, variables: dict[str, str]) -> DateBlock | None:
    moment, zone = variables.get("starts_at"), variables.get("time_zone")
    if not (moment and zone):
        return None
    local = datetime.fromisoformat(moment).astimezone(ZoneInfo(zone))
    dates = TEMPLATES[language].dates
    return DateBlock(dates.month.format(month=dates.months[local.month - 1]), local.day)


def _plain(language: str, variables: dict[str, str], content: EmailContent) -> str:
    labels, colon = TEMPLATES[language].layout.labels, TEMPLATES[language].layout.colon
    parts = [content.greeting, content.lead]
    if rows := [(labels[name], variables[name]) for name in ROWS if variables.get(name)]:
        parts.append("\n".join(f"{label}{colon}{value}" for label, value in rows))
    if content.button:
        parts.append(f"{content.button}{colon.rstrip()}\n{content.url}")
    if content.second:
        parts.append(f"{colon.rstrip()}\n".join(content.second))
    if content.code:
        parts.append(f"{content.code_label} {content.code}".strip())
    parts += content.notes
    parts.append("-- \n" + content.footer)
    return "\n\n".join(parts) + "\n"
