"""The trust level of a member, with what is missing for the next one."""

from typing import Literal
from uuid import UUID

import msgspec

from balai.site.payloads import Payload
from balai.site.screens import PageRequest

EXPLAIN = "select public.explain_trust($1)"
TrustFactName = Literal["topics", "replies", "minutes", "days", "recent_days", "recent_topics", "answered", "thanked"]


class TrustFact(Payload, frozen=True):
    """One condition of the next level: how much it asks for, and how much of that there is."""

    level: int
    fact: TrustFactName
    needed: int
    had: int


class Trust(Payload, frozen=True):
    """A level from 0 to 3. `pinned_level`: set by an administrator. Staff have no limits at all."""

    level: int
    is_staff: bool
    pinned_level: int | None
    facts: tuple[TrustFact, ...]


async def explain_trust(request: PageRequest, member: UUID | None = None) -> Trust:
    """The level of the visitor, or of a member for administrators."""
    return msgspec.json.decode(await request.conn.fetchval(EXPLAIN, member), type=Trust)
