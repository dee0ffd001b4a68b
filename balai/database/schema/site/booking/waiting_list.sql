-- Taken places and the waiting list. A trigger counts `taken`, so every way of writing a booking passes the two guards:
-- the check on the capacity, and the exclusion of a host in two places. A place that becomes free is given to the first
-- party of the waiting list that fits, in the same statement.

-- Gives free places to the waiting list, in order. A party that is too large keeps its position and is skipped, and so
-- is a member with another booking at this time. After the service's cut-off no party is promoted: a member with such a
-- place could not cancel it any more. Such places are open to everyone until the service's notice.
create or replace function public.promote_waiting(slot uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  free_places integer;
  freed public.slots;
  promoted public.bookings;
  skipped uuid[] := '{}';
begin
  loop
    select s.* into freed
      from public.slots s
      join public.services service on service.id = s.service_id
      where s.id = slot and s.starts_at > now() + make_interval(mins => service.cancel_until_minutes)
        -- Of a person or a room that is away in the meantime nothing is given.
        and not exists (select from public.absences a
          where a.host_id = s.host_id and a.starts_at < s.ends_at and a.ends_at > s.starts_at)
        and not exists (select from public.absences a
          where a.room_id in (s.room_id, s.equipment_id) and a.starts_at < s.ends_at and a.ends_at > s.starts_at)
      for update of s;
    exit when not found;
    free_places := freed.capacity - freed.taken;
    -- Parties wait for a time, with any person or with one.
    select b.* into promoted from public.bookings b
      where b.service_id = freed.service_id and b.starts_at = freed.starts_at and b.status = 'waiting'
        and (b.wanted_host_id is null or b.wanted_host_id = freed.host_id) and b.party_size <= free_places
        and b.id <> all(skipped) and not public.is_booked_elsewhere(b.person_id, b.starts_at, b.ends_at)
      order by b.waiting_since, b.id limit 1 for update;
    exit when not found;
    begin
      update public.bookings b
        set slot_id = freed.id, status = 'booked', waiting_since = null, may_overlap = false, sequence = b.sequence + 1, updated_at = now()
        where b.id = promoted.id returning b.* into promoted;
      perform public.queue_booking_email('booking_promoted', promoted);
    exception when exclusion_violation then
      -- Either the host has another booking at this time, and nothing can be given; or the member has just booked
      -- another one.
      exit when sqlerrm not like '%bookings_member_in_one_place%';
      skipped := skipped || promoted.id;
    end;
  end loop;
end $$;

create or replace function public.count_taken_places() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  freed constant integer := case when tg_op <> 'INSERT' and old.status = 'booked' then old.party_size else 0 end;
  added constant integer := case when tg_op <> 'DELETE' and new.status = 'booked' then new.party_size else 0 end;
begin
  if tg_op = 'UPDATE' and (old.slot_id, freed) is not distinct from (new.slot_id, added) then
    return null;
  end if;
  if freed > 0 then
    update public.slots set taken = taken - freed where id = old.slot_id;
  end if;
  if added > 0 then
    update public.slots set taken = taken + added where id = new.slot_id;
  end if;
  if freed > 0 then
    perform public.promote_waiting(old.slot_id);
  end if;
  return null;
end $$;

-- The position on the waiting list. Only the id of the given row counts: with a made-up row a caller could find out
-- when others joined.
create or replace function public.waiting_position(b public.bookings) returns integer
language sql stable security definer set search_path = '' as $$
  select (
    select count(*)::integer from public.bookings ahead
    where ahead.service_id = mine.service_id and ahead.starts_at = mine.starts_at and ahead.status = 'waiting'
      -- Another person's line is not before this one.
      and (ahead.wanted_host_id is null or mine.wanted_host_id is null or ahead.wanted_host_id = mine.wanted_host_id)
      and (ahead.waiting_since, ahead.id) <= (mine.waiting_since, mine.id)
  )
  from public.bookings mine where mine.id = b.id and mine.status = 'waiting'
$$;

-- At most 20 waiting lists for each member. The lock precedes the count, which is a statement of its own: in one
-- expression the count would miss what a concurrent transaction has committed.
create or replace function public.check_waiting_list_limit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_lists constant integer := 20;
begin
  if public.lock_if_limited('waiting_lists') then
    if (
      select count(*) from public.bookings b
      where b.member_id = new.member_id and b.status = 'waiting' and b.starts_at > now() and b.id <> new.id) >= max_lists
    then
      raise exception 'At most % waiting lists at once', max_lists using errcode = 'PT429', detail = 'too_many_waiting_lists';
    end if;
  end if;
  return new;
end
$$;

revoke execute on function
  public.promote_waiting(uuid), public.count_taken_places(), public.waiting_position(public.bookings),
  public.check_waiting_list_limit()
from public, anon, authenticated;

grant execute on function public.waiting_position(public.bookings) to authenticated, service_role;

comment on function public.waiting_position(public.bookings) is 'internal';
