-- The resource library. A resource lists the languages of its content (a PDF in Malay stays Malay), separate from the
-- languages in which it is described.

create table public.resource_categories (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
create index resource_categories_in_order on public.resource_categories (position, id);
alter table public.resource_categories enable row level security;

create table public.resource_category_texts (
  category_id uuid not null references public.resource_categories (id) on delete cascade,
  language public.language not null,
  name text not null check (public.is_clean_line(name, 80)),
  primary key (category_id, language)
);
alter table public.resource_category_texts enable row level security;

create table public.resources (
  id uuid primary key default gen_random_uuid(),
  category_id uuid not null references public.resource_categories (id),
  kind text not null check (kind in ('link', 'document', 'video', 'form', 'contact')),
  url text not null check (public.is_link_address(url)),
  -- Empty: independent of language (a picture, a telephone number).
  content_languages public.language[] not null default '{}' check (array_position(content_languages, null) is null),
  position integer not null default 0,
  is_published boolean not null default false,
  -- The number of saves. A save names the version that the editor opened.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index resources_in_order on public.resources (category_id, position, id);
alter table public.resources enable row level security;

create table public.resource_texts (
  resource_id uuid not null references public.resources (id) on delete cascade,
  language public.language not null,
  title text not null check (public.is_clean_line(title, 200)),
  description text not null default '' check (char_length(description) <= 2000),
  primary key (resource_id, language)
);
alter table public.resource_texts enable row level security;

-- For is_upload_used(): only texts that mention a stored file are in these indexes.
create index resources_with_files on public.resources (id) where url like '%/storage/v1/%';
