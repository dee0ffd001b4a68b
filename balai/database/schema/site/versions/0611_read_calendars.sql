-- Calendars of hosts at other providers, read in so that private appointments occupy them. Of an event its start and end
-- alone are stored, as an absence.
create table public.read_calendars (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null references public.profiles (id) on delete cascade,
  -- The address is a secret: add_calendar() writes it and the job reads it; no role of a visitor or member does.
  address text not null check (
    char_length(address) <= 2048 and address ~ '^https://[A-Za-z0-9.-]+(:443)?([/?][!-~]*)?$'),
  -- What is shown of it.
  site text not null generated always as (substring(address from '^https://([A-Za-z0-9.-]+)')) stored,
  created_at timestamptz not null default now(),
  -- The next attempt. Moved on before each one, so no other worker takes it meanwhile.
  due_at timestamptz not null default now(),
  -- Of the last answer, for the question whether there is a newer one.
  etag text check (char_length(etag) <= 500),
  last_modified text check (char_length(last_modified) <= 100),
  -- When the times were computed: recurring events reach a year from then.
  computed_at timestamptz,
  -- The last attempt that found the calendar readable.
  read_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  failure text check (failure in ('unreachable', 'not_a_calendar', 'too_large', 'too_many')),
  constraint read_calendars_once unique (host_id, address),
  constraint read_calendars_failing check ((failure is null) = (failing_since is null))
);
create index read_calendars_due on public.read_calendars (due_at);
alter table public.read_calendars enable row level security;

-- An absence that a calendar brought follows it, and is not changed by hand.
alter table public.absences
  add column calendar_id uuid references public.read_calendars (id) on delete cascade,
  add constraint absences_of_calendar_are_plain check (calendar_id is null or (host_id is not null and note = ''));
create index absences_of_calendar on public.absences (calendar_id) where calendar_id is not null;

-- Once for each statement instead of each row: a calendar brings hundreds.
drop trigger if exists note_changed_times on public.absences;
