-- Private threads of booked sessions, and links of online meetings that are shown around the time.

alter table public.services
  -- Confirmed members share a thread, which closes so many days after the session. Null: no thread.
  add column thread_days integer check (thread_days between 0 and 365),
  -- The link of the online meeting is shown so many minutes before, until an hour after. Null: from the confirmation on,
  -- until a day after.
  add column link_minutes integer check (link_minutes between 0 and 10080);

-- An area of the forum for those of one slot. Access follows its bookings: there are no rows of area_rights.
alter table public.forums
  add column slot_id uuid references public.slots (id),
  add constraint forums_slot_once unique (slot_id),
  add constraint forums_slot_closed check (
    slot_id is null or is_restricted and is_confidential and group_id is null and parent_id is null);
create index forums_of_slots on public.forums (id) where slot_id is not null;

-- The link of one session, in place of that of its service.
create table public.slot_links (
  slot_id uuid primary key references public.slots (id) on delete cascade,
  online_url text not null check (online_url ~ '^https://[^[:space:]]+$' and char_length(online_url) <= 500)
);
alter table public.slot_links enable row level security;
