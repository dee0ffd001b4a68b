-- Copies of a member's data as a ZIP, by the job `account_exports`: waiting until started_at, made with a version, or failed
-- with an error. The version is a blob that no object names; `storage.unreferenced_blobs` has the time of its removal.
create table public.account_exports (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  -- The worker that makes it confirms this twice a minute.
  alive_at timestamptz,
  attempts smallint not null default 0,
  ended_at timestamptz,
  error text check (error in ('too_large', 'answer_key_missing', 'failed')),
  version text,
  bytes bigint check (bytes >= 0),
  expires_at timestamptz,
  constraint account_exports_end check (
    case when ended_at is null then num_nonnulls(error, version, bytes, expires_at) = 0
      when error is null then num_nonnulls(version, bytes, expires_at) = 3
      else num_nonnulls(version, bytes, expires_at) = 0 end)
);
create index account_exports_of_member on public.account_exports (member_id, requested_at);
create unique index account_exports_one_open on public.account_exports (member_id) where ended_at is null;
create index account_exports_open on public.account_exports (requested_at) where ended_at is null;
alter table public.account_exports enable row level security;
