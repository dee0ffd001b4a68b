-- The queue of emails and text messages, and the built-in mailbox that shows what was sent without an SMTP server.
-- A message is queued in the transaction that causes it, so it exists exactly when its cause does.

create table mailbox.queue (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  language text not null,
  content jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  -- How the message is sent; text messages use the same queue and mailbox.
  channel text not null default 'mail' check (channel in ('mail', 'sms', 'whatsapp')),
  -- A code is useless after its expiry, so an expired message is not sent.
  expires_at timestamptz,
  -- The account that the message is about: its language is read when the message is sent.
  user_id uuid
);
create index queue_due_idx on mailbox.queue (next_attempt_at) where sent_at is null and given_up_at is null;
create index queue_done_idx on mailbox.queue (coalesce(sent_at, given_up_at))
  where sent_at is not null or given_up_at is not null;
alter table mailbox.queue enable row level security;

create table mailbox.messages (
  id uuid primary key,
  sent_at timestamptz not null default clock_timestamp(),
  sender text not null,
  recipient text not null,
  subject text not null,
  language text not null,
  plain text not null,
  html text not null,
  attachments jsonb not null default '[]',
  channel text not null default 'mail' check (channel in ('mail', 'sms', 'whatsapp'))
);
create index messages_sent_at_idx on mailbox.messages (sent_at desc, id desc);
create index messages_recipient_idx on mailbox.messages (recipient, sent_at desc);
alter table mailbox.messages enable row level security;
