"""A member's own account: sign-in methods, and whether it is about to be deleted."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import msgspec

from balai.site.loaders.account.bounces import Bounces, read_bounces
from balai.site.loaders.people.privacy import OwnPrivacyRequest, list_own_requests
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload, SignInOptions
from balai.site.screens import NotFound, Page, PageRequest

# An administrator without the required second factor has no rights until they add one.
GET_ACCOUNT = """
select email, new_email, phone, has_password, identities, due_at, erases_texts,
  exists (select from public.administrators as a where a.user_id = auth.uid()) and not public.is_admin()
    as needs_factor,
  (select s.privacy_days from public.site_settings as s) as privacy_days,
  export.is_open, export.error, export.bytes, export.expires_at, export.next_at
from public.my_account() cross join public.my_account_export() as export
"""
LIST_PERSPECTIVES = """
select id, started_at, coalesce(ended_at, ends_at) as ends_at, reason
from public.perspectives where member_id = auth.uid() order by started_at desc limit 20
"""
LIST_INCIDENTS = "select id, language::text, subject, body, notified_at from public.my_incident_notices()"


class LinkedIdentity(Payload, frozen=True):
    """A linked identity, by the auth service's name for the provider."""

    id: UUID
    provider: str
    email: str | None
    last_sign_in_at: datetime | None


class OwnExport(Payload, frozen=True):
    """The copy of the member's data: one is being made, the last failed with `error`, or one is ready with `bytes`.

    `next_at`: when the next may be asked for; in the past or None: now.
    """

    is_open: bool
    error: Literal["too_large", "answer_key_missing", "failed"] | None
    bytes: int | None
    expires_at: datetime | None
    next_at: datetime | None


class OwnPerspective(Payload, frozen=True):
    """When an administrator saw the site as this member does, and why."""

    id: UUID
    started_at: datetime
    ends_at: datetime
    reason: str


class OwnIncidentNotice(Payload, frozen=True):
    """A notice that the member got of an incident with their data."""

    id: UUID
    language: Lang
    subject: str
    body: str
    notified_at: datetime


class SecurityPayload(Payload, frozen=True):
    """`new_email`: not confirmed yet. `due_at`: when the account is deleted, if that was requested.

    `erases_texts`: with the member's texts.

    `needs_factor`: an administrator who has no rights until they add a second factor.
    """

    email: str
    new_email: str
    phone: str
    has_password: bool
    identities: tuple[LinkedIdentity, ...]
    due_at: datetime | None
    erases_texts: bool
    needs_factor: bool
    export: OwnExport
    requests: tuple[OwnPrivacyRequest, ...]
    privacy_days: int
    perspectives: tuple[OwnPerspective, ...]
    incidents: tuple[OwnIncidentNotice, ...]
    options: SignInOptions
    bounces: Bounces | None


async def load_security(request: PageRequest) -> Page[SecurityPayload]:
    """The visitor's own account."""
    account = await request.conn.fetchrow(GET_ACCOUNT)
    if account is None:
        raise NotFound
    facts = {
        **dict(account),
        "identities": msgspec.json.decode(account["identities"], type=tuple[LinkedIdentity, ...]),
        "requests": await list_own_requests(request),
        "export": read_row(OwnExport, dict(account)),
        "perspectives": tuple(read_row(OwnPerspective, row) for row in await request.conn.fetch(LIST_PERSPECTIVES)),
        "incidents": tuple(read_row(OwnIncidentNotice, row) for row in await request.conn.fetch(LIST_INCIDENTS)),
        "options": await request.sign_in_methods(),
        "bounces": None if request.visitor is None else await read_bounces(request, request.visitor.id),
    }
    return Page(read_row(SecurityPayload, facts))
