-- Pages of one's own: about, privacy, terms, house rules, anything. A page has a working copy in up to four languages
-- (page_texts) and published versions, each with all its languages (page_versions, page_version_texts). A published
-- version never changes: a consent names the version that the member has read.

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[^\s/?#%]{1,120}$'),
  kind text not null default 'page' check (kind in ('about', 'privacy', 'terms', 'rules', 'page')),
  source_language public.language not null,
  -- Members agree to this page when they sign up, and again after a version that asks for it.
  needs_consent boolean not null default false,
  -- Null: the page is not published.
  published_version int,
  -- The number of saves. A save names the version that the editor opened.
  version int not null default 0,
  -- The id that a client gave to its last save: a repeated request changes nothing.
  save_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index pages_last_touched on public.pages (updated_at desc, id desc) where deleted_at is null;
alter table public.pages enable row level security;

create table public.page_texts (
  page_id uuid not null references public.pages on delete cascade,
  language public.language not null,
  title text not null check (public.is_clean_line(title, 200)),
  body jsonb not null check (public.is_rich_text(body)),
  -- Whether the next published version contains this language.
  is_ready boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (page_id, language)
);
alter table public.page_texts enable row level security;

create table public.page_versions (
  id uuid primary key default gen_random_uuid(),
  page_id uuid not null references public.pages on delete cascade,
  number int not null check (number > 0),
  -- Whether members who agreed to an earlier version are asked again.
  asks_consent boolean not null default false,
  published_at timestamptz not null default now(),
  published_by uuid references public.profiles on delete set null,
  unique (page_id, number)
);
create index page_versions_by_publisher on public.page_versions (published_by) where published_by is not null;
alter table public.page_versions enable row level security;

alter table public.pages add constraint pages_published_version
  foreign key (id, published_version) references public.page_versions (page_id, number) deferrable initially deferred;
create index pages_by_published_version on public.pages (id, published_version);

create table public.page_version_texts (
  version_id uuid not null references public.page_versions on delete cascade,
  language public.language not null,
  title text not null,
  body jsonb not null,
  primary key (version_id, language)
);
alter table public.page_version_texts enable row level security;

-- Every address that a page ever had, the current one included. Old links redirect for ever.
create table public.page_slugs (
  slug text primary key,
  page_id uuid not null references public.pages on delete cascade,
  -- Whether the page was ever published at this address. The address of a draft contains its title, so it is hidden.
  is_public boolean not null default false
);
create index page_slugs_of on public.page_slugs (page_id);
alter table public.page_slugs enable row level security;

-- That a member agreed to a version, in which language, when, and until when. Rows are never changed afterwards except
-- for the time of a withdrawal.
create table public.consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles on delete cascade,
  version_id uuid not null references public.page_versions,
  -- The language of the text that was shown.
  language public.language not null,
  origin text not null check (origin in ('sign-up', 'sign-in')),
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz check (withdrawn_at >= given_at)
);
create unique index consents_once on public.consents (user_id, version_id) where withdrawn_at is null;
create index consents_of on public.consents (user_id, given_at desc, id desc);
create index consents_by_version on public.consents (version_id);
alter table public.consents enable row level security;

-- For is_upload_used(): only texts that mention a stored file are in these indexes.
create index page_texts_with_files on public.page_texts (page_id) where body::text like '%/storage/v1/%';
create index page_version_texts_with_files on public.page_version_texts (version_id) where body::text like '%/storage/v1/%';
