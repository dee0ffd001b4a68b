create table mailbox.queue (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  language text not null,
  facts jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  last_error text,
  sent_at timestamptz,
  given_up_at timestamptz,
  channel text not null default 'mail' check (channel in ('mail', 'sms', 'whatsapp')),
  expires_at timestamptz,
  user_id uuid
);
create index queue_due_idx on mailbox.queue (next_attempt_at) where sent_at is null and given_up_at is null;
create index queue_done_idx on mailbox.queue (coalesce(sent_at, given_up_at)) where sent_at is not null or given_up_at is not null;

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
alter table mailbox.queue enable row level security;
alter table mailbox.messages enable row level security;
