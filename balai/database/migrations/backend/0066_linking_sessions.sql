-- From which session somebody asked to link an account elsewhere to hers: when it has ended before she is back, nothing is
-- linked. A trip of before this has none and is over within minutes.

set local lock_timeout = '5s';

alter table auth.flow_state add column linking_session_id uuid;
