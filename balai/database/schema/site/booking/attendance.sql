-- The day at the desk: which bookings a caller handles, and who was there.
-- A host handles the bookings that occupy them; roles with the right `bookings` all of a service, or of the site.

-- Not for clients: a made-up row would be believed.
create or replace function public.may_handle_booking(b public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(b.host_id = auth.uid(), false) or public.may('bookings', b.service_id)
$$;

-- Whether the caller has a day at the desk at all, for the navigation.
create or replace function public.handles_bookings() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Each page of a member asks. In a filter, auth.uid() would be inlined, and the claims parsed for each row.
  me constant uuid := auth.uid();
begin
  return me is not null and (
    exists (select from public.service_hosts h where h.host_id = me)
    or exists (select from public.bookings b where b.host_id = me)
    or public.scopes_of(me, 'bookings') <> '{}');
end
$$;

-- A booking that is moved or cancelled has no attendance.
create or replace function public.clear_attendance() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.attendance := null;
  new.attendance_at := null;
  new.attendance_by := null;
  return new;
end $$;

-- Marks who was there; null takes the mark back. From the start of the day at the venue: no member arrives earlier. Only
-- after its start a booking can be missed.
create or replace function public.mark_attendance(booking uuid, state public.attendance) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  b public.bookings;
  zone text;
begin
  select x.* into b from public.bookings x where x.id = mark_attendance.booking for update;
  if not found or not public.may_handle_booking(b) or b.status <> 'booked' then
    perform public.raise_booking_error('not_found');
  end if;
  select s.time_zone into strict zone from public.services s where s.id = b.service_id;
  if state is not null and (now() at time zone zone)::date < (b.starts_at at time zone zone)::date
    or state = 'no_show' and now() < b.starts_at then
    perform public.raise_booking_error('too_early');
  end if;
  if b.attendance is distinct from state then
    update public.bookings x
      set attendance = state, attendance_at = case when state is not null then now() end,
        attendance_by = case when state is not null then auth.uid() end, updated_at = now()
      where x.id = b.id;
  end if;
  return jsonb_build_object('id', b.id, 'before', b.attendance, 'attendance', state);
end $$;

revoke execute on function
  public.may_handle_booking(public.bookings), public.handles_bookings(), public.clear_attendance(),
  public.mark_attendance(uuid, public.attendance)
from public, anon, authenticated;

grant execute on function public.handles_bookings(), public.mark_attendance(uuid, public.attendance)
to authenticated, service_role;

comment on function public.handles_bookings() is 'internal';
