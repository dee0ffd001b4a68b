-- Where pictures and files of the site lie, and who may put them there. Names are ASCII by the storage contract: what a
-- person called her file goes along in the address under which it is offered.
--
--   pictures      everybody sees them; each member puts hers into the folder named after her
--   files         documents of the library; administrators put them there, everybody may have them
--   member-files  the same for who is signed in: their addresses are signed one by one
set local lock_timeout = '5s';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('pictures', 'pictures', true, 10000000,
    array['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']),
  ('files', 'files', true, 50000000, null),
  ('member-files', 'member-files', false, 50000000, null)
on conflict (id) do nothing;

-- Far more than a person needs, far less than a script would like.
create function public.may_upload() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.is_admin() or 60 > (
    select count(*) from storage.objects o
    where o.bucket_id = 'pictures' and o.name >= auth.uid()::text || '/' and o.name < auth.uid()::text || '0'
      and o.created_at > now() - interval '1 hour')
$$;

create policy "Members add pictures of their own" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and public.may_upload());
create policy "Members see their own pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Members have the files for members" on storage.objects for select to authenticated
  using (bucket_id = 'member-files');
create policy "Administrators look after all files" on storage.objects to authenticated
  using (bucket_id in ('pictures', 'files', 'member-files') and (select public.is_admin()))
  with check (bucket_id in ('pictures', 'files', 'member-files') and (select public.is_admin()));

revoke execute on function public.may_upload() from public, anon, authenticated;
grant execute on function public.may_upload() to authenticated, service_role;

-- What nobody uses ----------------------------------------------------------------------------------------------------
-- An upload is used while some text, old version, draft or setting says its name, in whatever language. One that was
-- never used goes after two days; one that was, after another thirty without being used. `last_accessed_at` says when
-- it was last looked after. Only texts that mention a stored file at all are in the indexes that are looked through.
create index article_texts_with_files on public.article_texts (article_id) where body::text like '%/storage/v1/%';
create index posts_with_files on public.posts (id) where body::text like '%/storage/v1/%';
create index replies_with_files on public.replies (id) where body::text like '%/storage/v1/%';
create index content_versions_with_files on public.content_versions (id) where body::text like '%/storage/v1/%';
create index drafts_with_files on public.drafts (user_id, place) where content::text like '%/storage/v1/%';
create index profiles_with_files on public.profiles (id) where picture_url like '%/storage/v1/%';
create index articles_with_files on public.articles (id) where cover_url like '%/storage/v1/%';
create index resources_with_files on public.resources (id) where url like '%/storage/v1/%';

create function public.is_upload_used(file text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.article_texts t
      where t.body::text like '%/storage/v1/%' and position(file in t.body::text) > 0)
    or exists (select from public.articles t where t.cover_url like '%/storage/v1/%' and position(file in t.cover_url) > 0)
    or exists (select from public.drafts t
      where t.content::text like '%/storage/v1/%' and position(file in t.content::text) > 0)
    or exists (select from public.posts t
      where t.body::text like '%/storage/v1/%' and position(file in t.body::text) > 0)
    or exists (select from public.replies t
      where t.body::text like '%/storage/v1/%' and position(file in t.body::text) > 0)
    or exists (select from public.content_versions t
      where t.body::text like '%/storage/v1/%' and position(file in t.body::text) > 0)
    or exists (select from public.profiles t
      where t.picture_url like '%/storage/v1/%' and position(file in t.picture_url) > 0)
    or exists (select from public.resources t where t.url like '%/storage/v1/%' and position(file in t.url) > 0)
    or exists (select from public.site_settings t where position(file in to_jsonb(t)::text) > 0)
    or exists (select from public.site_texts t where position(file in to_jsonb(t)::text) > 0)
$$;

-- For the job alone: looks after `most` uploads whose turn it is, and removes those that nobody uses. Returns how many
-- it looked at. The bytes of a removed row are cleaned up by the storage service.
create function public.remove_unused_uploads(most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  looked uuid[];
begin
  select array_agg(due.id) into looked from (
    select o.id from storage.objects o
    where o.bucket_id in ('pictures', 'files', 'member-files')
      and o.last_accessed_at < now() - case when o.last_accessed_at <= o.created_at
        then interval '48 hours' else interval '30 days' end
    order by o.last_accessed_at, o.id limit most for update skip locked) due;
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects o where o.id = any (looked) and not public.is_upload_used(o.name);
  perform set_config('storage.allow_delete_query', 'false', true);
  update storage.objects o set last_accessed_at = now() where o.id = any (looked);
  return coalesce(cardinality(looked), 0);
end
$$;
revoke execute on function public.is_upload_used(text), public.remove_unused_uploads(integer)
from public, anon, authenticated;
