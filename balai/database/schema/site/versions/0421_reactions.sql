-- Reactions, bookmarks with reminders, and the reply that solved a topic.

-- One of each kind from a member to a post or reply.
create table public.reactions (
  id bigint generated always as identity primary key,
  member_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  kind text not null check (kind in ('like', 'thanks', 'laugh', 'cheer', 'sad')),
  created_at timestamptz not null default now(),
  constraint reactions_thing check (num_nonnulls(post_id, reply_id) = 1)
);
create unique index reactions_post_once on public.reactions (post_id, kind, member_id) where post_id is not null;
create unique index reactions_reply_once on public.reactions (reply_id, kind, member_id) where reply_id is not null;
create index reactions_by_member on public.reactions (member_id, created_at desc);
alter table public.reactions enable row level security;

alter table public.posts
  -- How many of each kind. Set by triggers, so that a page of a thread counts nothing.
  add column reactions jsonb not null default '{}',
  -- The reply that solved it. Shown at the top of the thread.
  add column solved_reply_id uuid references public.replies (id) on delete set null;
alter table public.replies add column reactions jsonb not null default '{}';
create index posts_solved_by on public.posts (solved_reply_id) where solved_reply_id is not null;

-- What a member wants to find again, of every kind; with a moment, they are reminded then.
create table public.bookmarks (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  article_id uuid references public.articles (id) on delete cascade,
  resource_id uuid references public.resources (id) on delete cascade,
  service_id uuid references public.services (id) on delete cascade,
  note text not null default '' check (char_length(note) <= 200),
  remind_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  constraint bookmarks_thing check (num_nonnulls(post_id, reply_id, article_id, resource_id, service_id) = 1)
);
create unique index bookmarks_post_once on public.bookmarks (post_id, member_id) where post_id is not null;
create unique index bookmarks_reply_once on public.bookmarks (reply_id, member_id) where reply_id is not null;
create unique index bookmarks_article_once on public.bookmarks (article_id, member_id) where article_id is not null;
create unique index bookmarks_resource_once on public.bookmarks (resource_id, member_id) where resource_id is not null;
create unique index bookmarks_service_once on public.bookmarks (service_id, member_id) where service_id is not null;
create index bookmarks_of_member on public.bookmarks (member_id, created_at desc, id desc);
create index bookmarks_due on public.bookmarks (remind_at) where remind_at is not null and reminded_at is null;
alter table public.bookmarks enable row level security;
