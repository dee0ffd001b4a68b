-- Splitting text into words. Members write Chinese, Vietnamese, Malay and English, often in one sentence, so a text has
-- no language here: every run of characters is split by its own script. Scripts without spaces give single characters
-- and pairs of neighbours (a word of two characters is found inside a sentence, without a dictionary). The others give
-- words, folded so that "kham benh" finds "khám bệnh", with their English and Malay stems.
-- Character classes are spelled out, because \w and lower() know only ASCII in a database with locale C, and operators
-- choose the locale.

-- One piece with the separators around it: a character of a script without spaces with its combining marks and
-- variation selectors, or a run of characters that are neither of such a script nor separators.
create or replace function search.piece_pattern() returns text
language sql immutable parallel safe as $$
  select '([' || s.separators || ']*)'
      || '([' || s.unspaced || '][' || s.marks || ']*|[^' || s.unspaced || s.separators || ']+)'
      || '([' || s.separators || ']*)'
  from (values (
    '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    '\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufeff'
    '\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff',
    '\u2e80-\u2fdf\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff',
    '\u0300-\u036f\u3099\u309a\ufe00-\ufe0f\U000e0100-\U000e01ef'
  )) as s(separators, unspaced, marks)
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
  select r.word, 'm:' || r.root from search.malay_roots(words) r
$$;

-- All lexemes of one text, as a set without positions, so that the index alone answers a query:
--   plain     a word without diacritics, a character, or a pair of characters (simplified)
--   =exact    the same as written, where that differs
--   ~plain    a character or pair that this text has only in another form than the simplified one
--   _a_b      two adjacent words
--   #…        the same in the title
--   e:… m:…   English and Malay stems, where they differ from the word
create or replace function search.terms(title text, body text) returns tsvector
language plpgsql stable parallel safe as $$
begin
  return (
    with word as materialized (
      select s.in_title, w.exact, w.plain, w.unspaced, w.gap,
        lead(w.exact) over after_it as next_exact, lead(w.plain) over after_it as next_plain,
        lead(w.unspaced) over after_it as next_unspaced
      -- The limits keep the set below what one row can hold (1 MB), in any script.
      from (values (true, left(title, 300)), (false, left(body, 30000))) s(in_title, source), search.words(s.source) w
      window after_it as (partition by s.in_title order by w.n)
    ), gram as materialized (
      select in_title, exact, plain from word where unspaced
      union
      select in_title, exact || next_exact, plain || next_plain
      from word where unspaced and next_unspaced and gap = ''
    ), spelled as materialized (
      select distinct in_title, exact, plain from word where not unspaced
    ), beside as materialized (
      select distinct in_title, '_' || plain || '_' || next_plain as pair
      from word where not unspaced and not next_unspaced
    ), lexeme(lexeme) as (
      select plain from gram
      union all select '=' || exact from gram where exact <> plain
      union all select '~' || plain from gram group by plain having bool_and(exact <> plain)
      union all select '#' || plain from gram where in_title
      union all select plain from spelled
      union all select '=' || exact from spelled where exact <> plain
      union all select '#' || plain from spelled where in_title
      union all select pair from beside
      union all select '#' || pair from beside where in_title
      union all select stem from search.stems(array(
        select distinct plain from spelled where exact = plain and plain ~ '^[a-z]{3,}$'))
    )
    select coalesce(array_to_tsvector(array_agg(distinct lexeme)), '') from lexeme where lexeme <> ''
  );
end
$$;

revoke execute on function
  search.piece_pattern(), search.exact_form(text), search.folded(text), search.words(text),
  search.without_prefix(text, text), search.malay_roots(text[]), search.stems(text[]), search.terms(text, text)
from public, anon, authenticated;

grant execute on function
  search.piece_pattern(), search.exact_form(text), search.folded(text), search.words(text),
  search.without_prefix(text, text), search.malay_roots(text[]), search.stems(text[]), search.terms(text, text)
to anon, authenticated, service_role;
