-- Holds: a place that is kept for one visitor for five minutes while they fill the form. A held place counts in slots.taken,
-- so the constraints on capacity, person and room hold for it, and pages drop it as they drop a booked one. Every writer
-- deletes what has expired before it counts (lock_bookings()), and readers leave it out, so no job is needed for a place to be
-- free again; a job deletes it all the same, which updates open pages and passes the place on to the waiting list.
-- Limits, since a hold costs nothing: one for each member and each browser tab, three at once for visitors of one network
-- (an IPv4 /24 or IPv6 /64), 30 an hour for each member and network, and the same time twice an hour for a network and four
-- times for a member. So a network without accounts keeps at most three times from others, each for ten minutes an hour in
-- the long run. A visitor over a limit books without a hold.

-- The hash of a tab's secret.
create or replace function public.hold_hash(secret text) returns bytea
language sql stable set search_path = '' as $$
  select public.guest_hash('hold ' || lower(nullif(hold_hash.secret, '')))
$$;

-- A held place is a taken one.
create or replace function public.count_held_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.slots set taken = taken - old.party_size where id = old.slot_id;
  else
    update public.slots set taken = taken + new.party_size where id = new.slot_id;
  end if;
  return null;
end $$;

-- Deletes what a member, or the tab with this secret, holds; returns the slots. The caller holds the lock of bookings, and
-- then passes on what it does not book itself: promote_freed().
create or replace function public.take_holds(member uuid, hash bytea) returns uuid[]
language sql set search_path = '' as $$
  with taken as (
    delete from public.booking_holds h where h.member_id = take_holds.member or h.secret_hash = take_holds.hash
    returning h.slot_id)
  select coalesce(array_agg(t.slot_id), '{}') from taken t
$$;

create or replace function public.promote_freed(slots uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  slot uuid;
begin
  foreach slot in array promote_freed.slots loop
    perform public.promote_waiting(slot);
  end loop;
end $$;

-- Deletes expired holds; returns their number. The caller holds the lock of bookings.
create or replace function public.delete_expired_holds() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  freed uuid[];
begin
  with expired as (delete from public.booking_holds h where h.expires_at <= now() returning h.slot_id)
  select array_agg(e.slot_id order by e.slot_id) into freed from expired e;
  if freed is not null then
    perform public.promote_freed(freed);
  end if;
  return coalesce(cardinality(freed), 0);
end $$;

-- For the job: without an expired hold it waits for no lock.
create or replace function public.end_holds() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  number integer;
begin
  select count(*) into number from public.booking_holds h where h.expires_at <= now();
  if number > 0 then
    perform public.lock_bookings();
  end if;
  return number;
end $$;

-- Slots that only expired holds occupy, for readers.
create or replace function public.lapsed_slots() returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select h.slot_id from public.booking_holds h join public.slots x on x.id = h.slot_id
    where h.expires_at <= now() group by h.slot_id, x.taken having sum(h.party_size) >= x.taken)
$$;

-- How many are held at these times.
create or replace function public.count_holds(service uuid, from_time timestamptz, until_time timestamptz) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.booking_holds h
  where h.service_id = service and h.starts_at >= from_time and h.starts_at < until_time and h.expires_at > now()
$$;

-- When the next held place becomes free: until then a page with free times is valid.
create or replace function public.next_hold_end() returns timestamptz
language sql stable security definer set search_path = '' as $$
  select min(h.expires_at) from public.booking_holds h where h.expires_at > now()
$$;

-- Refuses to book with a hold that belongs to another member. A visitor who signs in meanwhile keeps theirs.
create or replace function public.check_hold_is_own(hash bytea, person uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from public.booking_holds h where h.secret_hash = hash and h.member_id <> person) then
    perform public.raise_booking_error('not_your_hold');
  end if;
end $$;

