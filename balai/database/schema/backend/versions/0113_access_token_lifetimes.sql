-- Lifetimes of access tokens that are in use, or were until their last token expires. Tokens outlive their session: the
-- trigger of ended sessions reads the longest here.
create table auth.access_token_lifetimes (
  seconds integer primary key check (seconds > 0),
  replaced_at timestamptz
);
alter table auth.access_token_lifetimes enable row level security;
