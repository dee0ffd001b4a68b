-- Who goes is taken out of every row that names her: without an index PostgreSQL reads the whole table for each of them.
set local lock_timeout = '5s';

create index flow_state_linking_target_id_idx on auth.flow_state (linking_target_id) where linking_target_id is not null;
create index passkey_challenges_user_id_idx on auth.passkey_challenges (user_id);
create index sessions_factor_id_idx on auth.sessions (factor_id) where factor_id is not null;
