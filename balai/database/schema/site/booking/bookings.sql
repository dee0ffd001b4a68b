-- Creating, changing and cancelling bookings. The database checks the rules of a service whatever a page has offered.
-- All writers acquire one advisory lock, so what they count stays true until commit: people, rooms and equipment are shared
-- by services. It always precedes the lock of the member and row locks, which excludes deadlocks.

-- All error codes of booking: the code in DETAIL, the HTTP status in SQLSTATE.
create or replace function public.raise_booking_error(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform public.raise_error(
    case when code in ('full', 'already_booked', 'overlapping', 'undo_over', 'offer_over', 'request_over', 'day_limit',
        'week_limit', 'member_limit', 'host_own', 'host_away', 'host_busy') then '409' when code = 'not_found' then '404'
      when code in ('too_fast', 'too_many_holds') then '429' when code in ('members_only', 'not_your_hold') then '403' else '422' end,
    code,
    case code
      when 'full' then 'There are not enough free places at this time.'
      when 'already_booked' then 'You have a booking at this time already.'
      when 'overlapping' then 'You have another booking at this time.'
      when 'not_found' then 'There is no such booking or service.'
      when 'outside_hours' then 'This service is not offered at this time.'
      when 'too_soon' then 'This time is too near, or past.'
      when 'too_far' then 'This time is too far ahead.'
      when 'too_many' then 'This is more places than one person may book.'
      when 'day_limit' then 'There are no more bookings on this day.'
      when 'week_limit' then 'There are no more bookings in this week.'
      when 'member_limit' then 'One person may not have more coming bookings of this service.'
      when 'whole_only' then 'This course is booked as a whole.'
      when 'too_early' then 'This can be marked later.'
      when 'host_own' then 'This is that person''s own booking.'
      when 'host_unsuitable' then 'That person does not offer this service.'
      when 'host_away' then 'That person is not there at this time.'
      when 'host_busy' then 'That person is booked at this time.'
      when 'past_cutoff' then 'It is too late to change or cancel this booking.'
      when 'undo_over' then 'It is too late to undo this.'
      when 'offer_over' then 'The place is no longer offered.'
      when 'request_over' then 'This request was answered already, or has ended.'
      when 'members_only' then 'This service is for members.'
      when 'too_fast' then 'This booking was changed too often.'
      when 'not_your_hold' then 'This place is held for another person.'
      when 'too_many_holds' then 'Too many places were held in a short time.'
    end);
end $$;

create or replace function public.raise_overlap(message text) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.raise_booking_error(
    case when message like '%bookings_member_in_one_place%' then 'overlapping' else 'full' end);
end $$;

create or replace function public.lock_bookings() returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('bookings', 0));
  -- Expired holds are free for each writer: see holds.sql.
  select public.delete_expired_holds();
$$;

-- Two bookings of one member or guest at a time: each waits for the other's check. Acquired after the lock above, never
-- before.
create or replace function public.lock_booking_member(member uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('bookings of ' || member, 0))
$$;

-- Whether a booking is the caller's own: of the member, or of the guest whose signed link the caller has.
create or replace function public.is_own_booking(b public.bookings, link text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(b.member_id = auth.uid(), false)
    or coalesce(b.guest_id is not null and is_own_booking.link = public.guest_link(b.id), false)
$$;

create or replace function public.booking_answer(b public.bookings) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', b.id, 'status', b.status, 'starts_at', b.starts_at, 'ends_at', b.ends_at, 'party_size', b.party_size,
    'sequence', b.sequence, 'position', public.waiting_position(b),
    'is_request', b.status = 'waiting' and b.request_until is not null, 'offer_until', b.offer_until,
    'host_id', case b.status when 'waiting' then b.wanted_host_id else b.host_id end,
    'room_id', case when b.status <> 'waiting' then b.room_id end,
    'equipment_id', case when b.status <> 'waiting' then b.equipment_id end,
    'chosen_by', case when b.status <> 'waiting' then to_jsonb(b.chosen_by) else '[]' end)
$$;

-- The language in which the person of a booking is served, for the choice of a host.
create or replace function public.language_of_person(member uuid, guest uuid) returns public.language
language sql stable set search_path = '' as $$
  select coalesce((select p.language from public.profiles p where p.id = member),
    (select g.language from public.guests g where g.id = guest))
$$;

