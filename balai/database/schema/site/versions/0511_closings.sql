-- Times that staff have closed in one act: a day, the leave of a person, a session. Nothing is offered in them.
create table public.closings (
  id uuid primary key,
  -- Null: every service, every host.
  service_id uuid references public.services (id) on delete cascade,
  host_id uuid references public.profiles (id) on delete cascade,
  span tstzrange not null,
  -- In the message to all who were booked.
  reason text not null default '' check (reason = '' or public.is_clean_line(reason, 200)),
  closed_by uuid references public.profiles (id) on delete set null,
  closed_at timestamptz not null default now(),
  undone_at timestamptz,
  constraint closings_last_some_time check (
    not isempty(span) and lower(span) is not null and upper(span) is not null
    and upper(span) <= lower(span) + interval '100 days')
);
-- What is offered looks here for every service.
create index closings_in_force on public.closings using gist (span) where undone_at is null;
create index closings_of_service on public.closings (service_id) where service_id is not null;
create index closings_of_host on public.closings (host_id) where host_id is not null;
create index closings_by_staff on public.closings (closed_by) where closed_by is not null;
create index closings_by_time on public.closings (closed_at desc);
alter table public.closings enable row level security;

-- The bookings that a closing cancelled. `sequence`: of the cancelled booking, which no later act has touched while it
-- is the same.
create table public.closing_bookings (
  closing_id uuid not null references public.closings (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  sequence integer not null,
  primary key (closing_id, booking_id)
);
create index closing_bookings_of_booking on public.closing_bookings (booking_id);
alter table public.closing_bookings enable row level security;
