-- Of what the host and the desk of a service hear: each set for itself. `notifies_staff` stays the switch for all of it.
alter table public.services
  add column host_messages text[] not null default '{booked,changed,cancelled}',
  add column desk_messages text[] not null default '{booked,changed,cancelled}',
  add constraint services_staff_messages check (
    host_messages <@ '{booked,changed,cancelled,reminder}' and array_position(host_messages, null) is null
    and desk_messages <@ '{booked,changed,cancelled,reminder}' and array_position(desk_messages, null) is null);

-- One function became two: the host and the desk.
drop function if exists public.booking_staff(public.bookings);
