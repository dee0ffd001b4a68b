-- Push messages: the devices to which members let the site send them, the messages that are due, and the site's key.

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  -- An address at a push service. Who knows it and the keys can write to the device. No port: the site connects to it.
  endpoint text not null unique check (endpoint ~ '^https://[a-z0-9.-]+/[!-~]+$' and char_length(endpoint) <= 1000),
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  auth_secret text not null check (auth_secret ~ '^[A-Za-z0-9_-]{22}$'),
  -- Names and titles on the lock screen, instead of one general sentence.
  has_details boolean not null default false,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_member on public.push_subscriptions (member_id, created_at);
alter table public.push_subscriptions enable row level security;

create table public.push_messages (
  id bigint generated always as identity primary key,
  subscription_id uuid not null references public.push_subscriptions (id) on delete cascade,
  notification_id uuid not null references public.notifications (id) on delete cascade,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (notification_id, subscription_id)
);
create index push_messages_due on public.push_messages (next_attempt_at);
create index push_messages_by_subscription on public.push_messages (subscription_id);
alter table public.push_messages enable row level security;

-- One row. The private key is encrypted with the operator's secret.
create table public.push_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null default now()
);
alter table public.push_keys enable row level security;
