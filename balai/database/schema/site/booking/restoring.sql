-- Undoes a cancellation within an hour, for the side that cancelled: the member or guest, or the host and administrators. Hours,
-- notice and cut-off of the service do not count, as the booking was there before. The place must still be free; a
-- waiting member gets their position back.
create or replace function public.restore_booking(id uuid, link text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  b public.bookings;
  s public.services;
  slot public.slots;
  takes_place boolean;
begin
  select x.* into b from public.bookings x
    where x.id = restore_booking.id
      and (public.is_own_booking(x, restore_booking.link) or public.may_handle_booking(x));
  if not found then
    perform public.raise_booking_error('not_found');
  elsif b.status = 'cancelled' and b.waited_since is not null and b.series_id is not null and public.current_series() is null then
    -- A party waits for the whole course.
    return public.restore_series(restore_booking.id, restore_booking.link);
  end if;
  select x.* into strict s from public.services x where x.id = b.service_id;
  perform public.lock_bookings();
  perform public.lock_booking_member(b.person_id);
  select x.* into b from public.bookings x where x.id = restore_booking.id for update;
  if b.status <> 'cancelled' then
    return public.booking_answer(b);
  elsif b.cancelled_by_staff = public.is_own_booking(b, restore_booking.link) then
    perform public.raise_booking_error('not_found');
  elsif b.cancelled_at < now() - interval '1 hour' or b.starts_at <= now() then
    perform public.raise_booking_error('undo_over');
  end if;
  takes_place := b.waited_since is null or b.request_takes_place;
  -- Without other bookings the slot may have taken new settings of its service meanwhile. If its person or room is taken,
  -- others may be free.
  select x.* into strict slot from public.slots x where x.id = b.slot_id for update;
  if takes_place and (slot.taken + b.party_size > slot.capacity or public.has_host_conflict(slot)) then
    slot := public.open_slot(s, b.starts_at, b.wanted_host_id, public.language_of_person(b.member_id, b.guest_id),
      b.party_size);
  end if;
  perform public.check_place(b, s, slot, takes_place);
  update public.bookings x
    set status = case when b.waited_since is null then 'booked' else 'waiting' end::public.booking_status,
      slot_id = slot.id, waiting_since = b.waited_since, waited_since = null, cancelled_at = null, cancelled_by_staff = false,
      ends_at = slot.ends_at, may_overlap = s.allows_overlap, sequence = x.sequence + 1, updated_at = now(),
      -- A request that ended without an answer is open for another hour.
      request_until = case when x.request_until is not null then
        least(greatest(x.request_until, now() + interval '1 hour'), x.starts_at) end
    where x.id = b.id returning x.* into b;
  perform public.queue_booking_email(case when b.status = 'booked' then 'booking_confirmed'
    when b.request_until is not null then 'booking_requested' else 'booking_waiting' end, b);
  -- A place that became free in between is for the first on the list, who may be this member.
  perform public.promote_waiting(slot.id);
  select x.* into b from public.bookings x where x.id = restore_booking.id;
  return public.booking_answer(b);
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

revoke execute on function public.restore_booking(uuid, text) from public, anon, authenticated;

grant execute on function public.restore_booking(uuid, text) to anon, authenticated, service_role;
