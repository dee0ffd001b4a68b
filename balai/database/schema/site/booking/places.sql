-- The people, rooms and equipment of a service: when each is free, and the choice between those that are.
-- Weekly hours of people and rooms are wall-clock times of the site, so a start is compared by its minute of the week
-- there. Slots, leave and other absences are instants.

-- The minutes from Monday 0:00 in a zone: from where a span begins by the clock, as long as it lasts. A span over the end of
-- the week goes on past 10,080. One expression, not strict and without a search path of its own: so it is inlined.
-- date_part() computes in double precision, extract() in numeric, which takes three times as long. 1970-01-05 was a Monday.
create or replace function public.week_minutes(clock timestamp, length interval) returns int4range
language sql immutable parallel safe as $$
  select int4range(
    (date_part('epoch', clock - timestamp '1970-01-05') / 60)::integer % 10080,
    (date_part('epoch', clock - timestamp '1970-01-05') / 60)::integer % 10080 + (date_part('epoch', length) / 60)::integer)
$$;

-- Everything that a booking of the service can occupy: of each kind one. A service that has no person and no room, and a
-- session, stand for themselves. `work`: weekly hours, null for always. `busy`: booked times, which no time with its
-- buffers may overlap. `away`: absences, closings and suspensions, which no time itself may overlap.
-- A slot lasts at most a day with buffers of four hours, so its start tells whether it can matter: an index on starts is
-- twice as fast as the one on ranges.
-- `host`: this person alone. `except_slot`: as if it were not booked.
create or replace function public.booking_places(
  s public.services, from_time timestamptz, until_time timestamptz, host uuid default null, except_slot uuid default null
) returns table (
  kind text, id uuid, place integer, work int4multirange, busy tstzmultirange, away tstzmultirange
)
language sql stable rows 12 set search_path = '' set plan_cache_mode = force_generic_plan as $$
  with lapsed as materialized (select public.lapsed_slots() as ids),
  places as materialized (
    select 'host' as kind, h.host_id as id, h.position as place, true as is_active
    from public.service_hosts h where h.service_id = s.id and (host is null or h.host_id = host)
    union all
    -- A person who does not offer the service is never free.
    select 'host', host, 0, false where host is not null
      and not exists (select from public.service_hosts h where h.service_id = s.id and h.host_id = host)
    union all
    select r.kind::text, r.id, sr.position, r.is_active
    from public.service_rooms sr join public.rooms r on r.id = sr.room_id where sr.service_id = s.id
    union all
    select 'service', s.id, 0, true where public.stands_alone(s)
  ),
  hours as (
    -- The first days twice, for spans over the end of the week.
    select coalesce(w.host_id, w.room_id) as id, range_agg(int4range(
      week.start + (w.weekday - 1) * 1440 + (date_part('epoch', w.opens) / 60)::integer,
      week.start + (w.weekday - 1) * 1440 + (date_part('epoch', w.closes) / 60)::integer)) as minutes
    from public.work_hours w cross join (values (0), (10080)) week (start)
    where w.host_id in (select p.id from places p) or w.room_id in (select p.id from places p)
    group by 1
  )
  select p.kind, p.id, p.place, hours.minutes,
    case when not p.is_active then '{(,)}'::tstzmultirange else case p.kind
      when 'host' then (
        select range_agg(x.busy) from public.slots x
        where x.host_id = p.id and x.taken > 0 and x.id is distinct from except_slot
          and x.id <> all ((select l.ids from lapsed l)::uuid[])
          and x.starts_at between from_time - interval '32 hours' and until_time + interval '4 hours')
      when 'room' then (
        select range_agg(x.busy) from public.slots x
        where x.room_id = p.id and x.taken > 0 and x.id is distinct from except_slot
          and x.id <> all ((select l.ids from lapsed l)::uuid[])
          and x.starts_at between from_time - interval '32 hours' and until_time + interval '4 hours')
      when 'equipment' then (
        select range_agg(x.busy) from public.slots x
        where x.equipment_id = p.id and x.taken > 0 and x.id is distinct from except_slot
          and x.id <> all ((select l.ids from lapsed l)::uuid[])
          and x.starts_at between from_time - interval '32 hours' and until_time + interval '4 hours')
      else (
        select range_agg(x.busy) from public.slots x
        where x.service_id = p.id and x.blocks_service and x.taken > 0 and x.id is distinct from except_slot
          and x.id <> all ((select l.ids from lapsed l)::uuid[])
          and x.starts_at between from_time - interval '32 hours' and until_time + interval '4 hours')
      end end,
    case p.kind
      when 'service' then null
      when 'host' then (
        select range_agg(gone.span) from (
          select tstzrange(a.starts_at, a.ends_at) as span from public.absences a
          where a.host_id = p.id and a.ends_at > from_time and a.starts_at < until_time
          union all
          select c.span from public.closings c
          where c.undone_at is null and c.host_id = p.id and (c.service_id is null or c.service_id = s.id)
          union all
          -- The rule of is_suspended_at() for a period.
          select tstzrange(null, u.banned_until) from auth.users u where u.id = p.id and u.banned_until > now()) gone)
      else (
        select range_agg(tstzrange(a.starts_at, a.ends_at)) from public.absences a
        where a.room_id = p.id and a.ends_at > from_time and a.starts_at < until_time)
      end
  from places p left join hours on hours.id = p.id
