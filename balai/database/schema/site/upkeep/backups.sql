-- Backups: when one is due, which worker makes it, and which one is tested and copied.
--   request_backup()       for administrators
--   begin_backup()         for the job
--   begin_restore_test()   for the job
--   begin_backup_copy()    for the job
-- Errors: PT403 administrators_only; PT429 backup_too_soon.

-- The last moment at which the clock of the site showed this hour.
create or replace function public.last_backup_hour(hour integer) returns timestamptz
language sql stable set search_path = '' as $$
  select max(moment) from public.site_settings as s, generate_series(0, 1) as ago,
    lateral (select (now() at time zone s.time_zone)::date - ago + make_time(hour, 0, 0)) as clock (shown),
    lateral (select shown at time zone s.time_zone) as zoned (moment)
  where moment <= now()
$$;

-- A backup as soon as possible. Repeating it while one waits or runs changes nothing.
create or replace function public.request_backup() returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made uuid;
begin
  if not public.is_admin() then
    perform public.raise_error('403', 'administrators_only', 'Only administrators may do this');
  end if;
  perform pg_advisory_xact_lock(hashtext('balai.backups'));
  select b.id into made from public.backups as b where b.ended_at is null;
  if found then
    return made;
  elsif exists (
    select from public.backups as b where b.scheduled_for is null and b.requested_at > now() - interval '5 minutes'
  ) then
    perform public.raise_error('429', 'backup_too_soon', 'A backup was requested less than five minutes ago');
  end if;
  insert into public.backups default values returning id into made;
  notify balai_backups;
  return made;
end $$;

-- The backup that the caller makes now: the requested one, or the one that is due since the given hour of the site (null:
-- none is). Null: nothing to do, or another worker makes one. A node that has not confirmed its backup for three minutes
-- has failed. A failed backup is tried again after an hour, three times in all.
create or replace function public.begin_backup(hour integer) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  due timestamptz := public.last_backup_hour(hour);
  begun uuid;
begin
  perform pg_advisory_xact_lock(hashtext('balai.backups'));
  update public.backups set ended_at = now(), error = 'interrupted'
  where ended_at is null and started_at is not null and alive_at < now() - interval '3 minutes';
  update public.backups set started_at = now(), alive_at = now()
  where ended_at is null and started_at is null returning id into begun;
  if begun is not null or due is null or exists (
    select from public.backups as b where b.ended_at is null or b.error is null and b.started_at >= due
  ) then
    return begun;
  end if;
  -- A new site, and one that has just got this version, waits for the next day.
  insert into public.backups (scheduled_for, started_at, alive_at)
  select due, now(), now()
  where due > (select applied_at from balai.migrations where set = 'site' and number = 921)
    and (select count(*) < 3 and coalesce(max(b.ended_at) < now() - interval '1 hour', true)
      from public.backups as b where b.scheduled_for = due)
  returning id into begun;
  return begun;
end $$;

-- The backup whose restore the caller tests now: the newest, if the caller has its file and no restore succeeded for seven
-- days. No row: none is due, or another worker tests it. A test that failed or was interrupted is repeated after twelve
-- hours, or with the next backup.
create or replace function public.begin_restore_test(files text[]) returns table (id uuid, file text)
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('balai.backups'));
  if exists (select from public.backups as b where b.tested_at > now() - interval '7 days') then
    return;
  end if;
  return query
  update public.backups as tested set test_began_at = now()
  from (select b.id from public.backups as b where b.is_stored order by b.started_at desc limit 1) as newest
  where tested.id = newest.id and tested.file = any(files)
    and coalesce(tested.test_began_at < now() - interval '12 hours', true)
  returning tested.id, tested.file;
end $$;

-- The backup that the caller copies now: the newest, if the caller has its file and it was not copied. No row: none is due,
-- or another worker copies it. A copy that failed or was interrupted is repeated after an hour.
create or replace function public.begin_backup_copy(files text[]) returns table (id uuid, file text)
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('balai.backups'));
  return query
  update public.backups as copied set copy_began_at = now()
  from (select b.id from public.backups as b where b.is_stored order by b.started_at desc limit 1) as newest
  where copied.id = newest.id and copied.copied_at is null and copied.file = any(files)
    and coalesce(copied.copy_began_at < now() - interval '1 hour', true)
  returning copied.id, copied.file;
end $$;

revoke execute on function
  public.last_backup_hour(integer), public.begin_backup(integer), public.request_backup(),
  public.begin_restore_test(text[]), public.begin_backup_copy(text[])
from public, anon, authenticated;
grant execute on function public.request_backup() to authenticated, service_role;
