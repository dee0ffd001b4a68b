-- Lists of topics in several orders, across all forums and in each, and tags. Each list is one range of an index.

alter table public.posts
  -- Tags as the author wrote them. Those with a name in every language are in balai/site/loaders/blog/topics.py.
  add column tags text[] not null default '{}' check (public.is_tag_list(tags) and cardinality(tags) <= 5),
  -- Reactions to the post itself. Set by triggers.
  add column reaction_count integer not null default 0 check (reaction_count >= 0);

-- The order of the list "top", in weeks: each doubling of replies and reactions counts as much as a week of age. So the
-- order never has to be computed again as time passes.
alter table public.posts add column top_rank double precision generated always as (
  extract(epoch from created_at - timestamptz '2020-01-01 00:00:00+00')::double precision / 604800
  + ln((1 + reply_count + reaction_count)::double precision) / ln(2::double precision)) stored;

-- Within a forum, pinned topics apart.
create index posts_of_forum_by_activity on public.posts (forum_id, last_activity_at desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_of_forum_by_creation on public.posts (forum_id, created_at desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_of_forum_by_replies on public.posts (forum_id, reply_count desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_of_forum_by_rank on public.posts (forum_id, top_rank desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_of_forum_unanswered on public.posts (forum_id, created_at desc, id desc)
  where hidden_at is null and deleted_at is null and reply_count = 0 and not is_locked;
create index posts_of_forum_pinned on public.posts (forum_id, last_activity_at desc, id desc)
  where is_pinned and hidden_at is null and deleted_at is null;

-- Across all forums. By activity: posts_latest; by creation: posts_in_order.
create index posts_by_replies on public.posts (reply_count desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_by_rank on public.posts (top_rank desc, id desc)
  where hidden_at is null and deleted_at is null;
create index posts_unanswered on public.posts (created_at desc, id desc)
  where hidden_at is null and deleted_at is null and reply_count = 0 and not is_locked;

-- The tags of shown topics in lower case, with what their lists are ordered by. Written by a trigger.
create table public.post_tags (
  tag text not null,
  post_id uuid not null references public.posts (id) on delete cascade,
  forum_id uuid not null references public.forums (id) on delete cascade,
  last_activity_at timestamptz not null,
  primary key (post_id, tag)
);
create index post_tags_by_activity on public.post_tags (tag, last_activity_at desc, post_id desc);
create index post_tags_of_forum on public.post_tags (forum_id, tag, last_activity_at desc, post_id desc);
alter table public.post_tags enable row level security;

-- How many shown topics of a forum have a tag, for suggestions. Written by the same trigger.
create table public.forum_tags (
  forum_id uuid not null references public.forums (id) on delete cascade,
  tag text not null,
  -- As it was written last.
  label text not null,
  post_count integer not null default 0 check (post_count >= 0),
  primary key (forum_id, tag)
);
alter table public.forum_tags enable row level security;
