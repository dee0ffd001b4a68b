-- Proofs of work that were handed in: each counts once, on whichever node. They expire within minutes by themselves, so
-- a crash may forget them.

set local lock_timeout = '5s';

create unlogged table auth.spent_proofs (
  id bytea primary key,
  expires_at timestamptz not null
);
alter table auth.spent_proofs enable row level security;
