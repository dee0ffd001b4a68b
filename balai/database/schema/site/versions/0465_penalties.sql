-- Penalties of members for the whole site. In one area of the forum they are rows of area_bans.
create table public.penalties (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  -- silence: reads and does not write. suspend: cannot sign in; auth.users.banned_until is set with it.
  kind text not null check (kind in ('silence', 'suspend')),
  -- Empty: a block that the administration API of the auth service set without one.
  reason text not null check (reason = '' or public.is_clean_line(reason, 500)),
  created_at timestamptz not null default now(),
  -- Every rule compares this with the time of the request: nothing has to run at the end.
  until timestamptz not null,
  imposed_by uuid references public.profiles (id) on delete set null,
  -- Whether an administrator imposed it, who alone lifts it then.
  by_administrator boolean not null default false,
  lifted_at timestamptz,
  lifted_by uuid references public.profiles (id) on delete set null,
  constraint penalties_span check (until > created_at)
);
create index penalties_of_member on public.penalties (member_id, kind, until desc) where lifted_at is null;
create index penalties_by_member on public.penalties (member_id);
create index penalties_by_imposer on public.penalties (imposed_by) where imposed_by is not null;
create index penalties_by_lifter on public.penalties (lifted_by) where lifted_by is not null;
alter table public.penalties enable row level security;

-- Blocks that last are penalties too.
insert into public.penalties (member_id, kind, reason, until, by_administrator)
select p.id, 'suspend', '', u.banned_until, true
from auth.users as u join public.profiles as p on p.id = u.id where u.banned_until > now();
