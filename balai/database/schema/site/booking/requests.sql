-- Requests: bookings that the staff of a service confirm or decline. And what waits for an answer and ends without one:
-- requests, and offers of the waiting list.

-- Whether a booking is confirmed: neither a request, nor on a waiting list, nor cancelled. Rules that depend on it, such
-- as access to its thread, call this.
create or replace function public.is_confirmed_booking(b public.bookings) returns boolean
language sql immutable parallel safe as $$
  select b.status = 'booked'
$$;

-- When a request of now ends without an answer.
create or replace function public.request_end(s public.services, start timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select least(now() + make_interval(hours => s.request_hours), start)
$$;

-- A booking that is confirmed or cancelled is no offer, and a confirmed one no request.
create or replace function public.clear_waiting() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.offer_until := null;
  if new.status = 'booked' then
    new.request_until := null;
    new.request_takes_place := false;
  end if;
  return new;
end $$;

-- The request, locked, for a caller who handles it.
create or replace function public.get_request(booking uuid) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  b public.bookings;
begin
  perform public.lock_bookings();
  select x.* into b from public.bookings x where x.id = booking for update;
  if not found or not public.may_handle_booking(b) then
    perform public.raise_booking_error('not_found');
  end if;
  return b;
end $$;

-- Confirms a request. Where its place does not count as taken another may have been confirmed first: the constraints of
-- booking hold here too, and where several people offer the service another one may be free.
create or replace function public.confirm_booking(id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings := public.get_request(confirm_booking.id);
  s public.services;
  slot public.slots;
begin
  if b.status = 'booked' then
    return public.booking_answer(b);
  elsif b.status <> 'waiting' or b.request_until is null or b.request_until <= now() then
    perform public.raise_booking_error('request_over');
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  perform public.lock_booking_member(b.person_id);
  select x.* into strict slot from public.slots x where x.id = b.slot_id for update;
  if not b.takes_place then
    if slot.taken + b.party_size > slot.capacity or public.has_host_conflict(slot) then
      slot := public.open_slot(s, b.starts_at, b.wanted_host_id, public.language_of_person(b.member_id, b.guest_id),
        b.party_size);
    end if;
    if public.has_host_conflict(slot) or slot.taken + b.party_size > slot.capacity then
      perform public.raise_booking_error('full');
    elsif b.claimed_from is null and public.is_booked_elsewhere(s, b.person_id, slot.starts_at, slot.ends_at, b.id) then
      perform public.raise_booking_error('overlapping');
    end if;
  end if;
  update public.bookings x
    set status = 'booked', slot_id = slot.id, ends_at = slot.ends_at, waiting_since = null,
      -- Bookings of a family that one member claimed may be at one time.
      may_overlap = s.allows_overlap or x.claimed_from is not null, sequence = x.sequence + 1, updated_at = now()
    where x.id = b.id returning x.* into b;
  perform public.queue_booking_email('booking_confirmed', b, '{"isAnswer": true}');
  return public.booking_answer(b);
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

-- Declines a request; the staff can take it back for an hour with restore_booking().
create or replace function public.decline_booking(id uuid, reason text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings := public.get_request(decline_booking.id);
  why constant text := btrim(coalesce(decline_booking.reason, ''));
begin
  if b.status = 'cancelled' and b.request_until is not null then
    return public.booking_answer(b);
  elsif b.status <> 'waiting' or b.request_until is null then
    perform public.raise_booking_error('request_over');
  elsif why <> '' and public.is_clean_line(why, 200) is not true then
    perform public.raise_error('422', 'reason', 'The reason is one line of at most 200 characters');
  end if;
  b := public.mark_cancelled(b, true);
  perform public.queue_booking_email('booking_declined', b, jsonb_build_object('reason', why) || public.was_in_no_calendar(b));
  return public.booking_answer(b);
end $$;

-- Cancels a booking, without its message. by_staff: the side that can take it back. back_to: the place on the waiting list that it gets then.
create or replace function public.mark_cancelled(b public.bookings, by_staff boolean, back_to timestamptz default null)
returns public.bookings
language sql set search_path = '' as $$
  update public.bookings x
    set status = 'cancelled', cancelled_at = now(), cancelled_by_staff = by_staff,
      waited_since = coalesce(back_to, x.waiting_since), waiting_since = null, sequence = x.sequence + 1, updated_at = now()
    where x.id = b.id returning x.*
$$;

-- A request has no event in the calendar of its person, unless it was a booking that they moved.
create or replace function public.was_in_no_calendar(b public.bookings) returns jsonb
language sql immutable set search_path = '' as $$
  select case when b.request_until is null or b.sequence <= 1 then '{"wasWaiting": true}' else '{}' end::jsonb
$$;

-- Ends requests and offers whose time has passed, at most so many, and returns their number. One transaction ends each,
-- queues its message and passes the place on to the next party, so a killed worker leaves nothing half done and nothing
-- twice. A party that let an offer pass leaves the list.
create or replace function public.end_overdue_waiting(how_many integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  b public.bookings;
  number integer := 0;
begin
  if not exists (
    select from public.bookings x
    where x.status = 'waiting' and x.request_until <= now() or x.offer_until <= now()
  ) then
    return 0;
  end if;
  perform public.lock_bookings();
  for b in
    select x.* from public.bookings x
    where x.status = 'waiting' and x.request_until <= now() or x.offer_until <= now()
      -- The dates of a course end with the first of them.
      and not exists (
        select from public.bookings y
        where y.series_id = x.series_id and y.offer_until is not null and (y.starts_at, y.id) < (x.starts_at, x.id))
    order by coalesce(x.request_until, x.offer_until), x.id limit how_many for update
  loop
    if b.request_until is null and b.series_id is not null then
      perform public.end_series_offer(b);
    elsif b.request_until is null then
      b := public.mark_cancelled(b, false, now());
      perform public.queue_booking_email('booking_offer_over', b, '{"wasWaiting": true}');
    else
      b := public.mark_cancelled(b, true);
      perform public.queue_booking_email('booking_request_over', b, public.was_in_no_calendar(b));
    end if;
    number := number + 1;
  end loop;
  return number;
end $$;

revoke execute on function
  public.is_confirmed_booking(public.bookings), public.request_end(public.services, timestamptz), public.clear_waiting(),
  public.get_request(uuid), public.confirm_booking(uuid), public.decline_booking(uuid, text),
  public.mark_cancelled(public.bookings, boolean, timestamptz), public.was_in_no_calendar(public.bookings),
  public.end_overdue_waiting(integer)
from public, anon, authenticated;

grant execute on function public.confirm_booking(uuid), public.decline_booking(uuid, text) to authenticated, service_role;
