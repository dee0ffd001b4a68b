-- Moving a booking at the desk to another time, another person, or both, with an undo within an hour. A host moves the
-- bookings that occupy them, also to a colleague; roles for bookings all of a service. All rules for people, rooms and places
-- are those of booking; what binds members alone (notice, window, limits) does not hold.

-- Why a booking cannot be with a person at a time: own, unsuitable, away, busy. Null: the person can take it.
create or replace function public.fault_of_move(
  b public.bookings, s public.services, start timestamptz, host uuid
) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted public.slots;
begin
  if b.member_id = host then
    return 'own';
  elsif exists (
    select from public.slots x
    where x.service_id = s.id and x.starts_at = start and x.host_id = fault_of_move.host and x.taken > 0
      and x.taken + b.party_size <= x.capacity
      and exists (select from public.service_hosts h where h.service_id = s.id and h.host_id = fault_of_move.host)) then
    -- A session of theirs with places left.
    return null;
  end if;
  wanted.id := b.slot_id;
  wanted.starts_at := start;
  wanted.ends_at := start + make_interval(mins => s.duration_minutes);
  wanted.busy := tstzrange(start - make_interval(mins => s.buffer_before_minutes),
    wanted.ends_at + make_interval(mins => s.buffer_after_minutes));
  return public.fault_of_host(s, wanted, host);
end $$;

