-- In which language a reader gets a text that exists in several: that of the page, else the first in the order that she
-- set for herself (her own language until she sets one), else what the thing itself says: the site's language, English,
-- any. Always one language for the whole text. A visitor without an account has no order of her own.
set local lock_timeout = '5s';

create function public.is_language_list(languages public.language[]) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select array_position(languages, null) is null
    and cardinality(languages) = (select count(distinct one) from unnest(languages) as one)
$$;

alter table public.profiles add column content_languages public.language[] not null default '{}'
  constraint profiles_content_languages_once check (public.is_language_list(content_languages));
grant update (content_languages) on public.profiles to authenticated;

-- The order as she set it; empty when she has not.
create function public.my_content_languages() returns public.language[]
language sql stable security definer set search_path = '' as $$
  select p.content_languages from public.profiles as p where p.id = auth.uid()
$$;

-- What the caller wants of her own accord: the language that she asks for, then her order.
create function public.own_languages(wanted public.language) returns public.language[]
language sql stable security definer set search_path = '' as $$
  select wanted || coalesce((
    select case when p.content_languages = '{}' then array[p.language] else p.content_languages end
    from public.profiles as p where p.id = auth.uid()), '{}')
$$;

-- Every language, best first, for a thing without a source language: array_position(this, language) is its rank.
create function public.language_order(wanted public.language) returns public.language[]
language sql stable set search_path = '' as $$
  select public.own_languages(wanted) || (select default_language from public.site_settings) || 'en'::public.language
    || enum_range(null::public.language)
$$;

create or replace function public.service_text(service uuid, wanted public.language) returns setof public.service_texts
language sql stable rows 1 as $$
  select t.service_id, t.language, t.name, t.description, t.place
  from public.service_texts t
  where t.service_id = service
  order by array_position((select public.language_order(wanted)), t.language)
  limit 1
$$;

-- As before, but a thing that has the words in several languages comes once, in the one that the reader likes best.
create or replace function search.matches(
  query text, reader public.language, kinds text[], wanted public.language, after_ring integer, after_at timestamptz,
  after_id uuid, most integer)
returns setof search.match
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  rings tsquery[] := search.rings(query);
  sees_all boolean := public.is_admin();
  me uuid := auth.uid();
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
        and (sees_all or (e.public_from <= now() and (e.public_until is null or e.public_until > now())) or e.reader_id = me)
        and (after_ring is distinct from ring or (e.at, e.item_id) < (after_at, after_id))
        and not exists (
          select from search.entries other
          where wanted is null and other.kind = e.kind and other.item_id = e.item_id
            and array_position(readers, other.language) < array_position(readers, e.language)
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

revoke execute on function public.is_language_list(public.language[]), public.my_content_languages(),
  public.own_languages(public.language), public.language_order(public.language)
from public, anon, authenticated;
grant execute on function public.is_language_list(public.language[]), public.my_content_languages()
  to authenticated, service_role;
grant execute on function public.own_languages(public.language), public.language_order(public.language)
  to anon, authenticated, service_role;
