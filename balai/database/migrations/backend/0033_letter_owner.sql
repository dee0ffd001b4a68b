-- Whose account a letter is about: its language is hers at the moment of sending, not of asking.

set local lock_timeout = '5s';

alter table mailbox.queue add column user_id uuid;
