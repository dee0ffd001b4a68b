-- What one member can write in an hour, and in how many lines she can stand at once: far more than a person needs, far
-- less than a script would like. Administrators, and the house's own jobs, have no such limit.
set local lock_timeout = '5s';

create index reports_by_reporter on public.reports (reporter_id, created_at desc);

-- True when it is a member whose acts are counted. Her acts of one kind then take turns until each has been committed,
-- so that two at the same moment cannot both be the last one allowed.
create function public.takes_turns(kind text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or public.is_admin() then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.pace.' || kind || auth.uid(), 0));
  return true;
end
$$;

-- Arguments: the column with the author, and how many rows an hour.
create function public.check_pace() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most integer := tg_argv[1];
  recent integer;
begin
  if public.takes_turns(tg_table_name) then
    execute format(
      'select count(*) from (select from public.%I where %I = $1 and created_at > now() - interval ''1 hour'' limit $2) x',
      tg_table_name, tg_argv[0]) into recent using auth.uid(), most;
    if recent >= most then
      raise exception 'At most % in an hour', most using errcode = 'PT429', detail = 'too_fast';
    end if;
  end if;
  return new;
end
$$;

create function public.check_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 20;
begin
  if public.takes_turns('lines') and (
    select count(*) from public.bookings b
    where b.member_id = new.member_id and b.status = 'waiting' and b.starts_at > now() and b.id <> new.id) >= most
  then
    raise exception 'In at most % lines at once', most using errcode = 'PT429', detail = 'too_many_lines';
  end if;
  return new;
end
$$;

create trigger check_pace before insert on public.posts for each row execute function public.check_pace('author_id', '40');
create trigger check_pace before insert on public.replies for each row execute function public.check_pace('author_id', '120');
create trigger check_pace before insert on public.reports for each row execute function public.check_pace('reporter_id', '40');
create trigger check_lines before insert on public.bookings
  for each row when (new.status = 'waiting') execute function public.check_lines();

revoke execute on function public.takes_turns(text), public.check_pace(), public.check_lines()
from public, anon, authenticated;
