"""Administration: the state of the site as its jobs found it last, and the backups."""

from datetime import datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from balai.site.loaders.rows import read_row
from balai.site.payloads import Payload
from balai.site.screens import Page, PageRequest

if TYPE_CHECKING:
    import asyncpg

Subject: TypeAlias = Literal[
    "database",
    "data_folder",
    "files",
    "backup_folder",
    "backup",
    "backup_copy",
    "restore_test",
    "email",
    "email_records",
    "jobs",
]
State: TypeAlias = Literal["good", "attention", "problem"]
MAX_BACKUPS = 50
# Findings are stored every five minutes.
LIST_FINDINGS = """
select subject, state, code, details, checked_at from public.health_findings
order by array_position(array['problem', 'attention', 'good'], state),
  array_position(array[
    'backup', 'backup_copy', 'restore_test', 'backup_folder', 'database', 'data_folder', 'files', 'email',
    'email_records', 'jobs'
  ], subject)
limit 20
"""
ARE_OLD = "select coalesce(min(checked_at) < now() - interval '20 minutes', false) from public.health_findings"
LIST_BACKUPS = """
select file, bytes, started_at as made_at, scheduled_for is not null as is_scheduled
from public.backups where is_stored order by started_at desc limit $1
"""
GET_OPEN = "select started_at is not null from public.backups where ended_at is null"


class HealthDetails(Payload, frozen=True):
    """Values of the sentence. `reason`: why emails fail, as of a message that was not delivered."""

    bytes: int | None = None
    count: int | None = None
    at: datetime | None = None
    folder: str | None = None
    error: str | None = None
    reason: Literal["expired", "limit", "no_provider", "unreachable", "refused"] | None = None


class HealthResult(Payload, frozen=True):
    """The last result of one check. `code`: the finding, which the interface has a sentence and an advice for."""

    subject: Subject
    state: State
    code: str
    details: HealthDetails


class StoredBackup(Payload, frozen=True):
    """A backup in the folder."""

    file: str
    bytes: int
    made_at: datetime
    is_scheduled: bool


class HealthPayload(Payload, frozen=True):
    """`are_old`: no findings were stored for some time. `open_backup`: the one that waits or is being made."""

    findings: tuple[HealthResult, ...]
    checked_at: datetime | None
    are_old: bool
    backups: tuple[StoredBackup, ...]
    open_backup: Literal["waiting", "running"] | None


async def load_health(request: PageRequest) -> Page[HealthPayload]:
    """The findings, problems first, and the stored backups, the newest first."""
    conn = request.conn
    rows = await conn.fetch(LIST_FINDINGS)
    is_running = await conn.fetchval(GET_OPEN)
    backups = await conn.fetch(LIST_BACKUPS, MAX_BACKUPS)
    return Page(
        HealthPayload(
            findings=tuple(_result(row) for row in rows),
            checked_at=min((row["checked_at"] for row in rows), default=None),
            are_old=await conn.fetchval(ARE_OLD),
            backups=tuple(read_row(StoredBackup, row) for row in backups),
            open_backup=None if is_running is None else "running" if is_running else "waiting",
        )
    )


def _result(row: "asyncpg.Record") -> HealthResult:
    details = msgspec.json.decode(row["details"], type=HealthDetails)
    return read_row(HealthResult, {**dict(row), "details": details})
