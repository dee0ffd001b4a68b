-- Rate limits for members: far above what a user writes, far below what a script would.

-- True if the caller is a member whose actions are limited; administrators and the site's own jobs are not.
-- The advisory lock serializes the member's actions of one kind until commit: otherwise two concurrent ones could both
-- be the last one allowed.
create or replace function public.lock_if_limited(kind text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null or public.is_admin() then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('balai.rate_limit.' || kind || auth.uid(), 0));
  return true;
end
$$;

-- Limits rows per hour and author. Arguments: the author's column, the maximum.
create or replace function public.check_rate_limit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_rows integer := tg_argv[1];
  recent integer;
begin
  if public.lock_if_limited(tg_table_name) then
    execute format(
      'select count(*) from (select from public.%I where %I = $1 and created_at > now() - interval ''1 hour'' limit $2) x',
      tg_table_name, tg_argv[0]) into recent using auth.uid(), max_rows;
    if recent >= max_rows then
      raise exception 'At most % in an hour', max_rows using errcode = 'PT429', detail = 'too_fast';
    end if;
  end if;
  return new;
end
$$;

revoke execute on function public.lock_if_limited(text), public.check_rate_limit() from public, anon, authenticated;