$$;

-- Whether one of them is free for a time of the service. Booked times are compared first: they exclude most.
create or replace function public.is_place_free(
  work int4multirange, busy tstzmultirange, away tstzmultirange, minutes int4range, span tstzrange, buffered tstzrange
) returns boolean
language sql immutable parallel safe as $$
  select (busy is null or not busy && buffered) and (work is null or work @> minutes) and (away is null or not away && span)
$$;

-- Whether the service itself can be in one place only: a session, and what needs neither a person nor a room.
create or replace function public.stands_alone(s public.services) returns boolean
language sql stable set search_path = '' as $$
  select s.kind = 'session' or not (
    exists (select from public.service_hosts h where h.service_id = s.id)
    or exists (select from public.service_rooms r where r.service_id = s.id))
$$;

-- The person, the room and the equipment for a booking. Between people who are free: those who speak the language, of
-- them those with the fewest booked times in that week, of them the first in the order of the service. Rooms and
-- equipment: the first in order. The same data gives the same choice, and `chosen_by` names what decided.
-- Where nothing is free it is the person asked for, or the first.
create or replace function public.choose_place(
  s public.services, start timestamptz, wanted uuid, speaks public.language, except_slot uuid default null
) returns public.chosen_place
language plpgsql stable set search_path = '' as $$
declare
  made public.chosen_place;
  until constant timestamptz := start + make_interval(mins => s.duration_minutes);
  -- By the clock of the service: the week in which clocks go back has an hour more, whatever the zone of the session.
  week constant timestamp := date_trunc('week', start at time zone s.time_zone);
  minutes constant int4range := public.week_minutes(
    start at time zone (select x.time_zone from public.site_settings x), until - start);
begin
  made.blocks_service := public.stands_alone(s);
  with places as materialized (
    select p.kind, p.id, p.place,
      public.is_place_free(p.work, p.busy, p.away, minutes, tstzrange(start, until), tstzrange(
        start - make_interval(mins => s.buffer_before_minutes), until + make_interval(mins => s.buffer_after_minutes))) as is_free
    from public.booking_places(s, start - interval '2 days', until + interval '2 days', wanted, except_slot) p
  ),
  hosts as (
    select p.id, p.place, p.is_free,
      coalesce(choose_place.speaks = any (case when h.speaks = '{}' then array[h.language] else h.speaks end), false) as speaks_it,
      (select count(*) from public.slots x
        where x.host_id = p.id and x.taken > 0 and x.starts_at >= week at time zone s.time_zone
          and x.starts_at < (week + interval '7 days') at time zone s.time_zone and x.id is distinct from except_slot) as load
    from places p join public.profiles h on h.id = p.id where p.kind = 'host'
  ),
  ranked as (
    select h.*, row_number() over (order by h.is_free desc, h.speaks_it desc, h.load, h.place, h.id) as rank from hosts h
  )
  select
    (select bool_and(k.is_free) from (select bool_or(p.is_free) as is_free from places p group by p.kind) k),
    first.id,
    (select p.id from places p where p.kind = 'room' order by p.is_free desc, p.place, p.id limit 1),
    (select p.id from places p where p.kind = 'equipment' order by p.is_free desc, p.place, p.id limit 1),
    case
      when first.id is null then '{}'
      when wanted is not null then '{wanted}'
      -- The only person of the service is no choice.
      when (select count(*) from hosts) = 1 then '{}'
      when (select count(*) from hosts h where h.is_free) <= 1 then '{free}'
      else array_remove(array[
        case when first.speaks_it and exists (select from hosts h where h.is_free and not h.speaks_it) then 'language' end,
        case when exists (select from hosts h where h.is_free and h.speaks_it = first.speaks_it and h.load > first.load)
          then 'load' end,
        case when exists (select from hosts h where h.is_free and h.speaks_it = first.speaks_it and h.load = first.load
          and h.id <> first.id) then 'order' end], null)
    end
  into made.is_free, made.host_id, made.room_id, made.equipment_id, made.chosen_by
  from (values (1)) one left join ranked first on first.rank = 1;
  made.is_free := coalesce(made.is_free, false);
  return made;
