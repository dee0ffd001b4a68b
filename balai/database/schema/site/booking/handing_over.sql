-- Giving the time of a person to a colleague: what the colleague can take stays at its time, in its room, and everyone is
-- told once. A slot moves whole, with its waiting list: its bookings, times and room stay as they are, so nothing but the
-- colleague's own time can be in the way. The caller holds the lock of bookings (closings.sql).

-- Why a person cannot have a slot: unsuitable, away, busy. Null: they can.
create or replace function public.fault_of_host(s public.services, slot public.slots, host uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  place record;
begin
  if not exists (
    select from public.service_hosts h where h.service_id = s.id and h.host_id = fault_of_host.host) then
    return 'unsuitable';
  end if;
  select p.work, p.away into strict place
    from public.booking_places(s, slot.starts_at - interval '2 days', slot.ends_at + interval '2 days', host) p
    where p.kind = 'host' and p.id = host;
  if not public.is_place_free(
    place.work, null, place.away,
    public.week_minutes(
      slot.starts_at at time zone (select x.time_zone from public.site_settings x), slot.ends_at - slot.starts_at),
    tstzrange(slot.starts_at, slot.ends_at), slot.busy) then
    return 'away';
  elsif exists (
    select from public.slots other
    where other.host_id = fault_of_host.host and other.taken > 0 and other.busy && slot.busy and other.id <> slot.id) then
    return 'busy';
  -- The person is a guest of another service at that time.
  elsif public.is_booked_elsewhere(s, host, slot.starts_at, slot.ends_at) then
    return 'busy';
  end if;
  return null;
end $$;

-- Why a colleague cannot take a slot: begun, own, unsuitable, away, busy. Null: they can.
create or replace function public.fault_of_colleague(slot public.slots, colleague uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  s public.services;
begin
  if slot.starts_at <= now() or exists (
    select from public.bookings b where b.slot_id = slot.id and b.attendance is not null) then
    return 'begun';
  elsif exists (
    select from public.bookings b where b.slot_id = slot.id and b.member_id = colleague and b.status <> 'cancelled') then
    return 'own';
  end if;
  select x.* into strict s from public.services x where x.id = slot.service_id;
  return public.fault_of_host(s, slot, colleague);
end $$;

-- The slots of a time that have bookings: those that a closing would cancel.
create or replace function public.slots_in(from_time timestamptz, until_time timestamptz, service uuid, host uuid)
returns setof public.slots
language sql stable set search_path = '' as $$
  select s.* from public.slots s
  where s.id in (select b.slot_id from public.bookings_in(from_time, until_time, service, host) b)
$$;

-- The hosts who offer a service of these bookings, with how many of the bookings they can take; the most first.
create or replace function public.possible_colleagues(
  from_time timestamptz, until_time timestamptz, service uuid, host uuid
) returns jsonb
language sql stable security definer set search_path = '' as $$
  with affected as materialized (
    select s as slot, (
      select count(*) from public.bookings_in(from_time, until_time, service, host) b where b.slot_id = s.id) as bookings
    from public.slots_in(from_time, until_time, service, host) s
  ), candidates as (
    select distinct h.host_id from public.service_hosts h
    where h.service_id in (select (a.slot).service_id from affected a) and h.host_id <> host
  ), counted as (
    select c.host_id, p.display_name, (
      select coalesce(sum(a.bookings), 0) from affected a
      where public.fault_of_colleague(a.slot, c.host_id) is null) as takes
    from candidates c join public.profiles p on p.id = c.host_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', c.host_id, 'name', c.display_name, 'takes', c.takes)
    order by c.takes desc, c.display_name, c.host_id), '[]') from counted c
$$;

-- Each booking with why the colleague cannot take it; a null reason: it stays at its time.
create or replace function public.preview_handing_over(
  from_time timestamptz, until_time timestamptz, service uuid, host uuid, colleague uuid
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when colleague is null then '[]' else coalesce(jsonb_agg(jsonb_build_object(
    'booking', b.id, 'starts_at', b.starts_at, 'name', coalesce(p.display_name, g.name, ''),
    'reason', public.fault_of_colleague(s, colleague)) order by b.starts_at, b.id), '[]') end
  from public.bookings_in(from_time, until_time, service, host) b
  join public.slots s on s.id = b.slot_id
  left join public.profiles p on p.id = b.member_id
  left join public.guests g on g.id = b.guest_id
$$;

-- A message about each booking of a slot whose person has changed: to its member or guest, and to the staff.
create or replace function public.tell_of_new_host(slot uuid, former uuid, closing uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  b public.bookings;
begin
  perform public.watch_as_new_host(tell_of_new_host.slot, former);
  for b in
    update public.bookings x set sequence = x.sequence + 1, updated_at = now()
    where x.slot_id = tell_of_new_host.slot and x.status <> 'cancelled' returning x.*
  loop
    perform public.queue_booking_email('booking_handed_over', b, jsonb_build_object(
      'closingId', closing, 'reason', reason, 'formerHost', former));
  end loop;
end $$;

-- Moves to the colleague of a closing what they can take.
create or replace function public.hand_over(closing uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  c public.closings;
  slot public.slots;
begin
  select x.* into c from public.closings x where x.id = hand_over.closing;
  if c.colleague_id is null then
    return;
  end if;
  for slot in
    select s.* from public.slots_in(lower(c.span), upper(c.span), c.service_id, c.host_id) s order by s.starts_at, s.id
  loop
    if public.fault_of_colleague(slot, c.colleague_id) is null then
      insert into public.closing_slots (closing_id, slot_id, chosen_by) values (c.id, slot.id, slot.chosen_by);
      update public.slots x set host_id = c.colleague_id, chosen_by = '{}' where x.id = slot.id;
      -- Members who wait for the host wait for the colleague now: else a free place would pass them by.
      update public.bookings x set wanted_host_id = c.colleague_id
        where x.slot_id = slot.id and x.status = 'waiting' and x.wanted_host_id = c.host_id;
      perform public.tell_of_new_host(slot.id, c.host_id, c.id, c.reason);
    end if;
  end loop;
end $$;

-- The undo: what is still with the colleague goes back to the host, unless the host is taken at that time by now.
create or replace function public.take_back(c public.closings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  moved record;
begin
  for moved in
    select s.id, x.chosen_by from public.closing_slots x join public.slots s on s.id = x.slot_id
    where x.closing_id = c.id and s.host_id = c.colleague_id and s.starts_at > now()
      and not exists (
        select from public.slots other
        where other.host_id = c.host_id and other.taken > 0 and other.busy && s.busy and other.id <> s.id)
    order by s.id for update of s
  loop
    update public.slots s set host_id = c.host_id, chosen_by = moved.chosen_by where s.id = moved.id;
    update public.bookings x set wanted_host_id = c.host_id
      where x.slot_id = moved.id and x.status = 'waiting' and x.wanted_host_id = c.colleague_id
        and x.created_at < c.closed_at;
    perform public.tell_of_new_host(moved.id, c.colleague_id, c.id, '');
  end loop;
end $$;

revoke execute on function
  public.fault_of_host(public.services, public.slots, uuid), public.fault_of_colleague(public.slots, uuid),
  public.slots_in(timestamptz, timestamptz, uuid, uuid),
  public.possible_colleagues(timestamptz, timestamptz, uuid, uuid),
  public.preview_handing_over(timestamptz, timestamptz, uuid, uuid, uuid),
  public.tell_of_new_host(uuid, uuid, uuid, text), public.hand_over(uuid), public.take_back(public.closings)
from public, anon, authenticated;
