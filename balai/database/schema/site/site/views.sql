-- The site's name and tagline in every language: its own, else the default language's, else the first that exists. A site
-- that is named in no language has the name of the program.
create view public.site_names with (security_invoker = true) as
select wanted.language,
  coalesce((
    select t.name from public.site_texts t where t.name <> ''
    order by t.language = wanted.language desc, t.language = s.default_language desc, t.language limit 1), 'Balai') as name,
  coalesce((
    select t.tagline from public.site_texts t where t.tagline <> ''
    order by t.language = wanted.language desc, t.language = s.default_language desc, t.language limit 1), '') as tagline
from public.site_settings s cross join unnest(enum_range(null::public.language)) as wanted (language);

-- The file applies again alone, which drops the privileges with the view.
revoke all on public.site_names from anon, authenticated;
grant select on public.site_names to anon, authenticated, service_role;
