"""Reported private messages, for administrators: copies of single messages, as the row policy allows."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import PageRequest

MAX_REPORTS = 50
LIST_REPORTS = """
select report.id, report.reason, report.note, report.body, report.sent_at, report.created_at, report.status,
  report.reported_id as author_id, author.display_name as author_name, reporter.display_name as reporter_name
from public.private_reports as report
left join public.profiles as author on author.id = report.reported_id
left join public.profiles as reporter on reporter.id = report.reporter_id
where report.status = $1
order by report.created_at desc, report.id desc
limit $2
"""


class PrivateReport(Payload, frozen=True):
    """A reported private message. Names are None for deleted accounts."""

    id: UUID
    reason: Literal["spam", "abuse", "private", "other"]
    note: str
    body: str
    sent_at: datetime
    created_at: datetime
    status: Literal["open", "upheld", "dismissed"]
    author_id: UUID | None
    author_name: str | None
    reporter_name: str | None


async def list_private_reports(request: PageRequest, status: str) -> tuple[PrivateReport, ...]:
    """The newest reports of one state."""
    rows = await request.conn.fetch(LIST_REPORTS, status, MAX_REPORTS)
    return tuple(read_row(PrivateReport, row) for row in rows)
