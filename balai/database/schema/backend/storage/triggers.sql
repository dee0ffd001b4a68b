create trigger mark_unreferenced_on_delete after delete on storage.objects
  for each row when (old.version is not null) execute function storage.mark_unreferenced_blob();

create trigger mark_unreferenced_on_update after update on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version)
  execute function storage.mark_unreferenced_blob();

create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.touch();

create trigger limit_bucket_name before insert or update of name on storage.buckets
  for each row execute function storage.limit_bucket_name();

create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

create trigger mark_unreferenced_part after delete on storage.resumable_parts
  for each row execute function storage.mark_unreferenced_part();
