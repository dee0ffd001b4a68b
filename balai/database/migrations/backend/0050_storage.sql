-- Buckets and objects. Who may do what with them is for policies, of which there are none here: the schema that is
-- served brings its own. Names, columns and functions as in the storage contract, section 13.

set local lock_timeout = '5s';

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS');

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD',
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  -- By bytes, so that lists come in the order that the wire promises, whatever the database's language.
  name text collate "C",
  owner uuid,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  unique (bucket_id, name)
);
create index objects_folded_name_idx on storage.objects (bucket_id, (lower(name) collate "C"));
create index objects_version_idx on storage.objects (version);

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- The bytes of a version lie outside the database. Every version is noted here before its first byte is written, and
-- again when no object names it any more; what is due and not named by an object is removed, bytes first. So no crash
-- leaves an object without bytes, or bytes that nobody will clean up.
create table storage.loose_versions (
  version text primary key,
  due_at timestamptz not null
);
create index loose_versions_due_at_idx on storage.loose_versions (due_at);
alter table storage.loose_versions enable row level security;

create function storage.loosen_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A reader that has just looked the object up still has an hour to open its bytes.
  insert into storage.loose_versions (version, due_at) values (old.version, now() + interval '1 hour')
  on conflict (version) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger loosen_version_on_delete after delete on storage.objects
  for each row when (old.version is not null) execute function storage.loosen_version();
create trigger loosen_version_on_update after update on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version)
  execute function storage.loosen_version();

create function storage.touch() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at = now();
  return new;
end $$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.touch();

create function storage.limit_bucket_name() returns trigger language plpgsql set search_path = '' as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end $$;
create trigger limit_bucket_name before insert or update of name on storage.buckets
  for each row execute function storage.limit_bucket_name();

-- Rows removed by hand would be objects gone without their policies having been asked.
create function storage.protect_delete() returns trigger language plpgsql set search_path = '' as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using errcode = '42501';
  end if;
  return null;
end $$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- For policies ---------------------------------------------------------------------------------------------------

create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1]
$$;
create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;
create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
create function storage.operation() returns text language sql stable as $$
  select current_setting('storage.operation', true)
$$;
create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $$
  select coalesce(bool_or(expected <> ''
    and regexp_replace(expected, '^storage\.', '') = regexp_replace(storage.operation(), '^storage\.', '')), false)
  from unnest(expected_operations) as expected
$$;
create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
  select storage.allow_any_operation(array[expected_operation])
$$;
create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text) language sql stable as $$
  select sum((metadata ->> 'size')::bigint)::bigint, bucket_id from storage.objects group by bucket_id
$$;
-- Says by an error that the caller may not; nothing stays of the attempt.
create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
language plpgsql as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata) values (bucketid, name, owner, metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end $$;

-- Lists ------------------------------------------------------------------------------------------------------------

-- What lies in a folder: its objects, and each folder below it once. `prefix` ends with a slash or is empty; `search`
-- is what the names after it begin with, and may go deeper. Letters count the same, small or capital.
create function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
) language sql stable set search_path = '' as $$
  with found as (
    -- The named part that is given back: one segment, after as many as `prefix` and the folders in `search` have.
    select objects.*, substr(objects.name, length(prefix) + 1) as rest
    from storage.objects
    where bucket_id = bucketname
      and lower(objects.name) collate "C" like
        replace(replace(replace(lower(prefix || search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
  ), level as (
    select found.*, cardinality(string_to_array(search, '/')) as depth,
      case when search = '' then 1 else cardinality(string_to_array(search, '/')) end as wanted
    from found
  ), entries as (
    select array_to_string((string_to_array(rest, '/'))[1 : wanted], '/') as entry,
      coalesce(cardinality(string_to_array(rest, '/')), 0) > wanted as is_folder,
      level.id as object_id, level.updated_at as updated, level.created_at as created,
      level.last_accessed_at as accessed, level.metadata as meta
    from level
  ), rows as (
    select entry, object_id, updated, created, accessed, meta, false as is_folder from entries where not is_folder
    union all
    select distinct entry, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb, true
    from entries where is_folder
  )
  select entry, object_id, updated, created, accessed, meta from rows
  order by
    case when sortcolumn <> 'name' and is_folder then 0 else 1 end,
    case when (sortcolumn = 'name' or is_folder) and sortorder <> 'desc' then lower(entry) collate "C" end,
    case when (sortcolumn = 'name' or is_folder) and sortorder = 'desc' then lower(entry) collate "C" end desc,
    case when sortorder <> 'desc' then case sortcolumn when 'updated_at' then updated when 'created_at' then created
      when 'last_accessed_at' then accessed end end,
    case when sortorder = 'desc' then case sortcolumn when 'updated_at' then updated when 'created_at' then created
      when 'last_accessed_at' then accessed end end desc,
    entry collate "C"
  limit least(limits, 1500) offset offsets
$$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text),
  storage.operation(), storage.allow_only_operation(text), storage.allow_any_operation(text[]),
  storage.get_size_by_bucket(), storage.can_insert_object(text, text, uuid, jsonb),
  storage.search(text, text, integer, integer, integer, text, text, text)
  to anon, authenticated, service_role;
