create or replace function public.is_tag_list(tags text[]) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select cardinality(tags) <= 10
    and cardinality(tags) = (select count(distinct lower(tag)) from unnest(tags) as tag)
    and not exists (
      select from unnest(tags) as tag
      where public.is_clean_line(tag, 40) is not true or tag <> btrim(tag) or tag like '%,%')
$$;

create or replace function public.is_language_list(languages public.language[]) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select array_position(languages, null) is null
    and cardinality(languages) = (select count(distinct one) from unnest(languages) as one)
$$;

revoke execute on function public.is_tag_list(text[]), public.is_language_list(public.language[])
from public, anon, authenticated;

grant execute on function public.is_tag_list(text[]) to authenticated, service_role;
comment on function public.is_tag_list(text[]) is 'internal';
grant execute on function public.is_language_list(public.language[]) to authenticated, service_role;

comment on function public.is_language_list(public.language[]) is 'internal';

-- Whether names are sections of the home page, each at most once.
create or replace function public.is_section_list(sections text[]) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select sections <@ '{ways,talk,week,articles,resources,welcome}'::text[]
    and array_position(sections, null) is null
    and cardinality(sections) = (select count(distinct section) from unnest(sections) as section)
$$;

revoke execute on function public.is_section_list(text[]) from public, anon, authenticated;
grant execute on function public.is_section_list(text[]) to authenticated, service_role;
comment on function public.is_section_list(text[]) is 'internal';
