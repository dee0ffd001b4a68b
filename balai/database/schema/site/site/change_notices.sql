-- Change notices ------------------------------------------------------------------------------------------------------
-- Pages kept in memory stand only while the tables they read do: every commit that touches a table says so once
-- (PostgreSQL drops repeats within a transaction, and sends nothing when it is rolled back).
create or replace function public.notify_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('balai_changes', tg_table_name);
  return null;
end
$$;

-- To be called once for each table, at the end of the migration that makes it: call public.announce_changes('articles');
create or replace procedure public.announce_changes(watched regclass)
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger announce_changes after insert or update or delete or truncate on %s '
    'for each statement execute function public.notify_change()', watched);
end
$$;

revoke execute on function public.notify_change() from public, anon, authenticated;
revoke execute on procedure public.announce_changes(regclass) from public, anon, authenticated;
