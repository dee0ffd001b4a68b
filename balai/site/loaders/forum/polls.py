"""The poll of a post, with the counts that the visitor may see and their own vote."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import msgspec

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import PageRequest

if TYPE_CHECKING:
    import asyncpg

SHOW_POLL = """
select id, question, max_choices, results, closes_at, is_closed, voter_count, own, options::text
from public.show_poll($1)
"""


class ForumPollOption(Payload, frozen=True):
    """An option. `votes`: None while the visitor may not see the counts."""

    number: int
    label: str
    votes: int | None


class ForumPoll(Payload, frozen=True):
    """A poll. `own`: the numbers that the visitor voted for, while it is open. `results`: when counts are shown."""

    id: UUID
    question: str
    options: tuple[ForumPollOption, ...]
    max_choices: int
    results: Literal["always", "voted", "closed"]
    closes_at: datetime | None
    is_closed: bool
    voter_count: int
    own: tuple[int, ...]
    can_close: bool


async def read_poll(request: PageRequest, post: "asyncpg.Record") -> ForumPoll | None:
    """The poll of a post; None if it has none. `can_close` only controls the button."""
    if post["poll_id"] is None:
        return None
    row = await request.conn.fetchrow(SHOW_POLL, post["id"])
    if row is None:
        return None
    is_mine = request.visitor is not None and request.visitor.id == post["author_id"]
    facts = {
        **dict(row),
        "own": tuple(row["own"]),
        "options": msgspec.json.decode(row["options"], type=tuple[ForumPollOption, ...]),
        "can_close": (is_mine or post["can_moderate"]) and not row["is_closed"],
    }
    return read_row(ForumPoll, facts)
