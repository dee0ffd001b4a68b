-- Booking, changing, cancelling: the rules of a service, judged here whatever a page has offered.
--
-- Writers for the same host (or the same service, when it has none) take turns by an advisory lock, so what they count
-- stays true until they commit. The lock comes before any row lock, always: there is no order to fall into a ring.

-- The closed list of refusals: code in DETAIL, HTTP status in SQLSTATE.
create function public.refuse_booking(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform public.refuse(
    case when code in ('full', 'already_booked') then '409' when code = 'not_found' then '404' else '422' end,
    code,
    case code
      when 'full' then 'There are not enough free places at this time.'
      when 'already_booked' then 'You have a booking at this time already.'
      when 'not_found' then 'There is no such booking or service.'
      when 'outside_hours' then 'This service is not offered at this time.'
      when 'too_soon' then 'This time is too near, or past.'
      when 'too_far' then 'This time is too far ahead.'
      when 'too_many' then 'This is more places than one person may book.'
      when 'past_cutoff' then 'It is too late to change or cancel this booking.'
    end);
end $$;

create function public.take_turns(first_id uuid, second_id uuid default null) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('booking ' || id, 0))
  from (select distinct id from unnest(array[first_id, second_id]) id where id is not null order by id) ordered
$$;

create function public.check_bookable(s public.services, start timestamptz) returns void
language plpgsql stable set search_path = '' as $$
declare
  local_day constant date := (start at time zone s.time_zone)::date;
begin
  if start < now() + make_interval(mins => s.notice_minutes) then
    perform public.refuse_booking('too_soon');
  elsif local_day > (now() at time zone s.time_zone)::date + s.window_days then
    perform public.refuse_booking('too_far');
  elsif not exists (
    select from public.service_starts(s, local_day, local_day) offered where offered.starts_at = start
  ) then
    perform public.refuse_booking('outside_hours');
  end if;
end $$;

-- The slot's row, locked. One that nobody has booked follows the service as it is now.
create function public.open_slot(s public.services, start timestamptz) returns public.slots
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

-- Whether another slot keeps the same host (or service) busy at this time.
create function public.is_elsewhere(slot public.slots) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.slots other
    where other.occupies = slot.occupies and other.taken > 0 and other.busy && slot.busy and other.id <> slot.id
  )
$$;

-- Only the id of what is given counts: a row made up by the caller would find out when the others joined the line.
create function public.place_in_line(b public.bookings) returns integer
language sql stable set search_path = '' as $$
  select (
    select count(*)::integer from public.bookings ahead
    where ahead.slot_id = mine.slot_id and ahead.status = 'waiting'
      and (ahead.waiting_since, ahead.id) <= (mine.waiting_since, mine.id)
  )
  from public.bookings mine where mine.id = b.id and mine.status = 'waiting'
$$;

create function public.booking_answer(b public.bookings) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', b.id, 'status', b.status, 'starts_at', b.starts_at, 'ends_at', b.ends_at, 'party_size', b.party_size,
    'sequence', b.sequence, 'position', public.place_in_line(b))
$$;

