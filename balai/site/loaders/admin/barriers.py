"""Administration: blocked email domains, hosts of links and networks."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import Page, PageRequest

MAX_BARRIERS = 1000
LIST_BARRIERS = """
select b.id, b.kind, b.value, b.note, b.created_at, creator.display_name as creator_name
from public.barriers as b left join public.profiles as creator on creator.id = b.created_by
order by b.created_at desc, b.id
limit $1
"""


class Barrier(Payload, frozen=True):
    """One domain, host or network. `creator_name` is None for a deleted account."""

    id: UUID
    kind: Literal["mail", "host", "range"]
    value: str
    note: str
    created_at: datetime
    creator_name: str | None


class AdminBarriersPayload(Payload, frozen=True):
    """The blocked values, newest first."""

    barriers: tuple[Barrier, ...]


async def load_barriers(request: PageRequest) -> Page[AdminBarriersPayload]:
    """All barriers."""
    rows = await request.conn.fetch(LIST_BARRIERS, MAX_BARRIERS)
    return Page(AdminBarriersPayload(barriers=tuple(read_row(Barrier, row) for row in rows)))
