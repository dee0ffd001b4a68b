-- Titles in Chinese characters by their sound: "beijing", "beij" and "bj" find 北京. The lexemes stand in the search index
-- with all others (words.sql), so access, marks and the language of a text are decided as for other matches.

-- How a title can be typed from each of its characters on: p:… in pinyin, i:… by initials; of eight characters at most. A
-- character with several readings has each of them once, beside the first readings of the others. Words of other scripts end
-- a run. Without a limit of characters a title of 300 would have thousands of lexemes.
create or replace function search.sounds(title text) returns setof text
language sql stable strict parallel safe as $$
  with said as materialized (
    select w.n, w.n - row_number() over (order by w.n) as run, r.reading, r.others
    from search.words(left(title, 100)) w join search.han_readings r on r.character = w.plain
    where w.unspaced
  ), spoken as (
    select s.n, s.run, s.n as place, s.reading from said s
    union all
    select s.n, s.run, o.n, other
    from said s join said o on o.run = s.run and o.n between s.n and s.n + 7 cross join unnest(o.others) as other
  ), typed as (
    select string_agg(case when s.n = p.place then p.reading else s.reading end, '' order by s.n) as letters,
      string_agg(left(case when s.n = p.place then p.reading else s.reading end, 1), '' order by s.n) as initials
    from spoken p join said s on s.run = p.run and s.n between p.n and p.n + 7
    group by p.n, p.place, p.reading
  )
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

revoke execute on function search.sounds(text), search.sound_of(search.query_word) from public, anon, authenticated;
grant execute on function search.sounds(text), search.sound_of(search.query_word) to anon, authenticated, service_role;