-- Whether a member or guest has another booking that overlaps with these times, unless one of the services allows it.
-- Adjacent times do not overlap.
create or replace function public.is_booked_elsewhere(
  s public.services, person uuid, from_time timestamptz, until_time timestamptz, except_booking uuid default null
) returns boolean
language sql stable set search_path = '' as $$
  select not s.allows_overlap and exists (
    select from public.bookings b
    where b.person_id = person and b.takes_place and b.starts_at < until_time and b.ends_at > from_time
      and b.id is distinct from except_booking
      and not exists (select from public.services other where other.id = b.service_id and other.allows_overlap)
  )
$$;

-- The limits of a service: bookings per day and per week of its zone, and coming bookings of one person. The caller holds
-- the lock of bookings, so the counts stay true. Waiting lists do not count for the site, and do for the person.
create or replace function public.check_booking_limits(
  s public.services, start timestamptz, person uuid, except_booking uuid default null
) returns void
language plpgsql stable set search_path = '' as $$
declare
  day constant timestamp := date_trunc('day', start at time zone s.time_zone);
  week constant timestamp := date_trunc('week', day);
begin
  if s.day_limit <= (
    select count(*) from public.bookings b
    where b.service_id = s.id and b.takes_place and b.id is distinct from except_booking
      and b.starts_at >= day at time zone s.time_zone and b.starts_at < (day + interval '1 day') at time zone s.time_zone
  ) + public.count_holds(s.id, day at time zone s.time_zone, (day + interval '1 day') at time zone s.time_zone) then
    perform public.raise_booking_error('day_limit');
  elsif s.week_limit <= (
    select count(*) from public.bookings b
    where b.service_id = s.id and b.takes_place and b.id is distinct from except_booking
      and b.starts_at >= week at time zone s.time_zone and b.starts_at < (week + interval '7 days') at time zone s.time_zone
  ) + public.count_holds(s.id, week at time zone s.time_zone, (week + interval '7 days') at time zone s.time_zone) then
    perform public.raise_booking_error('week_limit');
  elsif s.member_limit <= (
    select count(*) from public.bookings b
    where b.service_id = s.id and b.person_id = person and b.status <> 'cancelled' and b.starts_at > now()
      and b.id is distinct from except_booking
  ) then
    perform public.raise_booking_error('member_limit');
  end if;
end $$;

