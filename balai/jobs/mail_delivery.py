"""Sends the letters that wait in the mail queue.

A letter is claimed for two minutes in a transaction of its own, sent outside of any, then marked. If the worker dies in
between, another sends it when the claim has run out: at least once, and told as a repeat by its Message-ID. What the
mail server refuses for good is given up; everything else is tried again, later each time, for about three days.
"""

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

import asyncpg
import msgspec
import structlog

from balai.database.pool import Pool
from balai.database.transaction import as_owner
from balai.mail.letters import Contents, Letter
from balai.mail.sender import Mailer, Refused

BATCH = 10
CLAIM = timedelta(minutes=2)
FIRST_PAUSE_S = 15
LONGEST_PAUSE_S = 3 * 3600
MOST_ATTEMPTS = 36
TAKE = """
  update mailbox.queue set attempts = attempts + 1, next_attempt_at = clock_timestamp() + $2
  where id in (
    select id from mailbox.queue
    where sent_at is null and given_up_at is null and next_attempt_at <= clock_timestamp()
    order by next_attempt_at limit $1 for update skip locked)
  returning id, kind, recipient, language, facts, attempts
"""
# What the house calls itself in each language, where there is a site; a backend alone goes by its mail address's name.
HAS_SITE = "select to_regclass('public.site_texts') is not null"
LIST_NAMES = "select language::text, name from public.site_texts"
# What was sent is of no more use here, and holds codes that open accounts.
MARK_SENT = "update mailbox.queue set sent_at = clock_timestamp(), facts = '{}', last_error = null where id = $1"
PUT_OFF = """
  update mailbox.queue set next_attempt_at = clock_timestamp() + $2, last_error = $3
  where id = $1 and sent_at is null
"""
GIVE_UP = """
  update mailbox.queue set given_up_at = clock_timestamp(), facts = '{}', last_error = $2
  where id = $1 and sent_at is null
"""

log = structlog.get_logger("balai.jobs.mail")


class Claimed(msgspec.Struct, frozen=True):
    """A letter that this worker is to send."""

    id: UUID
    letter: Letter
    attempts: int


async def deliver_mail(pool: Pool, mailer: Mailer) -> bool:
    """Send what is due. True when more may be waiting."""
    claimed = await _claim(pool)
    await asyncio.gather(*(_deliver(pool, mailer, one) for one in claimed))
    return len(claimed) == BATCH


def pause_after(attempts: int) -> timedelta:
    """How long to wait after so many failures."""
    return timedelta(seconds=min(FIRST_PAUSE_S * 2.0 ** (attempts - 1), LONGEST_PAUSE_S))


async def _claim(pool: Pool) -> list[Claimed]:
    async with as_owner(pool) as conn:
        rows = await conn.fetch(TAKE, BATCH, CLAIM)
        has_names = bool(rows) and await conn.fetchval(HAS_SITE)
        names = {row["language"]: row["name"] for row in await conn.fetch(LIST_NAMES)} if has_names else {}
    return [_open(row, names) for row in rows]


def _open(row: asyncpg.Record, names: Mapping[str, str]) -> Claimed:
    contents = msgspec.json.decode(row["facts"], type=Contents)
    site = {"site": names[row["language"]]} if row["language"] in names else {}
    facts = {**site, **contents.facts}
    letter = Letter(row["kind"], row["recipient"], row["language"], facts, contents.attachments)
    return Claimed(row["id"], letter, row["attempts"])


async def _deliver(pool: Pool, mailer: Mailer, one: Claimed) -> None:
    try:
        await mailer.send(one.id, one.letter)
    except (Refused, KeyError, ValueError) as error:
        await _give_up(pool, one, error)
    except Exception as error:  # noqa: BLE001 - whatever keeps a letter back, it must not keep back the others
        if one.attempts >= MOST_ATTEMPTS:
            await _give_up(pool, one, error)
        else:
            await _put_off(pool, one, error)
    else:
        async with as_owner(pool) as conn:
            await conn.execute(MARK_SENT, one.id)
        log.info("mail_sent", id=str(one.id), kind=one.letter.kind)


async def _put_off(pool: Pool, one: Claimed, error: Exception) -> None:
    pause = pause_after(one.attempts)
    log.warning("mail_put_off", id=str(one.id), kind=one.letter.kind, attempts=one.attempts, error=repr(error))
    async with as_owner(pool) as conn:
        await conn.execute(PUT_OFF, one.id, pause, repr(error)[:500])


async def _give_up(pool: Pool, one: Claimed, error: Exception) -> None:
    log.error("mail_given_up", id=str(one.id), kind=one.letter.kind, attempts=one.attempts, error=repr(error))
    async with as_owner(pool) as conn:
        await conn.execute(GIVE_UP, one.id, repr(error)[:500])
