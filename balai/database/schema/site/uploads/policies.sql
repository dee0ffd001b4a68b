create policy "Members add pictures of their own" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and public.may_upload());

create policy "Members see their own pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Pictures and files in texts of the forum and in articles are as readable as the texts: the rows of text_pictures
-- that the caller sees.
create policy "Members add pictures and files to texts" on storage.objects for insert to authenticated
  with check (bucket_id in ('text-pictures', 'text-files') and (storage.foldername(name))[1] = (select auth.uid())::text
    and public.may_upload());

create policy "Pictures and files in texts are visible with a text" on storage.objects for select
  using (bucket_id in ('text-pictures', 'text-files') and ((storage.foldername(name))[1] = (select auth.uid())::text
    or exists (select from public.text_pictures as t where t.picture = objects.name)));

create policy "Moderators see pictures of texts that wait for them" on storage.objects for select to authenticated
  using (bucket_id in ('text-pictures', 'text-files') and exists (
    select from public.held_texts as h
    where h.author_id::text = (storage.foldername(name))[1] and h.status = 'waiting'
      and position(objects.name in h.body::text) > 0));

revoke all on public.text_pictures from anon, authenticated;
grant select on public.text_pictures to anon, authenticated;
grant all on public.text_pictures to service_role;

create policy "Pictures are visible with their text" on public.text_pictures for select
  using (is_current and (exists (select from public.posts where posts.id = post_id)
    or exists (select from public.replies where replies.id = reply_id)
    or exists (select from public.articles where articles.id = article_id)));

create policy "Staff see pictures of drafts of their articles" on public.text_pictures for select to authenticated
  using (article_id is not null and exists (select from public.articles as a where a.id = article_id
    and (a.author_id = (select auth.uid()) or array[(select public.site_scope()), a.group_id]
      && ((select public.my_scopes('edit')) || (select public.my_scopes('translate'))))));

create policy "Moderators see pictures of earlier and hidden texts" on public.text_pictures for select to authenticated
  using (not is_current and exists (
    select from public.posts where posts.forum_id = any ((select public.moderated_forums())::uuid[])
      and posts.id = coalesce(text_pictures.post_id, (
        select replies.post_id from public.replies where replies.id = text_pictures.reply_id))));

-- Files of a group are in the folder groups/ID, those of an area in areas/ID.
create policy "Members read member files, groups and areas theirs" on storage.objects for select to authenticated
  using (bucket_id = 'member-files' and case (storage.foldername(name))[1]
    when 'groups' then (storage.foldername(name))[2] = any ((select public.my_groups())::text[])
      and public.is_shown_library_file(name)
    when 'areas' then (storage.foldername(name))[2] = any ((select public.seen_areas())::text[])
    else public.is_shown_library_file(name) end);

create policy "Writers of an area with limited access add pictures to it" on storage.objects for insert to authenticated
  with check (bucket_id = 'member-files' and public.may_upload_to_area(name));

create policy "Staff of the library manage its files" on storage.objects to authenticated
  using (bucket_id in ('files', 'member-files') and public.is_library_file(bucket_id, name))
  with check (bucket_id in ('files', 'member-files') and public.is_library_file(bucket_id, name));

-- Those of areas only where they moderate.
create policy "Administrators manage all files" on storage.objects to authenticated
  using (bucket_id in ('pictures', 'files', 'member-files') and (select public.is_admin())
    and ((storage.foldername(name))[1] is distinct from 'areas'
      or (storage.foldername(name))[2] = any ((select public.moderated_forums())::text[])))
  with check (bucket_id in ('pictures', 'files', 'member-files') and (select public.is_admin())
    and ((storage.foldername(name))[1] is distinct from 'areas'
      or (storage.foldername(name))[2] = any ((select public.moderated_forums())::text[])));
