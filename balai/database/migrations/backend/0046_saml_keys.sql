-- This hall's own key towards identity providers: it signs what the hall asks and opens what was encrypted for it. The
-- private half is sealed with a key made from the operator's secret. And when a provider's metadata were last looked at.

set local lock_timeout = '5s';

create table auth.saml_keys (
  id smallint primary key default 1 check (id = 1),
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null default now()
);
alter table auth.saml_keys enable row level security;

alter table auth.saml_providers add column metadata_checked_at timestamptz;
