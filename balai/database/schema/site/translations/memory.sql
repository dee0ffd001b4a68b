-- The memory of translations: blocks that were translated before are offered when a translation is begun.

-- A block by its type, its words and its links. Null: without words, with a picture, file or mention, or very long.
create or replace function public.block_hash(block jsonb) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select case when words <> '' and pg_column_size(block_hash.block) <= 20000
      and not block_hash.block @? '$.** ? (@.type == "image" || @.type == "gallery" || @.type == "file" || @.type == "mention")'
    then md5(concat_ws(E'\n', block_hash.block ->> 'type', words, (
      select string_agg(link #>> '{}', ' ') from jsonb_path_query(block_hash.block, '$.**.href') as link)))::uuid end
  from btrim(regexp_replace(public.rich_text_plain(
    jsonb_build_object('type', 'doc', 'content', jsonb_build_array(block_hash.block))), '\s+', ' ', 'g')) as words
$$;

-- Whether two bodies have the same blocks, so that each block is the translation of the other one at its place.
create or replace function public.is_aligned(body jsonb, other jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_array_length(body -> 'content') = jsonb_array_length(other -> 'content')
    and jsonb_array_length(body -> 'content') <= 500
    and not exists (
      select from rows from (jsonb_array_elements(body -> 'content'), jsonb_array_elements(other -> 'content'))
        as pair (block, translated)
      where (block ->> 'type', block #>> '{attrs,level}', jsonb_array_length(block -> 'content'))
        is distinct from (translated ->> 'type', translated #>> '{attrs,level}',
          case when block ->> 'type' in ('paragraph', 'heading') then jsonb_array_length(block -> 'content')
            else jsonb_array_length(translated -> 'content') end))
$$;

-- Stores the blocks of the published translations of an article that are up to date and have a block for each block of the
-- original. A block that is no longer in its text leaves the memory.
create or replace function public.learn_translations(article uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.translation_memory as m
  where m.article_id = article and (m.language, m.block) not in (
    select t.language, present
    from public.article_texts as t, jsonb_array_elements(t.body -> 'content') as present
    where t.article_id = article and t.status = 'published');
  with texts as materialized (
    select s.language as source_language, s.body as source, t.language, t.body
    from public.articles as a
    join public.article_texts as s on s.article_id = a.id and s.language = a.source_language
    join public.article_texts as t on t.article_id = a.id and t.language <> a.source_language
    where a.id = article and t.status = 'published' and t.source_version >= s.version
      and public.is_aligned(s.body, t.body)),
  pairs as materialized (
    select t.language, t.source_language, pair.translated, public.block_hash(pair.block) as source_hash,
      public.block_hash(pair.translated) as own_hash
    from texts as t
    cross join rows from (jsonb_array_elements(t.source -> 'content'), jsonb_array_elements(t.body -> 'content'))
      as pair (block, translated))
  insert into public.translation_memory as m (article_id, language, source_language, source_hash, block)
  select distinct on (p.language, p.source_hash) article, p.language, p.source_language, p.source_hash, p.translated
  from pairs as p
  -- A block in the words of the original is not translated yet.
  where p.source_hash <> p.own_hash
  order by p.language, p.source_hash
  on conflict (article_id, language, source_hash) do update set block = excluded.block, learned_at = now()
  where m.block <> excluded.block
$$;

-- At the end of the transaction, when all texts of an article are written.
create or replace function public.follow_memory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.learn_translations(coalesce(new.article_id, old.article_id));
  return null;
end
$$;

-- For the blocks of an article's original, by their place from 0, the translation that the memory has: that of the same
-- article first, then the newest. Row policies leave out blocks of texts that the caller may not read.
create or replace function public.suggest_translation(article uuid, language public.language) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('place', b.place - 1, 'block', known.block) order by b.place), '[]')
  from public.articles as a
  join public.article_texts as s on s.article_id = a.id and s.language = a.source_language
  cross join jsonb_array_elements(s.body -> 'content') with ordinality as b (block, place)
  cross join lateral (
    select m.block from public.translation_memory as m
    where m.source_hash = public.block_hash(b.block) and m.source_language = s.language
      and m.language = suggest_translation.language
    order by m.article_id = a.id desc, m.learned_at desc limit 1) as known
  where a.id = suggest_translation.article and b.place <= 500
$$;

revoke execute on function
  public.block_hash(jsonb), public.is_aligned(jsonb, jsonb), public.learn_translations(uuid),
  public.follow_memory(), public.suggest_translation(uuid, public.language)
from public, anon, authenticated;

grant execute on function public.suggest_translation(uuid, public.language) to authenticated, service_role;
-- suggest_translation() calls it with the rights of the caller.
grant execute on function public.block_hash(jsonb) to authenticated, service_role;

comment on function public.block_hash(jsonb) is 'internal';
