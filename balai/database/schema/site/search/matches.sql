-- Reading the index. Behind row policies PostgreSQL would not use it for @@, since the operator is not leakproof. So
-- search.matches reads it as its owner, with its own conditions, and public.search shows what the caller's policies
-- allow.

-- The newest texts that meet a condition, before a place in the order (at, id). An item in several languages is returned
-- once, in the one of the texts that meet `any_form` that the reader ranks highest, and not at all if a text in another
-- language meets `elsewhere`: a stricter condition has found it.
create or replace function search.candidates(
  condition tsquery, any_form tsquery, ring integer, reader public.language, options search.options,
  before_at timestamptz, before_id uuid, max_rows integer, elsewhere tsquery default null)
returns setof search.candidate
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  sees_all boolean := public.is_admin();
  -- The entries that only some readers find, if the caller is among them.
  scopes uuid[] := public.my_groups() || public.seen_areas();
  caller uuid := auth.uid();
  readers public.language[] := public.language_order(reader);
  -- An event is a service in the index.
  kinds constant text[] := array_replace(options.kinds, 'event', 'service');
  wants_events constant boolean := 'event' = any (options.kinds);
begin
  return query
    with found as materialized (
      select e.kind, e.item_id, e.language, e.at, e.terms, e.has_others
      from search.entries e
      where e.terms @@ condition
        and (kinds is null or e.kind = any (kinds))
        and (options.events is null or e.kind <> 'service' or (e.item_id = any (options.events)) = wants_events)
        and (options.language is null or e.language = options.language)
        and (options.author is null or e.author_id = options.author)
        and (options.forums is null or e.forum_id = any (options.forums))
        and (options.since is null or e.at >= options.since)
        and (sees_all or (e.public_from <= now() and (e.public_until is null or e.public_until > now())) or e.reader_id = caller)
        and (e.scope_id is null or e.scope_id = any (scopes) or e.reader_id = caller
          or sees_all and e.kind not in ('post', 'reply'))
        and (before_at is null or (e.at, e.item_id) < (before_at, before_id))
      order by e.at desc, e.item_id desc
      -- An item has up to four languages.
      limit max_rows * 4
    )
    -- Concatenation reads the set from its place outside the row once, not for every condition.
    select f.kind, f.item_id, f.language, ring, f.at, f.terms || ''::tsvector
    from found f
    where not f.has_others or options.language is not null or not exists (
      select from search.entries other
      where other.kind = f.kind and other.item_id = f.item_id
        and other.language <> f.language
        and (sees_all or (other.public_from <= now() and (other.public_until is null or other.public_until > now()))
          or other.reader_id = caller)
        and (other.scope_id is null or other.scope_id = any (scopes) or other.reader_id = caller or sees_all)
        and (other.terms @@ any_form and array_position(readers, other.language) < array_position(readers, f.language)
          or elsewhere is not null and other.terms @@ elsewhere))
    order by f.at desc, f.item_id desc
    limit max_rows;
end
$$;

-- The score of a text: the share of the words' weights that it has, 1000 for all as written; up to 200 for words in the
-- title; less for long texts.
create or replace function search.score(terms tsvector, words search.query_word[], importance real[]) returns integer
language sql stable parallel safe as $$
  select (sum(w.weight * i * l.level * case when terms @@ w.titled then 1200 else 1000 end)
      / greatest(sum(w.weight * i), 0.001) - 12 * ln(length(terms) + 10))::integer
  from unnest(words, importance) as w(
    label, unspaced, weight, is_required, exact, form, form_score, weak, weak_score, near, titled, i)
  cross join lateral (
    select case
      when terms @@ w.exact then 1
      when terms @@ w.form then w.form_score
      when terms @@ w.weak then w.weak_score
      when terms @@ w.near then 0.2
      else 0 end) l(level)
$$;

-- Entries that the caller may find. The strictest condition is read first, newest first, up to 100 texts; these are ranked,
-- and only then the next 100 are read. So a word in every text costs no more than a rare one, and a page of results depends
-- on age only beyond the first 100.
-- Ring 1 holds what is found by its sound only, after all that has the words themselves.
-- The cursor of a text is the start of its hundred (ring, at, id) and its own place in it (score, at, id).
create or replace function search.matches(
  words search.query_word[], reader public.language, options search.options, after text, max_rows integer)
returns setof search.match
language plpgsql stable security definer set search_path = '' as $$
declare
  block constant integer := 100;
  epoch constant timestamptz := '1970-01-01Z';
  conditions tsquery[] := search.conditions(words);
  equal real[] := array_fill(1, array[cardinality(words)]);
  last_seen text[] := string_to_array(after, '_');
  start_ring integer := coalesce(last_seen[1]::integer, 5);
  start_at timestamptz := epoch + last_seen[2]::bigint * interval '1 microsecond';
  start_id uuid := last_seen[3]::uuid;
  after_score integer := last_seen[4]::integer;
  after_at timestamptz := epoch + last_seen[5]::bigint * interval '1 microsecond';
  after_id uuid := last_seen[6]::uuid;
  candidates search.candidate[];
  returned integer;
