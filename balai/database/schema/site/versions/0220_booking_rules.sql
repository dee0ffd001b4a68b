-- Hosts, or administrators for services without a host, receive an email about each booking unless the service says
-- otherwise.
alter table public.services add column notifies_staff boolean not null default true;

alter table public.outbox drop constraint outbox_kind_check;
alter table public.outbox add constraint outbox_kind_check check (
  kind in (
    'booking_confirmed', 'booking_changed', 'booking_cancelled', 'booking_waiting', 'booking_promoted',
    'staff_booked', 'staff_changed', 'staff_cancelled'));

-- A member is in one place at a time. The exclusion holds under concurrency. Bookings from before this rule may overlap
-- and stay.
alter table public.bookings add column may_overlap boolean not null default true;
alter table public.bookings alter column may_overlap set default false;
alter table public.bookings add constraint bookings_member_in_one_place
  exclude using gist (member_id with =, tstzrange(starts_at, ends_at) with &&)
  where (status = 'booked' and not may_overlap);
