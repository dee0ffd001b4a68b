-- Turning matches into results: excerpts with marked words, and how to reach an item.

-- The pieces of a text, each with its offset and whether the query matches it.
create or replace function search.marked(source text, query_terms search.query_term[], stems text[])
returns table (n bigint, place integer, before text, piece text, gap text, is_match boolean)
language sql stable parallel safe as $$
  with word as materialized (
    select w.*, (sum(length(w.before || w.piece || w.gap)) over so_far - length(w.piece || w.gap))::integer as place,
      case when w.gap = '' then w.plain || lead(w.plain) over by_place end as with_next,
      case when lag(w.gap) over by_place = '' then lag(w.plain) over by_place || w.plain end as with_last
    from search.words(source) w
    window by_place as (order by w.n), so_far as (order by w.n)
  ), form as materialized (
    select distinct s.word
    from search.stems(array(
      select distinct w.plain from word w where stems <> '{}' and w.exact = w.plain and w.plain ~ '^[a-z]{3,}$')) s
    where substr(s.stem, 3) = any (stems)
  )
  select w.n, w.place, w.before, w.piece, w.gap, coalesce(
    case
      when w.unspaced then exists (
        select from unnest(query_terms) a where a.unspaced and (a.pair in (w.with_next, w.with_last) or a.is_single and a.plain = w.plain))
      else w.plain = any (stems) or w.plain in (select f.word from form f) or exists (
        select from unnest(query_terms) a
        where not a.unspaced and (a.plain = w.plain or a.loose like '%:*%' and starts_with(w.plain, a.plain)))
    end, false)
  from word w
$$;

-- The offset of the first match in characters; null if there is none. Long texts are read in parts that overlap by more
-- than a word.
create or replace function search.first_place(source text, query_terms search.query_term[], stems text[])
returns integer
language plpgsql stable parallel safe set search_path = '' as $$
declare
  place integer;
begin
  for start in 0 .. least(length(source), 30000) by 900 loop
    select start + min(p.place) into place from search.marked(substr(source, start + 1, 1000), query_terms, stems) p where p.is_match;
    if place is not null then
      return place;
    end if;
  end loop;
  return null;
end
$$;

-- A part of a text as [{"text": "…", "match": false}, {"text": "clinic", "match": true}, …]. It is cut between pieces
-- only: not inside a word, nor between a character and its combining marks.
create or replace function search.excerpt(
  source text, query_terms search.query_term[], stems text[], start integer, max_length integer) returns jsonb
language plpgsql stable parallel safe set search_path = '' as $$
declare
  is_cut_before boolean := start > 0;
  is_cut_after boolean := length(source) > start + max_length;
begin
  return (
    with piece as materialized (
      select m.*, count(*) over () as pieces from search.marked(substr(source, start + 1, max_length), query_terms, stems) m
    ), whole as materialized (
      -- Pieces at the edges may be cut, so they are left out unless there is nothing else.
      select p.* from piece p
      where p.pieces < 3 or not (is_cut_before and p.n = 1 or is_cut_after and p.n = p.pieces)
    ), part as (
      select n * 2 as n, is_match, piece || case when is_match then '' else gap end as text from whole
      union all
      select n * 2 + 1, false, gap from whole where is_match and gap <> ''
      union all
      select 0, false, before from whole where n = 1 and not is_cut_before and before <> ''
      union all
      select 0, false, '…' where is_cut_before
      union all
      select 1000000, false, '…' where is_cut_after
    ), grouped as (
      select n, text, is_match, row_number() over (order by n) - row_number() over (partition by is_match order by n) as island
      from part
    ), segment as (
      select min(n) as n, is_match, regexp_replace(string_agg(text, '' order by n), '\s+', ' ', 'g') as text
      from grouped group by is_match, island
    )
    select coalesce(jsonb_agg(jsonb_build_object('text', text, 'match', is_match) order by n), '[]') from segment
  );
end
$$;

