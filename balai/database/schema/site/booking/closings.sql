-- Closing a time in one act: a day, the leave of a person, a session. Nothing is offered in it, all who are booked in it get a
-- message with other times; within an hour it can be undone. A colleague can take over the time of a person: what they can
-- take stays at its time with them (handing_over.sql), and the rest is cancelled.
-- A closing takes the lock of all who book, so no booking is made into a closed time while it is being closed.

-- Whether the caller may close this: a role for the service or the site, or a person their own time, if they offer a service
-- or still have bookings.
create or replace function public.check_may_close(service uuid, host uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is null or not (public.may('bookings', service) or coalesce(host = auth.uid(), false) and (
    public.hosted_services() <> '{}' or exists (
      select from public.slots s where s.host_id = auth.uid() and s.taken > 0 and s.ends_at > now()))) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  end if;
end $$;

-- The bookings that a closing would cancel: those that overlap with the time and have not ended.
create or replace function public.bookings_in(from_time timestamptz, until_time timestamptz, service uuid, host uuid)
returns setof public.bookings
language sql stable set search_path = '' as $$
  select b.* from public.bookings b
  where b.status <> 'cancelled' and b.starts_at < until_time and b.ends_at > greatest(from_time, now())
    and b.starts_at > from_time - interval '1 day' and b.attendance is null
    and (bookings_in.service is null or b.service_id = bookings_in.service)
    and (bookings_in.host is null or b.host_id = bookings_in.host)
$$;

-- The preview of a closing: nothing is changed. Of a person also who could take over, and how many of the bookings; with a
-- colleague which of them stay, and why the others cannot.
create or replace function public.preview_closing(
  from_time timestamptz, until_time timestamptz, service uuid default null, host uuid default null,
  colleague uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform public.check_may_close(service, host);
  return (
    select jsonb_build_object('bookings', count(*), 'people', coalesce(sum(b.party_size), 0),
      'waiting', count(*) filter (where b.status = 'waiting'))
    from public.bookings_in(from_time, until_time, service, host) b)
    || case when host is null then '{}' else jsonb_build_object(
      'colleagues', public.possible_colleagues(from_time, until_time, service, host),
      'handed_over', public.preview_handing_over(from_time, until_time, service, host, colleague)) end;
end $$;

-- The next free times of a service, for whom was cancelled there.
create or replace function public.other_times(service uuid, party integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(f.starts_at order by f.starts_at), '[]')
  from public.find_free(service, party, 3, now(), true) f
$$;

-- The caller chooses the id: a repeated request returns the first act.
create or replace function public.close_time(
  id uuid, from_time timestamptz, until_time timestamptz, service uuid default null, host uuid default null,
  reason text default '', colleague uuid default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  act constant uuid := close_time.id;
  others jsonb;
  b public.bookings;
begin
  perform public.check_may_close(close_time.service, close_time.host);
  if act is null or from_time is null or until_time is null or until_time <= greatest(from_time, now()) then
    perform public.raise_booking_error('too_soon');
  elsif close_time.colleague is not null and not exists (
    select from public.service_hosts h where h.host_id = close_time.colleague) then
    perform public.raise_booking_error('not_found');
  end if;
  perform public.lock_bookings();
  if exists (select from public.closings c where c.id = act) then
    return public.closing_answer(act);
  end if;
  insert into public.closings (id, service_id, host_id, colleague_id, span, reason, closed_by)
  values (act, close_time.service, close_time.host, close_time.colleague, tstzrange(from_time, until_time),
    btrim(coalesce(close_time.reason, '')), auth.uid());
  perform from public.slots s
    where s.id in (select x.slot_id from public.bookings_in(from_time, until_time, close_time.service, close_time.host) x)
    order by s.id for update;
  -- Bookings that move away are no longer in the closed time.
  perform public.hand_over(act);
  -- One statement: places become free when no booking waits for them any more.
  with cancelled as (
    update public.bookings x
      set status = 'cancelled', cancelled_at = now(), cancelled_by_staff = x.member_id is distinct from auth.uid(),
        waited_since = x.waiting_since, waiting_since = null, sequence = x.sequence + 1, updated_at = now()
      where x.id in (
        select y.id from public.bookings_in(from_time, until_time, close_time.service, close_time.host) y)
      returning x.id, x.sequence)
  insert into public.closing_bookings (closing_id, booking_id, sequence)
  select act, c.id, c.sequence from cancelled c;
  select jsonb_object_agg(o.service_id || ' ' || o.party_size, public.other_times(o.service_id, o.party_size)) into others
  from (
    select distinct x.service_id, x.party_size from public.bookings x
    join public.closing_bookings c on c.booking_id = x.id and c.closing_id = act) o;
  for b in
    select x.* from public.bookings x join public.closing_bookings c on c.booking_id = x.id
    where c.closing_id = act order by x.starts_at, x.id
  loop
    perform public.queue_booking_email('booking_cancelled', b, jsonb_build_object(
      'by', 'site', 'closingId', act, 'reason', btrim(coalesce(close_time.reason, '')),
      'offers', others -> (b.service_id || ' ' || b.party_size))
      || case when b.waited_since is not null then '{"wasWaiting": true}' else '{}' end::jsonb);
  end loop;
  return public.closing_answer(act);
end $$;

create or replace function public.closing_answer(closing uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', c.id, 'undone_at', c.undone_at,
    'handed_over', (
      select count(*) from public.closing_slots x join public.bookings b on b.slot_id = x.slot_id
      where x.closing_id = c.id and b.status <> 'cancelled'),
    'bookings', (select count(*) from public.closing_bookings x where x.closing_id = c.id),
    'restored', (
      select count(*) from public.closing_bookings x join public.bookings b on b.id = x.booking_id
      where x.closing_id = c.id and b.status <> 'cancelled'))
  from public.closings c where c.id = closing
$$;

-- Undoes a closing within an hour. Each booking gets its place back if it is still free and nothing else happened to it;
-- those with a place come before those who waited for one.
create or replace function public.undo_closing(id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  c public.closings;
  each_id uuid;
begin
  perform public.lock_bookings();
  select x.* into c from public.closings x where x.id = undo_closing.id for update;
  if not found then
    perform public.raise_booking_error('not_found');
  end if;
  perform public.check_may_close(c.service_id, c.host_id);
  if c.undone_at is not null then
    return public.closing_answer(c.id);
  elsif c.closed_at < now() - interval '1 hour' then
    perform public.raise_booking_error('undo_over');
  end if;
  update public.closings x set undone_at = now() where x.id = c.id;
  perform public.take_back(c);
  for each_id in
    select b.id from public.closing_bookings x join public.bookings b on b.id = x.booking_id
    where x.closing_id = c.id and b.status = 'cancelled' and b.sequence = x.sequence
    order by b.waited_since nulls first, b.created_at, b.id
  loop
    begin
      perform public.restore_booking(each_id);
    exception when others then
      -- Taken, or over: the booking stays cancelled. A deadlock or a cancelled statement is no answer.
      if sqlstate not like 'PT%' then
        raise;
      end if;
    end;
  end loop;
  return public.closing_answer(c.id);
end $$;

create or replace function public.note_closing() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.free_time_changes (service_id)
  select s.id from public.services s where new.service_id is null or s.id = new.service_id;
  return null;
end $$;

revoke execute on function
  public.check_may_close(uuid, uuid), public.bookings_in(timestamptz, timestamptz, uuid, uuid),
  public.preview_closing(timestamptz, timestamptz, uuid, uuid, uuid), public.other_times(uuid, integer),
  public.close_time(uuid, timestamptz, timestamptz, uuid, uuid, text, uuid), public.closing_answer(uuid),
  public.undo_closing(uuid), public.note_closing()
from public, anon, authenticated;

grant execute on function
  public.preview_closing(timestamptz, timestamptz, uuid, uuid, uuid),
  public.close_time(uuid, timestamptz, timestamptz, uuid, uuid, text, uuid), public.undo_closing(uuid)
to authenticated, service_role;
