-- Slots: when a service can be booked. Hours are wall-clock times in the zone of the service; stored times are
-- instants.
-- A slot gets a row when it is first booked; until then it is only a time that the opening hours allow.

-- The instant of a wall-clock time in a zone. A time that occurs twice (clocks go back) means the first; a time that
-- does not occur (clocks go forward) is read with the offset before the change, as RFC 5545 (3.3.5) requires.
create or replace function public.local_instant(wall timestamp, zone text) returns timestamptz
language sql stable as $$
  -- PostgreSQL takes the second of two. The offset of three hours earlier gives the first, if there is one. One expression,
  -- not strict and without a search path of its own: so it is inlined.
  select case
    when ((wall at time zone zone - interval '3 hours') at time zone zone) + interval '3 hours' > wall
      and ((wall - ((wall at time zone zone - interval '3 hours') at time zone zone) + (wall at time zone zone)
        - interval '3 hours') at time zone zone) = wall
    then wall - ((wall at time zone zone - interval '3 hours') at time zone zone) + (wall at time zone zone)
      - interval '3 hours'
    else wall at time zone zone end
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
    -- Closed by staff, read once: see closings.sql. A closing of one person is in booking_places().
    and not coalesce((
      select range_agg(c.span) from public.closings c
      where c.undone_at is null and c.host_id is null and (c.service_id is null or c.service_id = s.id)
    ) && tstzrange(start, start + make_interval(mins => s.duration_minutes)), false)
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

-- The row to book at a start, locked; the caller holds the lock of bookings. A session takes place once: a later booking
--  joins it. An appointment takes a person, a room and equipment that are free. Where nothing is free it is a row to
-- wait at, and has_host_conflict() or its capacity says so.
-- `wanted`: the person asked for. `speaks`: the language of the booking, by which the person is chosen. `left_slot`: becomes
-- free with this booking.
-- A row without bookings takes the current settings of its service.
create or replace function public.open_slot(
  s public.services, start timestamptz, wanted uuid default null, speaks public.language default null,
  seats integer default 1, left_slot uuid default null
) returns public.slots
language plpgsql set search_path = '' as $$
declare
  slot public.slots;
  place public.chosen_place;
  reasons text[];
  until constant timestamptz := start + make_interval(mins => s.duration_minutes);
  span constant tstzrange := tstzrange(
    start - make_interval(mins => s.buffer_before_minutes), until + make_interval(mins => s.buffer_after_minutes));
begin
  -- The session that takes place, or an appointment with places left, which only hand-made rows have.
  select x.* into slot from public.slots x
    where x.service_id = s.id and x.starts_at = start and x.taken > 0 and (wanted is null or x.host_id = wanted)
      and (s.kind = 'session' or x.taken + seats <= x.capacity)
    order by x.capacity - x.taken desc, x.id limit 1 for update;
  if found then
    return slot;
  end if;
  place := public.choose_place(s, start, wanted, speaks, left_slot);
  if not place.is_free then
    select x.* into slot from public.slots x
      where x.service_id = s.id and x.starts_at = start and x.taken > 0 and (wanted is null or x.host_id = wanted)
      order by x.id limit 1 for update;
    if not found then
      perform public.raise_booking_error('full');
    end if;
    return slot;
  end if;
  -- The person of a session is not chosen for one member.
  reasons := case s.kind when 'session' then '{}' else place.chosen_by end;
  select x.* into slot from public.slots x
    where x.service_id = s.id and x.starts_at = start and x.taken = 0 and x.host_id is not distinct from place.host_id
    order by x.id limit 1 for update;
  if found then
    update public.slots x set ends_at = until, capacity = s.capacity, busy = span, room_id = place.room_id,
      equipment_id = place.equipment_id, blocks_service = place.blocks_service, chosen_by = reasons
      where x.id = slot.id returning x.* into slot;
  else
    insert into public.slots as x (
      service_id, starts_at, ends_at, busy, capacity, host_id, room_id, equipment_id, blocks_service, chosen_by)
    values (s.id, start, until, span, s.capacity, place.host_id, place.room_id, place.equipment_id, place.blocks_service,
      reasons)
    returning x.* into slot;
  end if;
  return slot;
