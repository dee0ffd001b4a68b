-- Versions of the texts of articles, in each language. The newest one equals the text as it is saved. They stay when a
-- translation is removed, so that it can be restored.

create table public.article_versions (
  id bigint generated always as identity primary key,
  article_id uuid not null references public.articles on delete cascade,
  language public.language not null,
  title text not null,
  summary text not null,
  body jsonb not null,
  cover_alt text not null,
  author_id uuid references public.profiles on delete set null,
  -- A readers' version is never extended by a later save: its text was marked for readers.
  was_published boolean not null,
  -- The version whose text was restored.
  restored_from bigint references public.article_versions on delete set null,
  -- The first and the last of the saves that made it.
  started_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);
create index article_versions_of_text on public.article_versions (article_id, language, id desc);
create index article_versions_by_author on public.article_versions (author_id) where author_id is not null;
create index article_versions_by_restored on public.article_versions (restored_from) where restored_from is not null;
-- For is_upload_used(): only texts that mention a stored file are in this index.
create index article_versions_with_files on public.article_versions (id) where body::text like '%/storage/v1/%';
alter table public.article_versions enable row level security;

-- Nothing says who wrote a translation before this version.
insert into public.article_versions
  (article_id, language, title, summary, body, cover_alt, author_id, was_published, started_at, saved_at)
select t.article_id, t.language, t.title, t.summary, t.body, t.cover_alt,
  case when t.language = a.source_language then a.author_id end, t.status = 'published', t.updated_at, t.updated_at
from public.article_texts as t join public.articles as a on a.id = t.article_id
order by t.updated_at;
