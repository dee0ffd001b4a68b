-- The desk of translators: one row for each thing and language that it can be translated into. Triggers keep it equal to
-- the texts (translations/tasks.sql). And the version of the original that a translation of an article was compared with.

create table public.translation_tasks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('article', 'page', 'resource', 'service')),
  item_id uuid not null,
  language public.language not null,
  source_language public.language not null,
  -- The group that reads an article or a resource, null for everyone.
  group_id uuid,
  state text not null check (state in ('outdated', 'draft', 'missing', 'done')),
  -- The order of the desk: outdated texts first, because readers rely on them.
  urgency smallint not null generated always as (
    case state when 'outdated' then 3 when 'draft' then 2 when 'missing' then 1 else 0 end) stored,
  -- Of the original, still to be translated: characters of Chinese, words of other languages.
  amount integer not null check (amount >= 0),
  -- When readers no longer see the thing.
  until timestamptz,
  -- When the original last changed.
  changed_at timestamptz not null,
  claimed_by uuid references public.profiles (id) on delete set null,
  claimed_until timestamptz,
  constraint translation_tasks_once unique (kind, item_id, language),
  constraint translation_tasks_other_language check (language <> source_language),
  constraint translation_tasks_done check (state <> 'done' or amount = 0 and claimed_by is null)
);
create index translation_tasks_in_order on public.translation_tasks (urgency desc, changed_at desc, id desc)
  where state <> 'done';
create index translation_tasks_of_language on public.translation_tasks (language, urgency desc, changed_at desc, id desc)
  where state <> 'done';
create index translation_tasks_by_claimer on public.translation_tasks (claimed_by) where claimed_by is not null;
alter table public.translation_tasks enable row level security;

alter publication supabase_realtime add table public.translation_tasks (id, kind, language, state, claimed_by);

alter table public.article_texts
  add column source_base bigint references public.article_versions (id) on delete set null;
create index article_texts_by_base on public.article_texts (source_base) where source_base is not null;

-- Translations that are up to date: the newest version of the original. Of outdated ones no row says what they were
-- compared with: the version that was there when their first one was written shows too many changes rather than too few.
-- Without the triggers of an earlier program: their functions may be older than this version.
alter table public.article_texts disable trigger user;
update public.article_texts as t set source_base = (
  select max(v.id) from public.article_versions as v
  where v.article_id = t.article_id and v.language = a.source_language
    and (t.source_version >= source.version or v.saved_at <= (
      select min(own.started_at) from public.article_versions as own
      where own.article_id = t.article_id and own.language = t.language)))
from public.articles as a
join public.article_texts as source on source.article_id = a.id and source.language = a.source_language
where a.id = t.article_id and t.language <> a.source_language;
alter table public.article_texts enable trigger user;

-- Blocks of published translations of articles, by the words of the block that they translate.
create table public.translation_memory (
  article_id uuid not null references public.articles (id) on delete cascade,
  language public.language not null,
  source_language public.language not null,
  source_hash uuid not null,
  block jsonb not null,
  learned_at timestamptz not null default now(),
  primary key (article_id, language, source_hash)
);
create index translation_memory_by_words
  on public.translation_memory (source_hash, source_language, language, learned_at desc);
alter table public.translation_memory enable row level security;
