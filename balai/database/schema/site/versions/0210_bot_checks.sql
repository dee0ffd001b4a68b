-- 244 random bits, known to the functions below alone.
create table public.proof_keys (
  only_row boolean primary key default true check (only_row),
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
);

insert into public.proof_keys default values;

-- Each proof counts once. What a crash forgets has expired within minutes.
create unlogged table public.spent_proofs (
  id bytea primary key,
  expires_at timestamptz not null
);
create index spent_proofs_expired on public.spent_proofs (expires_at);

create unlogged table public.proof_codes (
  address_hash bytea primary key,
  code_hash bytea,
  sent_at timestamptz not null,
  tries integer not null default 0,
  token_hash bytea unique,
  -- What the job writes into the mail; gone with it.
  letter jsonb
);
create index proof_codes_to_send on public.proof_codes (sent_at) where letter is not null;
alter table public.proof_keys enable row level security;
alter table public.spent_proofs enable row level security;
alter table public.proof_codes enable row level security;