-- Books a slot for a member or a guest, or joins its waiting list. The caller chooses the id: a repeated request returns
-- the first booking.
-- host: this person. Without one any suitable: the answer's `chosen_by` says why the person was chosen.
-- The service is read after the lock was acquired: a concurrent save may have changed its people, its capacity or its
-- status.
-- by_staff: the limits of notice, window and places for each person do not hold.
create or replace function public.place_booking(
  id uuid, service uuid, starts_at timestamptz, party integer, note text, or_wait boolean, member uuid, guest uuid,
  by_staff boolean default false, host uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person constant uuid := coalesce(member, guest);
  s public.services;
  slot public.slots;
  made public.bookings;
  has_room boolean;
  is_request boolean;
  hash constant bytea := public.hold_hash(public.request_header('x-balai-hold'));
  freed uuid[];
begin
  perform public.lock_bookings();
  select * into s from public.services x where x.id = service and x.is_active;
  if not found or person is null or place_booking.id is null or place_booking.starts_at is null then
    perform public.raise_booking_error('not_found');
  end if;
  select * into made from public.bookings b where b.id = place_booking.id;
  if found then
    if made.person_id <> person then
      perform public.raise_booking_error('not_found');
    end if;
    return public.booking_answer(made);
  end if;
  if s.series = 'whole' and public.current_series() is null and not by_staff then
    perform public.raise_booking_error('whole_only');
  elsif by_staff then
    s.window_days := 400;
    s.per_person := s.capacity;
    s.day_limit := null;
    s.week_limit := null;
    s.member_limit := null;
  end if;
  -- The held place is for its holder to book.
  perform public.check_hold_is_own(hash, person);
  freed := public.take_holds(member, hash);
  s.notice_minutes := public.notice_for_caller(s);
  if party is null or party not between 1 and s.per_person then
    perform public.raise_booking_error('too_many');
  end if;
  perform public.check_bookable(s, place_booking.starts_at);
  perform public.lock_booking_member(person);
  slot := public.open_slot(s, place_booking.starts_at, host, public.language_of_person(member, guest), party);
  if exists (
    select from public.bookings b
    where b.service_id = s.id and b.starts_at = slot.starts_at and b.person_id = person and b.status <> 'cancelled'
  ) then
    perform public.raise_booking_error('already_booked');
  elsif public.is_booked_elsewhere(s, person, slot.starts_at, slot.ends_at) then
    perform public.raise_booking_error('overlapping');
  end if;
  perform public.check_booking_limits(s, slot.starts_at, person);
  has_room := slot.taken + party <= slot.capacity;
  if public.has_host_conflict(slot) or not (has_room or coalesce(or_wait, false)) then
    perform public.raise_booking_error('full');
  end if;
  -- Bookings that staff make need no confirmation.
  is_request := has_room and s.needs_confirmation and not by_staff;
  insert into public.bookings as b (id, slot_id, service_id, member_id, guest_id, booked_by, wanted_host_id, starts_at,
    ends_at, party_size, note, status, waiting_since, request_until, request_takes_place, may_overlap)
  values (place_booking.id, slot.id, s.id, member, guest, case when by_staff then auth.uid() end, host, slot.starts_at,
    slot.ends_at, party, coalesce(place_booking.note, ''),
    case when has_room and not is_request then 'booked' else 'waiting' end::public.booking_status,
    case when not has_room or is_request then clock_timestamp() end,
    case when is_request then public.request_end(s, slot.starts_at) end, is_request and s.request_takes_place,
    s.allows_overlap)
  returning b.* into made;
  perform public.queue_booking_email(case when is_request then 'booking_requested' when has_room then 'booking_confirmed'
    else 'booking_waiting' end, made);
  perform public.promote_freed(freed);
  return public.booking_answer(made);
-- A concurrent booking of the same member: the check above did not see it, the constraint does.
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

create or replace function public.book(
  id uuid, service uuid, starts_at timestamptz, party integer default 1, note text default '', or_wait boolean default false,
  host uuid default null
) returns jsonb
language sql security definer set search_path = '' as $$
  select public.place_booking(id, service, starts_at, party, note, or_wait, auth.uid(), null, false, host)
$$;

-- Returns the booking, locked, if the caller may change it. A missing booking and one of another member raise the same
-- error. link: the signed link of a guest.
create or replace function public.get_changeable_booking(booking uuid, link text) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  b public.bookings;
  s public.services;
begin
  select x.* into b from public.bookings x
    where x.id = booking and (public.is_own_booking(x, link) or public.may_handle_booking(x));
  if not found then
    perform public.raise_booking_error('not_found');
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  perform public.lock_bookings();
  select x.* into b from public.bookings x where x.id = booking for update;
  -- A guest has no account whose limits would hold: each change sends a message.
  if b.guest_id is not null and b.sequence >= 40 and not public.may_handle_booking(b) then
    perform public.raise_booking_error('too_fast');
  end if;
  -- Staff and the host may change a booking at any time. A member may until the cut-off, or while waiting.
  if b.status = 'booked' and now() > b.starts_at - make_interval(mins => s.cancel_until_minutes)
      and not public.may_handle_booking(b) then
    perform public.raise_booking_error('past_cutoff');
  end if;
  return b;
end $$;

-- Whether a booking can be put into a slot: no second booking of the session, no other one at the time, and room for its
-- party. `takes_place`: false for one that only waits. The caller holds the lock of bookings.
create or replace function public.check_place(
  b public.bookings, s public.services, slot public.slots, takes_place boolean default true) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    select from public.bookings x
    where x.service_id = s.id and x.starts_at = slot.starts_at and x.person_id = b.person_id and x.id <> b.id
      and x.status <> 'cancelled'
  ) then
    perform public.raise_booking_error('already_booked');
  elsif takes_place and public.is_booked_elsewhere(s, b.person_id, slot.starts_at, slot.ends_at, b.id) then
    perform public.raise_booking_error('overlapping');
  elsif takes_place and (
    public.has_host_conflict(slot, public.slot_left_by(b)) or slot.taken + b.party_size > slot.capacity) then
    perform public.raise_booking_error('full');
  end if;
end $$;

-- Whether a booking can be moved to a slot; staff are not bound by the limits of members.
create or replace function public.check_move(b public.bookings, s public.services, slot public.slots) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform public.check_place(b, s, slot);
  if not public.may_handle_booking(b) then
    perform public.check_booking_limits(s, slot.starts_at, b.person_id, b.id);
  end if;
end $$;

