-- The title of every page that the caller may see, for links in each language: its own, else the site's language, else
-- the one that it was written in, else the first that exists.
create view public.page_names with (security_invoker = true) as
select p.id as page_id, wanted.language, p.slug, p.kind, p.needs_consent, text.title, text.language as title_language
from public.pages as p
join public.page_versions as v on v.page_id = p.id and v.number = p.published_version
cross join public.site_settings as s
cross join unnest(enum_range(null::public.language)) as wanted (language)
cross join lateral (
  select t.title, t.language from public.page_version_texts as t where t.version_id = v.id
  order by t.language = wanted.language desc, t.language = s.default_language desc,
    t.language = p.source_language desc, t.language
  limit 1) as text
where p.deleted_at is null;

-- The file applies again alone, which drops the privileges with the view.
revoke all on public.page_names from anon, authenticated;
grant select on public.page_names to anon, authenticated, service_role;
