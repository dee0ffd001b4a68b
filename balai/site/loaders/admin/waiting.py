"""The counts beside the areas of the administration: one query for each of its pages."""

from balai.database.pool import Connection
from balai.site.screens import AdminWaiting

# Above this the page shows "99+".
MAX_COUNT = 100
# Each count is one range of an index: desk_cases_by_state, messages_open, bookings_by_start.
COUNT_WAITING = f"""
select
  public.desk_count({MAX_COUNT}) as cases,
  (select count(*) from (select from public.messages where handled_at is null limit {MAX_COUNT}) as few) as messages,
  (select count(*) from (
    select from public.bookings
    where status = 'booked' and starts_at >= now()
      and starts_at < (date_trunc('day', now() at time zone $1) + interval '1 day') at time zone $1
    limit {MAX_COUNT}
  ) as few) as bookings,
  public.count_failed_messages({MAX_COUNT}) as failed
"""  # noqa: S608 - a number of ours


async def read_waiting(conn: Connection, time_zone: str) -> AdminWaiting:
    """The waiting items, as row policies show them to the caller."""
    row = await conn.fetchrow(COUNT_WAITING, time_zone)
    return AdminWaiting(**dict(row or {}), count_to=MAX_COUNT)
