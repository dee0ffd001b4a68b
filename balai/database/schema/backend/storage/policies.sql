grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