end $$;

-- Whether an account is suspended, or waits for its deletion, at a moment: it cannot handle bookings then.
create or replace function public.is_suspended_at(member uuid, moment timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from auth.users u where u.id = member and u.banned_until > moment)
$$;

-- Whether the person, the room or the equipment of a slot is in another one at this time, or the service if the slot
-- stands for it, or the person is suspended. `left_slot` does not count.
create or replace function public.has_host_conflict(slot public.slots, left_slot uuid default null) returns boolean
language sql stable set search_path = '' as $$
  select public.is_suspended_at(slot.host_id, slot.starts_at) or exists (
    select from public.slots other
    where other.host_id = slot.host_id and other.taken > 0 and other.busy && slot.busy
      and other.id <> slot.id and other.id is distinct from left_slot
  ) or exists (
    select from public.slots other
    where other.room_id = slot.room_id and other.taken > 0 and other.busy && slot.busy
      and other.id <> slot.id and other.id is distinct from left_slot
  ) or exists (
    select from public.slots other
    where other.equipment_id = slot.equipment_id and other.taken > 0 and other.busy && slot.busy
      and other.id <> slot.id and other.id is distinct from left_slot
  ) or slot.blocks_service and exists (
    select from public.slots other
    where other.service_id = slot.service_id and other.blocks_service and other.taken > 0 and other.busy && slot.busy
      and other.id <> slot.id and other.id is distinct from left_slot
  )
$$;

-- The slot of a booking, if it becomes free without this booking.
create or replace function public.slot_left_by(b public.bookings) returns uuid
language sql stable set search_path = '' as $$
  select x.id from public.slots x where x.id = b.slot_id and b.takes_place and x.taken = b.party_size
$$;

-- A booking has the person, the room and the equipment of its slot, and the course that is just being booked.
create or replace function public.copy_slot_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.series_id := coalesce(new.series_id, public.current_series());
  end if;
  select x.host_id, x.room_id, x.equipment_id, x.chosen_by
    into new.host_id, new.room_id, new.equipment_id, new.chosen_by
    from public.slots x where x.id = new.slot_id;
  return new;
end $$;

create or replace function public.follow_slot_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings b
    set (host_id, room_id, equipment_id, chosen_by) = (new.host_id, new.room_id, new.equipment_id, new.chosen_by)
    where b.slot_id = new.id and (b.host_id, b.room_id, b.equipment_id, b.chosen_by)
      is distinct from (new.host_id, new.room_id, new.equipment_id, new.chosen_by);
  return null;
end $$;

-- The notice does not bind the staff of a service: a caller or a walk-in may come while the time runs.
create or replace function public.notice_for_caller(s public.services) returns integer
language sql stable set search_path = '' as $$
  select case when auth.uid() is not null and public.may_handle_bookings(s.id) then -s.duration_minutes
    else s.notice_minutes end
$$;

-- The days of a period whose limit, or whose week's limit, is reached by bookings and holds: they offer nothing more.
-- A function of its own: inlined, its estimates make list_slots() twice as slow.
create or replace function public.days_at_limit(service public.services, from_time timestamptz, until_time timestamptz)
returns setof date
language plpgsql stable rows 7 set search_path = '' as $$
begin
  if num_nonnulls(service.day_limit, service.week_limit) = 0 then
    return;
  end if;
  return query
  with counted as (
    select (c.starts_at at time zone service.time_zone)::date as day
    from (
      select b.starts_at from public.bookings as b where b.service_id = service.id and b.takes_place
      union all
      select h.starts_at from public.booking_holds as h where h.service_id = service.id and h.expires_at > now()
    ) as c
    where c.starts_at between from_time - interval '7 days' and until_time + interval '7 days'
  )
  select c.day from counted as c group by c.day having count(*) >= service.day_limit
  union
  select full_week.monday + n
  from (
    select date_trunc('week', c.day)::date as monday from counted as c group by 1 having count(*) >= service.week_limit
  ) as full_week, generate_series(0, 6) as n;
