-- Backups of the whole site by the job `backups`: waiting until started_at, done with a file or failed with an error.
create table public.backups (
  id uuid primary key default gen_random_uuid(),
  -- The time of day that it was made for. Null: an administrator asked for it.
  scheduled_for timestamptz,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  -- The node that makes it confirms this twice a minute.
  alive_at timestamptz,
  ended_at timestamptz,
  file text,
  bytes bigint check (bytes >= 0),
  error text check (char_length(error) <= 1000),
  -- The file is in the folder.
  is_stored boolean not null default false,
  check (not is_stored or (file is not null and error is null and ended_at is not null))
);
alter table public.backups enable row level security;
-- One is waiting or running at most.
create unique index backups_one_open on public.backups ((true)) where ended_at is null;
create index backups_newest on public.backups (requested_at desc);

-- The last result of each check of the site, by the job `health`. `code` is the finding, in a word.
create table public.health_findings (
  subject text primary key check (
    subject in ('database', 'data_folder', 'files', 'backup_folder', 'backup', 'email', 'jobs')),
  state text not null check (state in ('good', 'attention', 'problem')),
  code text not null,
  details jsonb not null default '{}',
  checked_at timestamptz not null default now()
);
alter table public.health_findings enable row level security;
