-- A flow may now lead to a provider and back: then its id is the OAuth state, and it keeps what the way back needs. The
-- challenge is missing where the client takes its session out of the address itself.

set local lock_timeout = '5s';

alter table auth.flow_state
  alter column code_challenge drop not null,
  alter column code_challenge_method drop not null,
  add column referrer text,
  add column linking_target_id uuid references auth.users (id) on delete cascade,
  add column invite_token text,
  add column provider_verifier text,
  add column provider_nonce text,
  add column state_used_at timestamptz,
  add constraint flow_state_challenge_is_whole check ((code_challenge is null) = (code_challenge_method is null));
