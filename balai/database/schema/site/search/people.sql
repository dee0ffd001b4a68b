-- People and events among the results. People are found by name, as in the directory, and not by the index of texts: whether
-- one is found depends on the caller.

-- Members whose name has the words, as list_people() shows them: those in which a word begins so first, then by name. Only as
-- many are checked as are returned. `after` is the cursor of a person: `p`, and how the name matches, its keys and the id.
create or replace function search.people(query text, after text, max_rows integer)
returns table (id uuid, display_name text, picture_url text, about text, cursor text)
language plpgsql stable security definer set search_path = '' as $$
declare
  plain constant text := public.folded_name(left(query, 80));
  pattern constant text := public.name_pattern(left(query, 80));
  last_seen constant text[] := string_to_array(after, '_');
begin
  if plain = '' or not public.is_member() or not (select s.has_directory from public.site_settings as s) then
    return;
  end if;
  return query
    select m.id, m.display_name, m.picture_url,
      case when public.is_shown(m.about_for, m.id) then left(m.about, 200) else '' end,
      concat_ws('_', 'p' || m.place, encode(m.keys, 'hex'), m.id)
    from (
      select p.id, p.display_name, p.picture_url, p.about_for, p.about, convert_to(p.name_keys, 'UTF8') as keys,
        case when p.name_keys like pattern then 0 else 1 end as place
      from public.profiles as p
      where p.is_listed and (p.name_keys like pattern or strpos(p.name_keys, plain) > 0)
      order by place, keys, p.id
      offset 0) as m
    where (last_seen is null or (m.place, m.keys, m.id)
        > (right(last_seen[1], 1)::integer, decode(last_seen[2], 'hex'), last_seen[3]::uuid))
      and public.is_findable(m.id)
    order by m.place, m.keys, m.id
    limit max_rows;
end
$$;

-- When the next date of a course or a one-off event begins; null for other services, and after the last one.
create or replace function search.next_date(service uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select x.starts_at
  from public.services as s
  join public.service_exceptions as e on e.service_id = s.id and e.opens is not null
    and e.day >= (now() at time zone s.time_zone)::date
  cross join lateral public.service_starts(s, e.day, e.day) as x
  where s.id = next_date.service and s.series is not null and x.starts_at > now()
  order by e.day, x.starts_at
  limit 1
$$;

create or replace function search.events() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select s.id from public.services as s where s.series is not null and search.next_date(s.id) is not null)
$$;

revoke execute on function search.people(text, text, integer), search.next_date(uuid), search.events()
from public, anon, authenticated;
grant execute on function search.people(text, text, integer), search.next_date(uuid)
to anon, authenticated, service_role;
