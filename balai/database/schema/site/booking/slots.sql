-- Slots: when a service can be booked. Hours are wall-clock times in the zone of the service; stored times are
-- instants.
-- A slot gets a row when it is first booked; until then it is only a time that the opening hours allow.

-- The instant of a wall-clock time in a zone. A time that occurs twice (clocks go back) means the first; a time that
-- does not occur (clocks go forward) is read with the offset before the change, as RFC 5545 (3.3.5) requires.
create or replace function public.local_instant(wall timestamp, zone text) returns timestamptz
language sql stable strict set search_path = '' as $$
  -- PostgreSQL takes the second of two. The offset of three hours earlier gives the first, if there is one.
  select case when first_of_two < plain and (first_of_two at time zone zone) = wall then first_of_two else plain end
  from (select wall at time zone zone as plain) later
  cross join lateral (
    select plain - (((plain - interval '3 hours') at time zone zone) - (plain at time zone zone) + interval '3 hours')
      as first_of_two
  ) earlier
$$;

-- Every start that the opening hours of a service allow on these days of its zone, booked or not.
-- Starts follow each other in real time, after duration and buffers, so clock changes neither shrink nor extend a slot.
-- Generic plan: it is as good as one for the given service, and planning took 0.5 of the 0.7 ms of a call.
create or replace function public.service_starts(s public.services, from_day date, to_day date)
returns table (starts_at timestamptz, ends_at timestamptz)
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
  where (not exists (select from public.service_exceptions e where e.service_id is null and e.day = spans.day)
    or exists (
      select from public.service_exceptions e
      where e.service_id is null and e.day = spans.day
        and start >= public.local_instant(e.day + e.opens, s.time_zone)
        and start + make_interval(mins => s.duration_minutes) <= public.local_instant(e.day + e.closes, s.time_zone)
    ))
    -- Closed by staff: see closings.sql.
    and not exists (
      select from public.closings c
      where c.undone_at is null and c.span && tstzrange(start, start + make_interval(mins => s.duration_minutes))
        and (c.service_id is null or c.service_id = s.id) and (c.host_id is null or c.host_id = s.host_id)
    )
  order by start
$$;

create or replace function public.check_bookable(s public.services, start timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  local_day constant date := (start at time zone s.time_zone)::date;
begin
  if start < now() + make_interval(mins => s.notice_minutes) then
    perform public.raise_booking_error('too_soon');
  elsif local_day > (now() at time zone s.time_zone)::date + s.window_days then
    perform public.raise_booking_error('too_far');
  elsif not exists (
    select from public.service_starts(s, local_day, local_day) offered where offered.starts_at = start
  ) then
    perform public.raise_booking_error('outside_hours');
  end if;
end $$;

-- The row of a slot, locked. A slot without bookings takes the current settings of its service.
create or replace function public.open_slot(s public.services, start timestamptz) returns public.slots
language plpgsql set search_path = '' as $$
declare
  slot public.slots;
  until constant timestamptz := start + make_interval(mins => s.duration_minutes);
begin
  insert into public.slots as known (service_id, starts_at, ends_at, busy, host_id, capacity)
  values (s.id, start, until,
    tstzrange(start - make_interval(mins => s.buffer_before_minutes), until + make_interval(mins => s.buffer_after_minutes)),
    s.host_id, s.capacity)
  on conflict (service_id, starts_at) do update
    set ends_at = excluded.ends_at, busy = excluded.busy, host_id = excluded.host_id, capacity = excluded.capacity
    where known.taken = 0;
  select known.* into slot from public.slots known where known.service_id = s.id and known.starts_at = start for update;
  return slot;
end $$;

-- Whether another slot occupies the same host, or the same service without a host, at this time.
create or replace function public.has_host_conflict(slot public.slots) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.slots other
    where other.occupies = slot.occupies and other.taken > 0 and other.busy && slot.busy and other.id <> slot.id
  )
$$;

create or replace function public.announce_slots() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.slot_notices (service_id) select distinct service_id from changed;
  return null;
end $$;

