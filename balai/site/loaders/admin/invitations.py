"""Administration of invitations: the issued ones, one of them with its QR code; and one member."""

from datetime import datetime
from typing import Literal
from uuid import UUID

import segno

from balai.site.loaders.account.bounces import Bounces, read_bounces
from balai.site.loaders.people.trust import Trust, explain_trust
from balai.site.loaders.rights.roles import (
    MemberRoles,
    Role,
    RoleScope,
    read_member_roles,
    read_roles,
    read_scopes,
)
from balai.site.loaders.rows import read_row
from balai.site.payloads import Lang, Payload
from balai.site.screens import NotFound, Page, PageRequest, encode_cursor

PAGE_SIZE = 20
START = (datetime.fromisoformat("9999-01-01T00:00:00+00:00"), UUID(int=2**128 - 1))
LIST = """
select id, token, note, language, makes_administrator, role_id, group_id, max_uses, used, created_at, expires_at,
  address, sent_at, public.state_of_invitation(i) as state
from public.invitations as i
where (created_at, id) < ($1, $2)
order by created_at desc, id desc
limit $3
"""
SHOW_MEMBER = """
select id, display_name, picture_url, email, language, is_admin, created_at, is_deleted, due_at, erases_texts
from public.show_member($1)
"""


InvitationState = Literal["open", "revoked", "used", "expired"]


class Invitation(Payload, frozen=True):
    """One invitation. `url` only while it is open. `qr`, an SVG as a data URL, only of the requested one.

    `address`: the email address or phone number that it is sent to; `sent_at`: when that was queued.
    """

    id: UUID
    note: str
    language: Lang
    makes_administrator: bool
    role_id: UUID | None
    group_id: UUID | None
    max_uses: int | None
    used: int
    expires_at: datetime
    state: InvitationState
    address: str | None
    sent_at: datetime | None
    url: str | None
    qr: str | None


class InvitationsPayload(Payload, frozen=True):
    """A page of invitations, newest first, and the roles and groups that a new one can give.

    `sends_sms`: one can be sent to a phone number.
    """

    invitations: tuple[Invitation, ...]
    roles: tuple[Role, ...]
    groups: tuple[RoleScope, ...]
    sends_sms: bool
    next: str | None


class MemberPayload(Payload, frozen=True):
    """One member. The browser reads their account from the auth service. `roles`, `trust`: for administrators.

    `bounces`: whether emails to the address came back lately.

    `is_deleted`: an administrator has deleted the account, until `due_at` it waits. `due_at` alone: the member's wish.
    `erases_texts`: with their texts.
    """

    id: UUID
    display_name: str
    picture_url: str | None
    email: str
    language: Lang
    is_admin: bool
    created_at: datetime
    is_deleted: bool
    due_at: datetime | None
    erases_texts: bool
    roles: MemberRoles | None
    trust: Trust | None
    bounces: Bounces | None


async def load_invitations(request: PageRequest) -> Page[InvitationsPayload]:
    """The issued invitations."""
    after = request.after(tuple[datetime, UUID]) or START
    rows = await request.conn.fetch(LIST, *after, PAGE_SIZE + 1)
    shown = rows[:PAGE_SIZE]
    next_cursor = encode_cursor(shown[-1]["created_at"], shown[-1]["id"]) if len(rows) > PAGE_SIZE else None
    wanted = request.query.get("show")
    invitations = []
    for row in shown:
        path = request.path_to("signup", lang=row["language"], query={"invite": row["token"]})
        url = request.absolute(path) if row["state"] == "open" else None
        qr = segno.make(url, error="m").svg_data_uri(scale=6) if url and str(row["id"]) == wanted else None
        invitations.append(read_row(Invitation, {**dict(row), "url": url, "qr": qr}))
    may_give = request.visitor is not None and request.visitor.is_admin
    roles = await read_roles(request) if may_give else ()
    scopes = await read_scopes(request) if may_give else ()
    groups = tuple(scope for scope in scopes if scope.kind == "group")
    options = await request.sign_in_methods()
    return Page(InvitationsPayload(tuple(invitations), roles, groups, options.phone, next_cursor))


async def load_member(request: PageRequest) -> Page[MemberPayload]:
    """One member."""
    row = await request.conn.fetchrow(SHOW_MEMBER, request.uuid("memberId"))
    if row is None:
        raise NotFound
    is_admin = request.visitor is not None and request.visitor.is_admin
    roles = await read_member_roles(request, row["id"]) if is_admin else None
    trust = await explain_trust(request, row["id"]) if is_admin else None
    bounces = await read_bounces(request, row["id"])
    return Page(read_row(MemberPayload, {**dict(row), "roles": roles, "trust": trust, "bounces": bounces}))
