"""Fills an empty site with the sample content: Balai Harmoni, a neighbourhood centre in George Town, Penang.

Rows are written as users would write them: by the same functions and rules, as their authors. Only the times are set,
relative to now, so that the content is recent on any day. All in one transaction: the site is filled or unchanged.
"""

from datetime import UTC, datetime

from balai.database.pool import Connection, Pool
from balai.database.transaction import advisory_lock, as_owner
from balai.demo.articles import add_articles
from balai.demo.bookings import add_bookings
from balai.demo.forum import add_comments, add_forums, add_posts, add_translations
from balai.demo.pages import add_pages
from balai.demo.people import DEMO_MEMBERS, add_people
from balai.demo.resources import add_resources
from balai.demo.services import add_services
from balai.demo.site_settings import add_site_settings
from balai.demo.ties import add_ties

__all__ = ["DEMO_MEMBERS", "load_demo"]

IS_EMPTY = """
select not exists (select from public.articles) and not exists (select from public.posts)
  and not exists (select from public.services) and not exists (select from public.resources)
"""
# The tables have no statistics yet, so most statements would be planned again for each row: twice the time.
PLAN_ONCE = "set local plan_cache_mode = force_generic_plan"
# Sample content must not send emails.
CLEAR_OUTBOX = "delete from public.outbox"
CLEAR_NOTICES = "delete from public.notice_deliveries"
CLEAR_FAN_OUTS = "delete from public.notice_fan_outs"


async def load_demo(pool: Pool) -> bool:
    """Fill the site if it is empty; return whether it was."""
    async with as_owner(pool) as connection:
        # Two nodes may start with --demo at once: the second waits, and finds the site filled.
        await advisory_lock(connection, "demo")
        if not await connection.fetchval(IS_EMPTY):
            return False
        await connection.execute(PLAN_ONCE)
        await _add_all(connection, datetime.now(UTC))
    return True


async def _add_all(connection: Connection, now: datetime) -> None:
    people = await add_people(connection, now)
    await add_site_settings(connection, now)
    await add_pages(connection, people)
    await add_articles(connection, people, now)
    await add_forums(connection)
    await add_comments(connection, people, now)
    await add_posts(connection, people, now)
    await add_translations(connection, people)
    await add_resources(connection, people)
    await add_services(connection, people, now)
    await add_bookings(connection, people, now)
    await add_ties(connection, people, now)
    for statement in (CLEAR_OUTBOX, CLEAR_NOTICES, CLEAR_FAN_OUTS):
        await connection.execute(statement)
