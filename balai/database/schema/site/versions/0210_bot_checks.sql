-- The signing key of bot checks: 244 random bits, read by the functions of bot_checks.sql alone.
create table public.bot_check_keys (
  only_row boolean primary key default true check (only_row),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);
alter table public.bot_check_keys enable row level security;

insert into public.bot_check_keys default values;

-- Tokens are valid once. Unlogged: what a crash loses expires within minutes anyway.
create unlogged table public.used_bot_tokens (
  id bytea primary key,
  expires_at timestamptz not null
);
create index used_bot_tokens_expired on public.used_bot_tokens (expires_at);
alter table public.used_bot_tokens enable row level security;

create unlogged table public.bot_check_codes (
  address_hash bytea primary key,
  code_hash bytea,
  sent_at timestamptz not null,
  tries integer not null default 0,
  token_hash bytea unique,
  -- The content of the email; the job clears it when it queues the email.
  pending_email jsonb
);
create index bot_check_codes_to_send on public.bot_check_codes (sent_at) where pending_email is not null;
alter table public.bot_check_codes enable row level security;