-- How to reach an item, as the caller's own policies show it; null if they do not.
create or replace function search.result_place(kind text, item uuid, language public.language) returns jsonb
language sql stable set search_path = '' as $$
  select case kind
    when 'article' then (
      select jsonb_build_object('slug', t.slug, 'cover', a.cover_url, 'isDraft', a.status = 'draft' or t.status = 'draft')
      from public.article_texts t join public.articles a on a.id = t.article_id
      where t.article_id = item and t.language = result_place.language)
    when 'post' then (
      select jsonb_build_object('forum', f.slug, 'post', p.id)
      from public.posts p join public.forums f on f.id = p.forum_id where p.id = item and p.title is not null)
    when 'reply' then (
      select jsonb_build_object('forum', f.slug, 'post', p.id, 'number', r.number, 'title', p.title, 'titleLanguage', p.language)
      from public.replies r join public.posts p on p.id = r.post_id join public.forums f on f.id = p.forum_id
      where r.id = item and r.body is not null and p.title is not null)
    when 'resource' then (
      select jsonb_build_object('url', r.url, 'kind', r.kind, 'category', c.slug, 'contentLanguages', r.content_languages)
      from public.resource_texts t join public.resources r on r.id = t.resource_id
      join public.resource_categories c on c.id = r.category_id
      where t.resource_id = item and t.language = result_place.language)
    when 'service' then (
      select jsonb_build_object('slug', s.slug)
      from public.service_texts t join public.services s on s.id = t.service_id
      where t.service_id = item and t.language = result_place.language)
  end
$$;

-- Searches as the caller: results are limited by their policies. `after` is the cursor of the last row.
-- place: how to reach the item: {slug} of an article, {url, category} of a resource, {slug} of a service, {forum, post,
-- number, title} of a post or reply.
create or replace function public.search(
  query text, reader public.language default 'en', kinds text[] default null, content_language public.language default null,
  after text default null, page_size integer default 20)
returns table (
  kind text, id uuid, language public.language, title jsonb, excerpt jsonb, place jsonb, ring integer,
  created_at timestamptz, cursor text)
language plpgsql stable set search_path = '' as $$
declare
  query_terms search.query_term[] := array(select a from search.query_terms(query) a);
  stems text[] := array(select distinct unnest(search.stem_names(a.plain) || a.plain)
    from unnest(query_terms) a where not a.unspaced and a.plain ~ '^[a-z]{3,}$');
  last_seen text[] := string_to_array(after, '_');
  max_rows integer := least(greatest(coalesce(page_size, 20), 1), 50);
begin
  if after is not null and after !~ '^[0-6]_-?[0-9]{1,18}_[0-9a-f-]{36}$' then
    raise exception 'Not a cursor of this search' using errcode = 'PT400', detail = 'bad_cursor';
  end if;
  return query
    select m.kind, m.item_id, m.language, search.excerpt(m.title, query_terms, stems, 0, 300),
      search.excerpt(m.body, query_terms, stems,
        greatest(coalesce(search.first_place(m.body, query_terms, stems), 0) - length.most / 4, 0), length.most), seen.place, m.ring, m.at,
      concat_ws('_', m.ring, (extract(epoch from m.at) * 1000000)::bigint, m.item_id)
    from search.best_matches(query, reader, kinds, content_language, last_seen[1]::integer,
      '1970-01-01Z'::timestamptz + last_seen[2]::bigint * interval '1 microsecond', last_seen[3]::uuid, max_rows)
      with ordinality m(kind, item_id, language, title, body, ring, at, n)
    -- A Chinese character carries about as much as half a word and is twice as wide.
    cross join lateral (select case when m.language = 'zh' then 110 else 210 end) length(most)
    cross join lateral search.result_place(m.kind, m.item_id, m.language) seen(place)
    where seen.place is not null
    order by m.n;
end
$$;

revoke execute on function
  search.marked(text, search.query_term[], text[]), search.first_place(text, search.query_term[], text[]),
  search.excerpt(text, search.query_term[], text[], integer, integer), search.result_place(text, uuid, public.language),
  public.search(text, public.language, text[], public.language, text, integer)
from public, anon, authenticated;

grant execute on function
  search.marked(text, search.query_term[], text[]), search.first_place(text, search.query_term[], text[]),
  search.excerpt(text, search.query_term[], text[], integer, integer), search.result_place(text, uuid, public.language),
  public.search(text, public.language, text[], public.language, text, integer)
to anon, authenticated, service_role;
