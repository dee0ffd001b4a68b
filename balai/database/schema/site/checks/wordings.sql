-- The values that an interface text shows, as {{name}} in it, each once and in order.
create or replace function public.placeholders_of(line text) returns text[]
language sql immutable strict parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct found[1] order by found[1]), '{}')
  from regexp_matches(line, '\{\{\s*([A-Za-z0-9_.]+)\s*\}\}', 'g') as found
$$;

revoke execute on function public.placeholders_of(text) from public, anon, authenticated;
grant execute on function public.placeholders_of(text) to authenticated, service_role;
comment on function public.placeholders_of(text) is 'internal';
