-- Reviews of articles: a row for each time that a writer submitted one language of an article. The open one locks the
-- text for its writer, and the newest one says whether changes were asked for (blog/reviews.sql).

create table public.article_reviews (
  id uuid primary key,
  article_id uuid not null references public.articles on delete cascade,
  language public.language not null,
  -- The writer.
  member_id uuid references public.profiles on delete set null,
  note text not null default '' check (char_length(note) <= 1000),
  submitted_at timestamptz not null default now(),
  -- Null while it waits. "removed": an editor removed the text.
  outcome text check (outcome in ('withdrawn', 'changes_asked', 'approved', 'removed')),
  comment text not null default '' check (char_length(comment) <= 2000),
  decided_by uuid references public.profiles on delete set null,
  decided_at timestamptz,
  constraint article_reviews_decided check ((outcome is null) = (decided_at is null)),
  constraint article_reviews_commented check ((outcome is not distinct from 'changes_asked') = (btrim(comment, E' \n\t') <> ''))
);
create unique index article_reviews_open on public.article_reviews (article_id, language) where outcome is null;
create index article_reviews_of_text on public.article_reviews (article_id, language, submitted_at desc, id desc);
create index article_reviews_waiting on public.article_reviews (submitted_at, id) where outcome is null;
create index article_reviews_by_writer on public.article_reviews (member_id) where member_id is not null;
create index article_reviews_by_decider on public.article_reviews (decided_by) where decided_by is not null;
alter table public.article_reviews enable row level security;

alter publication supabase_realtime add table public.article_reviews (id, article_id, language, outcome);
