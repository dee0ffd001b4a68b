-- A closed time of a person that a colleague takes over: what moved to the colleague, so that it can go back.

alter table public.closings
  -- Who takes over what can be taken over. Null: all is cancelled.
  add column colleague_id uuid references public.profiles (id) on delete set null,
  add constraint closings_colleague_of_host check (
    colleague_id is null or host_id is not null and colleague_id <> host_id);
create index closings_of_colleague on public.closings (colleague_id) where colleague_id is not null;

-- The slots that moved from the host of the closing to the colleague.
create table public.closing_slots (
  closing_id uuid not null references public.closings (id) on delete cascade,
  slot_id uuid not null references public.slots (id) on delete cascade,
  -- Why the host had been chosen.
  chosen_by text[] not null,
  primary key (closing_id, slot_id)
);
create index closing_slots_of_slot on public.closing_slots (slot_id);
alter table public.closing_slots enable row level security;

-- With another argument; the domain files create them again.
drop function if exists public.preview_closing(timestamptz, timestamptz, uuid, uuid);
drop function if exists public.close_time(uuid, timestamptz, timestamptz, uuid, uuid, text);
