-- An administrator sees the site as a member does: for a quarter of an hour at most, with a reason.

-- Functions alone write the rows. A row without `ended_at` has ended when `ends_at` has passed.
create table public.perspectives (
  id uuid primary key default gen_random_uuid(),
  administrator_id uuid references public.profiles (id) on delete set null,
  member_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  started_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '15 minutes',
  ended_at timestamptz,
  constraint perspectives_reason check (public.is_clean_line(reason, 500) and char_length(reason) >= 10),
  constraint perspectives_end check (ends_at > started_at and ends_at <= started_at + interval '15 minutes')
);
-- One at a time for each administrator; and those of a member, the newest first.
create unique index perspectives_one_open on public.perspectives (administrator_id) where ended_at is null;
create index perspectives_by_administrator on public.perspectives (administrator_id) where administrator_id is not null;
create index perspectives_of_member on public.perspectives (member_id, started_at desc);
alter table public.perspectives enable row level security;