begin
  if conditions is null then
    return;
  end if;
  if 'event' = any (options.kinds) <> ('service' = any (options.kinds)) then
    options.events := search.events();
  end if;
  if options.is_newest then
    return query select * from search.newest_matches(words, conditions, reader, options, after, max_rows);
    get diagnostics returned = row_count;
    -- Texts with some of the words only where no text has all.
    if returned = 0 and after is null then
      return query select * from search.near_matches(
        words, coalesce(conditions[4], conditions[3]), reader, options, least(max_rows, 20));
    end if;
    return;
  end if;
  loop
    candidates := '{}';
    for ring in reverse least(start_ring, 4) .. 1 loop
      continue when ring = 1 and conditions[4] is null;
      candidates := candidates || array(
        select c from search.candidates(
          case ring when 4 then conditions[1] && conditions[3] when 3 then conditions[2] && !!conditions[1]
            when 2 then conditions[3] && !!conditions[2] && !!conditions[1]
            else conditions[4] && !!conditions[3] && !!conditions[2] && !!conditions[1] end,
          case ring when 1 then conditions[4] else conditions[3] end, ring,
          reader, options, case when ring = start_ring then start_at end, case when ring = start_ring then start_id end,
          block - cardinality(candidates), case ring when 1 then conditions[3] end) c);
      exit when cardinality(candidates) = block;
    end loop;
    return query
      select r.kind, r.item_id, r.language, e.title, e.body, r.ring, r.score, r.at,
        concat_ws('_', start_ring, coalesce((extract(epoch from start_at) * 1000000)::bigint, 0),
          coalesce(start_id, '00000000-0000-0000-0000-000000000000'), r.score, (extract(epoch from r.at) * 1000000)::bigint, r.item_id)
      from (
        select c.kind, c.item_id, c.language, c.ring, c.at, search.score(c.terms, words, equal) as score
        from unnest(candidates) c
      ) r
      join search.entries e using (kind, item_id, language)
      where after_score is null or (r.score, r.at, r.item_id) < (after_score, after_at, after_id)
      order by r.score desc, r.at desc, r.item_id desc
      limit max_rows;
    get diagnostics returned = row_count;
    max_rows := max_rows - returned;
    exit when max_rows <= 0 or cardinality(candidates) < block;
    start_ring := candidates[block].ring;
    start_at := candidates[block].at;
    start_id := candidates[block].item_id;
    after_score := null;
  end loop;
  if max_rows > 0 and after is null then
    return query select * from search.near_matches(
      words, coalesce(conditions[4], conditions[3]), reader, options, least(max_rows, 20));
  end if;
end
$$;

-- The same newest first: all that have the words, then what is found by its sound only. A cursor is a row itself, in the
-- form of those of search.matches.
create or replace function search.newest_matches(
  words search.query_word[], conditions tsquery[], reader public.language, options search.options, after text,
  max_rows integer)
returns setof search.match
language plpgsql stable security definer set search_path = '' as $$
declare
  last_seen text[] := string_to_array(after, '_');
  start_ring constant integer := least(coalesce(last_seen[1]::integer, 2), 2);
  start_at constant timestamptz := timestamptz '1970-01-01Z' + last_seen[2]::bigint * interval '1 microsecond';
  start_id constant uuid := last_seen[3]::uuid;
  returned integer;
begin
  for ring in reverse start_ring .. 1 loop
    continue when ring = 1 and conditions[4] is null;
    return query
      select c.kind, c.item_id, c.language, e.title, e.body, c.ring, 0, c.at,
        concat_ws('_', c.ring, (extract(epoch from c.at) * 1000000)::bigint, c.item_id,
          0, (extract(epoch from c.at) * 1000000)::bigint, c.item_id)
      from search.candidates(
        case ring when 2 then conditions[3] else conditions[4] && !!conditions[3] end,
        case ring when 2 then conditions[3] else conditions[4] end, ring,
        reader, options, case when ring = start_ring then start_at end, case when ring = start_ring then start_id end,
        max_rows, case ring when 1 then conditions[3] end) c
      join search.entries e using (kind, item_id, language)
      order by c.at desc, c.item_id desc;
    get diagnostics returned = row_count;
    max_rows := max_rows - returned;
    exit when max_rows <= 0;
  end loop;
end
$$;

-- The share of texts that have a lexeme, from the statistics of the table; 0 if it is rare or not known.
create or replace function search.shares(lexemes text[]) returns real[]
language sql stable strict parallel safe security definer set search_path = '' as $$
  select array_agg(coalesce(f.share, 0) order by l.n)
  from unnest(lexemes) with ordinality as l(lexeme, n)
  left join (
    select unnest(s.most_common_elems::text::text[]) as lexeme, unnest(s.most_common_elem_freqs) as share
    from pg_catalog.pg_stats s where s.schemaname = 'search' and s.tablename = 'entries' and s.attname = 'terms'
  ) f on f.lexeme = l.lexeme
