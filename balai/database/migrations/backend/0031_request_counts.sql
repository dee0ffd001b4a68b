-- How often one client, or anybody about one account, asked lately: token buckets that all workers and nodes share.
-- Unlogged, because a crash may forget them: what counts is that a count costs next to nothing. Keys are hashes, so
-- that no address is written down here.

set local lock_timeout = '5s';

create unlogged table auth.request_counts (
  key bytea primary key,
  level double precision not null,
  seen_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
alter table auth.request_counts enable row level security;
