-- Services offered by several people, in one of several rooms, with equipment. A booked slot occupies one person, one
-- room and one piece of equipment, across all services.

create type public.room_kind as enum ('room', 'equipment');

create table public.rooms (
  id uuid primary key default gen_random_uuid(),
  kind public.room_kind not null default 'room',
  -- By language: {"en": "Room 2"}.
  names jsonb not null check (public.is_note_in_languages(names, 80) and names <> '{}'),
  -- One that is not active is not given to new bookings.
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create index rooms_in_order on public.rooms (position, id);
alter table public.rooms enable row level security;

create table public.service_hosts (
  service_id uuid not null references public.services (id) on delete cascade,
  host_id uuid not null references public.profiles (id) on delete cascade,
  position integer not null default 0,
  primary key (service_id, host_id)
);
create index service_hosts_of_host on public.service_hosts (host_id);
alter table public.service_hosts enable row level security;

-- Of each kind that a service names, a booking occupies one.
create table public.service_rooms (
  service_id uuid not null references public.services (id) on delete cascade,
  room_id uuid not null references public.rooms (id) on delete cascade,
  position integer not null default 0,
  primary key (service_id, room_id)
);
create index service_rooms_of_room on public.service_rooms (room_id);
alter table public.service_rooms enable row level security;

-- Weekly hours of a person or a room, in the zone of the site. None: whenever the service is open.
create table public.work_hours (
  id uuid primary key default gen_random_uuid(),
  host_id uuid references public.profiles (id) on delete cascade,
  room_id uuid references public.rooms (id) on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  opens time not null,
  closes time not null,
  constraint work_hours_of_one check (num_nonnulls(host_id, room_id) = 1),
  constraint work_hours_open_before_close check (opens < closes),
  constraint work_hours_do_not_overlap exclude using gist (
    (coalesce(host_id, room_id)) with =, weekday with =, public.day_span(opens, closes) with &&)
);
create index work_hours_of_host on public.work_hours (host_id) where host_id is not null;
create index work_hours_of_room on public.work_hours (room_id) where room_id is not null;
alter table public.work_hours enable row level security;

-- Leave of a person, or a time at which a room cannot be used. The note is for staff and the person alone.
create table public.absences (
  id uuid primary key default gen_random_uuid(),
  host_id uuid references public.profiles (id) on delete cascade,
  room_id uuid references public.rooms (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '' check (note = '' or public.is_clean_line(note, 120)),
  created_at timestamptz not null default now(),
  constraint absences_of_one check (num_nonnulls(host_id, room_id) = 1),
  constraint absences_start_before_end check (starts_at < ends_at and ends_at <= starts_at + interval '2 years'),
  constraint absences_in_reach check (starts_at >= '2000-01-01' and ends_at < '2200-01-01')
);
create index absences_of_host on public.absences (host_id, ends_at) where host_id is not null;
create index absences_of_room on public.absences (room_id, ends_at) where room_id is not null;
alter table public.absences enable row level security;

-- services.host_id follows service_hosts: the first of them.
insert into public.service_hosts (service_id, host_id) select id, host_id from public.services where host_id is not null;

-- Null: no limit. Bookings of a service per day and per week, and a member's coming bookings of it.
alter table public.services
  add column day_limit integer check (day_limit between 1 and 10000),
  add column week_limit integer check (week_limit between 1 and 10000),
  add column member_limit integer check (member_limit between 1 and 1000);

-- A service with several people has several slots at a time.
alter table public.slots
  drop constraint slots_service_id_starts_at_key,
  drop constraint slots_never_in_two_places,
  drop column occupies,
  add column room_id uuid references public.rooms (id),
  add column equipment_id uuid references public.rooms (id),
  -- No other slot of its service overlaps it: of a session, and without a person and a room. Stays when the account of
  -- the host is deleted.
  add column blocks_service boolean not null default false,
  -- What decided between the people who were free.
  add column chosen_by text[] not null default '{}'
    check (chosen_by <@ '{wanted,free,language,load,order}' and array_position(chosen_by, null) is null);
-- Without the triggers of the schema before: they would announce a change to every visitor, and name the dropped column.
alter table public.slots disable trigger user;
update public.slots set blocks_service = true where host_id is null;
alter table public.slots enable trigger user;
alter table public.slots
  add constraint slots_host_in_one_place exclude using gist (host_id with =, busy with &&)
    where (taken > 0 and host_id is not null),
  add constraint slots_room_used_once exclude using gist (room_id with =, busy with &&)
    where (taken > 0 and room_id is not null),
  add constraint slots_equipment_used_once exclude using gist (equipment_id with =, busy with &&)
    where (taken > 0 and equipment_id is not null),
  add constraint slots_service_once exclude using gist (service_id with =, busy with &&)
    where (taken > 0 and blocks_service);
create index slots_of_service on public.slots (service_id, starts_at);
create index slots_of_room on public.slots (room_id, starts_at) where room_id is not null;
create index slots_of_equipment on public.slots (equipment_id, starts_at) where equipment_id is not null;
drop index public.slots_of_host;
create index slots_of_host on public.slots (host_id, starts_at) where host_id is not null;

-- Person, room and equipment of the slot and why, copied by triggers: members do not see slots. And the person whom the
-- member asked for; null: any suitable.
alter table public.bookings
  add column if not exists host_id uuid references public.profiles (id) on delete set null,
  add column room_id uuid references public.rooms (id),
  add column equipment_id uuid references public.rooms (id),
  add column wanted_host_id uuid references public.profiles (id) on delete set null,
  add column chosen_by text[] not null default '{}';
alter table public.bookings disable trigger user;
update public.bookings as b set host_id = s.host_id from public.slots as s where s.id = b.slot_id and s.host_id is not null;
alter table public.bookings enable trigger user;
create index if not exists bookings_of_host on public.bookings (host_id, starts_at, id) where host_id is not null;
create index bookings_of_room on public.bookings (room_id, starts_at) where room_id is not null;
create index bookings_of_equipment on public.bookings (equipment_id, starts_at) where equipment_id is not null;
create index bookings_wanted_host on public.bookings (wanted_host_id) where wanted_host_id is not null;

-- What choose_place() answers.
create type public.chosen_place as (
  is_free boolean,
  host_id uuid,
  room_id uuid,
  equipment_id uuid,
  blocks_service boolean,
  chosen_by text[]
);

alter type public.booking_detail add attribute room_name text;
alter type public.booking_detail add attribute equipment_name text;
alter type public.booking_detail add attribute chosen_by text[];

-- With other arguments or columns; the domain files create them again.
drop function if exists public.book(uuid, uuid, timestamptz, integer, text, boolean);
drop function if exists public.list_slots(uuid, date, date);
drop function if exists public.lock_booking_resources(uuid, uuid);
drop function if exists public.open_slot(public.services, timestamptz);
drop function if exists public.next_free(uuid, integer, integer, timestamptz);
drop function if exists public.find_free(uuid, integer, integer, timestamptz, boolean);
