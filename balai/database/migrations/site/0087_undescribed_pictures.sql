-- Pictures that nobody has described in this language: `alt` is missing. An empty one says that there is nothing to
-- describe.
create function public.undescribed_pictures(body jsonb) returns integer
language sql immutable strict parallel safe set search_path = '' as $$
  select count(*)::integer
  from jsonb_path_query(body, 'strict $.**{0 to last} ? (@.type == "image")') as picture
  where picture -> 'attrs' ->> 'alt' is null
$$;
revoke execute on function public.undescribed_pictures(jsonb) from public, anon, authenticated;
grant execute on function public.undescribed_pictures(jsonb) to authenticated, service_role;
