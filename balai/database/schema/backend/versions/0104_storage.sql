-- Buckets, objects and resumable uploads; names, columns and functions as in the storage API.
-- This schema has no policies: the application brings its own.

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
alter table storage.buckets enable row level security;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  -- Sorted by bytes: lists have the order that the storage API promises, independent of the database's locale.
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
alter table storage.objects enable row level security;

-- Blobs lie outside the database. A row is written before the first byte of a blob, and again when no object refers to
-- it any more.
-- The cleanup deletes what is due and unreferenced, blobs first. So a crash leaves neither an object without a blob nor
-- a blob that is never deleted.
create table storage.unreferenced_blobs (
  version text primary key,
  due_at timestamptz not null
);
create index unreferenced_blobs_due_at_idx on storage.unreferenced_blobs (due_at);
alter table storage.unreferenced_blobs enable row level security;

-- Resumable uploads (TUS): received data lies in parts, each a blob of its own; the last part makes an object of them.
create table storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text not null,
  -- In bytes; null until the client sends it.
  length bigint check (length >= 0),
  received bigint not null default 0 check (received <= length),
  subject text,
  is_upsert boolean not null,
  -- The metadata as the client sent it; returned unchanged.
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
alter table storage.resumable_uploads enable row level security;

create table storage.resumable_parts (
  upload_id uuid not null references storage.resumable_uploads (id) on delete cascade,
  position bigint not null,
  size bigint not null check (size > 0),
  md5 bytea not null,
  version text not null,
  primary key (upload_id, position)
);
create index resumable_parts_version_idx on storage.resumable_parts (version);
alter table storage.resumable_parts enable row level security;
