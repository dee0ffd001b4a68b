-- Uploads of the site. A file is used while a text, an earlier version, a draft or a setting names it, in any language;
-- names with special characters also count in their percent-encoded form. An upload that was never used is deleted
-- after two days, one that was used after as many days without use as the site says (30). `last_accessed_at` is the time of the last check.

-- Sixty pictures and files an hour: more than a user needs, less than a script wants.
create or replace function public.may_upload() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_admin() or 60 > (
    select count(*) from storage.objects o
    where o.bucket_id in ('pictures', 'text-pictures', 'text-files')
      and o.name >= auth.uid()::text || '/' and o.name < auth.uid()::text || '0'
      and o.created_at > now() - interval '1 hour')
$$;

-- The same for pictures of an area with limited access, which go to areas/AREA/MEMBER: only for members who write there.
create or replace function public.may_upload_to_area(file text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  folder constant text[] := storage.foldername(file);
  prefix constant text := array_to_string(folder[1:3], '/');
begin
  return folder[1] = 'areas' and folder[3] = auth.uid()::text
    and exists (select from unnest(public.areas_of(auth.uid(), 'reply') || public.areas_of(auth.uid(), 'create')) as area
      where area::text = folder[2])
    and 60 > (
      select count(*) from storage.objects o
      where o.bucket_id = 'member-files' and o.name >= prefix || '/' and o.name < prefix || '0'
        and o.created_at > now() - interval '1 hour');
end
$$;

-- Whether the caller manages this file of the library: any but those of areas, or those of a group.
create or replace function public.is_library_file(bucket text, file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when bucket <> 'member-files' then public.may('library')
    when folder[1] = 'groups' then array[public.site_scope()::text, folder[2]] && public.my_scopes('library')::text[]
    when folder[1] = 'areas' then false
    else public.may('library') end
  from storage.foldername(file) as folder
$$;

-- Whether members may read a file of the library because of the resources that name it: none does, or one that the caller
-- sees. A file of a draft, of whatever language, is for the staff of the library until a published resource names it.
create or replace function public.is_shown_library_file(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from public.resource_files as f where f.stored_name = 'member-files/' || file)
    or exists (
      select from public.resource_files as f join public.resources as r on r.id = f.resource_id
      where f.stored_name = 'member-files/' || file and r.is_published
        and (r.group_id is null or r.group_id = any (public.my_groups())))
$$;

-- Counts a fetch of a picture from another host; false above 60 an hour, as for uploads. Fetches that fail count too:
-- otherwise a script could use the site to find out which hosts answer.
create or replace function public.admit_picture_fetch() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('balai.picture_fetch' || auth.uid(), 0));
  delete from public.picture_fetches where user_id = auth.uid() and fetched_at < now() - interval '1 hour';
  insert into public.picture_fetches (user_id)
  select auth.uid() where public.is_admin() or 60 > (select count(*) from public.picture_fetches where user_id = auth.uid());
  return found;
end
$$;

create or replace function public.mentions_file(content text, file text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(position(file in content) > 0 or (file ~ '[^A-Za-z0-9/._-]' and content like '%\%%'
    and position(file in public.unescape_address(content)) > 0), false)
$$;

create or replace function public.is_upload_used(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.article_texts t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.articles t
      where t.cover_url like '%/storage/v1/%' and public.mentions_file(t.cover_url, file))
    or exists (select from public.drafts t
      where t.content::text like '%/storage/v1/%' and public.mentions_file(t.content::text, file))
    or exists (select from public.posts t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.replies t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.held_texts t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.content_versions t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.article_versions t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.page_texts t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.page_version_texts t
      where t.body::text like '%/storage/v1/%' and public.mentions_file(t.body::text, file))
    or exists (select from public.profiles t
      where t.picture_url like '%/storage/v1/%' and public.mentions_file(t.picture_url, file))
    or exists (select from public.resource_files t
      where t.url like '%/storage/v1/%' and public.mentions_file(t.url, file))
    or exists (select from public.removals t
      where t.content::text like '%/storage/v1/%' and public.mentions_file(t.content::text, file))
    or exists (select from public.site_settings t where public.mentions_file(to_jsonb(t)::text, file))
    or exists (select from public.appearances t where public.mentions_file(to_jsonb(t)::text, file))
    or exists (select from public.site_texts t where public.mentions_file(to_jsonb(t)::text, file))
    or exists (select from public.services t
      where t.picture_url like '%/storage/v1/%' and public.mentions_file(t.picture_url, file))
    or exists (select from public.service_links t where public.mentions_file(t.online_url, file))
    or exists (select from public.service_prices t where public.mentions_file(t.qr_url, file))
    or exists (select from public.service_texts t where public.mentions_file(t.description, file))
    or exists (select from public.forum_texts t where public.mentions_file(t.description, file))
    or exists (select from public.resource_texts t where public.mentions_file(t.description, file))
$$;

-- The size in bytes of a resource's file by its address; null for any other address. Sizes alone: readers of the list see
-- how large a file is before they load it, members' files included.
create or replace function public.file_size(address text) returns bigint
language sql stable security definer set search_path = '' as $$
  select (o.metadata ->> 'size')::bigint
  from regexp_match(address, '^/storage/v1/object/(?:public|authenticated)/(files|member-files)/([^?#]+)') as part
  join storage.objects as o on o.bucket_id = part[1] and o.name = public.unescape_address(part[2])
$$;

-- For the job alone: checks up to `most` uploads that are due and deletes the unused ones. Returns how many it checked.
-- The storage service deletes the blobs.
create or replace function public.remove_unused_uploads(max_rows integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  checked_ids uuid[];
begin
  select array_agg(due.id) into checked_ids from (
    select o.id from storage.objects o
    where o.bucket_id in ('pictures', 'text-pictures', 'text-files', 'files', 'member-files')
      and o.last_accessed_at < now() - case when o.last_accessed_at <= o.created_at
        then interval '48 hours' else make_interval(days => (select s.file_days from public.site_settings as s)) end
    order by o.last_accessed_at, o.id limit max_rows for update skip locked) due;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.id = any (checked_ids)
    and not exists (select from public.text_pictures t
      where t.picture = o.name and t.article_id is null and o.bucket_id in ('text-pictures', 'text-files'))
    and not exists (select from public.link_previews p where p.picture = o.name and o.bucket_id = 'text-pictures')
    and not public.is_upload_used(o.name);
  perform set_config('storage.allow_delete_query', 'false', true);
  update storage.objects o set last_accessed_at = now() where o.id = any (checked_ids);
  return coalesce(cardinality(checked_ids), 0);
end
$$;

revoke execute on function
  public.may_upload(), public.may_upload_to_area(text), public.is_library_file(text, text), public.admit_picture_fetch(),
  public.mentions_file(text, text), public.is_upload_used(text), public.file_size(text), public.is_shown_library_file(text),
  public.remove_unused_uploads(integer)
from public, anon, authenticated;

grant execute on function
  public.may_upload(), public.may_upload_to_area(text), public.is_library_file(text, text), public.admit_picture_fetch(),
  public.is_shown_library_file(text)
to authenticated, service_role;

grant execute on function public.file_size(text) to anon, authenticated, service_role;

comment on function public.file_size(text) is 'internal';
comment on function public.may_upload() is 'internal';
comment on function public.may_upload_to_area(text) is 'internal';
comment on function public.is_library_file(text, text) is 'internal';
comment on function public.admit_picture_fetch() is 'internal';
comment on function public.is_shown_library_file(text) is 'internal';
