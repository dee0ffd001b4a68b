-- Which browser began a trip to a provider, by the hash of a cookie: a trip that hands its tokens to whoever comes back
-- ends only there.

set local lock_timeout = '5s';

alter table auth.flow_state add column browser_hash bytea;
