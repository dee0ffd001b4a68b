-- Push messages to the devices of members. Each device is asked by itself; the page sends its subscription here.

-- A device belongs to the member who used it last. At most ten for a member: the oldest go.
create or replace function public.save_push_subscription(
  endpoint text, public_key text, auth_secret text, has_details boolean default false, device text default ''
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := auth.uid();
  saved uuid;
begin
  if member is null then
    raise exception using errcode = 'PT401', message = 'Sign in first.';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('push:' || member::text, 0));
  -- Only the device itself knows its secret: an address alone takes no device over.
  insert into public.push_subscriptions as known (member_id, endpoint, public_key, auth_secret, has_details, device)
  values (member, save_push_subscription.endpoint, save_push_subscription.public_key,
    save_push_subscription.auth_secret, save_push_subscription.has_details, save_push_subscription.device)
  on conflict on constraint push_subscriptions_endpoint_key do update
    set member_id = excluded.member_id, has_details = excluded.has_details, device = excluded.device,
      created_at = now()
    where known.auth_secret = excluded.auth_secret and known.public_key = excluded.public_key
  returning known.id into saved;
  if saved is null then
    raise exception using errcode = 'PT409', message = 'This device has another key.';
  end if;
  -- Messages due for the previous member are not for this one.
  delete from public.push_messages as m
  where m.subscription_id = saved and not exists (
    select from public.notifications as n where n.id = m.notification_id and n.member_id = member);
  delete from public.push_subscriptions as s where s.id in (
    select old.id from public.push_subscriptions as old where old.member_id = member
    order by old.created_at desc, old.id offset 10);
  return saved;
end $$;

-- Queues one general sentence for one of the caller's devices, so that they see whether it arrives.
create or replace function public.send_test_push(subscription uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_due boolean;
begin
  select s.tested_at is null or s.tested_at < now() - interval '10 seconds' into is_due
  from public.push_subscriptions as s
  where s.id = send_test_push.subscription and s.member_id = auth.uid()
  for update;
  if not found then
    perform public.raise_error('404', 'not_found', 'No such device');
  elsif not is_due then
    perform public.raise_error('429', 'too_fast', 'At most one test message in 10 seconds');
  end if;
  update public.push_subscriptions as s set tested_at = now() where s.id = send_test_push.subscription;
  insert into public.push_messages (subscription_id) values (send_test_push.subscription)
  on conflict (subscription_id) where notification_id is null do update set next_attempt_at = now(), attempts = 0;
  perform pg_notify('balai_push', '');
end $$;

-- The site's public key, with which a browser subscribes; null until the first start has made it.
create or replace function public.push_key() returns text
language sql stable security definer set search_path = '' as $$
  select k.public_key from public.push_keys as k
$$;

revoke execute on function public.save_push_subscription(text, text, text, boolean, text), public.push_key(),
  public.send_test_push(uuid)
from public, anon, authenticated;
grant execute on function public.save_push_subscription(text, text, text, boolean, text), public.push_key(),
  public.send_test_push(uuid)
to authenticated, service_role;
