-- The blog: an article in up to four languages. The article holds what its texts share (author, times, tags, cover); a
-- text is one language with its own address.
-- The public sees an article from publish_at until expire_at. No job runs at those times: the policy compares them with
-- the clock.

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  author_id uuid references public.profiles on delete set null,
  source_language public.language not null,
  status text not null default 'draft' check (status in ('draft', 'published')),
  publish_at timestamptz,
  expire_at timestamptz,
  cover_url text check (public.is_image_address(cover_url)),
  tags text[] not null default '{}' check (public.is_tag_list(tags)),
  -- The number of saves. A save names the version that the editor opened.
  version int not null default 0,
  -- The id that a client gave to its last save: a repeated request changes nothing.
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
alter table public.articles enable row level security;
create index articles_in_order on public.articles (publish_at, id) where status = 'published' and deleted_at is null;

create table public.article_texts (
  article_id uuid not null references public.articles on delete cascade,
  language public.language not null,
  title text not null check (public.is_clean_line(title, 200)),
  summary text not null default '' check (char_length(summary) <= 500),
  body jsonb not null check (public.is_rich_text(body)),
  cover_alt text not null default '' check (char_length(cover_alt) <= 500),
  slug text not null check (slug ~ '^[^\s/?#%]{1,120}$'),
  status text not null default 'draft' check (status in ('draft', 'published')),
  -- Rises when the text changes. A translation stores the version of the source that it translates.
  version int not null default 1,
  source_version int,
  updated_at timestamptz not null default now(),
  primary key (article_id, language),
  unique (language, slug)
);
alter table public.article_texts enable row level security;

-- Every address that a text ever had, the current one included. Old links redirect for ever, and no other article may
-- take an address in any language: an untranslated article answers under every language prefix.
create table public.article_slugs (
  slug text primary key,
  article_id uuid not null references public.articles on delete cascade,
  -- Whether a published text ever had this address. The address of a draft contains its title, so it is hidden.
  is_public boolean not null default false
);
create index article_slugs_of on public.article_slugs (article_id);
alter table public.article_slugs enable row level security;

create table public.drafts (
  user_id uuid not null default auth.uid() references public.profiles on delete cascade,
  place text not null check (place ~ '^[a-z]+(:[A-Za-z0-9-]{1,80}){1,3}$' and char_length(place) <= 200),
  content jsonb not null check (octet_length(content::text) <= 400000),
  updated_at timestamptz not null default now(),
  primary key (user_id, place)
);
create index drafts_last_touched on public.drafts (user_id, updated_at);
alter table public.drafts enable row level security;

-- For is_upload_used(): only texts that mention a stored file are in these indexes.
create index article_texts_with_files on public.article_texts (article_id) where body::text like '%/storage/v1/%';
create index drafts_with_files on public.drafts (user_id, place) where content::text like '%/storage/v1/%';
create index articles_with_files on public.articles (id) where cover_url like '%/storage/v1/%';
