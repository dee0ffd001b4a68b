create policy "Members add pictures of their own" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and public.may_upload());

create policy "Members see their own pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Files of a group are in the folder groups/ID, those of an area in areas/ID.
create policy "Members read member files, groups and areas theirs" on storage.objects for select to authenticated
  using (bucket_id = 'member-files' and case (storage.foldername(name))[1]
    when 'groups' then (storage.foldername(name))[2] = any ((select public.my_groups())::text[])
    when 'areas' then (storage.foldername(name))[2] = any ((select public.seen_areas())::text[])
    else true end);

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