end
$$;

-- The slots of these days in the service's zone, full ones included, because visitors may join the waiting list. Times
-- at which no person or no room is free are left out, and booked sessions of a suspended person, except the caller's.
-- `host`: with this person alone. An appointment with several people has as many places at a time as people, rooms and
-- equipment allow.
-- One query over sets: 2,000 bookings and 500 starts are joined once, not for each start.
-- Security definer: counting needs the bookings of other members. Generic plan as in service_starts.
create or replace function public.list_slots(service uuid, from_day date, to_day date, host uuid default null)
returns table (
  starts_at timestamptz, ends_at timestamptz, capacity integer, taken integer, "left" integer, waiting integer,
  mine boolean, host_id uuid
)
language sql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan as $$
  with chosen as materialized (
    select s as service, public.notice_for_caller(s) as notice_minutes, greatest(list_slots.from_day, today.day) as first_day,
      least(list_slots.to_day, list_slots.from_day + 92, today.day + s.window_days) as last_day,
      (select x.time_zone from public.site_settings x) as site_zone, auth.uid() as caller,
      make_interval(mins => s.buffer_before_minutes) as before, make_interval(mins => s.buffer_after_minutes) as after
    from public.services s
    cross join lateral (select (now() at time zone s.time_zone)::date as day) today
    where s.id = list_slots.service and s.is_active
  ),
  reach as materialized (
    select (c.service).*, c.site_zone, c.caller, c.first_day, c.last_day,
      c.first_day::timestamp at time zone (c.service).time_zone - interval '1 day' as from_time,
      (c.last_day + 1)::timestamp at time zone (c.service).time_zone + interval '1 day' as until_time
    from chosen c where c.first_day <= c.last_day
  ),
  offered as materialized (
    select o.starts_at, o.ends_at, tstzrange(o.starts_at, o.ends_at) as span,
      tstzrange(o.starts_at - c.before, o.ends_at + c.after) as buffered,
      public.week_minutes(o.starts_at at time zone c.site_zone, o.ends_at - o.starts_at) as minutes
    from chosen c cross join lateral public.service_starts(c.service, c.first_day, c.last_day) o
    where o.starts_at >= now() + make_interval(mins => c.notice_minutes)
  ),
  places as materialized (
    select p.work, p.busy, p.away, p.kind = 'host' as is_host, p.kind = 'room' as is_room,
      p.kind = 'equipment' as is_equipment, p.kind = 'service' as is_service
    from chosen c
    cross join reach r
    cross join lateral public.booking_places(c.service, r.from_time, r.until_time, list_slots.host) p
  ),
  kinds as materialized (
    select bool_or(p.is_host) as hosts, bool_or(p.is_room) as rooms, bool_or(p.is_equipment) as equipment,
      bool_or(p.is_service) as itself
    from places p
  ),
  -- Of a time at which nothing is free there is no row.
  counted as (
    select o.starts_at, count(*) filter (where p.is_host) as hosts, count(*) filter (where p.is_room) as rooms,
      count(*) filter (where p.is_equipment) as equipment, count(*) filter (where p.is_service) as itself
    from offered o join places p on public.is_place_free(p.work, p.busy, p.away, o.minutes, o.span, o.buffered)
    group by o.starts_at
  ),
  free as (
    -- The scarcest of what the service needs decides.
    select c.starts_at, least(
      case when k.hosts then c.hosts end, case when k.rooms then c.rooms end, case when k.equipment then c.equipment end,
      case when k.itself then c.itself end
    )::integer as number
    from counted c cross join kinds k
  ),
  held as (
    select x.starts_at, max(x.ends_at) as ends_at, sum(x.capacity)::integer as capacity,
      sum(x.taken - coalesce(lapsed.number, 0))::integer as taken,
      sum(greatest(x.capacity - x.taken + coalesce(lapsed.number, 0), 0))::integer as "left",
      case when count(*) = 1 then (array_agg(x.host_id) filter (where r.kind = 'session'))[1] end as host_id
    from reach r join public.slots x on x.service_id = r.id
    -- Held places that have expired and are not deleted yet.
    left join (
      select h.slot_id, sum(h.party_size)::integer as number from public.booking_holds h where h.expires_at <= now() group by 1
    ) lapsed on lapsed.slot_id = x.id
    where x.starts_at between r.from_time and r.until_time and x.taken > coalesce(lapsed.number, 0)
      and (list_slots.host is null or x.host_id = list_slots.host)
    group by x.starts_at
  ),
  reached as materialized (
    select d.day from chosen c cross join reach r
    cross join lateral public.days_at_limit(c.service, r.from_time, r.until_time) d (day)
  ),
  lines as (
    select b.starts_at,
      (count(*) filter (where b.status = 'waiting' and b.request_until is null
        and (list_slots.host is null or coalesce(b.wanted_host_id, list_slots.host) = list_slots.host)))::integer as waiting,
      coalesce(bool_or(b.member_id = r.caller), false) as mine
    from reach r join public.bookings b on b.service_id = r.id
    where b.starts_at between r.from_time and r.until_time
      and (b.status = 'waiting' or b.member_id = r.caller and b.status <> 'cancelled')
    group by b.starts_at
  )
  select o.starts_at, coalesce(held.ends_at, o.ends_at), coalesce(held.capacity, 0) + added.places,
    coalesce(held.taken, 0),
    case when added.is_closed then 0
      when exists (select from reached d where d.day = (o.starts_at at time zone r.time_zone)::date) then 0
      else coalesce(held."left", 0) + added.places end, coalesce(lines.waiting, 0),
    coalesce(lines.mine, false), held.host_id
  from offered o
  cross join reach r
  left join held on held.starts_at = o.starts_at
  left join free on free.starts_at = o.starts_at
  left join lines on lines.starts_at = o.starts_at
  -- A session takes place once.
  cross join lateral (
    select case when r.kind = 'session' and held.starts_at is not null then 0
      when r.kind = 'session' then least(coalesce(free.number, 0), 1) * r.capacity
      else coalesce(free.number, 0) * r.capacity end as places,
      r.kind = 'session' and held.starts_at is not null
        and public.is_suspended_at(held.host_id, o.starts_at) as is_closed
  ) added
  where held.starts_at is not null and (not added.is_closed or lines.mine) or added.places > 0 and not exists (
    select from reached d where d.day = (o.starts_at at time zone r.time_zone)::date)
  order by o.starts_at
$$;

revoke execute on function
  public.notice_for_caller(public.services), public.days_at_limit(public.services, timestamptz, timestamptz),
  public.local_instant(timestamp, text), public.service_starts(public.services, date, date),
  public.check_bookable(public.services, timestamptz),
  public.open_slot(public.services, timestamptz, uuid, public.language, integer, uuid), public.slot_left_by(public.bookings),
  public.is_suspended_at(uuid, timestamptz), public.has_host_conflict(public.slots, uuid), public.copy_slot_places(),
  public.follow_slot_places(), public.list_slots(uuid, date, date, uuid)
from public, anon, authenticated;

grant execute on function public.list_slots(uuid, date, date, uuid) to anon, authenticated, service_role;

-- add_absence() runs with the rights of its caller.
grant execute on function public.local_instant(timestamp, text) to authenticated, service_role;
comment on function public.local_instant(timestamp, text) is 'internal';
