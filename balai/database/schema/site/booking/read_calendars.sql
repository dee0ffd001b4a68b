-- Calendars of hosts at other providers. The job fetches them and writes their busy times as absences, which every service
-- of the host then regards.

-- Two at once: each waits for the other's count.
create or replace function public.lock_calendars(host uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('calendars of ' || host, 0))
$$;

-- Adds the address of a calendar to a host's; the same id sent again after a lost answer is the same calendar. `webcal:` is
-- how programs write `https:`.
create or replace function public.add_calendar(id uuid, host uuid, address text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  cleaned constant text := regexp_replace(btrim(add_calendar.address), '^webcals?://', 'https://', 'i');
begin
  if auth.uid() is null or not coalesce(host = auth.uid() or public.may('hours'), false)
    or not exists (select from public.service_hosts h where h.host_id = host) then
    raise exception 'This needs a role that you do not have' using errcode = '42501', detail = 'not_allowed';
  elsif cleaned is null or char_length(cleaned) > 2048
    or cleaned !~ '^https://[A-Za-z0-9.-]+(:443)?([/?][!-~]*)?$' then
    perform public.raise_error('422', 'calendar_address', 'This is no address of a calendar');
  end if;
  perform public.lock_calendars(host);
  if exists (select from public.read_calendars c where c.host_id = host and c.address = cleaned and c.id <> add_calendar.id) then
    perform public.raise_error('409', 'calendar_known', 'This calendar is read already');
  elsif (select count(*) from public.read_calendars c where c.host_id = host and c.id <> add_calendar.id) >= 5 then
    perform public.raise_error('422', 'too_many_calendars', 'At most five calendars of a person');
  end if;
  insert into public.read_calendars as c (id, host_id, address) values (add_calendar.id, host, cleaned)
  on conflict on constraint read_calendars_pkey do nothing;
  perform pg_notify('balai_read_calendars', '');
  return add_calendar.id;
end $$;

-- Removes a calendar of a host with its busy times, for the host and for those who set hours; restore_removed() undoes it.
-- False: it was not there.
create or replace function public.remove_calendar(id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or not exists (
    select from public.read_calendars c
    where c.id = remove_calendar.id and (c.host_id = auth.uid() or public.may('hours'))) then
    return false;
  end if;
  -- As take_busy_times(), before its row: at commit the waiting list gets places, which needs the lock.
  perform public.lock_bookings();
  return public.remove_with_texts('calendar', remove_calendar.id);
end $$;

-- Takes the busy times of a calendar that was read, instead of those before: only what differs is written. It holds the lock
-- of bookings, so a booking is made before it or sees it. False: the calendar was removed meanwhile.
create or replace function public.take_busy_times(
  calendar uuid, starts timestamptz[], ends timestamptz[], etag text, last_modified text
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  host uuid;
begin
  perform public.lock_bookings();
  update public.read_calendars c set etag = take_busy_times.etag, last_modified = take_busy_times.last_modified,
    computed_at = now(), read_at = now(), failures = 0, failing_since = null, failure = null
    where c.id = calendar returning c.host_id into host;
  if not found then
    return false;
  end if;
  delete from public.absences a
    where a.calendar_id = calendar and not exists (
      select from unnest(starts, ends) as t (starts_at, ends_at)
      where (t.starts_at, t.ends_at) = (a.starts_at, a.ends_at));
  insert into public.absences (host_id, starts_at, ends_at, calendar_id)
    select distinct host, t.starts_at, t.ends_at, calendar from unnest(starts, ends) as t (starts_at, ends_at)
    where not exists (
      select from public.absences a
      where a.calendar_id = calendar and (a.starts_at, a.ends_at) = (t.starts_at, t.ends_at));
  return true;
end $$;

revoke execute on function
  public.lock_calendars(uuid), public.add_calendar(uuid, uuid, text), public.remove_calendar(uuid), public.take_busy_times(uuid, timestamptz[], timestamptz[], text, text)
from public, anon, authenticated;
grant execute on function public.add_calendar(uuid, uuid, text), public.remove_calendar(uuid) to authenticated, service_role;
