-- Splitting text into words. Members write Chinese, Vietnamese, Malay and English, often in one sentence, so a text has
-- no language here: every run of characters is split by its own script. Scripts without spaces give single characters
-- and pairs of neighbours (a word of two characters is found inside a sentence, without a dictionary). The others give
-- words, folded so that "kham benh" finds "khám bệnh", with their English and Malay stems.
-- Character classes are spelled out, because \w and lower() know only ASCII in a database with locale C, and operators
-- choose the locale.

-- Character classes, without brackets: separators, scripts without spaces, and marks that follow a character.
create or replace function search.separators() returns text
language sql immutable parallel safe as $$
  select '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    '\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufeff'
    '\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff'
$$;

create or replace function search.unspaced_characters() returns text
language sql immutable parallel safe as $$
  select '\u2e80-\u2fdf\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff'
$$;

create or replace function search.marks() returns text
language sql immutable parallel safe as $$
  select '[\u0300-\u036f\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef]*'
$$;

-- A character of a word in a script with spaces.
create or replace function search.letter() returns text
language sql immutable parallel safe as $$ select '[^' || search.unspaced_characters() || search.separators() || ']' $$;

-- One piece with the separators around it: a character of a script without spaces with its combining marks and
-- variation selectors, or a run of characters that are neither of such a script nor separators.
create or replace function search.piece_pattern() returns text
language sql immutable parallel safe as $$
  select '([' || search.separators() || ']*)'
    || '([' || search.unspaced_characters() || ']' || search.marks() || '|' || search.letter() || '+)'
    || '([' || search.separators() || ']*)'
$$;

-- The word as written, without case and Unicode composition differences.
create or replace function search.exact_form(word text) returns text
language sql immutable strict parallel safe as $$
  select translate(lower(normalize(word, nfkd)), 'ĐŁØÆŒ', 'đłøæœ')
$$;

-- The word without diacritics: NFKD has separated them already; đ has no decomposition.
create or replace function search.folded(exact text) returns text
language sql immutable strict parallel safe as $$
  select translate(regexp_replace(exact, '[\u0300-\u036f\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'), 'đłøı', 'dloi')
$$;

create or replace function search.words(source text)
returns table (n bigint, before text, piece text, gap text, exact text, plain text, unspaced boolean)
language sql stable strict parallel safe as $$
  select p.n, p.before, p.piece, p.gap, p.exact, coalesce(v.plain, search.folded(p.exact)), p.unspaced
  from (
    select m.n, m.parts[1] as before, m.parts[2] as piece, m.parts[3] as gap,
      left(search.exact_form(m.parts[2]), 60) as exact,
      m.parts[2] ~ '^[\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]'
        as unspaced
    from regexp_matches(source, search.piece_pattern(), 'g') with ordinality as m(parts, n)
  ) p
  left join search.han_variants v on p.unspaced and v.variant = p.exact
$$;

create or replace function search.without_prefix(word text, form text) returns table (of_word text, bare text)
language sql stable strict parallel safe as $$
  select word, r.restores || substr(form, length(r.prefix) + 1)
  from generate_series(2, 6) size join search.malay_prefixes r on r.prefix = left(form, size)
  where strpos(r.followed_by, substr(form, size + 1, 1)) > 0 and length(form) - size + length(r.restores) >= 4
$$;

-- Takes all words at once: one query instead of one for each word.
create or replace function search.malay_roots(words text[]) returns table (word text, root text)
language plpgsql stable strict parallel safe as $$
begin
  return query
    with form as materialized (
      select w.word, substr(w.word, 1, length(w.word) - length(e.ending)) as form
      from unnest(words) w(word)
      join unnest(array['', 'kan', 'an', 'i', 'lah', 'kah', 'pun', 'nya', 'kannya', 'annya', 'inya', 'kanlah']) e(ending)
        on right(w.word, length(e.ending)) = e.ending and length(w.word) - length(e.ending) >= 4
      where w.word ~ '^(me|pe|be|te|di|ke|se)|(an|i|lah|kah|pun|nya)$'
        and not exists (select from search.malay_words known where known.word = w.word)
    ), bare as materialized (
      select b.of_word as word, b.bare as form from form f, search.without_prefix(f.word, f.form) b
    )
    select f.word, f.form from form f where f.form <> f.word
    union select b.word, b.form from bare b
    -- A second prefix lies under the first in pembelajaran (belajar, ajar) and mempersembahkan (sembah).
    union select inside.of_word, inside.bare from bare b, search.without_prefix(b.word, b.form) inside
    union select known.word, unnest(known.roots) from search.malay_words known where known.word = any (words);
