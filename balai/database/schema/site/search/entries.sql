-- The search index: one entry for each text that can be found. Triggers write it in the transaction of the text, so a
-- new post is found, and a deleted one is not, from the same commit on.

-- Rebuilds the entries of one item, in one language or in all.
create or replace function search.refresh(kind text, item uuid, language public.language default null) returns void
language sql set search_path = '' as $$
  delete from search.entries e
  where e.kind = $1 and e.item_id = $2 and ($3 is null or e.language = $3);
  insert into search.entries (kind, item_id, language, title, body, public_from, public_until, reader_id, at, terms)
  select s.kind, s.item_id, s.language, normalize(s.title, nfc), normalize(s.body, nfc),
    s.public_from, s.public_until, s.reader_id, s.at, search.terms(s.title, s.body)
  from search.sources s
  where s.kind = $1 and s.item_id = $2 and ($3 is null or s.language = $3);
$$;

-- Rebuilds all entries, for operators who loaded rows with triggers disabled.
create or replace function search.rebuild() returns void
language sql set search_path = '' as $$
  truncate search.entries;
  insert into search.entries (kind, item_id, language, title, body, public_from, public_until, reader_id, at, terms)
  select s.kind, s.item_id, s.language, normalize(s.title, nfc), normalize(s.body, nfc),
    s.public_from, s.public_until, s.reader_id, s.at, search.terms(s.title, s.body)
  from search.sources s;
$$;

-- Arguments: the kind, and the column with the item's id. A table of texts has another column than "id" and changes one
-- language at a time.
create or replace function search.refresh_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end) - '{title,body}'::text[];
begin
  perform search.refresh(tg_argv[0], (row_now ->> tg_argv[1])::uuid,
    case when tg_argv[1] <> 'id' then (row_now ->> 'language')::public.language end);
  return null;
end
$$;

create or replace function search.refresh_thread() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh('reply', r.id) from public.replies r where r.post_id = new.id;
  return null;
end
$$;

revoke execute on function
  search.refresh(text, uuid, public.language), search.rebuild(), search.refresh_item(), search.refresh_thread()
from public, anon, authenticated;
