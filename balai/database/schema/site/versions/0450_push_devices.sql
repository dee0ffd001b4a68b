-- The name of a device in its member's list, and when a test message was last asked for.
alter table public.push_subscriptions
  add column device text not null default '' check (device = '' or public.is_clean_line(device, 60)),
  add column tested_at timestamptz;

-- A test message is about no notification. One at a time for each device.
alter table public.push_messages alter column notification_id drop not null;
create unique index push_messages_one_test on public.push_messages (subscription_id) where notification_id is null;

-- It takes the name of the device now.
drop function if exists public.save_push_subscription(text, text, text, boolean);