-- The caller names the booking: asked twice with the same id, the second answer is the first booking again.
create function public.book(
  id uuid, service uuid, starts_at timestamptz, party integer default 1, note text default '', or_wait boolean default false
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  s public.services;
  slot public.slots;
  made public.bookings;
  has_room boolean;
begin
  select * into s from public.services x where x.id = service and x.is_active;
  if not found or me is null or book.id is null or book.starts_at is null then
    perform public.refuse_booking('not_found');
  end if;
  perform public.take_turns(coalesce(s.host_id, s.id));
  select * into made from public.bookings b where b.id = book.id;
  if found then
    if made.member_id <> me then
      perform public.refuse_booking('not_found');
    end if;
    return public.booking_answer(made);
  end if;
  if party is null or party not between 1 and s.per_person then
    perform public.refuse_booking('too_many');
  end if;
  perform public.check_bookable(s, book.starts_at);
  slot := public.open_slot(s, book.starts_at);
  if exists (
    select from public.bookings b where b.slot_id = slot.id and b.member_id = me and b.status <> 'cancelled'
  ) then
    perform public.refuse_booking('already_booked');
  end if;
  has_room := slot.taken + party <= slot.capacity;
  if public.is_elsewhere(slot) or not (has_room or coalesce(or_wait, false)) then
    perform public.refuse_booking('full');
  end if;
  insert into public.bookings as b
    (id, slot_id, service_id, member_id, starts_at, ends_at, party_size, note, status, waiting_since)
  values (book.id, slot.id, s.id, me, slot.starts_at, slot.ends_at, party, coalesce(book.note, ''),
    case when has_room then 'booked' else 'waiting' end::public.booking_status,
    case when not has_room then clock_timestamp() end)
  returning b.* into made;
  perform public.queue_booking_mail(case when has_room then 'booking_confirmed' else 'booking_waiting' end, made);
  return public.booking_answer(made);
end $$;

-- A booking that the caller may change, locked, after her turn has come. Absent and somebody else's look alike.
create function public.get_changeable_booking(booking uuid) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  b public.bookings;
  s public.services;
begin
  select x.* into b from public.bookings x
    where x.id = booking and (x.member_id = auth.uid() or public.is_admin() or public.is_host_of(x.service_id));
  if not found then
    perform public.refuse_booking('not_found');
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  perform public.take_turns(coalesce(s.host_id, s.id), (select x.occupies from public.slots x where x.id = b.slot_id));
  select x.* into b from public.bookings x where x.id = booking for update;
  -- The house may act at any time; a member until the cut-off, or while she only waits.
  if b.status = 'booked' and now() > b.starts_at - make_interval(mins => s.cancel_until_minutes)
      and not (public.is_admin() or s.host_id is not distinct from auth.uid()) then
    perform public.refuse_booking('past_cutoff');
  end if;
  return b;
end $$;

create function public.change_booking(id uuid, starts_at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings := public.get_changeable_booking(change_booking.id);
  s public.services;
  slot public.slots;
  before constant timestamptz := b.starts_at;
begin
  if b.status = 'cancelled' then
    perform public.refuse_booking('not_found');
  elsif change_booking.starts_at = before then
    return public.booking_answer(b);
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  perform public.check_bookable(s, change_booking.starts_at);
  slot := public.open_slot(s, change_booking.starts_at);
  if exists (
    select from public.bookings x where x.slot_id = slot.id and x.member_id = b.member_id and x.status <> 'cancelled'
  ) then
    perform public.refuse_booking('already_booked');
  elsif public.is_elsewhere(slot) or slot.taken + b.party_size > slot.capacity then
    perform public.refuse_booking('full');
  end if;
  update public.bookings x
    set slot_id = slot.id, starts_at = slot.starts_at, ends_at = slot.ends_at, status = 'booked', waiting_since = null,
      sequence = x.sequence + 1, updated_at = now()
    where x.id = b.id returning x.* into b;
  perform public.queue_booking_mail('booking_changed', b, jsonb_build_object('previousStartsAt', before));
  return public.booking_answer(b);
end $$;

create function public.cancel_booking(id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings;
begin
  -- Cancelled already: the same answer again, also after the cut-off.
  select x.* into b from public.bookings x
    where x.id = cancel_booking.id and x.member_id = auth.uid() and x.status = 'cancelled';
  if not found then
    b := public.get_changeable_booking(cancel_booking.id);
  end if;
  if b.status <> 'cancelled' then
    update public.bookings x
      set status = 'cancelled', cancelled_at = now(), waiting_since = null, sequence = x.sequence + 1, updated_at = now()
      where x.id = b.id returning x.* into b;
    perform public.queue_booking_mail('booking_cancelled', b,
      jsonb_build_object('by', case when b.member_id = auth.uid() then 'member' else 'house' end));
  end if;
  return public.booking_answer(b);
end $$;

revoke execute on function public.refuse_booking(text), public.take_turns(uuid, uuid),
  public.check_bookable(public.services, timestamptz), public.open_slot(public.services, timestamptz),
  public.is_elsewhere(public.slots), public.place_in_line(public.bookings), public.booking_answer(public.bookings),
  public.book(uuid, uuid, timestamptz, integer, text, boolean), public.get_changeable_booking(uuid),
  public.change_booking(uuid, timestamptz), public.cancel_booking(uuid)
from public, anon, authenticated;
grant execute on function public.book(uuid, uuid, timestamptz, integer, text, boolean),
  public.change_booking(uuid, timestamptz), public.cancel_booking(uuid)
to authenticated, service_role;
