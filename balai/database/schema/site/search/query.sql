-- Parsing a query into tsqueries. It is split like a text (words.sql) and tried in rings, the strictest first. Within
-- a ring the newest come first, so every page has the same order and the next page continues by key:
--   6  as written, as a phrase, in the title      3  as a phrase, ignoring diacritics and variants of characters
--   5  as written, as a phrase                    2  all the words, anywhere
--   4  as a phrase in the title                   1  all the words, by their stems or beginnings
-- If no text has all the words, ring 0 has those with most of them.

-- Quotes one lexeme for a tsquery.
create or replace function search.quoted(lexeme text) returns text
language sql immutable strict parallel safe as $$
  select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''''
$$;

create or replace function search.query_terms(query text) returns setof search.query_term
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

-- Splits a run of characters such as 社区诊所开放 into pairs: 社区 & 诊所 & 开放, or with the other offset.
create or replace function search.in_pieces(plains text[]) returns text
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

-- The rings of a query; [6] is the strictest. Each ring excludes what a stricter one finds; null if it adds nothing.
-- [7] is everything that rings 1 to 6 can find.
create or replace function search.rings(query text) returns tsquery[]
language plpgsql stable strict parallel safe set search_path = '' as $$
declare
  exact tsquery; titled tsquery; phrase tsquery; scattered tsquery; loose tsquery;
  has_other_forms boolean;
begin
  with a as materialized (select * from search.query_terms(query)), part as (
    select a.n, search.quoted(coalesce(a.pair, a.plain)) as phrase, search.quoted('#' || coalesce(a.pair, a.plain)) as titled
    from a where a.unspaced and (a.pair is not null or a.is_single)
    union all
    select a.n, concat_ws(' & ', search.quoted(a.plain), search.quoted(a.pair)),
      concat_ws(' & ', search.quoted('#' || a.plain), search.quoted('#' || a.pair))
    from a where not a.unspaced
  ), run as (
    select search.in_pieces(array_agg(a.plain order by a.n)) as pieces from a where a.unspaced group by a.run
  ), spelled as (
    select a.plain, a.loose, ts_lexize('pg_catalog.english_stem', a.plain) = '{}' as is_stop from a where not a.unspaced
  )
  select (select string_agg(p.phrase, ' & ') from part p)::tsquery,
    (select string_agg(p.titled, ' & ') from part p)::tsquery,
    (select string_agg(a.raw, ' & ') from a)::tsquery,
    concat_ws(' & ', (select string_agg(search.quoted(s.plain), ' & ') from spelled s),
      (select string_agg(r.pieces, ' & ') from run r))::tsquery,
    concat_ws(' & ', (select string_agg(s.loose, ' & ') from spelled s
        where not s.is_stop or not exists (select from spelled other where not other.is_stop)),
      (select string_agg(r.pieces, ' & ') from run r))::tsquery,
    exists (select from a where a.raw <> search.quoted(a.plain))
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

-- The stems of a word, without the prefix of their language.
create or replace function search.stem_names(plain text) returns text[]
language sql stable strict parallel safe set search_path = '' as $$
  select array(select substr(s.stem, 3) from search.stems(array[plain]) s)
$$;

revoke execute on function
  search.quoted(text), search.query_terms(text), search.in_pieces(text[]), search.rings(text), search.stem_names(text)
from public, anon, authenticated;

grant execute on function
  search.quoted(text), search.query_terms(text), search.in_pieces(text[]), search.rings(text), search.stem_names(text)
to anon, authenticated, service_role;