end $$;

-- The weekly hours of a person or a room, all at once; their number. Row policies decide who may; none: whenever a service
-- is open. Rows that stay as they are are not written again.
create or replace function public.save_work_hours(host uuid, room uuid, hours jsonb) returns integer
language plpgsql set search_path = '' as $$
begin
  delete from public.work_hours w where (w.host_id = host or w.room_id = room) and not exists (
    select from jsonb_to_recordset(hours) as h (weekday smallint, opens time, closes time)
    where (h.weekday, h.opens, h.closes) = (w.weekday, w.opens, w.closes));
  insert into public.work_hours (host_id, room_id, weekday, opens, closes)
    select host, room, h.weekday, h.opens, h.closes
    from jsonb_to_recordset(hours) as h (weekday smallint, opens time, closes time)
    where not exists (
      select from public.work_hours w where (w.host_id = host or w.room_id = room)
        and (h.weekday, h.opens, h.closes) = (w.weekday, w.opens, w.closes));
  return jsonb_array_length(hours);
end $$;

-- Leave of a person, or a time at which a room cannot be used, by the clock of the site: "2026-12-24T24:00" ends a day. The
-- same id sent again after a lost answer is the same absence. Row policies decide who may.
create or replace function public.add_absence(
  id uuid, host uuid, room uuid, from_wall timestamp, until_wall timestamp, note text default ''
) returns uuid
language sql set search_path = '' as $$
  insert into public.absences as a (id, host_id, room_id, starts_at, ends_at, note)
  select add_absence.id, host, room, public.local_instant(from_wall, s.time_zone), public.local_instant(until_wall, s.time_zone),
    btrim(add_absence.note)
  from public.site_settings s
  on conflict (id) do update set note = excluded.note
  returning a.id
$$;

-- services.host_id is the first person of service_hosts, for what shows one. A client that knows only host_id sets it:
-- the other people stay.
create or replace function public.follow_first_host() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  target constant uuid := coalesce(new.service_id, old.service_id);
begin
  update public.services s set host_id = first.host_id
  from (select (select h.host_id from public.service_hosts h where h.service_id = target
    order by h.position, h.host_id limit 1) as host_id) first
  where s.id = target and s.host_id is distinct from first.host_id;
  return null;
end $$;

create or replace function public.add_first_host() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.host_id is not null and not exists (
    select from public.service_hosts h where h.service_id = new.id and h.host_id = new.host_id
  ) then
    insert into public.service_hosts (service_id, host_id, position)
    select new.id, new.host_id, coalesce(min(h.position), 1) - 1 from public.service_hosts h where h.service_id = new.id;
  end if;
  return null;
end $$;

-- The people of a service for one line: the first three.
create or replace function public.host_names(service uuid) returns text
language sql stable as $$
  select string_agg(p.display_name, ', ' order by h.rank) || case when max(h.number) > 3 then ' …' else '' end
  from (
    select x.host_id, row_number() over (order by x.position, x.host_id) as rank, count(*) over () as number
    from public.service_hosts x where x.service_id = service
  ) h join public.profiles p on p.id = h.host_id
  where h.rank <= 3
$$;

-- The name of a room in the reader's best language.
create or replace function public.room_name(names jsonb, wanted public.language) returns text
language sql stable set search_path = '' as $$
  select names ->> each.language::text
  from unnest(public.language_order(wanted)) with ordinality each (language, rank)
  where names ? each.language::text order by each.rank limit 1
$$;

revoke execute on function
  public.week_minutes(timestamp, interval), public.is_place_free(
    int4multirange, tstzmultirange, tstzmultirange, int4range, tstzrange, tstzrange),
  public.booking_places(public.services, timestamptz, timestamptz, uuid, uuid), public.stands_alone(public.services),
  public.choose_place(public.services, timestamptz, uuid, public.language, uuid), public.follow_first_host(),
  public.add_first_host(), public.save_work_hours(uuid, uuid, jsonb),
  public.add_absence(uuid, uuid, uuid, timestamp, timestamp, text), public.host_names(uuid), public.room_name(jsonb, public.language)
from public, anon, authenticated;

grant execute on function public.host_names(uuid), public.room_name(jsonb, public.language)
to anon, authenticated, service_role;
grant execute on function
  public.save_work_hours(uuid, uuid, jsonb), public.add_absence(uuid, uuid, uuid, timestamp, timestamp, text)
to authenticated, service_role;
comment on function public.host_names(uuid) is 'internal';
comment on function public.room_name(jsonb, public.language) is 'internal';
