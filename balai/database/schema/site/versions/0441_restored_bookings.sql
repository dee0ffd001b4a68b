-- What undoing a cancellation needs: the side that cancelled, and the place on the waiting list.
alter table public.bookings
  add column cancelled_by_staff boolean not null default false,
  add column waited_since timestamptz,
  add constraint bookings_of_cancellation
    check (status = 'cancelled' or (not cancelled_by_staff and waited_since is null));
