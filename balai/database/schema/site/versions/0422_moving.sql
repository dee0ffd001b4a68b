-- Moving, splitting and merging topics, bulk acts of moderators, and what undoing them needs for 30 days.

-- One act of a moderator, on any number of topics. A client chooses the id, so that a repeated request changes nothing
-- and a large act arrives in batches.
create table public.forum_acts (
  id uuid primary key,
  actor_id uuid references public.profiles (id) on delete set null,
  kind text not null check (
    kind in ('move', 'lock', 'unlock', 'pin', 'unpin', 'hide', 'show', 'tag', 'untag', 'split', 'merge')),
  -- What it was done with: the forum, the tag, the reason.
  value jsonb not null default '{}',
  -- Of a split and a merge: from which topic to which.
  source_id uuid references public.posts (id) on delete cascade,
  target_id uuid references public.posts (id) on delete cascade,
  item_count integer not null default 0 check (item_count >= 0),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references public.profiles (id) on delete set null
);
create index forum_acts_by_time on public.forum_acts (created_at desc, id desc);
create index forum_acts_by_actor on public.forum_acts (actor_id) where actor_id is not null;
create index forum_acts_by_undoer on public.forum_acts (undone_by) where undone_by is not null;
create index forum_acts_by_source on public.forum_acts (source_id) where source_id is not null;
create index forum_acts_by_target on public.forum_acts (target_id) where target_id is not null;
alter table public.forum_acts enable row level security;

-- What each topic or reply was like before the act.
create table public.forum_act_items (
  id bigint generated always as identity primary key,
  act_id uuid not null references public.forum_acts (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  before jsonb not null,
  constraint forum_act_items_thing check (num_nonnulls(post_id, reply_id) = 1)
);
create unique index forum_act_items_post_once on public.forum_act_items (post_id, act_id) where post_id is not null;
create unique index forum_act_items_reply_once on public.forum_act_items (reply_id, act_id) where reply_id is not null;
create index forum_act_items_of_act on public.forum_act_items (act_id, id);
alter table public.forum_act_items enable row level security;

-- The addresses that replies had before they moved; 0: the opening post of a merged topic. Links to them redirect.
create table public.moved_replies (
  post_id uuid not null references public.posts (id) on delete cascade,
  number integer not null check (number >= 0),
  reply_id uuid not null references public.replies (id) on delete cascade,
  primary key (post_id, number)
);
create index moved_replies_by_reply on public.moved_replies (reply_id);
alter table public.moved_replies enable row level security;

-- A merged topic stays as a hidden row that leads to the other; a reply that opened a topic of its own as a trace.
alter table public.posts
  add column merged_into uuid references public.posts (id) on delete set null;
alter table public.replies
  add column became_post uuid references public.posts (id) on delete set null;
create index posts_by_merge on public.posts (merged_into) where merged_into is not null;
create index replies_by_new_topic on public.replies (became_post) where became_post is not null;
