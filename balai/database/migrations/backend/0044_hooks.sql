-- What hooks were asked and how it ended: every delivery, and of all others what was refused or failed. The operator
-- reads it by GET /auth/v1/admin/hook-calls; it is kept for thirty days.

set local lock_timeout = '5s';

create table auth.hook_calls (
  id uuid primary key,
  hook text not null,
  called_at timestamptz not null default clock_timestamp(),
  attempts int not null default 1,
  took_ms int not null,
  outcome text not null check (outcome in ('answered', 'refused', 'failed')),
  status int,
  error text
);
create index hook_calls_called_at_idx on auth.hook_calls (called_at desc, id);
alter table auth.hook_calls enable row level security;
