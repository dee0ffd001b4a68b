-- Single sign-on by SAML 2.0: the companies' identity providers, the mail domains that lead to them, requests that wait
-- for their answer, and the assertions that were taken, so that none is taken twice.

set local lock_timeout = '5s';

create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null unique references auth.sso_providers (id) on delete cascade,
  entity_id text not null unique check (entity_id <> ''),
  metadata_xml text not null check (metadata_xml <> ''),
  metadata_url text,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null check (domain <> '' and domain = lower(domain)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sso_domains_domain_key unique (domain)
);
create index sso_domains_provider_idx on auth.sso_domains (sso_provider_id);

create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  flow_state_id uuid not null references auth.flow_state (id) on delete cascade,
  request_id text not null,
  created_at timestamptz not null default now()
);
create index saml_relay_states_provider_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_flow_idx on auth.saml_relay_states (flow_state_id);

create table auth.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);
create index saml_assertions_expires_at_idx on auth.saml_assertions (expires_at);

-- The identity provider may say until when its word holds; the session of a redeemed code ends then too.
alter table auth.flow_state add column session_not_after timestamptz;

alter table auth.sso_providers enable row level security;
alter table auth.saml_providers enable row level security;
alter table auth.sso_domains enable row level security;
alter table auth.saml_relay_states enable row level security;
alter table auth.saml_assertions enable row level security;
