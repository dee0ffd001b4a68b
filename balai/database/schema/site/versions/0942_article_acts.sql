-- Acts of editors on several articles at once, and what undoing them needs for 30 days.

-- A client chooses the id, so that a repeated request changes nothing and a large act arrives in batches.
create table public.article_acts (
  id uuid primary key,
  actor_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in ('publish', 'withdraw', 'tag', 'untag', 'delete')),
  tag text check (tag is null or public.is_tag_list(array[tag])),
  item_count integer not null default 0 check (item_count >= 0),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references public.profiles (id) on delete set null,
  constraint article_acts_tag check ((kind in ('tag', 'untag')) = (tag is not null))
);
create index article_acts_by_time on public.article_acts (created_at desc, id desc);
create index article_acts_by_actor on public.article_acts (actor_id) where actor_id is not null;
create index article_acts_by_undoer on public.article_acts (undone_by) where undone_by is not null;
alter table public.article_acts enable row level security;

-- The state of each article before the act; `source`: the status of the text in its source language.
create table public.article_act_items (
  act_id uuid not null references public.article_acts (id) on delete cascade,
  article_id uuid not null references public.articles (id) on delete cascade,
  before jsonb not null,
  primary key (act_id, article_id)
);
create index article_act_items_by_article on public.article_act_items (article_id);
alter table public.article_act_items enable row level security;
