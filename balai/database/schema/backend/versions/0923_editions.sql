-- Emails of editions, which are sent apart from all others: those that wait, and those to an address.
create index queue_editions_idx on mailbox.queue (next_attempt_at)
  where kind = 'edition' and sent_at is null and given_up_at is null;
create index queue_to_readers_idx on mailbox.queue (recipient) where kind in ('edition', 'newsletter');
-- The account of a confirmed address, single sign-on included.
create index users_confirmed_email_idx on auth.users (lower(email)) where email_confirmed_at is not null;
