-- Asking. A query is cut as texts are (0050), then tried in rings, the strictest first; within a ring the newest come
-- first. So the order is the same on every page, and the next page goes on by key:
--   6  as written, as a phrase, in the title      3  as a phrase, whatever the marks or the form of characters
--   5  as written, as a phrase                    2  all the words, anywhere
--   4  as a phrase in the title                   1  all the words, by their stems or beginnings
-- When nothing has all the words, ring 0 shows what has most of them.

-- One lexeme inside a tsquery.
create function search.quoted(lexeme text) returns text
language sql immutable strict parallel safe as $$
  select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''''
$$;

-- The words of a query, with what each of them asks of the index.
create type search.asked as (
  n bigint,
  plain text,
  unspaced boolean,
  -- A pair with the next: neighbours in a script without spaces, or words side by side.
  pair text,
  -- Neighbours in a script without spaces share a run.
  run bigint,
  alone boolean,
  as_written text,
  loosely text
);

create function search.asked(query text) returns setof search.asked
language sql stable strict parallel safe set search_path = '' as $$
  with word as (
    select w.n, w.exact, w.plain, w.unspaced, w.gap,
      lead(w.exact) over by_place as next_exact, lead(w.plain) over by_place as next_plain,
      lead(w.unspaced) over by_place as next_unspaced,
      w.unspaced and coalesce(lag(w.unspaced and w.gap = '') over by_place, false) as goes_on
    from search.words(left(query, 200)) w
    where w.n <= 24 and w.plain <> ''
    window by_place as (order by w.n)
  ), placed as (
    select w.*, w.unspaced and coalesce(w.next_unspaced, false) and w.gap = '' as touches,
      not w.unspaced and not coalesce(w.next_unspaced, true) as beside,
      sum((not w.goes_on)::int) over (order by w.n) as run, w.n = max(w.n) over () as is_last
    from word w
  )
  select p.n, p.plain, p.unspaced,
    case when p.touches then p.plain || p.next_plain when p.beside then '_' || p.plain || '_' || p.next_plain end,
    p.run, not p.goes_on and not p.touches,
    case
      when not p.unspaced and p.exact = p.plain then search.quoted(p.plain)
      when not p.unspaced then search.quoted('=' || p.exact)
      when p.touches and p.exact || p.next_exact = p.plain || p.next_plain
        then search.quoted(p.plain || p.next_plain) || ' & !' || search.quoted('~' || p.plain || p.next_plain)
      when p.touches then search.quoted('=' || p.exact || p.next_exact)
      when p.goes_on then null
      when p.exact = p.plain then search.quoted(p.plain) || ' & !' || search.quoted('~' || p.plain)
      else search.quoted('=' || p.exact)
    end,
    case when not p.unspaced then '(' || concat_ws(' | ', search.quoted(p.plain),
      case when p.is_last and length(p.plain) >= 3 then search.quoted(p.plain) || ':*' end,
      case when p.exact = p.plain and p.plain ~ '^[a-z]{3,}$' then (
        select string_agg(search.quoted(s.stem) || ' | ' || search.quoted(substr(s.stem, 3)), ' | ')
        from (select stem from search.stems(array[p.plain]) union values ('e:' || p.plain), ('m:' || p.plain)) s(stem)) end) || ')' end
  from placed p
$$;

-- A run of characters such as 社区诊所开放 asked in pieces: 社区 & 诊所 & 开放, or with the other cut.
create function search.in_pieces(plains text[]) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '(' || string_agg('(' || cut.pieces || ')', ' | ') || ')'
  from (
    select (
      select string_agg(search.quoted(array_to_string(plains[place:least(place + 1, cardinality(plains))], '')), ' & ')
        || case when start = 2 then ' & ' || search.quoted(plains[1]) else '' end
      from generate_series(start, cardinality(plains), 2) place
    ) as pieces
    from generate_series(1, case when cardinality(plains) > 2 then 2 else 1 end) start
  ) cut
$$;

-- The rings of a query, [6] the strictest, each without what a stricter one has already shown; null where it adds
-- nothing. [7] is everything that rings 1 to 6 can find.
create function search.rings(query text) returns tsquery[]
language plpgsql stable strict parallel safe set search_path = '' as $$
declare
  exact tsquery; titled tsquery; phrase tsquery; scattered tsquery; loose tsquery;
  has_other_forms boolean;
begin
  with a as materialized (select * from search.asked(query)), part as (
    select a.n, search.quoted(coalesce(a.pair, a.plain)) as phrase, search.quoted('#' || coalesce(a.pair, a.plain)) as titled
    from a where a.unspaced and (a.pair is not null or a.alone)
    union all
    select a.n, concat_ws(' & ', search.quoted(a.plain), search.quoted(a.pair)),
      concat_ws(' & ', search.quoted('#' || a.plain), search.quoted('#' || a.pair))
    from a where not a.unspaced
  ), run as (
    select search.in_pieces(array_agg(a.plain order by a.n)) as pieces from a where a.unspaced group by a.run
  ), spelled as (
    select a.plain, a.loosely, ts_lexize('pg_catalog.english_stem', a.plain) = '{}' as is_stop from a where not a.unspaced
  )
  select (select string_agg(p.phrase, ' & ') from part p)::tsquery,
    (select string_agg(p.titled, ' & ') from part p)::tsquery,
    (select string_agg(a.as_written, ' & ') from a)::tsquery,
    concat_ws(' & ', (select string_agg(search.quoted(s.plain), ' & ') from spelled s),
      (select string_agg(r.pieces, ' & ') from run r))::tsquery,
    concat_ws(' & ', (select string_agg(s.loosely, ' & ') from spelled s
        where not s.is_stop or not exists (select from spelled other where not other.is_stop)),
      (select string_agg(r.pieces, ' & ') from run r))::tsquery,
    exists (select from a where a.as_written <> search.quoted(a.plain))
  into phrase, titled, exact, scattered, loose, has_other_forms;
  if phrase is null then
    return null;
  end if;
  return array[
    loose && !!scattered,
    case when scattered <> phrase then scattered && !!phrase end,
    case when has_other_forms then phrase && !!exact && !!titled end,
    case when has_other_forms then titled && !!exact end,
    phrase && exact && !!titled,
    titled && exact,
    loose || scattered
  ];
end
$$;

create type search.match as (
  kind text, item_id uuid, language public.language, title text, body text, ring integer, at timestamptz
);

-- What the caller may find, best first, after a place in the order or from its beginning. An article that has the words
-- in several languages comes once, in the reader's.
create function search.matches(
  query text, reader public.language, kinds text[], wanted public.language, after_ring integer, after_at timestamptz,
  after_id uuid, most integer)
returns setof search.match
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  rings tsquery[] := search.rings(query);
  sees_all boolean := public.is_admin();
  me uuid := auth.uid();
  ring_found integer;
begin
  for ring in reverse coalesce(after_ring, 6) .. 1 loop
    continue when rings[ring] is null;
    return query
      select e.kind, e.item_id, e.language, e.title, e.body, ring, e.at
      from search.entries e
      where e.terms @@ rings[ring]
        and (kinds is null or e.kind = any (kinds))
        and (wanted is null or e.language = wanted)
        and (sees_all or (e.public_from <= now() and (e.public_until is null or e.public_until > now())) or e.reader_id = me)
        and (after_ring is distinct from ring or (e.at, e.item_id) < (after_at, after_id))
        and not exists (
          select from search.entries other
          where wanted is null and other.kind = e.kind and other.item_id = e.item_id and other.language <> e.language
            and (other.language = reader, e.language) > (e.language = reader, other.language)
            and (sees_all or (other.public_from <= now() and (other.public_until is null or other.public_until > now()))
              or other.reader_id = me)
            and other.terms @@ rings[7])
      order by e.at desc, e.item_id desc
      limit most;
    get diagnostics ring_found = row_count;
    most := most - ring_found;
    exit when most <= 0;
  end loop;
end
$$;

-- Ring 0: texts with most of the words, for questions asked in whole sentences. Only the newest of them are weighed.
create function search.near_matches(
  query text, kinds text[], wanted public.language, most integer)
returns setof search.match
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with part as materialized (
    select distinct search.quoted(coalesce(case when a.unspaced then a.pair end, a.plain))::tsquery as asked
    from search.asked(query) a
    where case when a.unspaced then a.pair is not null
      else length(a.plain) > 1 and ts_lexize('pg_catalog.english_stem', a.plain) <> '{}' end
  ), entry as materialized (
    select e.kind, e.item_id, e.language, e.title, e.body, e.at, e.terms
    from search.entries e
    where e.terms @@ (select string_agg(p.asked::text, ' | ') from part p)::tsquery
      and (select count(*) from part) > 1
      and (kinds is null or e.kind = any (kinds))
      and (wanted is null or e.language = wanted)
      and (public.is_admin() or (e.public_from <= now() and (e.public_until is null or e.public_until > now()))
        or e.reader_id = auth.uid())
    order by e.at desc
    limit 500
  ), weighed as (
    select e.kind, e.item_id, e.language, e.title, e.body, e.at,
      (select count(*) from part p where e.terms @@ p.asked) as parts
    from entry e
  )
  select w.kind, w.item_id, w.language, w.title, w.body, 0, w.at
  from weighed w
  where w.parts * 2 >= (select count(*) from part)
  order by w.parts desc, w.at desc
  limit most
$$;

-- The words that stand for a word: its stems without their marks of origin.
create function search.stem_names(plain text) returns text[]
language sql stable strict parallel safe set search_path = '' as $$
  select array(select substr(s.stem, 3) from search.stems(array[plain]) s)
$$;

-- The pieces of a text, each with its place and whether the query found it.
create function search.marked(source text, asked search.asked[], stems text[])
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
        select from unnest(asked) a where a.unspaced and (a.pair in (w.with_next, w.with_last) or a.alone and a.plain = w.plain))
      else w.plain = any (stems) or w.plain in (select f.word from form f) or exists (
        select from unnest(asked) a
        where not a.unspaced and (a.plain = w.plain or a.loosely like '%:*%' and starts_with(w.plain, a.plain)))
    end, false)
  from word w
$$;

-- The place of the first found word, as the number of characters before it; null when it is not in this text. Long
-- texts are read in stretches that overlap by more than a word.
create function search.first_place(source text, asked search.asked[], stems text[]) returns integer
language plpgsql stable parallel safe set search_path = '' as $$
declare
  place integer;
begin
  for start in 0 .. least(length(source), 30000) by 900 loop
    select start + min(p.place) into place from search.marked(substr(source, start + 1, 1000), asked, stems) p where p.is_match;
    if place is not null then
      return place;
    end if;
  end loop;
  return null;
end
$$;

-- A stretch of a text as [{"text": "…", "match": false}, {"text": "clinic", "match": true}, …], cut between pieces only:
-- never inside a word, nor between a character and its marks.
create function search.excerpt(
  source text, asked search.asked[], stems text[], start integer, longest integer) returns jsonb
language plpgsql stable parallel safe set search_path = '' as $$
declare
  is_cut_before boolean := start > 0;
  is_cut_after boolean := length(source) > start + longest;
begin
  return (
    with piece as materialized (
      select m.*, count(*) over () as pieces from search.marked(substr(source, start + 1, longest), asked, stems) m
    ), whole as materialized (
      -- What the cut went through is left out, unless there is nothing else.
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

create function search.best_matches(
  query text, reader public.language, kinds text[], wanted public.language, after_ring integer, after_at timestamptz,
  after_id uuid, most integer)
returns setof search.match
language plpgsql stable set search_path = '' as $$
begin
  return query select * from search.matches(query, reader, kinds, wanted, after_ring, after_at, after_id, most);
  if not found and after_ring is null then
    return query select * from search.near_matches(query, kinds, wanted, most);
  end if;
end
$$;

-- The thing as the caller's own rights show it, and how to get there; null when they do not.
create function search.seen(kind text, item uuid, language public.language) returns jsonb
language sql stable set search_path = '' as $$
  select case kind
    when 'article' then (
      select jsonb_build_object('slug', t.slug, 'cover', a.cover_url, 'isDraft', a.status = 'draft' or t.status = 'draft')
      from public.article_texts t join public.articles a on a.id = t.article_id
      where t.article_id = item and t.language = seen.language)
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
      where t.resource_id = item and t.language = seen.language)
    when 'service' then (
      select jsonb_build_object('slug', s.slug)
      from public.service_texts t join public.services s on s.id = t.service_id
      where t.service_id = item and t.language = seen.language)
  end
$$;

-- Search as the caller: what her own row policies show. `after` is the cursor of the last row seen.
--   place: how to get there: {slug} of an article, resource's {url, category} or service; {forum, post, number, title} of
--   a post or reply.
create function public.search(
  query text, reader public.language default 'en', kinds text[] default null, content_language public.language default null,
  after text default null, page_size integer default 20)
returns table (
  kind text, id uuid, language public.language, title jsonb, excerpt jsonb, place jsonb, ring integer,
  created_at timestamptz, cursor text)
language plpgsql stable set search_path = '' as $$
declare
  asked search.asked[] := array(select a from search.asked(query) a);
  stems text[] := array(select distinct unnest(search.stem_names(a.plain) || a.plain)
    from unnest(asked) a where not a.unspaced and a.plain ~ '^[a-z]{3,}$');
  last_seen text[] := string_to_array(after, '_');
  most integer := least(greatest(coalesce(page_size, 20), 1), 50);
begin
  if after is not null and after !~ '^[0-6]_-?[0-9]{1,18}_[0-9a-f-]{36}$' then
    raise exception 'Not a cursor of this search' using errcode = 'PT400', detail = 'bad_cursor';
  end if;
  return query
    select m.kind, m.item_id, m.language, search.excerpt(m.title, asked, stems, 0, 300),
      search.excerpt(m.body, asked, stems,
        greatest(coalesce(search.first_place(m.body, asked, stems), 0) - length.most / 4, 0), length.most), seen.place, m.ring, m.at,
      concat_ws('_', m.ring, (extract(epoch from m.at) * 1000000)::bigint, m.item_id)
    from search.best_matches(query, reader, kinds, content_language, last_seen[1]::integer,
      '1970-01-01Z'::timestamptz + last_seen[2]::bigint * interval '1 microsecond', last_seen[3]::uuid, most)
      with ordinality m(kind, item_id, language, title, body, ring, at, n)
    -- A Chinese character says about as much as half a word, and takes twice the room.
    cross join lateral (select case when m.language = 'zh' then 110 else 210 end) length(most)
    cross join lateral search.seen(m.kind, m.item_id, m.language) seen(place)
    where seen.place is not null
    order by m.n;
end
$$;

revoke execute on all functions in schema search from public;
grant execute on all functions in schema search to anon, authenticated, service_role;
revoke execute on function search.refresh(text, uuid, public.language), search.rebuild(), search.changed(),
  search.thread_changed()
  from anon, authenticated, service_role;
revoke execute on function public.search(text, public.language, text[], public.language, text, integer)
  from public, anon, authenticated;
grant execute on function public.search(text, public.language, text[], public.language, text, integer)
  to anon, authenticated, service_role;
