"""The counts beside the areas of the administration: one query for each of its pages."""

from balai.database.pool import Connection
from balai.site.payloads import AdminWaiting

# Above this the page shows "99+".
MAX_COUNT = 100
OPEN_REQUESTS = "select starts_at from public.bookings where status = 'waiting' and request_until > now()"
# Each count is one range of an index: desk_cases_by_state, messages_open, bookings_by_start, bookings_requested_until,
# group_members_asking, article_reviews_waiting, privacy_requests_by_due.
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
  (select count(*) from ({OPEN_REQUESTS} limit {MAX_COUNT}) as few) as requests,
  (select (min(open.starts_at) at time zone $1)::date from ({OPEN_REQUESTS}) as open) as requested_day,
  (select count(*) from (
    select from public.group_members where status = 'asked' and member_id <> auth.uid() limit {MAX_COUNT}
  ) as few) as asking,
  (select count(*) from (
    select from public.article_reviews as review
    join public.articles as article on article.id = review.article_id and article.deleted_at is null
    where review.outcome is null and array[public.site_scope(), article.group_id] && (
      (select public.my_scopes('edit')) || case when review.language <> article.source_language
        then (select public.my_scopes('translate')) else '{{}}' end)
    limit {MAX_COUNT}
  ) as few) as reviews,
  public.count_failed_messages({MAX_COUNT}) as failed,
  (select count(*) from public.health_findings
    where state <> 'good' and code not in ('email_off', 'email_failing', 'messages_failed')) as unhealthy,
  (select count(*) from (
    select from public.privacy_requests where closed_at is null and public.may('export') limit {MAX_COUNT}
  ) as few) as privacy,
  (select count(*) from (
    select from public.privacy_requests
    where closed_at is null and due_on < (now() at time zone $1)::date and public.may('export') limit {MAX_COUNT}
  ) as few) as overdue_privacy
"""  # noqa: S608 - a number of ours


async def read_waiting(conn: Connection, time_zone: str) -> AdminWaiting:
    """The waiting items, as row policies show them to the caller."""
    row = await conn.fetchrow(COUNT_WAITING, time_zone)
    return AdminWaiting(**dict(row or {}), count_to=MAX_COUNT)