$$;

-- Ring 0: texts with some of the required words, ranked by how much of the query they cover; rare words count more. A word
-- that is frequent in a large index is read only together with another one.
create or replace function search.near_matches(
  words search.query_word[], found_already tsquery, reader public.language, options search.options, max_rows integer)
returns setof search.match
language plpgsql stable security definer set search_path = '' as $$
declare
  total real := greatest((select c.reltuples from pg_catalog.pg_class c where c.oid = 'search.entries'::regclass), 0);
  condition tsquery;
  candidates search.candidate[];
  importance real[];
  is_vietnamese boolean := (select bool_or(w.is_required and w.weight = 0.5) from unnest(words) w);
begin
  with word as materialized (
    select row_number() over (order by s.share, w.n) as n, s.share * total as texts, count(*) over () as words,
      concat_ws(' | ', '(' || w.exact::text || ')', '(' || w.form::text || ')', '(' || w.weak::text || ')') as whole,
      w.near::text as part
    from (select u.*, u.n as place from unnest(words) with ordinality u(label, unspaced, weight, is_required, exact, form, form_score, weak, weak_score, near, titled, n)
      where u.is_required) w
    cross join lateral (select (search.shares(array[case when w.unspaced then left(w.label, 2) else w.label end]))[1] as share) s
  ), part(part) as (
    select w.whole from word w where w.words > 1 and w.texts < 2000
    union all select w.part from word w where w.part is not null and w.texts < 2000
    union all select '(' || a.whole || ') & (' || b.whole || ')' from word a join word b on a.n < b.n
      where b.n <= 4 and a.texts >= 2000 and a.words > 2
  )
  select (select string_agg('(' || p.part || ')', ' | ') from part p)::tsquery && !!found_already into condition;
  if condition is null then
    return;
  end if;
  candidates := array(
    select c from search.candidates(condition, condition, 0, reader, options, null, null, 200) c);
  -- A word that no candidate has says nothing about them.
  select array_agg(case when f.texts = 0 and f.is_word then 0 else 1 + ln(1 + cardinality(candidates) / (f.texts + 0.5)) / 4 end::real order by f.n) into importance
  from (
    select w.n, w.label is not null as is_word, (select count(*) from unnest(candidates) c
      where c.terms @@ w.exact or c.terms @@ w.form or c.terms @@ w.weak or c.terms @@ w.near) as texts
    from unnest(words) with ordinality w(label, unspaced, weight, is_required, exact, form, form_score, weak, weak_score, near, titled, n)
  ) f;
  return query
    select r.kind, r.item_id, r.language, e.title, e.body, 0, r.score, r.at,
      concat_ws('_', 0, 0, r.item_id, r.score, 0, r.item_id)
    from (
      select c.kind, c.item_id, c.language, c.at, search.score(c.terms, words, importance) as score,
        (select sum(w.weight * w.i) filter (where c.terms @@ w.exact or c.terms @@ w.form or c.terms @@ w.weak or c.terms @@ w.near)
            / greatest(sum(w.weight * w.i), 0.001)
          from unnest(words, importance) w(label, unspaced, weight, is_required, exact, form, form_score, weak, weak_score, near, titled, i)
          where w.is_required or is_vietnamese and w.weight = 1) as covered
      from unnest(candidates) c
    ) r
    join search.entries e using (kind, item_id, language)
    -- Half of a Vietnamese word of two syllables is another word.
    where r.covered >= case when is_vietnamese then 0.3 else 0.25 end
    order by r.score desc, r.at desc, r.item_id desc
    limit max_rows;
end
$$;

revoke execute on function
  search.candidates(tsquery, tsquery, integer, public.language, search.options, timestamptz, uuid, integer, tsquery),
  search.score(tsvector, search.query_word[], real[]), search.shares(text[]),
  search.matches(search.query_word[], public.language, search.options, text, integer),
  search.newest_matches(search.query_word[], tsquery[], public.language, search.options, text, integer),
  search.near_matches(search.query_word[], tsquery, public.language, search.options, integer)
from public, anon, authenticated;

grant execute on function
  search.candidates(tsquery, tsquery, integer, public.language, search.options, timestamptz, uuid, integer, tsquery),
  search.score(tsvector, search.query_word[], real[]), search.shares(text[]),
  search.matches(search.query_word[], public.language, search.options, text, integer),
  search.newest_matches(search.query_word[], tsquery[], public.language, search.options, text, integer),
  search.near_matches(search.query_word[], tsquery, public.language, search.options, integer)
to anon, authenticated, service_role;
