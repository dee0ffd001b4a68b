-- The booking that the thread and the link of an appointment belong to: the next person in the same slot gets new ones.
alter table public.slots add column booking_id uuid references public.bookings (id) on delete set null;
create index slots_by_booking on public.slots (booking_id) where booking_id is not null;

-- Without the triggers of the schema before: they would announce a change to every visitor.
alter table public.slots disable trigger user;
update public.slots as x set booking_id = (
  select b.id from public.bookings as b where b.slot_id = x.id order by b.status = 'booked' desc, b.updated_at desc limit 1)
from public.services as s
where s.id = x.service_id and s.kind = 'appointment';
alter table public.slots enable trigger user;
