-- Places that are held for five minutes while a visitor fills the form.

create table public.booking_holds (
  id uuid primary key default gen_random_uuid(),
  -- The browser tab's secret, hashed: who has it may book or release what is held.
  secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
  slot_id uuid not null references public.slots (id) on delete cascade,
  service_id uuid not null references public.services (id) on delete cascade,
  -- At most one for each member. Null: a visitor without an account, counted by network.
  member_id uuid unique references public.profiles (id) on delete cascade,
  network_hash bytea,
  starts_at timestamptz not null,
  party_size integer not null check (party_size > 0),
  expires_at timestamptz not null default now() + interval '5 minutes',
  check (member_id is null or network_hash is null)
);
alter table public.booking_holds enable row level security;
create index booking_holds_of_slots on public.booking_holds (slot_id);
create index booking_holds_of_services on public.booking_holds (service_id, starts_at);
create index booking_holds_by_end on public.booking_holds (expires_at);
create index booking_holds_of_networks on public.booking_holds (network_hash) where network_hash is not null;

alter table public.network_counts
  drop constraint network_counts_kind_check,
  add constraint network_counts_kind_check
    check (kind in ('post', 'booking', 'message', 'hold', 'held time', 'holds of one'));