-- Counts one more act of a kind, so many an hour. False: too many. As admits_network(), whose table it shares.
create or replace function public.admits_hold(kind text, key text, hourly integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  bucket constant integer := ('x' || left(encode(public.guest_hash(kind || ' ' || key), 'hex'), 4))::bit(16)::integer;
begin
  insert into public.network_counts as c (kind, bucket, level, seen_at) values (kind, bucket, hourly - 1, now())
  on conflict on constraint network_counts_pkey do update set seen_at = now(),
    level = least(hourly, c.level + hourly * greatest(extract(epoch from now() - c.seen_at), 0) / 3600) - 1
  where least(hourly, c.level + hourly * greatest(extract(epoch from now() - c.seen_at), 0) / 3600) >= 1;
  return found;
end $$;

-- The network by which the holds of a visitor without an account are counted; null for a member.
create or replace function public.network_of_holder(member uuid) returns bytea
language sql stable set search_path = '' as $$
  select case when network_of_holder.member is null then public.guest_hash('network ' || coalesce(
    network(set_masklen(c.network, case family(c.network) when 4 then 24 else 64 end))::text, '')) end
  from public.caller_network() as c (network)
$$;

-- The limits for one more hold, and the bot check that bookings of this network need.
create or replace function public.check_hold_limits(service uuid, starts_at timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
declare
  network constant inet := public.caller_network();
  holder constant text := coalesce(auth.uid()::text,
    network(set_masklen(network, case family(network) when 4 then 24 else 64 end))::text, 'unknown');
begin
  perform public.refuse_blocked_network();
  if auth.uid() is null and ((select s.requires_bot_check from public.site_settings s)
    or not public.admits_network('hold', network)) then
    perform public.check_bot_token();
  end if;
  if not public.admits_hold('holds of one', holder, 30)
    or not public.admits_hold('held time', concat_ws(' ', holder, service, extract(epoch from starts_at)),
      case when auth.uid() is null then 2 else 4 end)
  then
    perform public.raise_booking_error('too_many_holds');
  end if;
end $$;

-- Holds places of a time for five minutes, in place of what the caller or this tab holds elsewhere. The same time again, such
-- as for another number of people, ends when it would have ended. `secret`: of the browser tab; booking with the header
-- `x-balai-hold` and releasing need it. `left`: the places for this holder, those that are held included.
create or replace function public.hold_place(
  secret uuid, service uuid, starts_at timestamptz, party integer default 1, host uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  holder constant uuid := auth.uid();
  hash constant bytea := public.hold_hash(hold_place.secret::text);
  network constant bytea := public.network_of_holder(holder);
  s public.services;
  slot public.slots;
  freed uuid[];
  until timestamptz;
begin
  select h.expires_at into until from public.booking_holds h
    where (h.member_id = holder or h.secret_hash = hash) and h.service_id = service and h.starts_at = hold_place.starts_at
      and h.expires_at > now();
  if not found then
    perform public.check_hold_limits(service, hold_place.starts_at);
    until := now() + interval '5 minutes';
  end if;
  perform public.lock_bookings();
  select * into s from public.services x where x.id = service and x.is_active;
  if not found or hash is null or hold_place.starts_at is null then
    perform public.raise_booking_error('not_found');
  elsif holder is null and not s.allows_guests then
    perform public.raise_booking_error('members_only');
  elsif party is null or party not between 1 and s.per_person then
    perform public.raise_booking_error('too_many');
  elsif s.series = 'whole' then
    perform public.raise_booking_error('whole_only');
  end if;
  perform public.check_hold_is_own(hash, coalesce(holder, '00000000-0000-0000-0000-000000000000'));
  s.notice_minutes := public.notice_for_caller(s);
  perform public.check_bookable(s, hold_place.starts_at);
  freed := public.take_holds(holder, hash);
  if 3 <= (select count(*) from public.booking_holds h where h.network_hash = network and h.part = 0) then
    perform public.raise_booking_error('too_many_holds');
  end if;
  slot := public.open_slot(s, hold_place.starts_at, host, public.language_of_person(holder, null), party);
  if exists (
    select from public.bookings b
    where b.service_id = s.id and b.starts_at = slot.starts_at and b.person_id = holder and b.status <> 'cancelled')
  then
    perform public.raise_booking_error('already_booked');
  elsif public.is_booked_elsewhere(s, holder, slot.starts_at, slot.ends_at) then
    perform public.raise_booking_error('overlapping');
  end if;
  perform public.check_booking_limits(s, slot.starts_at, holder);
  if public.has_host_conflict(slot) or slot.taken + party > slot.capacity then
    perform public.raise_booking_error('full');
  end if;
  insert into public.booking_holds (secret_hash, slot_id, service_id, member_id, network_hash, starts_at, party_size, expires_at)
  values (hash, slot.id, s.id, holder, network, slot.starts_at, party, until);
  perform public.promote_freed(freed);
  return jsonb_build_object('seconds', ceil(extract(epoch from until - now()))::integer, 'left', slot.capacity - slot.taken);
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

-- Holds places of all coming dates of a course for five minutes, or of none, in place of what the caller or this tab holds
-- elsewhere. It is one hold within the limits, of the first date. `left`: as in hold_place(), of the date with the fewest.
create or replace function public.hold_series(secret uuid, service uuid, party integer default 1) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  holder constant uuid := auth.uid();
  hash constant bytea := public.hold_hash(hold_series.secret::text);
  network constant bytea := public.network_of_holder(holder);
  s public.services;
  start record;
  slot public.slots;
  freed uuid[];
  until timestamptz;
  number integer := 0;
  fewest integer;
begin
  select x.* into s from public.services x where x.id = service and x.is_active and x.series in ('whole', 'either');
  if not found or hash is null then
    perform public.raise_booking_error('not_found');
  end if;
  select h.expires_at into until from public.booking_holds h
    where (h.member_id = holder or h.secret_hash = hash) and h.service_id = service and h.expires_at > now()
      and h.starts_at = (select min(x.starts_at) from public.series_starts(s) x);
  if not found then
    perform public.check_hold_limits(service, (select min(x.starts_at) from public.series_starts(s) x));
    until := now() + interval '5 minutes';
  end if;
  perform public.lock_bookings();
  -- It may have been saved meanwhile.
  select x.* into s from public.services x where x.id = service and x.is_active and x.series in ('whole', 'either');
  if not found then
    perform public.raise_booking_error('not_found');
  elsif holder is null and not s.allows_guests then
    perform public.raise_booking_error('members_only');
  elsif party is null or party not between 1 and s.per_person then
    perform public.raise_booking_error('too_many');
  elsif exists (
    select from public.bookings b
    where b.service_id = s.id and b.person_id = holder and b.status <> 'cancelled' and b.starts_at > now())
  then
    perform public.raise_booking_error('already_booked');
  end if;
  perform public.check_hold_is_own(hash, coalesce(holder, '00000000-0000-0000-0000-000000000000'));
  freed := public.take_holds(holder, hash);
  if 3 <= (select count(*) from public.booking_holds h where h.network_hash = network and h.part = 0) then
    perform public.raise_booking_error('too_many_holds');
  end if;
  for start in select * from public.series_starts(s) loop
    slot := public.open_slot(s, start.starts_at, null, public.language_of_person(holder, null), party);
    if public.is_booked_elsewhere(s, holder, slot.starts_at, slot.ends_at) then
      perform public.raise_booking_error('overlapping');
    elsif public.has_host_conflict(slot) or slot.taken + party > slot.capacity then
      perform public.raise_booking_error('full');
    end if;
    insert into public.booking_holds
      (secret_hash, slot_id, service_id, member_id, network_hash, starts_at, party_size, expires_at, part)
    values (hash, slot.id, s.id, holder, network, slot.starts_at, party, until, number);
    number := number + 1;
    fewest := least(fewest, slot.capacity - slot.taken);
  end loop;
  perform public.promote_freed(freed);
  return jsonb_build_object('seconds', ceil(extract(epoch from until - now()))::integer, 'left', coalesce(fewest, 0));
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

-- Holds the new time of a booking that its member, or its guest with the signed link, is about to move. As hold_place(), by
-- the rules of change_booking(): for the people of the booking, with the person who was chosen for it.
create or replace function public.hold_move(secret uuid, booking uuid, starts_at timestamptz, link text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  hash constant bytea := public.hold_hash(hold_move.secret::text);
  network bytea;
  b public.bookings;
  s public.services;
  slot public.slots;
  freed uuid[];
  until timestamptz;
begin
  select x.* into b from public.bookings x where x.id = booking and public.is_own_booking(x, hold_move.link);
  if not found or hash is null or hold_move.starts_at is null then
    perform public.raise_booking_error('not_found');
  end if;
  select h.expires_at into until from public.booking_holds h
    where (h.member_id = b.member_id or h.secret_hash = hash) and h.service_id = b.service_id
      and h.starts_at = hold_move.starts_at and h.expires_at > now();
  if not found then
    -- Before the lock of bookings, as in hold_place(): the other order would be a deadlock.
    perform public.check_hold_limits(b.service_id, hold_move.starts_at);
    until := now() + interval '5 minutes';
  end if;
  b := public.get_changeable_booking(booking, hold_move.link);
  network := public.network_of_holder(b.member_id);
  if b.status = 'cancelled' then
    perform public.raise_booking_error('not_found');
  elsif public.waits_for_course(b) then
    perform public.raise_booking_error('whole_only');
  elsif b.starts_at = hold_move.starts_at then
    perform public.raise_booking_error('already_booked');
  end if;
  perform public.check_hold_is_own(hash, b.person_id);
  select x.* into strict s from public.services x where x.id = b.service_id;
  perform public.check_bookable(s, hold_move.starts_at);
  freed := public.take_holds(b.member_id, hash);
  if 3 <= (select count(*) from public.booking_holds h where h.network_hash = network and h.part = 0) then
    perform public.raise_booking_error('too_many_holds');
  end if;
  slot := public.open_slot(s, hold_move.starts_at, b.wanted_host_id, public.language_of_person(b.member_id, b.guest_id),
    b.party_size);
  perform public.check_move(b, s, slot);
  insert into public.booking_holds (secret_hash, slot_id, service_id, member_id, network_hash, starts_at, party_size, expires_at)
  values (hash, slot.id, s.id, b.member_id, network, slot.starts_at, b.party_size, until);
  perform public.promote_freed(freed);
  return jsonb_build_object('seconds', ceil(extract(epoch from until - now()))::integer, 'left', slot.capacity - slot.taken);
exception when exclusion_violation then
  perform public.raise_overlap(sqlerrm);
end $$;

-- Frees what the tab with this secret holds; of another time than the given one nothing. Repeating it changes nothing.
create or replace function public.release_hold(secret uuid, starts_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hash constant bytea := public.hold_hash(release_hold.secret::text);
begin
  -- An unknown secret takes no lock.
  if not exists (
    select from public.booking_holds h
    where h.secret_hash = hash and h.starts_at = coalesce(release_hold.starts_at, h.starts_at))
  then
    return;
  end if;
  perform public.lock_bookings();
  perform public.promote_freed(public.take_holds(null, hash));
end $$;

revoke execute on function
  public.hold_hash(text), public.count_held_places(), public.take_holds(uuid, bytea), public.promote_freed(uuid[]),
  public.delete_expired_holds(), public.end_holds(), public.lapsed_slots(), public.next_hold_end(),
  public.count_holds(uuid, timestamptz, timestamptz),
  public.check_hold_is_own(bytea, uuid), public.admits_hold(text, text, integer),
  public.network_of_holder(uuid), public.hold_move(uuid, uuid, timestamptz, text),
  public.check_hold_limits(uuid, timestamptz), public.hold_place(uuid, uuid, timestamptz, integer, uuid),
  public.hold_series(uuid, uuid, integer), public.release_hold(uuid, timestamptz)
from public, anon, authenticated;

grant execute on function
  public.hold_place(uuid, uuid, timestamptz, integer, uuid), public.hold_series(uuid, uuid, integer),
  public.hold_move(uuid, uuid, timestamptz, text), public.release_hold(uuid, timestamptz), public.next_hold_end()
to anon, authenticated, service_role;
comment on function public.next_hold_end() is 'internal';
