-- Bot checks of busy networks: the first posts, bookings and messages of a network in an hour need none, so that clients
-- without one work, and a bot pays for all others.

-- Counts one more of a kind for the caller's network, an IPv4 /24 or IPv6 /64. False: it needs a bot check. Not over HTTP, and
-- from this machine, nothing is counted. Concurrent requests count each other, as they wait for the row.
create or replace function public.admits_network(kind text, network inet) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  allowed constant double precision := (select s.bot_check_after from public.site_settings as s);
  range constant inet := network(set_masklen(network, case family(network) when 4 then 24 else 64 end));
  bucket constant integer := ('x' || left(public.sign_bot_check(kind || ' ' || range::text), 4))::bit(16)::integer;
begin
  if allowed is null or network is null or network <<= '127.0.0.0/8' or network <<= '::1' then
    return true;
  end if;
  insert into public.network_counts as c (kind, bucket, level, seen_at) values (kind, bucket, allowed - 1, now())
  on conflict on constraint network_counts_pkey do update set seen_at = now(),
    level = least(allowed, c.level + allowed * greatest(extract(epoch from now() - c.seen_at), 0) / 3600) - 1
  where least(allowed, c.level + allowed * greatest(extract(epoch from now() - c.seen_at), 0) / 3600) >= 1;
  return found;
end
$$;

-- For posts and replies of the caller. By name before the triggers that hold a text: those that are held count, too.
create or replace function public.check_network() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.author_id = auth.uid() and not public.admits_network('post', public.caller_network()) then
    perform public.check_bot_token();
  end if;
  return new;
end
$$;

-- For bookings by members. Those of guests need a bot check for their code.
create or replace function public.check_booking_bot_token() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.refuse_blocked_network();
  -- A course is one act: its first date has its id.
  if public.current_series() <> new.id then
    return new;
  elsif (select s.requires_bot_check from public.site_settings s)
    or not public.admits_network('booking', public.caller_network()) then
    perform public.check_bot_token();
  end if;
  return new;
end
$$;

revoke execute on function
  public.admits_network(text, inet), public.check_network(), public.check_booking_bot_token()
from public, anon, authenticated;
