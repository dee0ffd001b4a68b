-- The SMTP account that an administrator of the site entered. Settings of the operator come before it. Neither clients
-- nor roles of clients have any right to it: the server reads it as the owner, and the password is encrypted with a key
-- from the operator's secret.
create table mailbox.email_account (
  only_row boolean primary key default true check (only_row),
  host text not null check (host <> '' and char_length(host) <= 253),
  port integer not null check (port between 1 and 65535),
  -- Whether TLS begins with the connection (smtps) or after STARTTLS.
  is_tls boolean not null,
  username text not null default '',
  sealed_password text,
  sender text not null check (sender like '%@%' and char_length(sender) <= 320),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by uuid
);
alter table mailbox.email_account enable row level security;
