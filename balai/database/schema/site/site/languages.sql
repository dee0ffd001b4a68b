-- The language itself if the site offers it, else the site's default: accounts keep a language that is no longer offered.
create or replace function public.offered_language(wanted public.language) returns public.language
language sql stable set search_path = '' as $$
  select case when wanted = any (languages) then wanted else default_language end from public.site_settings
$$;

revoke execute on function public.offered_language(public.language) from public, anon, authenticated;
grant execute on function public.offered_language(public.language) to service_role;
