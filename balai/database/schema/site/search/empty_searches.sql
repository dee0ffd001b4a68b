-- The log of searches without results, for those who write: terms, days and counts.

-- Counts a search that found nothing. A day has at most two thousand terms, and a term that looks like an address or a
-- number of a person, or is a whole text, is not stored.
create or replace function public.count_empty_search(words text, language public.language) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  -- Characters by their simplified form, as search.words compares them.
  folded constant text := (
    select btrim(regexp_replace(string_agg(coalesce(v.plain, l.c), '' order by l.n), '\s+', ' ', 'g'))
    from string_to_table(search.folded(search.exact_form(normalize(left(words, 200), nfkc))), null)
      with ordinality as l(c, n)
    left join search.han_variants as v on v.variant = l.c);
begin
  if coalesce(char_length(folded), 0) not between 1 and 60 or folded ~ '@|([0-9].*){6}' or folded !~ '[[:alpha:]]' then
    return;
  end if;
  update search.empty_searches as known set searches = known.searches + 1
  where known.day = today and known.language = count_empty_search.language and known.term = folded;
  if not found and (select count(*) < 2000 from search.empty_searches as known where known.day = today) then
    insert into search.empty_searches (day, language, term) values (today, count_empty_search.language, folded)
    on conflict on constraint empty_searches_pkey do update set searches = empty_searches.searches + 1;
  end if;
end
$$;

-- The terms of the days that they are stored for, in one language, most frequent first, for those who may publish. A term that was searched
-- less than three times is in no list: it may be about one person.
create or replace function public.list_empty_searches(language public.language)
returns table (term text, searches integer, last_day date)
language sql stable security definer set search_path = '' as $$
  select e.term, sum(e.searches)::integer, max(e.day)
  from search.empty_searches as e
  where 'publish' = any (public.my_rights()) and e.language = list_empty_searches.language
    and e.day > (now() at time zone 'utc')::date - (select s.search_days from public.site_settings as s)
  group by e.term
  having sum(e.searches) >= 3
  order by sum(e.searches) desc, e.term collate "C"
  limit 100
$$;

revoke execute on function
  public.count_empty_search(text, public.language), public.list_empty_searches(public.language)
from public, anon, authenticated;
grant execute on function public.count_empty_search(text, public.language) to service_role;
grant execute on function public.list_empty_searches(public.language) to authenticated, service_role;
