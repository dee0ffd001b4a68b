-- Services, their opening hours and exceptions, slots and bookings.
-- Weekly hours say when a service is open. An exception replaces them for one day; one without a service closes or
-- shortens the day for the whole site.

create extension if not exists btree_gist;

create type public.service_kind as enum ('appointment', 'session');

create table public.services (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80 and slug <> 'view'),
  kind public.service_kind not null,
  host_id uuid references public.profiles (id) on delete set null,
  is_online boolean not null default false,
  duration_minutes integer not null check (duration_minutes between 5 and 1440),
  buffer_before_minutes integer not null default 0 check (buffer_before_minutes between 0 and 240),
  buffer_after_minutes integer not null default 0 check (buffer_after_minutes between 0 and 240),
  capacity integer not null default 1 check (capacity between 1 and 1000),
  per_person integer not null default 1 check (per_person between 1 and 50),
  notice_minutes integer not null default 120 check (notice_minutes between 0 and 43200),
  window_days integer not null default 60 check (window_days between 1 and 400),
  cancel_until_minutes integer not null default 120 check (cancel_until_minutes between 0 and 43200),
  time_zone text not null check (public.is_time_zone(time_zone)),
  is_active boolean not null default true,
  position integer not null default 0,
  -- Rises with every save: an editor names the version that they opened. It is also part of the SEQUENCE of calendar
  -- files.
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint services_per_person_fits check (per_person <= capacity),
  constraint services_appointment_is_for_one check (kind = 'session' or capacity = 1)
);
create index services_in_order on public.services (position, id);
create index services_of_host on public.services (host_id);
alter table public.services enable row level security;

-- The address of the online meeting lets clients join, so it is separate from the public columns.
create table public.service_links (
  service_id uuid primary key references public.services (id) on delete cascade,
  online_url text not null check (online_url ~ '^https://[^[:space:]]+$' and char_length(online_url) <= 500)
);
alter table public.service_links enable row level security;

create table public.service_texts (
  service_id uuid not null references public.services (id) on delete cascade,
  language public.language not null,
  name text not null check (public.is_clean_line(name, 120)),
  description text not null default '' check (char_length(description) <= 4000),
  place text not null default '' check (place = '' or public.is_clean_line(place, 200)),
  primary key (service_id, language)
);
alter table public.service_texts enable row level security;

create table public.service_hours (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id) on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  constraint service_hours_open_before_close check (opens < closes),
  constraint service_hours_do_not_overlap
    exclude using gist (service_id with =, weekday with =, public.day_span(opens, closes) with &&)
);
alter table public.service_hours enable row level security;

-- Without a service it holds for the whole site; without times the day is closed. The years are limited to 1 to 9999:
-- clients cannot parse others, and one such row broke the list of services.
create table public.service_exceptions (
  id uuid primary key default gen_random_uuid(),
  service_id uuid references public.services (id) on delete cascade,
  day date not null,
  opens time,
  closes time,
  note text not null default '' check (note = '' or public.is_clean_line(note, 120)),
  constraint service_exceptions_in_reach check (day between '0001-01-01' and '9999-12-31'),
  constraint service_exceptions_both_times check ((opens is null) = (closes is null)),
  constraint service_exceptions_open_before_close check (opens < closes),
  constraint service_exceptions_do_not_overlap exclude using gist (
    (coalesce(service_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
    day with =,
    public.day_span(opens, closes) with &&
  )
);
create index service_exceptions_by_day on public.service_exceptions (day);
alter table public.service_exceptions enable row level security;

create table public.outbox (
  id bigint generated always as identity primary key,
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (
    kind in ('booking_confirmed', 'booking_changed', 'booking_cancelled', 'booking_waiting', 'booking_promoted')
  ),
  details jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index outbox_to_send on public.outbox (next_attempt_at, id) where sent_at is null;

-- No policy and no grant: only the functions that queue emails and the job that sends them use it.
alter table public.outbox enable row level security;
create index outbox_by_recipient on public.outbox (recipient_id, created_at);

create table public.slots (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null references public.services (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  busy tstzrange not null,
  host_id uuid references public.profiles (id) on delete set null,
  -- The host that the slot occupies, or the service if it has no host.
  occupies uuid not null generated always as (coalesce(host_id, service_id)) stored,
  capacity integer not null,
  taken integer not null default 0,
  unique (service_id, starts_at),
  constraint slots_last_some_time check (starts_at < ends_at),
  constraint slots_busy_while_they_last check (busy @> tstzrange(starts_at, ends_at)),
  constraint slots_never_overbooked check (taken between 0 and capacity),
  constraint slots_never_in_two_places exclude using gist (occupies with =, busy with &&) where (taken > 0)
);
alter table public.slots enable row level security;
create index slots_of_host on public.slots (host_id) where host_id is not null;

create type public.booking_status as enum ('booked', 'waiting', 'cancelled');

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  slot_id uuid not null references public.slots (id),
  service_id uuid not null references public.services (id),
  member_id uuid not null references public.profiles (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  party_size integer not null default 1 check (party_size between 1 and 1000),
  note text not null default '' check (char_length(note) <= 1000),
  status public.booking_status not null default 'booked',
  -- SEQUENCE of the calendar file: rises with every change that calendars must follow.
  sequence integer not null default 0,
  waiting_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  constraint bookings_cancelled_at_some_time check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint bookings_waiting_since_some_time check ((status = 'waiting') = (waiting_since is not null))
);
create unique index bookings_once_a_slot on public.bookings (slot_id, member_id) where status <> 'cancelled';
create index bookings_waiting on public.bookings (slot_id, waiting_since, id) where status = 'waiting';
create index bookings_of_member on public.bookings (member_id, starts_at desc, id desc);
create index bookings_by_start on public.bookings (starts_at, id);
create index bookings_of_service on public.bookings (service_id, starts_at, id);
alter table public.bookings enable row level security;

create type public.booking_detail as (
  id uuid,
  status public.booking_status,
  starts_at timestamptz,
  ends_at timestamptz,
  party_size integer,
  note text,
  sequence integer,
  waiting_position integer,
  created_at timestamptz,
  updated_at timestamptz,
  cancelled_at timestamptz,
  member_id uuid,
  member_name text,
  host_id uuid,
  host_name text,
  service_id uuid,
  service_slug text,
  kind public.service_kind,
  time_zone text,
  cancel_until_minutes integer,
  is_active boolean,
  is_online boolean,
  text_language public.language,
  name text,
  description text,
  place text,
  online_url text
);

-- Announces a change of a service's free places to everyone, without the bookings. Rows are only added, so concurrent
-- bookings do not wait for each other; the cleanup job deletes them.
create table public.slot_notices (
  id bigint generated always as identity primary key,
  service_id uuid not null references public.services (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index slot_notices_by_age on public.slot_notices (created_at);
create index slot_notices_by_service on public.slot_notices (service_id);
alter table public.slot_notices enable row level security;

-- The cleanup job deletes sent rows after a while.
create index outbox_sent on public.outbox (sent_at) where sent_at is not null;
create index exceptions_of_service on public.service_exceptions (service_id) where service_id is not null;
