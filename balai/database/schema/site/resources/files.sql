-- The files and links of a resource, one for each language: a reader gets that of the first of their languages that has one.
-- When the file of a language is replaced, those of the other languages are left behind: older than it, until they are
-- replaced, or a librarian says that they are still correct.
-- Errors: PT404 not_found; PT409 changed_meanwhile; PT422 no_file, mixed_files.

-- Whether the readers of a resource are those of its uploaded file. Files of a group are for resources of that group, public
-- files for public resources, files of all members for resources of all members and for public ones. Other addresses fit.
create or replace function public.is_file_for(url text, audience uuid) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when url ~ '/storage/v1/object/public/files/' then audience is null
    when url ~ '/storage/v1/object/authenticated/member-files/groups/' then
      coalesce(substring(url from 'member-files/groups/([^/]+)/') = audience::text, false)
    when url ~ '/storage/v1/object/authenticated/member-files/' then
      coalesce(audience = '00000000-0000-0000-0000-000000000001', true)
    else true end
$$;

create or replace function public.has_file_for_others(resource uuid, audience uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.resource_files as f where f.resource_id = resource and not public.is_file_for(f.url, audience))
$$;

-- The address that a reader of this language gets, as the caller's policies show it.
create or replace function public.resource_address(resource uuid, wanted public.language) returns text
language sql stable set search_path = '' as $$
  select f.url from public.resource_files as f where f.resource_id = resource
  order by array_position(public.language_order(wanted), f.language) limit 1
$$;

-- For save_resource(), which has locked the resource: its files are those that are given. One that was left behind itself
-- catches up when it is replaced, and leaves no other behind; files that are replaced together neither.
create or replace function public.save_resource_files(wanted uuid, given jsonb, marks_others boolean) returns void
language plpgsql set search_path = '' as $$
declare
  replaced public.language;
begin
  if jsonb_typeof(given) is distinct from 'array' or given = '[]' then
    perform public.raise_error('422', 'no_file', 'A resource needs a file or a link');
  elsif (select count(*) <> count(distinct coalesce(g ->> 'language', ''))
      or count(*) > 1 and bool_or(g ->> 'language' is null) from jsonb_array_elements(given) as g) then
    perform public.raise_error('422', 'mixed_files', 'One file for each language, or one for all');
  end if;
  delete from public.resource_files as f where f.resource_id = wanted and not exists (
    select from jsonb_array_elements(given) as g where g ->> 'language' is not distinct from f.language::text);
  select f.language into replaced
  from public.resource_files as f join jsonb_array_elements(given) as g on g ->> 'language' = f.language::text
  where f.resource_id = wanted and g ->> 'url' <> f.url and (f.older_since is null or f.confirmed_at is not null)
  order by f.language <> (select s.default_language from public.site_settings as s), f.language limit 1;
  if marks_others then
    update public.resource_files as f set older_than = replaced, older_since = now(), confirmed_at = null
    where f.resource_id = wanted and f.language <> replaced and exists (
      select from jsonb_array_elements(given) as g where g ->> 'language' = f.language::text and g ->> 'url' = f.url);
  end if;
  insert into public.resource_files as f (resource_id, language, url)
  select wanted, (g ->> 'language')::public.language, g ->> 'url' from jsonb_array_elements(given) as g
  on conflict on constraint resource_files_once do update set url = excluded.url, replaced_at = now(),
    older_than = null, older_since = null, confirmed_at = null
  where f.url <> excluded.url;
  -- Nothing is older than a file that is gone.
  update public.resource_files as f set older_than = null, older_since = null, confirmed_at = null
  where f.resource_id = wanted and f.older_than is not null and not exists (
    select from public.resource_files as other where other.resource_id = wanted and other.language = f.older_than);
end
$$;

-- Says that a file that was left behind is still correct, or takes that back. since: as the caller saw it; if another file
-- has been replaced since then, they have not compared with that one.
create or replace function public.mark_resource_file(
  resource uuid, language public.language, since timestamptz, is_correct boolean default true)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform public.check_may('library', (
    select r.group_id from public.resources as r where r.id = mark_resource_file.resource for update));
  update public.resource_files as f set confirmed_at = case when is_correct then coalesce(f.confirmed_at, now()) end
  where f.resource_id = mark_resource_file.resource and f.language = mark_resource_file.language and f.older_since = since;
  if not found then
    perform public.raise_resource_conflict(mark_resource_file.resource);
  end if;
end
$$;

revoke execute on function
  public.is_file_for(text, uuid), public.has_file_for_others(uuid, uuid), public.resource_address(uuid, public.language),
  public.save_resource_files(uuid, jsonb, boolean),
  public.mark_resource_file(uuid, public.language, timestamptz, boolean)
from public, anon, authenticated;

grant execute on function public.resource_address(uuid, public.language) to anon, authenticated, service_role;
grant execute on function public.mark_resource_file(uuid, public.language, timestamptz, boolean)
to authenticated, service_role;

comment on function public.resource_address(uuid, public.language) is 'internal';
