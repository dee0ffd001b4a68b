-- Reading the index. Behind row policies PostgreSQL would not use it for @@, since the operator is not leakproof. So
-- search.matches reads it as its owner, with its own conditions, and public.search shows what the caller's policies
-- allow.

-- What the caller may find, best first, from the start or after a cursor. An item with matches in several languages is
-- returned once, in the language that the reader ranks highest.
create or replace function search.matches(
  query text, reader public.language, kinds text[], wanted public.language, after_ring integer, after_at timestamptz,
  after_id uuid, max_rows integer)
returns setof search.match
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  rings tsquery[] := search.rings(query);
  sees_all boolean := public.is_admin();
  caller uuid := auth.uid();
  readers public.language[] := public.language_order(reader);
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
        and (sees_all or (e.public_from <= now() and (e.public_until is null or e.public_until > now())) or e.reader_id = caller)
        and (after_ring is distinct from ring or (e.at, e.item_id) < (after_at, after_id))
        and not exists (
          select from search.entries other
          where wanted is null and other.kind = e.kind and other.item_id = e.item_id
            and array_position(readers, other.language) < array_position(readers, e.language)
            and (sees_all or (other.public_from <= now() and (other.public_until is null or other.public_until > now()))
              or other.reader_id = caller)
            and other.terms @@ rings[7])
      order by e.at desc, e.item_id desc
      limit max_rows;
    get diagnostics ring_found = row_count;
    max_rows := max_rows - ring_found;
    exit when max_rows <= 0;
  end loop;
end
$$;

-- Ring 0: texts with most of the words, for queries in whole sentences. Only the newest 500 are weighed.
create or replace function search.near_matches(
  query text, kinds text[], wanted public.language, max_rows integer)
returns setof search.match
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  with part as materialized (
    select distinct search.quoted(coalesce(case when a.unspaced then a.pair end, a.plain))::tsquery as condition
    from search.query_terms(query) a
    where case when a.unspaced then a.pair is not null
      else length(a.plain) > 1 and ts_lexize('pg_catalog.english_stem', a.plain) <> '{}' end
  ), entry as materialized (
    select e.kind, e.item_id, e.language, e.title, e.body, e.at, e.terms
    from search.entries e
    where e.terms @@ (select string_agg(p.condition::text, ' | ') from part p)::tsquery
      and (select count(*) from part) > 1
      and (kinds is null or e.kind = any (kinds))
      and (wanted is null or e.language = wanted)
      and (public.is_admin() or (e.public_from <= now() and (e.public_until is null or e.public_until > now()))
        or e.reader_id = auth.uid())
    order by e.at desc
    limit 500
  ), weighed as (
    select e.kind, e.item_id, e.language, e.title, e.body, e.at,
      (select count(*) from part p where e.terms @@ p.condition) as parts
    from entry e
  )
  select w.kind, w.item_id, w.language, w.title, w.body, 0, w.at
  from weighed w
  where w.parts * 2 >= (select count(*) from part)
  order by w.parts desc, w.at desc
  limit max_rows
$$;

create or replace function search.best_matches(
  query text, reader public.language, kinds text[], wanted public.language, after_ring integer, after_at timestamptz,
  after_id uuid, max_rows integer)
returns setof search.match
language plpgsql stable set search_path = '' as $$
begin
  return query select * from search.matches(query, reader, kinds, wanted, after_ring, after_at, after_id, max_rows);
  if not found and after_ring is null then
    return query select * from search.near_matches(query, kinds, wanted, max_rows);
  end if;
end
$$;

revoke execute on function
  search.matches(text, public.language, text[], public.language, integer, timestamptz, uuid, integer),
  search.near_matches(text, text[], public.language, integer),
  search.best_matches(text, public.language, text[], public.language, integer, timestamptz, uuid, integer)
from public, anon, authenticated;

grant execute on function
  search.matches(text, public.language, text[], public.language, integer, timestamptz, uuid, integer),
  search.near_matches(text, text[], public.language, integer),
  search.best_matches(text, public.language, text[], public.language, integer, timestamptz, uuid, integer)
to anon, authenticated, service_role;