end
$$;

-- Stems of words: e:… in English, m:… in Malay. Only for words without diacritics, because those are Vietnamese.
create or replace function search.stems(words text[]) returns table (word text, stem text)
language sql stable strict parallel safe as $$
  select w.word, 'e:' || lexeme
  from unnest(words) w(word), unnest(ts_lexize('pg_catalog.english_stem', w.word)) lexeme
  where lexeme <> w.word
  union all
  select i.word, 'e:' || i.root
  from (values ('children', 'child'), ('people', 'person'), ('women', 'woman'), ('men', 'man'), ('teeth', 'tooth'), ('feet', 'foot'),
    ('wives', 'wife'), ('knives', 'knife'), ('mice', 'mous'), ('taught', 'teach'), ('bought', 'buy'), ('sold', 'sell'), ('lost', 'lose'),
    ('found', 'find'), ('paid', 'pay'), ('sent', 'send'), ('met', 'meet'), ('driven', 'drive'), ('written', 'write'), ('sewn', 'sew')) i(word, root)
  where i.word = any (words)
  union all
  select r.word, 'm:' || r.root from search.malay_roots(words) r
$$;

-- Splits Chinese text into words, by the frequencies of search.han_words: of all ways to cut it, the most probable.
-- chars: simplified characters; touches: whether the next one follows without a separator. Returns for each character the
-- place where its word begins. 30,000 characters take 0.4 s.
create or replace function search.cuts(chars text[], touches boolean[]) returns integer[]
language plpgsql stable strict parallel safe set search_path = '' as $$
declare
  size integer := cardinality(chars);
  alone integer[]; two integer[]; three integer[]; four integer[];
  costs integer[] := array_fill(0, array[size + 1]);
  lengths integer[] := array_fill(1, array[size]);
  starts integer[] := array_fill(0, array[size]);
  cost integer;
  place integer := size;
begin
  -- A level is twice the logarithm of a frequency; a word that is not in the table has level 0.
  select array_agg(c.alone order by c.n), array_agg(ascii(c.second) - 96 order by c.n),
    array_agg(case when c.third between 'a' and 'z' then ascii(c.third) - 96 else 0 end order by c.n),
    array_agg(case when c.fourth between 'a' and 'z' then ascii(c.fourth) - 96 else 0 end order by c.n)
  into alone, two, three, four
  from (
    select t.n, coalesce(h.alone, 0) as alone,
      case when strpos(h.pairs, t.c2) > 0 then substr(h.pairs, strpos(h.pairs, t.c2) + 1, 1) else '`' end as second,
      case when h.longer <> '' and strpos(h.longer, ' ' || t.c2 || t.c3) > 0
        then substr(h.longer, strpos(h.longer, ' ' || t.c2 || t.c3) + 3, 1) end as third,
      case when h.longer <> '' and strpos(h.longer, ' ' || t.c2 || t.c3 || t.c4) > 0
        then substr(h.longer, strpos(h.longer, ' ' || t.c2 || t.c3 || t.c4) + 4, 1) end as fourth
    from (
      select u.n, u.c, case when u.t then lead(u.c, 1) over w end as c2,
        case when u.t and lead(u.t, 1) over w then lead(u.c, 2) over w end as c3,
        case when u.t and lead(u.t, 1) over w and lead(u.t, 2) over w then lead(u.c, 3) over w end as c4
      from unnest(chars, touches) with ordinality as u(c, t, n)
      window w as (order by u.n)
    ) t
    left join search.han_words h on h.first = t.c
  ) c;
  -- Costs are negative logarithms of probabilities. 36 is the level of the whole dictionary; 4 more prefer few words:
  -- single characters are frequent because they stand in all texts.
  for i in 1 .. size loop
    cost := costs[i] + 40 - alone[i];
    if i > 1 and two[i - 1] > 0 and costs[i - 1] + 40 - two[i - 1] < cost then
      cost := costs[i - 1] + 40 - two[i - 1];
      lengths[i] := 2;
    end if;
    if i > 2 and three[i - 2] > 0 and costs[i - 2] + 40 - three[i - 2] < cost then
      cost := costs[i - 2] + 40 - three[i - 2];
      lengths[i] := 3;
    end if;
    if i > 3 and four[i - 3] > 0 and costs[i - 3] + 40 - four[i - 3] < cost then
      cost := costs[i - 3] + 40 - four[i - 3];
      lengths[i] := 4;
    end if;
    costs[i + 1] := cost;
  end loop;
  while place > 0 loop
    cost := place - lengths[place];
    for i in cost + 1 .. place loop
      starts[i] := cost + 1;
    end loop;
    place := cost;
  end loop;
  return starts;
