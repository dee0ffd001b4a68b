-- What can be booked: services, their texts, their weekly hours and the days that differ.
--
-- A service lives in the time zone of its venue. Hours are wall-clock times there; everything that has happened or
-- will happen is an instant. The weekly hours say when a service opens, an exception replaces them for one day, and an
-- exception without a service closes (or shortens) the day for the whole house.

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
  -- Rises with every save: the version an editor must know, and part of the SEQUENCE of calendar files.
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint services_per_person_fits check (per_person <= capacity),
  constraint services_appointment_is_for_one check (kind = 'session' or capacity = 1)
);
create index services_in_order on public.services (position, id);
create index services_of_host on public.services (host_id);

-- The meeting's address opens a door, so it is apart from what everybody reads.
create table public.service_links (
  service_id uuid primary key references public.services (id) on delete cascade,
  online_url text not null check (online_url ~ '^https://[^[:space:]]+$' and char_length(online_url) <= 500)
);

create table public.service_texts (
  service_id uuid not null references public.services (id) on delete cascade,
  language public.language not null,
  name text not null check (public.is_clean_line(name, 120)),
  description text not null default '' check (char_length(description) <= 4000),
  place text not null default '' check (place = '' or public.is_clean_line(place, 200)),
  primary key (service_id, language)
);

-- The seconds of the day between two times; a whole day when there are none. Constraints compare them.
create function public.day_span(opens time, closes time) returns numrange
language sql immutable set search_path = '' as $$
  select numrange(coalesce(extract(epoch from opens), 0), coalesce(extract(epoch from closes), 86400))
$$;

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

-- Without a service it holds for the whole house; without times the day is closed.
create table public.service_exceptions (
  id uuid primary key default gen_random_uuid(),
  service_id uuid references public.services (id) on delete cascade,
  day date not null,
  opens time,
  closes time,
  note text not null default '' check (note = '' or public.is_clean_line(note, 120)),
  constraint service_exceptions_both_times check ((opens is null) = (closes is null)),
  constraint service_exceptions_open_before_close check (opens < closes),
  constraint service_exceptions_do_not_overlap exclude using gist (
    (coalesce(service_id, '00000000-0000-0000-0000-000000000000'::uuid)) with =,
    day with =,
    public.day_span(opens, closes) with &&
  )
);
create index service_exceptions_by_day on public.service_exceptions (day);

-- The text a reader gets: her language, else the site's, else English, else any. Never two languages in one.
create function public.service_text(service uuid, wanted public.language) returns setof public.service_texts
language sql stable rows 1 as $$
  select t.service_id, t.language, t.name, t.description, t.place
  from public.service_texts t
  where t.service_id = service
  order by t.language = wanted desc,
    t.language = (select s.default_language from public.site_settings s) desc,
    t.language = 'en' desc,
    t.language
  limit 1
$$;

-- An instant for a wall-clock time. A time that comes twice (clocks go back) means the first of the two; a time that
-- never comes (clocks go forward) is read with the offset that held before, as RFC 5545 (3.3.5) has it.
create function public.local_instant(wall timestamp, zone text) returns timestamptz
language sql stable strict set search_path = '' as $$
  -- PostgreSQL takes the second of two. The offset of three hours earlier gives the first, if it is one.
  select case when first_of_two < plain and (first_of_two at time zone zone) = wall then first_of_two else plain end
  from (select wall at time zone zone as plain) later
  cross join lateral (
    select plain - (((plain - interval '3 hours') at time zone zone) - (plain at time zone zone) + interval '3 hours')
      as first_of_two
  ) earlier
$$;

-- Every start that the hours of a service allow on these days of its zone, whoever asks, booked or not.
-- A start follows the last one after duration and buffers in real time, so a slot never shrinks or grows with the clock.
create function public.service_starts(s public.services, from_day date, to_day date)
returns table (starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' as $$
  with days as (
    select from_day + n as day
    from generate_series(0, least(to_day - from_day, 400)) n
    where not exists (
      select from public.service_exceptions e
      where e.service_id is null and e.day = from_day + n and e.opens is null
    )
  ),
  spans as (
    select d.day, h.opens, h.closes
    from days d
    join public.service_hours h on h.service_id = s.id and h.weekday = extract(isodow from d.day)
    where not exists (select from public.service_exceptions e where e.service_id = s.id and e.day = d.day)
    union all
    select d.day, e.opens, e.closes
    from days d
    join public.service_exceptions e on e.service_id = s.id and e.day = d.day and e.opens is not null
  )
  select start, start + make_interval(mins => s.duration_minutes)
  from spans
  cross join lateral generate_series(
    public.local_instant(spans.day + spans.opens, s.time_zone),
    public.local_instant(spans.day + spans.closes, s.time_zone) - make_interval(mins => s.duration_minutes),
    make_interval(mins => s.buffer_before_minutes + s.duration_minutes + s.buffer_after_minutes)
  ) start
  where not exists (select from public.service_exceptions e where e.service_id is null and e.day = spans.day)
    or exists (
      select from public.service_exceptions e
      where e.service_id is null and e.day = spans.day
        and start >= public.local_instant(e.day + e.opens, s.time_zone)
        and start + make_interval(mins => s.duration_minutes) <= public.local_instant(e.day + e.closes, s.time_zone)
    )
  order by start
$$;

-- Who may what --------------------------------------------------------------------------------------------------------
-- Everybody reads what is offered. Services are written through save_service() alone; days that differ for the whole
-- house are plain rows for administrators.
alter table public.services enable row level security;
alter table public.service_links enable row level security;
alter table public.service_texts enable row level security;
alter table public.service_hours enable row level security;
alter table public.service_exceptions enable row level security;

revoke all on public.services, public.service_links, public.service_texts, public.service_hours,
  public.service_exceptions from anon, authenticated;
grant select on public.services, public.service_texts, public.service_hours, public.service_exceptions
  to anon, authenticated;
grant select on public.service_links to authenticated;
grant insert, update, delete on public.service_exceptions to authenticated;
grant all on public.services, public.service_links, public.service_texts, public.service_hours,
  public.service_exceptions to service_role;

create policy "Everyone sees what is offered" on public.services for select using (is_active);
create policy "Administrators see every service" on public.services for select to authenticated
  using ((select public.is_admin()));
create policy "A host sees her services" on public.services for select to authenticated
  using (host_id = (select auth.uid()));
create policy "Administrators and hosts see the link" on public.service_links for select to authenticated using (
  (select public.is_admin())
  or exists (select from public.services s where s.id = service_id and s.host_id = (select auth.uid()))
);
create policy "Texts are seen with their service" on public.service_texts for select
  using (exists (select from public.services s where s.id = service_id));
create policy "Hours are seen with their service" on public.service_hours for select
  using (exists (select from public.services s where s.id = service_id));
create policy "Everyone sees the days that differ" on public.service_exceptions for select using (true);
create policy "Administrators change the days that differ" on public.service_exceptions for all to authenticated
  using ((select public.is_admin())) with check ((select public.is_admin()));

revoke execute on function public.day_span(time, time), public.service_text(uuid, public.language),
  public.local_instant(timestamp, text), public.service_starts(public.services, date, date)
from public, anon, authenticated;
grant execute on function public.service_text(uuid, public.language) to anon, authenticated, service_role;
-- A constraint of the days that differ calls it as the administrator who writes one.
grant execute on function public.day_span(time, time) to authenticated, service_role;

call public.announce_changes('public.services');
call public.announce_changes('public.service_texts');
call public.announce_changes('public.service_hours');
call public.announce_changes('public.service_exceptions');
