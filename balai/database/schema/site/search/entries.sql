-- The search index: one entry for each text that can be found. Triggers write it in the transaction of the text, so a
-- new post is found, and a deleted one is not, from the same commit on.

-- The area, if access to it is limited; null: everyone finds what is in it.
create or replace function search.area_scope(area uuid) returns uuid
language sql stable set search_path = '' as $$
  select f.id from public.forums as f left join public.forums as above on above.id = f.parent_id
  where f.id = area and (f.is_restricted or above.is_restricted)
$$;

-- Rebuilds the entries of one item, in one language or in all.
create or replace function search.refresh(kind text, item uuid, language public.language default null) returns void
language sql set search_path = '' as $$
  delete from search.entries e
  where e.kind = $1 and e.item_id = $2 and ($3 is null or e.language = $3);
  insert into search.entries (kind, item_id, language, title, body, public_from, public_until, reader_id, scope_id, at,
    has_others, author_id, forum_id, terms, rules)
  select s.kind, s.item_id, s.language, normalize(s.title, nfc), normalize(s.body, nfc),
    s.public_from, s.public_until, s.reader_id, s.scope_id, s.at, s.has_others, s.author_id, s.forum_id,
    search.terms(s.title, s.body, s.language), search.rules_version()
  from search.sources s
  where s.kind = $1 and s.item_id = $2 and ($3 is null or s.language = $3);
$$;

-- Rebuilds all entries, for operators who loaded rows with triggers disabled: `call search.rebuild()`, outside a
-- transaction. Each batch is a transaction of its own, so an interrupted run keeps what it has done. A search finds the
-- old or the new entry of an item, never none. A batch of 20 takes about 0.2 s, and a save waits for one batch at most:
-- the lock conflicts with writes only, and without it a batch could replace the entry of a newer text.
-- A procedure that commits cannot have a search path of its own; its names are qualified.
drop function if exists search.rebuild();
create or replace procedure search.rebuild(batch_size integer default 20)
language plpgsql as $$
declare
  batch record;
begin
  for batch in
    select pg_catalog.array_agg(k.kind) as kinds, pg_catalog.array_agg(k.item_id) as items,
      pg_catalog.array_agg(k.language) as languages
    from (
      select a.kind, a.item_id, a.language,
        (pg_catalog.row_number() over (order by a.kind, a.item_id, a.language) - 1) / batch_size as n
      from (
        select s.kind, s.item_id, s.language from search.sources s
        union
        select e.kind, e.item_id, e.language from search.entries e
      ) a
    ) k
    group by k.n
    order by k.n
  loop
    lock table search.entries in share row exclusive mode;
    perform search.refresh(b.kind, b.item, b.language)
    from rows from (
      pg_catalog.unnest(batch.kinds), pg_catalog.unnest(batch.items), pg_catalog.unnest(batch.languages)
    ) as b(kind, item, language);
    commit;
  end loop;
end
$$;

-- Writes entries of older rules again, from their own title and body. Returns how many. The job search_index calls it
-- until none is left. An update in place needs no lock of the table: a save that deletes the row waits for this
-- transaction, and a row that a save holds is skipped.
create or replace function search.refresh_outdated(max_rows integer) returns integer
language sql set search_path = '' as $$
  with outdated as materialized (
    select e.kind, e.item_id, e.language from search.entries e
    where e.rules < search.rules_version()
    limit max_rows
    for update skip locked
  ), written as (
    update search.entries e set terms = search.terms(e.title, e.body, e.language), rules = search.rules_version()
    from outdated o
    where e.kind = o.kind and e.item_id = o.item_id and e.language = o.language
    returning 1
  )
  select count(*)::integer from written
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

-- Another author, or none once their account is deleted: the words stay as they are.
create or replace function search.mark_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update search.entries as e set author_id = new.author_id, reader_id = case when e.kind = 'article' then new.author_id end
  where e.kind = tg_argv[0] and e.item_id = new.id;
  return null;
end
$$;

revoke execute on function
  search.area_scope(uuid), search.refresh(text, uuid, public.language), search.refresh_outdated(integer),
  search.refresh_item(), search.refresh_thread(), search.mark_author()
from public, anon, authenticated;
revoke execute on procedure search.rebuild(integer) from public, anon, authenticated;
