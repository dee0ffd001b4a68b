-- Zalo beside WhatsApp; what follows when a channel fails for good; what the daily limit of a channel has counted.
alter table mailbox.queue drop constraint if exists queue_channel_check;
alter table mailbox.messages drop constraint if exists messages_channel_check;
alter table mailbox.queue
  add constraint queue_channel_check check (channel in ('mail', 'sms', 'whatsapp', 'zalo')),
  -- In order: [{"channel": "sms", "recipient": "60123456789"}].
  add column next_channels jsonb not null default '[]' check (jsonb_typeof(next_channels) = 'array'),
  -- When the message was counted for the limit of its channel.
  add column counted_at timestamptz,
  -- The message that took the place of this one: by another channel, or sent again.
  add column replaced_by uuid references mailbox.queue (id) on delete set null;
alter table mailbox.messages
  add constraint messages_channel_check check (channel in ('mail', 'sms', 'whatsapp', 'zalo'));
create index queue_counted_idx on mailbox.queue (channel, counted_at) where counted_at is not null;
create index queue_failed_idx on mailbox.queue (given_up_at desc, id desc) where given_up_at is not null and replaced_by is null;
create index queue_replaced_idx on mailbox.queue (replaced_by) where replaced_by is not null;

-- Tokens that a provider renews, encrypted with a key from the operator's secret. `origin`: a hash of the setting that they
-- were renewed from; tokens of another setting are not used.
create table mailbox.provider_tokens (
  provider text primary key,
  origin text not null,
  sealed_access text not null,
  sealed_refresh text not null,
  expires_at timestamptz not null
);
alter table mailbox.provider_tokens enable row level security;
