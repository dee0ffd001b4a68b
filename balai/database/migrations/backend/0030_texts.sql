-- Text messages wait in the queue of the letters and are shown in the same mailbox: `channel` says by which way they go.
-- A code is of no use once it has expired, so what carries one may say until when it is worth sending.

set local lock_timeout = '5s';

alter table mailbox.queue
  add column channel text not null default 'mail' check (channel in ('mail', 'sms', 'whatsapp')),
  add column expires_at timestamptz;
alter table mailbox.messages
  add column channel text not null default 'mail' check (channel in ('mail', 'sms', 'whatsapp'));

-- Codes that are sent to a phone find their row by the number, wrong tries included.
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);
-- How often a live code was guessed wrong.
alter table auth.one_time_tokens add column attempts smallint not null default 0;
