-- The last move of a booking at the desk, to another time or another person, so that it can be undone.

create table public.booking_moves (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  -- Of the booking after the move: another change since then ends the undo.
  sequence integer not null,
  -- Where it was before, and why its person had been chosen.
  starts_at timestamptz not null,
  host_id uuid references public.profiles (id) on delete set null,
  chosen_by text[] not null,
  moved_by uuid references public.profiles (id) on delete set null,
  moved_at timestamptz not null default now(),
  undone_at timestamptz
);
create index booking_moves_of_host on public.booking_moves (host_id) where host_id is not null;
create index booking_moves_by on public.booking_moves (moved_by) where moved_by is not null;
alter table public.booking_moves enable row level security;

-- With another argument; the domain files create them again.
drop function if exists public.open_slot(public.services, timestamptz, uuid, public.language, integer);
drop function if exists public.has_host_conflict(public.slots);
drop function if exists public.move_times(uuid, date, date);
