-- Quotes name the text that they quote, so that they leave the page with it and come back with it.

-- The content of quotes whose source is hidden or deleted. No client reads them.
create table public.withdrawn_quotes (
  -- The key in the attribute "withdrawn" of the quote.
  id uuid primary key default gen_random_uuid(),
  post_id uuid references public.posts (id) on delete cascade,
  reply_id uuid references public.replies (id) on delete cascade,
  content jsonb not null,
  constraint withdrawn_quotes_source check (num_nonnulls(post_id, reply_id) = 1)
);
create index withdrawn_quotes_of_post on public.withdrawn_quotes (post_id) where post_id is not null;
create index withdrawn_quotes_of_reply on public.withdrawn_quotes (reply_id) where reply_id is not null;
alter table public.withdrawn_quotes enable row level security;

create index posts_quoting on public.posts using gin (public.quoted_texts(body))
  where public.quoted_texts(body) <> '[]';
create index replies_quoting_texts on public.replies using gin (public.quoted_texts(body))
  where public.quoted_texts(body) <> '[]';
create index translations_quoting on public.translations using gin (public.quoted_texts(body))
  where public.quoted_texts(body) <> '[]';

-- A topic that was split off may begin with little more than a quote.
alter table public.posts
  drop constraint posts_body_short,
  add constraint posts_body_short check (
    public.is_long_enough(public.rich_text_plain(body), 8, 20)
    or body @? '$.** ? (@.type == "blockquote" && exists (@.attrs.withdrawn))');