-- The slots of these days in the service's zone, full ones included, because visitors may join the waiting list. Times
-- at which the host is occupied elsewhere are left out.
-- Security definer: counting needs the bookings of other members. Generic plan as in service_starts.
create or replace function public.list_slots(service uuid, from_day date, to_day date)
returns table (
  starts_at timestamptz, ends_at timestamptz, capacity integer, taken integer, "left" integer, waiting integer, mine boolean
)
language sql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan as $$
  select offered.starts_at, coalesce(slot.ends_at, offered.ends_at), places.capacity, places.taken,
    places.capacity - places.taken, line.waiting, line.mine
  from public.services s
  cross join lateral (select (now() at time zone s.time_zone)::date as day) today
  cross join lateral public.service_starts(
    s, greatest(from_day, today.day), least(to_day, from_day + 92, today.day + s.window_days)
  ) offered
  left join public.slots slot
    on slot.service_id = s.id and slot.starts_at = offered.starts_at and slot.taken > 0
  cross join lateral (
    select coalesce(slot.capacity, s.capacity) as capacity, coalesce(slot.taken, 0) as taken
  ) places
  cross join lateral (
    select count(*) filter (where b.status = 'waiting')::integer as waiting,
      coalesce(bool_or(b.member_id = auth.uid()), false) as mine
    from public.bookings b
    where b.service_id = s.id and b.starts_at = offered.starts_at and b.status <> 'cancelled'
  ) line
  where s.id = service and s.is_active
    and offered.starts_at >= now() + make_interval(mins => s.notice_minutes)
    and not exists (
      select from public.slots other
      where other.occupies = coalesce(s.host_id, s.id) and other.taken > 0 and other.id is distinct from slot.id
        and other.busy && tstzrange(
          offered.starts_at - make_interval(mins => s.buffer_before_minutes),
          offered.ends_at + make_interval(mins => s.buffer_after_minutes))
    )
  order by offered.starts_at
$$;

-- The next slots with room for a party, with or without those that the caller has booked. It reads week by week: the
-- first week usually has enough. Strict: next_times() calls it without a service where it needs nothing.
create or replace function public.find_free(
  service uuid, party integer, how_many integer, after timestamptz, also_mine boolean
) returns table (starts_at timestamptz, ends_at timestamptz, "left" integer)
language plpgsql stable strict security definer set search_path = '' as $$
#variable_conflict use_column
declare
  day date;
  last_day date;
  missing integer := least(how_many, 20);
  got integer;
begin
  select (greatest(find_free.after, now()) at time zone s.time_zone)::date,
      (now() at time zone s.time_zone)::date + s.window_days
    into day, last_day
    from public.services s where s.id = find_free.service and s.is_active;
  while missing > 0 and day <= last_day loop
    return query
      select slot.starts_at, slot.ends_at, slot."left"
      from public.list_slots(find_free.service, day, day + 6) slot
      where slot."left" >= find_free.party and (find_free.also_mine or not slot.mine)
        and slot.starts_at > find_free.after
      limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    day := day + 7;
  end loop;
end $$;

create or replace function public.next_free(
  service uuid, party integer default 1, how_many integer default 3, after timestamptz default now()
) returns table (starts_at timestamptz, ends_at timestamptz, "left" integer)
language sql stable security definer set search_path = '' as $$
  select * from public.find_free(service, party, how_many, after, false)
$$;

revoke execute on function
  public.local_instant(timestamp, text), public.service_starts(public.services, date, date),
  public.check_bookable(public.services, timestamptz), public.open_slot(public.services, timestamptz),
  public.has_host_conflict(public.slots), public.announce_slots(), public.list_slots(uuid, date, date),
  public.find_free(uuid, integer, integer, timestamptz, boolean), public.next_free(uuid, integer, integer, timestamptz)
from public, anon, authenticated;

grant execute on function public.list_slots(uuid, date, date), public.next_free(uuid, integer, integer, timestamptz)
to anon, authenticated, service_role;

comment on function public.next_free(uuid, integer, integer, timestamptz) is 'internal';
