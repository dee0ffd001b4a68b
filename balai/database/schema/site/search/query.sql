-- Parsing a query into words with conditions on the index. It is split like a text (words.sql). Each word has conditions of
-- decreasing strictness, by which matches are ranked, and is required unless it carries no topic (search.stop_words).

-- Quotes one lexeme for a tsquery.
create or replace function search.quoted(lexeme text) returns text
language sql immutable strict parallel safe as $$
  select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''''
$$;

-- A word of spaced script. `before` is the word before it if that is adjacent; the last word may be unfinished.
create or replace function search.spaced_word(
  exact text, plain text, before text, is_last boolean, is_stop boolean, usual_weight real) returns search.query_word
language plpgsql stable parallel safe set search_path = '' as $$
declare
  q text := search.quoted(plain);
  is_marked boolean := exact <> plain;
  stems text[] := case when not is_marked and plain ~ '^[a-z]{3,}$' then array(
    select s.stem from search.stems(array[plain]) s union values ('e:' || plain), ('m:' || plain)) end;
  -- A stem as such and as a word. A word with the query as its stem has e:… or m:… only.
  forms text := (select string_agg(search.quoted(s) || coalesce(' | ' || search.quoted(nullif(substr(s, 3), plain)), ''), ' | ')
    from unnest(stems) s);
  in_title text := (select string_agg(search.quoted('#' || s) || coalesce(' | ' || search.quoted('#' || nullif(substr(s, 3), plain)), ''), ' | ')
    from unnest(stems) s);
  beginning text := case when is_last and length(plain) >= 3 then q || ':*'
    when is_last and before is not null then search.quoted('_' || before || '_' || plain) || ':*' end;
  word search.query_word;
begin
  word.label := plain;
  word.unspaced := false;
  word.weight := case when is_stop then 0.1 else usual_weight end;
  word.is_required := not is_stop;
  word.exact := (case when is_marked then search.quoted('=' || exact) else q end)::tsquery;
  word.form := case when is_marked then q || ' & !' || search.quoted('~' || plain) else forms end::tsquery;
  word.form_score := case when is_marked then 0.7 else 0.75 end;
  word.weak := nullif(concat_ws(' | ', case when is_marked then q end, beginning), '')::tsquery;
  word.weak_score := 0.3;
  word.titled := concat_ws(' | ', search.quoted('#' || plain), in_title,
    case when is_last and length(plain) >= 3 then search.quoted('#' || plain) || ':*' end)::tsquery;
  return word;
end
$$;

-- A word of characters. One of two characters counts less inside a longer word of the text, and little across two words;
-- of a longer one the words inside it count a little.
create or replace function search.unspaced_word(exacts text[], plains text[], is_stop boolean) returns search.query_word
language plpgsql stable parallel safe set search_path = '' as $$
declare
  size integer := cardinality(plains);
  exact_form text; form text; weak text; near text; titled text;
  word search.query_word;
begin
  select
    string_agg(case when p.exact <> p.plain then search.quoted('=' || p.exact)
      else search.quoted(p.plain) || ' & !' || search.quoted('~' || p.plain) end || p.is_whole, ' & '),
    string_agg(search.quoted(p.plain) || p.is_whole, ' & '),
    case when size = 2 then string_agg(search.quoted(p.plain) || ' & !' || search.quoted('^' || p.plain), '') end,
    case when size = 2 then search.quoted(array_to_string(plains, ''))
      else string_agg('(' || search.quoted(p.plain) || ' & !' || search.quoted('^' || p.plain) || ')', ' | ') filter (where p.is_pair) end,
    string_agg(search.quoted('#' || p.plain) || case when size = 2 then ' & !' || search.quoted('#^' || p.plain) else '' end, ' & ')
  into exact_form, form, weak, near, titled
  from (
    select g.exact, g.plain, size > 2 and search.is_pair(left(g.plain, 1), substr(g.plain, 2)) as is_pair,
      case when size = 2 then ' & !' || search.quoted('^' || g.plain) || ' & !' || search.quoted('<' || g.plain) else '' end as is_whole
    from (
      select array_to_string(exacts[i:least(i + 1, size)], '') as exact, array_to_string(plains[i:least(i + 1, size)], '') as plain
      from generate_series(1, greatest(size - 1, 1)) i
    ) g
  ) p;
  word.label := array_to_string(plains, '');
  word.unspaced := true;
  word.weight := case when is_stop then 0.1 when size = 1 then 0.3 else 1 end;
  word.is_required := not is_stop and size > 1;
  word.exact := exact_form::tsquery;
  word.form := form::tsquery;
  word.form_score := 0.95;
  word.weak := weak::tsquery;
  word.weak_score := 0.6;
  word.near := near::tsquery;
  word.titled := titled::tsquery;
  return word;
end
$$;

-- Two adjacent words add to the score: phòng khám is more than phòng and khám.
create or replace function search.pair_of(lexeme text, weight real, is_open boolean) returns search.query_word
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  word search.query_word;
begin
  word.weight := weight;
  word.is_required := false;
  word.exact := search.quoted(lexeme)::tsquery;
  word.form := case when is_open then (search.quoted(lexeme) || ':*')::tsquery end;
  -- phòng kh is more likely the beginning of phòng khám than kelas tari that of kelas tarik.
  word.form_score := case when weight >= 1 then 0.8 else 0.5 end;
  word.titled := (search.quoted('#' || lexeme) || case when is_open then ':*' else '' end)::tsquery;
  return word;
end
$$;

-- The numbers of a query, each as one word: joined, or with the same last digits, or as its groups.
create or replace function search.query_numbers(query text) returns setof search.query_word
language plpgsql stable strict parallel safe set search_path = '' as $$
declare
  digits text;
  word search.query_word;
begin
  for digits in select m[1] from regexp_matches(query, search.number_pattern(), 'g') m limit 4 loop
    word.label := regexp_replace(digits, '[^0-9]', '', 'g');
    continue when length(word.label) not between 4 and 15;
    word.unspaced := false;
    word.weight := 1;
    word.is_required := true;
    word.form_score := 0.9;
    word.exact := search.quoted(word.label)::tsquery;
    word.form := case when length(word.label) >= 8 then search.quoted('tel:' || right(word.label, 8))::tsquery end;
    word.weak_score := 0.3;
    word.weak := (search.quoted(word.label) || ':*' || coalesce(' | (' || (
      select string_agg(search.quoted(g), ' & ') from regexp_split_to_table(digits, '[^0-9]+') g where g <> '' having count(*) > 1) || ')', ''))::tsquery;
    word.titled := search.quoted('#' || word.label)::tsquery;
    return next word;
  end loop;
end
$$;

-- A Vietnamese syllable without diacritics.
create or replace function search.syllable_pattern() returns text
language sql immutable parallel safe as $$
  select '^(ngh|ng|nh|ch|gh|gi|kh|ph|qu|th|tr|[bcdghklmnpqrstvx])?[aeiouy]{1,3}(ch|ng|nh|[cmnpt])?$'
$$;

create or replace function search.query_words(query text) returns setof search.query_word
language plpgsql stable strict parallel safe set search_path = '' as $$
declare
  source text := translate(search.unfold(left(query, 200)), '０１２３４５６７８９', '0123456789');
  numbers search.query_word[] := case when source ~ '[0-9]' then array(select n from search.query_numbers(source) n) else '{}' end;
  exacts text[]; plains text[]; unspaced boolean[]; touches boolean[]; starts integer[]; stops boolean[];
  words search.query_word[] := numbers;
  size integer;
  -- Syllables are alike, so neighbours carry the meaning.
  is_vietnamese boolean;
  first integer := 1;
  last integer;
  is_single boolean;
begin
  if cardinality(numbers) > 0 then
    source := regexp_replace(source, search.number_pattern(), ' ', 'g');
  end if;
  select array_agg(w.exact order by w.n), array_agg(w.plain order by w.n), array_agg(w.unspaced order by w.n),
    array_agg(w.touches order by w.n)
  into exacts, plains, unspaced, touches
  from (
    select s.*, coalesce(s.unspaced and s.gap = '' and lead(s.unspaced) over (order by s.n), false) as touches
    from search.words(source) s where s.n <= 40 and s.plain <> ''
  ) w;
  size := coalesce(cardinality(plains), 0);
  if size = 0 then
    return query select * from unnest(words);
    return;
  end if;
  starts := search.cuts(plains, touches);
  select count(*) > 1 and (bool_or(exacts[i] <> plains[i]) or bool_and(plains[i] ~ search.syllable_pattern())) into is_vietnamese
  from generate_series(1, size) i where not unspaced[i];
  -- Function words, also of several words, as typed or without diacritics.
  select array_agg(coalesce(b.is_stop, false)
      or not is_vietnamese and not unspaced[i] and ts_lexize('pg_catalog.english_stem', plains[i]) = '{}' order by i)
  into stops
  from generate_series(1, size) i
  left join (
    select distinct place, true as is_stop
    from generate_series(1, size) a
    cross join lateral generate_series(a, least(a + 3, size)) z
    cross join lateral (select string_agg(exacts[k], ' ' order by k) as spaced from generate_series(a, z) k where not unspaced[k]) f
    cross join lateral (select string_agg(plains[k], '' order by k) as joined from generate_series(a, z) k
      where unspaced[k] and starts[a] = a and starts[k] = a and (z = size or starts[z + 1] <> a)) h
    join search.stop_words s on s.phrase = coalesce(h.joined, f.spaced)
      and (s.language = 'vi' or h.joined is not null or not is_vietnamese)
    cross join lateral generate_series(a, z) place
    where coalesce(length(h.joined), z - a + 1) = z - a + 1 and (h.joined is not null or not (true = any (unspaced[a:z])))
  ) b on b.place = i;
  while first <= size loop
    last := first;
    if unspaced[first] then
      while last < size and starts[last + 1] = first loop
        last := last + 1;
      end loop;
      is_single := last = first;
      -- Adjacent single characters are a word that the dictionary does not have.
      while is_single and not stops[last] and last < size and touches[last] and not stops[last + 1]
        and starts[last + 1] = last + 1 and (last + 1 = size or starts[last + 2] <> last + 1) loop
        last := last + 1;
      end loop;
      words := words || search.unspaced_word(exacts[first:last], plains[first:last], stops[first]);
      if touches[last] and not stops[last] and not stops[last + 1] then
        words := words || search.pair_of(plains[last] || plains[last + 1], 0.15, false);
      end if;
    else
      words := words || search.spaced_word(exacts[first], plains[first],
        case when first > 1 and not unspaced[first - 1] then plains[first - 1] end, first = size, stops[first],
        case when is_vietnamese then 0.5 else 1 end);
      if first < size and not unspaced[first + 1] then
        words := words || search.pair_of('_' || plains[first] || '_' || plains[first + 1],
          case when stops[first] and stops[first + 1] then 0.05 when stops[first] or stops[first + 1] then 0.15 when is_vietnamese then 1 else 0.5 end,
          first + 1 = size);
      end if;
    end if;
    first := last + 1;
  end loop;
  -- A query of function words or single characters only: all of them are required.
  return query
    select w.label, w.unspaced, w.weight, w.is_required or w.label is not null and not (bool_or(w.is_required) over ()),
      w.exact, w.form, w.form_score, w.weak, w.weak_score, w.near, w.titled
    from (
      -- A repeated word counts once.
      select u.*, row_number() over (partition by u.exact::text order by u.n) as times
      from unnest(words) with ordinality as u(
        label, unspaced, weight, is_required, exact, form, form_score, weak, weak_score, near, titled, n)
    ) w
    where w.times = 1
    order by w.n;
end
$$;

-- The conditions to read from the index, the strictest first; null if there are no words. Each adds to the one before:
-- [1] all required words in the title, [2] all in any form, [3] all, also as parts of other words, [4] all, also by the sound of
-- Chinese titles; null if no word can be a sound.
create or replace function search.conditions(words search.query_word[]) returns tsquery[]
language sql stable strict parallel safe set search_path = '' as $$
  select case when count(*) > 0 then array[
    string_agg('(' || w.titled::text || ')', ' & '),
    string_agg('(' || w.whole || ')', ' & '),
    string_agg('(' || w.anywhere || ')', ' & '),
    case when count(w.sound) > 0 then string_agg('(' || concat_ws(' | ', w.anywhere, w.sound) || ')', ' & ') end
  ]::tsquery[] end
  from (
    select each.titled, concat_ws(' | ', '(' || each.exact::text || ')', '(' || each.form::text || ')') as whole,
      concat_ws(' | ', '(' || each.exact::text || ')', '(' || each.form::text || ')', '(' || each.weak::text || ')') as anywhere,
      search.sound_of(each) as sound
    from unnest(words) as each where each.is_required) as w
$$;

revoke execute on function
  search.quoted(text), search.spaced_word(text, text, text, boolean, boolean, real), search.syllable_pattern(),
  search.unspaced_word(text[], text[], boolean), search.pair_of(text, real, boolean), search.query_numbers(text),
  search.query_words(text), search.conditions(search.query_word[])
from public, anon, authenticated;

grant execute on function
  search.quoted(text), search.spaced_word(text, text, text, boolean, boolean, real), search.syllable_pattern(),
  search.unspaced_word(text[], text[], boolean), search.pair_of(text, real, boolean), search.query_numbers(text),
  search.query_words(text), search.conditions(search.query_word[])
to anon, authenticated, service_role;
