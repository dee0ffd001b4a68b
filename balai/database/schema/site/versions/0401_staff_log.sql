-- What staff did, added by triggers in the transaction of the act. No role changes or deletes a row.
create table public.staff_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid references public.profiles (id) on delete set null,
  -- The table of the thing: "posts", "role_grants" …
  thing text not null,
  act text not null check (act in ('insert', 'update', 'delete', 'read')),
  thing_id uuid,
  -- The member whom the act concerns.
  member_id uuid references public.profiles (id) on delete set null,
  -- Changed columns: {"is_locked": [false, true]}. No text of a member.
  changes jsonb not null default '{}'
);
create index staff_log_by_actor on public.staff_log (actor_id, id desc) where actor_id is not null;
create index staff_log_by_member on public.staff_log (member_id, id desc) where member_id is not null;
create index staff_log_by_thing on public.staff_log (thing, id desc);
alter table public.staff_log enable row level security;
