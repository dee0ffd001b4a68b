-- Bookings of guests: people without an account, known by a name and an email address or a phone number.

-- The signing key of the links with which guests see and change their bookings. Read by guests.sql alone.
create table public.guest_keys (
  only_row boolean primary key default true check (only_row),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
alter table public.guest_keys enable row level security;

insert into public.guest_keys default values;

-- One person at one address. Several people may share an address, such as a family with one phone.
create table public.guests (
  id uuid primary key default gen_random_uuid(),
  name text not null check (public.is_clean_line(name, 80)),
  -- At most one of both; none for a walk-in whom the reception booked.
  email text check (email = lower(email) and char_length(email) <= 254),
  -- E.164 without the plus, as in auth.users.
  phone text check (phone ~ '^[1-9][0-9]{6,14}$'),
  language public.language not null default 'en',
  time_zone text check (public.is_time_zone(time_zone)),
  -- Under which the reception finds the name.
  name_keys text not null generated always as (public.name_keys(name)) stored,
  -- When the guest last proved by a code that the address is theirs. Null: entered by the staff.
  proven_at timestamptz,
  -- The member to whose account the bookings went.
  claimed_by uuid references public.profiles (id) on delete cascade,
  claimed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint guests_one_address check (num_nonnulls(email, phone) <= 1),
  constraint guests_proven_address check (proven_at is null or num_nonnulls(email, phone) = 1),
  constraint guests_claimed_at_some_time check ((claimed_by is null) = (claimed_at is null))
);
create unique index guests_once on public.guests (coalesce(email, phone), public.folded_name(name))
  where claimed_by is null and num_nonnulls(email, phone) = 1;
create index guests_claimed on public.guests (claimed_by) where claimed_by is not null;
alter table public.guests enable row level security;

-- Codes that prove an address. Unlogged: what a crash loses expires within minutes anyway.
create unlogged table public.guest_codes (
  id bigint generated always as identity primary key,
  address_hash bytea not null,
  -- Of the client, as far as the server knows it: codes are limited for each.
  network_hash bytea,
  is_phone boolean not null,
  code_hash bytea,
  -- Of the token that a right code was exchanged for.
  token_hash bytea unique,
  tries integer not null default 0,
  sent_at timestamptz not null default now()
);
create index guest_codes_of_address on public.guest_codes (address_hash, sent_at desc);
create index guest_codes_by_age on public.guest_codes (sent_at);
alter table public.guest_codes enable row level security;

-- A booking is of a member or of a guest. `person_id` is either: rules about one person at one time hold for both.
alter table public.bookings
  alter column member_id drop not null,
  add column guest_id uuid references public.guests (id) on delete cascade,
  -- The guest from whom a member has taken the booking over.
  add column claimed_from uuid references public.guests (id) on delete set null,
  -- The staff member who made the booking for this person.
  add column booked_by uuid references public.profiles (id) on delete set null,
  add column person_id uuid generated always as (coalesce(member_id, guest_id)) stored,
  add constraint bookings_of_one_person check (num_nonnulls(member_id, guest_id) = 1),
  add constraint bookings_claimed_by_member check (claimed_from is null or member_id is not null);
create index bookings_of_guest on public.bookings (guest_id, starts_at desc) where guest_id is not null;
create index bookings_claimed on public.bookings (claimed_from) where claimed_from is not null;
create index bookings_made_by_staff on public.bookings (booked_by) where booked_by is not null;

-- A member who takes over the bookings of a family may have several at one time.
drop index public.bookings_once_a_slot;
create unique index bookings_once_a_slot on public.bookings (slot_id, person_id)
  where status <> 'cancelled' and claimed_from is null;
alter table public.bookings drop constraint bookings_member_in_one_place;
alter table public.bookings add constraint bookings_member_in_one_place
  exclude using gist (person_id with =, tstzrange(starts_at, ends_at) with &&)
  where (status = 'booked' and not may_overlap);
create index bookings_of_person on public.bookings (person_id, starts_at) where status <> 'cancelled';

-- Messages to guests.
alter table public.outbox
  alter column recipient_id drop not null,
  add column guest_id uuid references public.guests (id) on delete cascade,
  add constraint outbox_to_one check (num_nonnulls(recipient_id, guest_id) = 1);
create index outbox_to_guest on public.outbox (guest_id) where guest_id is not null;

alter type public.booking_detail
  add attribute guest_id uuid,
  -- Address or number of a guest, for those who may see it.
  add attribute contact text;

-- Their arguments have changed.
drop function if exists
  public.change_booking(uuid, timestamptz), public.cancel_booking(uuid), public.restore_booking(uuid),
  public.get_changeable_booking(uuid), public.is_booked_elsewhere(uuid, timestamptz, timestamptz, uuid);
