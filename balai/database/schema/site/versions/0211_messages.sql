create table public.messages (
  id uuid primary key default gen_random_uuid(),
  member_id uuid references public.profiles (id) on delete set null,
  name text not null check (public.is_clean_line(name, 80)),
  email text not null check (char_length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'),
  language public.language not null,
  body text not null check (char_length(btrim(body)) between 1 and 5000),
  created_at timestamptz not null default now(),
  -- When the emails to the administrators were queued.
  mailed_at timestamptz,
  handled_at timestamptz,
  handled_by uuid references public.profiles (id) on delete set null
);
create index messages_newest on public.messages (created_at desc, id desc);
create index messages_open on public.messages (created_at desc, id desc) where handled_at is null;
create index messages_to_mail on public.messages (created_at) where mailed_at is null;
alter table public.messages enable row level security;
create index messages_of_member on public.messages (member_id) where member_id is not null;
create index messages_by_handler on public.messages (handled_by) where handled_by is not null;
