-- The next free times of services, computed and stored. A change notes which services it concerns; at its commit their
-- times are computed again. Reading falls back to computing while a change is noted, so the answer is right at once after
-- each commit, and inside the changing transaction too.

-- The next slots with room for a party, with or without those that the caller has booked. It reads week by week: the
-- first week usually has enough. Strict: next_times() calls it without a service where it needs nothing.
-- `host`: with this person alone; the nil UUID: with any, as a strict function has no null.
create or replace function public.find_free(
  service uuid, party integer, how_many integer, after timestamptz, also_mine boolean,
  host uuid default '00000000-0000-0000-0000-000000000000'
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
      from public.list_slots(find_free.service, day, day + 6,
        nullif(find_free.host, '00000000-0000-0000-0000-000000000000')) slot
      where slot."left" >= find_free.party and (find_free.also_mine or not slot.mine)
        and slot.starts_at > find_free.after
      limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    day := day + 7;
  end loop;
end $$;

create or replace function public.next_free(
  service uuid, party integer default 1, how_many integer default 3, after timestamptz default now(),
  host uuid default null
) returns table (starts_at timestamptz, ends_at timestamptz, "left" integer)
language sql stable security definer set search_path = '' as $$
  select * from public.find_free(
    service, party, how_many, after, false, coalesce(host, '00000000-0000-0000-0000-000000000000'))
$$;

-- The services whose times may depend on a row of weekly hours or of a day that differs.
create or replace function public.note_changed_hours() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A service that is being deleted is not found any more.
  insert into public.free_time_changes (service_id)
  select s.id from public.services as s
  where (tg_op <> 'DELETE' and (new.service_id is null or s.id = new.service_id))
    or (tg_op <> 'INSERT' and (old.service_id is null or s.id = old.service_id));
  return null;
end
$$;

create or replace function public.note_changed_service() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.free_times (service_id) values (new.id) on conflict do nothing;
  end if;
  insert into public.free_time_changes (service_id) values (new.id);
  return null;
end
$$;

-- A booked slot occupies its host, its room and its equipment in all of their services.
create or replace function public.note_changed_slots() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.free_time_changes (service_id)
  select changed.service_id from changed
  union
  select h.service_id from changed join public.service_hosts as h on h.host_id = changed.host_id
  union
  select r.service_id from changed join public.service_rooms as r on r.room_id in (changed.room_id, changed.equipment_id);
  return null;
end
$$;

-- The people and rooms of a service. One that is being deleted is not found any more.
create or replace function public.note_changed_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.free_time_changes (service_id)
  select s.id from public.services as s
  where (tg_op <> 'DELETE' and s.id = new.service_id) or (tg_op <> 'INSERT' and s.id = old.service_id);
  return null;
end
$$;

-- Absences of people and rooms.
create or replace function public.note_changed_absences() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.free_time_changes (service_id)
  select h.service_id from changed join public.service_hosts as h on h.host_id = changed.host_id
  union
  select r.service_id from changed join public.service_rooms as r on r.room_id = changed.room_id;
  return null;
end
$$;

-- Working hours of a person or a room.
create or replace function public.note_changed_times_of_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hosts constant uuid[] := array[
    case when tg_op <> 'DELETE' then new.host_id end, case when tg_op <> 'INSERT' then old.host_id end];
  rooms constant uuid[] := array[
    case when tg_op <> 'DELETE' then new.room_id end, case when tg_op <> 'INSERT' then old.room_id end];
begin
  insert into public.free_time_changes (service_id)
  select h.service_id from public.service_hosts as h where h.host_id = any (hosts)
  union
  select r.service_id from public.service_rooms as r where r.room_id = any (rooms);
  return null;
end
$$;

-- Suspensions of people.
create or replace function public.note_changed_block() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.free_time_changes (service_id)
  select h.service_id from public.service_hosts as h where h.host_id = new.id;
  return null;
end
$$;

create or replace function public.note_changed_room() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.free_time_changes (service_id)
  select r.service_id from public.service_rooms as r where r.room_id = new.id;
  return null;
end
$$;

-- Computes the times of one service that is locked. One statement, so that the changes it deletes are those that it has
-- seen: a change that commits meanwhile stays noted.
create or replace function public.fill_free_times(target uuid) returns void
language sql set search_path = '' as $$
  with seen as (delete from public.free_time_changes as c where c.service_id = target),
  found as (
    select array_agg(free.starts_at order by free.starts_at) as starts,
      array_agg(free.ends_at order by free.starts_at) as ends,
      array_agg(free."left" order by free.starts_at) as places, count(*) as number
    from public.find_free(target, 1, 20, now(), true) as free)
  update public.free_times as f set
    starts = coalesce(found.starts, '{}'), ends = coalesce(found.ends, '{}'), places = coalesce(found.places, '{}'),
    -- Of the last day there may be more.
    through = case when found.number = 20 then (found.starts[20] at time zone s.time_zone)::date - 1
      else (now() at time zone s.time_zone)::date + s.window_days end
  from found, public.services as s
  where f.service_id = target and s.id = target
$$;

-- Computes again what has changed, or, for no given service, what has run out with time as well. A service that another
-- transaction computes is left out: its change stays noted for the next one. Returns the number of services.
create or replace function public.refresh_free_times(wanted uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  target uuid;
  number integer := 0;
begin
  -- With one snapshot for the whole transaction, times that others have computed since could not be replaced.
  if current_setting('transaction_isolation') <> 'read committed' then
    return 0;
  end if;
  for target in
    select f.service_id from public.free_times as f join public.services as s on s.id = f.service_id
    where (wanted is null or f.service_id = wanted)
      and (exists (select from public.free_time_changes as c where c.service_id = f.service_id)
        or s.is_active and (f.through is null
          or f.through < (now() at time zone s.time_zone)::date + s.window_days
            and coalesce(f.starts[6], '-infinity') < now() + make_interval(mins => s.notice_minutes)))
    order by f.service_id
    for update of f skip locked
  loop
    perform public.fill_free_times(target);
    number := number + 1;
  end loop;
  return number;
end
$$;

-- Deferred to the commit: a service that is saved changes many rows. Open pages follow the notice.
create or replace function public.refresh_changed_times() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.free_time_changes as c where c.id = new.id) then
    insert into public.slot_notices (service_id) values (new.service_id);
    perform public.refresh_free_times(new.service_id);
  end if;
  return null;
end
$$;

-- The next free time of each of these services that is offered, without those that the caller has booked.
create or replace function public.next_times(wanted uuid[])
returns table (service_id uuid, starts_at timestamptz, ends_at timestamptz, "left" integer)
language plpgsql stable rows 20 security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  caller constant uuid := auth.uid();
begin
  return query
  select s.id, coalesce(stored.starts_at, computed.starts_at), coalesce(stored.ends_at, computed.ends_at),
    coalesce(stored.places, computed."left")
  from public.services as s
  left join public.free_times as f on f.service_id = s.id
    and not exists (select from public.free_time_changes as c where c.service_id = s.id)
    -- Places that were held until just now, in any service: people and rooms are shared.
    and not exists (select from public.booking_holds as h where h.expires_at <= now())
  left join lateral (
    -- In the order of the array.
    select t.starts_at, t.ends_at, t.places
    from unnest(f.starts, f.ends, f.places) as t (starts_at, ends_at, places)
    where t.starts_at >= now() + make_interval(mins => s.notice_minutes)
      and not exists (select from public.bookings as b
        where b.member_id = caller and b.starts_at = t.starts_at and b.service_id = s.id and b.status <> 'cancelled')
    limit 1) as stored on true
  -- Without a service it is not called: the function is strict.
  left join lateral public.find_free(
    case when stored.starts_at is null
      and (f.through is null or f.through < (now() at time zone s.time_zone)::date + s.window_days) then s.id end,
    1, 1,
    greatest(now(), ((f.through + 1)::timestamp at time zone s.time_zone) - interval '1 microsecond'), false) as computed
    on true
  where s.id = any (wanted) and s.is_active;
end
$$;

revoke execute on function
  public.find_free(uuid, integer, integer, timestamptz, boolean, uuid),
  public.next_free(uuid, integer, integer, timestamptz, uuid),
  public.note_changed_hours(), public.note_changed_service(), public.note_changed_slots(),
  public.note_changed_places(), public.note_changed_absences(), public.note_changed_times_of_place(),
  public.note_changed_room(), public.note_changed_block(),
  public.fill_free_times(uuid), public.refresh_free_times(uuid), public.refresh_changed_times(),
  public.next_times(uuid[])
from public, anon, authenticated;

grant execute on function public.next_free(uuid, integer, integer, timestamptz, uuid), public.next_times(uuid[])
to anon, authenticated, service_role;
comment on function public.next_free(uuid, integer, integer, timestamptz, uuid) is 'internal';
comment on function public.next_times(uuid[]) is 'internal';
