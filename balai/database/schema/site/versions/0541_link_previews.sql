-- Previews of links that stand alone on their line, and the texts that show them.

create table public.link_previews (
  id bigint generated always as identity primary key,
  url text not null unique check (char_length(url) <= 2048 and url ~ '^https://'),
  -- Null: not fetched yet, or there was nothing to show.
  title text check (char_length(title) between 1 and 200),
  description text not null default '' check (char_length(description) <= 300),
  -- The name of the object in the bucket text-pictures.
  picture text,
  attempts integer not null default 0,
  fetched_at timestamptz,
  -- When it is fetched, or fetched again.
  due_at timestamptz not null default now()
);
create index link_previews_due on public.link_previews (due_at);
create index link_previews_by_picture on public.link_previews (picture) where picture is not null;
alter table public.link_previews enable row level security;

create table public.text_links (
  id bigint generated always as identity primary key,
  link_id bigint not null references public.link_previews (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  article_id uuid references public.articles (id) on delete cascade,
  constraint text_links_one_text check (num_nonnulls(post_id, reply_id, article_id) = 1),
  constraint text_links_once unique nulls not distinct (link_id, post_id, reply_id, article_id)
);
create index text_links_of_post on public.text_links (post_id) where post_id is not null;
create index text_links_of_reply on public.text_links (reply_id) where reply_id is not null;
create index text_links_of_article on public.text_links (article_id) where article_id is not null;
alter table public.text_links enable row level security;
