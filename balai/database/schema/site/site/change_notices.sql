-- Invalidates cached pages: every commit that changes a table sends one notification. PostgreSQL removes duplicates
-- within a transaction and sends nothing after a rollback.
create or replace function public.notify_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('balai_changes', tg_table_name);
  return null;
end
$$;

-- Creates the trigger of a table; called once for each table in triggers.sql of its domain.
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
