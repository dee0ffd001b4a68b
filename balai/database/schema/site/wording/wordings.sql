-- Every page carries the wordings of its language, so their number is limited.
create or replace function public.limit_wordings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Counted by one transaction at a time.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('balai.wordings' || new.language, 0));
  if (select count(*) >= 300 from public.wordings where language = new.language and key <> new.key) then
    perform public.raise_error('422', 'too_many_wordings', 'A language has at most 300 wordings of its own.');
  end if;
  return new;
end
$$;

revoke execute on function public.limit_wordings() from public, anon, authenticated;