end
$$;

-- Whether two characters are a word of search.han_words.
create or replace function search.is_pair(first text, second text) returns boolean
language sql stable strict parallel safe as $$
  select exists (select from search.han_words h where h.first = $1 and strpos(h.pairs, $2) > 0)
$$;

-- Groups of digits that may be one number.
create or replace function search.number_pattern() returns text
language sql immutable parallel safe as $$
  select '[0-9][0-9 \u00a0().,/\u2010-\u2015-]{2,}[0-9]'
$$;

-- Numbers written in groups, such as 0455 502 319, 012-345 6789 and +60 12-345 6789: joined, and for 8 digits and more
-- also as tel:… with the last 8, which are the same with and without the code of the country. Every span of up to 5
-- adjacent groups counts, because "0455 502 319 8 am" does not tell where the number ends.
create or replace function search.numbers(source text) returns setof text
language sql stable strict parallel safe as $$
  select distinct unnest(case when length(s.joined) >= 8 then array[s.joined, 'tel:' || right(s.joined, 8)] else array[s.joined] end)
  from regexp_matches(translate(source, '０１２３４５６７８９', '0123456789'), search.number_pattern(), 'g') m(parts)
  cross join lateral (select array(select g from regexp_split_to_table(left(m.parts[1], 100), '[^0-9]+') g)) r(groups)
  cross join lateral (
    select array_to_string(r.groups[i:j], '') as joined
    from generate_series(1, cardinality(r.groups)) i, generate_series(i, least(i + 4, cardinality(r.groups))) j
  ) s
  where length(s.joined) between 4 and 15
$$;

-- Malay writes kanak-kanak also as kanak2.
create or replace function search.unfold(source text) returns text
language sql immutable strict parallel safe as $$
  select regexp_replace(source, '([a-zA-Z]{3,})2(?=(nya|an|kan|lah)?(?![a-zA-Z0-9]))', '\1-\1', 'g')
$$;

-- The version of the rules below. Raised with every change of search.terms, so that existing entries are written again
-- in the background: see search.refresh_outdated.
create or replace function search.rules_version() returns integer
language sql immutable parallel safe as $$ select 2 $$;

