-- The blog: one article in up to four languages. The article holds what all its texts share (author, when it shows,
-- tags, cover); a text is one language of it, with an address of its own. Writing goes through save_article (0011).
--
-- An article is seen by the public from publish_at until expire_at. Nothing has to run at those moments: the row policy
-- compares them with the clock.

create function public.is_tag_list(tags text[]) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select cardinality(tags) <= 10
    and cardinality(tags) = (select count(distinct lower(tag)) from unnest(tags) as tag)
    and not exists (
      select from unnest(tags) as tag
      where public.is_clean_line(tag, 40) is not true or tag <> btrim(tag) or tag like '%,%')
$$;

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  author_id uuid references public.profiles on delete set null,
  source_language public.language not null,
  status text not null default 'draft' check (status in ('draft', 'published')),
  publish_at timestamptz,
  expire_at timestamptz,
  cover_url text check (public.is_image_address(cover_url)),
  tags text[] not null default '{}' check (public.is_tag_list(tags)),
  -- Counts the saves. Whoever saves names the version that she had opened.
  version int not null default 0,
  -- The name that a client gave to its last save: sent once more after a lost answer, it changes nothing.
  save_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint articles_published_when check (status = 'draft' or publish_at is not null),
  constraint articles_expire_after_publish check (expire_at > publish_at)
);
create index articles_newest on public.articles (publish_at desc, id desc)
  where status = 'published' and deleted_at is null;
create index articles_last_touched on public.articles (updated_at desc, id desc) where deleted_at is null;
create index articles_by_author on public.articles (author_id);
create index articles_tags on public.articles using gin (tags);
create index articles_expiring on public.articles (expire_at)
  where status = 'published' and deleted_at is null and expire_at is not null;

create table public.article_texts (
  article_id uuid not null references public.articles on delete cascade,
  language public.language not null,
  title text not null check (public.is_clean_line(title, 200)),
  summary text not null default '' check (char_length(summary) <= 500),
  body jsonb not null check (public.is_rich_text(body)),
  cover_alt text not null default '' check (char_length(cover_alt) <= 500),
  slug text not null check (slug ~ '^[^\s/?#%]{1,120}$'),
  status text not null default 'draft' check (status in ('draft', 'published')),
  -- Goes up when the words change. A translation remembers which version of the source it says.
  version int not null default 1,
  source_version int,
  updated_at timestamptz not null default now(),
  primary key (article_id, language),
  unique (language, slug)
);

-- Every address that a text ever had, the present one included: an old link goes on to the new one for ever, and no
-- other article takes it over, in whatever language: an article that is not translated answers under every prefix.
create table public.article_slugs (
  slug text primary key,
  article_id uuid not null references public.articles on delete cascade,
  -- Whether a published text ever stood there. The address of a draft says its title, so it is not shown before.
  is_public boolean not null default false
);
create index article_slugs_of on public.article_slugs (article_id);

-- The next moment at which what the public sees changes by the clock alone. Pages kept in memory stand until then.
create function public.next_article_change() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    (select min(publish_at) from public.articles
      where status = 'published' and deleted_at is null and publish_at > now()),
    (select min(expire_at) from public.articles
      where status = 'published' and deleted_at is null and expire_at > now()))
$$;

alter table public.articles enable row level security;
alter table public.article_texts enable row level security;
alter table public.article_slugs enable row level security;

revoke all on public.articles, public.article_texts, public.article_slugs from anon, authenticated;
grant select on public.articles, public.article_texts, public.article_slugs to anon, authenticated;
grant all on public.articles, public.article_texts, public.article_slugs to service_role;

create policy "Everyone sees what is published now" on public.articles for select
  using (status = 'published' and deleted_at is null and publish_at <= now() and (expire_at is null or expire_at > now()));
create policy "Administrators see all" on public.articles for select to authenticated
  using ((select public.is_admin()));
create policy "Everyone sees published texts of articles she sees" on public.article_texts for select
  using (status = 'published' and exists (select from public.articles as a where a.id = article_id));
create policy "Administrators see all texts" on public.article_texts for select to authenticated
  using ((select public.is_admin()));
create policy "Everyone sees public addresses of articles she sees" on public.article_slugs for select
  using (is_public and exists (select from public.articles as a where a.id = article_id));
create policy "Administrators see all addresses" on public.article_slugs for select to authenticated
  using ((select public.is_admin()));

revoke execute on function public.is_tag_list(text[]), public.next_article_change() from public, anon, authenticated;
grant execute on function public.is_tag_list(text[]) to service_role;
grant execute on function public.next_article_change() to anon, authenticated, service_role;

call public.announce_changes('public.articles');
call public.announce_changes('public.article_texts');
call public.announce_changes('public.article_slugs');
