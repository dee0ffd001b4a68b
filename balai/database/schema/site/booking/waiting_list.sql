-- Taken places and the waiting list. A trigger counts `taken`, so every way of writing a booking passes the two guards:
-- the check on the capacity, and the exclusion of a host in two places. A place that becomes free is offered to the first
-- party of the waiting list that fits, in the same statement; with an offer of 0 hours it is theirs at once.

-- Until when a place that is free now is offered: in time for others to book it if the answer is no.
create or replace function public.offer_end(s public.services, start timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select least(now() + make_interval(hours => s.offer_hours),
    start - make_interval(mins => greatest(s.notice_minutes, s.cancel_until_minutes)))
$$;

-- Gives or offers free places to the waiting list, in order. A party that is too large keeps its position and is skipped,
-- and so is a member with another booking at this time. After the service's cut-off no party is promoted: a member with
-- such a place could not cancel it any more. Such places are open to everyone until the service's notice.
-- An offered place counts as taken, so no other party gets it meanwhile.
create or replace function public.promote_waiting(slot uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  free_places integer;
  freed public.slots;
  given public.services;
  promoted public.bookings;
  skipped uuid[] := '{}';
begin
  -- Parties that wait for a whole course come before those that wait for one of its dates, if all dates have places.
  if public.promote_series(slot) then
    return;
  end if;
  loop
    select s.* into freed
      from public.slots s
      join public.services service on service.id = s.service_id
      where s.id = slot and s.starts_at > now() + make_interval(mins => service.cancel_until_minutes)
        -- Of a person or a room that is away in the meantime nothing is given, nor of a suspended person.
        and not public.is_suspended_at(s.host_id, s.starts_at)
        and not exists (select from public.absences a
          where a.host_id = s.host_id and a.starts_at < s.ends_at and a.ends_at > s.starts_at)
        and not exists (select from public.absences a
          where a.room_id in (s.room_id, s.equipment_id) and a.starts_at < s.ends_at and a.ends_at > s.starts_at)
      for update of s;
    exit when not found;
    free_places := freed.capacity - freed.taken;
    select x.* into strict given from public.services x where x.id = freed.service_id;
    exit when given.offer_hours > 0 and public.offer_end(given, freed.starts_at) <= now();
    -- Parties wait for a time, with any person or with one.
    select b.* into promoted from public.bookings b
      where b.service_id = freed.service_id and b.starts_at = freed.starts_at and b.status = 'waiting'
        and b.request_until is null and b.offer_until is null
        and (b.wanted_host_id is null or b.wanted_host_id = freed.host_id) and b.party_size <= free_places
        and b.series_id is null and b.id <> all(skipped) and not public.is_booked_elsewhere(given, b.person_id, b.starts_at, b.ends_at)
      order by b.waiting_since, b.id limit 1 for update;
    exit when not found;
    begin
      if given.offer_hours > 0 then
        update public.bookings b
          set slot_id = freed.id, offer_until = public.offer_end(given, freed.starts_at), may_overlap = given.allows_overlap,
            updated_at = now()
          where b.id = promoted.id returning b.* into promoted;
        perform public.queue_booking_email('booking_offered', promoted, jsonb_build_object('expiresAt', promoted.offer_until));
      else
        perform public.give_place(promoted, given, freed.id, 'booking_promoted');
      end if;
    exception when exclusion_violation then
      -- Either the host has another booking at this time, and nothing can be given; or the member has just booked
      -- another one.
      exit when sqlerrm not like '%bookings_member_in_one_place%';
      skipped := skipped || promoted.id;
    end;
  end loop;
end $$;

-- A person, a room or equipment is there after all, because an absence or a suspension of this time has ended early: their
-- free places go to the waiting list. At commit, when a calendar that is read again has all its times, and before anyone
-- else sees the places.
create or replace function public.promote_waiting_with(place uuid, from_time timestamptz, until_time timestamptz)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  lines uuid[];
begin
  if until_time > now() then
    lines := array(
      select x.id from public.slots x
      where (x.host_id = place or x.room_id = place or x.equipment_id = place)
        and x.starts_at > now() and x.starts_at < until_time and x.ends_at > from_time and x.taken < x.capacity
        and exists (
          select from public.bookings b
          where b.service_id = x.service_id and b.starts_at = x.starts_at and b.status = 'waiting')
      order by x.starts_at, x.id);
    if lines <> '{}' then
      perform public.lock_bookings();
      perform public.promote_freed(lines);
    end if;
  end if;
end $$;

create or replace function public.promote_after_absence() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.promote_waiting_with(coalesce(old.host_id, old.room_id), old.starts_at, old.ends_at);
  return null;
end $$;

create or replace function public.promote_after_suspension() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.promote_waiting_with(new.id, coalesce(new.banned_until, now()), old.banned_until);
  return null;
end $$;

-- Makes a waiting party's booking of a place; a request for it, where the staff confirm what is booked.
create or replace function public.give_place(b public.bookings, s public.services, slot uuid, message text)
returns public.bookings
language plpgsql set search_path = '' as $$
declare
  given public.bookings;
begin
  update public.bookings x
    set slot_id = give_place.slot, status = case when s.needs_confirmation then 'waiting' else 'booked' end::public.booking_status,
      waiting_since = case when s.needs_confirmation then x.waiting_since end, offer_until = null,
      request_until = case when s.needs_confirmation then public.request_end(s, x.starts_at) end,
      request_takes_place = s.needs_confirmation, may_overlap = s.allows_overlap or x.claimed_from is not null,
      sequence = x.sequence + 1, updated_at = now()
    where x.id = b.id returning x.* into given;
  perform public.queue_booking_email(case when s.needs_confirmation then 'booking_requested' else message end, given);
  return given;
end $$;

-- Takes the offered place, as its member or by the signed link of a guest. Declining is cancel_booking(): the place goes to
-- the next party.
create or replace function public.accept_offer(id uuid, link text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings;
  s public.services;
begin
  perform public.lock_bookings();
  select x.* into b from public.bookings x
    where x.id = accept_offer.id and public.is_own_booking(x, accept_offer.link) for update;
  if not found then
    perform public.raise_booking_error('not_found');
  elsif b.status = 'booked' or b.request_until is not null and b.status = 'waiting' then
    return public.booking_answer(b);
  elsif b.offer_until is null or b.offer_until <= now() then
    perform public.raise_booking_error('offer_over');
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  if b.series_id is not null then
    perform public.accept_series(b, s);
    select x.* into strict b from public.bookings x where x.id = accept_offer.id;
    return public.booking_answer(b);
  end if;
  return public.booking_answer(public.give_place(b, s, b.slot_id, 'booking_confirmed'));
exception when exclusion_violation then
  -- The service allowed bookings at one time when it offered the place, and does not any more.
  perform public.raise_overlap(sqlerrm);
end $$;

create or replace function public.count_taken_places() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  freed constant integer := case when tg_op <> 'INSERT' and old.takes_place then old.party_size else 0 end;
  added constant integer := case when tg_op <> 'DELETE' and new.takes_place then new.party_size else 0 end;
begin
  if tg_op = 'UPDATE' and (old.slot_id, freed) is not distinct from (new.slot_id, added) then
    return null;
  end if;
  if freed > 0 then
    update public.slots set taken = taken - freed where id = old.slot_id;
  end if;
  if added > 0 then
    update public.slots set taken = taken + added where id = new.slot_id;
  end if;
  if freed > 0 then
    perform public.promote_waiting(old.slot_id);
  end if;
  return null;
end $$;

-- The position on the waiting list. Only the id of the given row counts: with a made-up row a caller could find out
-- when others joined.
create or replace function public.waiting_position(b public.bookings) returns integer
language sql stable security definer set search_path = '' as $$
  select (
    select count(*)::integer from public.bookings ahead
    where ahead.service_id = mine.service_id and ahead.starts_at = mine.starts_at and ahead.status = 'waiting'
      and ahead.request_until is null
      -- Another person's line is not before this one.
      and (ahead.wanted_host_id is null or mine.wanted_host_id is null or ahead.wanted_host_id = mine.wanted_host_id)
      and (ahead.waiting_since, ahead.id) <= (mine.waiting_since, mine.id)
  )
  from public.bookings mine where mine.id = b.id and mine.status = 'waiting' and mine.request_until is null
$$;

-- At most 20 waiting lists for each member. The lock precedes the count, which is a statement of its own: in one
-- expression the count would miss what a concurrent transaction has committed.
create or replace function public.check_waiting_list_limit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_lists constant integer := 20;
begin
  if public.lock_if_limited('waiting_lists') then
    if (
      select count(distinct coalesce(b.series_id, b.id)) from public.bookings b
      where b.member_id = new.member_id and b.status = 'waiting' and b.starts_at > now()
        and coalesce(b.series_id, b.id) <> coalesce(new.series_id, public.current_series(), new.id)) >= max_lists
    then
      raise exception 'At most % waiting lists at once', max_lists using errcode = 'PT429', detail = 'too_many_waiting_lists';
    end if;
  end if;
  return new;
end
$$;

revoke execute on function
  public.offer_end(public.services, timestamptz), public.give_place(public.bookings, public.services, uuid, text),
  public.accept_offer(uuid, text), public.promote_waiting(uuid), public.count_taken_places(), public.waiting_position(public.bookings),
  public.promote_waiting_with(uuid, timestamptz, timestamptz), public.promote_after_absence(), public.promote_after_suspension(),
  public.check_waiting_list_limit()
from public, anon, authenticated;

grant execute on function public.accept_offer(uuid, text) to anon, authenticated, service_role;
grant execute on function public.waiting_position(public.bookings) to authenticated, service_role;

comment on function public.waiting_position(public.bookings) is 'internal';
