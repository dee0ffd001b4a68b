-- The day at the desk: the host of each booking, who was there, and notes of staff.

-- The host whom the booking's slot occupies, for policies and lists. Triggers keep it equal to slots.host_id.
alter table public.bookings add column if not exists host_id uuid references public.profiles (id) on delete set null;
update public.bookings as b set host_id = s.host_id from public.slots as s where s.id = b.slot_id and s.host_id is not null;
create index if not exists bookings_of_host on public.bookings (host_id, starts_at, id) where host_id is not null;

create type public.attendance as enum ('arrived', 'late', 'no_show', 'done');

-- As staff mark it: the state, since when, and by whom.
alter table public.bookings
  add column attendance public.attendance,
  add column attendance_at timestamptz,
  add column attendance_by uuid references public.profiles (id) on delete set null,
  add constraint bookings_attendance_since_some_time check ((attendance is null) = (attendance_at is null)),
  add constraint bookings_attendance_of_booked check (attendance is null or status = 'booked');
create index bookings_by_attendance_marker on public.bookings (attendance_by) where attendance_by is not null;

-- For the staff of the service, never for the member.
create table public.booking_notes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  written_by uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null check (btrim(body) <> '' and char_length(body) <= 2000),
  created_at timestamptz not null default now()
);
create index booking_notes_of_booking on public.booking_notes (booking_id, created_at);
create index booking_notes_by_writer on public.booking_notes (written_by) where written_by is not null;
alter table public.booking_notes enable row level security;

-- Replaced by a policy with another name.
drop policy if exists "Hosts see bookings of their services" on public.bookings;
