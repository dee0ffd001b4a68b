"""Drafts of the notice to affected people and of the report to the authority, in each language, from the facts.

The description is as the administrator wrote it, in one language. The notice can be sent once it is saved in each
language that its people read, so that the administrator has looked at each.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal

import msgspec

from balai.messaging.email_rendering import format_datetime, format_day
from balai.site.payloads import LANGS, Lang, Payload
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

DataKind = Literal["profile", "email", "phone", "bookings", "answers", "messages", "texts", "contact", "files"]
KIND_NAMES: Mapping[DataKind, str] = {
    "profile": "admin.incident.kind.profile",
    "email": "admin.incident.kind.email",
    "phone": "admin.incident.kind.phone",
    "bookings": "admin.incident.kind.bookings",
    "answers": "admin.incident.kind.answers",
    "messages": "admin.incident.kind.messages",
    "texts": "admin.incident.kind.texts",
    "contact": "admin.incident.kind.contact",
    "files": "admin.incident.kind.files",
}
SEPARATORS: Mapping[Lang, str] = {"en": ", ", "zh": "、", "ms": ", ", "vi": ", "}


class IncidentFacts(msgspec.Struct, frozen=True):
    """The facts that the drafts are written from. `kinds`: with the number of people."""

    title: str
    description: str
    notes: str
    discovered_at: datetime
    began_at: datetime | None
    ended_at: datetime | None
    sent_at: datetime | None
    oldest: datetime | None
    total: int
    kinds: tuple[tuple[DataKind, int], ...]


class IncidentText(Payload, frozen=True):
    """A text in a language. `is_saved`: not the draft. `people`: who read it, `emails` and `site`: how they get it."""

    language: Lang
    subject: str
    body: str
    is_saved: bool = False
    people: int = 0
    emails: int = 0
    site: int = 0


def write_notices(
    request: PageRequest,
    facts: IncidentFacts,
    counts: Mapping[Lang, Mapping[str, int]],
    saved: Mapping[Lang, "asyncpg.Record"],
) -> tuple[IncidentText, ...]:
    """The notice in each language that the site offers, or that was saved: as it was saved, or the draft."""
    texts = []
    for lang in LANGS:
        if not (lang in request.site.languages or lang in counts or lang in saved):
            continue
        own = saved.get(lang)
        subject, body = (own["subject"], own["body"]) if own else _draft_notice(request, facts, lang)
        texts.append(IncidentText(lang, subject, body, own is not None, **counts.get(lang, {})))
    return tuple(texts)


def _draft_notice(request: PageRequest, facts: IncidentFacts, lang: Lang) -> tuple[str, str]:
    zone, text = request.site.time_zone, request.text
    paragraphs = [text("admin.incident.draft.found", lang=lang, date=format_day(facts.discovered_at, zone, lang))]
    if facts.began_at:
        began = format_day(facts.began_at, zone, lang)
        paragraphs.append(text("admin.incident.draft.began", lang=lang, date=began))
    paragraphs.append(facts.description)
    if facts.kinds:
        names = [text(KIND_NAMES[kind], lang=lang) for kind, _ in facts.kinds]
        kinds = SEPARATORS[lang].join(name[:1].lower() + name[1:] for name in names)
        paragraphs.append(text("admin.incident.draft.data", lang=lang, kinds=kinds))
    paragraphs.append(text("admin.incident.draft.advice", lang=lang))
    paragraphs.append(text("admin.incident.draft.contact", lang=lang))
    return text("admin.incident.draft.subject", lang=lang, site=request.site.name), "\n\n".join(paragraphs)


def write_report(request: PageRequest, facts: IncidentFacts) -> tuple[IncidentText, ...]:
    """The report to the authority in each language: its heading, and its text line by line."""
    text = request.text
    return tuple(
        IncidentText(lang, text("admin.incident.report.heading", lang=lang), _draft_report(request, facts, lang))
        for lang in LANGS
    )


def _draft_report(request: PageRequest, facts: IncidentFacts, lang: Lang) -> str:
    text, zone = request.text, request.site.time_zone

    def moment(value: datetime | None) -> str:
        return format_datetime(value, zone, lang) if value else text("admin.incident.report.unknown", lang=lang)

    kinds = [
        text("admin.incident.report.kind", lang=lang, kind=text(KIND_NAMES[kind], lang=lang), number=number)
        for kind, number in facts.kinds
    ]
    lines = (
        text("admin.incident.report.organisation", lang=lang, name=request.site.name, url=request.site_url),
        text("admin.incident.report.title", lang=lang, title=facts.title),
        text("admin.incident.report.found", lang=lang, date=moment(facts.discovered_at)),
        text("admin.incident.report.began", lang=lang, date=moment(facts.began_at)),
        text("admin.incident.report.ended", lang=lang, date=moment(facts.ended_at)),
        text("admin.incident.report.people", lang=lang, number=facts.total),
        text("admin.incident.report.oldest", lang=lang, date=moment(facts.oldest)),
        text("admin.incident.report.notified", lang=lang, date=moment(facts.sent_at))
        if facts.sent_at
        else text("admin.incident.report.notNotified", lang=lang),
    )
    title = text("admin.incident.report.kinds", lang=lang)
    parts = (
        "\n".join(lines),
        text("admin.incident.report.what", lang=lang) + "\n" + facts.description,
        "\n".join((title, *kinds)) if kinds else "",
        text("admin.incident.report.measures", lang=lang) + "\n" + facts.notes if facts.notes else "",
    )
    return "\n\n".join(part for part in parts if part)
