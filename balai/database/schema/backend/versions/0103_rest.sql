-- Stored responses to requests with an Idempotency-Key. The row is written in the transaction of the request: a
-- repeated request gets the same response, and a concurrent one with the same key waits here for the first.

create table balai.idempotency_keys (
  owner text not null,
  key text not null check (length(key) between 1 and 255),
  request bytea not null,
  status integer,
  headers jsonb,
  body bytea,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_created_at on balai.idempotency_keys (created_at);
alter table balai.idempotency_keys enable row level security;
