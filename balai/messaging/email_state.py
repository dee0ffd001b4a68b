"""Whether emails leave this instance, for its administrators, its visitors, `balai doctor` and `GET /healthz`."""

import time
from typing import Literal, TypeAlias

import structlog

from balai.database.pool import UNAVAILABLE, Connection, Pool
from balai.database.transaction import as_owner
from balai.messaging.email_account import HAS_ACCOUNT
from balai.settings import Settings

# "off": neither an SMTP server, nor a hook, nor a mailbox that is shown. "failing": the last attempts failed.
EmailState: TypeAlias = Literal["ok", "off", "failing"]
CACHE_TTL_S = 15.0
# The first retry, which comes after 15 seconds: shorter outages delay emails without harm.
MIN_ATTEMPTS = 2
# A message that was attempted in vain after the last email was sent. `next_attempt_at` minus the backoff
# (jobs/message_delivery.py) is the time of its last attempt. A code that expired in the queue counts for a day.
IS_FAILING = """
select exists (
  select from mailbox.queue
  where channel = 'mail' and attempts >= $1
    and (sent_at is null and given_up_at is null and last_error is not null
         and next_attempt_at - make_interval(secs => least(15 * 2.0 ^ (attempts - 1), 10800)) > last.sent_at
      or given_up_at > greatest(last.sent_at, clock_timestamp() - interval '1 day') and last_error like '%expired%'))
from (
  select coalesce(max(sent_at), '-infinity') as sent_at from (
    select sent_at from mailbox.queue
    where (sent_at is not null or given_up_at is not null) and sent_at is not null and channel = 'mail'
    order by coalesce(sent_at, given_up_at) desc limit 1
  ) as newest
) as last
"""

log = structlog.get_logger("balai.messaging.email_state")


def has_email_route(settings: Settings) -> bool:
    """Whether the operator's settings let emails go anywhere that recipients or this machine's user can read them."""
    return bool(settings.smtp_url or settings.hook_send_email or settings.mailbox)


async def read_email_state(conn: Connection, settings: Settings) -> EmailState:
    """The state as the queue shows it."""
    if not has_email_route(settings) and not await conn.fetchval(HAS_ACCOUNT):
        return "off"
    return "failing" if await conn.fetchval(IS_FAILING, MIN_ATTEMPTS) else "ok"


class EmailMonitor:
    """Reads the state at most every 15 seconds. While the database is unavailable, the last state is used."""

    def __init__(self, pool: Pool, settings: Settings) -> None:
        self._pool = pool
        self._settings = settings
        self._state: EmailState = "ok" if has_email_route(settings) else "off"
        self._expires_at = 0.0

    def forget(self) -> None:
        """Read the state again at the next question: an account was stored or removed."""
        self._expires_at = 0.0

    async def state(self) -> EmailState:
        """Whether emails leave."""
        if time.monotonic() >= self._expires_at:
            self._expires_at = time.monotonic() + CACHE_TTL_S
            try:
                async with as_owner(self._pool) as conn:
                    self._state = await read_email_state(conn, self._settings)
            except UNAVAILABLE as error:
                log.warning("email_state_unreadable", error=str(error) or type(error).__name__)
        return self._state
