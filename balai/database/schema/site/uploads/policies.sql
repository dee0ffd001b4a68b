create policy "Members add pictures of their own" on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and public.may_upload());

create policy "Members see their own pictures" on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);

create policy "Members read member files" on storage.objects for select to authenticated
  using (bucket_id = 'member-files');

create policy "Administrators manage all files" on storage.objects to authenticated
  using (bucket_id in ('pictures', 'files', 'member-files') and (select public.is_admin()))
  with check (bucket_id in ('pictures', 'files', 'member-files') and (select public.is_admin()));
