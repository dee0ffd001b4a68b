-- Filters of the search: by author, by area of the forum and by time, newest first; and words that found nothing.

-- The author and the area of a text. Without the index of terms while they are filled in: each row that is written again
-- would be added to it once more.
alter table search.entries add column author_id uuid, add column forum_id uuid;
drop index search.entries_terms;
update search.entries as e set author_id = p.author_id, forum_id = p.forum_id
from public.posts as p where e.kind = 'post' and e.item_id = p.id;
update search.entries as e set author_id = r.author_id, forum_id = p.forum_id
from public.replies as r join public.posts as p on p.id = r.post_id where e.kind = 'reply' and e.item_id = r.id;
update search.entries as e set author_id = a.author_id
from public.articles as a where e.kind = 'article' and e.item_id = a.id and a.author_id is not null;
create index entries_terms on search.entries using gin (terms) with (fastupdate = off);
create index entries_by_author on search.entries (author_id, at desc, item_id desc) where author_id is not null;
create index entries_by_forum on search.entries (forum_id, at desc, item_id desc) where forum_id is not null;

-- How the texts of a search are limited and ordered. A field that is null limits nothing.
create type search.options as (
  kinds text[],
  language public.language,
  author uuid,
  forums uuid[],
  since timestamptz,
  -- Newest first, instead of best first.
  is_newest boolean
);

-- They take the options.
drop function if exists public.search(text, public.language, text[], public.language, text, integer);
drop function if exists search.matches(search.query_word[], public.language, text[], public.language, text, integer);
drop function if exists search.near_matches(
  search.query_word[], tsquery, public.language, text[], public.language, integer);
drop function if exists search.candidates(
  tsquery, tsquery, integer, public.language, text[], public.language, timestamptz, uuid, integer, tsquery);

-- Words without results: how often on a day, in a language of the pages, and nothing about the visitor.
create table search.empty_searches (
  day date not null,
  language public.language not null,
  -- Folded, as the search compares it.
  term text not null check (char_length(term) between 1 and 60 and term !~ '@' and term !~ '([0-9].*){6}'),
  searches integer not null default 1 check (searches > 0),
  primary key (day, language, term)
);
alter table search.empty_searches enable row level security;
