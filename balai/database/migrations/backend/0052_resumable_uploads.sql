-- Uploads that may be cut off and gone on with (TUS; storage contract, section 12). What has come lies in parts, each a
-- version of its own; the last one makes an object of them.

set local lock_timeout = '5s';

create table storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text not null,
  -- In bytes; unknown until the client says it.
  length bigint check (length >= 0),
  received bigint not null default 0 check (received <= length),
  subject text,
  is_upsert boolean not null,
  -- As the client sent it, to be given back.
  given text not null,
  mimetype text not null,
  cache_control text not null,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  finished_at timestamptz
);
create index resumable_uploads_expires_at_idx on storage.resumable_uploads (expires_at);
create index resumable_uploads_bucket_id_idx on storage.resumable_uploads (bucket_id);

create table storage.resumable_parts (
  upload_id uuid not null references storage.resumable_uploads (id) on delete cascade,
  position bigint not null,
  size bigint not null check (size > 0),
  md5 bytea not null,
  version text not null,
  primary key (upload_id, position)
);
create index resumable_parts_version_idx on storage.resumable_parts (version);
alter table storage.resumable_uploads enable row level security;
alter table storage.resumable_parts enable row level security;

-- Nobody reads a part but the upload that it is of.
create function storage.loosen_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into storage.loose_versions (version, due_at) values (old.version, now())
  on conflict (version) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger loosen_part after delete on storage.resumable_parts
  for each row execute function storage.loosen_part();
