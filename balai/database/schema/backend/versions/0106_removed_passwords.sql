-- When a password was removed because two users may have claimed the account. Null once a password is set.
alter table auth.users add column password_removed_at timestamptz;
