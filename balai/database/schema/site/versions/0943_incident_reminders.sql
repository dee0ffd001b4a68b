-- When administrators were reminded that the authority has to be notified of an incident.
alter table public.incidents add column reminded_at timestamptz;
create index incidents_to_remind on public.incidents (due_at)
  where closed_at is null and reported_at is null and reminded_at is null;
