-- A booking reads its service again once its turn has come: a save that it had to wait for may have given the service to
-- another host, changed its places or withdrawn it. Booked by what stood before, a host could be in two places.
set local lock_timeout = '5s';

-- The caller names the booking: asked twice with the same id, the second answer is the first booking again.
create or replace function public.book(
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
  whose_turn uuid;
begin
  loop
    select * into s from public.services x where x.id = service and x.is_active;
    if not found or me is null or book.id is null or book.starts_at is null then
      perform public.refuse_booking('not_found');
    end if;
    exit when coalesce(s.host_id, s.id) = whose_turn;
    whose_turn := coalesce(s.host_id, s.id);
    perform public.take_turns(whose_turn);
  end loop;
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
