-- The second form of refresh tokens: a session counts how often it was refreshed and signs each count with a key of its
-- own, so that no row for each token is kept. A session without a key has tokens of the first form.

set local lock_timeout = '5s';

alter table auth.sessions
  add column refresh_token_hmac_key bytea,
  add column refresh_token_counter bigint;
