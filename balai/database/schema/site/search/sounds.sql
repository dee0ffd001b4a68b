-- Titles in Chinese characters by their sound: "beijing", "beij" and "bj" find 北京. The lexemes stand in the search index
-- with all others (words.sql), so access, marks and the language of a text are decided as for other matches.

-- How a title can be typed from each of its characters on, of eight characters at most: a row for each character on the way,
-- with all before it. A character with several readings has each of them once, beside the first readings of the others.
-- Words of other scripts end a run. Without a limit of characters a title of 300 would have thousands of lexemes.
create or replace function search.spoken(title text)
returns table (written text, letters text, letters_before text, initials text, is_last boolean)
language sql stable strict parallel safe as $$
  with said as materialized (
    select w.n, w.n - row_number() over (order by w.n) as run, w.plain, r.reading, r.others
    from search.words(left(title, 100)) w join search.han_readings r on r.character = w.plain
    where w.unspaced
  ), way as (
    select s.n, s.run, s.n as place, s.reading from said s
    union all
    select s.n, s.run, o.n, other
    from said s join said o on o.run = s.run and o.n between s.n and s.n + 7 cross join unnest(o.others) as other
  ), step as (
    select w.n as start, w.place, w.reading as chosen, s.n, s.plain,
      case when s.n = w.place then w.reading else s.reading end as reading
    from way w join said s on s.run = w.run and s.n between w.n and w.n + 7
  )
  select string_agg(s.plain, '') over upward, string_agg(s.reading, '') over upward,
    coalesce(string_agg(s.reading, '') over (upward rows between unbounded preceding and 1 preceding), ''),
    string_agg(left(s.reading, 1), '') over upward, lead(s.n) over upward is null
  from step s window upward as (partition by s.start, s.place, s.chosen order by s.n)
$$;

-- The lexemes of a title: p:… in pinyin, i:… by initials.
create or replace function search.sounds(title text) returns setof text
language sql stable strict parallel safe as $$
  with typed as materialized (select s.letters, s.initials from search.spoken(title) s where s.is_last)
  select 'p:' || left(letters, 24) from typed
  union
  select 'i:' || initials from typed
$$;

-- The condition for a word that may be pinyin or initials. One letter would read half of the index. No syllable begins with
-- i, u or v.
create or replace function search.sound_of(word search.query_word) returns text
language sql immutable parallel safe as $$
  select case when word.label ~ '^[a-z]{2,}$' and word.exact::text = search.quoted(word.label) then
    search.quoted('p:' || left(word.label, 24)) || ':*'
      || case when word.label ~ '^[^iuv]{2,8}$' then ' | ' || search.quoted('i:' || word.label) || ':*' else '' end end
$$;

-- The parts of found titles that a query has as pinyin or initials: words that only mark the results.
create or replace function search.heard(titles text[], words search.query_word[]) returns search.query_word[]
language sql stable strict parallel safe as $$
  select coalesce(array_agg(row(h.written, true, 1, false, null, null, null, null, null, null, null)::search.query_word), '{}')
  from (
    -- Each title is spelled once, however many words the query has.
    with step as materialized (
      select s.* from unnest(titles) as t(title) cross join lateral search.spoken(t.title) s
    ), asked as materialized (
      select w.label from unnest(words) as w where search.sound_of(w) is not null
    )
    select distinct s.written from step s join asked a
      on starts_with(s.letters, a.label) and length(s.letters_before) < length(a.label) or s.initials = a.label
  ) h
$$;

revoke execute on function
  search.spoken(text), search.sounds(text), search.sound_of(search.query_word), search.heard(text[], search.query_word[])
from public, anon, authenticated;
grant execute on function
  search.spoken(text), search.sounds(text), search.sound_of(search.query_word), search.heard(text[], search.query_word[])
to anon, authenticated, service_role;