-- All lexemes of one text, as a set without positions, so that the index alone answers a query:
--   plain     a word without diacritics, a character, or a pair of characters (simplified)
--   =exact    the same as written, where that differs
--   ~plain    a word, character or pair that this text has only in another form than the plain one
--   ^ab       a pair that is a word, but in this text lies across two words only: 诊所 in 门诊所需
--   <ab       a pair that in this text is a part of longer words only: 发烧 in 发烧友
--   _a_b      two adjacent words
--   #…        the same in the title
--   e:… m:…   English and Malay stems, where they differ from the word
--   tel:…     the last 8 digits of a number
--   p:… i:…   how the title can be typed in pinyin and by its initials (sounds.sql)
create or replace function search.terms(title text, body text, language public.language default null) returns tsvector
language plpgsql stable parallel safe as $$
begin
  return (
    with word as materialized (
      select s.in_title, w.n, w.exact, w.plain, w.unspaced, w.gap,
        lead(w.exact) over after_it as next_exact, lead(w.plain) over after_it as next_plain,
        lead(w.unspaced) over after_it as next_unspaced
      -- The limits keep the set below what one row can hold (1 MB), in any script.
      from (values (true, left(title, 300)), (false, left(body, 30000))) s(in_title, source),
        search.words(search.unfold(s.source)) w
      window after_it as (partition by s.in_title order by w.n)
    ), han as materialized (
      select w.*, w.next_unspaced and w.gap = '' as touches, row_number() over (order by w.in_title, w.n) as place
      from word w where w.unspaced
    ), cut as materialized (
      select search.cuts(array_agg(h.plain order by h.place), array_agg(coalesce(h.touches, false) order by h.place)) as starts
      from han h
    ), begun as materialized (
      select s.place, s.start, lead(s.start) over (order by s.place) as next_start, count(*) over (partition by s.start) as size
      from cut, unnest(cut.starts) with ordinality as s(start, place)
    ), pair as materialized (
      select h.in_title, h.exact || h.next_exact as exact, h.plain || h.next_plain as plain,
        b.start <> b.next_start and (b.size > 1 or lead(b.size) over (order by h.place) > 1)
          and search.is_pair(h.plain, h.next_plain) as is_across, b.start = b.next_start and b.size > 2 as is_inside, h.touches
      from han h join begun b using (place)
    ), gram as materialized (
      select in_title, exact, plain, false as is_across, false as is_inside from han
      union
      select in_title, exact, plain, is_across, is_inside from pair where touches
    ), spelled as materialized (
      select distinct in_title, exact, plain from word where not unspaced
    ), beside as materialized (
      select distinct in_title, '_' || plain || '_' || next_plain as pair
      from word where not unspaced and not next_unspaced
    ), stem as materialized (
      select s.word, s.stem
      from search.stems(array(select distinct plain from spelled where exact = plain and plain ~ '^[a-z]{3,}$')) s
      -- In Malay, laris is not the plural of lari.
      where language is distinct from 'ms' or s.stem !~ '^e:' or s.word !~ '[aiu]s$'
    ), lexeme(lexeme) as (
      select plain from gram
      union all select '=' || exact from gram where exact <> plain
      union all select '~' || plain from gram group by plain having bool_and(exact <> plain)
      union all select '^' || plain from gram group by plain having bool_and(is_across)
      union all select '<' || plain from gram group by plain having bool_and(is_across or is_inside) and bool_or(is_inside)
      union all select '#' || plain from gram where in_title
      union all select '#^' || plain from gram where in_title group by plain having bool_and(is_across)
      union all select plain from spelled
      union all select '=' || exact from spelled where exact <> plain
      union all select '~' || plain from spelled group by plain having bool_and(exact <> plain)
      union all select '#' || plain from spelled where in_title
      union all select pair from beside
      union all select '#' || pair from beside where in_title
      union all select stem from stem
      union all select '#' || stem.stem from stem join spelled on spelled.in_title and spelled.plain = stem.word
      union all select search.sounds(title) where exists (select from han where in_title)
      union all select search.numbers(left(title, 300)) where title ~ '[0-9]'
      union all select search.numbers(left(body, 30000)) where body ~ '[0-9]'
    )
    select coalesce(array_to_tsvector(array_agg(distinct lexeme)), '') from lexeme where lexeme <> ''
  );
end
$$;

revoke execute on function
  search.separators(), search.unspaced_characters(), search.marks(), search.letter(), search.piece_pattern(),
  search.exact_form(text), search.folded(text), search.words(text),
  search.without_prefix(text, text), search.malay_roots(text[]), search.stems(text[]), search.cuts(text[], boolean[]),
  search.is_pair(text, text), search.number_pattern(), search.numbers(text), search.unfold(text), search.rules_version(), search.terms(text, text, public.language)
from public, anon, authenticated;

grant execute on function
  search.separators(), search.unspaced_characters(), search.marks(), search.letter(), search.piece_pattern(),
  search.exact_form(text), search.folded(text), search.words(text),
  search.without_prefix(text, text), search.malay_roots(text[]), search.stems(text[]), search.cuts(text[], boolean[]),
  search.is_pair(text, text), search.number_pattern(), search.numbers(text), search.unfold(text), search.rules_version(), search.terms(text, text, public.language)
to anon, authenticated, service_role;
