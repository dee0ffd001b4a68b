-- Accounts and everything that the auth service stores beside them: identities, sessions with refresh tokens, one-time
-- codes, OAuth flows, second factors, passkeys, SAML, signing keys, rate limits and the audit log.
-- Only the owner of the database reads these tables; they are closed to the API roles.

create table auth.users (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_token text not null default '',
  confirmation_sent_at timestamptz,
  recovery_token text not null default '',
  recovery_sent_at timestamptz,
  email_change_token_new text not null default '',
  email_change text not null default '',
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_super_admin boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text,
  phone_confirmed_at timestamptz,
  phone_change text not null default '',
  phone_change_token text not null default '',
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current text not null default '',
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz,
  reauthentication_token text not null default '',
  reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false,
  deleted_at timestamptz,
  is_anonymous boolean not null default false
);
create unique index users_email_key on auth.users (lower(email), aud) where not is_sso_user and email is not null;
create unique index users_phone_key on auth.users (phone, aud) where phone is not null;
alter table auth.users enable row level security;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');

create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token'
);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);
alter table auth.identities enable row level security;

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  factor_id uuid,
  aal auth.aal_level not null default 'aal1',
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text,
  -- Version 2 of refresh tokens: the session counts refreshes and signs each count with its key, instead of a row for
  -- each token. A session without a key has tokens of version 1.
  refresh_token_hmac_key bytea,
  refresh_token_counter bigint
);
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at desc);
alter table auth.sessions enable row level security;

create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
alter table auth.mfa_amr_claims enable row level security;

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token text not null unique,
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  parent text,
  revoked boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked, id desc);
create index refresh_tokens_user_id_idx on auth.refresh_tokens (user_id);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at) where revoked;
alter table auth.refresh_tokens enable row level security;

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (token_hash <> ''),
  relates_to text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  attempts smallint not null default 0,
  unique (user_id, token_type)
);
create index one_time_tokens_token_hash_idx on auth.one_time_tokens (token_hash);
create index one_time_tokens_created_at_idx on auth.one_time_tokens (created_at);
alter table auth.one_time_tokens enable row level security;

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  auth_code text not null unique,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The id of the row is the OAuth state. A flow without a challenge returns its tokens in the redirect.
  referrer text,
  linking_target_id uuid references auth.users (id) on delete cascade,
  -- The session that started linking an identity: if it has ended before the callback, nothing is linked.
  linking_session_id uuid,
  invite_token text,
  provider_verifier text,
  provider_nonce text,
  state_used_at timestamptz,
  -- Until when the identity provider vouches for the sign-in; the session ends then.
  session_not_after timestamptz,
  -- Hash of a cookie: a flow that returns tokens in the redirect ends only in the browser that started it.
  browser_hash bytea,
  constraint flow_state_challenge_is_whole check ((code_challenge is null) = (code_challenge_method is null))
);
create index flow_state_user_id_method_idx on auth.flow_state (user_id, authentication_method, created_at desc);
create index flow_state_created_at_idx on auth.flow_state (created_at);
alter table auth.flow_state enable row level security;

create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid,
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc, id);
alter table auth.audit_log_entries enable row level security;

-- The administration lists newest first.
create index users_created_at_idx on auth.users (created_at desc, id);

-- Requests for addresses without an account, by hash: they get the same waiting time as those with an account, so the
-- response does not reveal which addresses exist.
create table auth.unknown_address_requests (
  address_hash bytea primary key,
  sent_at timestamptz not null
);
create index unknown_address_requests_sent_at_idx on auth.unknown_address_requests (sent_at);
alter table auth.unknown_address_requests enable row level security;

-- Key pairs that sign sessions, read by every node. Private keys are sealed with a key derived from the operator's
-- secret, so neither a copy of the database nor a role that reads it can sign.
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

-- Sessions that ended early. Tokens outlive their session by up to an hour; the data service and the pages, which
-- verify tokens without a query, receive these rows by notification.
create table auth.ended_sessions (
  session_id uuid primary key,
  until timestamptz not null
);
create index ended_sessions_until_idx on auth.ended_sessions (until);
alter table auth.ended_sessions enable row level security;

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

