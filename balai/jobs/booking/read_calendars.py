"""Reads the calendars of hosts at other providers, so that private appointments occupy them (decision 0186).

Each is asked for at most every 15 minutes, and after failures less often, up to every six hours. The times that were
read last hold until the calendar is readable again or removed. The address is a secret: it stands in no log.
"""

import asyncio
import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.http.client import OutgoingHttpClient, RequestFailed, ResponseTooLarge
from balai.jobs.booking.busy_times import Found, Task

MAX_BYTES = 4_000_000
READ_TIMEOUT_S = 40.0
ACCEPT = "text/calendar"
# A service can be booked 400 days ahead, and what was computed holds for a day.
WINDOW = timedelta(days=402)
# Also what an unchanged file has, at a later date.
CLAIM = """
update public.read_calendars as c set due_at = now() + interval '15 minutes' * least(power(2, c.failures), 24)
from public.profiles as p
where p.id = c.host_id and c.id = (
  select due.id from public.read_calendars as due
  where due.due_at <= now() and exists (select from public.service_hosts as h where h.host_id = due.host_id)
  order by due.due_at limit 1 for update skip locked)
returning c.id, c.address, p.time_zone,
  case when c.computed_at > now() - interval '1 day' then c.etag end as etag,
  case when c.computed_at > now() - interval '1 day' then c.last_modified end as last_modified
"""
TAKE = "select public.take_busy_times($1, $2, $3, $4, $5)"
UNCHANGED = """
update public.read_calendars set read_at = now(), failures = 0, failing_since = null, failure = null where id = $1
"""
FAILED = """
update public.read_calendars set failures = least(failures + 1, 100), failing_since = coalesce(failing_since, now()),
  failure = $2
where id = $1
"""

log = structlog.get_logger("balai.jobs.booking.read_calendars")


class _Failed(Exception):
    def __init__(self, failure: str) -> None:
        super().__init__(failure)
        self.failure = failure


async def read_due_calendar(pool: Pool, outgoing: OutgoingHttpClient, site_url: str) -> bool:
    """Read the calendar that is due first. True when more may be due."""
    async with as_owner(pool) as conn:
        wanted = await conn.fetchrow(CLAIM)
    if wanted is None:
        return False
    try:
        values = await _read(outgoing, wanted, urlsplit(site_url).hostname or "localhost")
    except _Failed as error:
        log.info("calendar_not_read", calendar=str(wanted["id"]), failure=error.failure)
        async with as_owner(pool) as conn:
            await conn.execute(FAILED, wanted["id"], error.failure)
        return True
    async with as_owner(pool) as conn:
        if values is None:
            await conn.execute(UNCHANGED, wanted["id"])
        else:
            await conn.execute(TAKE, wanted["id"], *values)
    return True


async def _read(outgoing: OutgoingHttpClient, wanted: Any, site: str) -> tuple[Any, ...] | None:
    """The arguments of TAKE; None: nothing has changed."""
    try:
        answer = await outgoing.download_newer(
            wanted["address"],
            max_bytes=MAX_BYTES,
            accept=ACCEPT,
            etag=wanted["etag"],
            last_modified=wanted["last_modified"],
        )
    except ResponseTooLarge:
        raise _Failed("too_large") from None
    except RequestFailed:
        # Its text has the address.
        raise _Failed("unreachable") from None
    if answer is None:
        return None
    now = datetime.now(UTC)
    start, end = int(now.timestamp()), int((now + WINDOW).timestamp())
    found = await read_apart(answer.body, Task(start - start % 3600, end - end % 3600, wanted["time_zone"], site))
    if found.failure is not None:
        raise _Failed(found.failure)
    starts, ends = ([datetime.fromtimestamp(span[side], UTC) for span in found.spans] for side in (0, 1))
    return starts, ends, _short(answer.etag, 500), _short(answer.last_modified, 100)


async def read_apart(body: bytes, task: Task) -> Found:
    """Read a file in a process with limits. One that reaches them has too much in it."""
    arguments = ("-I", "-m", "balai.jobs.booking.busy_times", msgspec.json.encode(task).decode())
    pipe = asyncio.subprocess.PIPE
    # Without an environment: the site's has its secrets.
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, env={}
    )
    try:
        async with asyncio.timeout(READ_TIMEOUT_S):
            written, _ = await process.communicate(body)
        return msgspec.json.decode(written, type=Found)
    except (TimeoutError, msgspec.MsgspecError):
        return Found(failure="too_many")
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _short(value: str | None, longest: int) -> str | None:
    """A header that is too long to be stored is not sent back."""
    return value if value is not None and len(value) <= longest else None
