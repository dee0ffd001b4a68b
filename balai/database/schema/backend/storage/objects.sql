create or replace function storage.mark_unreferenced_blob() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A reader that has just found the object has an hour to open its blob.
  insert into storage.unreferenced_blobs (version, due_at) values (old.version, now() + interval '1 hour')
  on conflict (version) do update set due_at = excluded.due_at;
  return null;
end $$;

create or replace function storage.touch() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at = now();
  return new;
end $$;

create or replace function storage.limit_bucket_name() returns trigger language plpgsql set search_path = '' as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end $$;

-- A row deleted by SQL would bypass the policies for deleting objects.
create or replace function storage.protect_delete() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end $$;

-- A part is read by its own upload only, so its blob can be deleted at once.
create or replace function storage.mark_unreferenced_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.unreferenced_blobs (version, due_at) values (old.version, now())
  on conflict (version) do update set due_at = excluded.due_at;
  return null;
end $$;

revoke execute on function
  storage.mark_unreferenced_blob(), storage.touch(), storage.limit_bucket_name(), storage.protect_delete(),
  storage.mark_unreferenced_part()
from public;
