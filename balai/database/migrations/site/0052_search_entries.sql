-- The search index: one entry for each text that somebody can find, written by triggers in the transaction that writes
-- the text, so a new post is found and a removed one is not from the same commit on.
--
-- Nobody reads this table directly. Behind row policies PostgreSQL would not use the index for @@ (the operator is not
-- leakproof), so search.matches reads it as its owner under conditions of its own, and public.search then shows only
-- what the caller's policies on the base tables let through.

create table search.entries (
  kind text not null check (kind in ('article', 'post', 'reply', 'resource', 'service')),
  item_id uuid not null,
  language public.language not null,
  title text not null,
  body text not null,
  -- When everybody may see it; null: administrators only, and the one other reader it may have.
  public_from timestamptz,
  public_until timestamptz,
  reader_id uuid,
  at timestamptz not null,
  terms tsvector not null,
  primary key (kind, item_id, language)
) with (toast_tuple_target = 256);
-- No list of pending entries: every search after a busy hour would read through it.
create index entries_terms on search.entries using gin (terms) with (fastupdate = off);
alter table search.entries enable row level security;

-- What there is to find. Posts and replies that were taken away have no text left in their rows; a reply whose post was
-- taken away stands nowhere.
create view search.sources as
  select 'article' as kind, t.article_id as item_id, t.language, t.title,
    concat_ws(E'\n', nullif(t.summary, ''), public.rich_text_plain(t.body), array_to_string(a.tags, ', ')) as body,
    case when a.status = 'published' and t.status = 'published' then a.publish_at end as public_from,
    a.expire_at as public_until, null::uuid as reader_id, coalesce(a.publish_at, a.created_at) as at
  from public.articles a join public.article_texts t on t.article_id = a.id
  where a.deleted_at is null
  union all
  select 'post', p.id, p.language, p.title, public.rich_text_plain(p.body), '-infinity', null, null, p.created_at
  from public.posts p where p.title is not null
  union all
  select 'reply', r.id, r.language, '', public.rich_text_plain(r.body), '-infinity', null, null, r.created_at
  from public.replies r join public.posts p on p.id = r.post_id
  where r.body is not null and p.title is not null
  union all
  select 'resource', t.resource_id, t.language, t.title, t.description,
    case when r.is_published then '-infinity'::timestamptz end, null, null, r.created_at
  from public.resources r join public.resource_texts t on t.resource_id = r.id
  union all
  select 'service', t.service_id, t.language, t.name, concat_ws(E'\n', nullif(t.description, ''), nullif(t.place, '')),
    case when s.is_active then '-infinity'::timestamptz end, null, s.host_id, s.created_at
  from public.services s join public.service_texts t on t.service_id = s.id;

-- Make the entries of one thing true again, in one language or in all.
create function search.refresh(kind text, item uuid, language public.language default null) returns void
language sql set search_path = '' as $$
  delete from search.entries e
  where e.kind = $1 and e.item_id = $2 and ($3 is null or e.language = $3);
  insert into search.entries (kind, item_id, language, title, body, public_from, public_until, reader_id, at, terms)
  select s.kind, s.item_id, s.language, normalize(s.title, nfc), normalize(s.body, nfc),
    s.public_from, s.public_until, s.reader_id, s.at, search.terms(s.title, s.body)
  from search.sources s
  where s.kind = $1 and s.item_id = $2 and ($3 is null or s.language = $3);
$$;

-- Everything anew, for an operator who loaded rows with triggers off.
create function search.rebuild() returns void
language sql set search_path = '' as $$
  truncate search.entries;
  insert into search.entries (kind, item_id, language, title, body, public_from, public_until, reader_id, at, terms)
  select s.kind, s.item_id, s.language, normalize(s.title, nfc), normalize(s.body, nfc),
    s.public_from, s.public_until, s.reader_id, s.at, search.terms(s.title, s.body)
  from search.sources s;
$$;

-- Arguments: the kind, and the column with the thing's id. A table of texts has its id in another column than "id", and
-- changes one language at a time.
create function search.changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end) - '{title,body}'::text[];
begin
  perform search.refresh(tg_argv[0], (row_now ->> tg_argv[1])::uuid,
    case when tg_argv[1] <> 'id' then (row_now ->> 'language')::public.language end);
  return null;
end
$$;

create trigger index_for_search after update on public.articles
  for each row when (
    (old.status, old.publish_at, old.expire_at, old.tags, old.deleted_at)
    is distinct from (new.status, new.publish_at, new.expire_at, new.tags, new.deleted_at))
  execute function search.changed('article', 'id');
create trigger index_for_search after insert or update or delete on public.article_texts
  for each row execute function search.changed('article', 'article_id');
-- Not "update of body": that would miss a body which another trigger has taken away.
create trigger index_for_search after insert or delete on public.posts
  for each row execute function search.changed('post', 'id');
create trigger index_for_search_again after update on public.posts
  for each row when ((old.title, old.body, old.language) is distinct from (new.title, new.body, new.language))
  execute function search.changed('post', 'id');
create function search.thread_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform search.refresh('reply', r.id) from public.replies r where r.post_id = new.id;
  return null;
end
$$;
create trigger index_thread_for_search after update on public.posts
  for each row when ((old.title is null) <> (new.title is null)) execute function search.thread_changed();
create trigger index_for_search after insert or delete on public.replies
  for each row execute function search.changed('reply', 'id');
create trigger index_for_search_again after update on public.replies
  for each row when ((old.body, old.language) is distinct from (new.body, new.language))
  execute function search.changed('reply', 'id');
create trigger index_for_search after update on public.resources
  for each row when (old.is_published <> new.is_published) execute function search.changed('resource', 'id');
create trigger index_for_search after insert or update or delete on public.resource_texts
  for each row execute function search.changed('resource', 'resource_id');
create trigger index_for_search after update on public.services
  for each row when ((old.is_active, old.host_id) is distinct from (new.is_active, new.host_id)) execute function search.changed('service', 'id');
create trigger index_for_search after insert or update or delete on public.service_texts
  for each row execute function search.changed('service', 'service_id');

select search.rebuild();
