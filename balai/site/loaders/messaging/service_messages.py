"""Administration: the texts of one service for its messages, beside the standard ones."""

from datetime import datetime
from uuid import UUID

from balai.messaging.own_texts.texts import KINDS, PLACEHOLDERS, OwnKind, standard_texts
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest

GET_SERVICE = """
select s.id, t.name, t.language as lang
from public.services as s cross join lateral public.service_text(s.id, $2::public.language) as t
where s.id = $1
"""
LIST_OWN = """
select m.kind, m.language as lang, m.subject, m.body, m.addition, m.sms, m.changed_at, p.display_name as changed_by
from public.service_messages as m left join public.profiles as p on p.id = m.changed_by
where m.service_id = $1
"""


class StandardMessage(Payload, frozen=True):
    """The standard texts of one message in one language."""

    kind: OwnKind
    lang: Lang
    subject: str
    body: str
    sms: str


class OwnMessage(Payload, frozen=True):
    """The own texts of a service. Empty parts are the standard ones. `changed_by`: None if that account is deleted."""

    kind: OwnKind
    lang: Lang
    subject: str
    body: str
    addition: str
    sms: str
    changed_at: datetime
    changed_by: str | None


class ServiceMessagesPayload(Payload, frozen=True):
    """`placeholders`: what texts may name. `has_sms`: the site can send SMS."""

    id: UUID
    name: str
    lang: Lang
    kinds: tuple[OwnKind, ...]
    placeholders: tuple[str, ...]
    standard: tuple[StandardMessage, ...]
    own: tuple[OwnMessage, ...]
    has_sms: bool


async def load_service_messages(request: PageRequest) -> Page[ServiceMessagesPayload]:
    """Every message of a service, in the languages that the site offers."""
    service = await request.conn.fetchrow(GET_SERVICE, request.uuid("serviceId"), request.lang)
    if service is None:
        raise NotFound
    own = await request.conn.fetch(LIST_OWN, service["id"])
    standard = tuple(_standard(kind, lang) for kind in KINDS for lang in request.site.languages)
    methods = await request.sign_in_methods()
    return Page(
        ServiceMessagesPayload(
            id=service["id"],
            name=service["name"],
            lang=service["lang"],
            kinds=KINDS,
            placeholders=PLACEHOLDERS,
            standard=standard,
            own=tuple(read_row(OwnMessage, row) for row in own),
            has_sms=methods.phone,
        )
    )


def _standard(kind: OwnKind, lang: Lang) -> StandardMessage:
    texts = standard_texts(kind, lang)
    return StandardMessage(kind, lang, texts.subject, texts.body, texts.sms)