-- The times to which staff can move a booking: what is offered on these days, notice and window apart, while the person and
-- a room are free. `hosts`: with these people of the service; null: with its own.
create or replace function public.move_times(booking uuid, from_day date, to_day date, hosts uuid[] default null)
returns table (host_id uuid, starts_at timestamptz, ends_at timestamptz, "left" integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings;
  s public.services;
  left_slot uuid;
begin
  select x.* into b from public.bookings x where x.id = move_times.booking;
  if not found or not public.may_handle_booking(b) then
    perform public.raise_booking_error('not_found');
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  left_slot := public.slot_left_by(b);
  return query
    with people as (
      select distinct h.id, h.id is not distinct from b.host_id as is_same
      from unnest(coalesce(move_times.hosts, array[b.host_id])) h (id)
      where h.id is not distinct from b.host_id or h.id is distinct from b.member_id and exists (
        select from public.service_hosts x where x.service_id = s.id and x.host_id = h.id)
      limit 50
    )
    select p.id, o.starts_at, o.ends_at, coalesce(held."left", s.capacity)
    from people p
    cross join public.service_starts(s, move_times.from_day, least(move_times.to_day, move_times.from_day + 31)) o
    left join lateral (
      select sum(x.capacity - x.taken)::integer as "left" from public.slots x
      where x.service_id = s.id and x.starts_at = o.starts_at and x.taken > 0 and x.host_id is not distinct from p.id
      having count(*) > 0) held on true
    where o.ends_at > now() and not (p.is_same and o.starts_at = b.starts_at)
      and case when held."left" is not null then held."left" >= b.party_size
        else (public.choose_place(s, o.starts_at, p.id, null, left_slot)).is_free end
      and not public.is_booked_elsewhere(s, b.person_id, o.starts_at, o.ends_at, b.id)
      and (p.is_same or not public.is_booked_elsewhere(s, p.id, o.starts_at, o.ends_at))
    order by o.starts_at, p.id;
end $$;

-- Puts a booking elsewhere, remembers where it was, and queues the messages: to its member or guest, and where its person
-- changes to both people. The caller holds the lock of bookings and the row, and has checked who may.
create or replace function public.move_and_remember(
  b public.bookings, s public.services, start timestamptz, host uuid
) returns public.bookings
language plpgsql set search_path = '' as $$
declare
  before constant public.bookings := b;
  is_other_host constant boolean := host is distinct from b.host_id;
  fault text;
  slot public.slots;
begin
  perform public.lock_booking_member(b.person_id);
  if is_other_host then
    fault := public.fault_of_move(b, s, start, host);
    if fault is not null then
      perform public.raise_booking_error('host_' || fault);
    end if;
  end if;
  slot := public.open_slot(s, start, host, null, b.party_size, public.slot_left_by(b));
  perform public.check_move(b, s, slot);
  if is_other_host then
    -- The person of the booking did not ask for this host.
    update public.slots x set chosen_by = '{}' where x.id = slot.id and x.taken = 0;
  end if;
  perform public.carry_session_thread(b, slot);
  update public.bookings x
    set slot_id = slot.id, starts_at = slot.starts_at, ends_at = slot.ends_at, may_overlap = s.allows_overlap,
      sequence = x.sequence + 1, updated_at = now()
    where x.id = b.id returning x.* into b;
  insert into public.booking_moves as m (booking_id, sequence, starts_at, host_id, chosen_by, moved_by)
  values (b.id, b.sequence, before.starts_at, before.host_id, before.chosen_by,
    (select p.id from public.profiles p where p.id = auth.uid()))
  on conflict (booking_id) do update set sequence = excluded.sequence, starts_at = excluded.starts_at,
    host_id = excluded.host_id, chosen_by = excluded.chosen_by, moved_by = excluded.moved_by, moved_at = now(),
    undone_at = null;
  perform public.queue_booking_email(
    case when b.starts_at = before.starts_at then 'booking_handed_over' else 'booking_changed' end, b,
    case when b.starts_at <> before.starts_at then jsonb_build_object('previousStartsAt', before.starts_at)
      else '{}' end
    || case when is_other_host then jsonb_build_object('formerHost', before.host_id) else '{}' end);
  return b;
end $$;

-- Moves a confirmed booking for the staff who handle it. `host`: to this person; null: it stays with its own.
create or replace function public.move_booking(id uuid, starts_at timestamptz, host uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings := public.get_changeable_booking(move_booking.id, null);
  s public.services;
  target constant uuid := coalesce(move_booking.host, b.host_id);
begin
  if not public.may_handle_booking(b) or b.status <> 'booked' or move_booking.starts_at is null then
    perform public.raise_booking_error('not_found');
  elsif move_booking.starts_at = b.starts_at and target is not distinct from b.host_id then
    return public.booking_answer(b);
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  -- To later today, too.
  s.notice_minutes := -s.duration_minutes;
  s.window_days := 400;
  perform public.check_bookable(s, move_booking.starts_at);
  return public.booking_answer(public.move_and_remember(b, s, move_booking.starts_at, target));
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

-- Undoes the last move of a booking within an hour, if nothing else has happened to it and its former place is still free:
-- for those who handle it now, and for a host who has given it away.
create or replace function public.undo_move(id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  m public.booking_moves;
  b public.bookings;
  s public.services;
begin
  perform public.lock_bookings();
  select x.* into b from public.bookings x where x.id = undo_move.id for update;
  select x.* into m from public.booking_moves x where x.booking_id = undo_move.id;
  if not found or not (
    public.may_handle_booking(b)
    or coalesce(m.moved_by = auth.uid() and auth.uid() in (m.host_id, b.host_id), false)) then
    perform public.raise_booking_error('not_found');
  elsif m.undone_at is not null and b.sequence = m.sequence then
    return public.booking_answer(b);
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  if m.undone_at is not null or b.sequence <> m.sequence or b.status <> 'booked' or m.moved_at < now() - interval '1 hour'
    or m.starts_at + make_interval(mins => s.duration_minutes) <= now() then
    perform public.raise_booking_error('undo_over');
  end if;
  b := public.move_and_remember(b, s, m.starts_at, m.host_id);
  update public.booking_moves x set undone_at = now() where x.booking_id = b.id;
  -- Why the person had been chosen is true again.
  update public.slots x set chosen_by = m.chosen_by where x.id = b.slot_id and x.taken = b.party_size;
  return public.booking_answer(b);
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

revoke execute on function
  public.fault_of_move(public.bookings, public.services, timestamptz, uuid),
  public.move_times(uuid, date, date, uuid[]),
  public.move_and_remember(public.bookings, public.services, timestamptz, uuid),
  public.move_booking(uuid, timestamptz, uuid), public.undo_move(uuid)
from public, anon, authenticated;

grant execute on function
  public.move_times(uuid, date, date, uuid[]), public.move_booking(uuid, timestamptz, uuid), public.undo_move(uuid)
to authenticated, service_role;
