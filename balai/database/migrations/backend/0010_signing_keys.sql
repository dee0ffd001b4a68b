-- The key pairs that sessions are signed with. Every node reads them here; the private halves are sealed with a key
-- made from the operator's secret, so that neither a copy of the database nor a role that reads it can sign.

set local lock_timeout = '5s';

create table auth.signing_keys (
  kid text primary key,
  algorithm text not null check (algorithm in ('ES256', 'RS256')),
  public_key jsonb not null,
  private_key text not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null,
  verifies_until timestamptz
);
alter table auth.signing_keys enable row level security;

create function auth.tell_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('balai_keys', '');
  return null;
end $$;
create trigger tell_keys after insert or update or delete on auth.signing_keys
  for each statement execute function auth.tell_keys();