-- Second factors, their challenges, recovery codes and passkeys.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- The 30-second step of the last accepted code. Neither this code nor an earlier one is accepted again.
  last_step bigint not null default 0,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  unique (user_id, friendly_name)
);
alter table auth.mfa_factors enable row level security;

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  otp_code text,
  web_authn_challenge bytea
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);
alter table auth.mfa_challenges enable row level security;

-- Hashes of 80 random bits each, so a slow hash is not needed. Used codes stay until the next set replaces them.
create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
alter table auth.recovery_codes enable row level security;

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  aaguid uuid,
  friendly_name text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user_id_idx on auth.passkeys (user_id);
alter table auth.passkeys enable row level security;

create table auth.passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge bytea not null,
  created_at timestamptz not null default now()
);
create index passkey_challenges_created_at_idx on auth.passkey_challenges (created_at);
alter table auth.passkey_challenges enable row level security;

-- Single sign-on by SAML 2.0: identity providers, their email domains, pending requests, and the accepted assertions,
-- each of which is valid once.
create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  resource_id text,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.sso_providers enable row level security;

create table auth.saml_providers (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null unique references auth.sso_providers (id) on delete cascade,
  entity_id text not null unique check (entity_id <> ''),
  metadata_xml text not null check (metadata_xml <> ''),
  metadata_url text,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  metadata_checked_at timestamptz
);
alter table auth.saml_providers enable row level security;

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null check (domain <> '' and domain = lower(domain)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sso_domains_domain_key unique (domain)
);
create index sso_domains_provider_idx on auth.sso_domains (sso_provider_id);
alter table auth.sso_domains enable row level security;

create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  flow_state_id uuid not null references auth.flow_state (id) on delete cascade,
  request_id text not null,
  created_at timestamptz not null default now()
);
create index saml_relay_states_provider_idx on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_flow_idx on auth.saml_relay_states (flow_state_id);
alter table auth.saml_relay_states enable row level security;

create table auth.saml_assertions (
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (sso_provider_id, assertion_id)
);
create index saml_assertions_expires_at_idx on auth.saml_assertions (expires_at);
alter table auth.saml_assertions enable row level security;

-- Codes sent to a phone are found by the number, failed attempts included.
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

-- Token buckets of the rate limits, shared by all workers and nodes. Unlogged: a crash may lose them, and a count must
-- cost next to nothing. Keys are hashes, so no address is stored.
create unlogged table auth.request_counts (
  key bytea primary key,
  level double precision not null,
  seen_at timestamptz not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
alter table auth.request_counts enable row level security;

-- Redeemed proofs of work and email codes: each is valid once, on any node. They expire within minutes, so a crash may
-- lose them.
create unlogged table auth.used_captcha_solutions (
  id bytea primary key,
  expires_at timestamptz not null
);
alter table auth.used_captcha_solutions enable row level security;

-- Calls of hooks: every webhook delivery, and of all other hooks those that rejected or failed. Kept for 30 days;
-- operators read them by GET /auth/v1/admin/hook-calls.
create table auth.hook_calls (
  id uuid primary key,
  hook text not null,
  called_at timestamptz not null default clock_timestamp(),
  attempts int not null default 1,
  took_ms int not null,
  outcome text not null check (outcome in ('answered', 'refused', 'failed')),
  status int,
  error text
);
create index hook_calls_called_at_idx on auth.hook_calls (called_at desc, id);
alter table auth.hook_calls enable row level security;

-- The key of this instance as a service provider: it signs requests and decrypts assertions. The private key is sealed
-- with a key derived from the operator's secret.
create table auth.saml_keys (
  id smallint primary key default 1 check (id = 1),
  private_key text not null,
  certificate text not null,
  created_at timestamptz not null default now()
);
alter table auth.saml_keys enable row level security;

-- Deleting an account clears every column that refers to it: without an index PostgreSQL reads the whole table.
create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id)
  where linking_target_id is not null;
create index passkey_challenges_user_id_idx on auth.passkey_challenges (user_id);
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;
