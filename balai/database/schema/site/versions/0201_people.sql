-- The public profile of each account. Private columns (language, time zone, secret calendar address) are readable
-- through my_profile() alone.
create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  display_name text not null check (public.is_clean_line(display_name, 80)),
  picture_url text check (public.is_image_address(picture_url)),
  about text not null default '' check (char_length(about) <= 2000),
  language public.language not null default 'en',
  time_zone text not null default 'UTC' check (public.is_time_zone(time_zone)),
  calendar_token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  content_languages public.language[] not null default '{}'
    constraint profiles_content_languages_once check (public.is_language_list(content_languages))
);
create index profiles_newest on public.profiles (created_at desc, id desc);
alter table public.profiles enable row level security;

create table public.administrators (
  user_id uuid primary key references public.profiles on delete cascade,
  granted_by uuid references public.profiles on delete set null,
  granted_at timestamptz not null default now()
);
alter table public.administrators enable row level security;
create index administrators_by_granter on public.administrators (granted_by) where granted_by is not null;

insert into public.profiles (id, display_name)
select id, public.initial_display_name(coalesce(raw_user_meta_data, '{}'), id) from auth.users;

create table public.account_deletions (
  user_id uuid primary key references public.profiles on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '30 days'
);
create index account_deletions_due on public.account_deletions (due_at);
alter table public.account_deletions enable row level security;

create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  -- 244 random bits. Only administrators read it, to pass it on.
  token text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  note text not null default '' check (note = '' or public.is_clean_line(note, 200)),
  language public.language not null,
  makes_administrator boolean not null default false,
  max_uses integer check (max_uses between 1 and 10000),
  used integer not null default 0,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  revoked_at timestamptz,
  constraint invitations_administrators_one_by_one check (not makes_administrator or coalesce(max_uses, 0) = 1),
  constraint invitations_end check (expires_at <= created_at + interval '366 days'),
  constraint invitations_never_overused check (used <= coalesce(max_uses, used))
);
create index invitations_newest on public.invitations (created_at desc, id desc);
alter table public.invitations enable row level security;
create index invitations_by_creator on public.invitations (created_by) where created_by is not null;

do $$
begin
  if to_regclass('mailbox.queue') is not null then
    create index queue_by_user on mailbox.queue (user_id, created_at) where user_id is not null;
  end if;
end
$$;

-- For is_upload_used(): only texts that mention a stored file are in these indexes.
create index profiles_with_files on public.profiles (id) where picture_url like '%/storage/v1/%';
