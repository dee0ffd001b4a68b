-- Series of articles. An article belongs to one series at most.

create table public.series (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  version integer not null default 1,
  ordered_at timestamptz,
  created_at timestamptz not null default now()
);
alter table public.series enable row level security;

create table public.series_texts (
  series_id uuid not null references public.series (id) on delete cascade,
  language public.language not null,
  title text not null check (public.is_clean_line(title, 120)),
  description text not null default '' check (char_length(description) <= 1000),
  primary key (series_id, language)
);
alter table public.series_texts enable row level security;

-- Every address that a series ever had, the current one included.
create table public.series_slugs (
  slug text primary key,
  series_id uuid not null references public.series (id) on delete cascade
);
create index series_slugs_of on public.series_slugs (series_id);
alter table public.series_slugs enable row level security;

-- The position counts articles that a reader does not see, so readers see the rows through parts_of_series() alone.
create table public.series_articles (
  article_id uuid primary key references public.articles (id) on delete cascade,
  series_id uuid not null references public.series (id) on delete cascade,
  position integer not null check (position >= 0),
  constraint series_articles_position unique (series_id, position) deferrable initially deferred
);
alter table public.series_articles enable row level security;

alter table public.removals
  drop constraint removals_kind_check,
  add constraint removals_kind_check check (
    kind in ('resource', 'resource_category', 'forum', 'group', 'calendar', 'email_account', 'series'));
