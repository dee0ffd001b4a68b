-- Requests: bookings that the staff of a service confirm or decline. And what waits for an answer and ends without one:
-- requests, and offers of the waiting list.

-- Whether a booking is confirmed: neither a request, nor on a waiting list, nor cancelled. Rules that depend on it, such
-- as access to its thread, call this.
create or replace function public.is_confirmed_booking(b public.bookings) returns boolean
language sql immutable parallel safe as $$
  select b.status = 'booked'
$$;

-- When a request of now ends without an answer: of a course that is just being asked for, with its first date.
create or replace function public.request_end(s public.services, start timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select least(now() + make_interval(hours => s.request_hours), start, (
    select min(b.request_until) from public.bookings b
    where b.series_id = public.current_series() and b.status = 'waiting'))
$$;

-- The dates that have one answer, locked: of a course those that were asked for or are offered at once, which ends at one
-- time. A date of it that its member has moved was asked for alone, and ends at another.
create or replace function public.joined_dates(b public.bookings) returns setof public.bookings
language sql set search_path = '' as $$
  select x.* from public.bookings x
  where x.id = b.id or x.series_id = b.series_id and x.status = b.status
    and (x.request_until, x.offer_until) is not distinct from (b.request_until, b.offer_until)
  order by x.starts_at, x.id for update
$$;

-- Whether the booking waits for a whole course or requests it. Its dates are then confirmed or cancelled together.
create or replace function public.waits_for_course(b public.bookings) returns boolean
language sql stable set search_path = '' as $$
  select b.status = 'waiting' and b.series_id is not null and (b.request_until is null or exists (
    select from public.bookings x
    where x.series_id = b.series_id and x.id <> b.id and x.status = 'waiting' and x.request_until = b.request_until))
$$;

-- For a message: the dates of several bookings of a course, nothing for one.
create or replace function public.message_dates(series uuid, starts timestamptz[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case when cardinality(starts) > 1 then jsonb_build_object('seriesId', series, 'dates', to_jsonb(starts))
    else '{}' end
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

-- The number of dates that one answer of the caller to this request covers: of a course all requested dates. 0 if the caller
-- may not handle each of them, or if there is no open request.
create or replace function public.asked_dates(booking uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select case when bool_and(public.may_handle_booking(x)) then count(*)::integer else 0 end
  from public.bookings b
  join public.bookings x
    on x.id = b.id or x.series_id = b.series_id and x.status = b.status and x.request_until = b.request_until
  where b.id = asked_dates.booking and b.status = 'waiting' and b.request_until > now()
$$;

-- The request, locked, for a caller who handles it.
create or replace function public.get_request(booking uuid) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  b public.bookings;
begin
  perform public.lock_bookings();
  select x.* into b from public.bookings x where x.id = booking for update;
  if not found or not public.may_handle_booking(b)
    or b.status = 'waiting' and b.request_until > now() and public.asked_dates(b.id) = 0 then
    perform public.raise_booking_error('not_found');
  end if;
  return b;
end $$;

-- Confirms one date. Where its place does not count as taken another may have been confirmed first: the constraints of
-- booking hold here too, and where several people offer the service another one may be free.
create or replace function public.confirm_date(b public.bookings, s public.services) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  slot public.slots;
begin
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
  return b;
end $$;

-- Confirms a request, of a course for all its dates or none.
create or replace function public.confirm_booking(id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings := public.get_request(confirm_booking.id);
  s public.services;
  each_date public.bookings;
  first_date public.bookings;
  starts timestamptz[] := '{}';
begin
  if b.status = 'booked' then
    return public.booking_answer(b);
  elsif b.status <> 'waiting' or b.request_until is null or b.request_until <= now() then
    perform public.raise_booking_error('request_over');
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  perform public.lock_booking_member(b.person_id);
  perform public.set_series(b.series_id);
  for each_date in select * from public.joined_dates(b) loop
    each_date := public.confirm_date(each_date, s);
    if starts = '{}' then
      first_date := each_date;
    end if;
    starts := starts || each_date.starts_at;
  end loop;
  perform public.set_series(null);
  perform public.queue_booking_email(
    'booking_confirmed', first_date, '{"isAnswer": true}' || public.message_dates(b.series_id, starts));
  select x.* into strict b from public.bookings x where x.id = confirm_booking.id;
  return public.booking_answer(b);
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

-- Declines a request, of a course for all its dates; the staff can take it back for an hour with restore_booking().
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
  return public.booking_answer(public.end_waiting(b, 'booking_declined', true, jsonb_build_object('reason', why)));
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

-- Ends a request or an offer, of a course for all its dates, with one message. Its places go to the next party.
create or replace function public.end_waiting(
  b public.bookings, message text, by_staff boolean, more jsonb default '{}', back_to timestamptz default null
) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  ended public.bookings;
  starts timestamptz[] := '{}';
begin
  perform public.set_series(b.series_id);
  for ended in select * from public.joined_dates(b) loop
    ended := public.mark_cancelled(ended, by_staff, back_to);
    starts := starts || ended.starts_at;
  end loop;
  perform public.set_series(null);
  select x.* into strict ended from public.bookings x where x.id = b.id;
  perform public.queue_booking_email(
    message, ended, more || public.was_in_no_calendar(ended) || public.message_dates(b.series_id, starts));
  perform public.promote_after_series(b.series_id);
  return ended;
end $$;

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
    where x.status = 'waiting' and (x.request_until <= now() or x.offer_until <= now())
      -- The dates of a course end with the first of them.
      and not exists (
        select from public.bookings y
        where y.series_id = x.series_id and y.status = 'waiting'
          and (y.request_until, y.offer_until) is not distinct from (x.request_until, x.offer_until)
          and (y.starts_at, y.id) < (x.starts_at, x.id))
    order by coalesce(x.request_until, x.offer_until), x.id limit how_many for update
  loop
    if b.request_until is null then
      perform public.end_waiting(b, 'booking_offer_over', false, '{}', now());
    else
      perform public.end_waiting(b, 'booking_request_over', true);
    end if;
    number := number + 1;
  end loop;
  return number;
end $$;

revoke execute on function
  public.is_confirmed_booking(public.bookings), public.request_end(public.services, timestamptz), public.clear_waiting(),
  public.asked_dates(uuid), public.get_request(uuid), public.confirm_booking(uuid), public.decline_booking(uuid, text),
  public.mark_cancelled(public.bookings, boolean, timestamptz), public.was_in_no_calendar(public.bookings),
  public.end_overdue_waiting(integer), public.joined_dates(public.bookings), public.waits_for_course(public.bookings),
  public.message_dates(uuid, timestamptz[]), public.confirm_date(public.bookings, public.services),
  public.end_waiting(public.bookings, text, boolean, jsonb, timestamptz)
from public, anon, authenticated;

grant execute on function public.confirm_booking(uuid), public.decline_booking(uuid, text), public.asked_dates(uuid)
to authenticated, service_role;

comment on function public.asked_dates(uuid) is 'internal';
