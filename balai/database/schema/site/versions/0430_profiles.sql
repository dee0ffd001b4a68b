-- What of a profile is shown to whom, the words under which members are found, who follows whom, who blocks whom.

alter table public.profiles
  -- The languages that the member speaks, as the profile shows them; none: that of the account.
  add column speaks public.language[] not null default '{}'
    constraint profiles_speaks_once check (public.is_language_list(speaks)),
  -- Name and picture stand beside a member's texts, so everyone sees them. All else is as the member says.
  add column about_for text not null default 'members'
    constraint profiles_about_for check (about_for in ('everyone', 'members', 'nobody')),
  add column languages_for text not null default 'members'
    constraint profiles_languages_for check (languages_for in ('everyone', 'members', 'nobody')),
  add column since_for text not null default 'members'
    constraint profiles_since_for check (since_for in ('everyone', 'members', 'nobody')),
  -- Newest topics, replies and articles, as a list on the profile.
  add column activity_for text not null default 'members'
    constraint profiles_activity_for check (activity_for in ('everyone', 'members', 'nobody')),
  -- In the directory, where the site has one.
  add column is_listed boolean not null default true,
  -- Members whom they have not answered yet may ask them for a conversation.
  add column takes_messages boolean not null default true,
  add column name_keys text not null generated always as (public.name_keys(display_name)) stored;

-- The words about authors stand under their articles, and have until now.
update public.profiles as p set about_for = 'everyone'
where exists (select from public.articles as a where a.author_id = p.id and a.status = 'published');

create index profiles_in_directory on public.profiles (name_keys collate "C", id) where is_listed;

alter table public.site_settings
  add column has_directory boolean not null default false,
  add column has_messages boolean not null default true;

create table public.follows (
  follower_id uuid not null references public.profiles (id) on delete cascade,
  followed_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, followed_id),
  constraint follows_another check (follower_id <> followed_id)
);
create index follows_of_followed on public.follows (followed_id);
alter table public.follows enable row level security;

-- A member who blocks another gets no message, mention or follow of them.
create table public.member_blocks (
  member_id uuid not null references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (member_id, blocked_id),
  constraint member_blocks_another check (member_id <> blocked_id)
);
create index member_blocks_of_blocked on public.member_blocks (blocked_id);
alter table public.member_blocks enable row level security;
