-- Calendar feeds of staff: a secret address for each person and what it covers.
create table public.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  -- Its rights count at each reading: a person who loses them reads nothing any more.
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- The owner's own bookings as host, a room or piece of equipment, or all services that the owner handles.
  covers text not null check (covers in ('own', 'room', 'site')),
  room_id uuid references public.rooms (id) on delete cascade,
  token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint calendar_feeds_room_is_named check ((covers = 'room') = (room_id is not null)),
  constraint calendar_feeds_once unique nulls not distinct (owner_id, covers, room_id)
);
create index calendar_feeds_of_room on public.calendar_feeds (room_id) where room_id is not null;
alter table public.calendar_feeds enable row level security;
