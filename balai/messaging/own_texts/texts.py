"""The texts of a service for its messages: which there are, how they are found, and how they join the standard ones.

A message takes the variables `own_subject`, `own_body`, `addition` and `own_sms` with it. They are filled in like the
standard templates when it is sent, and escaped like all text. An empty part leaves the standard one.
"""

from typing import Literal, TypeAlias, get_args
from uuid import UUID

import msgspec

from balai.database.pool import Connection
from balai.messaging.templates import TEMPLATES

# In the order of the editor. Also in schema/site/checks/messages.sql.
OwnKind: TypeAlias = Literal[
    "booking_confirmed",
    "booking_changed",
    "booking_handed_over",
    "booking_cancelled",
    "booking_cancelled_by_site",
    "booking_closed",
    "booking_reminder",
    "booking_reminder_soon",
    "booking_follow_up",
    "booking_requested",
    "booking_declined",
    "booking_request_over",
    "booking_waiting",
    "booking_offered",
    "booking_offer_over",
    "booking_promoted",
]
KINDS: tuple[OwnKind, ...] = get_args(OwnKind)
PLACEHOLDERS = ("name", "service", "when", "date", "time", "until", "place", "host", "link", "site", "reason", "offers")
# These share the standard text of another kind.
STANDARD = {"booking_closed": "booking_cancelled_by_site", "booking_reminder_soon": "booking_reminder"}
READ = """
select subject, body, addition, sms from public.service_messages
where service_id = $1 and kind = $2 and language = $3::public.language
"""


class OwnTexts(msgspec.Struct, frozen=True):
    """The parts of one message in one language; an empty one leaves the standard text."""

    subject: str = ""
    body: str = ""
    addition: str = ""
    sms: str = ""

    def variables(self) -> dict[str, str]:
        """The values stored with a message."""
        parts = {"own_subject": self.subject, "own_body": self.body, "addition": self.addition, "own_sms": self.sms}
        return {name: text for name, text in parts.items() if text}


def standard_kind(kind: str) -> str:
    """The kind whose templates a message has."""
    return STANDARD.get(kind, kind)


def standard_texts(kind: OwnKind, language: str) -> OwnTexts:
    """The standard texts of a message."""
    templates = TEMPLATES[language]
    template = templates.emails[standard_kind(kind)]
    sms = templates.sms.get(standard_kind(kind)) or f"{template.subject} {{url}}"
    return OwnTexts(template.subject, template.lead, "", sms.replace("{url}", "{link}"))


async def find_own_texts(conn: Connection, service: UUID, kind: str, language: str) -> OwnTexts:
    """The own texts of a service for a message; empty where it uses the standard texts."""
    row = await conn.fetchrow(READ, service, kind, language)
    return OwnTexts(**dict(row)) if row else OwnTexts()