create or replace function public.change_booking(id uuid, starts_at timestamptz, link text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings := public.get_changeable_booking(change_booking.id, change_booking.link);
  s public.services;
  slot public.slots;
  before constant timestamptz := b.starts_at;
  is_by_staff constant boolean := public.may_handle_booking(b) and not public.is_own_booking(b, change_booking.link);
  is_request boolean;
  hash constant bytea := public.hold_hash(public.request_header('x-balai-hold'));
  freed uuid[] := '{}';
begin
  if b.status = 'cancelled' then
    perform public.raise_booking_error('not_found');
  elsif change_booking.starts_at = before then
    return public.booking_answer(b);
  end if;
  if public.waits_for_course(b) then
    perform public.raise_booking_error('whole_only');
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  if is_by_staff then
    -- Staff move a booking to later today, too; its person stays the same.
    s.notice_minutes := -s.duration_minutes;
    s.window_days := 400;
  end if;
  perform public.check_bookable(s, change_booking.starts_at);
  perform public.lock_booking_member(b.person_id);
  if not is_by_staff then
    -- The held place is for its holder to move to. Staff who move a booking leave the holds of its member alone.
    perform public.check_hold_is_own(hash, b.person_id);
    freed := public.take_holds(b.member_id, hash);
  end if;
  slot := public.open_slot(s, change_booking.starts_at, case when is_by_staff then b.host_id else b.wanted_host_id end,
    public.language_of_person(b.member_id, b.guest_id), b.party_size, public.slot_left_by(b));
  perform public.check_move(b, s, slot);
  -- The new time needs a new answer.
  is_request := s.needs_confirmation and not is_by_staff;
  if not is_request then
    perform public.carry_session_thread(b, slot);
  end if;
  update public.bookings x
    set slot_id = slot.id, starts_at = slot.starts_at, ends_at = slot.ends_at,
      status = case when is_request then 'waiting' else 'booked' end::public.booking_status,
      waiting_since = case when is_request then clock_timestamp() end, offer_until = null,
      request_until = case when is_request then public.request_end(s, slot.starts_at) end,
      request_takes_place = is_request and s.request_takes_place, may_overlap = s.allows_overlap,
      sequence = x.sequence + 1, updated_at = now()
    where x.id = b.id returning x.* into b;
  perform public.queue_booking_email(case when is_request then 'booking_requested' else 'booking_changed' end, b,
    jsonb_build_object('previousStartsAt', before));
  perform public.promote_freed(freed);
  return public.booking_answer(b);
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

create or replace function public.cancel_booking(id uuid, link text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings;
  is_own boolean;
  was_waiting boolean;
begin
  -- Already cancelled: the same response again, also after the cut-off.
  select x.* into b from public.bookings x
    where x.id = cancel_booking.id and public.is_own_booking(x, cancel_booking.link) and x.status = 'cancelled';
  if not found then
    b := public.get_changeable_booking(cancel_booking.id, cancel_booking.link);
  end if;
  is_own := public.is_own_booking(b, cancel_booking.link);
  was_waiting := b.status = 'waiting';
  if public.waits_for_course(b) and public.current_series() is null then
    -- A waiting place, a request or an offer for a course ends for all its dates.
    perform public.cancel_series(b.id, cancel_booking.link);
    select x.* into strict b from public.bookings x where x.id = cancel_booking.id;
  elsif b.status <> 'cancelled' then
    b := public.mark_cancelled(b, not is_own);
    perform public.queue_booking_email('booking_cancelled', b,
      jsonb_build_object('by', case when is_own then 'member' else 'site' end)
        || case when was_waiting then public.was_in_no_calendar(b) else '{}' end);
  end if;
  return public.booking_answer(b);
end $$;

revoke execute on function
  public.raise_booking_error(text), public.raise_overlap(text), public.is_own_booking(public.bookings, text),
  public.is_booked_elsewhere(public.services, uuid, timestamptz, timestamptz, uuid), public.lock_booking_member(uuid),
  public.lock_bookings(), public.booking_answer(public.bookings),
  public.language_of_person(uuid, uuid),
  public.check_booking_limits(public.services, timestamptz, uuid, uuid),
  public.place_booking(uuid, uuid, timestamptz, integer, text, boolean, uuid, uuid, boolean, uuid),
  public.book(uuid, uuid, timestamptz, integer, text, boolean, uuid), public.get_changeable_booking(uuid, text),
  public.check_place(public.bookings, public.services, public.slots, boolean),
  public.check_move(public.bookings, public.services, public.slots), public.change_booking(uuid, timestamptz, text), public.cancel_booking(uuid, text)
from public, anon, authenticated;

grant execute on function public.book(uuid, uuid, timestamptz, integer, text, boolean, uuid) to authenticated, service_role;

grant execute on function public.change_booking(uuid, timestamptz, text), public.cancel_booking(uuid, text)
to anon, authenticated, service_role;
