"""Emails to a member that came back, for the member and for staff who see the address."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import PageRequest

FIND = "select is_stopped, reason, status, bounced_at, retry_at from public.bounces_of($1)"


class Bounces(Payload, frozen=True):
    """The state of an address. `is_stopped`: only emails about sign-in and security go there.

    `status`: the code of the other server. `retry_at`: when the member may try again; None: now.
    """

    is_stopped: bool
    reason: Literal["unknown", "full", "refused", "unreachable"]
    status: str
    bounced_at: datetime
    retry_at: datetime | None


async def read_bounces(request: PageRequest, member: UUID) -> Bounces | None:
    """None: no email came back lately."""
    row = await request.conn.fetchrow(FIND, member)
    return None if row is None else read_row(Bounces, row)
